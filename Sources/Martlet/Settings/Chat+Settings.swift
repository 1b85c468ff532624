import MartletWire

// Per-user settings of a conversation. They apply here at once, and sync to all devices of the user.
//
// A call returns when the setting is on this device's disk. The client sends it when there is a connection, even after the app
// was killed. A direct conversation can have settings before its first message.
extension Chat {
  /// Returns the user's own settings for the conversation, from the local database, even if it is not in the list.
  ///
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: The settings.
  public func settings() async throws(MartletError) -> ConversationSettings {
    let id = try await id()
    return try await client.readAside { ConversationSettings(try $0.settings(of: id)) }
  }

  private func set(_ key: String, _ value: ContentValue?) async throws(MartletError) {
    let id = try await id()
    try await client.change([Setting(key, of: id, value)])
  }

  private func change(_ change: ConversationSettings.Change) async throws(MartletError) {
    let (id, now) = (try await id(), Timestamp(milliseconds: await client.wall))
    try await client.change(try change.settings(of: id, at: now))
  }

  /// Pins the conversation to the top of the list, or moves an existing pin to the front.
  ///
  /// - Parameter countsAsActivity: True to also move the conversation up in the order by activity.
  /// - Throws: As `MartletClient.change(_:)`.
  public func pinToTop(countsAsActivity: Bool = false) async throws(MartletError) {
    try await change(.pin(countsAsActivity: countsAsActivity))
  }

  /// Unpins the conversation from the top of the list.
  ///
  /// - Throws: As `MartletClient.change(_:)`.
  public func unpinFromTop() async throws(MartletError) { try await change(.unpin) }

  /// Sets which messages of the conversation notify the user.
  ///
  /// Other systems call this do not disturb.
  ///
  /// - Parameter level: The level; nil for the default of this kind of conversation.
  /// - Throws: As `MartletClient.change(_:)`.
  public func setLevel(_ level: NotificationLevel?) async throws(MartletError) {
    try await change(.level(level))
  }

  /// Mutes the conversation, so that it has no sound and no badge, or unmutes it.
  ///
  /// - Parameter isMuted: True to mute.
  /// - Throws: As `MartletClient.change(_:)`.
  public func setMuted(_ isMuted: Bool) async throws(MartletError) { try await change(.muted(isMuted)) }

  /// Sets the user's alias for the conversation, or for the other user of a direct one.
  ///
  /// - Parameter alias: The alias, at most 256 bytes; nil or empty for none.
  /// - Throws: `.argumentInvalid` for a longer alias; otherwise as `MartletClient.change(_:)`.
  public func setAlias(_ alias: String?) async throws(MartletError) {
    try await change(.alias(alias))
  }

  /// Sets the notification sound of the conversation.
  ///
  /// - Parameter name: A name that the app defines, at most 256 bytes; nil for the default sound.
  /// - Throws: `.argumentInvalid` for a longer name; otherwise as `MartletClient.change(_:)`.
  public func setRingTone(_ name: String?) async throws(MartletError) {
    try await change(.ringTone(name))
  }

  /// Saves the draft of the conversation, or deletes it if all arguments are empty.
  ///
  /// An empty draft is deleted on this device and on the user's other devices.
  ///
  /// - Parameters:
  ///   - text: The text, at most 12 KiB; nil or empty for none.
  ///   - replyTo: The position of the message to reply to; nil for none.
  ///   - mentions: The mentions; nil for none.
  ///   - extra: The app's own JSON; nil for none.
  ///   - isLocal: True to keep the draft on this device only.
  /// - Throws: `.argumentInvalid` if the text is longer, or if the draft exceeds 16 KiB of JSON; otherwise as
  ///   `MartletClient.change(_:)`.
  public func saveDraft(
    _ text: String?, replyTo: UInt64? = nil, mentions: MessageDetails.Mentions? = nil, extra: ContentValue? = nil,
    isLocal: Bool = false
  ) async throws(MartletError) {
    let now = Timestamp(milliseconds: await client.wall)
    try await change(
      .draft(
        ConversationSettings.Draft(
          text: text ?? "", at: now, isLocal: isLocal, replyTo: replyTo, mentions: mentions, extra: extra)))
  }

  /// Sets an attribute of the conversation for this user only.
  ///
  /// - Parameters:
  ///   - name: 1 to 59 bytes of `[A-Za-z0-9_.-]`.
  ///   - value: The value; nil to remove the attribute.
  /// - Throws: `.argumentInvalid` for a malformed name; otherwise as `MartletClient.change(_:)`.
  public func setAttribute(_ name: String, _ value: ContentValue?) async throws(MartletError) {
    try await set(ConversationSettings.attributePrefix + name, value)
  }

