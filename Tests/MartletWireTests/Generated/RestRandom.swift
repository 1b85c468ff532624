// Generated from rest.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

let restMessages: [any RandomMessage.Type] = [
  Wire.CreateUser.self,
  Wire.User.self,
  Wire.SetProfile.self,
  Wire.ImportUsers.self,
  Wire.ImportedUsers.self,
  Wire.ImportedUser.self,
  Wire.SuspendUser.self,
  Wire.Suspension.self,
  Wire.ListSuspended.self,
  Wire.Suspensions.self,
  Wire.ListUserGroups.self,
  Wire.UserGroups.self,
  Wire.UserGroup.self,
  Wire.SyncGroups.self,
  Wire.SyncedGroups.self,
  Wire.SyncedGroup.self,
  Wire.SetUserRelations.self,
  Wire.ListUserRelations.self,
  Wire.UserRelations.self,
  Wire.SendMessages.self,
  Wire.SentMessages.self,
  Wire.SentMessage.self,
  Wire.EditMessage.self,
  Wire.RecallMessage.self,
  Wire.AnnotateMessage.self,
  Wire.HideMessages.self,
  Wire.ListEntries.self,
  Wire.ListUserConversations.self,
  Wire.MarkUserRead.self,
  Wire.ListUserSettings.self,
  Wire.ChangeUserSettings.self,
  Wire.MakeGroup.self,
  Wire.CreateToken.self,
  Wire.Token.self,
  Wire.RevokeTokens.self,
  Wire.Revoked.self,
  Wire.CreateBackup.self,
  Wire.Backup.self,
  Wire.Health.self,
  Wire.MediaLink.self,
  Wire.MediaFacts.self,
]

extension Wire.CreateUser: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.User: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.created = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SetProfile: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    self.fields = random.listOfMessages { $0.message() }
    if random.isPresent() { self.visibility = random.enumeration() }
    if random.isPresent() { self.number = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ImportUsers: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ImportedUsers: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ImportedUser: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.created = random.bool() }
    if random.mayNest() { self.failure = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SuspendUser: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.until = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Suspension: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.until = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListSuspended: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.after = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Suspensions: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.listOfMessages { $0.message() }
    if random.isPresent() { self.more = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListUserGroups: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.before = random.uint64() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.UserGroups: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.groups = random.listOfMessages { $0.message() }
    if random.isPresent() { self.next = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.UserGroup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.title = random.string() }
    if random.isPresent() { self.role = random.enumeration() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SyncGroups: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    self.groups = random.list { $0.string() }
    if random.isPresent() { self.makes = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SyncedGroups: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.groups = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SyncedGroup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.joins = random.bool() }
    if random.mayNest() { self.failure = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SetUserRelations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    self.users = random.list { $0.string() }
    if random.isPresent() { self.kind = random.enumeration() }
    if random.isPresent() { self.set = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListUserRelations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.kind = random.enumeration() }
    if random.isPresent() { self.after = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.UserRelations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    if random.isPresent() { self.more = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SendMessages: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.mayNest() { self.message = random.message() }
    self.conversations = random.list { $0.string() }
    if random.isPresent() { self.checked = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SentMessages: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.messages = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SentMessage: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.time = random.int64() }
    if random.mayNest() { self.failure = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.EditMessage: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.mayNest() { self.edit = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.RecallMessage: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.mayNest() { self.recall = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.AnnotateMessage: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.mayNest() { self.annotate = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.HideMessages: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.mayNest() { self.hide = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListEntries: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.mayNest() { self.fetch = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListUserConversations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.mayNest() { self.list = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MarkUserRead: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.mayNest() { self.mark = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListUserSettings: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.mayNest() { self.fetch = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ChangeUserSettings: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    self.settings = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MakeGroup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.owner = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.group = random.string() }
    if random.isPresent() { self.title = random.string() }
    self.members = random.list { $0.string() }
    self.attributes = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.CreateToken: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.validSeconds = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Token: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.token = random.string() }
    if random.isPresent() { self.expires = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.RevokeTokens: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.issuedUntil = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Revoked: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.issuedUntil = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.CreateBackup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.directory = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Backup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.directory = random.string() }
    if random.isPresent() { self.state = random.string() }
    if random.isPresent() { self.copiedBytes = random.uint64() }
    if random.isPresent() { self.totalBytes = random.uint64() }
    if random.isPresent() { self.problem = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Health: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.status = random.string() }
    if random.isPresent() { self.version = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MediaLink: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.path = random.string() }
    if random.isPresent() { self.expires = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MediaFacts: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.type = random.string() }
    if random.isPresent() { self.width = random.uint32() }
    if random.isPresent() { self.height = random.uint32() }
    if random.isPresent() { self.durationMs = random.uint64() }
    if random.isPresent() { self.frames = random.uint32() }
    if random.isPresent() { self.waveform = random.bytes() }
    random.unknownFields(&self.unknownFields)
  }
}
