import MartletWire

// What is the user's own.
extension MartletClient {
  /// Changes settings: they count on this device at once, and on the user's others when they have learned of it.
  ///
  /// They are on the disk when this returns, and are told to the server when there is a connection. Of two devices that
  /// change the same, the one that the server hears last wins. What the server will not have (a value that is too large,
  /// a conversation that the user is not in) is as it was before again, and is told as `Event.setting`.
  ///
  /// - Parameter settings: What to change, and to what.
  /// - Throws: `.argumentInvalid` where a key is not of the right form; `.storageFull`, `.storageFailed`.
  public func change(_ settings: [Setting]) throws(MartletError) {
    for setting in settings where !setting.name.isValid {
      throw MartletError(.argumentInvalid, "a key is 1 to 64 of A-Z a-z 0-9 _ . -", field: "key")
    }
    let told = try change { try $0.set(settings) }
    if !told.isEmpty { input { $0.input { $0.settingsChanged(told, at: now) } } }
  }

  /// How many changes of what is the user's own the server is yet to be told: of settings, and of what was hidden.
  ///
  /// They are on this device's disk, and are told when there is a connection.
  public var untold: Int { core.map { $0.sync.settings.waiting.count + $0.sync.hiding.waiting.count } ?? 0 }

  /// What is set of a conversation, or of the user as such, as this device knows it, by key.
  ///
  /// - Parameter conversation: Which; nil for the user as such.
  /// - Throws: `.storageFailed`.
  /// - Returns: The values.
  public nonisolated func settings(of conversation: ConversationID? = nil) async throws(MartletError) -> [String: ContentValue] {
    try await readAside { try $0.settings(of: conversation) }
  }

  // MARK: Notifications

  /// Of which messages the user wants to be notified where a conversation says nothing else.
  ///
  /// - Parameters:
  ///   - level: The level; nil for none of its own.
  ///   - kind: Of conversations; nil for all kinds that say nothing else.
  /// - Throws: As `change(_:)`.
  public func setDefaultLevel(_ level: NotificationLevel?, of kind: ConversationID.Kind? = nil) throws(MartletError) {
    try change([Setting(Self.levelKey(kind), level.map { .text($0.rawValue) })])
  }

  /// Hours in which the user wants fewer notifications; nil for no such hours.
  ///
  /// - Parameter hours: The hours.
  /// - Throws: `.argumentInvalid` where they are none; else as `change(_:)`.
  public func setQuietHours(_ hours: QuietHours?) throws(MartletError) {
    guard hours?.isValid ?? true else { throw MartletError(.argumentInvalid, "these are no hours of a day", field: "hours") }
    try change([Setting(Self.quietKey, hours?.value)])
  }

  /// The hours in which the user wants fewer notifications; nil for no such hours.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: The hours.
  public nonisolated func quietHours() async throws(MartletError) -> QuietHours? {
    try await readAside { try QuietHours($0.settings(of: nil)[Self.quietKey]) }
  }

  /// Of which messages of a conversation to notify the user at a moment: its own level, else that of its kind, else that of
  /// all; and in quiet hours no more than theirs.
  ///
  /// - Parameters:
  ///   - conversation: The conversation.
  ///   - time: The moment; nil for now.
  /// - Throws: `.storageFailed`.
  /// - Returns: The level.
  public nonisolated func notificationLevel(
    of conversation: ConversationID, at time: Timestamp? = nil
  ) async throws(MartletError) -> NotificationLevel {
    let moment = if let time { time } else { Timestamp(milliseconds: await wall) }
    return try await readAside { store in
      let defaults = try LevelDefaults(store.settings(of: nil))
      return defaults.level(of: conversation, own: Personal(try store.settings(of: conversation)), at: moment)
    }
  }

  static func levelKey(_ kind: ConversationID.Kind?) -> String { kind.map { "level.\($0.rawValue)" } ?? "level" }
  static let quietKey = "quiet"

  // MARK: Tags

  /// How many tags a user may have, and how many conversations a tag.
  private static let mostTags = 20
  private static let mostTagged = 1_000

  /// Makes a tag, or gives one another name.
  ///
  /// - Parameters:
  ///   - id: Names it.
  ///   - name: What the user calls it; 1 to 60 bytes.
  /// - Throws: `.argumentInvalid` where the name is empty or too long, and with the limit where there are 20 tags
  ///   already; else as `change(_:)`.
  public func setTag(_ id: TagID, name: String) throws(MartletError) {
    guard (1...60).contains(name.utf8.count) else {
      throw MartletError(.argumentInvalid, "a tag's name has 1 to 60 bytes", field: "name", limit: 60)
    }
    let known = try read { try $0.tags() }
    let made = known.first { $0.id == id }?.made ?? Timestamp(milliseconds: wall)
    guard known.count < Self.mostTags || known.contains(where: { $0.id == id }) else {
      throw MartletError(.argumentInvalid, "there are as many tags as there may be", field: "id", limit: UInt64(Self.mostTags))
    }
    let value = ContentFields(["name": .text(name), "at": .integer(made.milliseconds)])
    try change([Setting(Personal.tagPrefix + id.text, .fields(value))])
  }

  /// The user's tags, in the order they were made.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: The tags.
  public nonisolated func tags() async throws(MartletError) -> [Tag] { try await readAside { try $0.tags() } }

