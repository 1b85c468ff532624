// Generated from node.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

extension Nodes.Changes: WireMessage {
  package static var messageName: String { "martlet.node.v1.Changes" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.logs { size &+= 1 &+ BinarySize.message(value) }
    for value in self.markers { size &+= 1 &+ BinarySize.message(value) }
    for value in self.users { size &+= 1 &+ BinarySize.message(value) }
    for value in self.revocations { size &+= 1 &+ BinarySize.message(value) }
    if self.void { size &+= 1 &+ BinarySize.bool(self.void) }
    for value in self.suspensions { size &+= 1 &+ BinarySize.message(value) }
    for value in self.relations { size &+= 2 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.relations.reversed() { writer.message(value); writer.tag(522) }
    for value in self.suspensions.reversed() { writer.message(value); writer.tag(50) }
    if self.void { writer.bool(self.void); writer.tag(40) }
    for value in self.revocations.reversed() { writer.message(value); writer.tag(34) }
    for value in self.users.reversed() { writer.message(value); writer.tag(26) }
    for value in self.markers.reversed() { writer.message(value); writer.tag(18) }
    for value in self.logs.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.logs)
      case 18: try reader.append(to: &self.markers)
      case 26: try reader.append(to: &self.users)
      case 34: try reader.append(to: &self.revocations)
      case 40: self.void = try reader.bool()
      case 50: try reader.append(to: &self.suspensions)
      case 522: try reader.append(to: &self.relations)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.LogChange: WireMessage {
  package static var messageName: String { "martlet.node.v1.LogChange" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.first != 0 { size &+= 1 &+ BinarySize.uint64(self.first) }
    if self.last != 0 { size &+= 1 &+ BinarySize.uint64(self.last) }
    if !self.messages.isEmpty { size &+= 1 &+ BinarySize.bytes(self.messages) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.messages.isEmpty { writer.bytes(self.messages); writer.tag(42) }
    if self.last != 0 { writer.uint64(self.last); writer.tag(32) }
    if self.first != 0 { writer.uint64(self.first); writer.tag(24) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.conversation = try reader.string()
      case 24: self.first = try reader.uint64()
      case 32: self.last = try reader.uint64()
      case 42: self.messages = try reader.bytes()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.Messages: WireMessage {
  package static var messageName: String { "martlet.node.v1.Messages" }

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

extension Nodes.StoredMessage: WireMessage {
  package static var messageName: String { "martlet.node.v1.StoredMessage" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.time != 0 { size &+= 1 &+ BinarySize.int64(self.time) }
    if !self.sender.isEmpty { size &+= 1 &+ BinarySize.string(self.sender) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if self.countable != 0 { size &+= 1 &+ BinarySize.uint64(self.countable) }
    if !self.type.isEmpty { size &+= 1 &+ BinarySize.string(self.type) }
    if !self.content.isEmpty { size &+= 1 &+ BinarySize.string(self.content) }
    if !self.details.isEmpty { size &+= 1 &+ BinarySize.bytes(self.details) }
    if self.parent != 0 { size &+= 1 &+ BinarySize.uint64(self.parent) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.parent != 0 { writer.uint64(self.parent); writer.tag(64) }
    if !self.details.isEmpty { writer.bytes(self.details); writer.tag(58) }
    if !self.content.isEmpty { writer.string(self.content); writer.tag(50) }
    if !self.type.isEmpty { writer.string(self.type); writer.tag(42) }
    if self.countable != 0 { writer.uint64(self.countable); writer.tag(32) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(26) }
    if !self.sender.isEmpty { writer.string(self.sender); writer.tag(18) }
    if self.time != 0 { writer.int64(self.time); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.time = try reader.int64()
      case 18: self.sender = try reader.string()
      case 26: self.clientId = try reader.string()
      case 32: self.countable = try reader.uint64()
      case 42: self.type = try reader.string()
      case 50: self.content = try reader.string()
      case 58: self.details = try reader.bytes()
      case 64: self.parent = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.MarkerChange: WireMessage {
  package static var messageName: String { "martlet.node.v1.MarkerChange" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.read != 0 { size &+= 1 &+ BinarySize.uint64(self.read) }
    if self.delivered != 0 { size &+= 1 &+ BinarySize.uint64(self.delivered) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.delivered != 0 { writer.uint64(self.delivered); writer.tag(40) }
    if self.read != 0 { writer.uint64(self.read); writer.tag(32) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(26) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.conversation = try reader.string()
      case 26: self.user = try reader.string()
      case 32: self.read = try reader.uint64()
      case 40: self.delivered = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.UserLogChange: WireMessage {
  package static var messageName: String { "martlet.node.v1.UserLogChange" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.first != 0 { size &+= 1 &+ BinarySize.uint64(self.first) }
    if self.last != 0 { size &+= 1 &+ BinarySize.uint64(self.last) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.last != 0 { writer.uint64(self.last); writer.tag(32) }
    if self.first != 0 { writer.uint64(self.first); writer.tag(24) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.user = try reader.string()
      case 24: self.first = try reader.uint64()
      case 32: self.last = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.Revocation: WireMessage {
  package static var messageName: String { "martlet.node.v1.Revocation" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.until != 0 { writer.int64(self.until); writer.tag(24) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.user = try reader.string()
      case 24: self.until = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.Suspension: WireMessage {
  package static var messageName: String { "martlet.node.v1.Suspension" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.until != 0 { writer.int64(self.until); writer.tag(24) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.user = try reader.string()
      case 24: self.until = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.RelationChange: WireMessage {
  package static var messageName: String { "martlet.node.v1.RelationChange" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.peer.isEmpty { size &+= 1 &+ BinarySize.string(self.peer) }
    if self.revision != 0 { size &+= 1 &+ BinarySize.uint64(self.revision) }
    if self.flags != 0 { size &+= 1 &+ BinarySize.uint64(self.flags) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.flags != 0 { writer.uint64(self.flags); writer.tag(40) }
    if self.revision != 0 { writer.uint64(self.revision); writer.tag(32) }
    if !self.peer.isEmpty { writer.string(self.peer); writer.tag(26) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.user = try reader.string()
      case 26: self.peer = try reader.string()
      case 32: self.revision = try reader.uint64()
      case 40: self.flags = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.Packet: WireMessage {
  package static var messageName: String { "martlet.node.v1.Packet" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.node != 0 { size &+= 1 &+ BinarySize.int64(self.node) }
    if self.seq != 0 { size &+= 1 &+ BinarySize.int64(self.seq) }
    if let value = self.changes { size &+= 1 &+ BinarySize.message(value) }
    for value in self.signals { size &+= 1 &+ BinarySize.message(value) }
    for value in self.pushes { size &+= 1 &+ BinarySize.message(value) }
    for value in self.signIns { size &+= 1 &+ BinarySize.message(value) }
    for value in self.profiles { size &+= 1 &+ BinarySize.message(value) }
    if let value = self.presence { size &+= 2 &+ BinarySize.message(value) }
    if let value = self.presenceAsked { size &+= 2 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.presenceAsked { writer.message(value); writer.tag(490) }
    if let value = self.presence { writer.message(value); writer.tag(482) }
    for value in self.profiles.reversed() { writer.message(value); writer.tag(58) }
    for value in self.signIns.reversed() { writer.message(value); writer.tag(50) }
    for value in self.pushes.reversed() { writer.message(value); writer.tag(42) }
    for value in self.signals.reversed() { writer.message(value); writer.tag(34) }
    if let value = self.changes { writer.message(value); writer.tag(26) }
    if self.seq != 0 { writer.int64(self.seq); writer.tag(16) }
    if self.node != 0 { writer.int64(self.node); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.node = try reader.int64()
      case 16: self.seq = try reader.int64()
      case 26: try reader.message(&self.changes)
      case 34: try reader.append(to: &self.signals)
      case 42: try reader.append(to: &self.pushes)
      case 50: try reader.append(to: &self.signIns)
      case 58: try reader.append(to: &self.profiles)
      case 482: try reader.message(&self.presence)
      case 490: try reader.message(&self.presenceAsked)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.PresenceTold: WireMessage {
  package static var messageName: String { "martlet.node.v1.PresenceTold" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.lane != 0 { size &+= 1 &+ BinarySize.uint32(self.lane) }
    if self.number != 0 { size &+= 1 &+ BinarySize.uint64(self.number) }
    for value in self.users { size &+= 1 &+ BinarySize.message(value) }
    if self.answers != 0 { size &+= 1 &+ BinarySize.uint64(self.answers) }
    if self.asker != 0 { size &+= 1 &+ BinarySize.int64(self.asker) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.asker != 0 { writer.int64(self.asker); writer.tag(40) }
    if self.answers != 0 { writer.uint64(self.answers); writer.tag(32) }
    for value in self.users.reversed() { writer.message(value); writer.tag(26) }
    if self.number != 0 { writer.uint64(self.number); writer.tag(16) }
    if self.lane != 0 { writer.uint32(self.lane); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.lane = try reader.uint32()
      case 16: self.number = try reader.uint64()
      case 26: try reader.append(to: &self.users)
      case 32: self.answers = try reader.uint64()
      case 40: self.asker = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.UserPresence: WireMessage {
  package static var messageName: String { "martlet.node.v1.UserPresence" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.devices.isEmpty {
      var length = 0
      for value in self.devices { length &+= BinarySize.int32(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    if self.textTime != 0 { size &+= 1 &+ BinarySize.int64(self.textTime) }
    if self.lastSeen != 0 { size &+= 1 &+ BinarySize.int64(self.lastSeen) }
    if self.changed { size &+= 1 &+ BinarySize.bool(self.changed) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.changed { writer.bool(self.changed); writer.tag(56) }
    if self.lastSeen != 0 { writer.int64(self.lastSeen); writer.tag(48) }
    if self.textTime != 0 { writer.int64(self.textTime); writer.tag(40) }
    if !self.text.isEmpty { writer.string(self.text); writer.tag(34) }
    if !self.devices.isEmpty {
      let mark = writer.mark
      for value in self.devices.reversed() { writer.int32(value) }
      writer.length(since: mark); writer.tag(26)
    }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.user = try reader.string()
      case 24:
        try reader.countElement()
        self.devices.append(try reader.int32())
      case 26:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.devices.append(try reader.int32())
        }
        reader.leavePacked(outer)
      case 34: self.text = try reader.string()
      case 40: self.textTime = try reader.int64()
      case 48: self.lastSeen = try reader.int64()
      case 56: self.changed = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.PresenceAsked: WireMessage {
  package static var messageName: String { "martlet.node.v1.PresenceAsked" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.id != 0 { size &+= 1 &+ BinarySize.uint64(self.id) }
    for value in self.users { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.users.reversed() { writer.message(value); writer.tag(18) }
    if self.id != 0 { writer.uint64(self.id); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.id = try reader.uint64()
      case 18: try reader.append(to: &self.users)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.UserName: WireMessage {
  package static var messageName: String { "martlet.node.v1.UserName" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.user = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.Signal: WireMessage {
  package static var messageName: String { "martlet.node.v1.Signal" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.except.isEmpty { size &+= 1 &+ BinarySize.string(self.except) }
    if !self.packet.isEmpty { size &+= 1 &+ BinarySize.bytes(self.packet) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.packet.isEmpty { writer.bytes(self.packet); writer.tag(34) }
    if !self.except.isEmpty { writer.string(self.except); writer.tag(26) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.conversation = try reader.string()
      case 26: self.except = try reader.string()
      case 34: self.packet = try reader.bytes()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.UserPush: WireMessage {
  package static var messageName: String { "martlet.node.v1.UserPush" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.packet.isEmpty { size &+= 1 &+ BinarySize.bytes(self.packet) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.packet.isEmpty { writer.bytes(self.packet); writer.tag(26) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.user = try reader.string()
      case 26: self.packet = try reader.bytes()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.ProfilePush: WireMessage {
  package static var messageName: String { "martlet.node.v1.ProfilePush" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.packet.isEmpty { size &+= 1 &+ BinarySize.bytes(self.packet) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.packet.isEmpty { writer.bytes(self.packet); writer.tag(26) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.user = try reader.string()
      case 26: self.packet = try reader.bytes()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Nodes.SignIn: WireMessage {
  package static var messageName: String { "martlet.node.v1.SignIn" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.app.isEmpty { size &+= 1 &+ BinarySize.string(self.app) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.device.isEmpty { size &+= 1 &+ BinarySize.string(self.device) }
    if self.deviceClass != 0 { size &+= 1 &+ BinarySize.int32(self.deviceClass) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.deviceClass != 0 { writer.int32(self.deviceClass); writer.tag(32) }
    if !self.device.isEmpty { writer.string(self.device); writer.tag(26) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.app.isEmpty { writer.string(self.app); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.app = try reader.string()
      case 18: self.user = try reader.string()
      case 26: self.device = try reader.string()
      case 32: self.deviceClass = try reader.int32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}