  /// Sets and clears bits of the conversation's flags, whose meaning the app defines.
  ///
  /// - Parameters:
  ///   - bits: The bits to set.
  ///   - others: The bits to clear.
  /// - Throws: As `MartletClient.change(_:)`.
  public func setFlags(_ bits: UInt64, unset others: UInt64 = 0) async throws(MartletError) {
    try await client.setFlags(bits, unset: others, of: try await id())
  }

  /// Pins or unpins the conversation among those of a tag, which the conversation must have.
  ///
  /// - Parameters:
  ///   - isPinned: True to pin.
  ///   - tag: The tag.
  /// - Throws: `.argumentInvalid` if the conversation does not have the tag; otherwise as `MartletClient.change(_:)`.
  public func setPinned(_ isPinned: Bool, in tag: TagID) async throws(MartletError) {
    try await client.setPinned(isPinned, try await id(), in: tag)
  }

  /// Removes the conversation from the list until its next message.
  ///
  /// Other systems call this delete conversation.
  ///
  /// It then returns with its earlier messages.
  ///
  /// - Parameter withHistory: True to also hide everything up to now, **on all of the user's devices and forever**. To hide it
  ///   on this device alone, call `hide(upTo:on:)` with `.thisDevice`, and then this without the history.
  /// - Throws: As `MartletClient.remove(_:withHistory:untagging:)`; `.conversationUnknown` if it is not in the list.
  public func removeFromList(withHistory: Bool = false) async throws(MartletError) {
    try await client.outcome { $0.removeFromList(destination, withHistory: withHistory, for: $1, then: $2) }
  }

  // MARK: Hiding

  /// The devices on which messages are hidden.
  @nonexhaustive
  public enum Reach: Sendable {
    /// All of the user's devices, and the history that the server returns.
    case everywhere
    /// This device only, until the app is reinstalled or its local data is started over (`Event.localDataReset`).
    ///
    /// The messages no longer count as unread on this device.
    case thisDevice
  }

  /// Hides messages from the user permanently: they no longer appear in history, search, counts or as the last message.
  ///
  /// Other systems call this delete for me.
  ///
  /// Other members still see them. On this device the messages are hidden, durably, when this returns. With `.everywhere`,
  /// the server is told when the device is online, even after the app was killed. If the server refuses
  /// (`.server(.hiddenFull)`), they stay hidden on this device, and `Event.hidingRefused` is published.
  ///
  /// - Parameters:
  ///   - messages: The messages; unknown ones are ignored.
  ///   - reach: The devices on which to hide them.
  /// - Throws: `.conversationUnknown` if the conversation is not in the list; `.argumentInvalid` for a message of another
  ///   conversation; `.storageFull`, `.storageFailed`; on a new device as `id()`.
  public func hide(_ messages: [MessageID], on reach: Reach = .everywhere) async throws(MartletError) {
    guard !messages.isEmpty else { return }
    try await client.hide(destination, until: 0, try await positions(of: messages), on: reach)
  }

  /// Hides everything up to a message from the user permanently.
  ///
  /// Other systems call this clear history.
  ///
  /// - Parameters:
  ///   - message: The last message to hide; nil for the newest one that this device knows.
  ///   - reach: The devices on which to hide it.
  /// - Throws: As `hide(_:on:)`.
  public func hide(upTo message: MessageID?, on reach: Reach = .everywhere) async throws(MartletError) {
    try await client.hide(destination, until: try await position(of: message) ?? Sync.lastPosition, [], on: reach)
  }

  // MARK: Unread

  /// Returns the id of the first unread message; nil if there is none.
  ///
  /// Pass it to `history(around:before:after:)` to show that place. Asks the server if it is not cached.
  ///
  /// - Throws: As `history(after:limit:)`.
  /// - Returns: The id.
  public func firstUnread() async throws(MartletError) -> MessageID? {
    try await client.outcome { $0.firstUnread(destination, for: $1, then: $2) }
  }

  /// Returns the number of unread messages of some content types.
  ///
  /// If not all unread messages are cached, fetches them from the server, a hundred at a time.
  ///
  /// - Parameter types: The content types.
  /// - Throws: As `history(after:limit:)`.
  /// - Returns: The number, at most `Conversation.unread`.
  public func unreadCount(ofTypes types: Set<String>) async throws(MartletError) -> Int {
    try await client.outcome { $0.unreadCount(destination, ofTypes: types, for: $1, then: $2) }
  }
}

extension MartletClient {
  fileprivate func setFlags(_ bits: UInt64, unset others: UInt64, of id: ConversationID) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    try engine.setFlags(bits, unset: others, of: id)
  }

  fileprivate func setPinned(_ isPinned: Bool, _ id: ConversationID, in tag: TagID) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    try engine.setPinned(isPinned, id, in: tag)
  }
}

extension MartletClient {
  func hide(
    _ destination: Destination, until: UInt64, _ targets: [UInt64], on reach: Chat.Reach
  ) async throws(MartletError) {
    try await outcome { $0.hide(destination, until: until, targets, onAllDevices: reach == .everywhere, for: $1, then: $2) }
  }
}
