// Generated from martlet.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

let martletMessages: [any RandomMessage.Type] = [
  Wire.ClientPacket.self,
  Wire.Hello.self,
  Wire.Device.self,
  Wire.Ping.self,
  Wire.Send.self,
  Wire.Edit.self,
  Wire.Recall.self,
  Wire.RecallDetails.self,
  Wire.Annotate.self,
  Wire.AnnotationItem.self,
  Wire.ListAnnotators.self,
  Wire.ListReplies.self,
  Wire.ListVersions.self,
  Wire.ListPinned.self,
  Wire.MarkRead.self,
  Wire.Signal.self,
  Wire.Schedule.self,
  Wire.ListScheduled.self,
  Wire.CancelScheduled.self,
  Wire.MarkDelivered.self,
  Wire.Delivered.self,
  Wire.CountReceipts.self,
  Wire.ListReceipts.self,
  Wire.CreateGroup.self,
  Wire.ChangeConversation.self,
  Wire.Attribute.self,
  Wire.AddMembers.self,
  Wire.RemoveMembers.self,
  Wire.SetRoles.self,
  Wire.SilenceMembers.self,
  Wire.JoinGroup.self,
  Wire.DescribeGroup.self,
  Wire.MakeLink.self,
  Wire.RevokeLinks.self,
  Wire.ListLinks.self,
  Wire.DismissGroup.self,
  Wire.BanUsers.self,
  Wire.ListBans.self,
  Wire.ApplyToGroup.self,
  Wire.AnswerApplications.self,
  Wire.ListApplications.self,
  Wire.SetNickname.self,
  Wire.Announce.self,
  Wire.ListAnnouncements.self,
  Wire.FetchEntries.self,
  Wire.FetchUserEntries.self,
  Wire.ListConversations.self,
  Wire.FindConversations.self,
  Wire.ListMembers.self,
  Wire.ListMentions.self,
  Wire.ChangeSetting.self,
  Wire.FetchSettings.self,
  Wire.Hide.self,
  Wire.SetRelations.self,
  Wire.ListRelations.self,
  Wire.ChangeProfile.self,
  Wire.FetchProfiles.self,
  Wire.KnownProfile.self,
  Wire.FindProfile.self,
  Wire.FindUsers.self,
  Wire.FetchPresence.self,
  Wire.WatchPresence.self,
  Wire.UnwatchPresence.self,
  Wire.SetPresence.self,
  Wire.ServerPacket.self,
  Wire.Welcome.self,
  Wire.Limits.self,
  Wire.TypeLimits.self,
  Wire.Pong.self,
  Wire.Failure.self,
  Wire.Appended.self,
  Wire.Marked.self,
  Wire.Done.self,
  Wire.Changed.self,
  Wire.Settings.self,
  Wire.Relations.self,
  Wire.Entries.self,
  Wire.GroupCard.self,
  Wire.FoundConversations.self,
  Wire.Links.self,
  Wire.JoinLink.self,
  Wire.Bans.self,
  Wire.Ban.self,
  Wire.Applications.self,
  Wire.Application.self,
  Wire.Announcements.self,
  Wire.Announcement.self,
  Wire.Signalled.self,
  Wire.ScheduledMessages.self,
  Wire.Receipts.self,
  Wire.ReceiptCount.self,
  Wire.Messages.self,
  Wire.UserEntries.self,
  Wire.Conversations.self,
  Wire.Members.self,
  Wire.Annotators.self,
  Wire.Annotator.self,
  Wire.Push.self,
  Wire.ProfileChange.self,
  Wire.ScheduleChange.self,
  Wire.Closing.self,
  Wire.Entry.self,
  Wire.Withheld.self,
  Wire.HiddenEntry.self,
  Wire.Message.self,
  Wire.Details.self,
  Wire.Arrival.self,
  Wire.Mentions.self,
  Wire.SenderInfo.self,
  Wire.PushDetails.self,
  Wire.MessagePolicy.self,
  Wire.Annotations.self,
  Wire.Tally.self,
  Wire.Edited.self,
  Wire.Recalled.self,
  Wire.Annotated.self,
  Wire.GroupCreated.self,
  Wire.ConversationChanged.self,
  Wire.RolesSet.self,
  Wire.MembersSilenced.self,
  Wire.UsersBanned.self,
  Wire.Applied.self,
  Wire.ApplicationsRefused.self,
  Wire.MemberNamed.self,
  Wire.Announced.self,
  Wire.GroupRules.self,
  Wire.MembersAdded.self,
  Wire.MembersRemoved.self,
  Wire.UserEntry.self,
  Wire.Joined.self,
  Wire.Left.self,
  Wire.ReadTo.self,
  Wire.ApplicationChanged.self,
  Wire.SettingChanged.self,
  Wire.Hidden.self,
  Wire.RelationsChanged.self,
  Wire.Relation.self,
  Wire.Setting.self,
  Wire.Profile.self,
  Wire.ProfileField.self,
  Wire.Profiles.self,
  Wire.Presence.self,
  Wire.Presences.self,
  Wire.Marker.self,
  Wire.Conversation.self,
  Wire.Member.self,
]

