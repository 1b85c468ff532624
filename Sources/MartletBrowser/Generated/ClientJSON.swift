// Generated from client.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

extension Bridge.Failure: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.code.isEmpty { writer.field("code"); writer.string(self.code) }
    if !self.message.isEmpty { writer.field("message"); writer.string(self.message) }
    if !self.field.isEmpty { writer.field("field"); writer.string(self.field) }
    if self.limit != 0 { writer.field("limit"); writer.integer(self.limit) }
    if self.actual != 0 { writer.field("actual"); writer.integer(self.actual) }
    if self.retryAfter != 0 { writer.field("retryAfter"); writer.integer(self.retryAfter) }
    if self.until != 0 { writer.field("until"); writer.integer(self.until) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("code", 0),
    ("message", 1),
    ("field", 2),
    ("limit", 3),
    ("actual", 4),
    ("retryAfter", 5), ("retry_after", 5),
    ("until", 6),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.code = try reader.string()
      case 1:
        self.message = try reader.string()
      case 2:
        self.field = try reader.string()
      case 3:
        self.limit = try reader.uint64()
      case 4:
        self.actual = try reader.uint64()
      case 5:
        self.retryAfter = try reader.uint64()
      case 6:
        self.until = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.Message: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if self.edited { writer.field("edited"); writer.bool(self.edited) }
    if self.recalled { writer.field("recalled"); writer.bool(self.recalled) }
    if !self.recalledBy.isEmpty { writer.field("recalledBy"); writer.string(self.recalledBy) }
    if let value = self.notice { writer.field("notice"); writer.message(value) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    if self.revision != 0 { writer.field("revision"); writer.integer(self.revision) }
    if !self.reactions.isEmpty {
      writer.field("reactions")
      writer.beginList()
      for value in self.reactions { writer.element(); writer.message(value) }
      writer.endList()
    }
    if let value = self.poll { writer.field("poll"); writer.message(value) }
    if !self.properties.isEmpty {
      writer.field("properties")
      writer.beginObject()
      for (key, value) in self.properties { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if self.expandable { writer.field("expandable"); writer.bool(self.expandable) }
    if !self.pinnedBy.isEmpty { writer.field("pinnedBy"); writer.string(self.pinnedBy) }
    if self.replyCount != 0 { writer.field("replyCount"); writer.uint32(self.replyCount) }
    if let value = self.recall { writer.field("recall"); writer.message(value) }
    if self.pinnedAt != 0 { writer.field("pinnedAt"); writer.integer(self.pinnedAt) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("position", 1),
    ("sender", 2),
    ("clientId", 3), ("client_id", 3),
    ("time", 4),
    ("type", 5),
    ("content", 6),
    ("edited", 7),
    ("recalled", 8),
    ("recalledBy", 9), ("recalled_by", 9),
    ("notice", 10),
    ("details", 11),
    ("revision", 12),
    ("reactions", 13),
    ("poll", 14),
    ("properties", 15),
    ("expandable", 16),
    ("pinnedBy", 17), ("pinned_by", 17),
    ("replyCount", 18), ("reply_count", 18),
    ("recall", 19),
    ("pinnedAt", 20), ("pinned_at", 20),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.position = try reader.uint64()
      case 2:
        self.sender = try reader.string()
      case 3:
        self.clientId = try reader.string()
      case 4:
        self.time = try reader.int64()
      case 5:
        self.type = try reader.string()
      case 6:
        self.content = try reader.string()
      case 7:
        self.edited = try reader.bool()
      case 8:
        self.recalled = try reader.bool()
      case 9:
        self.recalledBy = try reader.string()
      case 10:
        self.notice = try reader.message()
      case 11:
        self.details = try reader.message()
      case 12:
        self.revision = try reader.uint64()
      case 13:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.reactions.append(try reader.message()) }
      case 14:
        self.poll = try reader.message()
      case 15:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.properties)
        }
      case 16:
        self.expandable = try reader.bool()
      case 17:
        self.pinnedBy = try reader.string()
      case 18:
        self.replyCount = try reader.uint32()
      case 19:
        self.recall = try reader.message()
      case 20:
        self.pinnedAt = try reader.uint64()
      default: break
      }
    }
  }
}

