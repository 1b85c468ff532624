// Generated from martlet.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

extension Wire.ClientPacket: WireMessage {
  package static var messageName: String { "martlet.v1.ClientPacket" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.id != 0 { size &+= 1 &+ BinarySize.uint32(self.id) }
    switch self.request {
    case .hello(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .ping(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .send(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .edit(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .recall(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .markRead(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .createGroup(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .addMembers(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .removeMembers(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .fetchEntries(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .fetchUserEntries(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .listConversations(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .listMembers(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .changeSetting(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .fetchSettings(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .hide(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .changeConversation(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .annotate(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listAnnotators(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listReplies(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listPinned(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listVersions(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .signal(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .schedule(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listScheduled(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .cancelScheduled(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listMentions(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .markDelivered(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .countReceipts(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listReceipts(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .setRoles(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .silenceMembers(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .joinGroup(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .describeGroup(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .makeLink(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .revokeLinks(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listLinks(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .dismissGroup(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .banUsers(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listBans(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .fetchPresence(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .watchPresence(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .unwatchPresence(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .setPresence(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .setRelations(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listRelations(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .applyToGroup(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .answerApplications(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listApplications(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .setNickname(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .announce(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .listAnnouncements(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .changeProfile(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .fetchProfiles(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .findProfile(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .findUsers(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .findConversations(let value)?: size &+= 2 &+ BinarySize.message(value)
    case nil: break
    }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    switch self.request {
    case .hello(let value)?:
      writer.message(value); writer.tag(18)
    case .ping(let value)?:
      writer.message(value); writer.tag(26)
    case .send(let value)?:
      writer.message(value); writer.tag(34)
    case .edit(let value)?:
      writer.message(value); writer.tag(42)
    case .recall(let value)?:
      writer.message(value); writer.tag(50)
    case .markRead(let value)?:
      writer.message(value); writer.tag(58)
    case .createGroup(let value)?:
      writer.message(value); writer.tag(66)
    case .addMembers(let value)?:
      writer.message(value); writer.tag(74)
    case .removeMembers(let value)?:
      writer.message(value); writer.tag(82)
    case .fetchEntries(let value)?:
      writer.message(value); writer.tag(90)
    case .fetchUserEntries(let value)?:
      writer.message(value); writer.tag(98)
    case .listConversations(let value)?:
      writer.message(value); writer.tag(106)
    case .listMembers(let value)?:
      writer.message(value); writer.tag(114)
    case .changeSetting(let value)?:
      writer.message(value); writer.tag(122)
    case .fetchSettings(let value)?:
      writer.message(value); writer.tag(130)
    case .hide(let value)?:
      writer.message(value); writer.tag(138)
    case .changeConversation(let value)?:
      writer.message(value); writer.tag(146)
    case .annotate(let value)?:
      writer.message(value); writer.tag(162)
    case .listAnnotators(let value)?:
      writer.message(value); writer.tag(170)
    case .listReplies(let value)?:
      writer.message(value); writer.tag(178)
    case .listPinned(let value)?:
      writer.message(value); writer.tag(186)
    case .listVersions(let value)?:
      writer.message(value); writer.tag(194)
    case .signal(let value)?:
      writer.message(value); writer.tag(242)
    case .schedule(let value)?:
      writer.message(value); writer.tag(250)
    case .listScheduled(let value)?:
      writer.message(value); writer.tag(258)
    case .cancelScheduled(let value)?:
      writer.message(value); writer.tag(266)
    case .listMentions(let value)?:
      writer.message(value); writer.tag(274)
    case .markDelivered(let value)?:
      writer.message(value); writer.tag(282)
    case .countReceipts(let value)?:
      writer.message(value); writer.tag(290)
    case .listReceipts(let value)?:
      writer.message(value); writer.tag(298)
    case .setRoles(let value)?:
      writer.message(value); writer.tag(322)
    case .silenceMembers(let value)?:
      writer.message(value); writer.tag(330)
    case .joinGroup(let value)?:
      writer.message(value); writer.tag(338)
    case .describeGroup(let value)?:
      writer.message(value); writer.tag(346)
    case .makeLink(let value)?:
      writer.message(value); writer.tag(354)
    case .revokeLinks(let value)?:
      writer.message(value); writer.tag(362)
    case .listLinks(let value)?:
      writer.message(value); writer.tag(370)
    case .dismissGroup(let value)?:
      writer.message(value); writer.tag(378)
    case .banUsers(let value)?:
      writer.message(value); writer.tag(386)
    case .listBans(let value)?:
      writer.message(value); writer.tag(394)
    case .fetchPresence(let value)?:
      writer.message(value); writer.tag(482)
    case .watchPresence(let value)?:
      writer.message(value); writer.tag(490)
    case .unwatchPresence(let value)?:
      writer.message(value); writer.tag(498)
    case .setPresence(let value)?:
      writer.message(value); writer.tag(506)
    case .setRelations(let value)?:
      writer.message(value); writer.tag(522)
    case .listRelations(let value)?:
      writer.message(value); writer.tag(538)
    case .applyToGroup(let value)?:
      writer.message(value); writer.tag(402)
    case .answerApplications(let value)?:
      writer.message(value); writer.tag(410)
    case .listApplications(let value)?:
      writer.message(value); writer.tag(418)
    case .setNickname(let value)?:
      writer.message(value); writer.tag(426)
    case .announce(let value)?:
      writer.message(value); writer.tag(434)
    case .listAnnouncements(let value)?:
      writer.message(value); writer.tag(442)
    case .changeProfile(let value)?:
      writer.message(value); writer.tag(602)
    case .fetchProfiles(let value)?:
      writer.message(value); writer.tag(610)
    case .findProfile(let value)?:
      writer.message(value); writer.tag(618)
    case .findUsers(let value)?:
      writer.message(value); writer.tag(626)
    case .findConversations(let value)?:
      writer.message(value); writer.tag(682)
    case nil: break
    }
    if self.id != 0 { writer.uint32(self.id); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.id = try reader.uint32()
      case 18:
        var value = Wire.Hello()
        if case .hello(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .hello(value)
      case 26:
        var value = Wire.Ping()
        if case .ping(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .ping(value)
      case 34:
        var value = Wire.Send()
        if case .send(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .send(value)
      case 42:
        var value = Wire.Edit()
        if case .edit(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .edit(value)
      case 50:
        var value = Wire.Recall()
        if case .recall(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .recall(value)
      case 58:
        var value = Wire.MarkRead()
        if case .markRead(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .markRead(value)
      case 66:
        var value = Wire.CreateGroup()
        if case .createGroup(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .createGroup(value)
      case 74:
        var value = Wire.AddMembers()
        if case .addMembers(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .addMembers(value)
      case 82:
        var value = Wire.RemoveMembers()
        if case .removeMembers(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .removeMembers(value)
      case 90:
        var value = Wire.FetchEntries()
        if case .fetchEntries(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .fetchEntries(value)
      case 98:
        var value = Wire.FetchUserEntries()
        if case .fetchUserEntries(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .fetchUserEntries(value)
      case 106:
        var value = Wire.ListConversations()
        if case .listConversations(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listConversations(value)
      case 114:
        var value = Wire.ListMembers()
        if case .listMembers(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listMembers(value)
      case 122:
        var value = Wire.ChangeSetting()
        if case .changeSetting(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .changeSetting(value)
      case 130:
        var value = Wire.FetchSettings()
        if case .fetchSettings(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .fetchSettings(value)
      case 138:
        var value = Wire.Hide()
        if case .hide(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .hide(value)
      case 146:
        var value = Wire.ChangeConversation()
        if case .changeConversation(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .changeConversation(value)
      case 162:
        var value = Wire.Annotate()
        if case .annotate(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .annotate(value)
      case 170:
        var value = Wire.ListAnnotators()
        if case .listAnnotators(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listAnnotators(value)
      case 178:
        var value = Wire.ListReplies()
        if case .listReplies(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listReplies(value)
      case 186:
        var value = Wire.ListPinned()
        if case .listPinned(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listPinned(value)
      case 194:
        var value = Wire.ListVersions()
        if case .listVersions(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listVersions(value)
      case 242:
        var value = Wire.Signal()
        if case .signal(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .signal(value)
      case 250:
        var value = Wire.Schedule()
        if case .schedule(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .schedule(value)
      case 258:
        var value = Wire.ListScheduled()
        if case .listScheduled(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listScheduled(value)
      case 266:
        var value = Wire.CancelScheduled()
        if case .cancelScheduled(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .cancelScheduled(value)
      case 274:
        var value = Wire.ListMentions()
        if case .listMentions(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listMentions(value)
      case 282:
        var value = Wire.MarkDelivered()
        if case .markDelivered(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .markDelivered(value)
      case 290:
        var value = Wire.CountReceipts()
        if case .countReceipts(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .countReceipts(value)
      case 298:
        var value = Wire.ListReceipts()
        if case .listReceipts(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listReceipts(value)
      case 322:
        var value = Wire.SetRoles()
        if case .setRoles(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .setRoles(value)
      case 330:
        var value = Wire.SilenceMembers()
        if case .silenceMembers(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .silenceMembers(value)
      case 338:
        var value = Wire.JoinGroup()
        if case .joinGroup(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .joinGroup(value)
      case 346:
        var value = Wire.DescribeGroup()
        if case .describeGroup(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .describeGroup(value)
      case 354:
        var value = Wire.MakeLink()
        if case .makeLink(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .makeLink(value)
      case 362:
        var value = Wire.RevokeLinks()
        if case .revokeLinks(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .revokeLinks(value)
      case 370:
        var value = Wire.ListLinks()
        if case .listLinks(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listLinks(value)
      case 378:
        var value = Wire.DismissGroup()
        if case .dismissGroup(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .dismissGroup(value)
      case 386:
        var value = Wire.BanUsers()
        if case .banUsers(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .banUsers(value)
      case 394:
        var value = Wire.ListBans()
        if case .listBans(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listBans(value)
      case 482:
        var value = Wire.FetchPresence()
        if case .fetchPresence(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .fetchPresence(value)
      case 490:
        var value = Wire.WatchPresence()
        if case .watchPresence(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .watchPresence(value)
      case 498:
        var value = Wire.UnwatchPresence()
        if case .unwatchPresence(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .unwatchPresence(value)
      case 506:
        var value = Wire.SetPresence()
        if case .setPresence(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .setPresence(value)
      case 522:
        var value = Wire.SetRelations()
        if case .setRelations(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .setRelations(value)
      case 538:
        var value = Wire.ListRelations()
        if case .listRelations(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listRelations(value)
      case 402:
        var value = Wire.ApplyToGroup()
        if case .applyToGroup(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .applyToGroup(value)
      case 410:
        var value = Wire.AnswerApplications()
        if case .answerApplications(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .answerApplications(value)
      case 418:
        var value = Wire.ListApplications()
        if case .listApplications(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listApplications(value)
      case 426:
        var value = Wire.SetNickname()
        if case .setNickname(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .setNickname(value)
      case 434:
        var value = Wire.Announce()
        if case .announce(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .announce(value)
      case 442:
        var value = Wire.ListAnnouncements()
        if case .listAnnouncements(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .listAnnouncements(value)
      case 602:
        var value = Wire.ChangeProfile()
        if case .changeProfile(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .changeProfile(value)
      case 610:
        var value = Wire.FetchProfiles()
        if case .fetchProfiles(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .fetchProfiles(value)
      case 618:
        var value = Wire.FindProfile()
        if case .findProfile(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .findProfile(value)
      case 626:
        var value = Wire.FindUsers()
        if case .findUsers(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .findUsers(value)
      case 682:
        var value = Wire.FindConversations()
        if case .findConversations(let earlier)? = self.request { value = earlier; self.request = nil }
        try reader.message(&value)
        self.request = .findConversations(value)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Hello: WireMessage {
  package static var messageName: String { "martlet.v1.Hello" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.versionMin != 0 { size &+= 1 &+ BinarySize.uint32(self.versionMin) }
    if self.versionMax != 0 { size &+= 1 &+ BinarySize.uint32(self.versionMax) }
    if !self.token.isEmpty { size &+= 1 &+ BinarySize.string(self.token) }
    if let value = self.device { size &+= 1 &+ BinarySize.message(value) }
    for value in self.features { size &+= 1 &+ BinarySize.string(value) }
    if self.yields { size &+= 1 &+ BinarySize.bool(self.yields) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.yields { writer.bool(self.yields); writer.tag(48) }
    for value in self.features.reversed() { writer.string(value); writer.tag(42) }
    if let value = self.device { writer.message(value); writer.tag(34) }
    if !self.token.isEmpty { writer.string(self.token); writer.tag(26) }
    if self.versionMax != 0 { writer.uint32(self.versionMax); writer.tag(16) }
    if self.versionMin != 0 { writer.uint32(self.versionMin); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.versionMin = try reader.uint32()
      case 16: self.versionMax = try reader.uint32()
      case 26: self.token = try reader.string()
      case 34: try reader.message(&self.device)
      case 42:
        try reader.countElement()
        self.features.append(try reader.string())
      case 48: self.yields = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Device: WireMessage {
  package static var messageName: String { "martlet.v1.Device" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.id.isEmpty { size &+= 1 &+ BinarySize.string(self.id) }
    if self.`class`.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.`class`) }
    if !self.name.isEmpty { size &+= 1 &+ BinarySize.string(self.name) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.name.isEmpty { writer.string(self.name); writer.tag(26) }
    if self.`class`.rawValue != 0 { writer.enumeration(self.`class`); writer.tag(16) }
    if !self.id.isEmpty { writer.string(self.id); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.id = try reader.string()
      case 16: self.`class` = try reader.enumeration()
      case 26: self.name = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Ping: WireMessage {
  package static var messageName: String { "martlet.v1.Ping" }

  package var encodedSize: Int {
    self.unknownFields.bytes.count
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Send: WireMessage {
  package static var messageName: String { "martlet.v1.Send" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if !self.type.isEmpty { size &+= 1 &+ BinarySize.string(self.type) }
    if !self.content.isEmpty { size &+= 1 &+ BinarySize.string(self.content) }
    if let value = self.details { size &+= 1 &+ BinarySize.message(value) }
    if self.replyTo != 0 { size &+= 1 &+ BinarySize.uint64(self.replyTo) }
    if self.expandable { size &+= 1 &+ BinarySize.bool(self.expandable) }
    for value in self.properties { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.properties.reversed() { writer.message(value); writer.tag(66) }
    if self.expandable { writer.bool(self.expandable); writer.tag(56) }
    if self.replyTo != 0 { writer.uint64(self.replyTo); writer.tag(48) }
    if let value = self.details { writer.message(value); writer.tag(42) }
    if !self.content.isEmpty { writer.string(self.content); writer.tag(34) }
    if !self.type.isEmpty { writer.string(self.type); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26: self.type = try reader.string()
      case 34: self.content = try reader.string()
      case 42: try reader.message(&self.details)
      case 48: self.replyTo = try reader.uint64()
      case 56: self.expandable = try reader.bool()
      case 66: try reader.append(to: &self.properties)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Edit: WireMessage {
  package static var messageName: String { "martlet.v1.Edit" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    if !self.type.isEmpty { size &+= 1 &+ BinarySize.string(self.type) }
    if !self.content.isEmpty { size &+= 1 &+ BinarySize.string(self.content) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.content.isEmpty { writer.string(self.content); writer.tag(42) }
    if !self.type.isEmpty { writer.string(self.type); writer.tag(34) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(24) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 24: self.target = try reader.uint64()
      case 34: self.type = try reader.string()
      case 42: self.content = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Recall: WireMessage {
  package static var messageName: String { "martlet.v1.Recall" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    if let value = self.details { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.details { writer.message(value); writer.tag(34) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(24) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 24: self.target = try reader.uint64()
      case 34: try reader.message(&self.details)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.RecallDetails: WireMessage {
  package static var messageName: String { "martlet.v1.RecallDetails" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.silent { size &+= 1 &+ BinarySize.bool(self.silent) }
    if let value = self.sender { size &+= 1 &+ BinarySize.message(value) }
    if !self.extra.isEmpty { size &+= 1 &+ BinarySize.string(self.extra) }
    if let value = self.push { size &+= 1 &+ BinarySize.message(value) }
    if !self.by.isEmpty { size &+= 1 &+ BinarySize.string(self.by) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.by.isEmpty { writer.string(self.by); writer.tag(42) }
    if let value = self.push { writer.message(value); writer.tag(34) }
    if !self.extra.isEmpty { writer.string(self.extra); writer.tag(26) }
    if let value = self.sender { writer.message(value); writer.tag(18) }
    if self.silent { writer.bool(self.silent); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.silent = try reader.bool()
      case 18: try reader.message(&self.sender)
      case 26: self.extra = try reader.string()
      case 34: try reader.message(&self.push)
      case 42: self.by = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Annotate: WireMessage {
  package static var messageName: String { "martlet.v1.Annotate" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    if self.kind.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.kind) }
    for value in self.items { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.items.reversed() { writer.message(value); writer.tag(42) }
    if self.kind.rawValue != 0 { writer.enumeration(self.kind); writer.tag(32) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(24) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 24: self.target = try reader.uint64()
      case 32: self.kind = try reader.enumeration()
      case 42: try reader.append(to: &self.items)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.AnnotationItem: WireMessage {
  package static var messageName: String { "martlet.v1.AnnotationItem" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.key.isEmpty { size &+= 1 &+ BinarySize.string(self.key) }
    if !self.value.isEmpty { size &+= 1 &+ BinarySize.string(self.value) }
    if self.removed { size &+= 1 &+ BinarySize.bool(self.removed) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.removed { writer.bool(self.removed); writer.tag(24) }
    if !self.value.isEmpty { writer.string(self.value); writer.tag(18) }
    if !self.key.isEmpty { writer.string(self.key); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.key = try reader.string()
      case 18: self.value = try reader.string()
      case 24: self.removed = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListAnnotators: WireMessage {
  package static var messageName: String { "martlet.v1.ListAnnotators" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    if self.kind.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.kind) }
    if !self.key.isEmpty { size &+= 1 &+ BinarySize.string(self.key) }
    if !self.after.isEmpty { size &+= 1 &+ BinarySize.string(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(48) }
    if !self.after.isEmpty { writer.string(self.after); writer.tag(42) }
    if !self.key.isEmpty { writer.string(self.key); writer.tag(34) }
    if self.kind.rawValue != 0 { writer.enumeration(self.kind); writer.tag(24) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.target = try reader.uint64()
      case 24: self.kind = try reader.enumeration()
      case 34: self.key = try reader.string()
      case 42: self.after = try reader.string()
      case 48: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListReplies: WireMessage {
  package static var messageName: String { "martlet.v1.ListReplies" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    if self.after != 0 { size &+= 1 &+ BinarySize.uint64(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(32) }
    if self.after != 0 { writer.uint64(self.after); writer.tag(24) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.target = try reader.uint64()
      case 24: self.after = try reader.uint64()
      case 32: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListVersions: WireMessage {
  package static var messageName: String { "martlet.v1.ListVersions" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    if self.after != 0 { size &+= 1 &+ BinarySize.uint64(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(32) }
    if self.after != 0 { writer.uint64(self.after); writer.tag(24) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.target = try reader.uint64()
      case 24: self.after = try reader.uint64()
      case 32: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListPinned: WireMessage {
  package static var messageName: String { "martlet.v1.ListPinned" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.after != 0 { size &+= 1 &+ BinarySize.uint64(self.after) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.after != 0 { writer.uint64(self.after); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.after = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MarkRead: WireMessage {
  package static var messageName: String { "martlet.v1.MarkRead" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if self.quiet { size &+= 1 &+ BinarySize.bool(self.quiet) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.quiet { writer.bool(self.quiet); writer.tag(24) }
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.seq = try reader.uint64()
      case 24: self.quiet = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Signal: WireMessage {
  package static var messageName: String { "martlet.v1.Signal" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.type.isEmpty { size &+= 1 &+ BinarySize.string(self.type) }
    if !self.content.isEmpty { size &+= 1 &+ BinarySize.string(self.content) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.content.isEmpty { writer.string(self.content); writer.tag(26) }
    if !self.type.isEmpty { writer.string(self.type); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.type = try reader.string()
      case 26: self.content = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Schedule: WireMessage {
  package static var messageName: String { "martlet.v1.Schedule" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if let value = self.send { size &+= 1 &+ BinarySize.message(value) }
    if self.at != 0 { size &+= 1 &+ BinarySize.int64(self.at) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.at != 0 { writer.int64(self.at); writer.tag(16) }
    if let value = self.send { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.message(&self.send)
      case 16: self.at = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListScheduled: WireMessage {
  package static var messageName: String { "martlet.v1.ListScheduled" }

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

extension Wire.CancelScheduled: WireMessage {
  package static var messageName: String { "martlet.v1.CancelScheduled" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.clientId = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MarkDelivered: WireMessage {
  package static var messageName: String { "martlet.v1.MarkDelivered" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.marks { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.marks.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.marks)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Delivered: WireMessage {
  package static var messageName: String { "martlet.v1.Delivered" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.seq = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.CountReceipts: WireMessage {
  package static var messageName: String { "martlet.v1.CountReceipts" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.seqs.isEmpty {
      var length = 0
      for value in self.seqs { length &+= BinarySize.uint64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.seqs.isEmpty {
      let mark = writer.mark
      for value in self.seqs.reversed() { writer.uint64(value) }
      writer.length(since: mark); writer.tag(18)
    }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16:
        try reader.countElement()
        self.seqs.append(try reader.uint64())
      case 18:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.seqs.append(try reader.uint64())
        }
        reader.leavePacked(outer)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListReceipts: WireMessage {
  package static var messageName: String { "martlet.v1.ListReceipts" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if self.state.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.state) }
    if !self.after.isEmpty { size &+= 1 &+ BinarySize.string(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(40) }
    if !self.after.isEmpty { writer.string(self.after); writer.tag(34) }
    if self.state.rawValue != 0 { writer.enumeration(self.state); writer.tag(24) }
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.seq = try reader.uint64()
      case 24: self.state = try reader.enumeration()
      case 34: self.after = try reader.string()
      case 40: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.CreateGroup: WireMessage {
  package static var messageName: String { "martlet.v1.CreateGroup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.group.isEmpty { size &+= 1 &+ BinarySize.string(self.group) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if !self.title.isEmpty { size &+= 1 &+ BinarySize.string(self.title) }
    for value in self.members { size &+= 1 &+ BinarySize.string(value) }
    for value in self.attributes { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.attributes.reversed() { writer.message(value); writer.tag(42) }
    for value in self.members.reversed() { writer.string(value); writer.tag(34) }
    if !self.title.isEmpty { writer.string(self.title); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.group.isEmpty { writer.string(self.group); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.group = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26: self.title = try reader.string()
      case 34:
        try reader.countElement()
        self.members.append(try reader.string())
      case 42: try reader.append(to: &self.attributes)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ChangeConversation: WireMessage {
  package static var messageName: String { "martlet.v1.ChangeConversation" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if let value = self.title { size &+= 1 &+ BinarySize.string(value) }
    for value in self.attributes { size &+= 1 &+ BinarySize.message(value) }
    if let value = self.silenced { size &+= 1 &+ BinarySize.bool(value) }
    if let value = self.open { size &+= 1 &+ BinarySize.bool(value) }
    if let value = self.history { size &+= 1 &+ BinarySize.uint32(value) }
    if let value = self.applications { size &+= 2 &+ BinarySize.bool(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.applications { writer.bool(value); writer.tag(384) }
    if let value = self.history { writer.uint32(value); writer.tag(56) }
    if let value = self.open { writer.bool(value); writer.tag(48) }
    if let value = self.silenced { writer.bool(value); writer.tag(40) }
    for value in self.attributes.reversed() { writer.message(value); writer.tag(34) }
    if let value = self.title { writer.string(value); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26: self.title = try reader.string()
      case 34: try reader.append(to: &self.attributes)
      case 40: self.silenced = try reader.bool()
      case 48: self.open = try reader.bool()
      case 56: self.history = try reader.uint32()
      case 384: self.applications = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Attribute: WireMessage {
  package static var messageName: String { "martlet.v1.Attribute" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.key.isEmpty { size &+= 1 &+ BinarySize.string(self.key) }
    if !self.value.isEmpty { size &+= 1 &+ BinarySize.string(self.value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.value.isEmpty { writer.string(self.value); writer.tag(18) }
    if !self.key.isEmpty { writer.string(self.key); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.key = try reader.string()
      case 18: self.value = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.AddMembers: WireMessage {
  package static var messageName: String { "martlet.v1.AddMembers" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if !self.way.isEmpty { size &+= 1 &+ BinarySize.string(self.way) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.way.isEmpty { writer.string(self.way); writer.tag(34) }
    for value in self.users.reversed() { writer.string(value); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26:
        try reader.countElement()
        self.users.append(try reader.string())
      case 34: self.way = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.RemoveMembers: WireMessage {
  package static var messageName: String { "martlet.v1.RemoveMembers" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(34) }
    for value in self.users.reversed() { writer.string(value); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26:
        try reader.countElement()
        self.users.append(try reader.string())
      case 34: self.reason = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SetRoles: WireMessage {
  package static var messageName: String { "martlet.v1.SetRoles" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.role.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.role) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.role.rawValue != 0 { writer.enumeration(self.role); writer.tag(32) }
    for value in self.users.reversed() { writer.string(value); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26:
        try reader.countElement()
        self.users.append(try reader.string())
      case 32: self.role = try reader.enumeration()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SilenceMembers: WireMessage {
  package static var messageName: String { "martlet.v1.SilenceMembers" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.until != 0 { writer.int64(self.until); writer.tag(32) }
    for value in self.users.reversed() { writer.string(value); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26:
        try reader.countElement()
        self.users.append(try reader.string())
      case 32: self.until = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.JoinGroup: WireMessage {
  package static var messageName: String { "martlet.v1.JoinGroup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if !self.link.isEmpty { size &+= 1 &+ BinarySize.string(self.link) }
    if !self.sharedBy.isEmpty { size &+= 1 &+ BinarySize.string(self.sharedBy) }
    if !self.way.isEmpty { size &+= 1 &+ BinarySize.string(self.way) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.way.isEmpty { writer.string(self.way); writer.tag(42) }
    if !self.sharedBy.isEmpty { writer.string(self.sharedBy); writer.tag(34) }
    if !self.link.isEmpty { writer.string(self.link); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26: self.link = try reader.string()
      case 34: self.sharedBy = try reader.string()
      case 42: self.way = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.DescribeGroup: WireMessage {
  package static var messageName: String { "martlet.v1.DescribeGroup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.link.isEmpty { size &+= 1 &+ BinarySize.string(self.link) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.link.isEmpty { writer.string(self.link); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.link = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MakeLink: WireMessage {
  package static var messageName: String { "martlet.v1.MakeLink" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    if self.uses != 0 { size &+= 1 &+ BinarySize.uint32(self.uses) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.uses != 0 { writer.uint32(self.uses); writer.tag(32) }
    if self.until != 0 { writer.int64(self.until); writer.tag(24) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 24: self.until = try reader.int64()
      case 32: self.uses = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.RevokeLinks: WireMessage {
  package static var messageName: String { "martlet.v1.RevokeLinks" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if !self.links.isEmpty {
      var length = 0
      for value in self.links { length &+= BinarySize.uint64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.links.isEmpty {
      let mark = writer.mark
      for value in self.links.reversed() { writer.uint64(value) }
      writer.length(since: mark); writer.tag(26)
    }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 24:
        try reader.countElement()
        self.links.append(try reader.uint64())
      case 26:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.links.append(try reader.uint64())
        }
        reader.leavePacked(outer)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListLinks: WireMessage {
  package static var messageName: String { "martlet.v1.ListLinks" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.DismissGroup: WireMessage {
  package static var messageName: String { "martlet.v1.DismissGroup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.BanUsers: WireMessage {
  package static var messageName: String { "martlet.v1.BanUsers" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(42) }
    if self.until != 0 { writer.int64(self.until); writer.tag(32) }
    for value in self.users.reversed() { writer.string(value); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26:
        try reader.countElement()
        self.users.append(try reader.string())
      case 32: self.until = try reader.int64()
      case 42: self.reason = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListBans: WireMessage {
  package static var messageName: String { "martlet.v1.ListBans" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.after.isEmpty { size &+= 1 &+ BinarySize.string(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(24) }
    if !self.after.isEmpty { writer.string(self.after); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.after = try reader.string()
      case 24: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ApplyToGroup: WireMessage {
  package static var messageName: String { "martlet.v1.ApplyToGroup" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    if !self.sharedBy.isEmpty { size &+= 1 &+ BinarySize.string(self.sharedBy) }
    if !self.way.isEmpty { size &+= 1 &+ BinarySize.string(self.way) }
    if self.withdrawn { size &+= 1 &+ BinarySize.bool(self.withdrawn) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.withdrawn { writer.bool(self.withdrawn); writer.tag(48) }
    if !self.way.isEmpty { writer.string(self.way); writer.tag(42) }
    if !self.sharedBy.isEmpty { writer.string(self.sharedBy); writer.tag(34) }
    if !self.text.isEmpty { writer.string(self.text); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26: self.text = try reader.string()
      case 34: self.sharedBy = try reader.string()
      case 42: self.way = try reader.string()
      case 48: self.withdrawn = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.AnswerApplications: WireMessage {
  package static var messageName: String { "martlet.v1.AnswerApplications" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.accepted { size &+= 1 &+ BinarySize.bool(self.accepted) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(42) }
    if self.accepted { writer.bool(self.accepted); writer.tag(32) }
    for value in self.users.reversed() { writer.string(value); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26:
        try reader.countElement()
        self.users.append(try reader.string())
      case 32: self.accepted = try reader.bool()
      case 42: self.reason = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListApplications: WireMessage {
  package static var messageName: String { "martlet.v1.ListApplications" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.after.isEmpty { size &+= 1 &+ BinarySize.string(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(24) }
    if !self.after.isEmpty { writer.string(self.after); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.after = try reader.string()
      case 24: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SetNickname: WireMessage {
  package static var messageName: String { "martlet.v1.SetNickname" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.name.isEmpty { size &+= 1 &+ BinarySize.string(self.name) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.name.isEmpty { writer.string(self.name); writer.tag(34) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26: self.user = try reader.string()
      case 34: self.name = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Announce: WireMessage {
  package static var messageName: String { "martlet.v1.Announce" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.text.isEmpty { writer.string(self.text); writer.tag(26) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.clientId = try reader.string()
      case 26: self.text = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListAnnouncements: WireMessage {
  package static var messageName: String { "martlet.v1.ListAnnouncements" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.from != 0 { size &+= 1 &+ BinarySize.uint64(self.from) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(24) }
    if self.from != 0 { writer.uint64(self.from); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.from = try reader.uint64()
      case 24: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.FetchEntries: WireMessage {
  package static var messageName: String { "martlet.v1.FetchEntries" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.from != 0 { size &+= 1 &+ BinarySize.uint64(self.from) }
    if self.to != 0 { size &+= 1 &+ BinarySize.uint64(self.to) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    if self.newest { size &+= 1 &+ BinarySize.bool(self.newest) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.newest { writer.bool(self.newest); writer.tag(40) }
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(32) }
    if self.to != 0 { writer.uint64(self.to); writer.tag(24) }
    if self.from != 0 { writer.uint64(self.from); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.from = try reader.uint64()
      case 24: self.to = try reader.uint64()
      case 32: self.limit = try reader.uint32()
      case 40: self.newest = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.FetchUserEntries: WireMessage {
  package static var messageName: String { "martlet.v1.FetchUserEntries" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.after != 0 { size &+= 1 &+ BinarySize.uint64(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(16) }
    if self.after != 0 { writer.uint64(self.after); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.after = try reader.uint64()
      case 16: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListConversations: WireMessage {
  package static var messageName: String { "martlet.v1.ListConversations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.changedAfter != 0 { size &+= 1 &+ BinarySize.uint64(self.changedAfter) }
    if self.changedBefore != 0 { size &+= 1 &+ BinarySize.uint64(self.changedBefore) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    for value in self.only { size &+= 1 &+ BinarySize.string(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.only.reversed() { writer.string(value); writer.tag(34) }
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(24) }
    if self.changedBefore != 0 { writer.uint64(self.changedBefore); writer.tag(16) }
    if self.changedAfter != 0 { writer.uint64(self.changedAfter); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.changedAfter = try reader.uint64()
      case 16: self.changedBefore = try reader.uint64()
      case 24: self.limit = try reader.uint32()
      case 34:
        try reader.countElement()
        self.only.append(try reader.string())
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.FindConversations: WireMessage {
  package static var messageName: String { "martlet.v1.FindConversations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.members { size &+= 1 &+ BinarySize.string(value) }
    if self.exactly { size &+= 1 &+ BinarySize.bool(self.exactly) }
    if let value = self.title { size &+= 1 &+ BinarySize.string(value) }
    for value in self.attributes { size &+= 1 &+ BinarySize.message(value) }
    if self.activeFrom != 0 { size &+= 1 &+ BinarySize.int64(self.activeFrom) }
    if self.activeBefore != 0 { size &+= 1 &+ BinarySize.int64(self.activeBefore) }
    if self.before != 0 { size &+= 1 &+ BinarySize.uint64(self.before) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(64) }
    if self.before != 0 { writer.uint64(self.before); writer.tag(56) }
    if self.activeBefore != 0 { writer.int64(self.activeBefore); writer.tag(48) }
    if self.activeFrom != 0 { writer.int64(self.activeFrom); writer.tag(40) }
    for value in self.attributes.reversed() { writer.message(value); writer.tag(34) }
    if let value = self.title { writer.string(value); writer.tag(26) }
    if self.exactly { writer.bool(self.exactly); writer.tag(16) }
    for value in self.members.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.members.append(try reader.string())
      case 16: self.exactly = try reader.bool()
      case 26: self.title = try reader.string()
      case 34: try reader.append(to: &self.attributes)
      case 40: self.activeFrom = try reader.int64()
      case 48: self.activeBefore = try reader.int64()
      case 56: self.before = try reader.uint64()
      case 64: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListMembers: WireMessage {
  package static var messageName: String { "martlet.v1.ListMembers" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.after.isEmpty { size &+= 1 &+ BinarySize.string(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(24) }
    if !self.after.isEmpty { writer.string(self.after); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.after = try reader.string()
      case 24: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListMentions: WireMessage {
  package static var messageName: String { "martlet.v1.ListMentions" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.after != 0 { size &+= 1 &+ BinarySize.uint64(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    if self.newest { size &+= 1 &+ BinarySize.bool(self.newest) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.newest { writer.bool(self.newest); writer.tag(32) }
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(24) }
    if self.after != 0 { writer.uint64(self.after); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.after = try reader.uint64()
      case 24: self.limit = try reader.uint32()
      case 32: self.newest = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ChangeSetting: WireMessage {
  package static var messageName: String { "martlet.v1.ChangeSetting" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.settings { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.settings.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.settings)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.FetchSettings: WireMessage {
  package static var messageName: String { "martlet.v1.FetchSettings" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.afterConversation.isEmpty { size &+= 1 &+ BinarySize.string(self.afterConversation) }
    if !self.afterKey.isEmpty { size &+= 1 &+ BinarySize.string(self.afterKey) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(24) }
    if !self.afterKey.isEmpty { writer.string(self.afterKey); writer.tag(18) }
    if !self.afterConversation.isEmpty { writer.string(self.afterConversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.afterConversation = try reader.string()
      case 18: self.afterKey = try reader.string()
      case 24: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Hide: WireMessage {
  package static var messageName: String { "martlet.v1.Hide" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.until != 0 { size &+= 1 &+ BinarySize.uint64(self.until) }
    if !self.targets.isEmpty {
      var length = 0
      for value in self.targets { length &+= BinarySize.uint64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.targets.isEmpty {
      let mark = writer.mark
      for value in self.targets.reversed() { writer.uint64(value) }
      writer.length(since: mark); writer.tag(26)
    }
    if self.until != 0 { writer.uint64(self.until); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.until = try reader.uint64()
      case 24:
        try reader.countElement()
        self.targets.append(try reader.uint64())
      case 26:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.targets.append(try reader.uint64())
        }
        reader.leavePacked(outer)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SetRelations: WireMessage {
  package static var messageName: String { "martlet.v1.SetRelations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.kind.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.kind) }
    if self.set { size &+= 1 &+ BinarySize.bool(self.set) }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    if self.accept { size &+= 1 &+ BinarySize.bool(self.accept) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.accept { writer.bool(self.accept); writer.tag(48) }
    if !self.text.isEmpty { writer.string(self.text); writer.tag(42) }
    if self.set { writer.bool(self.set); writer.tag(32) }
    if self.kind.rawValue != 0 { writer.enumeration(self.kind); writer.tag(24) }
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      case 24: self.kind = try reader.enumeration()
      case 32: self.set = try reader.bool()
      case 42: self.text = try reader.string()
      case 48: self.accept = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ListRelations: WireMessage {
  package static var messageName: String { "martlet.v1.ListRelations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.kind.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.kind) }
    if !self.after.isEmpty { size &+= 1 &+ BinarySize.string(self.after) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(24) }
    if !self.after.isEmpty { writer.string(self.after); writer.tag(18) }
    if self.kind.rawValue != 0 { writer.enumeration(self.kind); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.kind = try reader.enumeration()
      case 18: self.after = try reader.string()
      case 24: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ChangeProfile: WireMessage {
  package static var messageName: String { "martlet.v1.ChangeProfile" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.fields { size &+= 1 &+ BinarySize.message(value) }
    if self.visibility.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.visibility) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.visibility.rawValue != 0 { writer.enumeration(self.visibility); writer.tag(16) }
    for value in self.fields.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.fields)
      case 16: self.visibility = try reader.enumeration()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.FetchProfiles: WireMessage {
  package static var messageName: String { "martlet.v1.FetchProfiles" }

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

extension Wire.KnownProfile: WireMessage {
  package static var messageName: String { "martlet.v1.KnownProfile" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.revision != 0 { size &+= 1 &+ BinarySize.uint64(self.revision) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.revision != 0 { writer.uint64(self.revision); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.revision = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.FindProfile: WireMessage {
  package static var messageName: String { "martlet.v1.FindProfile" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.number.isEmpty { size &+= 1 &+ BinarySize.string(self.number) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.number.isEmpty { writer.string(self.number); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.number = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.FindUsers: WireMessage {
  package static var messageName: String { "martlet.v1.FindUsers" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.name.isEmpty { size &+= 1 &+ BinarySize.string(self.name) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint32(self.limit) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.limit != 0 { writer.uint32(self.limit); writer.tag(16) }
    if !self.name.isEmpty { writer.string(self.name); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.name = try reader.string()
      case 16: self.limit = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.FetchPresence: WireMessage {
  package static var messageName: String { "martlet.v1.FetchPresence" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.WatchPresence: WireMessage {
  package static var messageName: String { "martlet.v1.WatchPresence" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.durationMs != 0 { size &+= 1 &+ BinarySize.uint64(self.durationMs) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.durationMs != 0 { writer.uint64(self.durationMs); writer.tag(16) }
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      case 16: self.durationMs = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.UnwatchPresence: WireMessage {
  package static var messageName: String { "martlet.v1.UnwatchPresence" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SetPresence: WireMessage {
  package static var messageName: String { "martlet.v1.SetPresence" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    if self.ageMs != 0 { size &+= 1 &+ BinarySize.uint64(self.ageMs) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.ageMs != 0 { writer.uint64(self.ageMs); writer.tag(16) }
    if !self.text.isEmpty { writer.string(self.text); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.text = try reader.string()
      case 16: self.ageMs = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ServerPacket: WireMessage {
  package static var messageName: String { "martlet.v1.ServerPacket" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.id != 0 { size &+= 1 &+ BinarySize.uint32(self.id) }
    switch self.body {
    case .welcome(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .pong(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .failure(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .appended(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .marked(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .done(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .entries(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .userEntries(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .conversations(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .members(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .push(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .closing(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .changed(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .settings(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .annotators(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .messages(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .signalled(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .receipts(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .scheduledMessages(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .groupCard(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .links(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .bans(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .presences(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .relations(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .applications(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .announcements(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .profiles(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .foundConversations(let value)?: size &+= 2 &+ BinarySize.message(value)
    case nil: break
    }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    switch self.body {
    case .welcome(let value)?:
      writer.message(value); writer.tag(18)
    case .pong(let value)?:
      writer.message(value); writer.tag(26)
    case .failure(let value)?:
      writer.message(value); writer.tag(34)
    case .appended(let value)?:
      writer.message(value); writer.tag(42)
    case .marked(let value)?:
      writer.message(value); writer.tag(50)
    case .done(let value)?:
      writer.message(value); writer.tag(58)
    case .entries(let value)?:
      writer.message(value); writer.tag(66)
    case .userEntries(let value)?:
      writer.message(value); writer.tag(74)
    case .conversations(let value)?:
      writer.message(value); writer.tag(82)
    case .members(let value)?:
      writer.message(value); writer.tag(90)
    case .push(let value)?:
      writer.message(value); writer.tag(98)
    case .closing(let value)?:
      writer.message(value); writer.tag(106)
    case .changed(let value)?:
      writer.message(value); writer.tag(114)
    case .settings(let value)?:
      writer.message(value); writer.tag(122)
    case .annotators(let value)?:
      writer.message(value); writer.tag(162)
    case .messages(let value)?:
      writer.message(value); writer.tag(242)
    case .signalled(let value)?:
      writer.message(value); writer.tag(250)
    case .receipts(let value)?:
      writer.message(value); writer.tag(258)
    case .scheduledMessages(let value)?:
      writer.message(value); writer.tag(266)
    case .groupCard(let value)?:
      writer.message(value); writer.tag(274)
    case .links(let value)?:
      writer.message(value); writer.tag(282)
    case .bans(let value)?:
      writer.message(value); writer.tag(386)
    case .presences(let value)?:
      writer.message(value); writer.tag(482)
    case .relations(let value)?:
      writer.message(value); writer.tag(538)
    case .applications(let value)?:
      writer.message(value); writer.tag(394)
    case .announcements(let value)?:
      writer.message(value); writer.tag(402)
    case .profiles(let value)?:
      writer.message(value); writer.tag(602)
    case .foundConversations(let value)?:
      writer.message(value); writer.tag(682)
    case nil: break
    }
    if self.id != 0 { writer.uint32(self.id); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.id = try reader.uint32()
      case 18:
        var value = Wire.Welcome()
        if case .welcome(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .welcome(value)
      case 26:
        var value = Wire.Pong()
        if case .pong(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .pong(value)
      case 34:
        var value = Wire.Failure()
        if case .failure(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .failure(value)
      case 42:
        var value = Wire.Appended()
        if case .appended(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .appended(value)
      case 50:
        var value = Wire.Marked()
        if case .marked(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .marked(value)
      case 58:
        var value = Wire.Done()
        if case .done(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .done(value)
      case 66:
        var value = Wire.Entries()
        if case .entries(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .entries(value)
      case 74:
        var value = Wire.UserEntries()
        if case .userEntries(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .userEntries(value)
      case 82:
        var value = Wire.Conversations()
        if case .conversations(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .conversations(value)
      case 90:
        var value = Wire.Members()
        if case .members(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .members(value)
      case 98:
        var value = Wire.Push()
        if case .push(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .push(value)
      case 106:
        var value = Wire.Closing()
        if case .closing(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .closing(value)
      case 114:
        var value = Wire.Changed()
        if case .changed(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .changed(value)
      case 122:
        var value = Wire.Settings()
        if case .settings(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .settings(value)
      case 162:
        var value = Wire.Annotators()
        if case .annotators(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .annotators(value)
      case 242:
        var value = Wire.Messages()
        if case .messages(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .messages(value)
      case 250:
        var value = Wire.Signalled()
        if case .signalled(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .signalled(value)
      case 258:
        var value = Wire.Receipts()
        if case .receipts(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .receipts(value)
      case 266:
        var value = Wire.ScheduledMessages()
        if case .scheduledMessages(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .scheduledMessages(value)
      case 274:
        var value = Wire.GroupCard()
        if case .groupCard(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .groupCard(value)
      case 282:
        var value = Wire.Links()
        if case .links(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .links(value)
      case 386:
        var value = Wire.Bans()
        if case .bans(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .bans(value)
      case 482:
        var value = Wire.Presences()
        if case .presences(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .presences(value)
      case 538:
        var value = Wire.Relations()
        if case .relations(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .relations(value)
      case 394:
        var value = Wire.Applications()
        if case .applications(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .applications(value)
      case 402:
        var value = Wire.Announcements()
        if case .announcements(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .announcements(value)
      case 602:
        var value = Wire.Profiles()
        if case .profiles(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .profiles(value)
      case 682:
        var value = Wire.FoundConversations()
        if case .foundConversations(let earlier)? = self.body { value = earlier; self.body = nil }
        try reader.message(&value)
        self.body = .foundConversations(value)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Welcome: WireMessage {
  package static var messageName: String { "martlet.v1.Welcome" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.version != 0 { size &+= 1 &+ BinarySize.uint32(self.version) }
    if !self.session.isEmpty { size &+= 1 &+ BinarySize.string(self.session) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.time != 0 { size &+= 1 &+ BinarySize.int64(self.time) }
    if let value = self.limits { size &+= 1 &+ BinarySize.message(value) }
    for value in self.features { size &+= 1 &+ BinarySize.string(value) }
    if self.userHead != 0 { size &+= 1 &+ BinarySize.uint64(self.userHead) }
    if self.stamp != 0 { size &+= 1 &+ BinarySize.uint64(self.stamp) }
    if !self.generation.isEmpty { size &+= 1 &+ BinarySize.string(self.generation) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.generation.isEmpty { writer.string(self.generation); writer.tag(74) }
    if self.stamp != 0 { writer.uint64(self.stamp); writer.tag(64) }
    if self.userHead != 0 { writer.uint64(self.userHead); writer.tag(56) }
    for value in self.features.reversed() { writer.string(value); writer.tag(50) }
    if let value = self.limits { writer.message(value); writer.tag(42) }
    if self.time != 0 { writer.int64(self.time); writer.tag(32) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(26) }
    if !self.session.isEmpty { writer.string(self.session); writer.tag(18) }
    if self.version != 0 { writer.uint32(self.version); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.version = try reader.uint32()
      case 18: self.session = try reader.string()
      case 26: self.user = try reader.string()
      case 32: self.time = try reader.int64()
      case 42: try reader.message(&self.limits)
      case 50:
        try reader.countElement()
        self.features.append(try reader.string())
      case 56: self.userHead = try reader.uint64()
      case 64: self.stamp = try reader.uint64()
      case 74: self.generation = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Limits: WireMessage {
  package static var messageName: String { "martlet.v1.Limits" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.heartbeatMs != 0 { size &+= 1 &+ BinarySize.uint32(self.heartbeatMs) }
    if self.packetBytes != 0 { size &+= 1 &+ BinarySize.uint32(self.packetBytes) }
    if self.contentBytes != 0 { size &+= 1 &+ BinarySize.uint32(self.contentBytes) }
    if self.groupMembers != 0 { size &+= 1 &+ BinarySize.uint32(self.groupMembers) }
    if self.pageEntries != 0 { size &+= 1 &+ BinarySize.uint32(self.pageEntries) }
    if self.requestsInFlight != 0 { size &+= 1 &+ BinarySize.uint32(self.requestsInFlight) }
    if self.idleMs != 0 { size &+= 1 &+ BinarySize.uint64(self.idleMs) }
    if self.helloMs != 0 { size &+= 1 &+ BinarySize.uint64(self.helloMs) }
    if self.helloBytes != 0 { size &+= 1 &+ BinarySize.uint32(self.helloBytes) }
    if self.queuedBytes != 0 { size &+= 1 &+ BinarySize.uint64(self.queuedBytes) }
    if self.writesPerSecond != 0 { size &+= 1 &+ BinarySize.uint32(self.writesPerSecond) }
    if self.writesAtOnce != 0 { size &+= 1 &+ BinarySize.uint32(self.writesAtOnce) }
    if self.signalsPerSecond != 0 { size &+= 1 &+ BinarySize.uint32(self.signalsPerSecond) }
    if self.signalsAtOnce != 0 { size &+= 1 &+ BinarySize.uint32(self.signalsAtOnce) }
    if self.signalBytes != 0 { size &+= 1 &+ BinarySize.uint32(self.signalBytes) }
    if self.detailsBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.detailsBytes) }
    if self.usersPerRequest != 0 { size &+= 2 &+ BinarySize.uint32(self.usersPerRequest) }
    if self.clientIdWindowMs != 0 { size &+= 2 &+ BinarySize.uint64(self.clientIdWindowMs) }
    if self.clientIdAheadMs != 0 { size &+= 2 &+ BinarySize.uint64(self.clientIdAheadMs) }
    if self.deliveredMembers != 0 { size &+= 2 &+ BinarySize.uint32(self.deliveredMembers) }
    if self.markersPushed != 0 { size &+= 2 &+ BinarySize.uint32(self.markersPushed) }
    if self.receiptMembers != 0 { size &+= 2 &+ BinarySize.uint32(self.receiptMembers) }
    if self.scheduledMessages != 0 { size &+= 2 &+ BinarySize.uint32(self.scheduledMessages) }
    if self.scheduledLeastMs != 0 { size &+= 2 &+ BinarySize.uint64(self.scheduledLeastMs) }
    if self.scheduledMostMs != 0 { size &+= 2 &+ BinarySize.uint64(self.scheduledMostMs) }
    if self.attributes != 0 { size &+= 2 &+ BinarySize.uint32(self.attributes) }
    if self.attributeBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.attributeBytes) }
    if self.changeConversationBy.rawValue != 0 { size &+= 2 &+ BinarySize.enumeration(self.changeConversationBy) }
    if self.recallWindowMs != 0 { size &+= 2 &+ BinarySize.uint64(self.recallWindowMs) }
    if self.recallBy.rawValue != 0 { size &+= 2 &+ BinarySize.enumeration(self.recallBy) }
    if self.silentRecallBy.rawValue != 0 { size &+= 2 &+ BinarySize.enumeration(self.silentRecallBy) }
    if self.reactionsEach != 0 { size &+= 2 &+ BinarySize.uint32(self.reactionsEach) }
    if self.reactionKinds != 0 { size &+= 2 &+ BinarySize.uint32(self.reactionKinds) }
    if self.properties != 0 { size &+= 2 &+ BinarySize.uint32(self.properties) }
    if self.propertiesPerRequest != 0 { size &+= 2 &+ BinarySize.uint32(self.propertiesPerRequest) }
    if self.propertyCharacters != 0 { size &+= 2 &+ BinarySize.uint32(self.propertyCharacters) }
    if self.pins != 0 { size &+= 2 &+ BinarySize.uint32(self.pins) }
    if self.ownerPins { size &+= 2 &+ BinarySize.bool(self.ownerPins) }
    if self.settingBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.settingBytes) }
    if self.settingsPerRequest != 0 { size &+= 2 &+ BinarySize.uint32(self.settingsPerRequest) }
    if self.settingsOfUser != 0 { size &+= 2 &+ BinarySize.uint32(self.settingsOfUser) }
    if self.settingsOfConversation != 0 { size &+= 2 &+ BinarySize.uint32(self.settingsOfConversation) }
    if self.settingBytesOfUser != 0 { size &+= 2 &+ BinarySize.uint64(self.settingBytesOfUser) }
    if self.hiddenPerRequest != 0 { size &+= 2 &+ BinarySize.uint32(self.hiddenPerRequest) }
    if self.hiddenOfConversation != 0 { size &+= 2 &+ BinarySize.uint32(self.hiddenOfConversation) }
    if self.devicesMobile != 0 { size &+= 2 &+ BinarySize.uint32(self.devicesMobile) }
    if self.devicesTablet != 0 { size &+= 2 &+ BinarySize.uint32(self.devicesTablet) }
    if self.devicesDesktop != 0 { size &+= 2 &+ BinarySize.uint32(self.devicesDesktop) }
    if self.devicesWeb != 0 { size &+= 2 &+ BinarySize.uint32(self.devicesWeb) }
    if self.devicesTool != 0 { size &+= 2 &+ BinarySize.uint32(self.devicesTool) }
    for value in self.types { size &+= 2 &+ BinarySize.message(value) }
    if self.readsPerSecond != 0 { size &+= 2 &+ BinarySize.uint32(self.readsPerSecond) }
    if self.readsAtOnce != 0 { size &+= 2 &+ BinarySize.uint32(self.readsAtOnce) }
    if self.propertyBytesOfMessage != 0 { size &+= 2 &+ BinarySize.uint32(self.propertyBytesOfMessage) }
    if self.tags != 0 { size &+= 2 &+ BinarySize.uint32(self.tags) }
    if self.tagConversations != 0 { size &+= 2 &+ BinarySize.uint32(self.tagConversations) }
    if self.groupAdmins != 0 { size &+= 2 &+ BinarySize.uint32(self.groupAdmins) }
    if self.groupLinks != 0 { size &+= 2 &+ BinarySize.uint32(self.groupLinks) }
    if self.groupHistory != 0 { size &+= 2 &+ BinarySize.uint32(self.groupHistory) }
    if self.blockedUsers != 0 { size &+= 2 &+ BinarySize.uint32(self.blockedUsers) }
    if self.allowedUsers != 0 { size &+= 2 &+ BinarySize.uint32(self.allowedUsers) }
    if self.onlyAllowed { size &+= 2 &+ BinarySize.bool(self.onlyAllowed) }
    if self.idBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.idBytes) }
    if self.titleBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.titleBytes) }
    if self.addressBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.addressBytes) }
    if self.noteBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.noteBytes) }
    if self.reactionBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.reactionBytes) }
    if self.propertyKeyBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.propertyKeyBytes) }
    if self.pollChoices != 0 { size &+= 2 &+ BinarySize.uint32(self.pollChoices) }
    if self.marksPerRequest != 0 { size &+= 2 &+ BinarySize.uint32(self.marksPerRequest) }
    if self.receiptsPerRequest != 0 { size &+= 2 &+ BinarySize.uint32(self.receiptsPerRequest) }
    if self.tokenBytes != 0 { size &+= 2 &+ BinarySize.uint32(self.tokenBytes) }
    if self.jsonDepth != 0 { size &+= 2 &+ BinarySize.uint32(self.jsonDepth) }
    for value in self.profileFields { size &+= 2 &+ BinarySize.string(value) }
    if self.profileVisibility.rawValue != 0 { size &+= 2 &+ BinarySize.enumeration(self.profileVisibility) }
    if self.directory { size &+= 2 &+ BinarySize.bool(self.directory) }
    if self.groupBans != 0 { size &+= 2 &+ BinarySize.uint32(self.groupBans) }
    if self.groupApplications != 0 { size &+= 2 &+ BinarySize.uint32(self.groupApplications) }
    if self.applicationLifetimeMs != 0 { size &+= 2 &+ BinarySize.uint64(self.applicationLifetimeMs) }
    if self.presence { size &+= 2 &+ BinarySize.bool(self.presence) }
    if self.presenceUsers != 0 { size &+= 2 &+ BinarySize.uint32(self.presenceUsers) }
    if self.presenceWatched != 0 { size &+= 2 &+ BinarySize.uint32(self.presenceWatched) }
    if self.presenceWatchers != 0 { size &+= 2 &+ BinarySize.uint32(self.presenceWatchers) }
    if self.presenceLongestMs != 0 { size &+= 2 &+ BinarySize.uint64(self.presenceLongestMs) }
    if self.presenceGraceMs != 0 { size &+= 2 &+ BinarySize.uint64(self.presenceGraceMs) }
    if self.presenceText != 0 { size &+= 2 &+ BinarySize.uint32(self.presenceText) }
    if self.presenceVisibility.rawValue != 0 { size &+= 2 &+ BinarySize.enumeration(self.presenceVisibility) }
    if self.mediaBytes != 0 { size &+= 2 &+ BinarySize.uint64(self.mediaBytes) }
    if self.mediaUploads != 0 { size &+= 2 &+ BinarySize.uint32(self.mediaUploads) }
    if self.mediaBytesOfUser != 0 { size &+= 2 &+ BinarySize.uint64(self.mediaBytesOfUser) }
    if self.mediaWaitsMs != 0 { size &+= 2 &+ BinarySize.uint64(self.mediaWaitsMs) }
    if self.mediaLinkMs != 0 { size &+= 2 &+ BinarySize.uint64(self.mediaLinkMs) }
    if self.friends.rawValue != 0 { size &+= 2 &+ BinarySize.enumeration(self.friends) }
    if self.friendsOfUser != 0 { size &+= 2 &+ BinarySize.uint32(self.friendsOfUser) }
    if self.friendRequests != 0 { size &+= 2 &+ BinarySize.uint32(self.friendRequests) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.friendRequests != 0 { writer.uint32(self.friendRequests); writer.tag(1400) }
    if self.friendsOfUser != 0 { writer.uint32(self.friendsOfUser); writer.tag(1392) }
    if self.friends.rawValue != 0 { writer.enumeration(self.friends); writer.tag(1384) }
    if self.mediaLinkMs != 0 { writer.uint64(self.mediaLinkMs); writer.tag(1376) }
    if self.mediaWaitsMs != 0 { writer.uint64(self.mediaWaitsMs); writer.tag(1368) }
    if self.mediaBytesOfUser != 0 { writer.uint64(self.mediaBytesOfUser); writer.tag(1360) }
    if self.mediaUploads != 0 { writer.uint32(self.mediaUploads); writer.tag(1352) }
    if self.mediaBytes != 0 { writer.uint64(self.mediaBytes); writer.tag(1344) }
    if self.presenceVisibility.rawValue != 0 { writer.enumeration(self.presenceVisibility); writer.tag(1336) }
    if self.presenceText != 0 { writer.uint32(self.presenceText); writer.tag(1328) }
    if self.presenceGraceMs != 0 { writer.uint64(self.presenceGraceMs); writer.tag(1320) }
    if self.presenceLongestMs != 0 { writer.uint64(self.presenceLongestMs); writer.tag(1312) }
    if self.presenceWatchers != 0 { writer.uint32(self.presenceWatchers); writer.tag(1304) }
    if self.presenceWatched != 0 { writer.uint32(self.presenceWatched); writer.tag(1296) }
    if self.presenceUsers != 0 { writer.uint32(self.presenceUsers); writer.tag(1288) }
    if self.presence { writer.bool(self.presence); writer.tag(1280) }
    if self.applicationLifetimeMs != 0 { writer.uint64(self.applicationLifetimeMs); writer.tag(1200) }
    if self.groupApplications != 0 { writer.uint32(self.groupApplications); writer.tag(1192) }
    if self.groupBans != 0 { writer.uint32(self.groupBans); writer.tag(1184) }
    if self.directory { writer.bool(self.directory); writer.tag(776) }
    if self.profileVisibility.rawValue != 0 { writer.enumeration(self.profileVisibility); writer.tag(768) }
    for value in self.profileFields.reversed() { writer.string(value); writer.tag(762) }
    if self.jsonDepth != 0 { writer.uint32(self.jsonDepth); writer.tag(640) }
    if self.tokenBytes != 0 { writer.uint32(self.tokenBytes); writer.tag(632) }
    if self.receiptsPerRequest != 0 { writer.uint32(self.receiptsPerRequest); writer.tag(624) }
    if self.marksPerRequest != 0 { writer.uint32(self.marksPerRequest); writer.tag(616) }
    if self.pollChoices != 0 { writer.uint32(self.pollChoices); writer.tag(608) }
    if self.propertyKeyBytes != 0 { writer.uint32(self.propertyKeyBytes); writer.tag(600) }
    if self.reactionBytes != 0 { writer.uint32(self.reactionBytes); writer.tag(592) }
    if self.noteBytes != 0 { writer.uint32(self.noteBytes); writer.tag(584) }
    if self.addressBytes != 0 { writer.uint32(self.addressBytes); writer.tag(576) }
    if self.titleBytes != 0 { writer.uint32(self.titleBytes); writer.tag(568) }
    if self.idBytes != 0 { writer.uint32(self.idBytes); writer.tag(560) }
    if self.onlyAllowed { writer.bool(self.onlyAllowed); writer.tag(536) }
    if self.allowedUsers != 0 { writer.uint32(self.allowedUsers); writer.tag(528) }
    if self.blockedUsers != 0 { writer.uint32(self.blockedUsers); writer.tag(520) }
    if self.groupHistory != 0 { writer.uint32(self.groupHistory); writer.tag(480) }
    if self.groupLinks != 0 { writer.uint32(self.groupLinks); writer.tag(472) }
    if self.groupAdmins != 0 { writer.uint32(self.groupAdmins); writer.tag(464) }
    if self.tagConversations != 0 { writer.uint32(self.tagConversations); writer.tag(456) }
    if self.tags != 0 { writer.uint32(self.tags); writer.tag(448) }
    if self.propertyBytesOfMessage != 0 { writer.uint32(self.propertyBytesOfMessage); writer.tag(440) }
    if self.readsAtOnce != 0 { writer.uint32(self.readsAtOnce); writer.tag(424) }
    if self.readsPerSecond != 0 { writer.uint32(self.readsPerSecond); writer.tag(416) }
    for value in self.types.reversed() { writer.message(value); writer.tag(410) }
    if self.devicesTool != 0 { writer.uint32(self.devicesTool); writer.tag(400) }
    if self.devicesWeb != 0 { writer.uint32(self.devicesWeb); writer.tag(392) }
    if self.devicesDesktop != 0 { writer.uint32(self.devicesDesktop); writer.tag(384) }
    if self.devicesTablet != 0 { writer.uint32(self.devicesTablet); writer.tag(376) }
    if self.devicesMobile != 0 { writer.uint32(self.devicesMobile); writer.tag(368) }
    if self.hiddenOfConversation != 0 { writer.uint32(self.hiddenOfConversation); writer.tag(360) }
    if self.hiddenPerRequest != 0 { writer.uint32(self.hiddenPerRequest); writer.tag(352) }
    if self.settingBytesOfUser != 0 { writer.uint64(self.settingBytesOfUser); writer.tag(344) }
    if self.settingsOfConversation != 0 { writer.uint32(self.settingsOfConversation); writer.tag(336) }
    if self.settingsOfUser != 0 { writer.uint32(self.settingsOfUser); writer.tag(328) }
    if self.settingsPerRequest != 0 { writer.uint32(self.settingsPerRequest); writer.tag(320) }
    if self.settingBytes != 0 { writer.uint32(self.settingBytes); writer.tag(312) }
    if self.ownerPins { writer.bool(self.ownerPins); writer.tag(304) }
    if self.pins != 0 { writer.uint32(self.pins); writer.tag(296) }
    if self.propertyCharacters != 0 { writer.uint32(self.propertyCharacters); writer.tag(288) }
    if self.propertiesPerRequest != 0 { writer.uint32(self.propertiesPerRequest); writer.tag(280) }
    if self.properties != 0 { writer.uint32(self.properties); writer.tag(272) }
    if self.reactionKinds != 0 { writer.uint32(self.reactionKinds); writer.tag(264) }
    if self.reactionsEach != 0 { writer.uint32(self.reactionsEach); writer.tag(256) }
    if self.silentRecallBy.rawValue != 0 { writer.enumeration(self.silentRecallBy); writer.tag(248) }
    if self.recallBy.rawValue != 0 { writer.enumeration(self.recallBy); writer.tag(240) }
    if self.recallWindowMs != 0 { writer.uint64(self.recallWindowMs); writer.tag(232) }
    if self.changeConversationBy.rawValue != 0 { writer.enumeration(self.changeConversationBy); writer.tag(224) }
    if self.attributeBytes != 0 { writer.uint32(self.attributeBytes); writer.tag(216) }
    if self.attributes != 0 { writer.uint32(self.attributes); writer.tag(208) }
    if self.scheduledMostMs != 0 { writer.uint64(self.scheduledMostMs); writer.tag(200) }
    if self.scheduledLeastMs != 0 { writer.uint64(self.scheduledLeastMs); writer.tag(192) }
    if self.scheduledMessages != 0 { writer.uint32(self.scheduledMessages); writer.tag(184) }
    if self.receiptMembers != 0 { writer.uint32(self.receiptMembers); writer.tag(176) }
    if self.markersPushed != 0 { writer.uint32(self.markersPushed); writer.tag(168) }
    if self.deliveredMembers != 0 { writer.uint32(self.deliveredMembers); writer.tag(160) }
    if self.clientIdAheadMs != 0 { writer.uint64(self.clientIdAheadMs); writer.tag(152) }
    if self.clientIdWindowMs != 0 { writer.uint64(self.clientIdWindowMs); writer.tag(144) }
    if self.usersPerRequest != 0 { writer.uint32(self.usersPerRequest); writer.tag(136) }
    if self.detailsBytes != 0 { writer.uint32(self.detailsBytes); writer.tag(128) }
    if self.signalBytes != 0 { writer.uint32(self.signalBytes); writer.tag(120) }
    if self.signalsAtOnce != 0 { writer.uint32(self.signalsAtOnce); writer.tag(112) }
    if self.signalsPerSecond != 0 { writer.uint32(self.signalsPerSecond); writer.tag(104) }
    if self.writesAtOnce != 0 { writer.uint32(self.writesAtOnce); writer.tag(96) }
    if self.writesPerSecond != 0 { writer.uint32(self.writesPerSecond); writer.tag(88) }
    if self.queuedBytes != 0 { writer.uint64(self.queuedBytes); writer.tag(80) }
    if self.helloBytes != 0 { writer.uint32(self.helloBytes); writer.tag(72) }
    if self.helloMs != 0 { writer.uint64(self.helloMs); writer.tag(64) }
    if self.idleMs != 0 { writer.uint64(self.idleMs); writer.tag(56) }
    if self.requestsInFlight != 0 { writer.uint32(self.requestsInFlight); writer.tag(48) }
    if self.pageEntries != 0 { writer.uint32(self.pageEntries); writer.tag(40) }
    if self.groupMembers != 0 { writer.uint32(self.groupMembers); writer.tag(32) }
    if self.contentBytes != 0 { writer.uint32(self.contentBytes); writer.tag(24) }
    if self.packetBytes != 0 { writer.uint32(self.packetBytes); writer.tag(16) }
    if self.heartbeatMs != 0 { writer.uint32(self.heartbeatMs); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.heartbeatMs = try reader.uint32()
      case 16: self.packetBytes = try reader.uint32()
      case 24: self.contentBytes = try reader.uint32()
      case 32: self.groupMembers = try reader.uint32()
      case 40: self.pageEntries = try reader.uint32()
      case 48: self.requestsInFlight = try reader.uint32()
      case 56: self.idleMs = try reader.uint64()
      case 64: self.helloMs = try reader.uint64()
      case 72: self.helloBytes = try reader.uint32()
      case 80: self.queuedBytes = try reader.uint64()
      case 88: self.writesPerSecond = try reader.uint32()
      case 96: self.writesAtOnce = try reader.uint32()
      case 104: self.signalsPerSecond = try reader.uint32()
      case 112: self.signalsAtOnce = try reader.uint32()
      case 120: self.signalBytes = try reader.uint32()
      case 128: self.detailsBytes = try reader.uint32()
      case 136: self.usersPerRequest = try reader.uint32()
      case 144: self.clientIdWindowMs = try reader.uint64()
      case 152: self.clientIdAheadMs = try reader.uint64()
      case 160: self.deliveredMembers = try reader.uint32()
      case 168: self.markersPushed = try reader.uint32()
      case 176: self.receiptMembers = try reader.uint32()
      case 184: self.scheduledMessages = try reader.uint32()
      case 192: self.scheduledLeastMs = try reader.uint64()
      case 200: self.scheduledMostMs = try reader.uint64()
      case 208: self.attributes = try reader.uint32()
      case 216: self.attributeBytes = try reader.uint32()
      case 224: self.changeConversationBy = try reader.enumeration()
      case 232: self.recallWindowMs = try reader.uint64()
      case 240: self.recallBy = try reader.enumeration()
      case 248: self.silentRecallBy = try reader.enumeration()
      case 256: self.reactionsEach = try reader.uint32()
      case 264: self.reactionKinds = try reader.uint32()
      case 272: self.properties = try reader.uint32()
      case 280: self.propertiesPerRequest = try reader.uint32()
      case 288: self.propertyCharacters = try reader.uint32()
      case 440: self.propertyBytesOfMessage = try reader.uint32()
      case 296: self.pins = try reader.uint32()
      case 304: self.ownerPins = try reader.bool()
      case 312: self.settingBytes = try reader.uint32()
      case 320: self.settingsPerRequest = try reader.uint32()
      case 328: self.settingsOfUser = try reader.uint32()
      case 336: self.settingsOfConversation = try reader.uint32()
      case 344: self.settingBytesOfUser = try reader.uint64()
      case 448: self.tags = try reader.uint32()
      case 456: self.tagConversations = try reader.uint32()
      case 464: self.groupAdmins = try reader.uint32()
      case 472: self.groupLinks = try reader.uint32()
      case 480: self.groupHistory = try reader.uint32()
      case 1184: self.groupBans = try reader.uint32()
      case 1192: self.groupApplications = try reader.uint32()
      case 1200: self.applicationLifetimeMs = try reader.uint64()
      case 352: self.hiddenPerRequest = try reader.uint32()
      case 360: self.hiddenOfConversation = try reader.uint32()
      case 368: self.devicesMobile = try reader.uint32()
      case 376: self.devicesTablet = try reader.uint32()
      case 384: self.devicesDesktop = try reader.uint32()
      case 392: self.devicesWeb = try reader.uint32()
      case 400: self.devicesTool = try reader.uint32()
      case 416: self.readsPerSecond = try reader.uint32()
      case 424: self.readsAtOnce = try reader.uint32()
      case 410: try reader.append(to: &self.types)
      case 520: self.blockedUsers = try reader.uint32()
      case 528: self.allowedUsers = try reader.uint32()
      case 536: self.onlyAllowed = try reader.bool()
      case 1384: self.friends = try reader.enumeration()
      case 1392: self.friendsOfUser = try reader.uint32()
      case 1400: self.friendRequests = try reader.uint32()
      case 560: self.idBytes = try reader.uint32()
      case 568: self.titleBytes = try reader.uint32()
      case 576: self.addressBytes = try reader.uint32()
      case 584: self.noteBytes = try reader.uint32()
      case 592: self.reactionBytes = try reader.uint32()
      case 600: self.propertyKeyBytes = try reader.uint32()
      case 608: self.pollChoices = try reader.uint32()
      case 616: self.marksPerRequest = try reader.uint32()
      case 624: self.receiptsPerRequest = try reader.uint32()
      case 632: self.tokenBytes = try reader.uint32()
      case 640: self.jsonDepth = try reader.uint32()
      case 762:
        try reader.countElement()
        self.profileFields.append(try reader.string())
      case 768: self.profileVisibility = try reader.enumeration()
      case 776: self.directory = try reader.bool()
      case 1280: self.presence = try reader.bool()
      case 1288: self.presenceUsers = try reader.uint32()
      case 1296: self.presenceWatched = try reader.uint32()
      case 1304: self.presenceWatchers = try reader.uint32()
      case 1312: self.presenceLongestMs = try reader.uint64()
      case 1320: self.presenceGraceMs = try reader.uint64()
      case 1328: self.presenceText = try reader.uint32()
      case 1336: self.presenceVisibility = try reader.enumeration()
      case 1344: self.mediaBytes = try reader.uint64()
      case 1352: self.mediaUploads = try reader.uint32()
      case 1360: self.mediaBytesOfUser = try reader.uint64()
      case 1368: self.mediaWaitsMs = try reader.uint64()
      case 1376: self.mediaLinkMs = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.TypeLimits: WireMessage {
  package static var messageName: String { "martlet.v1.TypeLimits" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.type.isEmpty { size &+= 1 &+ BinarySize.string(self.type) }
    if self.signalled { size &+= 1 &+ BinarySize.bool(self.signalled) }
    if let value = self.policy { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.policy { writer.message(value); writer.tag(26) }
    if self.signalled { writer.bool(self.signalled); writer.tag(16) }
    if !self.type.isEmpty { writer.string(self.type); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.type = try reader.string()
      case 16: self.signalled = try reader.bool()
      case 26: try reader.message(&self.policy)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Pong: WireMessage {
  package static var messageName: String { "martlet.v1.Pong" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.time != 0 { size &+= 1 &+ BinarySize.int64(self.time) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.time != 0 { writer.int64(self.time); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.time = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Failure: WireMessage {
  package static var messageName: String { "martlet.v1.Failure" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.code != 0 { size &+= 1 &+ BinarySize.uint32(self.code) }
    if !self.name.isEmpty { size &+= 1 &+ BinarySize.string(self.name) }
    if !self.message.isEmpty { size &+= 1 &+ BinarySize.string(self.message) }
    if !self.field.isEmpty { size &+= 1 &+ BinarySize.string(self.field) }
    if self.limit != 0 { size &+= 1 &+ BinarySize.uint64(self.limit) }
    if self.actual != 0 { size &+= 1 &+ BinarySize.uint64(self.actual) }
    if self.retryAfterMs != 0 { size &+= 1 &+ BinarySize.uint32(self.retryAfterMs) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.until != 0 { writer.int64(self.until); writer.tag(64) }
    if self.retryAfterMs != 0 { writer.uint32(self.retryAfterMs); writer.tag(56) }
    if self.actual != 0 { writer.uint64(self.actual); writer.tag(48) }
    if self.limit != 0 { writer.uint64(self.limit); writer.tag(40) }
    if !self.field.isEmpty { writer.string(self.field); writer.tag(34) }
    if !self.message.isEmpty { writer.string(self.message); writer.tag(26) }
    if !self.name.isEmpty { writer.string(self.name); writer.tag(18) }
    if self.code != 0 { writer.uint32(self.code); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.code = try reader.uint32()
      case 18: self.name = try reader.string()
      case 26: self.message = try reader.string()
      case 34: self.field = try reader.string()
      case 40: self.limit = try reader.uint64()
      case 48: self.actual = try reader.uint64()
      case 56: self.retryAfterMs = try reader.uint32()
      case 64: self.until = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Appended: WireMessage {
  package static var messageName: String { "martlet.v1.Appended" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if self.time != 0 { size &+= 1 &+ BinarySize.int64(self.time) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
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
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Marked: WireMessage {
  package static var messageName: String { "martlet.v1.Marked" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.read != 0 { size &+= 1 &+ BinarySize.uint64(self.read) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.read != 0 { writer.uint64(self.read); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.read = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Done: WireMessage {
  package static var messageName: String { "martlet.v1.Done" }

  package var encodedSize: Int {
    self.unknownFields.bytes.count
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Changed: WireMessage {
  package static var messageName: String { "martlet.v1.Changed" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.revision != 0 { size &+= 1 &+ BinarySize.uint64(self.revision) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.revision != 0 { writer.uint64(self.revision); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.revision = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Settings: WireMessage {
  package static var messageName: String { "martlet.v1.Settings" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.settings { size &+= 1 &+ BinarySize.message(value) }
    if self.head != 0 { size &+= 1 &+ BinarySize.uint64(self.head) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.more { writer.bool(self.more); writer.tag(24) }
    if self.head != 0 { writer.uint64(self.head); writer.tag(16) }
    for value in self.settings.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.settings)
      case 16: self.head = try reader.uint64()
      case 24: self.more = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Relations: WireMessage {
  package static var messageName: String { "martlet.v1.Relations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.relations { size &+= 1 &+ BinarySize.message(value) }
    if self.head != 0 { size &+= 1 &+ BinarySize.uint64(self.head) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.more { writer.bool(self.more); writer.tag(24) }
    if self.head != 0 { writer.uint64(self.head); writer.tag(16) }
    for value in self.relations.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.relations)
      case 16: self.head = try reader.uint64()
      case 24: self.more = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Entries: WireMessage {
  package static var messageName: String { "martlet.v1.Entries" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    for value in self.entries { size &+= 1 &+ BinarySize.message(value) }
    if self.head != 0 { size &+= 1 &+ BinarySize.uint64(self.head) }
    if self.first != 0 { size &+= 1 &+ BinarySize.uint64(self.first) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.first != 0 { writer.uint64(self.first); writer.tag(32) }
    if self.head != 0 { writer.uint64(self.head); writer.tag(24) }
    for value in self.entries.reversed() { writer.message(value); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: try reader.append(to: &self.entries)
      case 24: self.head = try reader.uint64()
      case 32: self.first = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.GroupCard: WireMessage {
  package static var messageName: String { "martlet.v1.GroupCard" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.title.isEmpty { size &+= 1 &+ BinarySize.string(self.title) }
    if self.memberCount != 0 { size &+= 1 &+ BinarySize.uint32(self.memberCount) }
    if !self.owner.isEmpty { size &+= 1 &+ BinarySize.string(self.owner) }
    for value in self.attributes { size &+= 1 &+ BinarySize.message(value) }
    if self.member { size &+= 1 &+ BinarySize.bool(self.member) }
    if !self.creator.isEmpty { size &+= 2 &+ BinarySize.string(self.creator) }
    if self.open { size &+= 2 &+ BinarySize.bool(self.open) }
    if self.applications { size &+= 2 &+ BinarySize.bool(self.applications) }
    if self.appliedUntil != 0 { size &+= 2 &+ BinarySize.int64(self.appliedUntil) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.appliedUntil != 0 { writer.int64(self.appliedUntil); writer.tag(400) }
    if self.applications { writer.bool(self.applications); writer.tag(392) }
    if self.open { writer.bool(self.open); writer.tag(384) }
    if !self.creator.isEmpty { writer.string(self.creator); writer.tag(162) }
    if self.member { writer.bool(self.member); writer.tag(48) }
    for value in self.attributes.reversed() { writer.message(value); writer.tag(42) }
    if !self.owner.isEmpty { writer.string(self.owner); writer.tag(34) }
    if self.memberCount != 0 { writer.uint32(self.memberCount); writer.tag(24) }
    if !self.title.isEmpty { writer.string(self.title); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.title = try reader.string()
      case 24: self.memberCount = try reader.uint32()
      case 34: self.owner = try reader.string()
      case 42: try reader.append(to: &self.attributes)
      case 48: self.member = try reader.bool()
      case 162: self.creator = try reader.string()
      case 384: self.open = try reader.bool()
      case 392: self.applications = try reader.bool()
      case 400: self.appliedUntil = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.FoundConversations: WireMessage {
  package static var messageName: String { "martlet.v1.FoundConversations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.ids { size &+= 1 &+ BinarySize.string(value) }
    if self.next != 0 { size &+= 1 &+ BinarySize.uint64(self.next) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.next != 0 { writer.uint64(self.next); writer.tag(16) }
    for value in self.ids.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.ids.append(try reader.string())
      case 16: self.next = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Links: WireMessage {
  package static var messageName: String { "martlet.v1.Links" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    for value in self.links { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.links.reversed() { writer.message(value); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: try reader.append(to: &self.links)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.JoinLink: WireMessage {
  package static var messageName: String { "martlet.v1.JoinLink" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.id != 0 { size &+= 1 &+ BinarySize.uint64(self.id) }
    if !self.by.isEmpty { size &+= 1 &+ BinarySize.string(self.by) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    if self.uses != 0 { size &+= 1 &+ BinarySize.uint32(self.uses) }
    if self.used != 0 { size &+= 1 &+ BinarySize.uint32(self.used) }
    if !self.code.isEmpty { size &+= 1 &+ BinarySize.string(self.code) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.code.isEmpty { writer.string(self.code); writer.tag(50) }
    if self.used != 0 { writer.uint32(self.used); writer.tag(40) }
    if self.uses != 0 { writer.uint32(self.uses); writer.tag(32) }
    if self.until != 0 { writer.int64(self.until); writer.tag(24) }
    if !self.by.isEmpty { writer.string(self.by); writer.tag(18) }
    if self.id != 0 { writer.uint64(self.id); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.id = try reader.uint64()
      case 18: self.by = try reader.string()
      case 24: self.until = try reader.int64()
      case 32: self.uses = try reader.uint32()
      case 40: self.used = try reader.uint32()
      case 50: self.code = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Bans: WireMessage {
  package static var messageName: String { "martlet.v1.Bans" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    for value in self.bans { size &+= 1 &+ BinarySize.message(value) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.more { writer.bool(self.more); writer.tag(24) }
    for value in self.bans.reversed() { writer.message(value); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: try reader.append(to: &self.bans)
      case 24: self.more = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Ban: WireMessage {
  package static var messageName: String { "martlet.v1.Ban" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.by.isEmpty { size &+= 1 &+ BinarySize.string(self.by) }
    if self.since != 0 { size &+= 1 &+ BinarySize.int64(self.since) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(42) }
    if self.until != 0 { writer.int64(self.until); writer.tag(32) }
    if self.since != 0 { writer.int64(self.since); writer.tag(24) }
    if !self.by.isEmpty { writer.string(self.by); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: self.by = try reader.string()
      case 24: self.since = try reader.int64()
      case 32: self.until = try reader.int64()
      case 42: self.reason = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Applications: WireMessage {
  package static var messageName: String { "martlet.v1.Applications" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    for value in self.applications { size &+= 1 &+ BinarySize.message(value) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.more { writer.bool(self.more); writer.tag(24) }
    for value in self.applications.reversed() { writer.message(value); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: try reader.append(to: &self.applications)
      case 24: self.more = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Application: WireMessage {
  package static var messageName: String { "martlet.v1.Application" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.since != 0 { size &+= 1 &+ BinarySize.int64(self.since) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.text.isEmpty { writer.string(self.text); writer.tag(34) }
    if self.until != 0 { writer.int64(self.until); writer.tag(24) }
    if self.since != 0 { writer.int64(self.since); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.since = try reader.int64()
      case 24: self.until = try reader.int64()
      case 34: self.text = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Announcements: WireMessage {
  package static var messageName: String { "martlet.v1.Announcements" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    for value in self.announcements { size &+= 1 &+ BinarySize.message(value) }
    if self.next != 0 { size &+= 1 &+ BinarySize.uint64(self.next) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.next != 0 { writer.uint64(self.next); writer.tag(24) }
    for value in self.announcements.reversed() { writer.message(value); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: try reader.append(to: &self.announcements)
      case 24: self.next = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Announcement: WireMessage {
  package static var messageName: String { "martlet.v1.Announcement" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    if !self.by.isEmpty { size &+= 1 &+ BinarySize.string(self.by) }
    if self.time != 0 { size &+= 1 &+ BinarySize.int64(self.time) }
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if self.previous != 0 { size &+= 1 &+ BinarySize.uint64(self.previous) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.previous != 0 { writer.uint64(self.previous); writer.tag(40) }
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(32) }
    if self.time != 0 { writer.int64(self.time); writer.tag(24) }
    if !self.by.isEmpty { writer.string(self.by); writer.tag(18) }
    if !self.text.isEmpty { writer.string(self.text); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.text = try reader.string()
      case 18: self.by = try reader.string()
      case 24: self.time = try reader.int64()
      case 32: self.seq = try reader.uint64()
      case 40: self.previous = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Signalled: WireMessage {
  package static var messageName: String { "martlet.v1.Signalled" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.sender.isEmpty { size &+= 1 &+ BinarySize.string(self.sender) }
    if !self.type.isEmpty { size &+= 1 &+ BinarySize.string(self.type) }
    if !self.content.isEmpty { size &+= 1 &+ BinarySize.string(self.content) }
    if self.time != 0 { size &+= 1 &+ BinarySize.int64(self.time) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.time != 0 { writer.int64(self.time); writer.tag(40) }
    if !self.content.isEmpty { writer.string(self.content); writer.tag(34) }
    if !self.type.isEmpty { writer.string(self.type); writer.tag(26) }
    if !self.sender.isEmpty { writer.string(self.sender); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.sender = try reader.string()
      case 26: self.type = try reader.string()
      case 34: self.content = try reader.string()
      case 40: self.time = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ScheduledMessages: WireMessage {
  package static var messageName: String { "martlet.v1.ScheduledMessages" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.messages { size &+= 1 &+ BinarySize.message(value) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.more { writer.bool(self.more); writer.tag(16) }
    for value in self.messages.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.messages)
      case 16: self.more = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Receipts: WireMessage {
  package static var messageName: String { "martlet.v1.Receipts" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    for value in self.counts { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.counts.reversed() { writer.message(value); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: try reader.append(to: &self.counts)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ReceiptCount: WireMessage {
  package static var messageName: String { "martlet.v1.ReceiptCount" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if self.members != 0 { size &+= 1 &+ BinarySize.uint32(self.members) }
    if self.read != 0 { size &+= 1 &+ BinarySize.uint32(self.read) }
    if self.delivered != 0 { size &+= 1 &+ BinarySize.uint32(self.delivered) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.delivered != 0 { writer.uint32(self.delivered); writer.tag(32) }
    if self.read != 0 { writer.uint32(self.read); writer.tag(24) }
    if self.members != 0 { writer.uint32(self.members); writer.tag(16) }
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.seq = try reader.uint64()
      case 16: self.members = try reader.uint32()
      case 24: self.read = try reader.uint32()
      case 32: self.delivered = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Messages: WireMessage {
  package static var messageName: String { "martlet.v1.Messages" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    for value in self.entries { size &+= 1 &+ BinarySize.message(value) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.more { writer.bool(self.more); writer.tag(24) }
    for value in self.entries.reversed() { writer.message(value); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: try reader.append(to: &self.entries)
      case 24: self.more = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.UserEntries: WireMessage {
  package static var messageName: String { "martlet.v1.UserEntries" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.entries { size &+= 1 &+ BinarySize.message(value) }
    if self.head != 0 { size &+= 1 &+ BinarySize.uint64(self.head) }
    if self.first != 0 { size &+= 1 &+ BinarySize.uint64(self.first) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.first != 0 { writer.uint64(self.first); writer.tag(24) }
    if self.head != 0 { writer.uint64(self.head); writer.tag(16) }
    for value in self.entries.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.entries)
      case 16: self.head = try reader.uint64()
      case 24: self.first = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Conversations: WireMessage {
  package static var messageName: String { "martlet.v1.Conversations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.conversations { size &+= 1 &+ BinarySize.message(value) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    if self.stamp != 0 { size &+= 1 &+ BinarySize.uint64(self.stamp) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.stamp != 0 { writer.uint64(self.stamp); writer.tag(24) }
    if self.more { writer.bool(self.more); writer.tag(16) }
    for value in self.conversations.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.conversations)
      case 16: self.more = try reader.bool()
      case 24: self.stamp = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Members: WireMessage {
  package static var messageName: String { "martlet.v1.Members" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    for value in self.members { size &+= 1 &+ BinarySize.message(value) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    if self.head != 0 { size &+= 1 &+ BinarySize.uint64(self.head) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.head != 0 { writer.uint64(self.head); writer.tag(32) }
    if self.more { writer.bool(self.more); writer.tag(24) }
    for value in self.members.reversed() { writer.message(value); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: try reader.append(to: &self.members)
      case 24: self.more = try reader.bool()
      case 32: self.head = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Annotators: WireMessage {
  package static var messageName: String { "martlet.v1.Annotators" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    for value in self.annotators { size &+= 1 &+ BinarySize.message(value) }
    if self.more { size &+= 1 &+ BinarySize.bool(self.more) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.more { writer.bool(self.more); writer.tag(32) }
    for value in self.annotators.reversed() { writer.message(value); writer.tag(26) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(16) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 16: self.target = try reader.uint64()
      case 26: try reader.append(to: &self.annotators)
      case 32: self.more = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Annotator: WireMessage {
  package static var messageName: String { "martlet.v1.Annotator" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.seq = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Push: WireMessage {
  package static var messageName: String { "martlet.v1.Push" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.entries { size &+= 1 &+ BinarySize.message(value) }
    for value in self.userEntries { size &+= 1 &+ BinarySize.message(value) }
    for value in self.markers { size &+= 1 &+ BinarySize.message(value) }
    for value in self.scheduled { size &+= 1 &+ BinarySize.message(value) }
    for value in self.presences { size &+= 2 &+ BinarySize.message(value) }
    for value in self.profiles { size &+= 2 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.profiles.reversed() { writer.message(value); writer.tag(602) }
    for value in self.presences.reversed() { writer.message(value); writer.tag(482) }
    for value in self.scheduled.reversed() { writer.message(value); writer.tag(34) }
    for value in self.markers.reversed() { writer.message(value); writer.tag(26) }
    for value in self.userEntries.reversed() { writer.message(value); writer.tag(18) }
    for value in self.entries.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.entries)
      case 18: try reader.append(to: &self.userEntries)
      case 26: try reader.append(to: &self.markers)
      case 34: try reader.append(to: &self.scheduled)
      case 482: try reader.append(to: &self.presences)
      case 602: try reader.append(to: &self.profiles)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ProfileChange: WireMessage {
  package static var messageName: String { "martlet.v1.ProfileChange" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.revision != 0 { size &+= 1 &+ BinarySize.uint64(self.revision) }
    if self.base != 0 { size &+= 1 &+ BinarySize.uint64(self.base) }
    for value in self.fields { size &+= 1 &+ BinarySize.message(value) }
    if !self.number.isEmpty { size &+= 1 &+ BinarySize.string(self.number) }
    if self.visibility.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.visibility) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.visibility.rawValue != 0 { writer.enumeration(self.visibility); writer.tag(48) }
    if !self.number.isEmpty { writer.string(self.number); writer.tag(42) }
    for value in self.fields.reversed() { writer.message(value); writer.tag(34) }
    if self.base != 0 { writer.uint64(self.base); writer.tag(24) }
    if self.revision != 0 { writer.uint64(self.revision); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.revision = try reader.uint64()
      case 24: self.base = try reader.uint64()
      case 34: try reader.append(to: &self.fields)
      case 42: self.number = try reader.string()
      case 48: self.visibility = try reader.enumeration()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ScheduleChange: WireMessage {
  package static var messageName: String { "martlet.v1.ScheduleChange" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if let value = self.made { size &+= 1 &+ BinarySize.message(value) }
    if !self.ended.isEmpty { size &+= 1 &+ BinarySize.string(self.ended) }
    if self.how.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.how) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.how.rawValue != 0 { writer.enumeration(self.how); writer.tag(24) }
    if !self.ended.isEmpty { writer.string(self.ended); writer.tag(18) }
    if let value = self.made { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.message(&self.made)
      case 18: self.ended = try reader.string()
      case 24: self.how = try reader.enumeration()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Closing: WireMessage {
  package static var messageName: String { "martlet.v1.Closing" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if let value = self.failure { size &+= 1 &+ BinarySize.message(value) }
    if self.reconnect { size &+= 1 &+ BinarySize.bool(self.reconnect) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.reconnect { writer.bool(self.reconnect); writer.tag(16) }
    if let value = self.failure { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.message(&self.failure)
      case 16: self.reconnect = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Entry: WireMessage {
  package static var messageName: String { "martlet.v1.Entry" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if self.time != 0 { size &+= 1 &+ BinarySize.int64(self.time) }
    if !self.sender.isEmpty { size &+= 1 &+ BinarySize.string(self.sender) }
    if !self.clientId.isEmpty { size &+= 1 &+ BinarySize.string(self.clientId) }
    if self.countable != 0 { size &+= 1 &+ BinarySize.uint64(self.countable) }
    switch self.event {
    case .message(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .edited(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .recalled(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .groupCreated(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .membersAdded(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .membersRemoved(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .annotated(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .conversationChanged(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .rolesSet(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .membersSilenced(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .usersBanned(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .applied(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .applicationsRefused(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .memberNamed(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .announced(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .withheld(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .hidden(let value)?: size &+= 2 &+ BinarySize.message(value)
    case nil: break
    }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    switch self.event {
    case .message(let value)?:
      writer.message(value); writer.tag(58)
    case .edited(let value)?:
      writer.message(value); writer.tag(66)
    case .recalled(let value)?:
      writer.message(value); writer.tag(74)
    case .groupCreated(let value)?:
      writer.message(value); writer.tag(82)
    case .membersAdded(let value)?:
      writer.message(value); writer.tag(90)
    case .membersRemoved(let value)?:
      writer.message(value); writer.tag(98)
    case .annotated(let value)?:
      writer.message(value); writer.tag(106)
    case .conversationChanged(let value)?:
      writer.message(value); writer.tag(114)
    case .rolesSet(let value)?:
      writer.message(value); writer.tag(122)
    case .membersSilenced(let value)?:
      writer.message(value); writer.tag(130)
    case .usersBanned(let value)?:
      writer.message(value); writer.tag(386)
    case .applied(let value)?:
      writer.message(value); writer.tag(394)
    case .applicationsRefused(let value)?:
      writer.message(value); writer.tag(402)
    case .memberNamed(let value)?:
      writer.message(value); writer.tag(410)
    case .announced(let value)?:
      writer.message(value); writer.tag(418)
    case .withheld(let value)?:
      writer.message(value); writer.tag(162)
    case .hidden(let value)?:
      writer.message(value); writer.tag(322)
    case nil: break
    }
    if self.countable != 0 { writer.uint64(self.countable); writer.tag(48) }
    if !self.clientId.isEmpty { writer.string(self.clientId); writer.tag(42) }
    if !self.sender.isEmpty { writer.string(self.sender); writer.tag(34) }
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
      case 34: self.sender = try reader.string()
      case 42: self.clientId = try reader.string()
      case 48: self.countable = try reader.uint64()
      case 58:
        var value = Wire.Message()
        if case .message(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .message(value)
      case 66:
        var value = Wire.Edited()
        if case .edited(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .edited(value)
      case 74:
        var value = Wire.Recalled()
        if case .recalled(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .recalled(value)
      case 82:
        var value = Wire.GroupCreated()
        if case .groupCreated(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .groupCreated(value)
      case 90:
        var value = Wire.MembersAdded()
        if case .membersAdded(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .membersAdded(value)
      case 98:
        var value = Wire.MembersRemoved()
        if case .membersRemoved(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .membersRemoved(value)
      case 106:
        var value = Wire.Annotated()
        if case .annotated(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .annotated(value)
      case 114:
        var value = Wire.ConversationChanged()
        if case .conversationChanged(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .conversationChanged(value)
      case 122:
        var value = Wire.RolesSet()
        if case .rolesSet(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .rolesSet(value)
      case 130:
        var value = Wire.MembersSilenced()
        if case .membersSilenced(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .membersSilenced(value)
      case 386:
        var value = Wire.UsersBanned()
        if case .usersBanned(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .usersBanned(value)
      case 394:
        var value = Wire.Applied()
        if case .applied(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .applied(value)
      case 402:
        var value = Wire.ApplicationsRefused()
        if case .applicationsRefused(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .applicationsRefused(value)
      case 410:
        var value = Wire.MemberNamed()
        if case .memberNamed(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .memberNamed(value)
      case 418:
        var value = Wire.Announced()
        if case .announced(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .announced(value)
      case 162:
        var value = Wire.Withheld()
        if case .withheld(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .withheld(value)
      case 322:
        var value = Wire.HiddenEntry()
        if case .hidden(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .hidden(value)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Withheld: WireMessage {
  package static var messageName: String { "martlet.v1.Withheld" }

  package var encodedSize: Int {
    self.unknownFields.bytes.count
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.HiddenEntry: WireMessage {
  package static var messageName: String { "martlet.v1.HiddenEntry" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.message { size &+= 1 &+ BinarySize.bool(self.message) }
    if self.replyTo != 0 { size &+= 1 &+ BinarySize.uint64(self.replyTo) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.replyTo != 0 { writer.uint64(self.replyTo); writer.tag(16) }
    if self.message { writer.bool(self.message); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.message = try reader.bool()
      case 16: self.replyTo = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Message: WireMessage {
  package static var messageName: String { "martlet.v1.Message" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.type.isEmpty { size &+= 1 &+ BinarySize.string(self.type) }
    if !self.content.isEmpty { size &+= 1 &+ BinarySize.string(self.content) }
    if self.revision != 0 { size &+= 1 &+ BinarySize.uint64(self.revision) }
    if self.recalled { size &+= 1 &+ BinarySize.bool(self.recalled) }
    if let value = self.annotations { size &+= 1 &+ BinarySize.message(value) }
    if self.replyTo != 0 { size &+= 1 &+ BinarySize.uint64(self.replyTo) }
    if let value = self.details { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.details { writer.message(value); writer.tag(82) }
    if self.replyTo != 0 { writer.uint64(self.replyTo); writer.tag(48) }
    if let value = self.annotations { writer.message(value); writer.tag(42) }
    if self.recalled { writer.bool(self.recalled); writer.tag(32) }
    if self.revision != 0 { writer.uint64(self.revision); writer.tag(24) }
    if !self.content.isEmpty { writer.string(self.content); writer.tag(18) }
    if !self.type.isEmpty { writer.string(self.type); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.type = try reader.string()
      case 18: self.content = try reader.string()
      case 24: self.revision = try reader.uint64()
      case 32: self.recalled = try reader.bool()
      case 42: try reader.message(&self.annotations)
      case 48: self.replyTo = try reader.uint64()
      case 82: try reader.message(&self.details)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Details: WireMessage {
  package static var messageName: String { "martlet.v1.Details" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if let value = self.mentions { size &+= 1 &+ BinarySize.message(value) }
    if !self.extra.isEmpty { size &+= 1 &+ BinarySize.string(self.extra) }
    if let value = self.sender { size &+= 1 &+ BinarySize.message(value) }
    if self.priority.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.priority) }
    for value in self.directed { size &+= 1 &+ BinarySize.string(value) }
    if let value = self.push { size &+= 1 &+ BinarySize.message(value) }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    if let value = self.policy { size &+= 1 &+ BinarySize.message(value) }
    if let value = self.recall { size &+= 1 &+ BinarySize.message(value) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    if let value = self.arrival { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.arrival { writer.message(value); writer.tag(90) }
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(82) }
    if let value = self.recall { writer.message(value); writer.tag(74) }
    if let value = self.policy { writer.message(value); writer.tag(66) }
    if !self.text.isEmpty { writer.string(self.text); writer.tag(58) }
    if let value = self.push { writer.message(value); writer.tag(50) }
    for value in self.directed.reversed() { writer.string(value); writer.tag(42) }
    if self.priority.rawValue != 0 { writer.enumeration(self.priority); writer.tag(32) }
    if let value = self.sender { writer.message(value); writer.tag(26) }
    if !self.extra.isEmpty { writer.string(self.extra); writer.tag(18) }
    if let value = self.mentions { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.message(&self.mentions)
      case 18: self.extra = try reader.string()
      case 26: try reader.message(&self.sender)
      case 32: self.priority = try reader.enumeration()
      case 42:
        try reader.countElement()
        self.directed.append(try reader.string())
      case 50: try reader.message(&self.push)
      case 58: self.text = try reader.string()
      case 66: try reader.message(&self.policy)
      case 74: try reader.message(&self.recall)
      case 82: self.reason = try reader.string()
      case 90: try reader.message(&self.arrival)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Arrival: WireMessage {
  package static var messageName: String { "martlet.v1.Arrival" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.link != 0 { size &+= 1 &+ BinarySize.uint64(self.link) }
    if !self.sharedBy.isEmpty { size &+= 1 &+ BinarySize.string(self.sharedBy) }
    if !self.way.isEmpty { size &+= 1 &+ BinarySize.string(self.way) }
    if self.history != 0 { size &+= 1 &+ BinarySize.uint64(self.history) }
    if self.accepted { size &+= 2 &+ BinarySize.bool(self.accepted) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.accepted { writer.bool(self.accepted); writer.tag(384) }
    if self.history != 0 { writer.uint64(self.history); writer.tag(32) }
    if !self.way.isEmpty { writer.string(self.way); writer.tag(26) }
    if !self.sharedBy.isEmpty { writer.string(self.sharedBy); writer.tag(18) }
    if self.link != 0 { writer.uint64(self.link); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.link = try reader.uint64()
      case 18: self.sharedBy = try reader.string()
      case 26: self.way = try reader.string()
      case 32: self.history = try reader.uint64()
      case 384: self.accepted = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Mentions: WireMessage {
  package static var messageName: String { "martlet.v1.Mentions" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.all { size &+= 1 &+ BinarySize.bool(self.all) }
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.text.isEmpty { writer.string(self.text); writer.tag(26) }
    for value in self.users.reversed() { writer.string(value); writer.tag(18) }
    if self.all { writer.bool(self.all); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.all = try reader.bool()
      case 18:
        try reader.countElement()
        self.users.append(try reader.string())
      case 26: self.text = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SenderInfo: WireMessage {
  package static var messageName: String { "martlet.v1.SenderInfo" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.name.isEmpty { size &+= 1 &+ BinarySize.string(self.name) }
    if !self.picture.isEmpty { size &+= 1 &+ BinarySize.string(self.picture) }
    if !self.extra.isEmpty { size &+= 1 &+ BinarySize.string(self.extra) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.extra.isEmpty { writer.string(self.extra); writer.tag(26) }
    if !self.picture.isEmpty { writer.string(self.picture); writer.tag(18) }
    if !self.name.isEmpty { writer.string(self.name); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.name = try reader.string()
      case 18: self.picture = try reader.string()
      case 26: self.extra = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.PushDetails: WireMessage {
  package static var messageName: String { "martlet.v1.PushDetails" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.disabled { size &+= 1 &+ BinarySize.bool(self.disabled) }
    if !self.title.isEmpty { size &+= 1 &+ BinarySize.string(self.title) }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    if !self.data.isEmpty { size &+= 1 &+ BinarySize.string(self.data) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.data.isEmpty { writer.string(self.data); writer.tag(34) }
    if !self.text.isEmpty { writer.string(self.text); writer.tag(26) }
    if !self.title.isEmpty { writer.string(self.title); writer.tag(18) }
    if self.disabled { writer.bool(self.disabled); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.disabled = try reader.bool()
      case 18: self.title = try reader.string()
      case 26: self.text = try reader.string()
      case 34: self.data = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MessagePolicy: WireMessage {
  package static var messageName: String { "martlet.v1.MessagePolicy" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.counted.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.counted) }
    if self.listed.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.listed) }
    if self.live.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.live) }
    if self.pushed.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.pushed) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.pushed.rawValue != 0 { writer.enumeration(self.pushed); writer.tag(32) }
    if self.live.rawValue != 0 { writer.enumeration(self.live); writer.tag(24) }
    if self.listed.rawValue != 0 { writer.enumeration(self.listed); writer.tag(16) }
    if self.counted.rawValue != 0 { writer.enumeration(self.counted); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.counted = try reader.enumeration()
      case 16: self.listed = try reader.enumeration()
      case 24: self.live = try reader.enumeration()
      case 32: self.pushed = try reader.enumeration()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Annotations: WireMessage {
  package static var messageName: String { "martlet.v1.Annotations" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.through != 0 { size &+= 1 &+ BinarySize.uint64(self.through) }
    for value in self.tallies { size &+= 1 &+ BinarySize.message(value) }
    for value in self.properties { size &+= 1 &+ BinarySize.message(value) }
    if self.expandable { size &+= 1 &+ BinarySize.bool(self.expandable) }
    if !self.pinnedBy.isEmpty { size &+= 1 &+ BinarySize.string(self.pinnedBy) }
    if self.pinnedAt != 0 { size &+= 1 &+ BinarySize.uint64(self.pinnedAt) }
    if self.closed { size &+= 1 &+ BinarySize.bool(self.closed) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.closed { writer.bool(self.closed); writer.tag(56) }
    if self.pinnedAt != 0 { writer.uint64(self.pinnedAt); writer.tag(48) }
    if !self.pinnedBy.isEmpty { writer.string(self.pinnedBy); writer.tag(42) }
    if self.expandable { writer.bool(self.expandable); writer.tag(32) }
    for value in self.properties.reversed() { writer.message(value); writer.tag(26) }
    for value in self.tallies.reversed() { writer.message(value); writer.tag(18) }
    if self.through != 0 { writer.uint64(self.through); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.through = try reader.uint64()
      case 18: try reader.append(to: &self.tallies)
      case 26: try reader.append(to: &self.properties)
      case 32: self.expandable = try reader.bool()
      case 42: self.pinnedBy = try reader.string()
      case 48: self.pinnedAt = try reader.uint64()
      case 56: self.closed = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Tally: WireMessage {
  package static var messageName: String { "martlet.v1.Tally" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.kind.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.kind) }
    if !self.key.isEmpty { size &+= 1 &+ BinarySize.string(self.key) }
    if self.count != 0 { size &+= 1 &+ BinarySize.uint32(self.count) }
    if self.mine { size &+= 1 &+ BinarySize.bool(self.mine) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.mine { writer.bool(self.mine); writer.tag(32) }
    if self.count != 0 { writer.uint32(self.count); writer.tag(24) }
    if !self.key.isEmpty { writer.string(self.key); writer.tag(18) }
    if self.kind.rawValue != 0 { writer.enumeration(self.kind); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.kind = try reader.enumeration()
      case 18: self.key = try reader.string()
      case 24: self.count = try reader.uint32()
      case 32: self.mine = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Edited: WireMessage {
  package static var messageName: String { "martlet.v1.Edited" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    if !self.type.isEmpty { size &+= 1 &+ BinarySize.string(self.type) }
    if !self.content.isEmpty { size &+= 1 &+ BinarySize.string(self.content) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.content.isEmpty { writer.string(self.content); writer.tag(26) }
    if !self.type.isEmpty { writer.string(self.type); writer.tag(18) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.target = try reader.uint64()
      case 18: self.type = try reader.string()
      case 26: self.content = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Recalled: WireMessage {
  package static var messageName: String { "martlet.v1.Recalled" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    if let value = self.details { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.details { writer.message(value); writer.tag(18) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.target = try reader.uint64()
      case 18: try reader.message(&self.details)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Annotated: WireMessage {
  package static var messageName: String { "martlet.v1.Annotated" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.target != 0 { size &+= 1 &+ BinarySize.uint64(self.target) }
    if self.kind.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.kind) }
    for value in self.items { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.items.reversed() { writer.message(value); writer.tag(26) }
    if self.kind.rawValue != 0 { writer.enumeration(self.kind); writer.tag(16) }
    if self.target != 0 { writer.uint64(self.target); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.target = try reader.uint64()
      case 16: self.kind = try reader.enumeration()
      case 26: try reader.append(to: &self.items)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.GroupCreated: WireMessage {
  package static var messageName: String { "martlet.v1.GroupCreated" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.title.isEmpty { size &+= 1 &+ BinarySize.string(self.title) }
    if !self.owner.isEmpty { size &+= 1 &+ BinarySize.string(self.owner) }
    for value in self.members { size &+= 1 &+ BinarySize.string(value) }
    for value in self.attributes { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.attributes.reversed() { writer.message(value); writer.tag(34) }
    for value in self.members.reversed() { writer.string(value); writer.tag(26) }
    if !self.owner.isEmpty { writer.string(self.owner); writer.tag(18) }
    if !self.title.isEmpty { writer.string(self.title); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.title = try reader.string()
      case 18: self.owner = try reader.string()
      case 26:
        try reader.countElement()
        self.members.append(try reader.string())
      case 34: try reader.append(to: &self.attributes)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ConversationChanged: WireMessage {
  package static var messageName: String { "martlet.v1.ConversationChanged" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if let value = self.title { size &+= 1 &+ BinarySize.string(value) }
    for value in self.attributes { size &+= 1 &+ BinarySize.message(value) }
    if let value = self.silenced { size &+= 1 &+ BinarySize.bool(value) }
    if let value = self.open { size &+= 1 &+ BinarySize.bool(value) }
    if let value = self.linkMade { size &+= 1 &+ BinarySize.message(value) }
    if !self.linksRevoked.isEmpty {
      var length = 0
      for value in self.linksRevoked { length &+= BinarySize.uint64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if self.dismissed { size &+= 1 &+ BinarySize.bool(self.dismissed) }
    if let value = self.history { size &+= 1 &+ BinarySize.uint32(value) }
    if let value = self.applications { size &+= 2 &+ BinarySize.bool(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.applications { writer.bool(value); writer.tag(384) }
    if let value = self.history { writer.uint32(value); writer.tag(64) }
    if self.dismissed { writer.bool(self.dismissed); writer.tag(56) }
    if !self.linksRevoked.isEmpty {
      let mark = writer.mark
      for value in self.linksRevoked.reversed() { writer.uint64(value) }
      writer.length(since: mark); writer.tag(50)
    }
    if let value = self.linkMade { writer.message(value); writer.tag(42) }
    if let value = self.open { writer.bool(value); writer.tag(32) }
    if let value = self.silenced { writer.bool(value); writer.tag(24) }
    for value in self.attributes.reversed() { writer.message(value); writer.tag(18) }
    if let value = self.title { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.title = try reader.string()
      case 18: try reader.append(to: &self.attributes)
      case 24: self.silenced = try reader.bool()
      case 32: self.open = try reader.bool()
      case 42: try reader.message(&self.linkMade)
      case 48:
        try reader.countElement()
        self.linksRevoked.append(try reader.uint64())
      case 50:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.linksRevoked.append(try reader.uint64())
        }
        reader.leavePacked(outer)
      case 56: self.dismissed = try reader.bool()
      case 64: self.history = try reader.uint32()
      case 384: self.applications = try reader.bool()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.RolesSet: WireMessage {
  package static var messageName: String { "martlet.v1.RolesSet" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.role.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.role) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.role.rawValue != 0 { writer.enumeration(self.role); writer.tag(16) }
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      case 16: self.role = try reader.enumeration()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MembersSilenced: WireMessage {
  package static var messageName: String { "martlet.v1.MembersSilenced" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.until != 0 { writer.int64(self.until); writer.tag(16) }
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      case 16: self.until = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.UsersBanned: WireMessage {
  package static var messageName: String { "martlet.v1.UsersBanned" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    for value in self.removed { size &+= 1 &+ BinarySize.string(value) }
    if !self.owner.isEmpty { size &+= 1 &+ BinarySize.string(self.owner) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(42) }
    if !self.owner.isEmpty { writer.string(self.owner); writer.tag(34) }
    for value in self.removed.reversed() { writer.string(value); writer.tag(26) }
    if self.until != 0 { writer.int64(self.until); writer.tag(16) }
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      case 16: self.until = try reader.int64()
      case 26:
        try reader.countElement()
        self.removed.append(try reader.string())
      case 34: self.owner = try reader.string()
      case 42: self.reason = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Applied: WireMessage {
  package static var messageName: String { "martlet.v1.Applied" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    if let value = self.arrival { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.arrival { writer.message(value); writer.tag(26) }
    if self.until != 0 { writer.int64(self.until); writer.tag(16) }
    if !self.text.isEmpty { writer.string(self.text); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.text = try reader.string()
      case 16: self.until = try reader.int64()
      case 26: try reader.message(&self.arrival)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ApplicationsRefused: WireMessage {
  package static var messageName: String { "martlet.v1.ApplicationsRefused" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(18) }
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      case 18: self.reason = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MemberNamed: WireMessage {
  package static var messageName: String { "martlet.v1.MemberNamed" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.name.isEmpty { size &+= 1 &+ BinarySize.string(self.name) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.name.isEmpty { writer.string(self.name); writer.tag(18) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 18: self.name = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Announced: WireMessage {
  package static var messageName: String { "martlet.v1.Announced" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.text.isEmpty { writer.string(self.text); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.text = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.GroupRules: WireMessage {
  package static var messageName: String { "martlet.v1.GroupRules" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.admins { size &+= 1 &+ BinarySize.string(value) }
    if self.silenced { size &+= 1 &+ BinarySize.bool(self.silenced) }
    if self.open { size &+= 1 &+ BinarySize.bool(self.open) }
    if self.dismissed { size &+= 1 &+ BinarySize.bool(self.dismissed) }
    for value in self.links { size &+= 1 &+ BinarySize.message(value) }
    if let value = self.history { size &+= 1 &+ BinarySize.uint32(value) }
    if self.outsiders { size &+= 1 &+ BinarySize.bool(self.outsiders) }
    if self.applications { size &+= 2 &+ BinarySize.bool(self.applications) }
    if let value = self.announcement { size &+= 2 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.announcement { writer.message(value); writer.tag(394) }
    if self.applications { writer.bool(self.applications); writer.tag(384) }
    if self.outsiders { writer.bool(self.outsiders); writer.tag(56) }
    if let value = self.history { writer.uint32(value); writer.tag(48) }
    for value in self.links.reversed() { writer.message(value); writer.tag(42) }
    if self.dismissed { writer.bool(self.dismissed); writer.tag(32) }
    if self.open { writer.bool(self.open); writer.tag(24) }
    if self.silenced { writer.bool(self.silenced); writer.tag(16) }
    for value in self.admins.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.admins.append(try reader.string())
      case 16: self.silenced = try reader.bool()
      case 24: self.open = try reader.bool()
      case 32: self.dismissed = try reader.bool()
      case 42: try reader.append(to: &self.links)
      case 48: self.history = try reader.uint32()
      case 56: self.outsiders = try reader.bool()
      case 384: self.applications = try reader.bool()
      case 394: try reader.message(&self.announcement)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MembersAdded: WireMessage {
  package static var messageName: String { "martlet.v1.MembersAdded" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if let value = self.arrival { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.arrival { writer.message(value); writer.tag(18) }
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      case 18: try reader.message(&self.arrival)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.MembersRemoved: WireMessage {
  package static var messageName: String { "martlet.v1.MembersRemoved" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.users { size &+= 1 &+ BinarySize.string(value) }
    if !self.owner.isEmpty { size &+= 1 &+ BinarySize.string(self.owner) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(26) }
    if !self.owner.isEmpty { writer.string(self.owner); writer.tag(18) }
    for value in self.users.reversed() { writer.string(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        try reader.countElement()
        self.users.append(try reader.string())
      case 18: self.owner = try reader.string()
      case 26: self.reason = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.UserEntry: WireMessage {
  package static var messageName: String { "martlet.v1.UserEntry" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if self.time != 0 { size &+= 1 &+ BinarySize.int64(self.time) }
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    switch self.event {
    case .joined(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .left(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .readTo(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .settingChanged(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .hidden(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .relationsChanged(let value)?: size &+= 2 &+ BinarySize.message(value)
    case .applicationChanged(let value)?: size &+= 2 &+ BinarySize.message(value)
    case nil: break
    }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    switch self.event {
    case .joined(let value)?:
      writer.message(value); writer.tag(34)
    case .left(let value)?:
      writer.message(value); writer.tag(42)
    case .readTo(let value)?:
      writer.message(value); writer.tag(50)
    case .settingChanged(let value)?:
      writer.message(value); writer.tag(58)
    case .hidden(let value)?:
      writer.message(value); writer.tag(66)
    case .relationsChanged(let value)?:
      writer.message(value); writer.tag(162)
    case .applicationChanged(let value)?:
      writer.message(value); writer.tag(386)
    case nil: break
    }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(26) }
    if self.time != 0 { writer.int64(self.time); writer.tag(16) }
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.seq = try reader.uint64()
      case 16: self.time = try reader.int64()
      case 26: self.conversation = try reader.string()
      case 34:
        var value = Wire.Joined()
        if case .joined(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .joined(value)
      case 42:
        var value = Wire.Left()
        if case .left(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .left(value)
      case 50:
        var value = Wire.ReadTo()
        if case .readTo(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .readTo(value)
      case 58:
        var value = Wire.SettingChanged()
        if case .settingChanged(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .settingChanged(value)
      case 66:
        var value = Wire.Hidden()
        if case .hidden(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .hidden(value)
      case 162:
        var value = Wire.RelationsChanged()
        if case .relationsChanged(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .relationsChanged(value)
      case 386:
        var value = Wire.ApplicationChanged()
        if case .applicationChanged(let earlier)? = self.event { value = earlier; self.event = nil }
        try reader.message(&value)
        self.event = .applicationChanged(value)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Joined: WireMessage {
  package static var messageName: String { "martlet.v1.Joined" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.seq = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Left: WireMessage {
  package static var messageName: String { "martlet.v1.Left" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if !self.by.isEmpty { size &+= 1 &+ BinarySize.string(self.by) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    if self.bannedUntil != 0 { size &+= 1 &+ BinarySize.int64(self.bannedUntil) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.bannedUntil != 0 { writer.int64(self.bannedUntil); writer.tag(32) }
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(26) }
    if !self.by.isEmpty { writer.string(self.by); writer.tag(18) }
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.seq = try reader.uint64()
      case 18: self.by = try reader.string()
      case 26: self.reason = try reader.string()
      case 32: self.bannedUntil = try reader.int64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ReadTo: WireMessage {
  package static var messageName: String { "martlet.v1.ReadTo" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.seq = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ApplicationChanged: WireMessage {
  package static var messageName: String { "martlet.v1.ApplicationChanged" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.seq != 0 { size &+= 1 &+ BinarySize.uint64(self.seq) }
    if self.state.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.state) }
    if self.until != 0 { size &+= 1 &+ BinarySize.int64(self.until) }
    if !self.by.isEmpty { size &+= 1 &+ BinarySize.string(self.by) }
    if !self.reason.isEmpty { size &+= 1 &+ BinarySize.string(self.reason) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.reason.isEmpty { writer.string(self.reason); writer.tag(42) }
    if !self.by.isEmpty { writer.string(self.by); writer.tag(34) }
    if self.until != 0 { writer.int64(self.until); writer.tag(24) }
    if self.state.rawValue != 0 { writer.enumeration(self.state); writer.tag(16) }
    if self.seq != 0 { writer.uint64(self.seq); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.seq = try reader.uint64()
      case 16: self.state = try reader.enumeration()
      case 24: self.until = try reader.int64()
      case 34: self.by = try reader.string()
      case 42: self.reason = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.SettingChanged: WireMessage {
  package static var messageName: String { "martlet.v1.SettingChanged" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.settings { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.settings.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.settings)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Hidden: WireMessage {
  package static var messageName: String { "martlet.v1.Hidden" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.until != 0 { size &+= 1 &+ BinarySize.uint64(self.until) }
    if !self.targets.isEmpty {
      var length = 0
      for value in self.targets { length &+= BinarySize.uint64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.targets.isEmpty {
      let mark = writer.mark
      for value in self.targets.reversed() { writer.uint64(value) }
      writer.length(since: mark); writer.tag(18)
    }
    if self.until != 0 { writer.uint64(self.until); writer.tag(8) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.until = try reader.uint64()
      case 16:
        try reader.countElement()
        self.targets.append(try reader.uint64())
      case 18:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.targets.append(try reader.uint64())
        }
        reader.leavePacked(outer)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.RelationsChanged: WireMessage {
  package static var messageName: String { "martlet.v1.RelationsChanged" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.relations { size &+= 1 &+ BinarySize.message(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.relations.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.relations)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Relation: WireMessage {
  package static var messageName: String { "martlet.v1.Relation" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.revision != 0 { size &+= 1 &+ BinarySize.uint64(self.revision) }
    if self.blocked { size &+= 1 &+ BinarySize.bool(self.blocked) }
    if self.allowed { size &+= 1 &+ BinarySize.bool(self.allowed) }
    if self.onlyAllowed { size &+= 1 &+ BinarySize.bool(self.onlyAllowed) }
    if self.friend { size &+= 1 &+ BinarySize.bool(self.friend) }
    if self.asked { size &+= 1 &+ BinarySize.bool(self.asked) }
    if self.asks { size &+= 1 &+ BinarySize.bool(self.asks) }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.text.isEmpty { writer.string(self.text); writer.tag(74) }
    if self.asks { writer.bool(self.asks); writer.tag(64) }
    if self.asked { writer.bool(self.asked); writer.tag(56) }
    if self.friend { writer.bool(self.friend); writer.tag(48) }
    if self.onlyAllowed { writer.bool(self.onlyAllowed); writer.tag(40) }
    if self.allowed { writer.bool(self.allowed); writer.tag(32) }
    if self.blocked { writer.bool(self.blocked); writer.tag(24) }
    if self.revision != 0 { writer.uint64(self.revision); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.revision = try reader.uint64()
      case 24: self.blocked = try reader.bool()
      case 32: self.allowed = try reader.bool()
      case 40: self.onlyAllowed = try reader.bool()
      case 48: self.friend = try reader.bool()
      case 56: self.asked = try reader.bool()
      case 64: self.asks = try reader.bool()
      case 74: self.text = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Setting: WireMessage {
  package static var messageName: String { "martlet.v1.Setting" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.key.isEmpty { size &+= 1 &+ BinarySize.string(self.key) }
    if !self.value.isEmpty { size &+= 1 &+ BinarySize.string(self.value) }
    if self.revision != 0 { size &+= 1 &+ BinarySize.uint64(self.revision) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.revision != 0 { writer.uint64(self.revision); writer.tag(32) }
    if !self.value.isEmpty { writer.string(self.value); writer.tag(26) }
    if !self.key.isEmpty { writer.string(self.key); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.key = try reader.string()
      case 26: self.value = try reader.string()
      case 32: self.revision = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Profile: WireMessage {
  package static var messageName: String { "martlet.v1.Profile" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.revision != 0 { size &+= 1 &+ BinarySize.uint64(self.revision) }
    for value in self.fields { size &+= 1 &+ BinarySize.message(value) }
    if !self.number.isEmpty { size &+= 1 &+ BinarySize.string(self.number) }
    if self.visibility.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.visibility) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.visibility.rawValue != 0 { writer.enumeration(self.visibility); writer.tag(40) }
    if !self.number.isEmpty { writer.string(self.number); writer.tag(34) }
    for value in self.fields.reversed() { writer.message(value); writer.tag(26) }
    if self.revision != 0 { writer.uint64(self.revision); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.revision = try reader.uint64()
      case 26: try reader.append(to: &self.fields)
      case 34: self.number = try reader.string()
      case 40: self.visibility = try reader.enumeration()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.ProfileField: WireMessage {
  package static var messageName: String { "martlet.v1.ProfileField" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.key.isEmpty { size &+= 1 &+ BinarySize.string(self.key) }
    if !self.value.isEmpty { size &+= 1 &+ BinarySize.string(self.value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.value.isEmpty { writer.string(self.value); writer.tag(18) }
    if !self.key.isEmpty { writer.string(self.key); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.key = try reader.string()
      case 18: self.value = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Profiles: WireMessage {
  package static var messageName: String { "martlet.v1.Profiles" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.profiles { size &+= 1 &+ BinarySize.message(value) }
    if self.covered != 0 { size &+= 1 &+ BinarySize.uint32(self.covered) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.covered != 0 { writer.uint32(self.covered); writer.tag(16) }
    for value in self.profiles.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.profiles)
      case 16: self.covered = try reader.uint32()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Presence: WireMessage {
  package static var messageName: String { "martlet.v1.Presence" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if !self.devices.isEmpty {
      var length = 0
      for value in self.devices { length &+= BinarySize.enumeration(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    if self.lastSeen != 0 { size &+= 1 &+ BinarySize.int64(self.lastSeen) }
    if self.order != 0 { size &+= 1 &+ BinarySize.uint64(self.order) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.order != 0 { writer.uint64(self.order); writer.tag(40) }
    if self.lastSeen != 0 { writer.int64(self.lastSeen); writer.tag(32) }
    if !self.text.isEmpty { writer.string(self.text); writer.tag(26) }
    if !self.devices.isEmpty {
      let mark = writer.mark
      for value in self.devices.reversed() { writer.enumeration(value) }
      writer.length(since: mark); writer.tag(18)
    }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16:
        try reader.countElement()
        self.devices.append(try reader.enumeration())
      case 18:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.devices.append(try reader.enumeration())
        }
        reader.leavePacked(outer)
      case 26: self.text = try reader.string()
      case 32: self.lastSeen = try reader.int64()
      case 40: self.order = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Presences: WireMessage {
  package static var messageName: String { "martlet.v1.Presences" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.presences { size &+= 1 &+ BinarySize.message(value) }
    for value in self.unwatched { size &+= 1 &+ BinarySize.string(value) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    for value in self.unwatched.reversed() { writer.string(value); writer.tag(18) }
    for value in self.presences.reversed() { writer.message(value); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.presences)
      case 18:
        try reader.countElement()
        self.unwatched.append(try reader.string())
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Marker: WireMessage {
  package static var messageName: String { "martlet.v1.Marker" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.conversation.isEmpty { size &+= 1 &+ BinarySize.string(self.conversation) }
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.read != 0 { size &+= 1 &+ BinarySize.uint64(self.read) }
    if self.delivered != 0 { size &+= 1 &+ BinarySize.uint64(self.delivered) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.delivered != 0 { writer.uint64(self.delivered); writer.tag(32) }
    if self.read != 0 { writer.uint64(self.read); writer.tag(24) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(18) }
    if !self.conversation.isEmpty { writer.string(self.conversation); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.conversation = try reader.string()
      case 18: self.user = try reader.string()
      case 24: self.read = try reader.uint64()
      case 32: self.delivered = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Conversation: WireMessage {
  package static var messageName: String { "martlet.v1.Conversation" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.id.isEmpty { size &+= 1 &+ BinarySize.string(self.id) }
    if !self.title.isEmpty { size &+= 1 &+ BinarySize.string(self.title) }
    if !self.owner.isEmpty { size &+= 1 &+ BinarySize.string(self.owner) }
    if self.memberCount != 0 { size &+= 1 &+ BinarySize.uint32(self.memberCount) }
    if self.head != 0 { size &+= 1 &+ BinarySize.uint64(self.head) }
    if self.stamp != 0 { size &+= 1 &+ BinarySize.uint64(self.stamp) }
    if self.unread != 0 { size &+= 1 &+ BinarySize.uint64(self.unread) }
    if self.joined != 0 { size &+= 1 &+ BinarySize.uint64(self.joined) }
    if self.read != 0 { size &+= 1 &+ BinarySize.uint64(self.read) }
    if let value = self.lastMessage { size &+= 1 &+ BinarySize.message(value) }
    if self.lastSent != 0 { size &+= 1 &+ BinarySize.uint64(self.lastSent) }
    if self.countable != 0 { size &+= 1 &+ BinarySize.uint64(self.countable) }
    if self.cleared != 0 { size &+= 1 &+ BinarySize.uint64(self.cleared) }
    if self.hidden != 0 { size &+= 1 &+ BinarySize.uint64(self.hidden) }
    if self.mentions != 0 { size &+= 2 &+ BinarySize.uint64(self.mentions) }
    if self.firstMention != 0 { size &+= 2 &+ BinarySize.uint64(self.firstMention) }
    if self.time != 0 { size &+= 2 &+ BinarySize.int64(self.time) }
    for value in self.attributes { size &+= 2 &+ BinarySize.message(value) }
    if let value = self.rules { size &+= 2 &+ BinarySize.message(value) }
    if self.silencedUntil != 0 { size &+= 2 &+ BinarySize.int64(self.silencedUntil) }
    if self.earlier != 0 { size &+= 2 &+ BinarySize.uint64(self.earlier) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if self.earlier != 0 { writer.uint64(self.earlier); writer.tag(208) }
    if self.silencedUntil != 0 { writer.int64(self.silencedUntil); writer.tag(200) }
    if let value = self.rules { writer.message(value); writer.tag(194) }
    for value in self.attributes.reversed() { writer.message(value); writer.tag(186) }
    if self.time != 0 { writer.int64(self.time); writer.tag(176) }
    if self.firstMention != 0 { writer.uint64(self.firstMention); writer.tag(168) }
    if self.mentions != 0 { writer.uint64(self.mentions); writer.tag(160) }
    if self.hidden != 0 { writer.uint64(self.hidden); writer.tag(112) }
    if self.cleared != 0 { writer.uint64(self.cleared); writer.tag(104) }
    if self.countable != 0 { writer.uint64(self.countable); writer.tag(96) }
    if self.lastSent != 0 { writer.uint64(self.lastSent); writer.tag(88) }
    if let value = self.lastMessage { writer.message(value); writer.tag(82) }
    if self.read != 0 { writer.uint64(self.read); writer.tag(72) }
    if self.joined != 0 { writer.uint64(self.joined); writer.tag(64) }
    if self.unread != 0 { writer.uint64(self.unread); writer.tag(56) }
    if self.stamp != 0 { writer.uint64(self.stamp); writer.tag(48) }
    if self.head != 0 { writer.uint64(self.head); writer.tag(40) }
    if self.memberCount != 0 { writer.uint32(self.memberCount); writer.tag(32) }
    if !self.owner.isEmpty { writer.string(self.owner); writer.tag(26) }
    if !self.title.isEmpty { writer.string(self.title); writer.tag(18) }
    if !self.id.isEmpty { writer.string(self.id); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.id = try reader.string()
      case 18: self.title = try reader.string()
      case 26: self.owner = try reader.string()
      case 32: self.memberCount = try reader.uint32()
      case 40: self.head = try reader.uint64()
      case 48: self.stamp = try reader.uint64()
      case 56: self.unread = try reader.uint64()
      case 64: self.joined = try reader.uint64()
      case 72: self.read = try reader.uint64()
      case 82: try reader.message(&self.lastMessage)
      case 88: self.lastSent = try reader.uint64()
      case 96: self.countable = try reader.uint64()
      case 104: self.cleared = try reader.uint64()
      case 112: self.hidden = try reader.uint64()
      case 160: self.mentions = try reader.uint64()
      case 168: self.firstMention = try reader.uint64()
      case 176: self.time = try reader.int64()
      case 186: try reader.append(to: &self.attributes)
      case 194: try reader.message(&self.rules)
      case 200: self.silencedUntil = try reader.int64()
      case 208: self.earlier = try reader.uint64()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension Wire.Member: WireMessage {
  package static var messageName: String { "martlet.v1.Member" }

  package var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.user.isEmpty { size &+= 1 &+ BinarySize.string(self.user) }
    if self.role.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.role) }
    if self.joined != 0 { size &+= 1 &+ BinarySize.uint64(self.joined) }
    if self.read != 0 { size &+= 1 &+ BinarySize.uint64(self.read) }
    if self.delivered != 0 { size &+= 1 &+ BinarySize.uint64(self.delivered) }
    if self.readAt != 0 { size &+= 1 &+ BinarySize.int64(self.readAt) }
    if self.silencedUntil != 0 { size &+= 1 &+ BinarySize.int64(self.silencedUntil) }
    if !self.nickname.isEmpty { size &+= 2 &+ BinarySize.string(self.nickname) }
    return size
  }

  package func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.nickname.isEmpty { writer.string(self.nickname); writer.tag(386) }
    if self.silencedUntil != 0 { writer.int64(self.silencedUntil); writer.tag(56) }
    if self.readAt != 0 { writer.int64(self.readAt); writer.tag(48) }
    if self.delivered != 0 { writer.uint64(self.delivered); writer.tag(40) }
    if self.read != 0 { writer.uint64(self.read); writer.tag(32) }
    if self.joined != 0 { writer.uint64(self.joined); writer.tag(24) }
    if self.role.rawValue != 0 { writer.enumeration(self.role); writer.tag(16) }
    if !self.user.isEmpty { writer.string(self.user); writer.tag(10) }
  }

  package mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.user = try reader.string()
      case 16: self.role = try reader.enumeration()
      case 24: self.joined = try reader.uint64()
      case 32: self.read = try reader.uint64()
      case 40: self.delivered = try reader.uint64()
      case 48: self.readAt = try reader.int64()
      case 56: self.silencedUntil = try reader.int64()
      case 386: self.nickname = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}
