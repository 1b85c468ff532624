// Generated from rest.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

extension Wire.CreateUser {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.User {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.created { writer.field("created"); writer.bool(self.created) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("created", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.created = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.SetProfile {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.fields.isEmpty {
      writer.field("fields")
      writer.beginList()
      for value in self.fields { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.visibility.rawValue != 0 { writer.field("visibility"); writer.enumeration(self.visibility) }
    if let value = self.number { writer.field("number"); writer.string(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("fields", 1),
    ("visibility", 2),
    ("number", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.fields.append(try reader.message()) }
      case 2:
        if let value: Wire.ProfileVisibility = try reader.enumeration() { self.visibility = value }
      case 3:
        self.number = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.ImportUsers {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.ImportedUsers {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.ImportedUser {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.created { writer.field("created"); writer.bool(self.created) }
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("created", 1),
    ("failure", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.created = try reader.bool()
      case 2:
        self.failure = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.SuspendUser {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("until", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.until = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.Suspension {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("until", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.until = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.ListSuspended {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("after", 0),
    ("limit", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.after = try reader.string()
      case 1:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.Suspensions {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.more { writer.field("more"); writer.bool(self.more) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("more", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.message()) }
      case 1:
        self.more = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.ListUserGroups {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.before != 0 { writer.field("before"); writer.uint64(self.before) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("before", 1),
    ("limit", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.before = try reader.uint64()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.UserGroups {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.groups.isEmpty {
      writer.field("groups")
      writer.beginList()
      for value in self.groups { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.next != 0 { writer.field("next"); writer.uint64(self.next) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("groups", 0),
    ("next", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.groups.append(try reader.message()) }
      case 1:
        self.next = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.UserGroup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if self.role.rawValue != 0 { writer.field("role"); writer.enumeration(self.role) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("title", 1),
    ("role", 2),
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
        if let value: Wire.Role = try reader.enumeration() { self.role = value }
      default: break
      }
    }
  }
}

extension Wire.SyncGroups {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.groups.isEmpty {
      writer.field("groups")
      writer.beginList()
      for value in self.groups { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.makes { writer.field("makes"); writer.bool(self.makes) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("clientId", 1), ("client_id", 1),
    ("groups", 2),
    ("makes", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.groups.append(try reader.string()) }
      case 3:
        self.makes = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.SyncedGroups {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.groups.isEmpty {
      writer.field("groups")
      writer.beginList()
      for value in self.groups { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("groups", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.groups.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.SyncedGroup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.joins { writer.field("joins"); writer.bool(self.joins) }
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("joins", 1),
    ("failure", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.joins = try reader.bool()
      case 2:
        self.failure = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.SetUserRelations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    if self.set { writer.field("set"); writer.bool(self.set) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("users", 1),
    ("kind", 2),
    ("set", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 2:
        if let value: Wire.RelationKind = try reader.enumeration() { self.kind = value }
      case 3:
        self.set = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.ListUserRelations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("kind", 1),
    ("after", 2),
    ("limit", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        if let value: Wire.RelationKind = try reader.enumeration() { self.kind = value }
      case 2:
        self.after = try reader.string()
      case 3:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.UserRelations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.more { writer.field("more"); writer.bool(self.more) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("more", 1),
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
        self.more = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.SendMessages {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if let value = self.message { writer.field("message"); writer.message(value) }
    if !self.conversations.isEmpty {
      writer.field("conversations")
      writer.beginList()
      for value in self.conversations { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.checked { writer.field("checked"); writer.bool(self.checked) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("message", 1),
    ("conversations", 2),
    ("checked", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.message = try reader.message()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.conversations.append(try reader.string()) }
      case 3:
        self.checked = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.SentMessages {
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

extension Wire.SentMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("seq", 1),
    ("time", 2),
    ("failure", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.seq = try reader.uint64()
      case 2:
        self.time = try reader.int64()
      case 3:
        self.failure = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.EditMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if let value = self.edit { writer.field("edit"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("edit", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.edit = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.RecallMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if let value = self.recall { writer.field("recall"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("recall", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.recall = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.AnnotateMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if let value = self.annotate { writer.field("annotate"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("annotate", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.annotate = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.HideMessages {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if let value = self.hide { writer.field("hide"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("hide", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.hide = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.ListEntries {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if let value = self.fetch { writer.field("fetch"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("fetch", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.fetch = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.ListUserConversations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if let value = self.list { writer.field("list"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("list", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.list = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.MarkUserRead {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if let value = self.mark { writer.field("mark"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("mark", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.mark = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.ListUserSettings {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if let value = self.fetch { writer.field("fetch"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("fetch", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.fetch = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.ChangeUserSettings {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.settings.isEmpty {
      writer.field("settings")
      writer.beginList()
      for value in self.settings { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("settings", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.settings.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.MakeGroup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.owner.isEmpty { writer.field("owner"); writer.string(self.owner) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.group.isEmpty { writer.field("group"); writer.string(self.group) }
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if !self.members.isEmpty {
      writer.field("members")
      writer.beginList()
      for value in self.members { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginList()
      for value in self.attributes { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("owner", 0),
    ("clientId", 1), ("client_id", 1),
    ("group", 2),
    ("title", 3),
    ("members", 4),
    ("attributes", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.owner = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.group = try reader.string()
      case 3:
        self.title = try reader.string()
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.members.append(try reader.string()) }
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.attributes.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.CreateToken {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.validSeconds != 0 { writer.field("validSeconds"); writer.uint32(self.validSeconds) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("validSeconds", 1), ("valid_seconds", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.validSeconds = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.Token {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.token.isEmpty { writer.field("token"); writer.string(self.token) }
    if self.expires != 0 { writer.field("expires"); writer.int64(self.expires) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("token", 0),
    ("expires", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.token = try reader.string()
      case 1:
        self.expires = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.RevokeTokens {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.issuedUntil != 0 { writer.field("issuedUntil"); writer.int64(self.issuedUntil) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("issuedUntil", 1), ("issued_until", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.issuedUntil = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.Revoked {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.issuedUntil != 0 { writer.field("issuedUntil"); writer.int64(self.issuedUntil) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("issuedUntil", 0), ("issued_until", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.issuedUntil = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.CreateBackup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.directory.isEmpty { writer.field("directory"); writer.string(self.directory) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("directory", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.directory = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Backup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.directory.isEmpty { writer.field("directory"); writer.string(self.directory) }
    if !self.state.isEmpty { writer.field("state"); writer.string(self.state) }
    if self.copiedBytes != 0 { writer.field("copiedBytes"); writer.uint64(self.copiedBytes) }
    if self.totalBytes != 0 { writer.field("totalBytes"); writer.uint64(self.totalBytes) }
    if !self.problem.isEmpty { writer.field("problem"); writer.string(self.problem) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("directory", 0),
    ("state", 1),
    ("copiedBytes", 2), ("copied_bytes", 2),
    ("totalBytes", 3), ("total_bytes", 3),
    ("problem", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.directory = try reader.string()
      case 1:
        self.state = try reader.string()
      case 2:
        self.copiedBytes = try reader.uint64()
      case 3:
        self.totalBytes = try reader.uint64()
      case 4:
        self.problem = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Health {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.status.isEmpty { writer.field("status"); writer.string(self.status) }
    if !self.version.isEmpty { writer.field("version"); writer.string(self.version) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("status", 0),
    ("version", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.status = try reader.string()
      case 1:
        self.version = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.MediaLink {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.path.isEmpty { writer.field("path"); writer.string(self.path) }
    if self.expires != 0 { writer.field("expires"); writer.int64(self.expires) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("path", 0),
    ("expires", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.path = try reader.string()
      case 1:
        self.expires = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.MediaFacts {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if self.width != 0 { writer.field("width"); writer.uint32(self.width) }
    if self.height != 0 { writer.field("height"); writer.uint32(self.height) }
    if self.durationMs != 0 { writer.field("durationMs"); writer.uint64(self.durationMs) }
    if self.frames != 0 { writer.field("frames"); writer.uint32(self.frames) }
    if !self.waveform.isEmpty { writer.field("waveform"); writer.bytes(self.waveform) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("type", 0),
    ("width", 1),
    ("height", 2),
    ("durationMs", 3), ("duration_ms", 3),
    ("frames", 4),
    ("waveform", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.type = try reader.string()
      case 1:
        self.width = try reader.uint32()
      case 2:
        self.height = try reader.uint32()
      case 3:
        self.durationMs = try reader.uint64()
      case 4:
        self.frames = try reader.uint32()
      case 5:
        self.waveform = try reader.bytes()
      default: break
      }
    }
  }
}
