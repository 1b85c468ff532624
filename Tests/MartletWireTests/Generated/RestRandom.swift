// Generated from rest.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

let restMessages: [any RandomMessage.Type] = [
  Wire.CreateUser.self,
  Wire.User.self,
  Wire.SetProfile.self,
  Wire.CreateToken.self,
  Wire.Token.self,
  Wire.RevokeTokens.self,
  Wire.Revoked.self,
  Wire.CreateBackup.self,
  Wire.Backup.self,
  Wire.Health.self,
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
