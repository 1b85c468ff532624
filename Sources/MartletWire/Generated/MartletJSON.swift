// Generated from martlet.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

extension Wire.ClientPacket {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.id != 0 { writer.field("id"); writer.uint32(self.id) }
    switch self.request {
    case .hello(let value)?:
      writer.field("hello"); writer.message(value)
    case .ping(let value)?:
      writer.field("ping"); writer.message(value)
    case .send(let value)?:
      writer.field("send"); writer.message(value)
    case .edit(let value)?:
      writer.field("edit"); writer.message(value)
    case .recall(let value)?:
      writer.field("recall"); writer.message(value)
    case .markRead(let value)?:
      writer.field("markRead"); writer.message(value)
    case .createGroup(let value)?:
      writer.field("createGroup"); writer.message(value)
    case .addMembers(let value)?:
      writer.field("addMembers"); writer.message(value)
    case .removeMembers(let value)?:
      writer.field("removeMembers"); writer.message(value)
    case .fetchEntries(let value)?:
      writer.field("fetchEntries"); writer.message(value)
    case .fetchUserEntries(let value)?:
      writer.field("fetchUserEntries"); writer.message(value)
    case .listConversations(let value)?:
      writer.field("listConversations"); writer.message(value)
    case .listMembers(let value)?:
      writer.field("listMembers"); writer.message(value)
    case .changeSetting(let value)?:
      writer.field("changeSetting"); writer.message(value)
    case .fetchSettings(let value)?:
      writer.field("fetchSettings"); writer.message(value)
    case .hide(let value)?:
      writer.field("hide"); writer.message(value)
    case .changeConversation(let value)?:
      writer.field("changeConversation"); writer.message(value)
    case .annotate(let value)?:
      writer.field("annotate"); writer.message(value)
    case .listAnnotators(let value)?:
      writer.field("listAnnotators"); writer.message(value)
    case .listReplies(let value)?:
      writer.field("listReplies"); writer.message(value)
    case .listPinned(let value)?:
      writer.field("listPinned"); writer.message(value)
    case .listVersions(let value)?:
      writer.field("listVersions"); writer.message(value)
    case .signal(let value)?:
      writer.field("signal"); writer.message(value)
    case .schedule(let value)?:
      writer.field("schedule"); writer.message(value)
    case .listScheduled(let value)?:
      writer.field("listScheduled"); writer.message(value)
    case .cancelScheduled(let value)?:
      writer.field("cancelScheduled"); writer.message(value)
    case .listMentions(let value)?:
      writer.field("listMentions"); writer.message(value)
    case .markDelivered(let value)?:
      writer.field("markDelivered"); writer.message(value)
    case .countReceipts(let value)?:
      writer.field("countReceipts"); writer.message(value)
    case .listReceipts(let value)?:
      writer.field("listReceipts"); writer.message(value)
    case .setRoles(let value)?:
      writer.field("setRoles"); writer.message(value)
    case .silenceMembers(let value)?:
      writer.field("silenceMembers"); writer.message(value)
    case .joinGroup(let value)?:
      writer.field("joinGroup"); writer.message(value)
    case .describeGroup(let value)?:
      writer.field("describeGroup"); writer.message(value)
    case .makeLink(let value)?:
      writer.field("makeLink"); writer.message(value)
    case .revokeLinks(let value)?:
      writer.field("revokeLinks"); writer.message(value)
    case .listLinks(let value)?:
      writer.field("listLinks"); writer.message(value)
    case .dismissGroup(let value)?:
      writer.field("dismissGroup"); writer.message(value)
    case .banUsers(let value)?:
      writer.field("banUsers"); writer.message(value)
    case .listBans(let value)?:
      writer.field("listBans"); writer.message(value)
    case .fetchPresence(let value)?:
      writer.field("fetchPresence"); writer.message(value)
    case .watchPresence(let value)?:
      writer.field("watchPresence"); writer.message(value)
    case .unwatchPresence(let value)?:
      writer.field("unwatchPresence"); writer.message(value)
    case .setPresence(let value)?:
      writer.field("setPresence"); writer.message(value)
    case .setRelations(let value)?:
      writer.field("setRelations"); writer.message(value)
    case .listRelations(let value)?:
      writer.field("listRelations"); writer.message(value)
    case .applyToGroup(let value)?:
      writer.field("applyToGroup"); writer.message(value)
    case .answerApplications(let value)?:
      writer.field("answerApplications"); writer.message(value)
    case .listApplications(let value)?:
      writer.field("listApplications"); writer.message(value)
    case .setNickname(let value)?:
      writer.field("setNickname"); writer.message(value)
    case .announce(let value)?:
      writer.field("announce"); writer.message(value)
    case .listAnnouncements(let value)?:
      writer.field("listAnnouncements"); writer.message(value)
    case .changeProfile(let value)?:
      writer.field("changeProfile"); writer.message(value)
    case .fetchProfiles(let value)?:
      writer.field("fetchProfiles"); writer.message(value)
    case .findProfile(let value)?:
      writer.field("findProfile"); writer.message(value)
    case .findUsers(let value)?:
      writer.field("findUsers"); writer.message(value)
    case .findConversations(let value)?:
      writer.field("findConversations"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("hello", 1),
    ("ping", 2),
    ("send", 3),
    ("edit", 4),
    ("recall", 5),
    ("markRead", 6), ("mark_read", 6),
    ("createGroup", 7), ("create_group", 7),
    ("addMembers", 8), ("add_members", 8),
    ("removeMembers", 9), ("remove_members", 9),
    ("fetchEntries", 10), ("fetch_entries", 10),
    ("fetchUserEntries", 11), ("fetch_user_entries", 11),
    ("listConversations", 12), ("list_conversations", 12),
    ("listMembers", 13), ("list_members", 13),
    ("changeSetting", 14), ("change_setting", 14),
    ("fetchSettings", 15), ("fetch_settings", 15),
    ("hide", 16),
    ("changeConversation", 17), ("change_conversation", 17),
    ("annotate", 18),
    ("listAnnotators", 19), ("list_annotators", 19),
    ("listReplies", 20), ("list_replies", 20),
    ("listPinned", 21), ("list_pinned", 21),
    ("listVersions", 22), ("list_versions", 22),
    ("signal", 23),
    ("schedule", 24),
    ("listScheduled", 25), ("list_scheduled", 25),
    ("cancelScheduled", 26), ("cancel_scheduled", 26),
    ("listMentions", 27), ("list_mentions", 27),
    ("markDelivered", 28), ("mark_delivered", 28),
    ("countReceipts", 29), ("count_receipts", 29),
    ("listReceipts", 30), ("list_receipts", 30),
    ("setRoles", 31), ("set_roles", 31),
    ("silenceMembers", 32), ("silence_members", 32),
    ("joinGroup", 33), ("join_group", 33),
    ("describeGroup", 34), ("describe_group", 34),
    ("makeLink", 35), ("make_link", 35),
    ("revokeLinks", 36), ("revoke_links", 36),
    ("listLinks", 37), ("list_links", 37),
    ("dismissGroup", 38), ("dismiss_group", 38),
    ("banUsers", 39), ("ban_users", 39),
    ("listBans", 40), ("list_bans", 40),
    ("fetchPresence", 41), ("fetch_presence", 41),
    ("watchPresence", 42), ("watch_presence", 42),
    ("unwatchPresence", 43), ("unwatch_presence", 43),
    ("setPresence", 44), ("set_presence", 44),
    ("setRelations", 45), ("set_relations", 45),
    ("listRelations", 46), ("list_relations", 46),
    ("applyToGroup", 47), ("apply_to_group", 47),
    ("answerApplications", 48), ("answer_applications", 48),
    ("listApplications", 49), ("list_applications", 49),
    ("setNickname", 50), ("set_nickname", 50),
    ("announce", 51),
    ("listAnnouncements", 52), ("list_announcements", 52),
    ("changeProfile", 53), ("change_profile", 53),
    ("fetchProfiles", 54), ("fetch_profiles", 54),
    ("findProfile", 55), ("find_profile", 55),
    ("findUsers", 56), ("find_users", 56),
    ("findConversations", 57), ("find_conversations", 57),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.uint32()
      case 1:
        try reader.checkAbsent(self.request == nil)
        self.request = .hello(try reader.message())
      case 2:
        try reader.checkAbsent(self.request == nil)
        self.request = .ping(try reader.message())
      case 3:
        try reader.checkAbsent(self.request == nil)
        self.request = .send(try reader.message())
      case 4:
        try reader.checkAbsent(self.request == nil)
        self.request = .edit(try reader.message())
      case 5:
        try reader.checkAbsent(self.request == nil)
        self.request = .recall(try reader.message())
      case 6:
        try reader.checkAbsent(self.request == nil)
        self.request = .markRead(try reader.message())
      case 7:
        try reader.checkAbsent(self.request == nil)
        self.request = .createGroup(try reader.message())
      case 8:
        try reader.checkAbsent(self.request == nil)
        self.request = .addMembers(try reader.message())
      case 9:
        try reader.checkAbsent(self.request == nil)
        self.request = .removeMembers(try reader.message())
      case 10:
        try reader.checkAbsent(self.request == nil)
        self.request = .fetchEntries(try reader.message())
      case 11:
        try reader.checkAbsent(self.request == nil)
        self.request = .fetchUserEntries(try reader.message())
      case 12:
        try reader.checkAbsent(self.request == nil)
        self.request = .listConversations(try reader.message())
      case 13:
        try reader.checkAbsent(self.request == nil)
        self.request = .listMembers(try reader.message())
      case 14:
        try reader.checkAbsent(self.request == nil)
        self.request = .changeSetting(try reader.message())
      case 15:
        try reader.checkAbsent(self.request == nil)
        self.request = .fetchSettings(try reader.message())
      case 16:
        try reader.checkAbsent(self.request == nil)
        self.request = .hide(try reader.message())
      case 17:
        try reader.checkAbsent(self.request == nil)
        self.request = .changeConversation(try reader.message())
      case 18:
        try reader.checkAbsent(self.request == nil)
        self.request = .annotate(try reader.message())
      case 19:
        try reader.checkAbsent(self.request == nil)
        self.request = .listAnnotators(try reader.message())
      case 20:
        try reader.checkAbsent(self.request == nil)
        self.request = .listReplies(try reader.message())
      case 21:
        try reader.checkAbsent(self.request == nil)
        self.request = .listPinned(try reader.message())
      case 22:
        try reader.checkAbsent(self.request == nil)
        self.request = .listVersions(try reader.message())
      case 23:
        try reader.checkAbsent(self.request == nil)
        self.request = .signal(try reader.message())
      case 24:
        try reader.checkAbsent(self.request == nil)
        self.request = .schedule(try reader.message())
      case 25:
        try reader.checkAbsent(self.request == nil)
        self.request = .listScheduled(try reader.message())
      case 26:
        try reader.checkAbsent(self.request == nil)
        self.request = .cancelScheduled(try reader.message())
      case 27:
        try reader.checkAbsent(self.request == nil)
        self.request = .listMentions(try reader.message())
      case 28:
        try reader.checkAbsent(self.request == nil)
        self.request = .markDelivered(try reader.message())
      case 29:
        try reader.checkAbsent(self.request == nil)
        self.request = .countReceipts(try reader.message())
      case 30:
        try reader.checkAbsent(self.request == nil)
        self.request = .listReceipts(try reader.message())
      case 31:
        try reader.checkAbsent(self.request == nil)
        self.request = .setRoles(try reader.message())
      case 32:
        try reader.checkAbsent(self.request == nil)
        self.request = .silenceMembers(try reader.message())
      case 33:
        try reader.checkAbsent(self.request == nil)
        self.request = .joinGroup(try reader.message())
      case 34:
        try reader.checkAbsent(self.request == nil)
        self.request = .describeGroup(try reader.message())
      case 35:
        try reader.checkAbsent(self.request == nil)
        self.request = .makeLink(try reader.message())
      case 36:
        try reader.checkAbsent(self.request == nil)
        self.request = .revokeLinks(try reader.message())
      case 37:
        try reader.checkAbsent(self.request == nil)
        self.request = .listLinks(try reader.message())
      case 38:
        try reader.checkAbsent(self.request == nil)
        self.request = .dismissGroup(try reader.message())
      case 39:
        try reader.checkAbsent(self.request == nil)
        self.request = .banUsers(try reader.message())
      case 40:
        try reader.checkAbsent(self.request == nil)
        self.request = .listBans(try reader.message())
      case 41:
        try reader.checkAbsent(self.request == nil)
        self.request = .fetchPresence(try reader.message())
      case 42:
        try reader.checkAbsent(self.request == nil)
        self.request = .watchPresence(try reader.message())
      case 43:
        try reader.checkAbsent(self.request == nil)
        self.request = .unwatchPresence(try reader.message())
      case 44:
        try reader.checkAbsent(self.request == nil)
        self.request = .setPresence(try reader.message())
      case 45:
        try reader.checkAbsent(self.request == nil)
        self.request = .setRelations(try reader.message())
      case 46:
        try reader.checkAbsent(self.request == nil)
        self.request = .listRelations(try reader.message())
      case 47:
        try reader.checkAbsent(self.request == nil)
        self.request = .applyToGroup(try reader.message())
      case 48:
        try reader.checkAbsent(self.request == nil)
        self.request = .answerApplications(try reader.message())
      case 49:
        try reader.checkAbsent(self.request == nil)
        self.request = .listApplications(try reader.message())
      case 50:
        try reader.checkAbsent(self.request == nil)
        self.request = .setNickname(try reader.message())
      case 51:
        try reader.checkAbsent(self.request == nil)
        self.request = .announce(try reader.message())
      case 52:
        try reader.checkAbsent(self.request == nil)
        self.request = .listAnnouncements(try reader.message())
      case 53:
        try reader.checkAbsent(self.request == nil)
        self.request = .changeProfile(try reader.message())
      case 54:
        try reader.checkAbsent(self.request == nil)
        self.request = .fetchProfiles(try reader.message())
      case 55:
        try reader.checkAbsent(self.request == nil)
        self.request = .findProfile(try reader.message())
      case 56:
        try reader.checkAbsent(self.request == nil)
        self.request = .findUsers(try reader.message())
      case 57:
        try reader.checkAbsent(self.request == nil)
        self.request = .findConversations(try reader.message())
      default: break
      }
    }
  }
}

