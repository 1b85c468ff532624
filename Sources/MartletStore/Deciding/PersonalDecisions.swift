import MartletWire

/// The decision on a request to hide entries.
enum HideDecision: Sendable, Equatable {
  /// Nothing is stored.
  case answer(HideOutcome)
  case store(HideEffects)

  static func decide(_ hide: Hide, in view: DecidingView<some Rows>) throws -> HideDecision {
    guard let conversation = try view.newest(hide.conversation, app: hide.app),
      let member = try view.newestMember(hide.user, of: conversation)
    else { return .answer(.notMember) }
    let head = conversation.record.head
    // Positions before the member's first are invisible, so there is nothing to hide up to there.
    let until = min(hide.until, head)
    let cleared = until >= member.first ? until : member.cleared
    let before = try view.hidden(from: hide.user, in: conversation)
    let visible = max(member.since, cleared &+ 1, 1)
    // Entries other than messages cannot be hidden: every device that holds the log needs their changes.
    let targets = try Set(hide.targets.filter { $0 >= visible && $0 <= head && !before.contains($0) }).sorted()
      .filter { try view.message(at: $0, in: conversation)?.isVisible(to: hide.user) ?? false }
    let userHead = try view.userHead(hide.user, app: hide.app)
    guard cleared > member.cleared || !targets.isEmpty else { return .answer(.unchanged(head: userHead)) }
    guard targets.isEmpty || before.count(where: { $0 > cleared }) &+ targets.count <= hide.most else { return .answer(.full) }
    return .store(
      HideEffects(
        conversation: conversation, user: hide.user, cleared: cleared, targets: targets, seq: userHead &+ 1, time: hide.time))
  }
}

/// The decision on a change of settings.
enum SettingDecision: Sendable, Equatable {
  /// Nothing is stored.
  case answer(SettingOutcome)
  case store(SettingEffects)

  static func decide(_ change: SettingChange, in view: DecidingView<some Rows>) throws -> SettingDecision {
    let conversations = Set(change.values.compactMap(\.name.conversation))
    for id in conversations.sorted(by: { $0.text < $1.text }) where try !mayHave(change.user, id, change.app, view) {
      return .answer(.notMember(id))
    }
    let user = UserKey(app: change.app, user: change.user)
    let before = try view.settings(of: user)
    let seq = try view.userHead(change.user, app: change.app)
    // Compares bytes, because texts that look the same may be written in several ways.
    guard change.values.contains(where: { !before.value(of: $0.name).utf8.elementsEqual($0.value.utf8) }) else {
      return .answer(.unchanged(head: seq))
    }
    var counts: [ConversationID: Int] = [:]
    var all = 0
    var bytes = 0
    var tags = 0
    var tagged: [String: Int] = [:]
    for (name, value) in change.values {
      bytes &+= UserSettings.bytes(of: value) &- UserSettings.bytes(of: before.value(of: name))
      let difference = (value.isEmpty ? 0 : 1) &- (before.value(of: name).isEmpty ? 0 : 1)
      all &+= difference
      if let conversation = name.conversation { counts[conversation, default: 0] &+= difference }
      if name.isOfTag { if name.conversation == nil { tags &+= difference } else { tagged[name.key, default: 0] &+= difference } }
    }
    if tags > 0, before.tags &+ tags > change.mostTags { return .answer(.tagsFull(nil, limit: change.mostTags)) }
    for (key, added) in tagged.sorted(by: { $0.key < $1.key })
    where added > 0 && before.tagged(key) &+ added > change.mostTagged {
      return .answer(.tagsFull(key, limit: change.mostTagged))
    }
    if all > 0, before.count &+ all > change.mostOfUser { return .answer(.full(nil, limit: change.mostOfUser)) }
    if bytes > 0, before.bytes &+ bytes > change.mostBytes { return .answer(.fullBytes(limit: change.mostBytes)) }
    for (conversation, added) in counts.sorted(by: { $0.key.text < $1.key.text }) where added > 0 {
      if before.count(in: conversation) &+ added > change.mostOfConversation {
        return .answer(.full(conversation, limit: change.mostOfConversation))
      }
    }
    return .store(SettingEffects(user: user, values: change.values, seq: seq &+ 1, time: change.time))
  }

  /// Whether the user may have settings of a conversation: as its member, or as one of the two whose it will be.
  private static func mayHave(
    _ user: UserID, _ id: ConversationID, _ app: AppID, _ view: DecidingView<some Rows>
  ) throws -> Bool {
    if let conversation = try view.newest(id, app: app) {
      return try view.kinds.policy(of: id).permissions.isOpen(.read) || view.newestMember(user, of: conversation) != nil
    }
    guard let peer = id.peer(of: user) else { return false }
    return try view.user(peer, app: app) != nil
  }
}

/// The settings of one user as the writer knows them.
struct UserSettings: Sendable, Equatable {
  private var values: [ConversationID?: [String: String]] = [:]
  private(set) var count = 0
  /// Bytes of the values, plus a fixed number for each: about their size in memory.
  private(set) var bytes = 0
  /// The number of tags, and the number of conversations with each tag, by key.
  private(set) var tags = 0
  private var conversations: [String: Int] = [:]

  fileprivate static func bytes(of value: String) -> Int { value.isEmpty ? 0 : 128 &+ value.utf8.count }

  /// Empty if it is not set.
  func value(of name: SettingName) -> String { values[name.conversation]?[name.key] ?? "" }

  /// The number of conversations with a tag.
  func tagged(_ key: String) -> Int { conversations[key] ?? 0 }

  func count(in conversation: ConversationID) -> Int { values[conversation]?.count ?? 0 }

  mutating func set(_ name: SettingName, _ value: String) {
    let before = values[name.conversation]?[name.key]
    let difference = (value.isEmpty ? 0 : 1) &- (before == nil ? 0 : 1)
    count &+= difference
    if name.isOfTag, name.conversation == nil { tags &+= difference }
    if name.isOfTag, name.conversation != nil {
      let left = tagged(name.key) &+ difference
      conversations[name.key] = left == 0 ? nil : left
    }
    bytes &+= Self.bytes(of: value) &- Self.bytes(of: before ?? "")
    values[name.conversation, default: [:]][name.key] = value.isEmpty ? nil : value
    if values[name.conversation]?.isEmpty == true { values[name.conversation] = nil }
  }

  mutating func drop(_ conversation: ConversationID) {
    for key in (values[conversation] ?? [:]).keys { set(SettingName(key, of: conversation), "") }
  }
}