extension Bridge.MessageNotice: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.kind.isEmpty { writer.field("kind"); writer.string(self.kind) }
    if let value = self.title { writer.field("title"); writer.string(value) }
    if !self.owner.isEmpty { writer.field("owner"); writer.string(self.owner) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginObject()
      for (key, value) in self.attributes { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if !self.role.isEmpty { writer.field("role"); writer.string(self.role) }
    if let value = self.silenced { writer.field("silenced"); writer.bool(value) }
    if self.until != 0 { writer.field("until"); writer.integer(self.until) }
    if let value = self.open { writer.field("open"); writer.bool(value) }
    if let value = self.arrival { writer.field("arrival"); writer.message(value) }
    if let value = self.link { writer.field("link"); writer.message(value) }
    if !self.links.isEmpty {
      writer.field("links")
      writer.beginList()
      for value in self.links { writer.element(); writer.integer(value) }
      writer.endList()
    }
    if let value = self.history { writer.field("history"); writer.uint32(value) }
    if !self.removed.isEmpty {
      writer.field("removed")
      writer.beginList()
      for value in self.removed { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if let value = self.applications { writer.field("applications"); writer.bool(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("kind", 0),
    ("title", 1),
    ("owner", 2),
    ("users", 3),
    ("reason", 4),
    ("attributes", 5),
    ("role", 6),
    ("silenced", 7),
    ("until", 8),
    ("open", 9),
    ("arrival", 10),
    ("link", 11),
    ("links", 12),
    ("history", 13),
    ("removed", 14),
    ("text", 15),
    ("name", 16),
    ("applications", 17),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.kind = try reader.string()
      case 1:
        self.title = try reader.string()
      case 2:
        self.owner = try reader.string()
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 4:
        self.reason = try reader.string()
      case 5:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.attributes)
        }
      case 6:
        self.role = try reader.string()
      case 7:
        self.silenced = try reader.bool()
      case 8:
        self.until = try reader.int64()
      case 9:
        self.open = try reader.bool()
      case 10:
        self.arrival = try reader.message()
      case 11:
        self.link = try reader.message()
      case 12:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.links.append(try reader.uint64()) }
      case 13:
        self.history = try reader.uint32()
      case 14:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.removed.append(try reader.string()) }
      case 15:
        self.text = try reader.string()
      case 16:
        self.name = try reader.string()
      case 17:
        self.applications = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Arrival: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.link != 0 { writer.field("link"); writer.integer(self.link) }
    if !self.sharedBy.isEmpty { writer.field("sharedBy"); writer.string(self.sharedBy) }
    if !self.way.isEmpty { writer.field("way"); writer.string(self.way) }
    if self.history != 0 { writer.field("history"); writer.integer(self.history) }
    if self.accepted { writer.field("accepted"); writer.bool(self.accepted) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("link", 0),
    ("sharedBy", 1), ("shared_by", 1),
    ("way", 2),
    ("history", 3),
    ("accepted", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.link = try reader.uint64()
      case 1:
        self.sharedBy = try reader.string()
      case 2:
        self.way = try reader.string()
      case 3:
        self.history = try reader.uint64()
      case 4:
        self.accepted = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.JoinLink: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.id != 0 { writer.field("id"); writer.integer(self.id) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if self.until != 0 { writer.field("until"); writer.integer(self.until) }
    if self.uses != 0 { writer.field("uses"); writer.uint32(self.uses) }
    if self.used != 0 { writer.field("used"); writer.uint32(self.used) }
    if !self.code.isEmpty { writer.field("code"); writer.string(self.code) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("by", 1),
    ("until", 2),
    ("uses", 3),
    ("used", 4),
    ("code", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.uint64()
      case 1:
        self.by = try reader.string()
      case 2:
        self.until = try reader.int64()
      case 3:
        self.uses = try reader.uint32()
      case 4:
        self.used = try reader.uint32()
      case 5:
        self.code = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Links: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.links.isEmpty {
      writer.field("links")
      writer.beginList()
      for value in self.links { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("links", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.links.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.GroupBan: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if self.since != 0 { writer.field("since"); writer.integer(self.since) }
    if self.until != 0 { writer.field("until"); writer.integer(self.until) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("by", 1),
    ("since", 2),
    ("until", 3),
    ("reason", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.by = try reader.string()
      case 2:
        self.since = try reader.int64()
      case 3:
        self.until = try reader.int64()
      case 4:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.GroupBans: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.bans.isEmpty {
      writer.field("bans")
      writer.beginList()
      for value in self.bans { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("bans", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.bans.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.Application: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.since != 0 { writer.field("since"); writer.integer(self.since) }
    if self.until != 0 { writer.field("until"); writer.integer(self.until) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("since", 1),
    ("until", 2),
    ("text", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.since = try reader.int64()
      case 2:
        self.until = try reader.int64()
      case 3:
        self.text = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Applications: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.applications.isEmpty {
      writer.field("applications")
      writer.beginList()
      for value in self.applications { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("applications", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.applications.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.Announcement: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("text", 0),
    ("by", 1),
    ("time", 2),
    ("position", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.text = try reader.string()
      case 1:
        self.by = try reader.string()
      case 2:
        self.time = try reader.int64()
      case 3:
        self.position = try reader.uint64()
      default: break
      }
    }
  }
}

extension Bridge.Announcements: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.announcements.isEmpty {
      writer.field("announcements")
      writer.beginList()
      for value in self.announcements { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.next.isEmpty { writer.field("next"); writer.string(self.next) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("announcements", 0),
    ("next", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.announcements.append(try reader.message()) }
      case 1:
        self.next = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.ApplicationChanged: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.state.isEmpty { writer.field("state"); writer.string(self.state) }
    if self.until != 0 { writer.field("until"); writer.integer(self.until) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("state", 1),
    ("until", 2),
    ("by", 3),
    ("reason", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.state = try reader.string()
      case 2:
        self.until = try reader.int64()
      case 3:
        self.by = try reader.string()
      case 4:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.GroupCard: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if self.memberCount != 0 { writer.field("memberCount"); writer.uint32(self.memberCount) }
    if !self.owner.isEmpty { writer.field("owner"); writer.string(self.owner) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginObject()
      for (key, value) in self.attributes { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if self.member { writer.field("member"); writer.bool(self.member) }
    if !self.creator.isEmpty { writer.field("creator"); writer.string(self.creator) }
    if self.open { writer.field("open"); writer.bool(self.open) }
    if self.applications { writer.field("applications"); writer.bool(self.applications) }
    if self.appliedUntil != 0 { writer.field("appliedUntil"); writer.integer(self.appliedUntil) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("title", 1),
    ("memberCount", 2), ("member_count", 2),
    ("owner", 3),
    ("attributes", 4),
    ("member", 5),
    ("creator", 6),
    ("open", 7),
    ("applications", 8),
    ("appliedUntil", 9), ("applied_until", 9),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.title = try reader.string()
      case 2:
        self.memberCount = try reader.uint32()
      case 3:
        self.owner = try reader.string()
      case 4:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.attributes)
        }
      case 5:
        self.member = try reader.bool()
      case 6:
        self.creator = try reader.string()
      case 7:
        self.open = try reader.bool()
      case 8:
        self.applications = try reader.bool()
      case 9:
        self.appliedUntil = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.Reaction: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if self.count != 0 { writer.field("count"); writer.uint32(self.count) }
    if self.mine { writer.field("mine"); writer.bool(self.mine) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("key", 0),
    ("count", 1),
    ("mine", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.key = try reader.string()
      case 1:
        self.count = try reader.uint32()
      case 2:
        self.mine = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Poll: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.votes.isEmpty {
      writer.field("votes")
      writer.beginList()
      for value in self.votes { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.closed { writer.field("closed"); writer.bool(self.closed) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("votes", 0),
    ("closed", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.votes.append(try reader.message()) }
      case 1:
        self.closed = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Vote: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.choice != 0 { writer.field("choice"); writer.uint32(self.choice) }
    if self.count != 0 { writer.field("count"); writer.uint32(self.count) }
    if self.mine { writer.field("mine"); writer.bool(self.mine) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("choice", 0),
    ("count", 1),
    ("mine", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.choice = try reader.uint32()
      case 1:
        self.count = try reader.uint32()
      case 2:
        self.mine = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.MessageDetails: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.mentions.isEmpty {
      writer.field("mentions")
      writer.beginList()
      for value in self.mentions { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.mentionsAll { writer.field("mentionsAll"); writer.bool(self.mentionsAll) }
    if !self.mentionText.isEmpty { writer.field("mentionText"); writer.string(self.mentionText) }
    if !self.extra.isEmpty { writer.field("extra"); writer.string(self.extra) }
    if !self.directedTo.isEmpty {
      writer.field("directedTo")
      writer.beginList()
      for value in self.directedTo { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.replyTo != 0 { writer.field("replyTo"); writer.integer(self.replyTo) }
    if !self.senderName.isEmpty { writer.field("senderName"); writer.string(self.senderName) }
    if !self.senderPicture.isEmpty { writer.field("senderPicture"); writer.string(self.senderPicture) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if !self.senderExtra.isEmpty { writer.field("senderExtra"); writer.string(self.senderExtra) }
    if !self.priority.isEmpty { writer.field("priority"); writer.string(self.priority) }
    if let value = self.push { writer.field("push"); writer.message(value) }
    if let value = self.policy { writer.field("policy"); writer.message(value) }
    if self.expandable { writer.field("expandable"); writer.bool(self.expandable) }
    if !self.properties.isEmpty {
      writer.field("properties")
      writer.beginObject()
      for (key, value) in self.properties { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("mentions", 0),
    ("mentionsAll", 1), ("mentions_all", 1),
    ("mentionText", 2), ("mention_text", 2),
    ("extra", 3),
    ("directedTo", 4), ("directed_to", 4),
    ("replyTo", 5), ("reply_to", 5),
    ("senderName", 6), ("sender_name", 6),
    ("senderPicture", 7), ("sender_picture", 7),
    ("text", 8),
    ("senderExtra", 9), ("sender_extra", 9),
    ("priority", 10),
    ("push", 11),
    ("policy", 12),
    ("expandable", 13),
    ("properties", 14),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.mentions.append(try reader.string()) }
      case 1:
        self.mentionsAll = try reader.bool()
      case 2:
        self.mentionText = try reader.string()
      case 3:
        self.extra = try reader.string()
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.directedTo.append(try reader.string()) }
      case 5:
        self.replyTo = try reader.uint64()
      case 6:
        self.senderName = try reader.string()
      case 7:
        self.senderPicture = try reader.string()
      case 8:
        self.text = try reader.string()
      case 9:
        self.senderExtra = try reader.string()
      case 10:
        self.priority = try reader.string()
      case 11:
        self.push = try reader.message()
      case 12:
        self.policy = try reader.message()
      case 13:
        self.expandable = try reader.bool()
      case 14:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.properties)
        }
      default: break
      }
    }
  }
}

extension Bridge.PushDetails: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.disabled { writer.field("disabled"); writer.bool(self.disabled) }
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if !self.data.isEmpty { writer.field("data"); writer.string(self.data) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("disabled", 0),
    ("title", 1),
    ("text", 2),
    ("data", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.disabled = try reader.bool()
      case 1:
        self.title = try reader.string()
      case 2:
        self.text = try reader.string()
      case 3:
        self.data = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.MessagePolicy: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.counted { writer.field("counted"); writer.bool(value) }
    if let value = self.listed { writer.field("listed"); writer.bool(value) }
    if let value = self.live { writer.field("live"); writer.bool(value) }
    if let value = self.pushed { writer.field("pushed"); writer.bool(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("counted", 0),
    ("listed", 1),
    ("live", 2),
    ("pushed", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.counted = try reader.bool()
      case 1:
        self.listed = try reader.bool()
      case 2:
        self.live = try reader.bool()
      case 3:
        self.pushed = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.RecallDetails: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.silent { writer.field("silent"); writer.bool(self.silent) }
    if !self.senderName.isEmpty { writer.field("senderName"); writer.string(self.senderName) }
    if !self.senderPicture.isEmpty { writer.field("senderPicture"); writer.string(self.senderPicture) }
    if !self.senderExtra.isEmpty { writer.field("senderExtra"); writer.string(self.senderExtra) }
    if !self.extra.isEmpty { writer.field("extra"); writer.string(self.extra) }
    if let value = self.push { writer.field("push"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("silent", 0),
    ("senderName", 1), ("sender_name", 1),
    ("senderPicture", 2), ("sender_picture", 2),
    ("senderExtra", 3), ("sender_extra", 3),
    ("extra", 4),
    ("push", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.silent = try reader.bool()
      case 1:
        self.senderName = try reader.string()
      case 2:
        self.senderPicture = try reader.string()
      case 3:
        self.senderExtra = try reader.string()
      case 4:
        self.extra = try reader.string()
      case 5:
        self.push = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.Conversation: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if !self.owner.isEmpty { writer.field("owner"); writer.string(self.owner) }
    if !self.peer.isEmpty { writer.field("peer"); writer.string(self.peer) }
    if self.memberCount != 0 { writer.field("memberCount"); writer.uint32(self.memberCount) }
    if self.head != 0 { writer.field("head"); writer.integer(self.head) }
    if self.first != 0 { writer.field("first"); writer.integer(self.first) }
    if self.readUpTo != 0 { writer.field("readUpTo"); writer.integer(self.readUpTo) }
    if self.unread != 0 { writer.field("unread"); writer.uint32(self.unread) }
    if self.unreadMentions != 0 { writer.field("unreadMentions"); writer.uint32(self.unreadMentions) }
    if let value = self.lastMessage { writer.field("lastMessage"); writer.message(value) }
    if self.lastActivity != 0 { writer.field("lastActivity"); writer.integer(self.lastActivity) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginObject()
      for (key, value) in self.attributes { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if let value = self.settings { writer.field("settings"); writer.message(value) }
    if !self.admins.isEmpty {
      writer.field("admins")
      writer.beginList()
      for value in self.admins { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.silenced { writer.field("silenced"); writer.bool(self.silenced) }
    if self.silencedUntil != 0 { writer.field("silencedUntil"); writer.integer(self.silencedUntil) }
    if self.speaker { writer.field("speaker"); writer.bool(self.speaker) }
    if self.open { writer.field("open"); writer.bool(self.open) }
    if self.dismissed { writer.field("dismissed"); writer.bool(self.dismissed) }
    if let value = self.history { writer.field("history"); writer.uint32(value) }
    if !self.role.isEmpty { writer.field("role"); writer.string(self.role) }
    if self.applications { writer.field("applications"); writer.bool(self.applications) }
    if let value = self.announcement { writer.field("announcement"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("title", 1),
    ("owner", 2),
    ("peer", 3),
    ("memberCount", 4), ("member_count", 4),
    ("head", 5),
    ("first", 6),
    ("readUpTo", 7), ("read_up_to", 7),
    ("unread", 8),
    ("unreadMentions", 9), ("unread_mentions", 9),
    ("lastMessage", 10), ("last_message", 10),
    ("lastActivity", 11), ("last_activity", 11),
    ("attributes", 12),
    ("settings", 13),
    ("admins", 14),
    ("silenced", 15),
    ("silencedUntil", 16), ("silenced_until", 16),
    ("speaker", 17),
    ("open", 18),
    ("dismissed", 19),
    ("history", 20),
    ("role", 21),
    ("applications", 22),
    ("announcement", 23),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.string()
      case 1:
        self.title = try reader.string()
      case 2:
        self.owner = try reader.string()
      case 3:
        self.peer = try reader.string()
      case 4:
        self.memberCount = try reader.uint32()
      case 5:
        self.head = try reader.uint64()
      case 6:
        self.first = try reader.uint64()
      case 7:
        self.readUpTo = try reader.uint64()
      case 8:
        self.unread = try reader.uint32()
      case 9:
        self.unreadMentions = try reader.uint32()
      case 10:
        self.lastMessage = try reader.message()
      case 11:
        self.lastActivity = try reader.int64()
      case 12:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.attributes)
        }
      case 13:
        self.settings = try reader.message()
      case 14:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.admins.append(try reader.string()) }
      case 15:
        self.silenced = try reader.bool()
      case 16:
        self.silencedUntil = try reader.int64()
      case 17:
        self.speaker = try reader.bool()
      case 18:
        self.open = try reader.bool()
      case 19:
        self.dismissed = try reader.bool()
      case 20:
        self.history = try reader.uint32()
      case 21:
        self.role = try reader.string()
      case 22:
        self.applications = try reader.bool()
      case 23:
        self.announcement = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.ConversationSettings: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.pinnedAt != 0 { writer.field("pinnedAt"); writer.integer(self.pinnedAt) }
    if !self.level.isEmpty { writer.field("level"); writer.string(self.level) }
    if self.muted { writer.field("muted"); writer.bool(self.muted) }
    if !self.alias.isEmpty { writer.field("alias"); writer.string(self.alias) }
    if let value = self.draft { writer.field("draft"); writer.message(value) }
    if !self.tags.isEmpty {
      writer.field("tags")
      writer.beginList()
      for value in self.tags { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.removedUpTo != 0 { writer.field("removedUpTo"); writer.integer(self.removedUpTo) }
    if !self.ringTone.isEmpty { writer.field("ringTone"); writer.string(self.ringTone) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginObject()
      for (key, value) in self.attributes { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if !self.flags.isEmpty { writer.field("flags"); writer.string(self.flags) }
    if self.pinCountsAsActivity { writer.field("pinCountsAsActivity"); writer.bool(self.pinCountsAsActivity) }
    if !self.taggings.isEmpty {
      writer.field("taggings")
      writer.beginList()
      for value in self.taggings { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("pinnedAt", 0), ("pinned_at", 0),
    ("level", 1),
    ("muted", 2),
    ("alias", 3),
    ("draft", 4),
    ("tags", 5),
    ("removedUpTo", 6), ("removed_up_to", 6),
    ("ringTone", 7), ("ring_tone", 7),
    ("attributes", 8),
    ("flags", 9),
    ("pinCountsAsActivity", 10), ("pin_counts_as_activity", 10),
    ("taggings", 11),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.pinnedAt = try reader.int64()
      case 1:
        self.level = try reader.string()
      case 2:
        self.muted = try reader.bool()
      case 3:
        self.alias = try reader.string()
      case 4:
        self.draft = try reader.message()
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.tags.append(try reader.string()) }
      case 6:
        self.removedUpTo = try reader.uint64()
      case 7:
        self.ringTone = try reader.string()
      case 8:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.attributes)
        }
      case 9:
        self.flags = try reader.string()
      case 10:
        self.pinCountsAsActivity = try reader.bool()
      case 11:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.taggings.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.Tagging: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.tag.isEmpty { writer.field("tag"); writer.string(self.tag) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if self.pinnedAt != 0 { writer.field("pinnedAt"); writer.integer(self.pinnedAt) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("tag", 0),
    ("time", 1),
    ("pinnedAt", 2), ("pinned_at", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.tag = try reader.string()
      case 1:
        self.time = try reader.int64()
      case 2:
        self.pinnedAt = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.Draft: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if self.replyTo != 0 { writer.field("replyTo"); writer.integer(self.replyTo) }
    if self.local { writer.field("local"); writer.bool(self.local) }
    if !self.mentions.isEmpty {
      writer.field("mentions")
      writer.beginList()
      for value in self.mentions { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.mentionsAll { writer.field("mentionsAll"); writer.bool(self.mentionsAll) }
    if !self.mentionText.isEmpty { writer.field("mentionText"); writer.string(self.mentionText) }
    if !self.extra.isEmpty { writer.field("extra"); writer.string(self.extra) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("text", 0),
    ("time", 1),
    ("replyTo", 2), ("reply_to", 2),
    ("local", 3),
    ("mentions", 4),
    ("mentionsAll", 5), ("mentions_all", 5),
    ("mentionText", 6), ("mention_text", 6),
    ("extra", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.text = try reader.string()
      case 1:
        self.time = try reader.int64()
      case 2:
        self.replyTo = try reader.uint64()
      case 3:
        self.local = try reader.bool()
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.mentions.append(try reader.string()) }
      case 5:
        self.mentionsAll = try reader.bool()
      case 6:
        self.mentionText = try reader.string()
      case 7:
        self.extra = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Member: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.role.isEmpty { writer.field("role"); writer.string(self.role) }
    if self.joined != 0 { writer.field("joined"); writer.integer(self.joined) }
    if self.readUpTo != 0 { writer.field("readUpTo"); writer.integer(self.readUpTo) }
    if self.deliveredUpTo != 0 { writer.field("deliveredUpTo"); writer.integer(self.deliveredUpTo) }
    if self.readAt != 0 { writer.field("readAt"); writer.integer(self.readAt) }
    if self.silencedUntil != 0 { writer.field("silencedUntil"); writer.integer(self.silencedUntil) }
    if self.speaker { writer.field("speaker"); writer.bool(self.speaker) }
    if !self.nickname.isEmpty { writer.field("nickname"); writer.string(self.nickname) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("role", 1),
    ("joined", 2),
    ("readUpTo", 3), ("read_up_to", 3),
    ("deliveredUpTo", 4), ("delivered_up_to", 4),
    ("readAt", 5), ("read_at", 5),
    ("silencedUntil", 6), ("silenced_until", 6),
    ("speaker", 7),
    ("nickname", 8),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.role = try reader.string()
      case 2:
        self.joined = try reader.uint64()
      case 3:
        self.readUpTo = try reader.uint64()
      case 4:
        self.deliveredUpTo = try reader.uint64()
      case 5:
        self.readAt = try reader.int64()
      case 6:
        self.silencedUntil = try reader.int64()
      case 7:
        self.speaker = try reader.bool()
      case 8:
        self.nickname = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Receipt: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if self.members != 0 { writer.field("members"); writer.uint32(self.members) }
    if self.read != 0 { writer.field("read"); writer.uint32(self.read) }
    if self.delivered != 0 { writer.field("delivered"); writer.uint32(self.delivered) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("position", 0),
    ("members", 1),
    ("read", 2),
    ("delivered", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.position = try reader.uint64()
      case 1:
        self.members = try reader.uint32()
      case 2:
        self.read = try reader.uint32()
      case 3:
        self.delivered = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.Pending: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if let value = self.action { writer.field("action"); writer.message(value) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    if let value = self.upload { writer.field("upload"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("to", 1),
    ("action", 2),
    ("details", 3),
    ("time", 4),
    ("position", 5),
    ("failure", 6),
    ("upload", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.string()
      case 1:
        self.to = try reader.string()
      case 2:
        self.action = try reader.message()
      case 3:
        self.details = try reader.message()
      case 4:
        self.time = try reader.int64()
      case 5:
        self.position = try reader.uint64()
      case 6:
        self.failure = try reader.message()
      case 7:
        self.upload = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.UploadProgress: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.sent != 0 { writer.field("sent"); writer.integer(self.sent) }
    if self.total != 0 { writer.field("total"); writer.integer(self.total) }
    if self.paused { writer.field("paused"); writer.bool(self.paused) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("sent", 0),
    ("total", 1),
    ("paused", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.sent = try reader.int64()
      case 1:
        self.total = try reader.int64()
      case 2:
        self.paused = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Action: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    switch self.action {
    case .send(let value)?:
      writer.field("send"); writer.message(value)
    case .edit(let value)?:
      writer.field("edit"); writer.message(value)
    case .recall(let value)?:
      writer.field("recall"); writer.message(value)
    case .annotate(let value)?:
      writer.field("annotate"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("send", 0),
    ("edit", 1),
    ("recall", 2),
    ("annotate", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        try reader.checkAbsent(self.action == nil)
        self.action = .send(try reader.message())
      case 1:
        try reader.checkAbsent(self.action == nil)
        self.action = .edit(try reader.message())
      case 2:
        try reader.checkAbsent(self.action == nil)
        self.action = .recall(try reader.message())
      case 3:
        try reader.checkAbsent(self.action == nil)
        self.action = .annotate(try reader.message())
      default: break
      }
    }
  }
}

extension Bridge.SendAction: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("type", 0),
    ("content", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.type = try reader.string()
      case 1:
        self.content = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.EditAction: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("position", 0),
    ("type", 1),
    ("content", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.position = try reader.uint64()
      case 1:
        self.type = try reader.string()
      case 2:
        self.content = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.RecallAction: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("position", 0),
    ("details", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.position = try reader.uint64()
      case 1:
        self.details = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.AnnotateAction: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    switch self.change {
    case .reactions(let value)?:
      writer.field("reactions"); writer.message(value)
    case .properties(let value)?:
      writer.field("properties"); writer.message(value)
    case .ballot(let value)?:
      writer.field("ballot"); writer.message(value)
    case .pin(let value)?:
      writer.field("pin"); writer.message(value)
    case .closePoll(let value)?:
      writer.field("closePoll"); writer.message(value)
    case .votes(let value)?:
      writer.field("votes"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("position", 0),
    ("reactions", 1),
    ("properties", 2),
    ("ballot", 3),
    ("pin", 4),
    ("closePoll", 5), ("close_poll", 5),
    ("votes", 6),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.position = try reader.uint64()
      case 1:
        try reader.checkAbsent(self.change == nil)
        self.change = .reactions(try reader.message())
      case 2:
        try reader.checkAbsent(self.change == nil)
        self.change = .properties(try reader.message())
      case 3:
        try reader.checkAbsent(self.change == nil)
        self.change = .ballot(try reader.message())
      case 4:
        try reader.checkAbsent(self.change == nil)
        self.change = .pin(try reader.message())
      case 5:
        try reader.checkAbsent(self.change == nil)
        self.change = .closePoll(try reader.message())
      case 6:
        try reader.checkAbsent(self.change == nil)
        self.change = .votes(try reader.message())
      default: break
      }
    }
  }
}

extension Bridge.VoteChange: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.added.isEmpty {
      writer.field("added")
      writer.beginList()
      for value in self.added { writer.element(); writer.uint32(value) }
      writer.endList()
    }
    if !self.removed.isEmpty {
      writer.field("removed")
      writer.beginList()
      for value in self.removed { writer.element(); writer.uint32(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("added", 0),
    ("removed", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.added.append(try reader.uint32()) }
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.removed.append(try reader.uint32()) }
      default: break
      }
    }
  }
}

extension Bridge.KeyChange: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.added.isEmpty {
      writer.field("added")
      writer.beginList()
      for value in self.added { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.removed.isEmpty {
      writer.field("removed")
      writer.beginList()
      for value in self.removed { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("added", 0),
    ("removed", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.added.append(try reader.string()) }
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.removed.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.PropertyChange: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.set.isEmpty {
      writer.field("set")
      writer.beginObject()
      for (key, value) in self.set { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if !self.removed.isEmpty {
      writer.field("removed")
      writer.beginList()
      for value in self.removed { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("set", 0),
    ("removed", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.set)
        }
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.removed.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.Choices: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.choices.isEmpty {
      writer.field("choices")
      writer.beginList()
      for value in self.choices { writer.element(); writer.uint32(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("choices", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.choices.append(try reader.uint32()) }
      default: break
      }
    }
  }
}

extension Bridge.Flag: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.on { writer.field("on"); writer.bool(self.on) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("on", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.on = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.LocalMessage: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.id != 0 { writer.field("id"); writer.integer(self.id) }
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.after != 0 { writer.field("after"); writer.integer(self.after) }
    if !self.fields.isEmpty { writer.field("fields"); writer.string(self.fields) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("sender", 1),
    ("time", 2),
    ("type", 3),
    ("content", 4),
    ("conversation", 5),
    ("after", 6),
    ("fields", 7),
    ("name", 8),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.int64()
      case 1:
        self.sender = try reader.string()
      case 2:
        self.time = try reader.int64()
      case 3:
        self.type = try reader.string()
      case 4:
        self.content = try reader.string()
      case 5:
        self.conversation = try reader.string()
      case 6:
        self.after = try reader.uint64()
      case 7:
        self.fields = try reader.string()
      case 8:
        self.name = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.ScheduledMessage: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("conversation", 1),
    ("type", 2),
    ("content", 3),
    ("details", 4),
    ("time", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.string()
      case 1:
        self.conversation = try reader.string()
      case 2:
        self.type = try reader.string()
      case 3:
        self.content = try reader.string()
      case 4:
        self.details = try reader.message()
      case 5:
        self.time = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.Tag: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("name", 1),
    ("time", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.string()
      case 1:
        self.name = try reader.string()
      case 2:
        self.time = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.QuietHours: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.from != 0 { writer.field("from"); writer.uint32(self.from) }
    if self.to != 0 { writer.field("to"); writer.uint32(self.to) }
    if self.zoneOffset != 0 { writer.field("zoneOffset"); writer.int32(self.zoneOffset) }
    if !self.level.isEmpty { writer.field("level"); writer.string(self.level) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("from", 0),
    ("to", 1),
    ("zoneOffset", 2), ("zone_offset", 2),
    ("level", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.from = try reader.uint32()
      case 1:
        self.to = try reader.uint32()
      case 2:
        self.zoneOffset = try reader.int32()
      case 3:
        self.level = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.LogItem: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if !self.kind.isEmpty { writer.field("kind"); writer.string(self.kind) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if self.target != 0 { writer.field("target"); writer.integer(self.target) }
    if self.revision != 0 { writer.field("revision"); writer.integer(self.revision) }
    if self.recalledAt != 0 { writer.field("recalledAt"); writer.integer(self.recalledAt) }
    if let value = self.notice { writer.field("notice"); writer.message(value) }
    if let value = self.change { writer.field("change"); writer.message(value) }
    if let value = self.recall { writer.field("recall"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("position", 1),
    ("sender", 2),
    ("clientId", 3), ("client_id", 3),
    ("time", 4),
    ("kind", 5),
    ("type", 6),
    ("content", 7),
    ("target", 8),
    ("revision", 9),
    ("recalledAt", 10), ("recalled_at", 10),
    ("notice", 11),
    ("change", 12),
    ("recall", 13),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.position = try reader.uint64()
      case 2:
        self.sender = try reader.string()
      case 3:
        self.clientId = try reader.string()
      case 4:
        self.time = try reader.int64()
      case 5:
        self.kind = try reader.string()
      case 6:
        self.type = try reader.string()
      case 7:
        self.content = try reader.string()
      case 8:
        self.target = try reader.uint64()
      case 9:
        self.revision = try reader.uint64()
      case 10:
        self.recalledAt = try reader.uint64()
      case 11:
        self.notice = try reader.message()
      case 12:
        self.change = try reader.message()
      case 13:
        self.recall = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.TimelineRow: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if let value = self.message { writer.field("message"); writer.message(value) }
    if let value = self.pending { writer.field("pending"); writer.message(value) }
    if let value = self.local { writer.field("local"); writer.message(value) }
    if !self.changes.isEmpty {
      writer.field("changes")
      writer.beginList()
      for value in self.changes { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("key", 0),
    ("message", 1),
    ("pending", 2),
    ("local", 3),
    ("changes", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.key = try reader.string()
      case 1:
        self.message = try reader.message()
      case 2:
        self.pending = try reader.message()
      case 3:
        self.local = try reader.message()
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.changes.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.ConnectionState: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if self.attempt != 0 { writer.field("attempt"); writer.uint32(self.attempt) }
    if let value = self.retryIn { writer.field("retryIn"); writer.integer(value) }
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("name", 0),
    ("attempt", 1),
    ("retryIn", 2), ("retry_in", 2),
    ("failure", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.name = try reader.string()
      case 1:
        self.attempt = try reader.uint32()
      case 2:
        self.retryIn = try reader.uint64()
      case 3:
        self.failure = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.Event: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    switch self.event {
    case .conversation(let value)?:
      writer.field("conversation"); writer.message(value)
    case .conversationRemoved(let value)?:
      writer.field("conversationRemoved"); writer.message(value)
    case .message(let value)?:
      writer.field("message"); writer.message(value)
    case .messageChanged(let value)?:
      writer.field("messageChanged"); writer.message(value)
    case .hidden(let value)?:
      writer.field("hidden"); writer.message(value)
    case .annotated(let value)?:
      writer.field("annotated"); writer.message(value)
    case .read(let value)?:
      writer.field("read"); writer.message(value)
    case .delivered(let value)?:
      writer.field("delivered"); writer.message(value)
    case .typing(let value)?:
      writer.field("typing"); writer.message(value)
    case .signal(let value)?:
      writer.field("signal"); writer.message(value)
    case .pending(let value)?:
      writer.field("pending"); writer.message(value)
    case .pendingRemoved(let value)?:
      writer.field("pendingRemoved"); writer.message(value)
    case .setting(let value)?:
      writer.field("setting"); writer.message(value)
    case .caughtUp(let value)?:
      writer.field("caughtUp"); writer.message(value)
    case .localDataReset(let value)?:
      writer.field("localDataReset"); writer.message(value)
    case .resynced(let value)?:
      writer.field("resynced"); writer.message(value)
    case .missed(let value)?:
      writer.field("missed"); writer.message(value)
    case .scheduled(let value)?:
      writer.field("scheduled"); writer.message(value)
    case .scheduledEnded(let value)?:
      writer.field("scheduledEnded"); writer.message(value)
    case .localMessages(let value)?:
      writer.field("localMessages"); writer.message(value)
    case .logs(let value)?:
      writer.field("logs"); writer.message(value)
    case .profile(let value)?:
      writer.field("profile"); writer.message(value)
    case .members(let value)?:
      writer.field("members"); writer.message(value)
    case .relation(let value)?:
      writer.field("relation"); writer.message(value)
    case .application(let value)?:
      writer.field("application"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("conversationRemoved", 1), ("conversation_removed", 1),
    ("message", 2),
    ("messageChanged", 3), ("message_changed", 3),
    ("hidden", 4),
    ("annotated", 5),
    ("read", 6),
    ("delivered", 7),
    ("typing", 8),
    ("signal", 9),
    ("pending", 10),
    ("pendingRemoved", 11), ("pending_removed", 11),
    ("setting", 12),
    ("caughtUp", 13), ("caught_up", 13),
    ("localDataReset", 14), ("local_data_reset", 14),
    ("resynced", 15),
    ("missed", 16),
    ("scheduled", 17),
    ("scheduledEnded", 18), ("scheduled_ended", 18),
    ("localMessages", 19), ("local_messages", 19),
    ("logs", 20),
    ("profile", 21),
    ("members", 22),
    ("relation", 23),
    ("application", 24),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        try reader.checkAbsent(self.event == nil)
        self.event = .conversation(try reader.message())
      case 1:
        try reader.checkAbsent(self.event == nil)
        self.event = .conversationRemoved(try reader.message())
      case 2:
        try reader.checkAbsent(self.event == nil)
        self.event = .message(try reader.message())
      case 3:
        try reader.checkAbsent(self.event == nil)
        self.event = .messageChanged(try reader.message())
      case 4:
        try reader.checkAbsent(self.event == nil)
        self.event = .hidden(try reader.message())
      case 5:
        try reader.checkAbsent(self.event == nil)
        self.event = .annotated(try reader.message())
      case 6:
        try reader.checkAbsent(self.event == nil)
        self.event = .read(try reader.message())
      case 7:
        try reader.checkAbsent(self.event == nil)
        self.event = .delivered(try reader.message())
      case 8:
        try reader.checkAbsent(self.event == nil)
        self.event = .typing(try reader.message())
      case 9:
        try reader.checkAbsent(self.event == nil)
        self.event = .signal(try reader.message())
      case 10:
        try reader.checkAbsent(self.event == nil)
        self.event = .pending(try reader.message())
      case 11:
        try reader.checkAbsent(self.event == nil)
        self.event = .pendingRemoved(try reader.message())
      case 12:
        try reader.checkAbsent(self.event == nil)
        self.event = .setting(try reader.message())
      case 13:
        try reader.checkAbsent(self.event == nil)
        self.event = .caughtUp(try reader.message())
      case 14:
        try reader.checkAbsent(self.event == nil)
        self.event = .localDataReset(try reader.message())
      case 15:
        try reader.checkAbsent(self.event == nil)
        self.event = .resynced(try reader.message())
      case 16:
        try reader.checkAbsent(self.event == nil)
        self.event = .missed(try reader.message())
      case 17:
        try reader.checkAbsent(self.event == nil)
        self.event = .scheduled(try reader.message())
      case 18:
        try reader.checkAbsent(self.event == nil)
        self.event = .scheduledEnded(try reader.message())
      case 19:
        try reader.checkAbsent(self.event == nil)
        self.event = .localMessages(try reader.message())
      case 20:
        try reader.checkAbsent(self.event == nil)
        self.event = .logs(try reader.message())
      case 21:
        try reader.checkAbsent(self.event == nil)
        self.event = .profile(try reader.message())
      case 22:
        try reader.checkAbsent(self.event == nil)
        self.event = .members(try reader.message())
      case 23:
        try reader.checkAbsent(self.event == nil)
        self.event = .relation(try reader.message())
      case 24:
        try reader.checkAbsent(self.event == nil)
        self.event = .application(try reader.message())
      default: break
      }
    }
  }
}

extension Bridge.Nothing: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }

  private static let jsonNames = JSONNames([])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while try reader.nextField(&fields) != nil {}
  }
}

extension Bridge.Relation: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.blocked { writer.field("blocked"); writer.bool(self.blocked) }
    if self.allowed { writer.field("allowed"); writer.bool(self.allowed) }
    if self.onlyAllowed { writer.field("onlyAllowed"); writer.bool(self.onlyAllowed) }
    if self.friend { writer.field("friend"); writer.bool(self.friend) }
    if self.asked { writer.field("asked"); writer.bool(self.asked) }
    if self.asks { writer.field("asks"); writer.bool(self.asks) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("blocked", 1),
    ("allowed", 2),
    ("onlyAllowed", 3), ("only_allowed", 3),
    ("friend", 4),
    ("asked", 5),
    ("asks", 6),
    ("text", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.blocked = try reader.bool()
      case 2:
        self.allowed = try reader.bool()
      case 3:
        self.onlyAllowed = try reader.bool()
      case 4:
        self.friend = try reader.bool()
      case 5:
        self.asked = try reader.bool()
      case 6:
        self.asks = try reader.bool()
      case 7:
        self.text = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Relations: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.relations.isEmpty {
      writer.field("relations")
      writer.beginList()
      for value in self.relations { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("relations", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.relations.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.SetRelations: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    if self.set { writer.field("set"); writer.bool(self.set) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if self.accept { writer.field("accept"); writer.bool(self.accept) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("kind", 1),
    ("set", 2),
    ("text", 3),
    ("accept", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 1:
        if let value: Bridge.RelationKind = try reader.enumeration() { self.kind = value }
      case 2:
        self.set = try reader.bool()
      case 3:
        self.text = try reader.string()
      case 4:
        self.accept = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.RelationQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("after", 0),
    ("limit", 1),
    ("kind", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.after = try reader.string()
      case 1:
        self.limit = try reader.uint32()
      case 2:
        if let value: Bridge.RelationKind = try reader.enumeration() { self.kind = value }
      default: break
      }
    }
  }
}

extension Bridge.Profile: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.fields.isEmpty {
      writer.field("fields")
      writer.beginObject()
      for (key, value) in self.fields { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if !self.number.isEmpty { writer.field("number"); writer.string(self.number) }
    if !self.visibility.isEmpty { writer.field("visibility"); writer.string(self.visibility) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("fields", 1),
    ("number", 2),
    ("visibility", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.fields)
        }
      case 2:
        self.number = try reader.string()
      case 3:
        self.visibility = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.ProfileChanged: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.profile { writer.field("profile"); writer.message(value) }
    if !self.changed.isEmpty {
      writer.field("changed")
      writer.beginList()
      for value in self.changed { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("profile", 0),
    ("changed", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.profile = try reader.message()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.changed.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.Profiles: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.profiles.isEmpty {
      writer.field("profiles")
      writer.beginList()
      for value in self.profiles { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("profiles", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.profiles.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.UpdateProfile: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.fields.isEmpty {
      writer.field("fields")
      writer.beginObject()
      for (key, value) in self.fields { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if !self.visibility.isEmpty { writer.field("visibility"); writer.string(self.visibility) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("fields", 0),
    ("visibility", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.fields)
        }
      case 1:
        self.visibility = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.ConversationRemoved: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    if self.bannedUntil != 0 { writer.field("bannedUntil"); writer.integer(self.bannedUntil) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("by", 1),
    ("reason", 2),
    ("bannedUntil", 3), ("banned_until", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.by = try reader.string()
      case 2:
        self.reason = try reader.string()
      case 3:
        self.bannedUntil = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.Hidden: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.upTo != 0 { writer.field("upTo"); writer.integer(self.upTo) }
    if !self.positions.isEmpty {
      writer.field("positions")
      writer.beginList()
      for value in self.positions { writer.element(); writer.integer(value) }
      writer.endList()
    }
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("upTo", 1), ("up_to", 1),
    ("positions", 2),
    ("failure", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.upTo = try reader.uint64()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.positions.append(try reader.uint64()) }
      case 3:
        self.failure = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.ScheduledEnded: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if !self.end.isEmpty { writer.field("end"); writer.string(self.end) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("end", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.string()
      case 1:
        self.end = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Annotated: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if let value = self.change { writer.field("change"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("position", 1),
    ("by", 2),
    ("change", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.position = try reader.uint64()
      case 2:
        self.by = try reader.string()
      case 3:
        self.change = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.Marked: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.upTo != 0 { writer.field("upTo"); writer.integer(self.upTo) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("user", 1),
    ("upTo", 2), ("up_to", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.upTo = try reader.uint64()
      default: break
      }
    }
  }
}

extension Bridge.Typing: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("user", 1),
    ("type", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.type = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Signal: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("sender", 1),
    ("time", 2),
    ("type", 3),
    ("content", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.sender = try reader.string()
      case 2:
        self.time = try reader.int64()
      case 3:
        self.type = try reader.string()
      case 4:
        self.content = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.PendingRemoved: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.SettingChanged: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("key", 1),
    ("failure", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.key = try reader.string()
      case 2:
        self.failure = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.LocalDataReset: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.keptAt.isEmpty { writer.field("keptAt"); writer.string(self.keptAt) }
    if self.outboxKept { writer.field("outboxKept"); writer.bool(self.outboxKept) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("keptAt", 0), ("kept_at", 0),
    ("outboxKept", 1), ("outbox_kept", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.keptAt = try reader.string()
      case 1:
        self.outboxKept = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Resynced: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.missing != 0 { writer.field("missing"); writer.uint32(self.missing) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("missing", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.missing = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.Opening: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.path.isEmpty { writer.field("path"); writer.string(self.path) }
    if !self.deviceClass.isEmpty { writer.field("deviceClass"); writer.string(self.deviceClass) }
    if !self.deviceName.isEmpty { writer.field("deviceName"); writer.string(self.deviceName) }
    if self.hidesReceipts { writer.field("hidesReceipts"); writer.bool(self.hidesReceipts) }
    if self.yieldsWhenReconnecting { writer.field("yieldsWhenReconnecting"); writer.bool(self.yieldsWhenReconnecting) }
    if self.requestTimeout != 0 { writer.field("requestTimeout"); writer.integer(self.requestTimeout) }
    if self.outboxLimit != 0 { writer.field("outboxLimit"); writer.uint32(self.outboxLimit) }
    if let value = self.recallEditWindow { writer.field("recallEditWindow"); writer.integer(value) }
    if !self.searchedTypes.isEmpty {
      writer.field("searchedTypes")
      writer.beginList()
      for value in self.searchedTypes { writer.element(); writer.message(value) }
      writer.endList()
    }
    if let value = self.receiptKinds { writer.field("receiptKinds"); writer.message(value) }
    if self.uploadsAtOnce != 0 { writer.field("uploadsAtOnce"); writer.uint32(self.uploadsAtOnce) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("path", 0),
    ("deviceClass", 1), ("device_class", 1),
    ("deviceName", 2), ("device_name", 2),
    ("hidesReceipts", 3), ("hides_receipts", 3),
    ("yieldsWhenReconnecting", 4), ("yields_when_reconnecting", 4),
    ("requestTimeout", 5), ("request_timeout", 5),
    ("outboxLimit", 6), ("outbox_limit", 6),
    ("recallEditWindow", 7), ("recall_edit_window", 7),
    ("searchedTypes", 8), ("searched_types", 8),
    ("receiptKinds", 9), ("receipt_kinds", 9),
    ("uploadsAtOnce", 10), ("uploads_at_once", 10),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.path = try reader.string()
      case 1:
        self.deviceClass = try reader.string()
      case 2:
        self.deviceName = try reader.string()
      case 3:
        self.hidesReceipts = try reader.bool()
      case 4:
        self.yieldsWhenReconnecting = try reader.bool()
      case 5:
        self.requestTimeout = try reader.uint64()
      case 6:
        self.outboxLimit = try reader.uint32()
      case 7:
        self.recallEditWindow = try reader.uint64()
      case 8:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.searchedTypes.append(try reader.message()) }
      case 9:
        self.receiptKinds = try reader.message()
      case 10:
        self.uploadsAtOnce = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.SearchedType: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.members.isEmpty {
      writer.field("members")
      writer.beginList()
      for value in self.members { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("type", 0),
    ("members", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.type = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.members.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.Call: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.id != 0 { writer.field("id"); writer.uint32(self.id) }
    switch self.operation {
    case .connect(let value)?:
      writer.field("connect"); writer.message(value)
    case .disconnect(let value)?:
      writer.field("disconnect"); writer.message(value)
    case .reconnectNow(let value)?:
      writer.field("reconnectNow"); writer.message(value)
    case .networkChanged(let value)?:
      writer.field("networkChanged"); writer.message(value)
    case .submit(let value)?:
      writer.field("submit"); writer.message(value)
    case .cancel(let value)?:
      writer.field("cancel"); writer.message(value)
    case .pending(let value)?:
      writer.field("pending"); writer.message(value)
    case .discard(let value)?:
      writer.field("discard"); writer.message(value)
    case .markRead(let value)?:
      writer.field("markRead"); writer.message(value)
    case .setTyping(let value)?:
      writer.field("setTyping"); writer.message(value)
    case .sendSignal(let value)?:
      writer.field("sendSignal"); writer.message(value)
    case .conversations(let value)?:
      writer.field("conversations"); writer.message(value)
    case .conversationsById(let value)?:
      writer.field("conversationsById"); writer.message(value)
    case .unreadTotal(let value)?:
      writer.field("unreadTotal"); writer.message(value)
    case .history(let value)?:
      writer.field("history"); writer.message(value)
    case .members(let value)?:
      writer.field("members"); writer.message(value)
    case .createGroup(let value)?:
      writer.field("createGroup"); writer.message(value)
    case .addMembers(let value)?:
      writer.field("addMembers"); writer.message(value)
    case .removeMembers(let value)?:
      writer.field("removeMembers"); writer.message(value)
    case .changeConversation(let value)?:
      writer.field("changeConversation"); writer.message(value)
    case .changeSettings(let value)?:
      writer.field("changeSettings"); writer.message(value)
    case .hide(let value)?:
      writer.field("hide"); writer.message(value)
    case .receipts(let value)?:
      writer.field("receipts"); writer.message(value)
    case .search(let value)?:
      writer.field("search"); writer.message(value)
    case .status(let value)?:
      writer.field("status"); writer.message(value)
    case .wait(let value)?:
      writer.field("wait"); writer.message(value)
    case .markers(let value)?:
      writer.field("markers"); writer.message(value)
    case .nextOfTimeline(let value)?:
      writer.field("nextOfTimeline"); writer.message(value)
    case .moveTimeline(let value)?:
      writer.field("moveTimeline"); writer.message(value)
    case .nextOfList(let value)?:
      writer.field("nextOfList"); writer.message(value)
    case .extendList(let value)?:
      writer.field("extendList"); writer.message(value)
    case .closeView(let value)?:
      writer.field("closeView"); writer.message(value)
    case .schedule(let value)?:
      writer.field("schedule"); writer.message(value)
    case .scheduled(let value)?:
      writer.field("scheduled"); writer.message(value)
    case .cancelScheduled(let value)?:
      writer.field("cancelScheduled"); writer.message(value)
    case .insertLocal(let value)?:
      writer.field("insertLocal"); writer.message(value)
    case .localMessages(let value)?:
      writer.field("localMessages"); writer.message(value)
    case .changeLocal(let value)?:
      writer.field("changeLocal"); writer.message(value)
    case .removeLocal(let value)?:
      writer.field("removeLocal"); writer.message(value)
    case .setLocalFields(let value)?:
      writer.field("setLocalFields"); writer.message(value)
    case .localFields(let value)?:
      writer.field("localFields"); writer.message(value)
    case .readers(let value)?:
      writer.field("readers"); writer.message(value)
    case .annotators(let value)?:
      writer.field("annotators"); writer.message(value)
    case .replies(let value)?:
      writer.field("replies"); writer.message(value)
    case .versions(let value)?:
      writer.field("versions"); writer.message(value)
    case .pinnedMessages(let value)?:
      writer.field("pinnedMessages"); writer.message(value)
    case .historyAround(let value)?:
      writer.field("historyAround"); writer.message(value)
    case .historyOfTypes(let value)?:
      writer.field("historyOfTypes"); writer.message(value)
    case .messages(let value)?:
      writer.field("messages"); writer.message(value)
    case .download(let value)?:
      writer.field("download"); writer.message(value)
    case .receivedTimes(let value)?:
      writer.field("receivedTimes"); writer.message(value)
    case .unreadMentions(let value)?:
      writer.field("unreadMentions"); writer.message(value)
    case .firstUnread(let value)?:
      writer.field("firstUnread"); writer.message(value)
    case .unreadCount(let value)?:
      writer.field("unreadCount"); writer.message(value)
    case .recalledContent(let value)?:
      writer.field("recalledContent"); writer.message(value)
    case .settings(let value)?:
      writer.field("settings"); writer.message(value)
    case .setSettings(let value)?:
      writer.field("setSettings"); writer.message(value)
    case .ownSettings(let value)?:
      writer.field("ownSettings"); writer.message(value)
    case .setDefaultLevel(let value)?:
      writer.field("setDefaultLevel"); writer.message(value)
    case .setQuietHours(let value)?:
      writer.field("setQuietHours"); writer.message(value)
    case .quietHours(let value)?:
      writer.field("quietHours"); writer.message(value)
    case .notificationLevel(let value)?:
      writer.field("notificationLevel"); writer.message(value)
    case .tags(let value)?:
      writer.field("tags"); writer.message(value)
    case .setTag(let value)?:
      writer.field("setTag"); writer.message(value)
    case .deleteTag(let value)?:
      writer.field("deleteTag"); writer.message(value)
    case .addTag(let value)?:
      writer.field("addTag"); writer.message(value)
    case .removeTag(let value)?:
      writer.field("removeTag"); writer.message(value)
    case .removeConversations(let value)?:
      writer.field("removeConversations"); writer.message(value)
    case .markAllRead(let value)?:
      writer.field("markAllRead"); writer.message(value)
    case .pinnedConversations(let value)?:
      writer.field("pinnedConversations"); writer.message(value)
    case .newId(let value)?:
      writer.field("newId"); writer.message(value)
    case .indexSome(let value)?:
      writer.field("indexSome"); writer.message(value)
    case .resolve(let value)?:
      writer.field("resolve"); writer.message(value)
    case .summary(let value)?:
      writer.field("summary"); writer.message(value)
    case .combine(let value)?:
      writer.field("combine"); writer.message(value)
    case .setRole(let value)?:
      writer.field("setRole"); writer.message(value)
    case .silenceMembers(let value)?:
      writer.field("silenceMembers"); writer.message(value)
    case .followLogs(let value)?:
      writer.field("followLogs"); writer.message(value)
    case .log(let value)?:
      writer.field("log"); writer.message(value)
    case .joinGroup(let value)?:
      writer.field("joinGroup"); writer.message(value)
    case .describeGroup(let value)?:
      writer.field("describeGroup"); writer.message(value)
    case .makeLink(let value)?:
      writer.field("makeLink"); writer.message(value)
    case .revokeLinks(let value)?:
      writer.field("revokeLinks"); writer.message(value)
    case .links(let value)?:
      writer.field("links"); writer.message(value)
    case .dismiss(let value)?:
      writer.field("dismiss"); writer.message(value)
    case .profiles(let value)?:
      writer.field("profiles"); writer.message(value)
    case .updateProfile(let value)?:
      writer.field("updateProfile"); writer.message(value)
    case .findProfile(let value)?:
      writer.field("findProfile"); writer.string(value)
    case .findUsers(let value)?:
      writer.field("findUsers"); writer.message(value)
    case .permissions(let value)?:
      writer.field("permissions"); writer.message(value)
    case .presences(let value)?:
      writer.field("presences"); writer.message(value)
    case .nextOfPresence(let value)?:
      writer.field("nextOfPresence"); writer.message(value)
    case .setDeviceStatus(let value)?:
      writer.field("setDeviceStatus"); writer.string(value)
    case .banUsers(let value)?:
      writer.field("banUsers"); writer.message(value)
    case .bans(let value)?:
      writer.field("bans"); writer.message(value)
    case .setRelations(let value)?:
      writer.field("setRelations"); writer.message(value)
    case .related(let value)?:
      writer.field("related"); writer.message(value)
    case .relationsOfKind(let value)?:
      writer.field("relationsOfKind"); writer.message(value)
    case .relation(let value)?:
      writer.field("relation"); writer.string(value)
    case .applyToGroup(let value)?:
      writer.field("applyToGroup"); writer.message(value)
    case .answerApplications(let value)?:
      writer.field("answerApplications"); writer.message(value)
    case .applications(let value)?:
      writer.field("applications"); writer.message(value)
    case .setNickname(let value)?:
      writer.field("setNickname"); writer.message(value)
    case .announce(let value)?:
      writer.field("announce"); writer.message(value)
    case .announcements(let value)?:
      writer.field("announcements"); writer.message(value)
    case .findConversations(let value)?:
      writer.field("findConversations"); writer.message(value)
    case .retry(let value)?:
      writer.field("retry"); writer.message(value)
    case .pauseUpload(let value)?:
      writer.field("pauseUpload"); writer.message(value)
    case .resumeUpload(let value)?:
      writer.field("resumeUpload"); writer.message(value)
    case .uploadReached(let value)?:
      writer.field("uploadReached"); writer.message(value)
    case .uploaded(let value)?:
      writer.field("uploaded"); writer.message(value)
    case .uploadFailed(let value)?:
      writer.field("uploadFailed"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("connect", 1),
    ("disconnect", 2),
    ("reconnectNow", 3), ("reconnect_now", 3),
    ("networkChanged", 4), ("network_changed", 4),
    ("submit", 5),
    ("cancel", 6),
    ("pending", 7),
    ("discard", 8),
    ("markRead", 9), ("mark_read", 9),
    ("setTyping", 10), ("set_typing", 10),
    ("sendSignal", 11), ("send_signal", 11),
    ("conversations", 12),
    ("conversationsById", 13), ("conversations_by_id", 13),
    ("unreadTotal", 14), ("unread_total", 14),
    ("history", 15),
    ("members", 16),
    ("createGroup", 17), ("create_group", 17),
    ("addMembers", 18), ("add_members", 18),
    ("removeMembers", 19), ("remove_members", 19),
    ("changeConversation", 20), ("change_conversation", 20),
    ("changeSettings", 21), ("change_settings", 21),
    ("hide", 22),
    ("receipts", 23),
    ("search", 24),
    ("status", 25),
    ("wait", 26),
    ("markers", 27),
    ("nextOfTimeline", 28), ("next_of_timeline", 28),
    ("moveTimeline", 29), ("move_timeline", 29),
    ("nextOfList", 30), ("next_of_list", 30),
    ("extendList", 31), ("extend_list", 31),
    ("closeView", 32), ("close_view", 32),
    ("schedule", 33),
    ("scheduled", 34),
    ("cancelScheduled", 35), ("cancel_scheduled", 35),
    ("insertLocal", 36), ("insert_local", 36),
    ("localMessages", 37), ("local_messages", 37),
    ("changeLocal", 38), ("change_local", 38),
    ("removeLocal", 39), ("remove_local", 39),
    ("setLocalFields", 40), ("set_local_fields", 40),
    ("localFields", 41), ("local_fields", 41),
    ("readers", 42),
    ("annotators", 43),
    ("replies", 44),
    ("versions", 45),
    ("pinnedMessages", 46), ("pinned_messages", 46),
    ("historyAround", 47), ("history_around", 47),
    ("historyOfTypes", 48), ("history_of_types", 48),
    ("messages", 49),
    ("download", 50),
    ("receivedTimes", 51), ("received_times", 51),
    ("unreadMentions", 52), ("unread_mentions", 52),
    ("firstUnread", 53), ("first_unread", 53),
    ("unreadCount", 54), ("unread_count", 54),
    ("recalledContent", 55), ("recalled_content", 55),
    ("settings", 56),
    ("setSettings", 57), ("set_settings", 57),
    ("ownSettings", 58), ("own_settings", 58),
    ("setDefaultLevel", 59), ("set_default_level", 59),
    ("setQuietHours", 60), ("set_quiet_hours", 60),
    ("quietHours", 61), ("quiet_hours", 61),
    ("notificationLevel", 62), ("notification_level", 62),
    ("tags", 63),
    ("setTag", 64), ("set_tag", 64),
    ("deleteTag", 65), ("delete_tag", 65),
    ("addTag", 66), ("add_tag", 66),
    ("removeTag", 67), ("remove_tag", 67),
    ("removeConversations", 68), ("remove_conversations", 68),
    ("markAllRead", 69), ("mark_all_read", 69),
    ("pinnedConversations", 70), ("pinned_conversations", 70),
    ("newId", 71), ("new_id", 71),
    ("indexSome", 72), ("index_some", 72),
    ("resolve", 73),
    ("summary", 74),
    ("combine", 75),
    ("setRole", 76), ("set_role", 76),
    ("silenceMembers", 77), ("silence_members", 77),
    ("followLogs", 78), ("follow_logs", 78),
    ("log", 79),
    ("joinGroup", 80), ("join_group", 80),
    ("describeGroup", 81), ("describe_group", 81),
    ("makeLink", 82), ("make_link", 82),
    ("revokeLinks", 83), ("revoke_links", 83),
    ("links", 84),
    ("dismiss", 85),
    ("profiles", 86),
    ("updateProfile", 87), ("update_profile", 87),
    ("findProfile", 88), ("find_profile", 88),
    ("findUsers", 89), ("find_users", 89),
    ("permissions", 90),
    ("presences", 91),
    ("nextOfPresence", 92), ("next_of_presence", 92),
    ("setDeviceStatus", 93), ("set_device_status", 93),
    ("banUsers", 94), ("ban_users", 94),
    ("bans", 95),
    ("setRelations", 96), ("set_relations", 96),
    ("related", 97),
    ("relationsOfKind", 98), ("relations_of_kind", 98),
    ("relation", 99),
    ("applyToGroup", 100), ("apply_to_group", 100),
    ("answerApplications", 101), ("answer_applications", 101),
    ("applications", 102),
    ("setNickname", 103), ("set_nickname", 103),
    ("announce", 104),
    ("announcements", 105),
    ("findConversations", 106), ("find_conversations", 106),
    ("retry", 107),
    ("pauseUpload", 108), ("pause_upload", 108),
    ("resumeUpload", 109), ("resume_upload", 109),
    ("uploadReached", 110), ("upload_reached", 110),
    ("uploaded", 111),
    ("uploadFailed", 112), ("upload_failed", 112),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.uint32()
      case 1:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .connect(try reader.message())
      case 2:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .disconnect(try reader.message())
      case 3:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .reconnectNow(try reader.message())
      case 4:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .networkChanged(try reader.message())
      case 5:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .submit(try reader.message())
      case 6:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .cancel(try reader.message())
      case 7:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .pending(try reader.message())
      case 8:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .discard(try reader.message())
      case 9:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .markRead(try reader.message())
      case 10:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setTyping(try reader.message())
      case 11:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .sendSignal(try reader.message())
      case 12:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .conversations(try reader.message())
      case 13:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .conversationsById(try reader.message())
      case 14:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .unreadTotal(try reader.message())
      case 15:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .history(try reader.message())
      case 16:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .members(try reader.message())
      case 17:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .createGroup(try reader.message())
      case 18:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .addMembers(try reader.message())
      case 19:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .removeMembers(try reader.message())
      case 20:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .changeConversation(try reader.message())
      case 21:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .changeSettings(try reader.message())
      case 22:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .hide(try reader.message())
      case 23:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .receipts(try reader.message())
      case 24:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .search(try reader.message())
      case 25:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .status(try reader.message())
      case 26:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .wait(try reader.message())
      case 27:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .markers(try reader.message())
      case 28:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .nextOfTimeline(try reader.message())
      case 29:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .moveTimeline(try reader.message())
      case 30:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .nextOfList(try reader.message())
      case 31:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .extendList(try reader.message())
      case 32:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .closeView(try reader.message())
      case 33:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .schedule(try reader.message())
      case 34:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .scheduled(try reader.message())
      case 35:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .cancelScheduled(try reader.message())
      case 36:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .insertLocal(try reader.message())
      case 37:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .localMessages(try reader.message())
      case 38:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .changeLocal(try reader.message())
      case 39:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .removeLocal(try reader.message())
      case 40:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setLocalFields(try reader.message())
      case 41:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .localFields(try reader.message())
      case 42:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .readers(try reader.message())
      case 43:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .annotators(try reader.message())
      case 44:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .replies(try reader.message())
      case 45:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .versions(try reader.message())
      case 46:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .pinnedMessages(try reader.message())
      case 47:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .historyAround(try reader.message())
      case 48:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .historyOfTypes(try reader.message())
      case 49:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .messages(try reader.message())
      case 50:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .download(try reader.message())
      case 51:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .receivedTimes(try reader.message())
      case 52:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .unreadMentions(try reader.message())
      case 53:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .firstUnread(try reader.message())
      case 54:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .unreadCount(try reader.message())
      case 55:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .recalledContent(try reader.message())
      case 56:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .settings(try reader.message())
      case 57:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setSettings(try reader.message())
      case 58:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .ownSettings(try reader.message())
      case 59:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setDefaultLevel(try reader.message())
      case 60:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setQuietHours(try reader.message())
      case 61:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .quietHours(try reader.message())
      case 62:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .notificationLevel(try reader.message())
      case 63:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .tags(try reader.message())
      case 64:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setTag(try reader.message())
      case 65:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .deleteTag(try reader.message())
      case 66:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .addTag(try reader.message())
      case 67:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .removeTag(try reader.message())
      case 68:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .removeConversations(try reader.message())
      case 69:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .markAllRead(try reader.message())
      case 70:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .pinnedConversations(try reader.message())
      case 71:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .newId(try reader.message())
      case 72:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .indexSome(try reader.message())
      case 73:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .resolve(try reader.message())
      case 74:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .summary(try reader.message())
      case 75:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .combine(try reader.message())
      case 76:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setRole(try reader.message())
      case 77:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .silenceMembers(try reader.message())
      case 78:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .followLogs(try reader.message())
      case 79:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .log(try reader.message())
      case 80:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .joinGroup(try reader.message())
      case 81:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .describeGroup(try reader.message())
      case 82:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .makeLink(try reader.message())
      case 83:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .revokeLinks(try reader.message())
      case 84:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .links(try reader.message())
      case 85:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .dismiss(try reader.message())
      case 86:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .profiles(try reader.message())
      case 87:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .updateProfile(try reader.message())
      case 88:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .findProfile(try reader.string())
      case 89:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .findUsers(try reader.message())
      case 90:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .permissions(try reader.message())
      case 91:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .presences(try reader.message())
      case 92:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .nextOfPresence(try reader.message())
      case 93:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setDeviceStatus(try reader.string())
      case 94:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .banUsers(try reader.message())
      case 95:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .bans(try reader.message())
      case 96:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setRelations(try reader.message())
      case 97:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .related(try reader.message())
      case 98:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .relationsOfKind(try reader.message())
      case 99:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .relation(try reader.string())
      case 100:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .applyToGroup(try reader.message())
      case 101:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .answerApplications(try reader.message())
      case 102:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .applications(try reader.message())
      case 103:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .setNickname(try reader.message())
      case 104:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .announce(try reader.message())
      case 105:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .announcements(try reader.message())
      case 106:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .findConversations(try reader.message())
      case 107:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .retry(try reader.message())
      case 108:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .pauseUpload(try reader.message())
      case 109:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .resumeUpload(try reader.message())
      case 110:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .uploadReached(try reader.message())
      case 111:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .uploaded(try reader.message())
      case 112:
        try reader.checkAbsent(self.operation == nil)
        self.operation = .uploadFailed(try reader.message())
      default: break
      }
    }
  }
}

extension Bridge.UploadReached: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.row != 0 { writer.field("row"); writer.integer(self.row) }
    if self.bytes != 0 { writer.field("bytes"); writer.integer(self.bytes) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("row", 0),
    ("bytes", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.row = try reader.int64()
      case 1:
        self.bytes = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.Uploaded: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.row != 0 { writer.field("row"); writer.integer(self.row) }
    if !self.media.isEmpty { writer.field("media"); writer.string(self.media) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("row", 0),
    ("media", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.row = try reader.int64()
      case 1:
        self.media = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.UploadFailed: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.row != 0 { writer.field("row"); writer.integer(self.row) }
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("row", 0),
    ("failure", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.row = try reader.int64()
      case 1:
        self.failure = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.UserQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("name", 0),
    ("limit", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.name = try reader.string()
      case 1:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.MemberQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.cached { writer.field("cached"); writer.bool(self.cached) }
    if !self.roles.isEmpty {
      writer.field("roles")
      writer.beginList()
      for value in self.roles { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if let value = self.silenced { writer.field("silenced"); writer.bool(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("cached", 1),
    ("roles", 2),
    ("text", 3),
    ("silenced", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.cached = try reader.bool()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.roles.append(try reader.string()) }
      case 3:
        self.text = try reader.string()
      case 4:
        self.silenced = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.FindConversations: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.members.isEmpty {
      writer.field("members")
      writer.beginList()
      for value in self.members { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.exactly { writer.field("exactly"); writer.bool(self.exactly) }
    if let value = self.title { writer.field("title"); writer.string(value) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginList()
      for value in self.attributes { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.activeFrom != 0 { writer.field("activeFrom"); writer.integer(self.activeFrom) }
    if self.activeBefore != 0 { writer.field("activeBefore"); writer.integer(self.activeBefore) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("members", 0),
    ("exactly", 1),
    ("title", 2),
    ("attributes", 3),
    ("activeFrom", 4), ("active_from", 4),
    ("activeBefore", 5), ("active_before", 5),
    ("limit", 6),
    ("after", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.members.append(try reader.string()) }
      case 1:
        self.exactly = try reader.bool()
      case 2:
        self.title = try reader.string()
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.attributes.append(try reader.message()) }
      case 4:
        self.activeFrom = try reader.int64()
      case 5:
        self.activeBefore = try reader.int64()
      case 6:
        self.limit = try reader.uint32()
      case 7:
        self.after = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.WantedAttribute: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if !self.values.isEmpty {
      writer.field("values")
      writer.beginList()
      for value in self.values { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("key", 0),
    ("values", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.key = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.values.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.LogQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.after != 0 { writer.field("after"); writer.integer(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("after", 1),
    ("limit", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.after = try reader.uint64()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.NetworkChange: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.available { writer.field("available"); writer.bool(self.available) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("available", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.available = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Cancel: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.call != 0 { writer.field("call"); writer.uint32(self.call) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("call", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.call = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.Submit: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if let value = self.action { writer.field("action"); writer.message(value) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if self.enqueue { writer.field("enqueue"); writer.bool(self.enqueue) }
    if let value = self.upload { writer.field("upload"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("action", 1),
    ("details", 2),
    ("id", 3),
    ("enqueue", 4),
    ("upload", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.action = try reader.message()
      case 2:
        self.details = try reader.message()
      case 3:
        self.id = try reader.string()
      case 4:
        self.enqueue = try reader.bool()
      case 5:
        self.upload = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.FileToUpload: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.file.isEmpty { writer.field("file"); writer.string(self.file) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if self.size != 0 { writer.field("size"); writer.integer(self.size) }
    if !self.sha256.isEmpty { writer.field("sha256"); writer.string(self.sha256) }
    if self.whenReady { writer.field("whenReady"); writer.bool(self.whenReady) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("file", 0),
    ("name", 1),
    ("size", 2),
    ("sha256", 3),
    ("whenReady", 4), ("when_ready", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.file = try reader.string()
      case 1:
        self.name = try reader.string()
      case 2:
        self.size = try reader.int64()
      case 3:
        self.sha256 = try reader.string()
      case 4:
        self.whenReady = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Discard: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.MarkRead: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("position", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.position = try reader.uint64()
      default: break
      }
    }
  }
}

extension Bridge.SetTyping: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.on { writer.field("on"); writer.bool(self.on) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("on", 1),
    ("type", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.on = try reader.bool()
      case 2:
        self.type = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.SendSignal: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("type", 1),
    ("content", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.type = try reader.string()
      case 2:
        self.content = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.ListQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.filter { writer.field("filter"); writer.message(value) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("filter", 0),
    ("after", 1),
    ("limit", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.filter = try reader.message()
      case 1:
        self.after = try reader.string()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.UnreadQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.kinds.isEmpty {
      writer.field("kinds")
      writer.beginList()
      for value in self.kinds { writer.element(); writer.string(value) }
      writer.endList()
    }
    if let value = self.unread { writer.field("unread"); writer.bool(value) }
    if let value = self.mentioned { writer.field("mentioned"); writer.bool(value) }
    if let value = self.pinned { writer.field("pinned"); writer.bool(value) }
    if !self.tag.isEmpty { writer.field("tag"); writer.string(self.tag) }
    if !self.levels.isEmpty {
      writer.field("levels")
      writer.beginList()
      for value in self.levels { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginObject()
      for (key, value) in self.attributes { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if !self.sharedAttributes.isEmpty {
      writer.field("sharedAttributes")
      writer.beginObject()
      for (key, value) in self.sharedAttributes { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if self.includesRemoved { writer.field("includesRemoved"); writer.bool(self.includesRemoved) }
    if let value = self.order { writer.field("order"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("kinds", 0),
    ("unread", 1),
    ("mentioned", 2),
    ("pinned", 3),
    ("tag", 4),
    ("levels", 5),
    ("attributes", 6),
    ("sharedAttributes", 7), ("shared_attributes", 7),
    ("includesRemoved", 8), ("includes_removed", 8),
    ("order", 9),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.kinds.append(try reader.string()) }
      case 1:
        self.unread = try reader.bool()
      case 2:
        self.mentioned = try reader.bool()
      case 3:
        self.pinned = try reader.bool()
      case 4:
        self.tag = try reader.string()
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.levels.append(try reader.string()) }
      case 6:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.attributes)
        }
      case 7:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.sharedAttributes)
        }
      case 8:
        self.includesRemoved = try reader.bool()
      case 9:
        self.order = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.ListOrder: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.pinnedFirst { writer.field("pinnedFirst"); writer.bool(value) }
    if let value = self.countsDrafts { writer.field("countsDrafts"); writer.bool(value) }
    if let value = self.countsUnsent { writer.field("countsUnsent"); writer.bool(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("pinnedFirst", 0), ("pinned_first", 0),
    ("countsDrafts", 1), ("counts_drafts", 1),
    ("countsUnsent", 2), ("counts_unsent", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.pinnedFirst = try reader.bool()
      case 1:
        self.countsDrafts = try reader.bool()
      case 2:
        self.countsUnsent = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Names: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.ids.isEmpty {
      writer.field("ids")
      writer.beginList()
      for value in self.ids { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("ids", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.ids.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.HistoryQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    switch self.place {
    case .before(let value)?:
      writer.field("before"); writer.integer(value)
    case .after(let value)?:
      writer.field("after"); writer.integer(value)
    case nil: break
    }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if self.cached { writer.field("cached"); writer.bool(self.cached) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("before", 1),
    ("after", 2),
    ("limit", 3),
    ("cached", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        try reader.checkAbsent(self.place == nil)
        self.place = .before(try reader.uint64())
      case 2:
        try reader.checkAbsent(self.place == nil)
        self.place = .after(try reader.uint64())
      case 3:
        self.limit = try reader.uint32()
      case 4:
        self.cached = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Place: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.CreateGroup: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if !self.members.isEmpty {
      writer.field("members")
      writer.beginList()
      for value in self.members { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginObject()
      for (key, value) in self.attributes { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("title", 0),
    ("members", 1),
    ("id", 2),
    ("attributes", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.title = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.members.append(try reader.string()) }
      case 2:
        self.id = try reader.string()
      case 3:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.attributes)
        }
      default: break
      }
    }
  }
}

extension Bridge.ChangeMembers: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("users", 1),
    ("reason", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 2:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.ChangeConversation: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if let value = self.title { writer.field("title"); writer.string(value) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginObject()
      for (key, value) in self.attributes { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if let value = self.silenced { writer.field("silenced"); writer.bool(value) }
    if let value = self.open { writer.field("open"); writer.bool(value) }
    if let value = self.history { writer.field("history"); writer.uint32(value) }
    if let value = self.applications { writer.field("applications"); writer.bool(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("title", 1),
    ("attributes", 2),
    ("silenced", 3),
    ("open", 4),
    ("history", 5),
    ("applications", 6),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.title = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.attributes)
        }
      case 3:
        self.silenced = try reader.bool()
      case 4:
        self.open = try reader.bool()
      case 5:
        self.history = try reader.uint32()
      case 6:
        self.applications = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.SetRole: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.role.isEmpty { writer.field("role"); writer.string(self.role) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("users", 1),
    ("role", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 2:
        self.role = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.SilenceMembers: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.until != 0 { writer.field("until"); writer.integer(self.until) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("users", 1),
    ("until", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 2:
        self.until = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.JoinGroup: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.group.isEmpty { writer.field("group"); writer.string(self.group) }
    if !self.link.isEmpty { writer.field("link"); writer.string(self.link) }
    if !self.sharedBy.isEmpty { writer.field("sharedBy"); writer.string(self.sharedBy) }
    if !self.way.isEmpty { writer.field("way"); writer.string(self.way) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("group", 0),
    ("link", 1),
    ("sharedBy", 2), ("shared_by", 2),
    ("way", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.group = try reader.string()
      case 1:
        self.link = try reader.string()
      case 2:
        self.sharedBy = try reader.string()
      case 3:
        self.way = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.DescribeGroup: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.group.isEmpty { writer.field("group"); writer.string(self.group) }
    if !self.link.isEmpty { writer.field("link"); writer.string(self.link) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("group", 0),
    ("link", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.group = try reader.string()
      case 1:
        self.link = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.MakeLink: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.until != 0 { writer.field("until"); writer.integer(self.until) }
    if self.uses != 0 { writer.field("uses"); writer.uint32(self.uses) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("until", 1),
    ("uses", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.until = try reader.int64()
      case 2:
        self.uses = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.RevokeLinks: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.links.isEmpty {
      writer.field("links")
      writer.beginList()
      for value in self.links { writer.element(); writer.integer(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("links", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.links.append(try reader.uint64()) }
      default: break
      }
    }
  }
}

extension Bridge.ApplyToGroup: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.group.isEmpty { writer.field("group"); writer.string(self.group) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if !self.sharedBy.isEmpty { writer.field("sharedBy"); writer.string(self.sharedBy) }
    if !self.way.isEmpty { writer.field("way"); writer.string(self.way) }
    if self.withdrawn { writer.field("withdrawn"); writer.bool(self.withdrawn) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("group", 0),
    ("text", 1),
    ("sharedBy", 2), ("shared_by", 2),
    ("way", 3),
    ("withdrawn", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.group = try reader.string()
      case 1:
        self.text = try reader.string()
      case 2:
        self.sharedBy = try reader.string()
      case 3:
        self.way = try reader.string()
      case 4:
        self.withdrawn = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.AnswerApplications: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.accepted { writer.field("accepted"); writer.bool(self.accepted) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("users", 1),
    ("accepted", 2),
    ("reason", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 2:
        self.accepted = try reader.bool()
      case 3:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.SetNickname: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("user", 1),
    ("name", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.user = try reader.string()
      case 2:
        self.name = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Announce: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("text", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.text = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.AnnouncementQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("after", 1),
    ("limit", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.after = try reader.string()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.BanUsers: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.until != 0 { writer.field("until"); writer.integer(self.until) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("users", 1),
    ("until", 2),
    ("reason", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 2:
        self.until = try reader.int64()
      case 3:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.ChangeSettings: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if let value = self.pinned { writer.field("pinned"); writer.bool(value) }
    if let value = self.level { writer.field("level"); writer.string(value) }
    if let value = self.muted { writer.field("muted"); writer.bool(value) }
    if let value = self.alias { writer.field("alias"); writer.string(value) }
    if let value = self.draft { writer.field("draft"); writer.message(value) }
    if self.removed { writer.field("removed"); writer.bool(self.removed) }
    if self.pinCountsAsActivity { writer.field("pinCountsAsActivity"); writer.bool(self.pinCountsAsActivity) }
    if let value = self.ringTone { writer.field("ringTone"); writer.string(value) }
    if self.withHistory { writer.field("withHistory"); writer.bool(self.withHistory) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginObject()
      for (key, value) in self.attributes { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if !self.setFlags.isEmpty { writer.field("setFlags"); writer.string(self.setFlags) }
    if !self.unsetFlags.isEmpty { writer.field("unsetFlags"); writer.string(self.unsetFlags) }
    if let value = self.pinInTag { writer.field("pinInTag"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("pinned", 1),
    ("level", 2),
    ("muted", 3),
    ("alias", 4),
    ("draft", 5),
    ("removed", 6),
    ("pinCountsAsActivity", 7), ("pin_counts_as_activity", 7),
    ("ringTone", 8), ("ring_tone", 8),
    ("withHistory", 9), ("with_history", 9),
    ("attributes", 10),
    ("setFlags", 11), ("set_flags", 11),
    ("unsetFlags", 12), ("unset_flags", 12),
    ("pinInTag", 13), ("pin_in_tag", 13),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.pinned = try reader.bool()
      case 2:
        self.level = try reader.string()
      case 3:
        self.muted = try reader.bool()
      case 4:
        self.alias = try reader.string()
      case 5:
        self.draft = try reader.message()
      case 6:
        self.removed = try reader.bool()
      case 7:
        self.pinCountsAsActivity = try reader.bool()
      case 8:
        self.ringTone = try reader.string()
      case 9:
        self.withHistory = try reader.bool()
      case 10:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.attributes)
        }
      case 11:
        self.setFlags = try reader.string()
      case 12:
        self.unsetFlags = try reader.string()
      case 13:
        self.pinInTag = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.Hide: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.upTo != 0 { writer.field("upTo"); writer.integer(self.upTo) }
    if !self.positions.isEmpty {
      writer.field("positions")
      writer.beginList()
      for value in self.positions { writer.element(); writer.integer(value) }
      writer.endList()
    }
    if self.thisDeviceOnly { writer.field("thisDeviceOnly"); writer.bool(self.thisDeviceOnly) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("upTo", 1), ("up_to", 1),
    ("positions", 2),
    ("thisDeviceOnly", 3), ("this_device_only", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.upTo = try reader.uint64()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.positions.append(try reader.uint64()) }
      case 3:
        self.thisDeviceOnly = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.ReceiptQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.positions.isEmpty {
      writer.field("positions")
      writer.beginList()
      for value in self.positions { writer.element(); writer.integer(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("positions", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.positions.append(try reader.uint64()) }
      default: break
      }
    }
  }
}

extension Bridge.PinInTag: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.tag.isEmpty { writer.field("tag"); writer.string(self.tag) }
    if self.pinned { writer.field("pinned"); writer.bool(self.pinned) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("tag", 0),
    ("pinned", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.tag = try reader.string()
      case 1:
        self.pinned = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Search: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if !self.`in`.isEmpty { writer.field("in"); writer.string(self.`in`) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if self.before != 0 { writer.field("before"); writer.integer(self.before) }
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if !self.types.isEmpty {
      writer.field("types")
      writer.beginList()
      for value in self.types { writer.element(); writer.string(value) }
      writer.endList()
    }
    if let value = self.since { writer.field("since"); writer.integer(value) }
    if let value = self.until { writer.field("until"); writer.integer(value) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("text", 0),
    ("in", 1),
    ("limit", 2),
    ("before", 3),
    ("sender", 4),
    ("types", 5),
    ("since", 6),
    ("until", 7),
    ("after", 8),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.text = try reader.string()
      case 1:
        self.`in` = try reader.string()
      case 2:
        self.limit = try reader.uint32()
      case 3:
        self.before = try reader.uint64()
      case 4:
        self.sender = try reader.string()
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.types.append(try reader.string()) }
      case 6:
        self.since = try reader.int64()
      case 7:
        self.until = try reader.int64()
      case 8:
        self.after = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Schedule: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("type", 1),
    ("content", 2),
    ("details", 3),
    ("time", 4),
    ("id", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.type = try reader.string()
      case 2:
        self.content = try reader.string()
      case 3:
        self.details = try reader.message()
      case 4:
        self.time = try reader.int64()
      case 5:
        self.id = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.InsertLocal: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.drafts.isEmpty {
      writer.field("drafts")
      writer.beginList()
      for value in self.drafts { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.skipsDuplicates { writer.field("skipsDuplicates"); writer.bool(self.skipsDuplicates) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("drafts", 1),
    ("skipsDuplicates", 2), ("skips_duplicates", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.drafts.append(try reader.message()) }
      case 2:
        self.skipsDuplicates = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.LocalDraft: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if let value = self.time { writer.field("time"); writer.integer(value) }
    if !self.fields.isEmpty { writer.field("fields"); writer.string(self.fields) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("type", 0),
    ("content", 1),
    ("sender", 2),
    ("time", 3),
    ("fields", 4),
    ("name", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.type = try reader.string()
      case 1:
        self.content = try reader.string()
      case 2:
        self.sender = try reader.string()
      case 3:
        self.time = try reader.int64()
      case 4:
        self.fields = try reader.string()
      case 5:
        self.name = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.PositionRange: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.from != 0 { writer.field("from"); writer.integer(self.from) }
    if let value = self.upTo { writer.field("upTo"); writer.integer(value) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("from", 1),
    ("upTo", 2), ("up_to", 2),
    ("limit", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.from = try reader.uint64()
      case 2:
        self.upTo = try reader.uint64()
      case 3:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.ChangeLocal: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.id != 0 { writer.field("id"); writer.integer(self.id) }
    if let value = self.content { writer.field("content"); writer.message(value) }
    if let value = self.fields { writer.field("fields"); writer.string(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("id", 1),
    ("content", 2),
    ("fields", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.id = try reader.int64()
      case 2:
        self.content = try reader.message()
      case 3:
        self.fields = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.RemoveLocal: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.ids.isEmpty {
      writer.field("ids")
      writer.beginList()
      for value in self.ids { writer.element(); writer.integer(value) }
      writer.endList()
    }
    if self.all { writer.field("all"); writer.bool(self.all) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("ids", 1),
    ("all", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.ids.append(try reader.int64()) }
      case 2:
        self.all = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.ChangeLocalFields: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if !self.fields.isEmpty { writer.field("fields"); writer.string(self.fields) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("position", 1),
    ("fields", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.position = try reader.uint64()
      case 2:
        self.fields = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Target: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("position", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.position = try reader.uint64()
      default: break
      }
    }
  }
}

extension Bridge.PageQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("position", 1),
    ("limit", 2),
    ("after", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.position = try reader.uint64()
      case 2:
        self.limit = try reader.uint32()
      case 3:
        self.after = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.ReaderQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.of { writer.field("of"); writer.message(value) }
    if !self.state.isEmpty { writer.field("state"); writer.string(self.state) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("of", 0),
    ("state", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.of = try reader.message()
      case 1:
        self.state = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.AnnotatorQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.of { writer.field("of"); writer.message(value) }
    switch self.key {
    case .reaction(let value)?:
      writer.field("reaction"); writer.string(value)
    case .choice(let value)?:
      writer.field("choice"); writer.uint32(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("of", 0),
    ("reaction", 1),
    ("choice", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.of = try reader.message()
      case 1:
        try reader.checkAbsent(self.key == nil)
        self.key = .reaction(try reader.string())
      case 2:
        try reader.checkAbsent(self.key == nil)
        self.key = .choice(try reader.uint32())
      default: break
      }
    }
  }
}

extension Bridge.HistoryAround: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    switch self.place {
    case .position(let value)?:
      writer.field("position"); writer.integer(value)
    case .time(let value)?:
      writer.field("time"); writer.integer(value)
    case nil: break
    }
    if self.before != 0 { writer.field("before"); writer.uint32(self.before) }
    if self.after != 0 { writer.field("after"); writer.uint32(self.after) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("position", 1),
    ("time", 2),
    ("before", 3),
    ("after", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        try reader.checkAbsent(self.place == nil)
        self.place = .position(try reader.uint64())
      case 2:
        try reader.checkAbsent(self.place == nil)
        self.place = .time(try reader.int64())
      case 3:
        self.before = try reader.uint32()
      case 4:
        self.after = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.HistoryOfTypes: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.types.isEmpty {
      writer.field("types")
      writer.beginList()
      for value in self.types { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("types", 1),
    ("limit", 2),
    ("after", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.types.append(try reader.string()) }
      case 2:
        self.limit = try reader.uint32()
      case 3:
        self.after = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Download: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if let value = self.since { writer.field("since"); writer.integer(value) }
    if let value = self.limit { writer.field("limit"); writer.integer(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("since", 1),
    ("limit", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.since = try reader.int64()
      case 2:
        self.limit = try reader.uint64()
      default: break
      }
    }
  }
}

extension Bridge.MentionQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if self.newest { writer.field("newest"); writer.bool(self.newest) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("limit", 1),
    ("newest", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.limit = try reader.uint32()
      case 2:
        self.newest = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.SetSettings: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if !self.values.isEmpty {
      writer.field("values")
      writer.beginObject()
      for (key, value) in self.values { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("values", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.values)
        }
      default: break
      }
    }
  }
}

extension Bridge.DefaultLevel: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.kind.isEmpty { writer.field("kind"); writer.string(self.kind) }
    if !self.level.isEmpty { writer.field("level"); writer.string(self.level) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("kind", 0),
    ("level", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.kind = try reader.string()
      case 1:
        self.level = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.SetQuietHours: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.hours { writer.field("hours"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("hours", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.hours = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.LevelQuery: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if let value = self.time { writer.field("time"); writer.integer(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("to", 0),
    ("time", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.to = try reader.string()
      case 1:
        self.time = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.TagConversations: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if !self.conversations.isEmpty {
      writer.field("conversations")
      writer.beginList()
      for value in self.conversations { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("conversations", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.conversations.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.RemoveConversations: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.filter { writer.field("filter"); writer.message(value) }
    if self.withHistory { writer.field("withHistory"); writer.bool(self.withHistory) }
    if !self.untag.isEmpty { writer.field("untag"); writer.string(self.untag) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("filter", 0),
    ("withHistory", 1), ("with_history", 1),
    ("untag", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.filter = try reader.message()
      case 1:
        self.withHistory = try reader.bool()
      case 2:
        self.untag = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Combine: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if !self.messages.isEmpty {
      writer.field("messages")
      writer.beginList()
      for value in self.messages { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("title", 0),
    ("messages", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.title = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.messages.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.CombinedMessage: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("sender", 0),
    ("name", 1),
    ("time", 2),
    ("type", 3),
    ("content", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.sender = try reader.string()
      case 1:
        self.name = try reader.string()
      case 2:
        self.time = try reader.int64()
      case 3:
        self.type = try reader.string()
      case 4:
        self.content = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.TimelineOpening: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if !self.to.isEmpty { writer.field("to"); writer.string(self.to) }
    if self.window != 0 { writer.field("window"); writer.uint32(self.window) }
    if let value = self.place { writer.field("place"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("name", 0),
    ("to", 1),
    ("window", 2),
    ("place", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.name = try reader.string()
      case 1:
        self.to = try reader.string()
      case 2:
        self.window = try reader.uint32()
      case 3:
        self.place = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.TimelinePlace: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    switch self.place {
    case .newest(let value)?:
      writer.field("newest"); writer.message(value)
    case .firstUnread(let value)?:
      writer.field("firstUnread"); writer.message(value)
    case .position(let value)?:
      writer.field("position"); writer.integer(value)
    case .time(let value)?:
      writer.field("time"); writer.integer(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("newest", 0),
    ("firstUnread", 1), ("first_unread", 1),
    ("position", 2),
    ("time", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        try reader.checkAbsent(self.place == nil)
        self.place = .newest(try reader.message())
      case 1:
        try reader.checkAbsent(self.place == nil)
        self.place = .firstUnread(try reader.message())
      case 2:
        try reader.checkAbsent(self.place == nil)
        self.place = .position(try reader.uint64())
      case 3:
        try reader.checkAbsent(self.place == nil)
        self.place = .time(try reader.int64())
      default: break
      }
    }
  }
}

extension Bridge.MoveTimeline: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.timeline { writer.field("timeline"); writer.message(value) }
    switch self.move {
    case .older(let value)?:
      writer.field("older"); writer.message(value)
    case .newer(let value)?:
      writer.field("newer"); writer.message(value)
    case .to(let value)?:
      writer.field("to"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("timeline", 0),
    ("older", 1),
    ("newer", 2),
    ("to", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.timeline = try reader.message()
      case 1:
        try reader.checkAbsent(self.move == nil)
        self.move = .older(try reader.message())
      case 2:
        try reader.checkAbsent(self.move == nil)
        self.move = .newer(try reader.message())
      case 3:
        try reader.checkAbsent(self.move == nil)
        self.move = .to(try reader.message())
      default: break
      }
    }
  }
}

extension Bridge.ListOpening: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if let value = self.filter { writer.field("filter"); writer.message(value) }
    if self.window != 0 { writer.field("window"); writer.uint32(self.window) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("name", 0),
    ("filter", 1),
    ("window", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.name = try reader.string()
      case 1:
        self.filter = try reader.message()
      case 2:
        self.window = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.PresenceOpening: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("name", 0),
    ("users", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.name = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.CloseView: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("name", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.name = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Wait: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.caughtUp { writer.field("caughtUp"); writer.bool(self.caughtUp) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("caughtUp", 0), ("caught_up", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.caughtUp = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Notice: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    switch self.notice {
    case .answer(let value)?:
      writer.field("answer"); writer.message(value)
    case .event(let value)?:
      writer.field("event"); writer.message(value)
    case .state(let value)?:
      writer.field("state"); writer.message(value)
    case .obtainToken(let value)?:
      writer.field("obtainToken"); writer.uint32(value)
    case .cancelToken(let value)?:
      writer.field("cancelToken"); writer.message(value)
    case .dial(let value)?:
      writer.field("dial"); writer.message(value)
    case .hangUp(let value)?:
      writer.field("hangUp"); writer.message(value)
    case .timer(let value)?:
      writer.field("timer"); writer.double(value)
    case .opened(let value)?:
      writer.field("opened"); writer.message(value)
    case .failed(let value)?:
      writer.field("failed"); writer.message(value)
    case .upload(let value)?:
      writer.field("upload"); writer.message(value)
    case .cancelUpload(let value)?:
      writer.field("cancelUpload"); writer.integer(value)
    case .forgetUpload(let value)?:
      writer.field("forgetUpload"); writer.message(value)
    case .releaseFile(let value)?:
      writer.field("releaseFile"); writer.string(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("answer", 0),
    ("event", 1),
    ("state", 2),
    ("obtainToken", 3), ("obtain_token", 3),
    ("cancelToken", 4), ("cancel_token", 4),
    ("dial", 5),
    ("hangUp", 6), ("hang_up", 6),
    ("timer", 7),
    ("opened", 8),
    ("failed", 9),
    ("upload", 10),
    ("cancelUpload", 11), ("cancel_upload", 11),
    ("forgetUpload", 12), ("forget_upload", 12),
    ("releaseFile", 13), ("release_file", 13),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .answer(try reader.message())
      case 1:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .event(try reader.message())
      case 2:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .state(try reader.message())
      case 3:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .obtainToken(try reader.uint32())
      case 4:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .cancelToken(try reader.message())
      case 5:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .dial(try reader.message())
      case 6:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .hangUp(try reader.message())
      case 7:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .timer(try reader.double())
      case 8:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .opened(try reader.message())
      case 9:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .failed(try reader.message())
      case 10:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .upload(try reader.message())
      case 11:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .cancelUpload(try reader.int64())
      case 12:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .forgetUpload(try reader.message())
      case 13:
        try reader.checkAbsent(self.notice == nil)
        self.notice = .releaseFile(try reader.string())
      default: break
      }
    }
  }
}

extension Bridge.Opened: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.device.isEmpty { writer.field("device"); writer.string(self.device) }
    if !self.neededFiles.isEmpty {
      writer.field("neededFiles")
      writer.beginList()
      for value in self.neededFiles { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("device", 1),
    ("neededFiles", 2), ("needed_files", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.device = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.neededFiles.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.Upload: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.row != 0 { writer.field("row"); writer.integer(self.row) }
    if !self.message.isEmpty { writer.field("message"); writer.string(self.message) }
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.file.isEmpty { writer.field("file"); writer.string(self.file) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if self.size != 0 { writer.field("size"); writer.integer(self.size) }
    if !self.sha256.isEmpty { writer.field("sha256"); writer.string(self.sha256) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("row", 0),
    ("message", 1),
    ("conversation", 2),
    ("file", 3),
    ("name", 4),
    ("size", 5),
    ("sha256", 6),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.row = try reader.int64()
      case 1:
        self.message = try reader.string()
      case 2:
        self.conversation = try reader.string()
      case 3:
        self.file = try reader.string()
      case 4:
        self.name = try reader.string()
      case 5:
        self.size = try reader.int64()
      case 6:
        self.sha256 = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Answer: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.call != 0 { writer.field("call"); writer.uint32(self.call) }
    switch self.result {
    case .failure(let value)?:
      writer.field("failure"); writer.message(value)
    case .done(let value)?:
      writer.field("done"); writer.message(value)
    case .sent(let value)?:
      writer.field("sent"); writer.message(value)
    case .unchanged(let value)?:
      writer.field("unchanged"); writer.message(value)
    case .unknown(let value)?:
      writer.field("unknown"); writer.message(value)
    case .enqueued(let value)?:
      writer.field("enqueued"); writer.string(value)
    case .conversations(let value)?:
      writer.field("conversations"); writer.message(value)
    case .messages(let value)?:
      writer.field("messages"); writer.message(value)
    case .members(let value)?:
      writer.field("members"); writer.message(value)
    case .pending(let value)?:
      writer.field("pending"); writer.message(value)
    case .unread(let value)?:
      writer.field("unread"); writer.message(value)
    case .receipts(let value)?:
      writer.field("receipts"); writer.message(value)
    case .found(let value)?:
      writer.field("found"); writer.message(value)
    case .status(let value)?:
      writer.field("status"); writer.message(value)
    case .conversation(let value)?:
      writer.field("conversation"); writer.string(value)
    case .timeline(let value)?:
      writer.field("timeline"); writer.message(value)
    case .list(let value)?:
      writer.field("list"); writer.message(value)
    case .scheduled(let value)?:
      writer.field("scheduled"); writer.message(value)
    case .localMessages(let value)?:
      writer.field("localMessages"); writer.message(value)
    case .localFields(let value)?:
      writer.field("localFields"); writer.message(value)
    case .users(let value)?:
      writer.field("users"); writer.message(value)
    case .count(let value)?:
      writer.field("count"); writer.message(value)
    case .times(let value)?:
      writer.field("times"); writer.message(value)
    case .content(let value)?:
      writer.field("content"); writer.message(value)
    case .values(let value)?:
      writer.field("values"); writer.message(value)
    case .settings(let value)?:
      writer.field("settings"); writer.message(value)
    case .quietHours(let value)?:
      writer.field("quietHours"); writer.message(value)
    case .text(let value)?:
      writer.field("text"); writer.string(value)
    case .tags(let value)?:
      writer.field("tags"); writer.message(value)
    case .flag(let value)?:
      writer.field("flag"); writer.message(value)
    case .ids(let value)?:
      writer.field("ids"); writer.message(value)
    case .heads(let value)?:
      writer.field("heads"); writer.message(value)
    case .log(let value)?:
      writer.field("log"); writer.message(value)
    case .groupCard(let value)?:
      writer.field("groupCard"); writer.message(value)
    case .links(let value)?:
      writer.field("links"); writer.message(value)
    case .bans(let value)?:
      writer.field("bans"); writer.message(value)
    case .presences(let value)?:
      writer.field("presences"); writer.message(value)
    case .presenceUpdate(let value)?:
      writer.field("presenceUpdate"); writer.message(value)
    case .applications(let value)?:
      writer.field("applications"); writer.message(value)
    case .announcements(let value)?:
      writer.field("announcements"); writer.message(value)
    case .profiles(let value)?:
      writer.field("profiles"); writer.message(value)
    case .permissions(let value)?:
      writer.field("permissions"); writer.message(value)
    case .relation(let value)?:
      writer.field("relation"); writer.message(value)
    case .relations(let value)?:
      writer.field("relations"); writer.message(value)
    case .foundConversations(let value)?:
      writer.field("foundConversations"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("call", 0),
    ("failure", 1),
    ("done", 2),
    ("sent", 3),
    ("unchanged", 4),
    ("unknown", 5),
    ("enqueued", 6),
    ("conversations", 7),
    ("messages", 8),
    ("members", 9),
    ("pending", 10),
    ("unread", 11),
    ("receipts", 12),
    ("found", 13),
    ("status", 14),
    ("conversation", 15),
    ("timeline", 16),
    ("list", 17),
    ("scheduled", 18),
    ("localMessages", 19), ("local_messages", 19),
    ("localFields", 20), ("local_fields", 20),
    ("users", 21),
    ("count", 22),
    ("times", 23),
    ("content", 24),
    ("values", 25),
    ("settings", 26),
    ("quietHours", 27), ("quiet_hours", 27),
    ("text", 28),
    ("tags", 29),
    ("flag", 30),
    ("ids", 31),
    ("heads", 32),
    ("log", 33),
    ("groupCard", 34), ("group_card", 34),
    ("links", 35),
    ("bans", 36),
    ("presences", 37),
    ("presenceUpdate", 38), ("presence_update", 38),
    ("applications", 39),
    ("announcements", 40),
    ("profiles", 41),
    ("permissions", 42),
    ("relation", 43),
    ("relations", 44),
    ("foundConversations", 45), ("found_conversations", 45),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.call = try reader.uint32()
      case 1:
        try reader.checkAbsent(self.result == nil)
        self.result = .failure(try reader.message())
      case 2:
        try reader.checkAbsent(self.result == nil)
        self.result = .done(try reader.message())
      case 3:
        try reader.checkAbsent(self.result == nil)
        self.result = .sent(try reader.message())
      case 4:
        try reader.checkAbsent(self.result == nil)
        self.result = .unchanged(try reader.message())
      case 5:
        try reader.checkAbsent(self.result == nil)
        self.result = .unknown(try reader.message())
      case 6:
        try reader.checkAbsent(self.result == nil)
        self.result = .enqueued(try reader.string())
      case 7:
        try reader.checkAbsent(self.result == nil)
        self.result = .conversations(try reader.message())
      case 8:
        try reader.checkAbsent(self.result == nil)
        self.result = .messages(try reader.message())
      case 9:
        try reader.checkAbsent(self.result == nil)
        self.result = .members(try reader.message())
      case 10:
        try reader.checkAbsent(self.result == nil)
        self.result = .pending(try reader.message())
      case 11:
        try reader.checkAbsent(self.result == nil)
        self.result = .unread(try reader.message())
      case 12:
        try reader.checkAbsent(self.result == nil)
        self.result = .receipts(try reader.message())
      case 13:
        try reader.checkAbsent(self.result == nil)
        self.result = .found(try reader.message())
      case 14:
        try reader.checkAbsent(self.result == nil)
        self.result = .status(try reader.message())
      case 15:
        try reader.checkAbsent(self.result == nil)
        self.result = .conversation(try reader.string())
      case 16:
        try reader.checkAbsent(self.result == nil)
        self.result = .timeline(try reader.message())
      case 17:
        try reader.checkAbsent(self.result == nil)
        self.result = .list(try reader.message())
      case 18:
        try reader.checkAbsent(self.result == nil)
        self.result = .scheduled(try reader.message())
      case 19:
        try reader.checkAbsent(self.result == nil)
        self.result = .localMessages(try reader.message())
      case 20:
        try reader.checkAbsent(self.result == nil)
        self.result = .localFields(try reader.message())
      case 21:
        try reader.checkAbsent(self.result == nil)
        self.result = .users(try reader.message())
      case 22:
        try reader.checkAbsent(self.result == nil)
        self.result = .count(try reader.message())
      case 23:
        try reader.checkAbsent(self.result == nil)
        self.result = .times(try reader.message())
      case 24:
        try reader.checkAbsent(self.result == nil)
        self.result = .content(try reader.message())
      case 25:
        try reader.checkAbsent(self.result == nil)
        self.result = .values(try reader.message())
      case 26:
        try reader.checkAbsent(self.result == nil)
        self.result = .settings(try reader.message())
      case 27:
        try reader.checkAbsent(self.result == nil)
        self.result = .quietHours(try reader.message())
      case 28:
        try reader.checkAbsent(self.result == nil)
        self.result = .text(try reader.string())
      case 29:
        try reader.checkAbsent(self.result == nil)
        self.result = .tags(try reader.message())
      case 30:
        try reader.checkAbsent(self.result == nil)
        self.result = .flag(try reader.message())
      case 31:
        try reader.checkAbsent(self.result == nil)
        self.result = .ids(try reader.message())
      case 32:
        try reader.checkAbsent(self.result == nil)
        self.result = .heads(try reader.message())
      case 33:
        try reader.checkAbsent(self.result == nil)
        self.result = .log(try reader.message())
      case 34:
        try reader.checkAbsent(self.result == nil)
        self.result = .groupCard(try reader.message())
      case 35:
        try reader.checkAbsent(self.result == nil)
        self.result = .links(try reader.message())
      case 36:
        try reader.checkAbsent(self.result == nil)
        self.result = .bans(try reader.message())
      case 37:
        try reader.checkAbsent(self.result == nil)
        self.result = .presences(try reader.message())
      case 38:
        try reader.checkAbsent(self.result == nil)
        self.result = .presenceUpdate(try reader.message())
      case 39:
        try reader.checkAbsent(self.result == nil)
        self.result = .applications(try reader.message())
      case 40:
        try reader.checkAbsent(self.result == nil)
        self.result = .announcements(try reader.message())
      case 41:
        try reader.checkAbsent(self.result == nil)
        self.result = .profiles(try reader.message())
      case 42:
        try reader.checkAbsent(self.result == nil)
        self.result = .permissions(try reader.message())
      case 43:
        try reader.checkAbsent(self.result == nil)
        self.result = .relation(try reader.message())
      case 44:
        try reader.checkAbsent(self.result == nil)
        self.result = .relations(try reader.message())
      case 45:
        try reader.checkAbsent(self.result == nil)
        self.result = .foundConversations(try reader.message())
      default: break
      }
    }
  }
}

extension Bridge.LogHeads: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.heads.isEmpty {
      writer.field("heads")
      writer.beginList()
      for value in self.heads { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.active { writer.field("active"); writer.bool(self.active) }
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("heads", 0),
    ("conversation", 1),
    ("active", 2),
    ("failure", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.heads.append(try reader.message()) }
      case 1:
        self.conversation = try reader.string()
      case 2:
        self.active = try reader.bool()
      case 3:
        self.failure = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.LogHead: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.newest != 0 { writer.field("newest"); writer.integer(self.newest) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("newest", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.newest = try reader.uint64()
      default: break
      }
    }
  }
}

extension Bridge.LogPage: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.items.isEmpty {
      writer.field("items")
      writer.beginList()
      for value in self.items { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.upTo != 0 { writer.field("upTo"); writer.integer(self.upTo) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("items", 0),
    ("upTo", 1), ("up_to", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.items.append(try reader.message()) }
      case 1:
        self.upTo = try reader.uint64()
      default: break
      }
    }
  }
}

extension Bridge.TimelineUpdate: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.first { writer.field("first"); writer.bool(self.first) }
    if !self.removed.isEmpty {
      writer.field("removed")
      writer.beginList()
      for value in self.removed { writer.element(); writer.uint32(value) }
      writer.endList()
    }
    if !self.inserted.isEmpty {
      writer.field("inserted")
      writer.beginList()
      for value in self.inserted { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.updated.isEmpty {
      writer.field("updated")
      writer.beginList()
      for value in self.updated { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.atBeginning { writer.field("atBeginning"); writer.bool(self.atBeginning) }
    if self.atEnd { writer.field("atEnd"); writer.bool(self.atEnd) }
    if self.firstUnread != 0 { writer.field("firstUnread"); writer.integer(self.firstUnread) }
    if self.newerCount != 0 { writer.field("newerCount"); writer.uint32(self.newerCount) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("first", 0),
    ("removed", 1),
    ("inserted", 2),
    ("updated", 3),
    ("atBeginning", 4), ("at_beginning", 4),
    ("atEnd", 5), ("at_end", 5),
    ("firstUnread", 6), ("first_unread", 6),
    ("newerCount", 7), ("newer_count", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.first = try reader.bool()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.removed.append(try reader.uint32()) }
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.inserted.append(try reader.message()) }
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.updated.append(try reader.message()) }
      case 4:
        self.atBeginning = try reader.bool()
      case 5:
        self.atEnd = try reader.bool()
      case 6:
        self.firstUnread = try reader.uint64()
      case 7:
        self.newerCount = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.PlacedRow: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.index != 0 { writer.field("index"); writer.uint32(self.index) }
    if let value = self.row { writer.field("row"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("index", 0),
    ("row", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.index = try reader.uint32()
      case 1:
        self.row = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.ListUpdate: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.first { writer.field("first"); writer.bool(self.first) }
    if !self.removed.isEmpty {
      writer.field("removed")
      writer.beginList()
      for value in self.removed { writer.element(); writer.uint32(value) }
      writer.endList()
    }
    if !self.inserted.isEmpty {
      writer.field("inserted")
      writer.beginList()
      for value in self.inserted { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.updated.isEmpty {
      writer.field("updated")
      writer.beginList()
      for value in self.updated { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.complete { writer.field("complete"); writer.bool(self.complete) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("first", 0),
    ("removed", 1),
    ("inserted", 2),
    ("updated", 3),
    ("complete", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.first = try reader.bool()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.removed.append(try reader.uint32()) }
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.inserted.append(try reader.message()) }
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.updated.append(try reader.message()) }
      case 4:
        self.complete = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Presences: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.presences.isEmpty {
      writer.field("presences")
      writer.beginList()
      for value in self.presences { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("presences", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.presences.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.PresenceUpdate: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.first { writer.field("first"); writer.bool(self.first) }
    if !self.removed.isEmpty {
      writer.field("removed")
      writer.beginList()
      for value in self.removed { writer.element(); writer.uint32(value) }
      writer.endList()
    }
    if !self.inserted.isEmpty {
      writer.field("inserted")
      writer.beginList()
      for value in self.inserted { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.updated.isEmpty {
      writer.field("updated")
      writer.beginList()
      for value in self.updated { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.current { writer.field("current"); writer.bool(self.current) }
    if !self.unwatched.isEmpty {
      writer.field("unwatched")
      writer.beginList()
      for value in self.unwatched { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("first", 0),
    ("removed", 1),
    ("inserted", 2),
    ("updated", 3),
    ("current", 4),
    ("unwatched", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.first = try reader.bool()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.removed.append(try reader.uint32()) }
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.inserted.append(try reader.message()) }
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.updated.append(try reader.message()) }
      case 4:
        self.current = try reader.bool()
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.unwatched.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.PlacedPresence: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.index != 0 { writer.field("index"); writer.uint32(self.index) }
    if let value = self.row { writer.field("row"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("index", 0),
    ("row", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.index = try reader.uint32()
      case 1:
        self.row = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.Presence: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.state.isEmpty { writer.field("state"); writer.string(self.state) }
    if !self.devices.isEmpty {
      writer.field("devices")
      writer.beginList()
      for value in self.devices { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.status.isEmpty { writer.field("status"); writer.string(self.status) }
    if self.lastSeen != 0 { writer.field("lastSeen"); writer.integer(self.lastSeen) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("state", 1),
    ("devices", 2),
    ("status", 3),
    ("lastSeen", 4), ("last_seen", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.state = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.devices.append(try reader.string()) }
      case 3:
        self.status = try reader.string()
      case 4:
        self.lastSeen = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.PlacedConversation: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.index != 0 { writer.field("index"); writer.uint32(self.index) }
    if let value = self.row { writer.field("row"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("index", 0),
    ("row", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.index = try reader.uint32()
      case 1:
        self.row = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.Sent: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("position", 1),
    ("time", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.position = try reader.uint64()
      case 2:
        self.time = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.Conversations: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversations.isEmpty {
      writer.field("conversations")
      writer.beginList()
      for value in self.conversations { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversations", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.conversations.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.Messages: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.messages.isEmpty {
      writer.field("messages")
      writer.beginList()
      for value in self.messages { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.next.isEmpty { writer.field("next"); writer.string(self.next) }
    if self.incomplete { writer.field("incomplete"); writer.bool(self.incomplete) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("messages", 0),
    ("next", 1),
    ("incomplete", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.messages.append(try reader.message()) }
      case 1:
        self.next = try reader.string()
      case 2:
        self.incomplete = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Members: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.members.isEmpty {
      writer.field("members")
      writer.beginList()
      for value in self.members { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.next.isEmpty { writer.field("next"); writer.string(self.next) }
    if self.unknown { writer.field("unknown"); writer.bool(self.unknown) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("members", 0),
    ("next", 1),
    ("unknown", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.members.append(try reader.message()) }
      case 1:
        self.next = try reader.string()
      case 2:
        self.unknown = try reader.bool()
      default: break
      }
    }
  }
}

extension Bridge.Permissions: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.operations.isEmpty {
      writer.field("operations")
      writer.beginList()
      for value in self.operations { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.manages.isEmpty {
      writer.field("manages")
      writer.beginList()
      for value in self.manages { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("operations", 0),
    ("manages", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.operations.append(try reader.string()) }
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.manages.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Bridge.FoundConversations: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.ids.isEmpty {
      writer.field("ids")
      writer.beginList()
      for value in self.ids { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.next.isEmpty { writer.field("next"); writer.string(self.next) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("ids", 0),
    ("next", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.ids.append(try reader.string()) }
      case 1:
        self.next = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.Users: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.next.isEmpty { writer.field("next"); writer.string(self.next) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("next", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 1:
        self.next = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.ScheduledMessages: JSONMessage {
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

extension Bridge.LocalMessages: JSONMessage {
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

extension Bridge.LocalFields: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.fields.isEmpty {
      writer.field("fields")
      writer.beginList()
      for value in self.fields { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("fields", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.fields.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.Count: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.count != 0 { writer.field("count"); writer.integer(self.count) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("count", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.count = try reader.uint64()
      default: break
      }
    }
  }
}

extension Bridge.Times: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.times.isEmpty {
      writer.field("times")
      writer.beginList()
      for value in self.times { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("times", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.times.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.ReceivedTime: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.position != 0 { writer.field("position"); writer.integer(self.position) }
    if self.time != 0 { writer.field("time"); writer.integer(self.time) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("position", 0),
    ("time", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.position = try reader.uint64()
      case 1:
        self.time = try reader.int64()
      default: break
      }
    }
  }
}

extension Bridge.Values: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.values.isEmpty {
      writer.field("values")
      writer.beginObject()
      for (key, value) in self.values { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("values", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.values)
        }
      default: break
      }
    }
  }
}

extension Bridge.Tags: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.tags.isEmpty {
      writer.field("tags")
      writer.beginList()
      for value in self.tags { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("tags", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.tags.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.PendingList: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.operations.isEmpty {
      writer.field("operations")
      writer.beginList()
      for value in self.operations { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("operations", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.operations.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.UnreadTotal: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.messages != 0 { writer.field("messages"); writer.uint32(self.messages) }
    if self.conversations != 0 { writer.field("conversations"); writer.uint32(self.conversations) }
    if self.mentions != 0 { writer.field("mentions"); writer.uint32(self.mentions) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("messages", 0),
    ("conversations", 1),
    ("mentions", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.messages = try reader.uint32()
      case 1:
        self.conversations = try reader.uint32()
      case 2:
        self.mentions = try reader.uint32()
      default: break
      }
    }
  }
}

extension Bridge.Receipts: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.receipts.isEmpty {
      writer.field("receipts")
      writer.beginList()
      for value in self.receipts { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("receipts", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.receipts.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Bridge.SearchPage: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.hits.isEmpty {
      writer.field("hits")
      writer.beginList()
      for value in self.hits { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.complete { writer.field("complete"); writer.bool(self.complete) }
    if !self.next.isEmpty { writer.field("next"); writer.string(self.next) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("hits", 0),
    ("complete", 1),
    ("next", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.hits.append(try reader.message()) }
      case 1:
        self.complete = try reader.bool()
      case 2:
        self.next = try reader.string()
      default: break
      }
    }
  }
}

extension Bridge.SearchHit: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.conversation { writer.field("conversation"); writer.message(value) }
    if self.count != 0 { writer.field("count"); writer.uint32(self.count) }
    if let value = self.newest { writer.field("newest"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("count", 1),
    ("newest", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.message()
      case 1:
        self.count = try reader.uint32()
      case 2:
        self.newest = try reader.message()
      default: break
      }
    }
  }
}

extension Bridge.Status: JSONMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.device.isEmpty { writer.field("device"); writer.string(self.device) }
    if let value = self.state { writer.field("state"); writer.message(value) }
    if self.toCome != 0 { writer.field("toCome"); writer.uint32(self.toCome) }
    if self.unsyncedChanges != 0 { writer.field("unsyncedChanges"); writer.uint32(self.unsyncedChanges) }
    if self.serverTime != 0 { writer.field("serverTime"); writer.integer(self.serverTime) }
    if self.onlineSince != 0 { writer.field("onlineSince"); writer.integer(self.onlineSince) }
    if let value = self.lastFailure { writer.field("lastFailure"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("device", 1),
    ("state", 2),
    ("toCome", 3), ("to_come", 3),
    ("unsyncedChanges", 4), ("unsynced_changes", 4),
    ("serverTime", 5), ("server_time", 5),
    ("onlineSince", 6), ("online_since", 6),
    ("lastFailure", 7), ("last_failure", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.device = try reader.string()
      case 2:
        self.state = try reader.message()
      case 3:
        self.toCome = try reader.uint32()
      case 4:
        self.unsyncedChanges = try reader.uint32()
      case 5:
        self.serverTime = try reader.int64()
      case 6:
        self.onlineSince = try reader.int64()
      case 7:
        self.lastFailure = try reader.message()
      default: break
      }
    }
  }
}
