import MartletWire

// What is the user's own of a conversation: it counts here at once, and follows the user to all devices.
//
// All of these are on this device's disk when they return, and are told to the server when there is a connection, also after
// the app was killed. They may be set for a direct conversation in which nothing was said yet.
extension Chat {
  /// What is the user's own of the conversation, as this device knows it, also where it is not in the list.
  ///
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: All of it.
  public func personal() async throws(MartletError) -> Personal {
    let id = try await id()
    return try await client.readAside { Personal(try $0.settings(of: id)) }
  }

  private func set(_ key: String, _ value: ContentValue?) async throws(MartletError) {
    let id = try await id()
    try await client.change([Setting(key, of: id, value)])
  }

  private func now() async -> ContentValue { .integer(await client.wall) }

  /// Pins the conversation to the top of the list, or pins it anew.
  ///
  /// - Parameter countsAsActivity: Whether it also moves up by its time, as if something was said.
  /// - Throws: As `MartletClient.change(_:)`.
  public func pin(countsAsActivity: Bool = false) async throws(MartletError) {
    var fields = ContentFields(["at": await now()])
    if countsAsActivity { fields["touch"] = .flag(true) }
    try await set("pin", .fields(fields))
  }

  /// Takes the conversation off the top of the list.
  ///
  /// - Throws: As `MartletClient.change(_:)`.
  public func unpin() async throws(MartletError) { try await set("pin", nil) }

  /// Of which messages the user wants to be notified.
  ///
  /// - Parameter level: The level; nil leaves it to the kind of conversation.
  /// - Throws: As `MartletClient.change(_:)`.
  public func setLevel(_ level: NotificationLevel?) async throws(MartletError) {
    try await set("level", level.map { .text($0.rawValue) })
  }

  /// Whether the conversation makes no sound and no badge.
  ///
  /// - Parameter isMuted: Whether it does not.
  /// - Throws: As `MartletClient.change(_:)`.
  public func setMuted(_ isMuted: Bool) async throws(MartletError) { try await set("mute", isMuted ? .flag(true) : nil) }

  /// What the user calls the conversation, or the other user of a direct one.
  ///
  /// - Parameter remark: The name, up to 256 bytes; nil or empty for its own.
  /// - Throws: `.argumentInvalid` where it is longer; else as `MartletClient.change(_:)`.
  public func setRemark(_ remark: String?) async throws(MartletError) {
    try ContentCheck.bytes(remark ?? "", "remark", atMost: 256)
    try await set("remark", remark.flatMap { $0.isEmpty ? nil : .text($0) })
  }

  /// The sound of the conversation's notifications.
  ///
  /// - Parameter name: A name of the app's, up to 256 bytes; nil for the usual sound.
  /// - Throws: `.argumentInvalid` where it is longer; else as `MartletClient.change(_:)`.
  public func setRingTone(_ name: String?) async throws(MartletError) {
    try ContentCheck.bytes(name ?? "", "name", atMost: 256)
    try await set("ring", name.map { .text($0) })
  }

  /// Keeps what the user has begun to write; with nothing at all, forgets it, on this device and elsewhere.
  ///
  /// - Parameters:
  ///   - text: What is written, up to 12 KiB; nil or empty for none.
  ///   - replyTo: The position of the message that it replies to; nil for none.
  ///   - mentions: Whom it mentions; nil for nobody.
  ///   - extra: What the app keeps with it: any JSON; nil for nothing.
  ///   - isLocal: Whether it stays on this device.
  /// - Throws: `.argumentInvalid` where the text is longer, or all of it is more than 16 KiB of JSON; else as
  ///   `MartletClient.change(_:)`.
  public func saveDraft(
    _ text: String?, replyTo: UInt64? = nil, mentions: MessageDetails.Mentions? = nil, extra: ContentValue? = nil,
    isLocal: Bool = false
  ) async throws(MartletError) {
    let (id, now) = (try await id(), Timestamp(milliseconds: await client.wall))
    try ContentCheck.bytes(text ?? "", "text", atMost: 12 << 10)
    let draft = Personal.Draft(
      text: text ?? "", at: now, isLocal: isLocal, replyTo: replyTo, mentions: mentions, extra: extra)
    let value = draft.isEmpty ? nil : draft.value
    try ContentCheck.bytes(value?.json ?? "", "draft", atMost: 16 << 10)
    // The other one would come to light again.
    try await client.change([
      Setting("draft", of: id, isLocal ? nil : value), Setting("_draft", of: id, isLocal ? value : nil),
    ])
  }

  /// Keeps something of the app's with the conversation, for this user alone.
  ///
  /// - Parameters:
  ///   - name: 1 to 59 of `[A-Za-z0-9_.-]`.
  ///   - value: What to keep; nil forgets it.
  /// - Throws: `.argumentInvalid` where the name is not of the form; else as `MartletClient.change(_:)`.
  public func setAttribute(_ name: String, _ value: ContentValue?) async throws(MartletError) {
    try await set(Personal.attributePrefix + name, value)
  }

  /// Sets and unsets bits of the app's choice.
  ///
  /// - Parameters:
  ///   - bits: To be set.
  ///   - others: To be unset.
  /// - Throws: As `MartletClient.change(_:)`.
  public func setFlags(_ bits: UInt64, unset others: UInt64 = 0) async throws(MartletError) {
    try await client.setFlags(bits, unset: others, of: try await id())
  }

  /// Pins the conversation among those of a tag, or no longer; it must have the tag.
  ///
  /// - Parameters:
  ///   - isPinned: Whether it is pinned.
  ///   - tag: Names the tag.
  /// - Throws: `.argumentInvalid` where it does not have the tag; else as `MartletClient.change(_:)`.
  public func setPinned(_ isPinned: Bool, in tag: TagID) async throws(MartletError) {
    try await client.setPinned(isPinned, try await id(), in: tag)
  }

