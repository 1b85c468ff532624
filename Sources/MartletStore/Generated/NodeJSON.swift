// Generated from node.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

extension Nodes.Changes {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.logs.isEmpty {
      writer.field("logs")
      writer.beginList()
      for value in self.logs { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.markers.isEmpty {
      writer.field("markers")
      writer.beginList()
      for value in self.markers { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.revocations.isEmpty {
      writer.field("revocations")
      writer.beginList()
      for value in self.revocations { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.void { writer.field("void"); writer.bool(self.void) }
    if !self.suspensions.isEmpty {
      writer.field("suspensions")
      writer.beginList()
      for value in self.suspensions { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.relations.isEmpty {
      writer.field("relations")
      writer.beginList()
      for value in self.relations { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("logs", 0),
    ("markers", 1),
    ("users", 2),
    ("revocations", 3),
    ("void", 4),
    ("suspensions", 5),
    ("relations", 6),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.logs.append(try reader.message()) }
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.markers.append(try reader.message()) }
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.message()) }
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.revocations.append(try reader.message()) }
      case 4:
        self.void = try reader.bool()
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.suspensions.append(try reader.message()) }
      case 6:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.relations.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Nodes.LogChange {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.first != 0 { writer.field("first"); writer.uint64(self.first) }
    if self.last != 0 { writer.field("last"); writer.uint64(self.last) }
    if !self.messages.isEmpty { writer.field("messages"); writer.bytes(self.messages) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("conversation", 1),
    ("first", 2),
    ("last", 3),
    ("messages", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.conversation = try reader.string()
      case 2:
        self.first = try reader.uint64()
      case 3:
        self.last = try reader.uint64()
      case 4:
        self.messages = try reader.bytes()
      default: break
      }
    }
  }
}

extension Nodes.Messages {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.messages.isEmpty {
      writer.field("messages")
      writer.beginList()
      for value in self.messages { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("messages", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.messages.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Nodes.StoredMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if self.countable != 0 { writer.field("countable"); writer.uint64(self.countable) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if !self.details.isEmpty { writer.field("details"); writer.bytes(self.details) }
    if self.parent != 0 { writer.field("parent"); writer.uint64(self.parent) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("time", 0),
    ("sender", 1),
    ("clientId", 2), ("client_id", 2),
    ("countable", 3),
    ("type", 4),
    ("content", 5),
    ("details", 6),
    ("parent", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.time = try reader.int64()
      case 1:
        self.sender = try reader.string()
      case 2:
        self.clientId = try reader.string()
      case 3:
        self.countable = try reader.uint64()
      case 4:
        self.type = try reader.string()
      case 5:
        self.content = try reader.string()
      case 6:
        self.details = try reader.bytes()
      case 7:
        self.parent = try reader.uint64()
      default: break
      }
    }
  }
}

extension Nodes.MarkerChange {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.read != 0 { writer.field("read"); writer.uint64(self.read) }
    if self.delivered != 0 { writer.field("delivered"); writer.uint64(self.delivered) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("conversation", 1),
    ("user", 2),
    ("read", 3),
    ("delivered", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.conversation = try reader.string()
      case 2:
        self.user = try reader.string()
      case 3:
        self.read = try reader.uint64()
      case 4:
        self.delivered = try reader.uint64()
      default: break
      }
    }
  }
}

extension Nodes.UserLogChange {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.first != 0 { writer.field("first"); writer.uint64(self.first) }
    if self.last != 0 { writer.field("last"); writer.uint64(self.last) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("user", 1),
    ("first", 2),
    ("last", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.first = try reader.uint64()
      case 3:
        self.last = try reader.uint64()
      default: break
      }
    }
  }
}

extension Nodes.Revocation {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("user", 1),
    ("until", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.until = try reader.int64()
      default: break
      }
    }
  }
}

extension Nodes.Suspension {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("user", 1),
    ("until", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.until = try reader.int64()
      default: break
      }
    }
  }
}

extension Nodes.RelationChange {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.peer.isEmpty { writer.field("peer"); writer.string(self.peer) }
    if self.revision != 0 { writer.field("revision"); writer.uint64(self.revision) }
    if self.flags != 0 { writer.field("flags"); writer.uint64(self.flags) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("user", 1),
    ("peer", 2),
    ("revision", 3),
    ("flags", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.peer = try reader.string()
      case 3:
        self.revision = try reader.uint64()
      case 4:
        self.flags = try reader.uint64()
      default: break
      }
    }
  }
}