extension Wire.ClientPacket: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.id = random.uint32() }
    switch random.choice(of: 58) {
    case 0: if random.mayNest() { self.request = .hello(random.message()) }
    case 1: if random.mayNest() { self.request = .ping(random.message()) }
    case 2: if random.mayNest() { self.request = .send(random.message()) }
    case 3: if random.mayNest() { self.request = .edit(random.message()) }
    case 4: if random.mayNest() { self.request = .recall(random.message()) }
    case 5: if random.mayNest() { self.request = .markRead(random.message()) }
    case 6: if random.mayNest() { self.request = .createGroup(random.message()) }
    case 7: if random.mayNest() { self.request = .addMembers(random.message()) }
    case 8: if random.mayNest() { self.request = .removeMembers(random.message()) }
    case 9: if random.mayNest() { self.request = .fetchEntries(random.message()) }
    case 10: if random.mayNest() { self.request = .fetchUserEntries(random.message()) }
    case 11: if random.mayNest() { self.request = .listConversations(random.message()) }
    case 12: if random.mayNest() { self.request = .listMembers(random.message()) }
    case 13: if random.mayNest() { self.request = .changeSetting(random.message()) }
    case 14: if random.mayNest() { self.request = .fetchSettings(random.message()) }
    case 15: if random.mayNest() { self.request = .hide(random.message()) }
    case 16: if random.mayNest() { self.request = .changeConversation(random.message()) }
    case 17: if random.mayNest() { self.request = .annotate(random.message()) }
    case 18: if random.mayNest() { self.request = .listAnnotators(random.message()) }
    case 19: if random.mayNest() { self.request = .listReplies(random.message()) }
    case 20: if random.mayNest() { self.request = .listPinned(random.message()) }
    case 21: if random.mayNest() { self.request = .listVersions(random.message()) }
    case 22: if random.mayNest() { self.request = .signal(random.message()) }
    case 23: if random.mayNest() { self.request = .schedule(random.message()) }
    case 24: if random.mayNest() { self.request = .listScheduled(random.message()) }
    case 25: if random.mayNest() { self.request = .cancelScheduled(random.message()) }
    case 26: if random.mayNest() { self.request = .listMentions(random.message()) }
    case 27: if random.mayNest() { self.request = .markDelivered(random.message()) }
    case 28: if random.mayNest() { self.request = .countReceipts(random.message()) }
    case 29: if random.mayNest() { self.request = .listReceipts(random.message()) }
    case 30: if random.mayNest() { self.request = .setRoles(random.message()) }
    case 31: if random.mayNest() { self.request = .silenceMembers(random.message()) }
    case 32: if random.mayNest() { self.request = .joinGroup(random.message()) }
    case 33: if random.mayNest() { self.request = .describeGroup(random.message()) }
    case 34: if random.mayNest() { self.request = .makeLink(random.message()) }
    case 35: if random.mayNest() { self.request = .revokeLinks(random.message()) }
    case 36: if random.mayNest() { self.request = .listLinks(random.message()) }
    case 37: if random.mayNest() { self.request = .dismissGroup(random.message()) }
    case 38: if random.mayNest() { self.request = .banUsers(random.message()) }
    case 39: if random.mayNest() { self.request = .listBans(random.message()) }
    case 40: if random.mayNest() { self.request = .fetchPresence(random.message()) }
    case 41: if random.mayNest() { self.request = .watchPresence(random.message()) }
    case 42: if random.mayNest() { self.request = .unwatchPresence(random.message()) }
    case 43: if random.mayNest() { self.request = .setPresence(random.message()) }
    case 44: if random.mayNest() { self.request = .setRelations(random.message()) }
    case 45: if random.mayNest() { self.request = .listRelations(random.message()) }
    case 46: if random.mayNest() { self.request = .applyToGroup(random.message()) }
    case 47: if random.mayNest() { self.request = .answerApplications(random.message()) }
    case 48: if random.mayNest() { self.request = .listApplications(random.message()) }
    case 49: if random.mayNest() { self.request = .setNickname(random.message()) }
    case 50: if random.mayNest() { self.request = .announce(random.message()) }
    case 51: if random.mayNest() { self.request = .listAnnouncements(random.message()) }
    case 52: if random.mayNest() { self.request = .changeProfile(random.message()) }
    case 53: if random.mayNest() { self.request = .fetchProfiles(random.message()) }
    case 54: if random.mayNest() { self.request = .findProfile(random.message()) }
    case 55: if random.mayNest() { self.request = .findUsers(random.message()) }
    case 56: if random.mayNest() { self.request = .findConversations(random.message()) }
    default: break
    }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Hello: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.versionMin = random.uint32() }
    if random.isPresent() { self.versionMax = random.uint32() }
    if random.isPresent() { self.token = random.string() }
    if random.mayNest() { self.device = random.message() }
    self.features = random.list { $0.string() }
    if random.isPresent() { self.yields = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Device: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.id = random.string() }
    if random.isPresent() { self.`class` = random.enumeration() }
    if random.isPresent() { self.name = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Ping: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Send: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.type = random.string() }
    if random.isPresent() { self.content = random.string() }
    if random.mayNest() { self.details = random.message() }
    if random.isPresent() { self.replyTo = random.uint64() }
    if random.isPresent() { self.expandable = random.bool() }
    self.properties = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Edit: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.target = random.uint64() }
    if random.isPresent() { self.type = random.string() }
    if random.isPresent() { self.content = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Recall: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.target = random.uint64() }
    if random.mayNest() { self.details = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.RecallDetails: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.silent = random.bool() }
    if random.mayNest() { self.sender = random.message() }
    if random.isPresent() { self.extra = random.string() }
    if random.mayNest() { self.push = random.message() }
    if random.isPresent() { self.by = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Annotate: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.target = random.uint64() }
    if random.isPresent() { self.kind = random.enumeration() }
    self.items = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.AnnotationItem: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.key = random.string() }
    if random.isPresent() { self.value = random.string() }
    if random.isPresent() { self.removed = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListAnnotators: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.target = random.uint64() }
    if random.isPresent() { self.kind = random.enumeration() }
    if random.isPresent() { self.key = random.string() }
    if random.isPresent() { self.after = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListReplies: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.target = random.uint64() }
    if random.isPresent() { self.after = random.uint64() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListVersions: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.target = random.uint64() }
    if random.isPresent() { self.after = random.uint64() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListPinned: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.after = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MarkRead: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.quiet = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Signal: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.type = random.string() }
    if random.isPresent() { self.content = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Schedule: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.mayNest() { self.send = random.message() }
    if random.isPresent() { self.at = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListScheduled: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.after = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.CancelScheduled: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.clientId = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MarkDelivered: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.marks = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Delivered: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.seq = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.CountReceipts: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    self.seqs = random.list { $0.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListReceipts: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.state = random.enumeration() }
    if random.isPresent() { self.after = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.CreateGroup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.group = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.title = random.string() }
    self.members = random.list { $0.string() }
    self.attributes = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ChangeConversation: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.title = random.string() }
    self.attributes = random.listOfMessages { $0.message() }
    if random.isPresent() { self.silenced = random.bool() }
    if random.isPresent() { self.open = random.bool() }
    if random.isPresent() { self.history = random.uint32() }
    if random.isPresent() { self.applications = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Attribute: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.key = random.string() }
    if random.isPresent() { self.value = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.AddMembers: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    self.users = random.list { $0.string() }
    if random.isPresent() { self.way = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.RemoveMembers: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    self.users = random.list { $0.string() }
    if random.isPresent() { self.reason = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SetRoles: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    self.users = random.list { $0.string() }
    if random.isPresent() { self.role = random.enumeration() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SilenceMembers: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    self.users = random.list { $0.string() }
    if random.isPresent() { self.until = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.JoinGroup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.link = random.string() }
    if random.isPresent() { self.sharedBy = random.string() }
    if random.isPresent() { self.way = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.DescribeGroup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.link = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MakeLink: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.until = random.int64() }
    if random.isPresent() { self.uses = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.RevokeLinks: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    self.links = random.list { $0.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListLinks: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.DismissGroup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.BanUsers: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    self.users = random.list { $0.string() }
    if random.isPresent() { self.until = random.int64() }
    if random.isPresent() { self.reason = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListBans: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.after = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ApplyToGroup: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.text = random.string() }
    if random.isPresent() { self.sharedBy = random.string() }
    if random.isPresent() { self.way = random.string() }
    if random.isPresent() { self.withdrawn = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.AnswerApplications: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    self.users = random.list { $0.string() }
    if random.isPresent() { self.accepted = random.bool() }
    if random.isPresent() { self.reason = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListApplications: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.after = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SetNickname: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.name = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Announce: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.text = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListAnnouncements: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.from = random.uint64() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.FetchEntries: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.from = random.uint64() }
    if random.isPresent() { self.to = random.uint64() }
    if random.isPresent() { self.limit = random.uint32() }
    if random.isPresent() { self.newest = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.FetchUserEntries: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.after = random.uint64() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListConversations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.changedAfter = random.uint64() }
    if random.isPresent() { self.changedBefore = random.uint64() }
    if random.isPresent() { self.limit = random.uint32() }
    self.only = random.list { $0.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.FindConversations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.members = random.list { $0.string() }
    if random.isPresent() { self.exactly = random.bool() }
    if random.isPresent() { self.title = random.string() }
    self.attributes = random.listOfMessages { $0.message() }
    if random.isPresent() { self.activeFrom = random.int64() }
    if random.isPresent() { self.activeBefore = random.int64() }
    if random.isPresent() { self.before = random.uint64() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListMembers: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.after = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListMentions: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.after = random.uint64() }
    if random.isPresent() { self.limit = random.uint32() }
    if random.isPresent() { self.newest = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ChangeSetting: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.settings = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.FetchSettings: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.afterConversation = random.string() }
    if random.isPresent() { self.afterKey = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Hide: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.until = random.uint64() }
    self.targets = random.list { $0.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SetRelations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    if random.isPresent() { self.kind = random.enumeration() }
    if random.isPresent() { self.set = random.bool() }
    if random.isPresent() { self.text = random.string() }
    if random.isPresent() { self.accept = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ListRelations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.kind = random.enumeration() }
    if random.isPresent() { self.after = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ChangeProfile: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.fields = random.listOfMessages { $0.message() }
    if random.isPresent() { self.visibility = random.enumeration() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.FetchProfiles: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.KnownProfile: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.revision = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.FindProfile: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.number = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.FindUsers: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.name = random.string() }
    if random.isPresent() { self.limit = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.FetchPresence: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.WatchPresence: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    if random.isPresent() { self.durationMs = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.UnwatchPresence: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SetPresence: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.text = random.string() }
    if random.isPresent() { self.ageMs = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ServerPacket: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.id = random.uint32() }
    switch random.choice(of: 29) {
    case 0: if random.mayNest() { self.body = .welcome(random.message()) }
    case 1: if random.mayNest() { self.body = .pong(random.message()) }
    case 2: if random.mayNest() { self.body = .failure(random.message()) }
    case 3: if random.mayNest() { self.body = .appended(random.message()) }
    case 4: if random.mayNest() { self.body = .marked(random.message()) }
    case 5: if random.mayNest() { self.body = .done(random.message()) }
    case 6: if random.mayNest() { self.body = .entries(random.message()) }
    case 7: if random.mayNest() { self.body = .userEntries(random.message()) }
    case 8: if random.mayNest() { self.body = .conversations(random.message()) }
    case 9: if random.mayNest() { self.body = .members(random.message()) }
    case 10: if random.mayNest() { self.body = .push(random.message()) }
    case 11: if random.mayNest() { self.body = .closing(random.message()) }
    case 12: if random.mayNest() { self.body = .changed(random.message()) }
    case 13: if random.mayNest() { self.body = .settings(random.message()) }
    case 14: if random.mayNest() { self.body = .annotators(random.message()) }
    case 15: if random.mayNest() { self.body = .messages(random.message()) }
    case 16: if random.mayNest() { self.body = .signalled(random.message()) }
    case 17: if random.mayNest() { self.body = .receipts(random.message()) }
    case 18: if random.mayNest() { self.body = .scheduledMessages(random.message()) }
    case 19: if random.mayNest() { self.body = .groupCard(random.message()) }
    case 20: if random.mayNest() { self.body = .links(random.message()) }
    case 21: if random.mayNest() { self.body = .bans(random.message()) }
    case 22: if random.mayNest() { self.body = .presences(random.message()) }
    case 23: if random.mayNest() { self.body = .relations(random.message()) }
    case 24: if random.mayNest() { self.body = .applications(random.message()) }
    case 25: if random.mayNest() { self.body = .announcements(random.message()) }
    case 26: if random.mayNest() { self.body = .profiles(random.message()) }
    case 27: if random.mayNest() { self.body = .foundConversations(random.message()) }
    default: break
    }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Welcome: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.version = random.uint32() }
    if random.isPresent() { self.session = random.string() }
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.time = random.int64() }
    if random.mayNest() { self.limits = random.message() }
    self.features = random.list { $0.string() }
    if random.isPresent() { self.userHead = random.uint64() }
    if random.isPresent() { self.stamp = random.uint64() }
    if random.isPresent() { self.generation = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Limits: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.heartbeatMs = random.uint32() }
    if random.isPresent() { self.packetBytes = random.uint32() }
    if random.isPresent() { self.contentBytes = random.uint32() }
    if random.isPresent() { self.groupMembers = random.uint32() }
    if random.isPresent() { self.pageEntries = random.uint32() }
    if random.isPresent() { self.requestsInFlight = random.uint32() }
    if random.isPresent() { self.idleMs = random.uint64() }
    if random.isPresent() { self.helloMs = random.uint64() }
    if random.isPresent() { self.helloBytes = random.uint32() }
    if random.isPresent() { self.queuedBytes = random.uint64() }
    if random.isPresent() { self.writesPerSecond = random.uint32() }
    if random.isPresent() { self.writesAtOnce = random.uint32() }
    if random.isPresent() { self.signalsPerSecond = random.uint32() }
    if random.isPresent() { self.signalsAtOnce = random.uint32() }
    if random.isPresent() { self.signalBytes = random.uint32() }
    if random.isPresent() { self.detailsBytes = random.uint32() }
    if random.isPresent() { self.usersPerRequest = random.uint32() }
    if random.isPresent() { self.clientIdWindowMs = random.uint64() }
    if random.isPresent() { self.clientIdAheadMs = random.uint64() }
    if random.isPresent() { self.deliveredMembers = random.uint32() }
    if random.isPresent() { self.markersPushed = random.uint32() }
    if random.isPresent() { self.receiptMembers = random.uint32() }
    if random.isPresent() { self.scheduledMessages = random.uint32() }
    if random.isPresent() { self.scheduledLeastMs = random.uint64() }
    if random.isPresent() { self.scheduledMostMs = random.uint64() }
    if random.isPresent() { self.attributes = random.uint32() }
    if random.isPresent() { self.attributeBytes = random.uint32() }
    if random.isPresent() { self.changeConversationBy = random.enumeration() }
    if random.isPresent() { self.recallWindowMs = random.uint64() }
    if random.isPresent() { self.recallBy = random.enumeration() }
    if random.isPresent() { self.silentRecallBy = random.enumeration() }
    if random.isPresent() { self.reactionsEach = random.uint32() }
    if random.isPresent() { self.reactionKinds = random.uint32() }
    if random.isPresent() { self.properties = random.uint32() }
    if random.isPresent() { self.propertiesPerRequest = random.uint32() }
    if random.isPresent() { self.propertyCharacters = random.uint32() }
    if random.isPresent() { self.propertyBytesOfMessage = random.uint32() }
    if random.isPresent() { self.pins = random.uint32() }
    if random.isPresent() { self.ownerPins = random.bool() }
    if random.isPresent() { self.settingBytes = random.uint32() }
    if random.isPresent() { self.settingsPerRequest = random.uint32() }
    if random.isPresent() { self.settingsOfUser = random.uint32() }
    if random.isPresent() { self.settingsOfConversation = random.uint32() }
    if random.isPresent() { self.settingBytesOfUser = random.uint64() }
    if random.isPresent() { self.tags = random.uint32() }
    if random.isPresent() { self.tagConversations = random.uint32() }
    if random.isPresent() { self.groupAdmins = random.uint32() }
    if random.isPresent() { self.groupLinks = random.uint32() }
    if random.isPresent() { self.groupHistory = random.uint32() }
    if random.isPresent() { self.groupBans = random.uint32() }
    if random.isPresent() { self.groupApplications = random.uint32() }
    if random.isPresent() { self.applicationLifetimeMs = random.uint64() }
    if random.isPresent() { self.hiddenPerRequest = random.uint32() }
    if random.isPresent() { self.hiddenOfConversation = random.uint32() }
    if random.isPresent() { self.devicesMobile = random.uint32() }
    if random.isPresent() { self.devicesTablet = random.uint32() }
    if random.isPresent() { self.devicesDesktop = random.uint32() }
    if random.isPresent() { self.devicesWeb = random.uint32() }
    if random.isPresent() { self.devicesTool = random.uint32() }
    if random.isPresent() { self.readsPerSecond = random.uint32() }
    if random.isPresent() { self.readsAtOnce = random.uint32() }
    self.types = random.listOfMessages { $0.message() }
    if random.isPresent() { self.blockedUsers = random.uint32() }
    if random.isPresent() { self.allowedUsers = random.uint32() }
    if random.isPresent() { self.onlyAllowed = random.bool() }
    if random.isPresent() { self.friends = random.enumeration() }
    if random.isPresent() { self.friendsOfUser = random.uint32() }
    if random.isPresent() { self.friendRequests = random.uint32() }
    if random.isPresent() { self.idBytes = random.uint32() }
    if random.isPresent() { self.titleBytes = random.uint32() }
    if random.isPresent() { self.addressBytes = random.uint32() }
    if random.isPresent() { self.noteBytes = random.uint32() }
    if random.isPresent() { self.reactionBytes = random.uint32() }
    if random.isPresent() { self.propertyKeyBytes = random.uint32() }
    if random.isPresent() { self.pollChoices = random.uint32() }
    if random.isPresent() { self.marksPerRequest = random.uint32() }
    if random.isPresent() { self.receiptsPerRequest = random.uint32() }
    if random.isPresent() { self.tokenBytes = random.uint32() }
    if random.isPresent() { self.jsonDepth = random.uint32() }
    self.profileFields = random.list { $0.string() }
    if random.isPresent() { self.profileVisibility = random.enumeration() }
    if random.isPresent() { self.directory = random.bool() }
    if random.isPresent() { self.presence = random.bool() }
    if random.isPresent() { self.presenceUsers = random.uint32() }
    if random.isPresent() { self.presenceWatched = random.uint32() }
    if random.isPresent() { self.presenceWatchers = random.uint32() }
    if random.isPresent() { self.presenceLongestMs = random.uint64() }
    if random.isPresent() { self.presenceGraceMs = random.uint64() }
    if random.isPresent() { self.presenceText = random.uint32() }
    if random.isPresent() { self.presenceVisibility = random.enumeration() }
    if random.isPresent() { self.mediaBytes = random.uint64() }
    if random.isPresent() { self.mediaUploads = random.uint32() }
    if random.isPresent() { self.mediaBytesOfUser = random.uint64() }
    if random.isPresent() { self.mediaWaitsMs = random.uint64() }
    if random.isPresent() { self.mediaLinkMs = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.TypeLimits: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.type = random.string() }
    if random.isPresent() { self.signalled = random.bool() }
    if random.mayNest() { self.policy = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Pong: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.time = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Failure: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.code = random.uint32() }
    if random.isPresent() { self.name = random.string() }
    if random.isPresent() { self.message = random.string() }
    if random.isPresent() { self.field = random.string() }
    if random.isPresent() { self.limit = random.uint64() }
    if random.isPresent() { self.actual = random.uint64() }
    if random.isPresent() { self.retryAfterMs = random.uint32() }
    if random.isPresent() { self.until = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Appended: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.time = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Marked: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.read = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Done: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Changed: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.revision = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Settings: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.settings = random.listOfMessages { $0.message() }
    if random.isPresent() { self.head = random.uint64() }
    if random.isPresent() { self.more = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Relations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.relations = random.listOfMessages { $0.message() }
    if random.isPresent() { self.head = random.uint64() }
    if random.isPresent() { self.more = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Entries: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    self.entries = random.listOfMessages { $0.message() }
    if random.isPresent() { self.head = random.uint64() }
    if random.isPresent() { self.first = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.GroupCard: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.title = random.string() }
    if random.isPresent() { self.memberCount = random.uint32() }
    if random.isPresent() { self.owner = random.string() }
    self.attributes = random.listOfMessages { $0.message() }
    if random.isPresent() { self.member = random.bool() }
    if random.isPresent() { self.creator = random.string() }
    if random.isPresent() { self.open = random.bool() }
    if random.isPresent() { self.applications = random.bool() }
    if random.isPresent() { self.appliedUntil = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.FoundConversations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.ids = random.list { $0.string() }
    if random.isPresent() { self.next = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Links: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    self.links = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.JoinLink: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.id = random.uint64() }
    if random.isPresent() { self.by = random.string() }
    if random.isPresent() { self.until = random.int64() }
    if random.isPresent() { self.uses = random.uint32() }
    if random.isPresent() { self.used = random.uint32() }
    if random.isPresent() { self.code = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Bans: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    self.bans = random.listOfMessages { $0.message() }
    if random.isPresent() { self.more = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Ban: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.by = random.string() }
    if random.isPresent() { self.since = random.int64() }
    if random.isPresent() { self.until = random.int64() }
    if random.isPresent() { self.reason = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Applications: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    self.applications = random.listOfMessages { $0.message() }
    if random.isPresent() { self.more = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Application: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.since = random.int64() }
    if random.isPresent() { self.until = random.int64() }
    if random.isPresent() { self.text = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Announcements: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    self.announcements = random.listOfMessages { $0.message() }
    if random.isPresent() { self.next = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Announcement: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.text = random.string() }
    if random.isPresent() { self.by = random.string() }
    if random.isPresent() { self.time = random.int64() }
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.previous = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Signalled: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.sender = random.string() }
    if random.isPresent() { self.type = random.string() }
    if random.isPresent() { self.content = random.string() }
    if random.isPresent() { self.time = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ScheduledMessages: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.messages = random.listOfMessages { $0.message() }
    if random.isPresent() { self.more = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Receipts: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    self.counts = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ReceiptCount: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.members = random.uint32() }
    if random.isPresent() { self.read = random.uint32() }
    if random.isPresent() { self.delivered = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Messages: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    self.entries = random.listOfMessages { $0.message() }
    if random.isPresent() { self.more = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.UserEntries: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.entries = random.listOfMessages { $0.message() }
    if random.isPresent() { self.head = random.uint64() }
    if random.isPresent() { self.first = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Conversations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.conversations = random.listOfMessages { $0.message() }
    if random.isPresent() { self.more = random.bool() }
    if random.isPresent() { self.stamp = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Members: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    self.members = random.listOfMessages { $0.message() }
    if random.isPresent() { self.more = random.bool() }
    if random.isPresent() { self.head = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Annotators: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.target = random.uint64() }
    self.annotators = random.listOfMessages { $0.message() }
    if random.isPresent() { self.more = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Annotator: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.seq = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Push: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.entries = random.listOfMessages { $0.message() }
    self.userEntries = random.listOfMessages { $0.message() }
    self.markers = random.listOfMessages { $0.message() }
    self.scheduled = random.listOfMessages { $0.message() }
    self.presences = random.listOfMessages { $0.message() }
    self.profiles = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ProfileChange: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.revision = random.uint64() }
    if random.isPresent() { self.base = random.uint64() }
    self.fields = random.listOfMessages { $0.message() }
    if random.isPresent() { self.number = random.string() }
    if random.isPresent() { self.visibility = random.enumeration() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ScheduleChange: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.mayNest() { self.made = random.message() }
    if random.isPresent() { self.ended = random.string() }
    if random.isPresent() { self.how = random.enumeration() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Closing: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.mayNest() { self.failure = random.message() }
    if random.isPresent() { self.reconnect = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Entry: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.time = random.int64() }
    if random.isPresent() { self.sender = random.string() }
    if random.isPresent() { self.clientId = random.string() }
    if random.isPresent() { self.countable = random.uint64() }
    switch random.choice(of: 18) {
    case 0: if random.mayNest() { self.event = .message(random.message()) }
    case 1: if random.mayNest() { self.event = .edited(random.message()) }
    case 2: if random.mayNest() { self.event = .recalled(random.message()) }
    case 3: if random.mayNest() { self.event = .groupCreated(random.message()) }
    case 4: if random.mayNest() { self.event = .membersAdded(random.message()) }
    case 5: if random.mayNest() { self.event = .membersRemoved(random.message()) }
    case 6: if random.mayNest() { self.event = .annotated(random.message()) }
    case 7: if random.mayNest() { self.event = .conversationChanged(random.message()) }
    case 8: if random.mayNest() { self.event = .rolesSet(random.message()) }
    case 9: if random.mayNest() { self.event = .membersSilenced(random.message()) }
    case 10: if random.mayNest() { self.event = .usersBanned(random.message()) }
    case 11: if random.mayNest() { self.event = .applied(random.message()) }
    case 12: if random.mayNest() { self.event = .applicationsRefused(random.message()) }
    case 13: if random.mayNest() { self.event = .memberNamed(random.message()) }
    case 14: if random.mayNest() { self.event = .announced(random.message()) }
    case 15: if random.mayNest() { self.event = .withheld(random.message()) }
    case 16: if random.mayNest() { self.event = .hidden(random.message()) }
    default: break
    }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Withheld: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.HiddenEntry: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.message = random.bool() }
    if random.isPresent() { self.replyTo = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Message: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.type = random.string() }
    if random.isPresent() { self.content = random.string() }
    if random.isPresent() { self.revision = random.uint64() }
    if random.isPresent() { self.recalled = random.bool() }
    if random.mayNest() { self.annotations = random.message() }
    if random.isPresent() { self.replyTo = random.uint64() }
    if random.mayNest() { self.details = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Details: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.mayNest() { self.mentions = random.message() }
    if random.isPresent() { self.extra = random.string() }
    if random.mayNest() { self.sender = random.message() }
    if random.isPresent() { self.priority = random.enumeration() }
    self.directed = random.list { $0.string() }
    if random.mayNest() { self.push = random.message() }
    if random.isPresent() { self.text = random.string() }
    if random.mayNest() { self.policy = random.message() }
    if random.mayNest() { self.recall = random.message() }
    if random.isPresent() { self.reason = random.string() }
    if random.mayNest() { self.arrival = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Arrival: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.link = random.uint64() }
    if random.isPresent() { self.sharedBy = random.string() }
    if random.isPresent() { self.way = random.string() }
    if random.isPresent() { self.history = random.uint64() }
    if random.isPresent() { self.accepted = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Mentions: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.all = random.bool() }
    self.users = random.list { $0.string() }
    if random.isPresent() { self.text = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SenderInfo: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.name = random.string() }
    if random.isPresent() { self.picture = random.string() }
    if random.isPresent() { self.extra = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.PushDetails: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.disabled = random.bool() }
    if random.isPresent() { self.title = random.string() }
    if random.isPresent() { self.text = random.string() }
    if random.isPresent() { self.data = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MessagePolicy: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.counted = random.enumeration() }
    if random.isPresent() { self.listed = random.enumeration() }
    if random.isPresent() { self.live = random.enumeration() }
    if random.isPresent() { self.pushed = random.enumeration() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Annotations: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.through = random.uint64() }
    self.tallies = random.listOfMessages { $0.message() }
    self.properties = random.listOfMessages { $0.message() }
    if random.isPresent() { self.expandable = random.bool() }
    if random.isPresent() { self.pinnedBy = random.string() }
    if random.isPresent() { self.pinnedAt = random.uint64() }
    if random.isPresent() { self.closed = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Tally: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.kind = random.enumeration() }
    if random.isPresent() { self.key = random.string() }
    if random.isPresent() { self.count = random.uint32() }
    if random.isPresent() { self.mine = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Edited: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.target = random.uint64() }
    if random.isPresent() { self.type = random.string() }
    if random.isPresent() { self.content = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Recalled: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.target = random.uint64() }
    if random.mayNest() { self.details = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Annotated: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.target = random.uint64() }
    if random.isPresent() { self.kind = random.enumeration() }
    self.items = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.GroupCreated: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.title = random.string() }
    if random.isPresent() { self.owner = random.string() }
    self.members = random.list { $0.string() }
    self.attributes = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ConversationChanged: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.title = random.string() }
    self.attributes = random.listOfMessages { $0.message() }
    if random.isPresent() { self.silenced = random.bool() }
    if random.isPresent() { self.open = random.bool() }
    if random.mayNest() { self.linkMade = random.message() }
    self.linksRevoked = random.list { $0.uint64() }
    if random.isPresent() { self.dismissed = random.bool() }
    if random.isPresent() { self.history = random.uint32() }
    if random.isPresent() { self.applications = random.bool() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.RolesSet: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    if random.isPresent() { self.role = random.enumeration() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MembersSilenced: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    if random.isPresent() { self.until = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.UsersBanned: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    if random.isPresent() { self.until = random.int64() }
    self.removed = random.list { $0.string() }
    if random.isPresent() { self.owner = random.string() }
    if random.isPresent() { self.reason = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Applied: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.text = random.string() }
    if random.isPresent() { self.until = random.int64() }
    if random.mayNest() { self.arrival = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ApplicationsRefused: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    if random.isPresent() { self.reason = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MemberNamed: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.name = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Announced: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.text = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.GroupRules: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.admins = random.list { $0.string() }
    if random.isPresent() { self.silenced = random.bool() }
    if random.isPresent() { self.open = random.bool() }
    if random.isPresent() { self.dismissed = random.bool() }
    self.links = random.listOfMessages { $0.message() }
    if random.isPresent() { self.history = random.uint32() }
    if random.isPresent() { self.outsiders = random.bool() }
    if random.isPresent() { self.applications = random.bool() }
    if random.mayNest() { self.announcement = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MembersAdded: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    if random.mayNest() { self.arrival = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.MembersRemoved: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.users = random.list { $0.string() }
    if random.isPresent() { self.owner = random.string() }
    if random.isPresent() { self.reason = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.UserEntry: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.time = random.int64() }
    if random.isPresent() { self.conversation = random.string() }
    switch random.choice(of: 8) {
    case 0: if random.mayNest() { self.event = .joined(random.message()) }
    case 1: if random.mayNest() { self.event = .left(random.message()) }
    case 2: if random.mayNest() { self.event = .readTo(random.message()) }
    case 3: if random.mayNest() { self.event = .settingChanged(random.message()) }
    case 4: if random.mayNest() { self.event = .hidden(random.message()) }
    case 5: if random.mayNest() { self.event = .relationsChanged(random.message()) }
    case 6: if random.mayNest() { self.event = .applicationChanged(random.message()) }
    default: break
    }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Joined: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.seq = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Left: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.by = random.string() }
    if random.isPresent() { self.reason = random.string() }
    if random.isPresent() { self.bannedUntil = random.int64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ReadTo: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.seq = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ApplicationChanged: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.seq = random.uint64() }
    if random.isPresent() { self.state = random.enumeration() }
    if random.isPresent() { self.until = random.int64() }
    if random.isPresent() { self.by = random.string() }
    if random.isPresent() { self.reason = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.SettingChanged: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.settings = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Hidden: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.until = random.uint64() }
    self.targets = random.list { $0.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.RelationsChanged: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.relations = random.listOfMessages { $0.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Relation: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.revision = random.uint64() }
    if random.isPresent() { self.blocked = random.bool() }
    if random.isPresent() { self.allowed = random.bool() }
    if random.isPresent() { self.onlyAllowed = random.bool() }
    if random.isPresent() { self.friend = random.bool() }
    if random.isPresent() { self.asked = random.bool() }
    if random.isPresent() { self.asks = random.bool() }
    if random.isPresent() { self.text = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Setting: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.key = random.string() }
    if random.isPresent() { self.value = random.string() }
    if random.isPresent() { self.revision = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Profile: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.revision = random.uint64() }
    self.fields = random.listOfMessages { $0.message() }
    if random.isPresent() { self.number = random.string() }
    if random.isPresent() { self.visibility = random.enumeration() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.ProfileField: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.key = random.string() }
    if random.isPresent() { self.value = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Profiles: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.profiles = random.listOfMessages { $0.message() }
    if random.isPresent() { self.covered = random.uint32() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Presence: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    self.devices = random.list { $0.enumeration() }
    if random.isPresent() { self.text = random.string() }
    if random.isPresent() { self.lastSeen = random.int64() }
    if random.isPresent() { self.order = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Presences: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.presences = random.listOfMessages { $0.message() }
    self.unwatched = random.list { $0.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Marker: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.conversation = random.string() }
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.read = random.uint64() }
    if random.isPresent() { self.delivered = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Conversation: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.id = random.string() }
    if random.isPresent() { self.title = random.string() }
    if random.isPresent() { self.owner = random.string() }
    if random.isPresent() { self.memberCount = random.uint32() }
    if random.isPresent() { self.head = random.uint64() }
    if random.isPresent() { self.stamp = random.uint64() }
    if random.isPresent() { self.unread = random.uint64() }
    if random.isPresent() { self.joined = random.uint64() }
    if random.isPresent() { self.read = random.uint64() }
    if random.mayNest() { self.lastMessage = random.message() }
    if random.isPresent() { self.lastSent = random.uint64() }
    if random.isPresent() { self.countable = random.uint64() }
    if random.isPresent() { self.cleared = random.uint64() }
    if random.isPresent() { self.hidden = random.uint64() }
    if random.isPresent() { self.mentions = random.uint64() }
    if random.isPresent() { self.firstMention = random.uint64() }
    if random.isPresent() { self.time = random.int64() }
    self.attributes = random.listOfMessages { $0.message() }
    if random.mayNest() { self.rules = random.message() }
    if random.isPresent() { self.silencedUntil = random.int64() }
    if random.isPresent() { self.earlier = random.uint64() }
    random.unknownFields(&self.unknownFields)
  }
}

extension Wire.Member: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.user = random.string() }
    if random.isPresent() { self.role = random.enumeration() }
    if random.isPresent() { self.joined = random.uint64() }
    if random.isPresent() { self.read = random.uint64() }
    if random.isPresent() { self.delivered = random.uint64() }
    if random.isPresent() { self.readAt = random.int64() }
    if random.isPresent() { self.silencedUntil = random.int64() }
    if random.isPresent() { self.nickname = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}