extension Wire.Hello {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.versionMin != 0 { writer.field("versionMin"); writer.uint32(self.versionMin) }
    if self.versionMax != 0 { writer.field("versionMax"); writer.uint32(self.versionMax) }
    if !self.token.isEmpty { writer.field("token"); writer.string(self.token) }
    if let value = self.device { writer.field("device"); writer.message(value) }
    if !self.features.isEmpty {
      writer.field("features")
      writer.beginList()
      for value in self.features { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.yields { writer.field("yields"); writer.bool(self.yields) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("versionMin", 0), ("version_min", 0),
    ("versionMax", 1), ("version_max", 1),
    ("token", 2),
    ("device", 3),
    ("features", 4),
    ("yields", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.versionMin = try reader.uint32()
      case 1:
        self.versionMax = try reader.uint32()
      case 2:
        self.token = try reader.string()
      case 3:
        self.device = try reader.message()
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.features.append(try reader.string()) }
      case 5:
        self.yields = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Device {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if self.`class`.rawValue != 0 { writer.field("class"); writer.enumeration(self.`class`) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("class", 1),
    ("name", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.string()
      case 1:
        if let value: Wire.DeviceClass = try reader.enumeration() { self.`class` = value }
      case 2:
        self.name = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Ping {
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

extension Wire.Send {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    if self.replyTo != 0 { writer.field("replyTo"); writer.uint64(self.replyTo) }
    if self.expandable { writer.field("expandable"); writer.bool(self.expandable) }
    if !self.properties.isEmpty {
      writer.field("properties")
      writer.beginList()
      for value in self.properties { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("type", 2),
    ("content", 3),
    ("details", 4),
    ("replyTo", 5), ("reply_to", 5),
    ("expandable", 6),
    ("properties", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.type = try reader.string()
      case 3:
        self.content = try reader.string()
      case 4:
        self.details = try reader.message()
      case 5:
        self.replyTo = try reader.uint64()
      case 6:
        self.expandable = try reader.bool()
      case 7:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.properties.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.Edit {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("target", 2),
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
        self.clientId = try reader.string()
      case 2:
        self.target = try reader.uint64()
      case 3:
        self.type = try reader.string()
      case 4:
        self.content = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Recall {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("target", 2),
    ("details", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.target = try reader.uint64()
      case 3:
        self.details = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.RecallDetails {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.silent { writer.field("silent"); writer.bool(self.silent) }
    if let value = self.sender { writer.field("sender"); writer.message(value) }
    if !self.extra.isEmpty { writer.field("extra"); writer.string(self.extra) }
    if let value = self.push { writer.field("push"); writer.message(value) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("silent", 0),
    ("sender", 1),
    ("extra", 2),
    ("push", 3),
    ("by", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.silent = try reader.bool()
      case 1:
        self.sender = try reader.message()
      case 2:
        self.extra = try reader.string()
      case 3:
        self.push = try reader.message()
      case 4:
        self.by = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Annotate {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    if !self.items.isEmpty {
      writer.field("items")
      writer.beginList()
      for value in self.items { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("target", 2),
    ("kind", 3),
    ("items", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.target = try reader.uint64()
      case 3:
        if let value: Wire.AnnotationKind = try reader.enumeration() { self.kind = value }
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.items.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.AnnotationItem {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if !self.value.isEmpty { writer.field("value"); writer.string(self.value) }
    if self.removed { writer.field("removed"); writer.bool(self.removed) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("key", 0),
    ("value", 1),
    ("removed", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.key = try reader.string()
      case 1:
        self.value = try reader.string()
      case 2:
        self.removed = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.ListAnnotators {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("target", 1),
    ("kind", 2),
    ("key", 3),
    ("after", 4),
    ("limit", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.target = try reader.uint64()
      case 2:
        if let value: Wire.AnnotationKind = try reader.enumeration() { self.kind = value }
      case 3:
        self.key = try reader.string()
      case 4:
        self.after = try reader.string()
      case 5:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.ListReplies {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if self.after != 0 { writer.field("after"); writer.uint64(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("target", 1),
    ("after", 2),
    ("limit", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.target = try reader.uint64()
      case 2:
        self.after = try reader.uint64()
      case 3:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.ListVersions {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if self.after != 0 { writer.field("after"); writer.uint64(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("target", 1),
    ("after", 2),
    ("limit", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.target = try reader.uint64()
      case 2:
        self.after = try reader.uint64()
      case 3:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.ListPinned {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.after != 0 { writer.field("after"); writer.uint64(self.after) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("after", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.after = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.MarkRead {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if self.quiet { writer.field("quiet"); writer.bool(self.quiet) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("seq", 1),
    ("quiet", 2),
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
        self.quiet = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Signal {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("type", 1),
    ("content", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.type = try reader.string()
      case 2:
        self.content = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Schedule {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.send { writer.field("send"); writer.message(value) }
    if self.at != 0 { writer.field("at"); writer.int64(self.at) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("send", 0),
    ("at", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.send = try reader.message()
      case 1:
        self.at = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.ListScheduled {
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

extension Wire.CancelScheduled {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("clientId", 0), ("client_id", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.clientId = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.MarkDelivered {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.marks.isEmpty {
      writer.field("marks")
      writer.beginList()
      for value in self.marks { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("marks", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.marks.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.Delivered {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("seq", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.seq = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.CountReceipts {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.seqs.isEmpty {
      writer.field("seqs")
      writer.beginList()
      for value in self.seqs { writer.element(); writer.uint64(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("seqs", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.seqs.append(try reader.uint64()) }
      default: break
      }
    }
  }
}

extension Wire.ListReceipts {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if self.state.rawValue != 0 { writer.field("state"); writer.enumeration(self.state) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("seq", 1),
    ("state", 2),
    ("after", 3),
    ("limit", 4),
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
        if let value: Wire.ReceiptState = try reader.enumeration() { self.state = value }
      case 3:
        self.after = try reader.string()
      case 4:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.CreateGroup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.group.isEmpty { writer.field("group"); writer.string(self.group) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
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
    ("group", 0),
    ("clientId", 1), ("client_id", 1),
    ("title", 2),
    ("members", 3),
    ("attributes", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.group = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.title = try reader.string()
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.members.append(try reader.string()) }
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.attributes.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.ChangeConversation {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if let value = self.title { writer.field("title"); writer.string(value) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginList()
      for value in self.attributes { writer.element(); writer.message(value) }
      writer.endList()
    }
    if let value = self.silenced { writer.field("silenced"); writer.bool(value) }
    if let value = self.open { writer.field("open"); writer.bool(value) }
    if let value = self.history { writer.field("history"); writer.uint32(value) }
    if let value = self.applications { writer.field("applications"); writer.bool(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("title", 2),
    ("attributes", 3),
    ("silenced", 4),
    ("open", 5),
    ("history", 6),
    ("applications", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.title = try reader.string()
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.attributes.append(try reader.message()) }
      case 4:
        self.silenced = try reader.bool()
      case 5:
        self.open = try reader.bool()
      case 6:
        self.history = try reader.uint32()
      case 7:
        self.applications = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Attribute {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if !self.value.isEmpty { writer.field("value"); writer.string(self.value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("key", 0),
    ("value", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.key = try reader.string()
      case 1:
        self.value = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.AddMembers {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.way.isEmpty { writer.field("way"); writer.string(self.way) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("users", 2),
    ("way", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 3:
        self.way = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.RemoveMembers {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
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
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("users", 2),
    ("reason", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 3:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.SetRoles {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.role.rawValue != 0 { writer.field("role"); writer.enumeration(self.role) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("users", 2),
    ("role", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 3:
        if let value: Wire.Role = try reader.enumeration() { self.role = value }
      default: break
      }
    }
  }
}

extension Wire.SilenceMembers {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("users", 2),
    ("until", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 3:
        self.until = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.JoinGroup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.link.isEmpty { writer.field("link"); writer.string(self.link) }
    if !self.sharedBy.isEmpty { writer.field("sharedBy"); writer.string(self.sharedBy) }
    if !self.way.isEmpty { writer.field("way"); writer.string(self.way) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("link", 2),
    ("sharedBy", 3), ("shared_by", 3),
    ("way", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.link = try reader.string()
      case 3:
        self.sharedBy = try reader.string()
      case 4:
        self.way = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.DescribeGroup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.link.isEmpty { writer.field("link"); writer.string(self.link) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("link", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.link = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.MakeLink {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    if self.uses != 0 { writer.field("uses"); writer.uint32(self.uses) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("until", 2),
    ("uses", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.until = try reader.int64()
      case 3:
        self.uses = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.RevokeLinks {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.links.isEmpty {
      writer.field("links")
      writer.beginList()
      for value in self.links { writer.element(); writer.uint64(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("links", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.links.append(try reader.uint64()) }
      default: break
      }
    }
  }
}

extension Wire.ListLinks {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.DismissGroup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.BanUsers {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("users", 2),
    ("until", 3),
    ("reason", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 3:
        self.until = try reader.int64()
      case 4:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.ListBans {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
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
        self.after = try reader.string()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.ApplyToGroup {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if !self.sharedBy.isEmpty { writer.field("sharedBy"); writer.string(self.sharedBy) }
    if !self.way.isEmpty { writer.field("way"); writer.string(self.way) }
    if self.withdrawn { writer.field("withdrawn"); writer.bool(self.withdrawn) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("text", 2),
    ("sharedBy", 3), ("shared_by", 3),
    ("way", 4),
    ("withdrawn", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.text = try reader.string()
      case 3:
        self.sharedBy = try reader.string()
      case 4:
        self.way = try reader.string()
      case 5:
        self.withdrawn = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.AnswerApplications {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
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
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("users", 2),
    ("accepted", 3),
    ("reason", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 3:
        self.accepted = try reader.bool()
      case 4:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.ListApplications {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
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
        self.after = try reader.string()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.SetNickname {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("user", 2),
    ("name", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.user = try reader.string()
      case 3:
        self.name = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Announce {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("clientId", 1), ("client_id", 1),
    ("text", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.clientId = try reader.string()
      case 2:
        self.text = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.ListAnnouncements {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.from != 0 { writer.field("from"); writer.uint64(self.from) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("from", 1),
    ("limit", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.from = try reader.uint64()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.FetchEntries {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.from != 0 { writer.field("from"); writer.uint64(self.from) }
    if self.to != 0 { writer.field("to"); writer.uint64(self.to) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if self.newest { writer.field("newest"); writer.bool(self.newest) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("from", 1),
    ("to", 2),
    ("limit", 3),
    ("newest", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.from = try reader.uint64()
      case 2:
        self.to = try reader.uint64()
      case 3:
        self.limit = try reader.uint32()
      case 4:
        self.newest = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.FetchUserEntries {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.after != 0 { writer.field("after"); writer.uint64(self.after) }
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
        self.after = try reader.uint64()
      case 1:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.ListConversations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.changedAfter != 0 { writer.field("changedAfter"); writer.uint64(self.changedAfter) }
    if self.changedBefore != 0 { writer.field("changedBefore"); writer.uint64(self.changedBefore) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if !self.only.isEmpty {
      writer.field("only")
      writer.beginList()
      for value in self.only { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("changedAfter", 0), ("changed_after", 0),
    ("changedBefore", 1), ("changed_before", 1),
    ("limit", 2),
    ("only", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.changedAfter = try reader.uint64()
      case 1:
        self.changedBefore = try reader.uint64()
      case 2:
        self.limit = try reader.uint32()
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.only.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Wire.FindConversations {
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
    if self.activeFrom != 0 { writer.field("activeFrom"); writer.int64(self.activeFrom) }
    if self.activeBefore != 0 { writer.field("activeBefore"); writer.int64(self.activeBefore) }
    if self.before != 0 { writer.field("before"); writer.uint64(self.before) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("members", 0),
    ("exactly", 1),
    ("title", 2),
    ("attributes", 3),
    ("activeFrom", 4), ("active_from", 4),
    ("activeBefore", 5), ("active_before", 5),
    ("before", 6),
    ("limit", 7),
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
        self.before = try reader.uint64()
      case 7:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.ListMembers {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
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
        self.after = try reader.string()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.ListMentions {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.after != 0 { writer.field("after"); writer.uint64(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    if self.newest { writer.field("newest"); writer.bool(self.newest) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("after", 1),
    ("limit", 2),
    ("newest", 3),
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
      case 3:
        self.newest = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.ChangeSetting {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.settings.isEmpty {
      writer.field("settings")
      writer.beginList()
      for value in self.settings { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("settings", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.settings.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.FetchSettings {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.afterConversation.isEmpty { writer.field("afterConversation"); writer.string(self.afterConversation) }
    if !self.afterKey.isEmpty { writer.field("afterKey"); writer.string(self.afterKey) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("afterConversation", 0), ("after_conversation", 0),
    ("afterKey", 1), ("after_key", 1),
    ("limit", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.afterConversation = try reader.string()
      case 1:
        self.afterKey = try reader.string()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.Hide {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.until != 0 { writer.field("until"); writer.uint64(self.until) }
    if !self.targets.isEmpty {
      writer.field("targets")
      writer.beginList()
      for value in self.targets { writer.element(); writer.uint64(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("until", 1),
    ("targets", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.until = try reader.uint64()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.targets.append(try reader.uint64()) }
      default: break
      }
    }
  }
}

extension Wire.SetRelations {
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
        if let value: Wire.RelationKind = try reader.enumeration() { self.kind = value }
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

extension Wire.ListRelations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    if !self.after.isEmpty { writer.field("after"); writer.string(self.after) }
    if self.limit != 0 { writer.field("limit"); writer.uint32(self.limit) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("kind", 0),
    ("after", 1),
    ("limit", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        if let value: Wire.RelationKind = try reader.enumeration() { self.kind = value }
      case 1:
        self.after = try reader.string()
      case 2:
        self.limit = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.ChangeProfile {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.fields.isEmpty {
      writer.field("fields")
      writer.beginList()
      for value in self.fields { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.visibility.rawValue != 0 { writer.field("visibility"); writer.enumeration(self.visibility) }
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
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.fields.append(try reader.message()) }
      case 1:
        if let value: Wire.ProfileVisibility = try reader.enumeration() { self.visibility = value }
      default: break
      }
    }
  }
}

extension Wire.FetchProfiles {
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

extension Wire.KnownProfile {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.revision != 0 { writer.field("revision"); writer.uint64(self.revision) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("revision", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.revision = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.FindProfile {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.number.isEmpty { writer.field("number"); writer.string(self.number) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("number", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.number = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.FindUsers {
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

extension Wire.FetchPresence {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
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
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Wire.WatchPresence {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.durationMs != 0 { writer.field("durationMs"); writer.uint64(self.durationMs) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("durationMs", 1), ("duration_ms", 1),
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
        self.durationMs = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.UnwatchPresence {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
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
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Wire.SetPresence {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if self.ageMs != 0 { writer.field("ageMs"); writer.uint64(self.ageMs) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("text", 0),
    ("ageMs", 1), ("age_ms", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.text = try reader.string()
      case 1:
        self.ageMs = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.ServerPacket {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.id != 0 { writer.field("id"); writer.uint32(self.id) }
    switch self.body {
    case .welcome(let value)?:
      writer.field("welcome"); writer.message(value)
    case .pong(let value)?:
      writer.field("pong"); writer.message(value)
    case .failure(let value)?:
      writer.field("failure"); writer.message(value)
    case .appended(let value)?:
      writer.field("appended"); writer.message(value)
    case .marked(let value)?:
      writer.field("marked"); writer.message(value)
    case .done(let value)?:
      writer.field("done"); writer.message(value)
    case .entries(let value)?:
      writer.field("entries"); writer.message(value)
    case .userEntries(let value)?:
      writer.field("userEntries"); writer.message(value)
    case .conversations(let value)?:
      writer.field("conversations"); writer.message(value)
    case .members(let value)?:
      writer.field("members"); writer.message(value)
    case .push(let value)?:
      writer.field("push"); writer.message(value)
    case .closing(let value)?:
      writer.field("closing"); writer.message(value)
    case .changed(let value)?:
      writer.field("changed"); writer.message(value)
    case .settings(let value)?:
      writer.field("settings"); writer.message(value)
    case .annotators(let value)?:
      writer.field("annotators"); writer.message(value)
    case .messages(let value)?:
      writer.field("messages"); writer.message(value)
    case .signalled(let value)?:
      writer.field("signalled"); writer.message(value)
    case .receipts(let value)?:
      writer.field("receipts"); writer.message(value)
    case .scheduledMessages(let value)?:
      writer.field("scheduledMessages"); writer.message(value)
    case .groupCard(let value)?:
      writer.field("groupCard"); writer.message(value)
    case .links(let value)?:
      writer.field("links"); writer.message(value)
    case .bans(let value)?:
      writer.field("bans"); writer.message(value)
    case .presences(let value)?:
      writer.field("presences"); writer.message(value)
    case .relations(let value)?:
      writer.field("relations"); writer.message(value)
    case .applications(let value)?:
      writer.field("applications"); writer.message(value)
    case .announcements(let value)?:
      writer.field("announcements"); writer.message(value)
    case .profiles(let value)?:
      writer.field("profiles"); writer.message(value)
    case .foundConversations(let value)?:
      writer.field("foundConversations"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("welcome", 1),
    ("pong", 2),
    ("failure", 3),
    ("appended", 4),
    ("marked", 5),
    ("done", 6),
    ("entries", 7),
    ("userEntries", 8), ("user_entries", 8),
    ("conversations", 9),
    ("members", 10),
    ("push", 11),
    ("closing", 12),
    ("changed", 13),
    ("settings", 14),
    ("annotators", 15),
    ("messages", 16),
    ("signalled", 17),
    ("receipts", 18),
    ("scheduledMessages", 19), ("scheduled_messages", 19),
    ("groupCard", 20), ("group_card", 20),
    ("links", 21),
    ("bans", 22),
    ("presences", 23),
    ("relations", 24),
    ("applications", 25),
    ("announcements", 26),
    ("profiles", 27),
    ("foundConversations", 28), ("found_conversations", 28),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.id = try reader.uint32()
      case 1:
        try reader.checkAbsent(self.body == nil)
        self.body = .welcome(try reader.message())
      case 2:
        try reader.checkAbsent(self.body == nil)
        self.body = .pong(try reader.message())
      case 3:
        try reader.checkAbsent(self.body == nil)
        self.body = .failure(try reader.message())
      case 4:
        try reader.checkAbsent(self.body == nil)
        self.body = .appended(try reader.message())
      case 5:
        try reader.checkAbsent(self.body == nil)
        self.body = .marked(try reader.message())
      case 6:
        try reader.checkAbsent(self.body == nil)
        self.body = .done(try reader.message())
      case 7:
        try reader.checkAbsent(self.body == nil)
        self.body = .entries(try reader.message())
      case 8:
        try reader.checkAbsent(self.body == nil)
        self.body = .userEntries(try reader.message())
      case 9:
        try reader.checkAbsent(self.body == nil)
        self.body = .conversations(try reader.message())
      case 10:
        try reader.checkAbsent(self.body == nil)
        self.body = .members(try reader.message())
      case 11:
        try reader.checkAbsent(self.body == nil)
        self.body = .push(try reader.message())
      case 12:
        try reader.checkAbsent(self.body == nil)
        self.body = .closing(try reader.message())
      case 13:
        try reader.checkAbsent(self.body == nil)
        self.body = .changed(try reader.message())
      case 14:
        try reader.checkAbsent(self.body == nil)
        self.body = .settings(try reader.message())
      case 15:
        try reader.checkAbsent(self.body == nil)
        self.body = .annotators(try reader.message())
      case 16:
        try reader.checkAbsent(self.body == nil)
        self.body = .messages(try reader.message())
      case 17:
        try reader.checkAbsent(self.body == nil)
        self.body = .signalled(try reader.message())
      case 18:
        try reader.checkAbsent(self.body == nil)
        self.body = .receipts(try reader.message())
      case 19:
        try reader.checkAbsent(self.body == nil)
        self.body = .scheduledMessages(try reader.message())
      case 20:
        try reader.checkAbsent(self.body == nil)
        self.body = .groupCard(try reader.message())
      case 21:
        try reader.checkAbsent(self.body == nil)
        self.body = .links(try reader.message())
      case 22:
        try reader.checkAbsent(self.body == nil)
        self.body = .bans(try reader.message())
      case 23:
        try reader.checkAbsent(self.body == nil)
        self.body = .presences(try reader.message())
      case 24:
        try reader.checkAbsent(self.body == nil)
        self.body = .relations(try reader.message())
      case 25:
        try reader.checkAbsent(self.body == nil)
        self.body = .applications(try reader.message())
      case 26:
        try reader.checkAbsent(self.body == nil)
        self.body = .announcements(try reader.message())
      case 27:
        try reader.checkAbsent(self.body == nil)
        self.body = .profiles(try reader.message())
      case 28:
        try reader.checkAbsent(self.body == nil)
        self.body = .foundConversations(try reader.message())
      default: break
      }
    }
  }
}

extension Wire.Welcome {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.version != 0 { writer.field("version"); writer.uint32(self.version) }
    if !self.session.isEmpty { writer.field("session"); writer.string(self.session) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    if let value = self.limits { writer.field("limits"); writer.message(value) }
    if !self.features.isEmpty {
      writer.field("features")
      writer.beginList()
      for value in self.features { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.userHead != 0 { writer.field("userHead"); writer.uint64(self.userHead) }
    if self.stamp != 0 { writer.field("stamp"); writer.uint64(self.stamp) }
    if !self.generation.isEmpty { writer.field("generation"); writer.string(self.generation) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("version", 0),
    ("session", 1),
    ("user", 2),
    ("time", 3),
    ("limits", 4),
    ("features", 5),
    ("userHead", 6), ("user_head", 6),
    ("stamp", 7),
    ("generation", 8),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.version = try reader.uint32()
      case 1:
        self.session = try reader.string()
      case 2:
        self.user = try reader.string()
      case 3:
        self.time = try reader.int64()
      case 4:
        self.limits = try reader.message()
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.features.append(try reader.string()) }
      case 6:
        self.userHead = try reader.uint64()
      case 7:
        self.stamp = try reader.uint64()
      case 8:
        self.generation = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Limits {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.heartbeatMs != 0 { writer.field("heartbeatMs"); writer.uint32(self.heartbeatMs) }
    if self.packetBytes != 0 { writer.field("packetBytes"); writer.uint32(self.packetBytes) }
    if self.contentBytes != 0 { writer.field("contentBytes"); writer.uint32(self.contentBytes) }
    if self.groupMembers != 0 { writer.field("groupMembers"); writer.uint32(self.groupMembers) }
    if self.pageEntries != 0 { writer.field("pageEntries"); writer.uint32(self.pageEntries) }
    if self.requestsInFlight != 0 { writer.field("requestsInFlight"); writer.uint32(self.requestsInFlight) }
    if self.idleMs != 0 { writer.field("idleMs"); writer.uint64(self.idleMs) }
    if self.helloMs != 0 { writer.field("helloMs"); writer.uint64(self.helloMs) }
    if self.helloBytes != 0 { writer.field("helloBytes"); writer.uint32(self.helloBytes) }
    if self.queuedBytes != 0 { writer.field("queuedBytes"); writer.uint64(self.queuedBytes) }
    if self.writesPerSecond != 0 { writer.field("writesPerSecond"); writer.uint32(self.writesPerSecond) }
    if self.writesAtOnce != 0 { writer.field("writesAtOnce"); writer.uint32(self.writesAtOnce) }
    if self.signalsPerSecond != 0 { writer.field("signalsPerSecond"); writer.uint32(self.signalsPerSecond) }
    if self.signalsAtOnce != 0 { writer.field("signalsAtOnce"); writer.uint32(self.signalsAtOnce) }
    if self.signalBytes != 0 { writer.field("signalBytes"); writer.uint32(self.signalBytes) }
    if self.detailsBytes != 0 { writer.field("detailsBytes"); writer.uint32(self.detailsBytes) }
    if self.usersPerRequest != 0 { writer.field("usersPerRequest"); writer.uint32(self.usersPerRequest) }
    if self.clientIdWindowMs != 0 { writer.field("clientIdWindowMs"); writer.uint64(self.clientIdWindowMs) }
    if self.clientIdAheadMs != 0 { writer.field("clientIdAheadMs"); writer.uint64(self.clientIdAheadMs) }
    if self.deliveredMembers != 0 { writer.field("deliveredMembers"); writer.uint32(self.deliveredMembers) }
    if self.markersPushed != 0 { writer.field("markersPushed"); writer.uint32(self.markersPushed) }
    if self.receiptMembers != 0 { writer.field("receiptMembers"); writer.uint32(self.receiptMembers) }
    if self.scheduledMessages != 0 { writer.field("scheduledMessages"); writer.uint32(self.scheduledMessages) }
    if self.scheduledLeastMs != 0 { writer.field("scheduledLeastMs"); writer.uint64(self.scheduledLeastMs) }
    if self.scheduledMostMs != 0 { writer.field("scheduledMostMs"); writer.uint64(self.scheduledMostMs) }
    if self.attributes != 0 { writer.field("attributes"); writer.uint32(self.attributes) }
    if self.attributeBytes != 0 { writer.field("attributeBytes"); writer.uint32(self.attributeBytes) }
    if self.changeConversationBy.rawValue != 0 { writer.field("changeConversationBy"); writer.enumeration(self.changeConversationBy) }
    if self.recallWindowMs != 0 { writer.field("recallWindowMs"); writer.uint64(self.recallWindowMs) }
    if self.recallBy.rawValue != 0 { writer.field("recallBy"); writer.enumeration(self.recallBy) }
    if self.silentRecallBy.rawValue != 0 { writer.field("silentRecallBy"); writer.enumeration(self.silentRecallBy) }
    if self.reactionsEach != 0 { writer.field("reactionsEach"); writer.uint32(self.reactionsEach) }
    if self.reactionKinds != 0 { writer.field("reactionKinds"); writer.uint32(self.reactionKinds) }
    if self.properties != 0 { writer.field("properties"); writer.uint32(self.properties) }
    if self.propertiesPerRequest != 0 { writer.field("propertiesPerRequest"); writer.uint32(self.propertiesPerRequest) }
    if self.propertyCharacters != 0 { writer.field("propertyCharacters"); writer.uint32(self.propertyCharacters) }
    if self.propertyBytesOfMessage != 0 { writer.field("propertyBytesOfMessage"); writer.uint32(self.propertyBytesOfMessage) }
    if self.pins != 0 { writer.field("pins"); writer.uint32(self.pins) }
    if self.ownerPins { writer.field("ownerPins"); writer.bool(self.ownerPins) }
    if self.settingBytes != 0 { writer.field("settingBytes"); writer.uint32(self.settingBytes) }
    if self.settingsPerRequest != 0 { writer.field("settingsPerRequest"); writer.uint32(self.settingsPerRequest) }
    if self.settingsOfUser != 0 { writer.field("settingsOfUser"); writer.uint32(self.settingsOfUser) }
    if self.settingsOfConversation != 0 { writer.field("settingsOfConversation"); writer.uint32(self.settingsOfConversation) }
    if self.settingBytesOfUser != 0 { writer.field("settingBytesOfUser"); writer.uint64(self.settingBytesOfUser) }
    if self.tags != 0 { writer.field("tags"); writer.uint32(self.tags) }
    if self.tagConversations != 0 { writer.field("tagConversations"); writer.uint32(self.tagConversations) }
    if self.groupAdmins != 0 { writer.field("groupAdmins"); writer.uint32(self.groupAdmins) }
    if self.groupLinks != 0 { writer.field("groupLinks"); writer.uint32(self.groupLinks) }
    if self.groupHistory != 0 { writer.field("groupHistory"); writer.uint32(self.groupHistory) }
    if self.groupBans != 0 { writer.field("groupBans"); writer.uint32(self.groupBans) }
    if self.groupApplications != 0 { writer.field("groupApplications"); writer.uint32(self.groupApplications) }
    if self.applicationLifetimeMs != 0 { writer.field("applicationLifetimeMs"); writer.uint64(self.applicationLifetimeMs) }
    if self.hiddenPerRequest != 0 { writer.field("hiddenPerRequest"); writer.uint32(self.hiddenPerRequest) }
    if self.hiddenOfConversation != 0 { writer.field("hiddenOfConversation"); writer.uint32(self.hiddenOfConversation) }
    if self.devicesMobile != 0 { writer.field("devicesMobile"); writer.uint32(self.devicesMobile) }
    if self.devicesTablet != 0 { writer.field("devicesTablet"); writer.uint32(self.devicesTablet) }
    if self.devicesDesktop != 0 { writer.field("devicesDesktop"); writer.uint32(self.devicesDesktop) }
    if self.devicesWeb != 0 { writer.field("devicesWeb"); writer.uint32(self.devicesWeb) }
    if self.devicesTool != 0 { writer.field("devicesTool"); writer.uint32(self.devicesTool) }
    if self.readsPerSecond != 0 { writer.field("readsPerSecond"); writer.uint32(self.readsPerSecond) }
    if self.readsAtOnce != 0 { writer.field("readsAtOnce"); writer.uint32(self.readsAtOnce) }
    if !self.types.isEmpty {
      writer.field("types")
      writer.beginList()
      for value in self.types { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.blockedUsers != 0 { writer.field("blockedUsers"); writer.uint32(self.blockedUsers) }
    if self.allowedUsers != 0 { writer.field("allowedUsers"); writer.uint32(self.allowedUsers) }
    if self.onlyAllowed { writer.field("onlyAllowed"); writer.bool(self.onlyAllowed) }
    if self.friends.rawValue != 0 { writer.field("friends"); writer.enumeration(self.friends) }
    if self.friendsOfUser != 0 { writer.field("friendsOfUser"); writer.uint32(self.friendsOfUser) }
    if self.friendRequests != 0 { writer.field("friendRequests"); writer.uint32(self.friendRequests) }
    if self.idBytes != 0 { writer.field("idBytes"); writer.uint32(self.idBytes) }
    if self.titleBytes != 0 { writer.field("titleBytes"); writer.uint32(self.titleBytes) }
    if self.addressBytes != 0 { writer.field("addressBytes"); writer.uint32(self.addressBytes) }
    if self.noteBytes != 0 { writer.field("noteBytes"); writer.uint32(self.noteBytes) }
    if self.reactionBytes != 0 { writer.field("reactionBytes"); writer.uint32(self.reactionBytes) }
    if self.propertyKeyBytes != 0 { writer.field("propertyKeyBytes"); writer.uint32(self.propertyKeyBytes) }
    if self.pollChoices != 0 { writer.field("pollChoices"); writer.uint32(self.pollChoices) }
    if self.marksPerRequest != 0 { writer.field("marksPerRequest"); writer.uint32(self.marksPerRequest) }
    if self.receiptsPerRequest != 0 { writer.field("receiptsPerRequest"); writer.uint32(self.receiptsPerRequest) }
    if self.tokenBytes != 0 { writer.field("tokenBytes"); writer.uint32(self.tokenBytes) }
    if self.jsonDepth != 0 { writer.field("jsonDepth"); writer.uint32(self.jsonDepth) }
    if !self.profileFields.isEmpty {
      writer.field("profileFields")
      writer.beginList()
      for value in self.profileFields { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.profileVisibility.rawValue != 0 { writer.field("profileVisibility"); writer.enumeration(self.profileVisibility) }
    if self.directory { writer.field("directory"); writer.bool(self.directory) }
    if self.presence { writer.field("presence"); writer.bool(self.presence) }
    if self.presenceUsers != 0 { writer.field("presenceUsers"); writer.uint32(self.presenceUsers) }
    if self.presenceWatched != 0 { writer.field("presenceWatched"); writer.uint32(self.presenceWatched) }
    if self.presenceWatchers != 0 { writer.field("presenceWatchers"); writer.uint32(self.presenceWatchers) }
    if self.presenceLongestMs != 0 { writer.field("presenceLongestMs"); writer.uint64(self.presenceLongestMs) }
    if self.presenceGraceMs != 0 { writer.field("presenceGraceMs"); writer.uint64(self.presenceGraceMs) }
    if self.presenceText != 0 { writer.field("presenceText"); writer.uint32(self.presenceText) }
    if self.presenceVisibility.rawValue != 0 { writer.field("presenceVisibility"); writer.enumeration(self.presenceVisibility) }
    if self.mediaBytes != 0 { writer.field("mediaBytes"); writer.uint64(self.mediaBytes) }
    if self.mediaUploads != 0 { writer.field("mediaUploads"); writer.uint32(self.mediaUploads) }
    if self.mediaBytesOfUser != 0 { writer.field("mediaBytesOfUser"); writer.uint64(self.mediaBytesOfUser) }
    if self.mediaWaitsMs != 0 { writer.field("mediaWaitsMs"); writer.uint64(self.mediaWaitsMs) }
    if self.mediaLinkMs != 0 { writer.field("mediaLinkMs"); writer.uint64(self.mediaLinkMs) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("heartbeatMs", 0), ("heartbeat_ms", 0),
    ("packetBytes", 1), ("packet_bytes", 1),
    ("contentBytes", 2), ("content_bytes", 2),
    ("groupMembers", 3), ("group_members", 3),
    ("pageEntries", 4), ("page_entries", 4),
    ("requestsInFlight", 5), ("requests_in_flight", 5),
    ("idleMs", 6), ("idle_ms", 6),
    ("helloMs", 7), ("hello_ms", 7),
    ("helloBytes", 8), ("hello_bytes", 8),
    ("queuedBytes", 9), ("queued_bytes", 9),
    ("writesPerSecond", 10), ("writes_per_second", 10),
    ("writesAtOnce", 11), ("writes_at_once", 11),
    ("signalsPerSecond", 12), ("signals_per_second", 12),
    ("signalsAtOnce", 13), ("signals_at_once", 13),
    ("signalBytes", 14), ("signal_bytes", 14),
    ("detailsBytes", 15), ("details_bytes", 15),
    ("usersPerRequest", 16), ("users_per_request", 16),
    ("clientIdWindowMs", 17), ("client_id_window_ms", 17),
    ("clientIdAheadMs", 18), ("client_id_ahead_ms", 18),
    ("deliveredMembers", 19), ("delivered_members", 19),
    ("markersPushed", 20), ("markers_pushed", 20),
    ("receiptMembers", 21), ("receipt_members", 21),
    ("scheduledMessages", 22), ("scheduled_messages", 22),
    ("scheduledLeastMs", 23), ("scheduled_least_ms", 23),
    ("scheduledMostMs", 24), ("scheduled_most_ms", 24),
    ("attributes", 25),
    ("attributeBytes", 26), ("attribute_bytes", 26),
    ("changeConversationBy", 27), ("change_conversation_by", 27),
    ("recallWindowMs", 28), ("recall_window_ms", 28),
    ("recallBy", 29), ("recall_by", 29),
    ("silentRecallBy", 30), ("silent_recall_by", 30),
    ("reactionsEach", 31), ("reactions_each", 31),
    ("reactionKinds", 32), ("reaction_kinds", 32),
    ("properties", 33),
    ("propertiesPerRequest", 34), ("properties_per_request", 34),
    ("propertyCharacters", 35), ("property_characters", 35),
    ("propertyBytesOfMessage", 36), ("property_bytes_of_message", 36),
    ("pins", 37),
    ("ownerPins", 38), ("owner_pins", 38),
    ("settingBytes", 39), ("setting_bytes", 39),
    ("settingsPerRequest", 40), ("settings_per_request", 40),
    ("settingsOfUser", 41), ("settings_of_user", 41),
    ("settingsOfConversation", 42), ("settings_of_conversation", 42),
    ("settingBytesOfUser", 43), ("setting_bytes_of_user", 43),
    ("tags", 44),
    ("tagConversations", 45), ("tag_conversations", 45),
    ("groupAdmins", 46), ("group_admins", 46),
    ("groupLinks", 47), ("group_links", 47),
    ("groupHistory", 48), ("group_history", 48),
    ("groupBans", 49), ("group_bans", 49),
    ("groupApplications", 50), ("group_applications", 50),
    ("applicationLifetimeMs", 51), ("application_lifetime_ms", 51),
    ("hiddenPerRequest", 52), ("hidden_per_request", 52),
    ("hiddenOfConversation", 53), ("hidden_of_conversation", 53),
    ("devicesMobile", 54), ("devices_mobile", 54),
    ("devicesTablet", 55), ("devices_tablet", 55),
    ("devicesDesktop", 56), ("devices_desktop", 56),
    ("devicesWeb", 57), ("devices_web", 57),
    ("devicesTool", 58), ("devices_tool", 58),
    ("readsPerSecond", 59), ("reads_per_second", 59),
    ("readsAtOnce", 60), ("reads_at_once", 60),
    ("types", 61),
    ("blockedUsers", 62), ("blocked_users", 62),
    ("allowedUsers", 63), ("allowed_users", 63),
    ("onlyAllowed", 64), ("only_allowed", 64),
    ("friends", 65),
    ("friendsOfUser", 66), ("friends_of_user", 66),
    ("friendRequests", 67), ("friend_requests", 67),
    ("idBytes", 68), ("id_bytes", 68),
    ("titleBytes", 69), ("title_bytes", 69),
    ("addressBytes", 70), ("address_bytes", 70),
    ("noteBytes", 71), ("note_bytes", 71),
    ("reactionBytes", 72), ("reaction_bytes", 72),
    ("propertyKeyBytes", 73), ("property_key_bytes", 73),
    ("pollChoices", 74), ("poll_choices", 74),
    ("marksPerRequest", 75), ("marks_per_request", 75),
    ("receiptsPerRequest", 76), ("receipts_per_request", 76),
    ("tokenBytes", 77), ("token_bytes", 77),
    ("jsonDepth", 78), ("json_depth", 78),
    ("profileFields", 79), ("profile_fields", 79),
    ("profileVisibility", 80), ("profile_visibility", 80),
    ("directory", 81),
    ("presence", 82),
    ("presenceUsers", 83), ("presence_users", 83),
    ("presenceWatched", 84), ("presence_watched", 84),
    ("presenceWatchers", 85), ("presence_watchers", 85),
    ("presenceLongestMs", 86), ("presence_longest_ms", 86),
    ("presenceGraceMs", 87), ("presence_grace_ms", 87),
    ("presenceText", 88), ("presence_text", 88),
    ("presenceVisibility", 89), ("presence_visibility", 89),
    ("mediaBytes", 90), ("media_bytes", 90),
    ("mediaUploads", 91), ("media_uploads", 91),
    ("mediaBytesOfUser", 92), ("media_bytes_of_user", 92),
    ("mediaWaitsMs", 93), ("media_waits_ms", 93),
    ("mediaLinkMs", 94), ("media_link_ms", 94),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.heartbeatMs = try reader.uint32()
      case 1:
        self.packetBytes = try reader.uint32()
      case 2:
        self.contentBytes = try reader.uint32()
      case 3:
        self.groupMembers = try reader.uint32()
      case 4:
        self.pageEntries = try reader.uint32()
      case 5:
        self.requestsInFlight = try reader.uint32()
      case 6:
        self.idleMs = try reader.uint64()
      case 7:
        self.helloMs = try reader.uint64()
      case 8:
        self.helloBytes = try reader.uint32()
      case 9:
        self.queuedBytes = try reader.uint64()
      case 10:
        self.writesPerSecond = try reader.uint32()
      case 11:
        self.writesAtOnce = try reader.uint32()
      case 12:
        self.signalsPerSecond = try reader.uint32()
      case 13:
        self.signalsAtOnce = try reader.uint32()
      case 14:
        self.signalBytes = try reader.uint32()
      case 15:
        self.detailsBytes = try reader.uint32()
      case 16:
        self.usersPerRequest = try reader.uint32()
      case 17:
        self.clientIdWindowMs = try reader.uint64()
      case 18:
        self.clientIdAheadMs = try reader.uint64()
      case 19:
        self.deliveredMembers = try reader.uint32()
      case 20:
        self.markersPushed = try reader.uint32()
      case 21:
        self.receiptMembers = try reader.uint32()
      case 22:
        self.scheduledMessages = try reader.uint32()
      case 23:
        self.scheduledLeastMs = try reader.uint64()
      case 24:
        self.scheduledMostMs = try reader.uint64()
      case 25:
        self.attributes = try reader.uint32()
      case 26:
        self.attributeBytes = try reader.uint32()
      case 27:
        if let value: Wire.Permitted = try reader.enumeration() { self.changeConversationBy = value }
      case 28:
        self.recallWindowMs = try reader.uint64()
      case 29:
        if let value: Wire.Permitted = try reader.enumeration() { self.recallBy = value }
      case 30:
        if let value: Wire.Permitted = try reader.enumeration() { self.silentRecallBy = value }
      case 31:
        self.reactionsEach = try reader.uint32()
      case 32:
        self.reactionKinds = try reader.uint32()
      case 33:
        self.properties = try reader.uint32()
      case 34:
        self.propertiesPerRequest = try reader.uint32()
      case 35:
        self.propertyCharacters = try reader.uint32()
      case 36:
        self.propertyBytesOfMessage = try reader.uint32()
      case 37:
        self.pins = try reader.uint32()
      case 38:
        self.ownerPins = try reader.bool()
      case 39:
        self.settingBytes = try reader.uint32()
      case 40:
        self.settingsPerRequest = try reader.uint32()
      case 41:
        self.settingsOfUser = try reader.uint32()
      case 42:
        self.settingsOfConversation = try reader.uint32()
      case 43:
        self.settingBytesOfUser = try reader.uint64()
      case 44:
        self.tags = try reader.uint32()
      case 45:
        self.tagConversations = try reader.uint32()
      case 46:
        self.groupAdmins = try reader.uint32()
      case 47:
        self.groupLinks = try reader.uint32()
      case 48:
        self.groupHistory = try reader.uint32()
      case 49:
        self.groupBans = try reader.uint32()
      case 50:
        self.groupApplications = try reader.uint32()
      case 51:
        self.applicationLifetimeMs = try reader.uint64()
      case 52:
        self.hiddenPerRequest = try reader.uint32()
      case 53:
        self.hiddenOfConversation = try reader.uint32()
      case 54:
        self.devicesMobile = try reader.uint32()
      case 55:
        self.devicesTablet = try reader.uint32()
      case 56:
        self.devicesDesktop = try reader.uint32()
      case 57:
        self.devicesWeb = try reader.uint32()
      case 58:
        self.devicesTool = try reader.uint32()
      case 59:
        self.readsPerSecond = try reader.uint32()
      case 60:
        self.readsAtOnce = try reader.uint32()
      case 61:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.types.append(try reader.message()) }
      case 62:
        self.blockedUsers = try reader.uint32()
      case 63:
        self.allowedUsers = try reader.uint32()
      case 64:
        self.onlyAllowed = try reader.bool()
      case 65:
        if let value: Wire.FriendPolicy = try reader.enumeration() { self.friends = value }
      case 66:
        self.friendsOfUser = try reader.uint32()
      case 67:
        self.friendRequests = try reader.uint32()
      case 68:
        self.idBytes = try reader.uint32()
      case 69:
        self.titleBytes = try reader.uint32()
      case 70:
        self.addressBytes = try reader.uint32()
      case 71:
        self.noteBytes = try reader.uint32()
      case 72:
        self.reactionBytes = try reader.uint32()
      case 73:
        self.propertyKeyBytes = try reader.uint32()
      case 74:
        self.pollChoices = try reader.uint32()
      case 75:
        self.marksPerRequest = try reader.uint32()
      case 76:
        self.receiptsPerRequest = try reader.uint32()
      case 77:
        self.tokenBytes = try reader.uint32()
      case 78:
        self.jsonDepth = try reader.uint32()
      case 79:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.profileFields.append(try reader.string()) }
      case 80:
        if let value: Wire.ProfileVisibility = try reader.enumeration() { self.profileVisibility = value }
      case 81:
        self.directory = try reader.bool()
      case 82:
        self.presence = try reader.bool()
      case 83:
        self.presenceUsers = try reader.uint32()
      case 84:
        self.presenceWatched = try reader.uint32()
      case 85:
        self.presenceWatchers = try reader.uint32()
      case 86:
        self.presenceLongestMs = try reader.uint64()
      case 87:
        self.presenceGraceMs = try reader.uint64()
      case 88:
        self.presenceText = try reader.uint32()
      case 89:
        if let value: Wire.ProfileVisibility = try reader.enumeration() { self.presenceVisibility = value }
      case 90:
        self.mediaBytes = try reader.uint64()
      case 91:
        self.mediaUploads = try reader.uint32()
      case 92:
        self.mediaBytesOfUser = try reader.uint64()
      case 93:
        self.mediaWaitsMs = try reader.uint64()
      case 94:
        self.mediaLinkMs = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.TypeLimits {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if self.signalled { writer.field("signalled"); writer.bool(self.signalled) }
    if let value = self.policy { writer.field("policy"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("type", 0),
    ("signalled", 1),
    ("policy", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.type = try reader.string()
      case 1:
        self.signalled = try reader.bool()
      case 2:
        self.policy = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.Pong {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("time", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.time = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.Failure {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.code != 0 { writer.field("code"); writer.uint32(self.code) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if !self.message.isEmpty { writer.field("message"); writer.string(self.message) }
    if !self.field.isEmpty { writer.field("field"); writer.string(self.field) }
    if self.limit != 0 { writer.field("limit"); writer.uint64(self.limit) }
    if self.actual != 0 { writer.field("actual"); writer.uint64(self.actual) }
    if self.retryAfterMs != 0 { writer.field("retryAfterMs"); writer.uint32(self.retryAfterMs) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("code", 0),
    ("name", 1),
    ("message", 2),
    ("field", 3),
    ("limit", 4),
    ("actual", 5),
    ("retryAfterMs", 6), ("retry_after_ms", 6),
    ("until", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.code = try reader.uint32()
      case 1:
        self.name = try reader.string()
      case 2:
        self.message = try reader.string()
      case 3:
        self.field = try reader.string()
      case 4:
        self.limit = try reader.uint64()
      case 5:
        self.actual = try reader.uint64()
      case 6:
        self.retryAfterMs = try reader.uint32()
      case 7:
        self.until = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.Appended {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("seq", 1),
    ("time", 2),
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
      default: break
      }
    }
  }
}

extension Wire.Marked {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.read != 0 { writer.field("read"); writer.uint64(self.read) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("read", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.read = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Done {
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

extension Wire.Changed {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.revision != 0 { writer.field("revision"); writer.uint64(self.revision) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("revision", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.revision = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Settings {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.settings.isEmpty {
      writer.field("settings")
      writer.beginList()
      for value in self.settings { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.head != 0 { writer.field("head"); writer.uint64(self.head) }
    if self.more { writer.field("more"); writer.bool(self.more) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("settings", 0),
    ("head", 1),
    ("more", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.settings.append(try reader.message()) }
      case 1:
        self.head = try reader.uint64()
      case 2:
        self.more = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Relations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.relations.isEmpty {
      writer.field("relations")
      writer.beginList()
      for value in self.relations { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.head != 0 { writer.field("head"); writer.uint64(self.head) }
    if self.more { writer.field("more"); writer.bool(self.more) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("relations", 0),
    ("head", 1),
    ("more", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.relations.append(try reader.message()) }
      case 1:
        self.head = try reader.uint64()
      case 2:
        self.more = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Entries {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.entries.isEmpty {
      writer.field("entries")
      writer.beginList()
      for value in self.entries { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.head != 0 { writer.field("head"); writer.uint64(self.head) }
    if self.first != 0 { writer.field("first"); writer.uint64(self.first) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("entries", 1),
    ("head", 2),
    ("first", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.entries.append(try reader.message()) }
      case 2:
        self.head = try reader.uint64()
      case 3:
        self.first = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.GroupCard {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if self.memberCount != 0 { writer.field("memberCount"); writer.uint32(self.memberCount) }
    if !self.owner.isEmpty { writer.field("owner"); writer.string(self.owner) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginList()
      for value in self.attributes { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.member { writer.field("member"); writer.bool(self.member) }
    if !self.creator.isEmpty { writer.field("creator"); writer.string(self.creator) }
    if self.open { writer.field("open"); writer.bool(self.open) }
    if self.applications { writer.field("applications"); writer.bool(self.applications) }
    if self.appliedUntil != 0 { writer.field("appliedUntil"); writer.int64(self.appliedUntil) }
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
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.attributes.append(try reader.message()) }
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

extension Wire.FoundConversations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.ids.isEmpty {
      writer.field("ids")
      writer.beginList()
      for value in self.ids { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.next != 0 { writer.field("next"); writer.uint64(self.next) }
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
        self.next = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Links {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.links.isEmpty {
      writer.field("links")
      writer.beginList()
      for value in self.links { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("links", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.links.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.JoinLink {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.id != 0 { writer.field("id"); writer.uint64(self.id) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
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

extension Wire.Bans {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.bans.isEmpty {
      writer.field("bans")
      writer.beginList()
      for value in self.bans { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.more { writer.field("more"); writer.bool(self.more) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("bans", 1),
    ("more", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.bans.append(try reader.message()) }
      case 2:
        self.more = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Ban {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if self.since != 0 { writer.field("since"); writer.int64(self.since) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
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

extension Wire.Applications {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.applications.isEmpty {
      writer.field("applications")
      writer.beginList()
      for value in self.applications { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.more { writer.field("more"); writer.bool(self.more) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("applications", 1),
    ("more", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.applications.append(try reader.message()) }
      case 2:
        self.more = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Application {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.since != 0 { writer.field("since"); writer.int64(self.since) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
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

extension Wire.Announcements {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.announcements.isEmpty {
      writer.field("announcements")
      writer.beginList()
      for value in self.announcements { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.next != 0 { writer.field("next"); writer.uint64(self.next) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("announcements", 1),
    ("next", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.announcements.append(try reader.message()) }
      case 2:
        self.next = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Announcement {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if self.previous != 0 { writer.field("previous"); writer.uint64(self.previous) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("text", 0),
    ("by", 1),
    ("time", 2),
    ("seq", 3),
    ("previous", 4),
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
        self.seq = try reader.uint64()
      case 4:
        self.previous = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Signalled {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("sender", 1),
    ("type", 2),
    ("content", 3),
    ("time", 4),
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
        self.type = try reader.string()
      case 3:
        self.content = try reader.string()
      case 4:
        self.time = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.ScheduledMessages {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.messages.isEmpty {
      writer.field("messages")
      writer.beginList()
      for value in self.messages { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.more { writer.field("more"); writer.bool(self.more) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("messages", 0),
    ("more", 1),
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
        self.more = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Receipts {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.counts.isEmpty {
      writer.field("counts")
      writer.beginList()
      for value in self.counts { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("counts", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.counts.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.ReceiptCount {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if self.members != 0 { writer.field("members"); writer.uint32(self.members) }
    if self.read != 0 { writer.field("read"); writer.uint32(self.read) }
    if self.delivered != 0 { writer.field("delivered"); writer.uint32(self.delivered) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("seq", 0),
    ("members", 1),
    ("read", 2),
    ("delivered", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.seq = try reader.uint64()
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

extension Wire.Messages {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.entries.isEmpty {
      writer.field("entries")
      writer.beginList()
      for value in self.entries { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.more { writer.field("more"); writer.bool(self.more) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("entries", 1),
    ("more", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.entries.append(try reader.message()) }
      case 2:
        self.more = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.UserEntries {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.entries.isEmpty {
      writer.field("entries")
      writer.beginList()
      for value in self.entries { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.head != 0 { writer.field("head"); writer.uint64(self.head) }
    if self.first != 0 { writer.field("first"); writer.uint64(self.first) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("entries", 0),
    ("head", 1),
    ("first", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.entries.append(try reader.message()) }
      case 1:
        self.head = try reader.uint64()
      case 2:
        self.first = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Conversations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversations.isEmpty {
      writer.field("conversations")
      writer.beginList()
      for value in self.conversations { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.more { writer.field("more"); writer.bool(self.more) }
    if self.stamp != 0 { writer.field("stamp"); writer.uint64(self.stamp) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversations", 0),
    ("more", 1),
    ("stamp", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.conversations.append(try reader.message()) }
      case 1:
        self.more = try reader.bool()
      case 2:
        self.stamp = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Members {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.members.isEmpty {
      writer.field("members")
      writer.beginList()
      for value in self.members { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.more { writer.field("more"); writer.bool(self.more) }
    if self.head != 0 { writer.field("head"); writer.uint64(self.head) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("members", 1),
    ("more", 2),
    ("head", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.members.append(try reader.message()) }
      case 2:
        self.more = try reader.bool()
      case 3:
        self.head = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Annotators {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if !self.annotators.isEmpty {
      writer.field("annotators")
      writer.beginList()
      for value in self.annotators { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.more { writer.field("more"); writer.bool(self.more) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("target", 1),
    ("annotators", 2),
    ("more", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.conversation = try reader.string()
      case 1:
        self.target = try reader.uint64()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.annotators.append(try reader.message()) }
      case 3:
        self.more = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Annotator {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("seq", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.seq = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Push {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.entries.isEmpty {
      writer.field("entries")
      writer.beginList()
      for value in self.entries { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.userEntries.isEmpty {
      writer.field("userEntries")
      writer.beginList()
      for value in self.userEntries { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.markers.isEmpty {
      writer.field("markers")
      writer.beginList()
      for value in self.markers { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.scheduled.isEmpty {
      writer.field("scheduled")
      writer.beginList()
      for value in self.scheduled { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.presences.isEmpty {
      writer.field("presences")
      writer.beginList()
      for value in self.presences { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.profiles.isEmpty {
      writer.field("profiles")
      writer.beginList()
      for value in self.profiles { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("entries", 0),
    ("userEntries", 1), ("user_entries", 1),
    ("markers", 2),
    ("scheduled", 3),
    ("presences", 4),
    ("profiles", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.entries.append(try reader.message()) }
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.userEntries.append(try reader.message()) }
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.markers.append(try reader.message()) }
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.scheduled.append(try reader.message()) }
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.presences.append(try reader.message()) }
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.profiles.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.ProfileChange {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.revision != 0 { writer.field("revision"); writer.uint64(self.revision) }
    if self.base != 0 { writer.field("base"); writer.uint64(self.base) }
    if !self.fields.isEmpty {
      writer.field("fields")
      writer.beginList()
      for value in self.fields { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.number.isEmpty { writer.field("number"); writer.string(self.number) }
    if self.visibility.rawValue != 0 { writer.field("visibility"); writer.enumeration(self.visibility) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("revision", 1),
    ("base", 2),
    ("fields", 3),
    ("number", 4),
    ("visibility", 5),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.revision = try reader.uint64()
      case 2:
        self.base = try reader.uint64()
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.fields.append(try reader.message()) }
      case 4:
        self.number = try reader.string()
      case 5:
        if let value: Wire.ProfileVisibility = try reader.enumeration() { self.visibility = value }
      default: break
      }
    }
  }
}

extension Wire.ScheduleChange {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.made { writer.field("made"); writer.message(value) }
    if !self.ended.isEmpty { writer.field("ended"); writer.string(self.ended) }
    if self.how.rawValue != 0 { writer.field("how"); writer.enumeration(self.how) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("made", 0),
    ("ended", 1),
    ("how", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.made = try reader.message()
      case 1:
        self.ended = try reader.string()
      case 2:
        if let value: Wire.ScheduleEnd = try reader.enumeration() { self.how = value }
      default: break
      }
    }
  }
}

extension Wire.Closing {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.failure { writer.field("failure"); writer.message(value) }
    if self.reconnect { writer.field("reconnect"); writer.bool(self.reconnect) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("failure", 0),
    ("reconnect", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.failure = try reader.message()
      case 1:
        self.reconnect = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Entry {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    if !self.sender.isEmpty { writer.field("sender"); writer.string(self.sender) }
    if !self.clientId.isEmpty { writer.field("clientId"); writer.string(self.clientId) }
    if self.countable != 0 { writer.field("countable"); writer.uint64(self.countable) }
    switch self.event {
    case .message(let value)?:
      writer.field("message"); writer.message(value)
    case .edited(let value)?:
      writer.field("edited"); writer.message(value)
    case .recalled(let value)?:
      writer.field("recalled"); writer.message(value)
    case .groupCreated(let value)?:
      writer.field("groupCreated"); writer.message(value)
    case .membersAdded(let value)?:
      writer.field("membersAdded"); writer.message(value)
    case .membersRemoved(let value)?:
      writer.field("membersRemoved"); writer.message(value)
    case .annotated(let value)?:
      writer.field("annotated"); writer.message(value)
    case .conversationChanged(let value)?:
      writer.field("conversationChanged"); writer.message(value)
    case .rolesSet(let value)?:
      writer.field("rolesSet"); writer.message(value)
    case .membersSilenced(let value)?:
      writer.field("membersSilenced"); writer.message(value)
    case .usersBanned(let value)?:
      writer.field("usersBanned"); writer.message(value)
    case .applied(let value)?:
      writer.field("applied"); writer.message(value)
    case .applicationsRefused(let value)?:
      writer.field("applicationsRefused"); writer.message(value)
    case .memberNamed(let value)?:
      writer.field("memberNamed"); writer.message(value)
    case .announced(let value)?:
      writer.field("announced"); writer.message(value)
    case .withheld(let value)?:
      writer.field("withheld"); writer.message(value)
    case .hidden(let value)?:
      writer.field("hidden"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("seq", 1),
    ("time", 2),
    ("sender", 3),
    ("clientId", 4), ("client_id", 4),
    ("countable", 5),
    ("message", 6),
    ("edited", 7),
    ("recalled", 8),
    ("groupCreated", 9), ("group_created", 9),
    ("membersAdded", 10), ("members_added", 10),
    ("membersRemoved", 11), ("members_removed", 11),
    ("annotated", 12),
    ("conversationChanged", 13), ("conversation_changed", 13),
    ("rolesSet", 14), ("roles_set", 14),
    ("membersSilenced", 15), ("members_silenced", 15),
    ("usersBanned", 16), ("users_banned", 16),
    ("applied", 17),
    ("applicationsRefused", 18), ("applications_refused", 18),
    ("memberNamed", 19), ("member_named", 19),
    ("announced", 20),
    ("withheld", 21),
    ("hidden", 22),
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
        self.sender = try reader.string()
      case 4:
        self.clientId = try reader.string()
      case 5:
        self.countable = try reader.uint64()
      case 6:
        try reader.checkAbsent(self.event == nil)
        self.event = .message(try reader.message())
      case 7:
        try reader.checkAbsent(self.event == nil)
        self.event = .edited(try reader.message())
      case 8:
        try reader.checkAbsent(self.event == nil)
        self.event = .recalled(try reader.message())
      case 9:
        try reader.checkAbsent(self.event == nil)
        self.event = .groupCreated(try reader.message())
      case 10:
        try reader.checkAbsent(self.event == nil)
        self.event = .membersAdded(try reader.message())
      case 11:
        try reader.checkAbsent(self.event == nil)
        self.event = .membersRemoved(try reader.message())
      case 12:
        try reader.checkAbsent(self.event == nil)
        self.event = .annotated(try reader.message())
      case 13:
        try reader.checkAbsent(self.event == nil)
        self.event = .conversationChanged(try reader.message())
      case 14:
        try reader.checkAbsent(self.event == nil)
        self.event = .rolesSet(try reader.message())
      case 15:
        try reader.checkAbsent(self.event == nil)
        self.event = .membersSilenced(try reader.message())
      case 16:
        try reader.checkAbsent(self.event == nil)
        self.event = .usersBanned(try reader.message())
      case 17:
        try reader.checkAbsent(self.event == nil)
        self.event = .applied(try reader.message())
      case 18:
        try reader.checkAbsent(self.event == nil)
        self.event = .applicationsRefused(try reader.message())
      case 19:
        try reader.checkAbsent(self.event == nil)
        self.event = .memberNamed(try reader.message())
      case 20:
        try reader.checkAbsent(self.event == nil)
        self.event = .announced(try reader.message())
      case 21:
        try reader.checkAbsent(self.event == nil)
        self.event = .withheld(try reader.message())
      case 22:
        try reader.checkAbsent(self.event == nil)
        self.event = .hidden(try reader.message())
      default: break
      }
    }
  }
}

extension Wire.Withheld {
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

extension Wire.HiddenEntry {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.message { writer.field("message"); writer.bool(self.message) }
    if self.replyTo != 0 { writer.field("replyTo"); writer.uint64(self.replyTo) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("message", 0),
    ("replyTo", 1), ("reply_to", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.message = try reader.bool()
      case 1:
        self.replyTo = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Message {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    if self.revision != 0 { writer.field("revision"); writer.uint64(self.revision) }
    if self.recalled { writer.field("recalled"); writer.bool(self.recalled) }
    if let value = self.annotations { writer.field("annotations"); writer.message(value) }
    if self.replyTo != 0 { writer.field("replyTo"); writer.uint64(self.replyTo) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("type", 0),
    ("content", 1),
    ("revision", 2),
    ("recalled", 3),
    ("annotations", 4),
    ("replyTo", 5), ("reply_to", 5),
    ("details", 6),
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
        self.revision = try reader.uint64()
      case 3:
        self.recalled = try reader.bool()
      case 4:
        self.annotations = try reader.message()
      case 5:
        self.replyTo = try reader.uint64()
      case 6:
        self.details = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.Details {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.mentions { writer.field("mentions"); writer.message(value) }
    if !self.extra.isEmpty { writer.field("extra"); writer.string(self.extra) }
    if let value = self.sender { writer.field("sender"); writer.message(value) }
    if self.priority.rawValue != 0 { writer.field("priority"); writer.enumeration(self.priority) }
    if !self.directed.isEmpty {
      writer.field("directed")
      writer.beginList()
      for value in self.directed { writer.element(); writer.string(value) }
      writer.endList()
    }
    if let value = self.push { writer.field("push"); writer.message(value) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if let value = self.policy { writer.field("policy"); writer.message(value) }
    if let value = self.recall { writer.field("recall"); writer.message(value) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    if let value = self.arrival { writer.field("arrival"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("mentions", 0),
    ("extra", 1),
    ("sender", 2),
    ("priority", 3),
    ("directed", 4),
    ("push", 5),
    ("text", 6),
    ("policy", 7),
    ("recall", 8),
    ("reason", 9),
    ("arrival", 10),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.mentions = try reader.message()
      case 1:
        self.extra = try reader.string()
      case 2:
        self.sender = try reader.message()
      case 3:
        if let value: Wire.Priority = try reader.enumeration() { self.priority = value }
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.directed.append(try reader.string()) }
      case 5:
        self.push = try reader.message()
      case 6:
        self.text = try reader.string()
      case 7:
        self.policy = try reader.message()
      case 8:
        self.recall = try reader.message()
      case 9:
        self.reason = try reader.string()
      case 10:
        self.arrival = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.Arrival {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.link != 0 { writer.field("link"); writer.uint64(self.link) }
    if !self.sharedBy.isEmpty { writer.field("sharedBy"); writer.string(self.sharedBy) }
    if !self.way.isEmpty { writer.field("way"); writer.string(self.way) }
    if self.history != 0 { writer.field("history"); writer.uint64(self.history) }
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

extension Wire.Mentions {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.all { writer.field("all"); writer.bool(self.all) }
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("all", 0),
    ("users", 1),
    ("text", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.all = try reader.bool()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.users.append(try reader.string()) }
      case 2:
        self.text = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.SenderInfo {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    if !self.picture.isEmpty { writer.field("picture"); writer.string(self.picture) }
    if !self.extra.isEmpty { writer.field("extra"); writer.string(self.extra) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("name", 0),
    ("picture", 1),
    ("extra", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.name = try reader.string()
      case 1:
        self.picture = try reader.string()
      case 2:
        self.extra = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.PushDetails {
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

extension Wire.MessagePolicy {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.counted.rawValue != 0 { writer.field("counted"); writer.enumeration(self.counted) }
    if self.listed.rawValue != 0 { writer.field("listed"); writer.enumeration(self.listed) }
    if self.live.rawValue != 0 { writer.field("live"); writer.enumeration(self.live) }
    if self.pushed.rawValue != 0 { writer.field("pushed"); writer.enumeration(self.pushed) }
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
        if let value: Wire.Choice = try reader.enumeration() { self.counted = value }
      case 1:
        if let value: Wire.Choice = try reader.enumeration() { self.listed = value }
      case 2:
        if let value: Wire.Choice = try reader.enumeration() { self.live = value }
      case 3:
        if let value: Wire.Choice = try reader.enumeration() { self.pushed = value }
      default: break
      }
    }
  }
}

extension Wire.Annotations {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.through != 0 { writer.field("through"); writer.uint64(self.through) }
    if !self.tallies.isEmpty {
      writer.field("tallies")
      writer.beginList()
      for value in self.tallies { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.properties.isEmpty {
      writer.field("properties")
      writer.beginList()
      for value in self.properties { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.expandable { writer.field("expandable"); writer.bool(self.expandable) }
    if !self.pinnedBy.isEmpty { writer.field("pinnedBy"); writer.string(self.pinnedBy) }
    if self.pinnedAt != 0 { writer.field("pinnedAt"); writer.uint64(self.pinnedAt) }
    if self.closed { writer.field("closed"); writer.bool(self.closed) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("through", 0),
    ("tallies", 1),
    ("properties", 2),
    ("expandable", 3),
    ("pinnedBy", 4), ("pinned_by", 4),
    ("pinnedAt", 5), ("pinned_at", 5),
    ("closed", 6),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.through = try reader.uint64()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.tallies.append(try reader.message()) }
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.properties.append(try reader.message()) }
      case 3:
        self.expandable = try reader.bool()
      case 4:
        self.pinnedBy = try reader.string()
      case 5:
        self.pinnedAt = try reader.uint64()
      case 6:
        self.closed = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Tally {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if self.count != 0 { writer.field("count"); writer.uint32(self.count) }
    if self.mine { writer.field("mine"); writer.bool(self.mine) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("kind", 0),
    ("key", 1),
    ("count", 2),
    ("mine", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        if let value: Wire.AnnotationKind = try reader.enumeration() { self.kind = value }
      case 1:
        self.key = try reader.string()
      case 2:
        self.count = try reader.uint32()
      case 3:
        self.mine = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.Edited {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if !self.type.isEmpty { writer.field("type"); writer.string(self.type) }
    if !self.content.isEmpty { writer.field("content"); writer.string(self.content) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("target", 0),
    ("type", 1),
    ("content", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.target = try reader.uint64()
      case 1:
        self.type = try reader.string()
      case 2:
        self.content = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Recalled {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if let value = self.details { writer.field("details"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("target", 0),
    ("details", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.target = try reader.uint64()
      case 1:
        self.details = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.Annotated {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.target != 0 { writer.field("target"); writer.uint64(self.target) }
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    if !self.items.isEmpty {
      writer.field("items")
      writer.beginList()
      for value in self.items { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("target", 0),
    ("kind", 1),
    ("items", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.target = try reader.uint64()
      case 1:
        if let value: Wire.AnnotationKind = try reader.enumeration() { self.kind = value }
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.items.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.GroupCreated {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if !self.owner.isEmpty { writer.field("owner"); writer.string(self.owner) }
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
    ("title", 0),
    ("owner", 1),
    ("members", 2),
    ("attributes", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.title = try reader.string()
      case 1:
        self.owner = try reader.string()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.members.append(try reader.string()) }
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.attributes.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.ConversationChanged {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.title { writer.field("title"); writer.string(value) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginList()
      for value in self.attributes { writer.element(); writer.message(value) }
      writer.endList()
    }
    if let value = self.silenced { writer.field("silenced"); writer.bool(value) }
    if let value = self.open { writer.field("open"); writer.bool(value) }
    if let value = self.linkMade { writer.field("linkMade"); writer.message(value) }
    if !self.linksRevoked.isEmpty {
      writer.field("linksRevoked")
      writer.beginList()
      for value in self.linksRevoked { writer.element(); writer.uint64(value) }
      writer.endList()
    }
    if self.dismissed { writer.field("dismissed"); writer.bool(self.dismissed) }
    if let value = self.history { writer.field("history"); writer.uint32(value) }
    if let value = self.applications { writer.field("applications"); writer.bool(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("title", 0),
    ("attributes", 1),
    ("silenced", 2),
    ("open", 3),
    ("linkMade", 4), ("link_made", 4),
    ("linksRevoked", 5), ("links_revoked", 5),
    ("dismissed", 6),
    ("history", 7),
    ("applications", 8),
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
        while try reader.nextElement(isFirst: &isFirst) { self.attributes.append(try reader.message()) }
      case 2:
        self.silenced = try reader.bool()
      case 3:
        self.open = try reader.bool()
      case 4:
        self.linkMade = try reader.message()
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.linksRevoked.append(try reader.uint64()) }
      case 6:
        self.dismissed = try reader.bool()
      case 7:
        self.history = try reader.uint32()
      case 8:
        self.applications = try reader.bool()
      default: break
      }
    }
  }
}

extension Wire.RolesSet {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.role.rawValue != 0 { writer.field("role"); writer.enumeration(self.role) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("role", 1),
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
        if let value: Wire.Role = try reader.enumeration() { self.role = value }
      default: break
      }
    }
  }
}

extension Wire.MembersSilenced {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("until", 1),
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
        self.until = try reader.int64()
      default: break
      }
    }
  }
}

extension Wire.UsersBanned {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    if !self.removed.isEmpty {
      writer.field("removed")
      writer.beginList()
      for value in self.removed { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.owner.isEmpty { writer.field("owner"); writer.string(self.owner) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("until", 1),
    ("removed", 2),
    ("owner", 3),
    ("reason", 4),
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
        self.until = try reader.int64()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.removed.append(try reader.string()) }
      case 3:
        self.owner = try reader.string()
      case 4:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Applied {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    if let value = self.arrival { writer.field("arrival"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("text", 0),
    ("until", 1),
    ("arrival", 2),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.text = try reader.string()
      case 1:
        self.until = try reader.int64()
      case 2:
        self.arrival = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.ApplicationsRefused {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
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
    ("users", 0),
    ("reason", 1),
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
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.MemberNamed {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.name.isEmpty { writer.field("name"); writer.string(self.name) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("name", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.name = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Announced {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("text", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.text = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.GroupRules {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.admins.isEmpty {
      writer.field("admins")
      writer.beginList()
      for value in self.admins { writer.element(); writer.string(value) }
      writer.endList()
    }
    if self.silenced { writer.field("silenced"); writer.bool(self.silenced) }
    if self.open { writer.field("open"); writer.bool(self.open) }
    if self.dismissed { writer.field("dismissed"); writer.bool(self.dismissed) }
    if !self.links.isEmpty {
      writer.field("links")
      writer.beginList()
      for value in self.links { writer.element(); writer.message(value) }
      writer.endList()
    }
    if let value = self.history { writer.field("history"); writer.uint32(value) }
    if self.outsiders { writer.field("outsiders"); writer.bool(self.outsiders) }
    if self.applications { writer.field("applications"); writer.bool(self.applications) }
    if let value = self.announcement { writer.field("announcement"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("admins", 0),
    ("silenced", 1),
    ("open", 2),
    ("dismissed", 3),
    ("links", 4),
    ("history", 5),
    ("outsiders", 6),
    ("applications", 7),
    ("announcement", 8),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.admins.append(try reader.string()) }
      case 1:
        self.silenced = try reader.bool()
      case 2:
        self.open = try reader.bool()
      case 3:
        self.dismissed = try reader.bool()
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.links.append(try reader.message()) }
      case 5:
        self.history = try reader.uint32()
      case 6:
        self.outsiders = try reader.bool()
      case 7:
        self.applications = try reader.bool()
      case 8:
        self.announcement = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.MembersAdded {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if let value = self.arrival { writer.field("arrival"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("arrival", 1),
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
        self.arrival = try reader.message()
      default: break
      }
    }
  }
}

extension Wire.MembersRemoved {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.users.isEmpty {
      writer.field("users")
      writer.beginList()
      for value in self.users { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.owner.isEmpty { writer.field("owner"); writer.string(self.owner) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("users", 0),
    ("owner", 1),
    ("reason", 2),
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
        self.owner = try reader.string()
      case 2:
        self.reason = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.UserEntry {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    switch self.event {
    case .joined(let value)?:
      writer.field("joined"); writer.message(value)
    case .left(let value)?:
      writer.field("left"); writer.message(value)
    case .readTo(let value)?:
      writer.field("readTo"); writer.message(value)
    case .settingChanged(let value)?:
      writer.field("settingChanged"); writer.message(value)
    case .hidden(let value)?:
      writer.field("hidden"); writer.message(value)
    case .relationsChanged(let value)?:
      writer.field("relationsChanged"); writer.message(value)
    case .applicationChanged(let value)?:
      writer.field("applicationChanged"); writer.message(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("seq", 0),
    ("time", 1),
    ("conversation", 2),
    ("joined", 3),
    ("left", 4),
    ("readTo", 5), ("read_to", 5),
    ("settingChanged", 6), ("setting_changed", 6),
    ("hidden", 7),
    ("relationsChanged", 8), ("relations_changed", 8),
    ("applicationChanged", 9), ("application_changed", 9),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.seq = try reader.uint64()
      case 1:
        self.time = try reader.int64()
      case 2:
        self.conversation = try reader.string()
      case 3:
        try reader.checkAbsent(self.event == nil)
        self.event = .joined(try reader.message())
      case 4:
        try reader.checkAbsent(self.event == nil)
        self.event = .left(try reader.message())
      case 5:
        try reader.checkAbsent(self.event == nil)
        self.event = .readTo(try reader.message())
      case 6:
        try reader.checkAbsent(self.event == nil)
        self.event = .settingChanged(try reader.message())
      case 7:
        try reader.checkAbsent(self.event == nil)
        self.event = .hidden(try reader.message())
      case 8:
        try reader.checkAbsent(self.event == nil)
        self.event = .relationsChanged(try reader.message())
      case 9:
        try reader.checkAbsent(self.event == nil)
        self.event = .applicationChanged(try reader.message())
      default: break
      }
    }
  }
}

extension Wire.Joined {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("seq", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.seq = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Left {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    if self.bannedUntil != 0 { writer.field("bannedUntil"); writer.int64(self.bannedUntil) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("seq", 0),
    ("by", 1),
    ("reason", 2),
    ("bannedUntil", 3), ("banned_until", 3),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.seq = try reader.uint64()
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

extension Wire.ReadTo {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("seq", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.seq = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.ApplicationChanged {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.seq != 0 { writer.field("seq"); writer.uint64(self.seq) }
    if self.state.rawValue != 0 { writer.field("state"); writer.enumeration(self.state) }
    if self.until != 0 { writer.field("until"); writer.int64(self.until) }
    if !self.by.isEmpty { writer.field("by"); writer.string(self.by) }
    if !self.reason.isEmpty { writer.field("reason"); writer.string(self.reason) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("seq", 0),
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
        self.seq = try reader.uint64()
      case 1:
        if let value: Wire.ApplicationState = try reader.enumeration() { self.state = value }
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

extension Wire.SettingChanged {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.settings.isEmpty {
      writer.field("settings")
      writer.beginList()
      for value in self.settings { writer.element(); writer.message(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("settings", 0),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.settings.append(try reader.message()) }
      default: break
      }
    }
  }
}

extension Wire.Hidden {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.until != 0 { writer.field("until"); writer.uint64(self.until) }
    if !self.targets.isEmpty {
      writer.field("targets")
      writer.beginList()
      for value in self.targets { writer.element(); writer.uint64(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("until", 0),
    ("targets", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.until = try reader.uint64()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.targets.append(try reader.uint64()) }
      default: break
      }
    }
  }
}

extension Wire.RelationsChanged {
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

extension Wire.Relation {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.revision != 0 { writer.field("revision"); writer.uint64(self.revision) }
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
    ("revision", 1),
    ("blocked", 2),
    ("allowed", 3),
    ("onlyAllowed", 4), ("only_allowed", 4),
    ("friend", 5),
    ("asked", 6),
    ("asks", 7),
    ("text", 8),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.revision = try reader.uint64()
      case 2:
        self.blocked = try reader.bool()
      case 3:
        self.allowed = try reader.bool()
      case 4:
        self.onlyAllowed = try reader.bool()
      case 5:
        self.friend = try reader.bool()
      case 6:
        self.asked = try reader.bool()
      case 7:
        self.asks = try reader.bool()
      case 8:
        self.text = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Setting {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if !self.value.isEmpty { writer.field("value"); writer.string(self.value) }
    if self.revision != 0 { writer.field("revision"); writer.uint64(self.revision) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("key", 1),
    ("value", 2),
    ("revision", 3),
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
        self.value = try reader.string()
      case 3:
        self.revision = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Profile {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.revision != 0 { writer.field("revision"); writer.uint64(self.revision) }
    if !self.fields.isEmpty {
      writer.field("fields")
      writer.beginList()
      for value in self.fields { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.number.isEmpty { writer.field("number"); writer.string(self.number) }
    if self.visibility.rawValue != 0 { writer.field("visibility"); writer.enumeration(self.visibility) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("revision", 1),
    ("fields", 2),
    ("number", 3),
    ("visibility", 4),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        self.revision = try reader.uint64()
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.fields.append(try reader.message()) }
      case 3:
        self.number = try reader.string()
      case 4:
        if let value: Wire.ProfileVisibility = try reader.enumeration() { self.visibility = value }
      default: break
      }
    }
  }
}

extension Wire.ProfileField {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if !self.value.isEmpty { writer.field("value"); writer.string(self.value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("key", 0),
    ("value", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.key = try reader.string()
      case 1:
        self.value = try reader.string()
      default: break
      }
    }
  }
}

extension Wire.Profiles {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.profiles.isEmpty {
      writer.field("profiles")
      writer.beginList()
      for value in self.profiles { writer.element(); writer.message(value) }
      writer.endList()
    }
    if self.covered != 0 { writer.field("covered"); writer.uint32(self.covered) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("profiles", 0),
    ("covered", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.profiles.append(try reader.message()) }
      case 1:
        self.covered = try reader.uint32()
      default: break
      }
    }
  }
}

extension Wire.Presence {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if !self.devices.isEmpty {
      writer.field("devices")
      writer.beginList()
      for value in self.devices { writer.element(); writer.enumeration(value) }
      writer.endList()
    }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    if self.lastSeen != 0 { writer.field("lastSeen"); writer.int64(self.lastSeen) }
    if self.order != 0 { writer.field("order"); writer.uint64(self.order) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("devices", 1),
    ("text", 2),
    ("lastSeen", 3), ("last_seen", 3),
    ("order", 4),
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
        while try reader.nextElement(isFirst: &isFirst) { if let value: Wire.DeviceClass = try reader.enumeration() { self.devices.append(value) } }
      case 2:
        self.text = try reader.string()
      case 3:
        self.lastSeen = try reader.int64()
      case 4:
        self.order = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Presences {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.presences.isEmpty {
      writer.field("presences")
      writer.beginList()
      for value in self.presences { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.unwatched.isEmpty {
      writer.field("unwatched")
      writer.beginList()
      for value in self.unwatched { writer.element(); writer.string(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("presences", 0),
    ("unwatched", 1),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.presences.append(try reader.message()) }
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.unwatched.append(try reader.string()) }
      default: break
      }
    }
  }
}

extension Wire.Marker {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.conversation.isEmpty { writer.field("conversation"); writer.string(self.conversation) }
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.read != 0 { writer.field("read"); writer.uint64(self.read) }
    if self.delivered != 0 { writer.field("delivered"); writer.uint64(self.delivered) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("conversation", 0),
    ("user", 1),
    ("read", 2),
    ("delivered", 3),
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
        self.read = try reader.uint64()
      case 3:
        self.delivered = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Conversation {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.id.isEmpty { writer.field("id"); writer.string(self.id) }
    if !self.title.isEmpty { writer.field("title"); writer.string(self.title) }
    if !self.owner.isEmpty { writer.field("owner"); writer.string(self.owner) }
    if self.memberCount != 0 { writer.field("memberCount"); writer.uint32(self.memberCount) }
    if self.head != 0 { writer.field("head"); writer.uint64(self.head) }
    if self.stamp != 0 { writer.field("stamp"); writer.uint64(self.stamp) }
    if self.unread != 0 { writer.field("unread"); writer.uint64(self.unread) }
    if self.joined != 0 { writer.field("joined"); writer.uint64(self.joined) }
    if self.read != 0 { writer.field("read"); writer.uint64(self.read) }
    if let value = self.lastMessage { writer.field("lastMessage"); writer.message(value) }
    if self.lastSent != 0 { writer.field("lastSent"); writer.uint64(self.lastSent) }
    if self.countable != 0 { writer.field("countable"); writer.uint64(self.countable) }
    if self.cleared != 0 { writer.field("cleared"); writer.uint64(self.cleared) }
    if self.hidden != 0 { writer.field("hidden"); writer.uint64(self.hidden) }
    if self.mentions != 0 { writer.field("mentions"); writer.uint64(self.mentions) }
    if self.firstMention != 0 { writer.field("firstMention"); writer.uint64(self.firstMention) }
    if self.time != 0 { writer.field("time"); writer.int64(self.time) }
    if !self.attributes.isEmpty {
      writer.field("attributes")
      writer.beginList()
      for value in self.attributes { writer.element(); writer.message(value) }
      writer.endList()
    }
    if let value = self.rules { writer.field("rules"); writer.message(value) }
    if self.silencedUntil != 0 { writer.field("silencedUntil"); writer.int64(self.silencedUntil) }
    if self.earlier != 0 { writer.field("earlier"); writer.uint64(self.earlier) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("id", 0),
    ("title", 1),
    ("owner", 2),
    ("memberCount", 3), ("member_count", 3),
    ("head", 4),
    ("stamp", 5),
    ("unread", 6),
    ("joined", 7),
    ("read", 8),
    ("lastMessage", 9), ("last_message", 9),
    ("lastSent", 10), ("last_sent", 10),
    ("countable", 11),
    ("cleared", 12),
    ("hidden", 13),
    ("mentions", 14),
    ("firstMention", 15), ("first_mention", 15),
    ("time", 16),
    ("attributes", 17),
    ("rules", 18),
    ("silencedUntil", 19), ("silenced_until", 19),
    ("earlier", 20),
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
        self.memberCount = try reader.uint32()
      case 4:
        self.head = try reader.uint64()
      case 5:
        self.stamp = try reader.uint64()
      case 6:
        self.unread = try reader.uint64()
      case 7:
        self.joined = try reader.uint64()
      case 8:
        self.read = try reader.uint64()
      case 9:
        self.lastMessage = try reader.message()
      case 10:
        self.lastSent = try reader.uint64()
      case 11:
        self.countable = try reader.uint64()
      case 12:
        self.cleared = try reader.uint64()
      case 13:
        self.hidden = try reader.uint64()
      case 14:
        self.mentions = try reader.uint64()
      case 15:
        self.firstMention = try reader.uint64()
      case 16:
        self.time = try reader.int64()
      case 17:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.attributes.append(try reader.message()) }
      case 18:
        self.rules = try reader.message()
      case 19:
        self.silencedUntil = try reader.int64()
      case 20:
        self.earlier = try reader.uint64()
      default: break
      }
    }
  }
}

extension Wire.Member {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.user.isEmpty { writer.field("user"); writer.string(self.user) }
    if self.role.rawValue != 0 { writer.field("role"); writer.enumeration(self.role) }
    if self.joined != 0 { writer.field("joined"); writer.uint64(self.joined) }
    if self.read != 0 { writer.field("read"); writer.uint64(self.read) }
    if self.delivered != 0 { writer.field("delivered"); writer.uint64(self.delivered) }
    if self.readAt != 0 { writer.field("readAt"); writer.int64(self.readAt) }
    if self.silencedUntil != 0 { writer.field("silencedUntil"); writer.int64(self.silencedUntil) }
    if !self.nickname.isEmpty { writer.field("nickname"); writer.string(self.nickname) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("user", 0),
    ("role", 1),
    ("joined", 2),
    ("read", 3),
    ("delivered", 4),
    ("readAt", 5), ("read_at", 5),
    ("silencedUntil", 6), ("silenced_until", 6),
    ("nickname", 7),
  ])

  package mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.user = try reader.string()
      case 1:
        if let value: Wire.Role = try reader.enumeration() { self.role = value }
      case 2:
        self.joined = try reader.uint64()
      case 3:
        self.read = try reader.uint64()
      case 4:
        self.delivered = try reader.uint64()
      case 5:
        self.readAt = try reader.int64()
      case 6:
        self.silencedUntil = try reader.int64()
      case 7:
        self.nickname = try reader.string()
      default: break
      }
    }
  }
}