extension Nodes.Packet {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.node != 0 { writer.field("node"); writer.int64(self.node) }
    if self.seq != 0 { writer.field("seq"); writer.int64(self.seq) }
    if let value = self.changes { writer.field("changes"); writer.message(value) }
    if !self.signals.isEmpty {
      writer.field("signals")
      writer.beginList()
      for value in self.signals { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.pushes.isEmpty {
      writer.field("pushes")
      writer.beginList()
      for value in self.pushes { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.signIns.isEmpty {
      writer.field("signIns")
      writer.beginList()
      for value in self.signIns { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.profiles.isEmpty {
      writer.field("profiles")
      writer.beginList()
      for value in self.profiles { writer.element(); writer.message(value) }
      writer.endList()
    }
    if let value = self.presence { writer.field("presence"); writer.message(value) }
    if let value = self.presenceAsked { writer.field("presenceAsked"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("node", 0),
    ("seq", 1),
    ("changes", 2),
    ("signals", 3),
    ("pushes", 4),
    ("signIns", 5), ("sign_ins", 5),
    ("profiles", 6),
    ("presence", 7),
    ("presenceAsked", 8), ("presence_asked", 8),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.node = try reader.int64()
      case 1:
        self.seq = try reader.int64()
      case 2:
        self.changes = try reader.message()
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.signals.append(try reader.message()) }
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.pushes.append(try reader.message()) }
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.signIns.append(try reader.message()) }
      case 6:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.profiles.append(try reader.message()) }
      case 7:
        self.presence = try reader.message()
      case 8:
        self.presenceAsked = try reader.message()
      default: break
      }
    }
  }
}

extension Nodes.PresenceTold {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.lane != 0 { writer.field("lane"); writer.uint32(self.lane) }
    if self.number != 0 { writer.field("number"); writer.uint64(self.number) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.answers != 0 { writer.field("answers"); writer.uint64(self.answers) }
    if self.asker != 0 { writer.field("asker"); writer.int64(self.asker) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("lane", 0),
    ("number", 1),
    ("users", 2),
    ("answers", 3),
    ("asker", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.lane = try reader.uint32()
      case 1:
        self.number = try reader.uint64()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.message()) }
      case 3:
        self.answers = try reader.uint64()
      case 4:
        self.asker = try reader.int64()
      default: break
      }
    }
  }
}

extension Nodes.UserPresence {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.devices.isEmpty {
      writer.field("devices")
      writer.beginList()
      for value in self.devices { writer.element(); writer.int32(value) }
      writer.endList()
    }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if self.textTime != 0 { writer.field("textTime"); writer.int64(self.textTime) }
    if self.lastSeen != 0 { writer.field("lastSeen"); writer.int64(self.lastSeen) }
    if self.changed { writer.field("changed"); writer.bool(self.changed) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("user", 1),
    ("devices", 2),
    ("text", 3),
    ("textTime", 4), ("text_time", 4),
    ("lastSeen", 5), ("last_seen", 5),
    ("changed", 6),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.devices.append(try reader.int32()) }
      case 3:
        self.text = try reader.string()
      case 4:
        self.textTime = try reader.int64()
      case 5:
        self.lastSeen = try reader.int64()
      case 6:
        self.changed = try reader.bool()
      default: break
      }
    }
  }
}

extension Nodes.PresenceAsked {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.id != 0 { writer.field("id"); writer.uint64(self.id) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("users", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.uint64()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Nodes.UserName {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("user", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.user = try reader.string()
      default: break
      }
    }
  }
}

extension Nodes.Signal {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.except.isEmpty { writer.field("except"); writer.string(self.except) }
    if !self.packet.isEmpty { writer.field("packet"); writer.bytes(self.packet) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("conversation", 1),
    ("except", 2),
    ("packet", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.conversation = try reader.string()
      case 2:
        self.except = try reader.string()
      case 3:
        self.packet = try reader.bytes()
      default: break
      }
    }
  }
}

extension Nodes.UserPush {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.packet.isEmpty { writer.field("packet"); writer.bytes(self.packet) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("user", 1),
    ("packet", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.packet = try reader.bytes()
      default: break
      }
    }
  }
}

extension Nodes.ProfilePush {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.packet.isEmpty { writer.field("packet"); writer.bytes(self.packet) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("user", 1),
    ("packet", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.packet = try reader.bytes()
      default: break
      }
    }
  }
}

extension Nodes.SignIn {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.app.isEmpty { writer.field("app"); writer.string(self.app) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.device.isEmpty { writer.field("device"); writer.string(self.device) }
    if self.deviceClass != 0 { writer.field("deviceClass"); writer.int32(self.deviceClass) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("app", 0),
    ("user", 1),
    ("device", 2),
    ("deviceClass", 3), ("device_class", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.app = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.device = try reader.string()
      case 3:
        self.deviceClass = try reader.int32()
      default: break
      }
    }
  }
}