  /// Deletes a tag, and takes it off all conversations.
  ///
  /// - Parameter id: Names it.
  /// - Throws: As `change(_:)`.
  public func deleteTag(_ id: TagID) throws(MartletError) {
    let key = Personal.tagPrefix + id.text
    let tagged = try read { try $0.settings(under: key).keys.sorted { $0.text < $1.text } }
    try change([Setting(key, nil)] + tagged.map { Setting(key, of: $0, nil) })
  }

  /// Puts a tag on conversations; where it would be on more than 1,000, those that got it first lose it.
  ///
  /// - Parameters:
  ///   - id: Names the tag.
  ///   - conversations: The conversations; those that have it are passed over.
  /// - Throws: `.argumentInvalid` where there is no such tag; else as `change(_:)`.
  public func addTag(_ id: TagID, to conversations: [ConversationID]) throws(MartletError) {
    let key = Personal.tagPrefix + id.text
    let (known, tagged) = try read { (try $0.tags(), try $0.settings(under: key)) }
    guard known.contains(where: { $0.id == id }) else {
      throw MartletError(.argumentInvalid, "there is no such tag", field: "id")
    }
    let now = wall
    let new = conversations.filter { tagged[$0] == nil }
    let value = ContentValue.fields(ContentFields(["at": .integer(now)]))
    let over = tagged.count + new.count - Self.mostTagged
    let oldest = over <= 0 ? [] : tagged.keys.sorted { Self.moment(tagged[$0]) < Self.moment(tagged[$1]) }.prefix(over)
    try change(oldest.map { Setting(key, of: $0, nil) } + new.map { Setting(key, of: $0, value) })
  }

  private static func moment(_ value: ContentValue?) -> Int64 { value?.fieldsValue?["at"]?.integerValue ?? 0 }

  /// Takes a tag off conversations.
  ///
  /// - Parameters:
  ///   - id: Names the tag.
  ///   - conversations: The conversations; those that do not have it are passed over.
  /// - Throws: As `change(_:)`.
  public func removeTag(_ id: TagID, from conversations: [ConversationID]) throws(MartletError) {
    try change(conversations.map { Setting(Personal.tagPrefix + id.text, of: $0, nil) })
  }

  // MARK: Several conversations

  /// Takes conversations out of the list; each comes back with its next message, with what it had before.
  ///
  /// - Parameters:
  ///   - query: Which.
  ///   - withHistory: Whether everything said in them until now is hidden as well, on all of the user's devices.
  ///   - tag: A tag that they lose as well.
  /// - Throws: As `change(_:)`; with history also `.conversationUnknown` where the user is no longer in one of them: nothing is
  ///   taken out of the list then, but what was said in some may be hidden.
  public func remove(
    _ query: ConversationQuery, withHistory: Bool = false, untagging tag: TagID? = nil
  ) async throws(MartletError) {
    let found = try await conversations(matching: query)
    for conversation in found where withHistory { try await chat(conversation.id).hide(upTo: conversation.head) }
    var settings = found.map { Setting("removed", of: $0.id, .integer(Int64(clamping: $0.head))) }
    if let tag { settings += found.map { Setting(Personal.tagPrefix + tag.text, of: $0.id, nil) } }
    try change(settings)
  }

  /// Notes that the user read everything in conversations.
  ///
  /// - Parameter query: Which; all by default.
  /// - Throws: `.storageFailed`.
  public func markRead(_ query: ConversationQuery = ConversationQuery()) async throws(MartletError) {
    var query = query
    query.isUnread = true
    for conversation in try await conversations(matching: query) {
      try await chat(conversation.id).markRead(upTo: conversation.head)
    }
  }
}

/// Which level counts where a conversation has none of its own.
struct LevelDefaults {
  private let settings: [String: ContentValue]
  private let quiet: QuietHours?

  init(_ settings: [String: ContentValue]) {
    self.settings = settings
    quiet = QuietHours(settings[MartletClient.quietKey])
  }

  /// The level apart from quiet hours.
  func level(of id: ConversationID, own: Personal) -> NotificationLevel {
    if own.isMuted { return .nothing }
    return own.level ?? level(MartletClient.levelKey(id.kind)) ?? level(MartletClient.levelKey(nil)) ?? .all
  }

  func level(of id: ConversationID, own: Personal, at time: Timestamp) -> NotificationLevel {
    let usual = level(of: id, own: own)
    guard let quiet, quiet.contains(time) else { return usual }
    return usual.meet(quiet.level)
  }

  private func level(_ key: String) -> NotificationLevel? { settings[key]?.textValue.flatMap { NotificationLevel(rawValue: $0) } }
}

extension NotificationLevel {
  /// What both let through.
  fileprivate func meet(_ other: NotificationLevel) -> NotificationLevel {
    switch (self, other) {
    case (.all, let narrower), (let narrower, .all): narrower
    case (.nothing, _), (_, .nothing): .nothing
    case (.mentions, let narrower), (let narrower, .mentions): narrower
    case let (one, other) where one == other: one
    default: .nothing
    }
  }
}

extension LocalStore {
  /// The user's tags, in the order they were made.
  func tags() throws -> [Tag] {
    try settings(of: nil).compactMap { key, value -> Tag? in
      guard key.hasPrefix(Personal.tagPrefix), let id = TagID(String(key.dropFirst(Personal.tagPrefix.count))),
        let fields = value.fieldsValue, let name = fields["name"]?.textValue, let made = Timestamp(fields["at"])
      else { return nil }
      return Tag(id: id, name: name, made: made)
    }.sorted { ($0.made.milliseconds, $0.id) < ($1.made.milliseconds, $1.id) }
  }
}
