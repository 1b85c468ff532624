// Generated from rest.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

extension Wire.CreateUser: WireMessage {
  package static var messageName: String { "martlet.v1.CreateUser" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.User: WireMessage {
  package static var messageName: String { "martlet.v1.User" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.created { size &+= 1 &+ BinarySize.bool(self.created) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.created { writer.bool(self.created); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.created = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SetProfile: WireMessage {
  package static var messageName: String { "martlet.v1.SetProfile" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    for value in self.fields { size &+= 1 &+ BinarySize.message(value) }
    if self.visibility.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.visibility) }
    if let value = self.number { size &+= 1 &+ BinarySize.string(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.number { writer.string(value); writer.tag(34) }
    if self.visibility.rawValue != 0 { writer.enumeration(self.visibility); writer.tag(24) }
    for value in self.fields.reversed() { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.append(to: &self.fields)
      case 24: self.visibility = try reader.enumeration()
      case 34: self.number = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ImportUsers: WireMessage {
  package static var messageName: String { "martlet.v1.ImportUsers" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.users.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.users)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ImportedUsers: WireMessage {
  package static var messageName: String { "martlet.v1.ImportedUsers" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.users.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.users)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ImportedUser: WireMessage {
  package static var messageName: String { "martlet.v1.ImportedUser" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.created { size &+= 1 &+ BinarySize.bool(self.created) }
    if let value = self.failure { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.failure { writer.message(value); writer.tag(26) }
    if self.created { writer.bool(self.created); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.created = try reader.bool()
      case 26: try reader.message(&self.failure)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SuspendUser: WireMessage {
  package static var messageName: String { "martlet.v1.SuspendUser" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.until != 0 { writer.int64(self.until); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.until = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Suspension: WireMessage {
  package static var messageName: String { "martlet.v1.Suspension" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.until != 0 { writer.int64(self.until); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.until = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListSuspended: WireMessage {
  package static var messageName: String { "martlet.v1.ListSuspended" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.after.isEmpty { size &+= 1 &+ BinarySize.string(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(16) }
    if !self.after.isEmpty { writer.string(self.after); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.after = try reader.string()
      case 16: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Suspensions: WireMessage {
  package static var messageName: String { "martlet.v1.Suspensions" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.message(value) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.more { writer.bool(self.more); writer.tag(16) }
    for value in self.users.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.users)
      case 16: self.more = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListUserGroups: WireMessage {
  package static var messageName: String { "martlet.v1.ListUserGroups" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.before != 0 { size &+= 1 &+ BinarySize.uint64(self.before) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(24) }
    if self.before != 0 { writer.uint64(self.before); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.before = try reader.uint64()
      case 24: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.UserGroups: WireMessage {
  package static var messageName: String { "martlet.v1.UserGroups" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.groups { size &+= 1 &+ BinarySize.message(value) }
    if self.next != 0 { size &+= 1 &+ BinarySize.uint64(self.next) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.next != 0 { writer.uint64(self.next); writer.tag(16) }
    for value in self.groups.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.groups)
      case 16: self.next = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.UserGroup: WireMessage {
  package static var messageName: String { "martlet.v1.UserGroup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.title.isEmpty { size &+= 1 &+ BinarySize.string(self.title) }
    if self.role.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.role) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.role.rawValue != 0 { writer.enumeration(self.role); writer.tag(24) }
    if !self.title.isEmpty { writer.string(self.title); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.title = try reader.string()
      case 24: self.role = try reader.enumeration()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SyncGroups: WireMessage {
  package static var messageName: String { "martlet.v1.SyncGroups" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    for value in self.groups { size &+= 1 &+ BinarySize.string(value) }
    if self.makes { size &+= 1 &+ BinarySize.bool(self.makes) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.makes { writer.bool(self.makes); writer.tag(32) }
    for value in self.groups.reversed() { writer.string(value); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26:
        try reader.countElement()
        self.groups.append(try reader.string())
      case 32: self.makes = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SyncedGroups: WireMessage {
  package static var messageName: String { "martlet.v1.SyncedGroups" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.groups { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.groups.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.groups)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SyncedGroup: WireMessage {
  package static var messageName: String { "martlet.v1.SyncedGroup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.joins { size &+= 1 &+ BinarySize.bool(self.joins) }
    if let value = self.failure { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.failure { writer.message(value); writer.tag(26) }
    if self.joins { writer.bool(self.joins); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.joins = try reader.bool()
      case 26: try reader.message(&self.failure)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SetUserRelations: WireMessage {
  package static var messageName: String { "martlet.v1.SetUserRelations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.kind.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.kind) }
    if self.set { size &+= 1 &+ BinarySize.bool(self.set) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.set { writer.bool(self.set); writer.tag(32) }
    if self.kind.rawValue != 0 { writer.enumeration(self.kind); writer.tag(24) }
    for value in self.users.reversed() { writer.string(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18:
        try reader.countElement()
        self.users.append(try reader.string())
      case 24: self.kind = try reader.enumeration()
      case 32: self.set = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListUserRelations: WireMessage {
  package static var messageName: String { "martlet.v1.ListUserRelations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.kind.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.kind) }
    if !self.after.isEmpty { size &+= 1 &+ BinarySize.string(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(32) }
    if !self.after.isEmpty { writer.string(self.after); writer.tag(26) }
    if self.kind.rawValue != 0 { writer.enumeration(self.kind); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.kind = try reader.enumeration()
      case 26: self.after = try reader.string()
      case 32: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.UserRelations: WireMessage {
  package static var messageName: String { "martlet.v1.UserRelations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.more { writer.bool(self.more); writer.tag(16) }
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      case 16: self.more = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SendMessages: WireMessage {
  package static var messageName: String { "martlet.v1.SendMessages" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if let value = self.message { size &+= 1 &+ BinarySize.message(value) }
    for value in self.conversations { size &+= 1 &+ BinarySize.string(value) }
    if self.checked { size &+= 1 &+ BinarySize.bool(self.checked) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.checked { writer.bool(self.checked); writer.tag(32) }
    for value in self.conversations.reversed() { writer.string(value); writer.tag(26) }
    if let value = self.message { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.message(&self.message)
      case 26:
        try reader.countElement()
        self.conversations.append(try reader.string())
      case 32: self.checked = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SentMessages: WireMessage {
  package static var messageName: String { "martlet.v1.SentMessages" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.messages { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.messages.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.messages)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SentMessage: WireMessage {
  package static var messageName: String { "martlet.v1.SentMessage" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if self.time != 0 { size &+= 1 &+ BinarySize.int64(self.time) }
    if let value = self.failure { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.failure { writer.message(value); writer.tag(34) }
    if self.time != 0 { writer.int64(self.time); writer.tag(24) }
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.seq = try reader.uint64()
      case 24: self.time = try reader.int64()
      case 34: try reader.message(&self.failure)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.EditMessage: WireMessage {
  package static var messageName: String { "martlet.v1.EditMessage" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if let value = self.edit { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.edit { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.message(&self.edit)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.RecallMessage: WireMessage {
  package static var messageName: String { "martlet.v1.RecallMessage" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if let value = self.recall { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.recall { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.message(&self.recall)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.AnnotateMessage: WireMessage {
  package static var messageName: String { "martlet.v1.AnnotateMessage" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if let value = self.annotate { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.annotate { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.message(&self.annotate)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.HideMessages: WireMessage {
  package static var messageName: String { "martlet.v1.HideMessages" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if let value = self.hide { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.hide { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.message(&self.hide)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListEntries: WireMessage {
  package static var messageName: String { "martlet.v1.ListEntries" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if let value = self.fetch { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.fetch { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.message(&self.fetch)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListUserConversations: WireMessage {
  package static var messageName: String { "martlet.v1.ListUserConversations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if let value = self.list { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.list { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.message(&self.list)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MarkUserRead: WireMessage {
  package static var messageName: String { "martlet.v1.MarkUserRead" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if let value = self.mark { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.mark { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.message(&self.mark)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListUserSettings: WireMessage {
  package static var messageName: String { "martlet.v1.ListUserSettings" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if let value = self.fetch { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.fetch { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.message(&self.fetch)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ChangeUserSettings: WireMessage {
  package static var messageName: String { "martlet.v1.ChangeUserSettings" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    for value in self.settings { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.settings.reversed() { writer.message(value); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: try reader.append(to: &self.settings)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MakeGroup: WireMessage {
  package static var messageName: String { "martlet.v1.MakeGroup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.owner.isEmpty { size &+= 1 &+ BinarySize.string(self.owner) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if !self.group.isEmpty { size &+= 1 &+ BinarySize.string(self.group) }
    if !self.title.isEmpty { size &+= 1 &+ BinarySize.string(self.title) }
    for value in self.members { size &+= 1 &+ BinarySize.string(value) }
    for value in self.attributes { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.attributes.reversed() { writer.message(value); writer.tag(50) }
    for value in self.members.reversed() { writer.string(value); writer.tag(42) }
    if !self.title.isEmpty { writer.string(self.title); writer.tag(34) }
    if !self.group.isEmpty { writer.string(self.group); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.owner.isEmpty { writer.string(self.owner); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.owner = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26: self.group = try reader.string()
      case 34: self.title = try reader.string()
      case 42:
        try reader.countElement()
        self.members.append(try reader.string())
      case 50: try reader.append(to: &self.attributes)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.CreateToken: WireMessage {
  package static var messageName: String { "martlet.v1.CreateToken" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.validSeconds != 0 { size &+= 1 &+ BinarySize.uint32(self.validSeconds) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.validSeconds != 0 { writer.uint32(self.validSeconds); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.validSeconds = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Token: WireMessage {
  package static var messageName: String { "martlet.v1.Token" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.token.isEmpty { size &+= 1 &+ BinarySize.string(self.token) }
    if self.expires != 0 { size &+= 1 &+ BinarySize.int64(self.expires) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.expires != 0 { writer.int64(self.expires); writer.tag(16) }
    if !self.token.isEmpty { writer.string(self.token); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.token = try reader.string()
      case 16: self.expires = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.RevokeTokens: WireMessage {
  package static var messageName: String { "martlet.v1.RevokeTokens" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.issuedUntil != 0 { size &+= 1 &+ BinarySize.int64(self.issuedUntil) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.issuedUntil != 0 { writer.int64(self.issuedUntil); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.issuedUntil = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Revoked: WireMessage {
  package static var messageName: String { "martlet.v1.Revoked" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.issuedUntil != 0 { size &+= 1 &+ BinarySize.int64(self.issuedUntil) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.issuedUntil != 0 { writer.int64(self.issuedUntil); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.issuedUntil = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.CreateBackup: WireMessage {
  package static var messageName: String { "martlet.v1.CreateBackup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.directory.isEmpty { size &+= 1 &+ BinarySize.string(self.directory) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.directory.isEmpty { writer.string(self.directory); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.directory = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Backup: WireMessage {
  package static var messageName: String { "martlet.v1.Backup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.directory.isEmpty { size &+= 1 &+ BinarySize.string(self.directory) }
    if !self.state.isEmpty { size &+= 1 &+ BinarySize.string(self.state) }
    if self.copiedBytes != 0 { size &+= 1 &+ BinarySize.uint64(self.copiedBytes) }
    if self.totalBytes != 0 { size &+= 1 &+ BinarySize.uint64(self.totalBytes) }
    if !self.problem.isEmpty { size &+= 1 &+ BinarySize.string(self.problem) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.problem.isEmpty { writer.string(self.problem); writer.tag(42) }
    if self.totalBytes != 0 { writer.uint64(self.totalBytes); writer.tag(32) }
    if self.copiedBytes != 0 { writer.uint64(self.copiedBytes); writer.tag(24) }
    if !self.state.isEmpty { writer.string(self.state); writer.tag(18) }
    if !self.directory.isEmpty { writer.string(self.directory); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.directory = try reader.string()
      case 18: self.state = try reader.string()
      case 24: self.copiedBytes = try reader.uint64()
      case 32: self.totalBytes = try reader.uint64()
      case 42: self.problem = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Health: WireMessage {
  package static var messageName: String { "martlet.v1.Health" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.status.isEmpty { size &+= 1 &+ BinarySize.string(self.status) }
    if !self.version.isEmpty { size &+= 1 &+ BinarySize.string(self.version) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.version.isEmpty { writer.string(self.version); writer.tag(18) }
    if !self.status.isEmpty { writer.string(self.status); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.status = try reader.string()
      case 18: self.version = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MediaLink: WireMessage {
  package static var messageName: String { "martlet.v1.MediaLink" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.path.isEmpty { size &+= 1 &+ BinarySize.string(self.path) }
    if self.expires != 0 { size &+= 1 &+ BinarySize.int64(self.expires) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.expires != 0 { writer.int64(self.expires); writer.tag(16) }
    if !self.path.isEmpty { writer.string(self.path); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.path = try reader.string()
      case 16: self.expires = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MediaFacts: WireMessage {
  package static var messageName: String { "martlet.v1.MediaFacts" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.type.isEmpty { size &+= 1 &+ BinarySize.string(self.type) }
    if self.width != 0 { size &+= 1 &+ BinarySize.uint32(self.width) }
    if self.height != 0 { size &+= 1 &+ BinarySize.uint32(self.height) }
    if self.durationMs != 0 { size &+= 1 &+ BinarySize.uint64(self.durationMs) }
    if self.frames != 0 { size &+= 1 &+ BinarySize.uint32(self.frames) }
    if !self.waveform.isEmpty { size &+= 1 &+ BinarySize.bytes(self.waveform) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.waveform.isEmpty { writer.bytes(self.waveform); writer.tag(50) }
    if self.frames != 0 { writer.uint32(self.frames); writer.tag(40) }
    if self.durationMs != 0 { writer.uint64(self.durationMs); writer.tag(32) }
    if self.height != 0 { writer.uint32(self.height); writer.tag(24) }
    if self.width != 0 { writer.uint32(self.width); writer.tag(16) }
    if !self.type.isEmpty { writer.string(self.type); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.type = try reader.string()
      case 16: self.width = try reader.uint32()
      case 24: self.height = try reader.uint32()
      case 32: self.durationMs = try reader.uint64()
      case 40: self.frames = try reader.uint32()
      case 50: self.waveform = try reader.bytes()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}