  /// Takes the conversation out of the list; it comes back with its next message, with what was said before.
  ///
  /// - Parameter withHistory: Whether everything said until now is hidden as well, on all of the user's devices.
  /// - Throws: As `MartletClient.remove(_:withHistory:untagging:)`; `.conversationUnknown` where it is not in the list.
  public func removeFromList(withHistory: Bool = false) async throws(MartletError) {
    guard let head = try await summary()?.head else {
      throw MartletError.conversationUnknown
    }
    if withHistory { try await hide(upTo: head) }
    try await set("removed", .integer(Int64(clamping: head)))
  }

  // MARK: Hiding

  /// On which devices something is hidden.
  public enum Reach: Sendable {
    /// On all of the user's devices, and in what the server shows of history.
    case everywhere
    /// On this one, until the app is installed anew, or its local data is begun anew (`Event.localDataReset`); also in what it
    /// counts.
    case thisDevice
  }

  /// Hides messages from the user, for ever: they are in no history, search, count or last message.
  ///
  /// Others see them as before. On this device they are hidden when this returns, and that is on its disk; everywhere, the server
  /// is told when there is a connection, also after the app was killed. Where the server will not (`.server(.hiddenFull)`), they
  /// stay hidden here, and `Event.hidingRefused` says so.
  ///
  /// - Parameters:
  ///   - positions: Which; those that this device does not know of are passed over.
  ///   - reach: Where.
  /// - Throws: `.conversationUnknown` where the conversation is not in the list; `.storageFull`, `.storageFailed`;
  ///   on a new device as `id()`.
  public func hide(_ positions: [UInt64], on reach: Reach = .everywhere) async throws(MartletError) {
    guard !positions.isEmpty else { return }
    try await client.hide(destination, until: 0, positions, on: reach)
  }

  /// Hides everything up to a position from the user, for ever.
  ///
  /// - Parameters:
  ///   - position: The last one to hide; nil means all that this device knows of.
  ///   - reach: Where.
  /// - Throws: As `hide(_:on:)`.
  public func hide(upTo position: UInt64?, on reach: Reach = .everywhere) async throws(MartletError) {
    try await client.hide(destination, until: position ?? Sync.lastPosition, [], on: reach)
  }

  // MARK: Unread

  /// The position of the first message that the user has not read; nil where there is none.
  ///
  /// `history(around:before:after:)` jumps there. Where this device does not hold that part, the server is asked.
  ///
  /// - Throws: As `history(after:limit:)`.
  /// - Returns: The position.
  public func firstUnread() async throws(MartletError) -> UInt64? {
    var first: UInt64?
    try await eachUnreadPage { messages in
      first = messages.first { if case .content = $0.kind { true } else { false } }?.seq
      return first == nil
    }
    return first
  }

  /// How many unread messages are of some content types.
  ///
  /// Where this device does not hold all that is unread, the server is asked for it, a hundred messages at a time.
  ///
  /// - Parameter types: The content types.
  /// - Throws: As `history(after:limit:)`.
  /// - Returns: The number, at most `Conversation.unread`.
  public func unreadCount(ofTypes types: Set<String>) async throws(MartletError) -> Int {
    var count = 0
    let most = try await eachUnreadPage { messages in
      count += messages.count { message in
        guard let content = message.content else { return false }
        return message.details.policy.isCounted != false && types.contains(content.type)
      }
      return true
    }
    return min(count, most)
  }

  /// Visits what others said since the user last read or wrote, a page at a time, until `visit` returns false.
  ///
  /// - Returns: How much is unread; where that is nothing, nothing is visited.
  @discardableResult
  private func eachUnreadPage(_ visit: ([Message]) -> Bool) async throws(MartletError) -> Int {
    let id = try await id()
    guard let row = try await client.readAside({ try $0.stored(id) }), row.shownUnread > 0 else { return 0 }
    let user = await client.user
    var position = row.base
    while true {
      let page = try await history(after: position, limit: 100)
      guard let last = page.last?.seq, visit(page.filter { $0.sender != user }) else { return Int(clamping: row.shownUnread) }
      position = last
    }
  }
}

// What is read and then written must be both at once, or one of two calls at the same time is lost.
extension MartletClient {
  fileprivate func setFlags(_ bits: UInt64, unset others: UInt64, of id: ConversationID) throws(MartletError) {
    let flags = (try personal(of: id).flags | bits) & ~others
    try change([Setting("flags", of: id, flags == 0 ? nil : .integer(Int64(bitPattern: flags)))])
  }

  fileprivate func setPinned(_ isPinned: Bool, _ id: ConversationID, in tag: TagID) throws(MartletError) {
    guard let tagging = try personal(of: id).tags[tag] else {
      throw MartletError(.argumentInvalid, "the conversation does not have the tag", field: "tag")
    }
    var fields = ContentFields(["at": .integer(tagging.at.milliseconds)])
    if isPinned { fields["pin"] = .integer(wall) }
    try change([Setting(Personal.tagPrefix + tag.text, of: id, .fields(fields))])
  }

  private func personal(of id: ConversationID) throws(MartletError) -> Personal {
    try read { Personal(try $0.settings(of: id)) }
  }
}

extension MartletClient {
  func hide(
    _ destination: Destination, until: UInt64, _ targets: [UInt64], on reach: Chat.Reach
  ) async throws(MartletError) {
    let id = try await known(destination)
    let targets = targets.filter(EntryPage.isPosition)
    let waiting = try change { try $0.hideHere(id, until: until, targets, isForAll: reach == .everywhere) }
    if !waiting.isEmpty { input { $0.input { $0.hides(waiting, at: now) } } }
  }
}
