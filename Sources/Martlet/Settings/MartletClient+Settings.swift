import MartletWire

// Per-user settings.
extension MartletClient {
  /// Changes settings on this device at once, and on the user's other devices when they sync.
  ///
  /// The changes are on disk when this returns. The server is told when the device is online. If two devices change the same
  /// setting, the change that reaches the server last wins. If the server refuses a change (the value is too large, the user
  /// is not in the conversation), it is rolled back and published as `Event.setting` and `Event.settingRefused`.
  ///
  /// - Parameter settings: The settings with their new values.
  /// - Throws: `.argumentInvalid` for a malformed key; `.storageFull`, `.storageFailed`.
  public func change(_ settings: [Setting]) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    try engine.change(settings)
  }

  /// The number of unsynced changes: settings and hidings that the server does not have yet.
  ///
  /// They are on this device's disk, and are sent when the device is online.
  public var unsyncedChanges: Int { core?.sync.unsyncedChanges ?? 0 }

  /// Waits until the server has answered all unsynced changes: settings and hidings.
  ///
  /// Each change it refuses is published as `Event.settingRefused` or `Event.hidingRefused` before this returns. Changes that are
  /// still waiting when this throws stay on the disk.
  ///
  /// - Parameter limit: The time to wait; nil to wait without limit.
  /// - Throws: As `connected(within:)`.
  public func changesSynced(within limit: Duration? = nil) async throws(MartletError) {
    try await wait(until: .synced, within: limit)
  }

  /// Returns the settings of a conversation, or the user's global settings, by key, from the local database.
  ///
  /// - Parameter conversation: The conversation; nil for global settings.
  /// - Throws: `.storageFailed`.
  /// - Returns: The values.
  public nonisolated func settings(of conversation: ConversationID? = nil) async throws(MartletError) -> [String: ContentValue] {
    try await readAside { try $0.settings(of: conversation) }
  }

  // MARK: Notifications

  /// Sets the default notification level for conversations without a level of their own.
  ///
  /// - Parameters:
  ///   - level: The level; nil to remove it.
  ///   - kind: The kind of conversations; nil for kinds without a default of their own.
  /// - Throws: As `change(_:)`.
  public func setDefaultLevel(_ level: NotificationLevel?, of kind: ConversationID.Kind? = nil) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    try engine.setDefaultLevel(level, of: kind)
  }

  /// Sets the quiet hours, in which the user gets fewer notifications.
  ///
  /// - Parameter hours: The hours; nil for none.
  /// - Throws: `.argumentInvalid` for hours out of range; otherwise as `change(_:)`.
  public func setQuietHours(_ hours: QuietHours?) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    try engine.setQuietHours(hours)
  }

  /// Returns the quiet hours, in which the user gets fewer notifications; nil for none.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: The hours.
  public nonisolated func quietHours() async throws(MartletError) -> QuietHours? {
    try await readAside { try QuietHours($0.settings(of: nil)[LevelDefaults.quietKey]) }
  }

  /// Returns the effective notification level of a conversation at a time.
  ///
  /// This is the conversation's own level, otherwise the default of its kind, otherwise the global default. In quiet hours it
  /// is at most the level of the quiet hours.
  ///
  /// - Parameters:
  ///   - conversation: The conversation.
  ///   - time: The time; nil for now.
  /// - Throws: `.storageFailed`.
  /// - Returns: The level.
  public nonisolated func notificationLevel(
    of conversation: ConversationID, at time: Timestamp? = nil
  ) async throws(MartletError) -> NotificationLevel {
    let moment = if let time { time } else { Timestamp(milliseconds: await wall) }
    return try await readAside { store in
      let defaults = try LevelDefaults(store.settings(of: nil))
      return defaults.level(of: conversation, own: ConversationSettings(try store.settings(of: conversation)), at: moment)
    }
  }

  // MARK: Tags

  /// Creates or renames a tag.
  ///
  /// - Parameters:
  ///   - id: The tag's id.
  ///   - name: The tag's name; 1 to 60 bytes.
  /// - Throws: `.argumentInvalid` for an empty or longer name, and with the limit if there are 20 tags already; otherwise as
  ///   `change(_:)`.
  public func setTag(_ id: TagID, name: String) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    try engine.setTag(id, name: name)
  }

  /// Returns the user's tags, in order of creation.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: The tags.
  public nonisolated func tags() async throws(MartletError) -> [Tag] { try await readAside { try $0.tags() } }

  /// Deletes a tag, and removes it from all conversations.
  ///
  /// - Parameter id: The tag's id.
  /// - Throws: As `change(_:)`.
  public func deleteTag(_ id: TagID) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    try engine.deleteTag(id)
  }

  /// Adds a tag to conversations.
  ///
  /// A tag is on at most 1,000 conversations; beyond that, those that got it first lose it. Among new ones, those that are named
  /// first count as first.
  ///
  /// - Parameters:
  ///   - id: The tag's id.
  ///   - conversations: The conversations; those that already have the tag are ignored.
  /// - Throws: `.argumentInvalid` if the tag does not exist; otherwise as `change(_:)`.
  public func addTag(_ id: TagID, to conversations: [ConversationID]) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    try engine.addTag(id, to: conversations)
  }

  /// Removes a tag from conversations.
  ///
  /// - Parameters:
  ///   - id: The tag's id.
  ///   - conversations: The conversations; those without the tag are ignored.
  /// - Throws: As `change(_:)`.
  public func removeTag(_ id: TagID, from conversations: [ConversationID]) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    try engine.removeTag(id, from: conversations)
  }

  // MARK: Several conversations

  /// Removes conversations from the list, each until its next message.
  ///
  /// A conversation then returns with its earlier messages.
  ///
  /// - Parameters:
  ///   - query: The conversations.
  ///   - withHistory: True to also hide everything up to now, **on all of the user's devices and forever**.
  ///   - tag: A tag to remove from them too.
  /// - Throws: As `change(_:)`. With history also `.conversationUnknown`, if the user is no longer in one of them: then none
  ///   is removed from the list, but messages of some may be hidden.
  public func remove(
    _ query: ConversationQuery, withHistory: Bool = false, untagging tag: TagID? = nil
  ) async throws(MartletError) {
    try await outcome { $0.remove(query, withHistory: withHistory, untagging: tag, for: $1, then: $2) }
  }

  /// Marks all messages of conversations as read.
  ///
  /// - Parameter query: The conversations; by default all.
  /// - Throws: `.storageFailed`.
  public func markRead(_ query: ConversationQuery = ConversationQuery()) async throws(MartletError) {
    try await outcome { $0.markRead(query, for: $1, then: $2) }
  }
}
