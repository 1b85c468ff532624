// What belongs to this device alone.
extension Chat {
  /// Inserts messages that only this device has, all of them or none.
  ///
  /// They never mix with the log: positions, unread counts and history are as they were. They are on the disk when this
  /// returns, and outlive everything but the loss of the directory.
  ///
  /// - Parameters:
  ///   - drafts: What to insert, at most 500.
  ///   - passingOverKnown: Whether drafts with a name that is there already are left out; otherwise they fail the insertion.
  /// - Throws: `.argumentInvalid` with the field: nothing was inserted; `.storageFull`, `.storageFailed`; on a new device as
  ///   `id()`.
  /// - Returns: What was inserted.
  @discardableResult
  public func insertLocal(
    _ drafts: [LocalDraft], passingOverKnown: Bool = false
  ) async throws(MartletError) -> [LocalMessage] {
    try LocalDraft.check(drafts)
    let now = Timestamp(milliseconds: await client.wall)
    return try await changeLocal {
      try $0.insertLocal(drafts, to: $1, now: now, passingOverKnown: passingOverKnown)
    }
  }

  /// Local messages to be shown with messages of the log, in the order they are shown.
  ///
  /// With a page of history, ask from its first position (or 0, where there is nothing before it) up to its last.
  ///
  /// - Parameters:
  ///   - first: After which position at least.
  ///   - last: After which position at most.
  ///   - limit: How many at most; 1 to 1,000, default 1,000.
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: The local messages.
  public func localMessages(
    from first: UInt64 = 0, upTo last: UInt64 = .max, limit: Int = 1_000
  ) async throws(MartletError) -> [LocalMessage] {
    guard first <= last else { return [] }
    let id = try await id()
    return try await client.readAside { try $0.localMessages(id, first...last, limit: min(max(limit, 1), 1_000)) }
  }

  /// Gives a local message another content or other fields.
  ///
  /// - Parameters:
  ///   - message: Its number.
  ///   - content: What it says from now on; nil leaves it.
  ///   - fields: What the app notes with it from now on; nil leaves it.
  /// - Throws: `.argumentInvalid` where there is no such message, or the content is too large; `.storageFailed`; on a new
  ///   device as `id()`.
  public func changeLocal(
    _ message: LocalMessage.ID, to content: MessageContent? = nil, fields: ContentFields? = nil
  ) async throws(MartletError) {
    try LocalDraft.check([LocalDraft(content ?? .text(""), fields: fields ?? ContentFields())])
    let isThere = try await changeLocal { try $0.changeLocal(message, in: $1, content, fields) }
    guard isThere else { throw MartletError(.argumentInvalid, "there is no such local message", field: "message") }
  }

  /// Takes local messages away; those that are not there are passed over.
  ///
  /// - Parameter messages: Their numbers; nil means all of this conversation.
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  public func removeLocal(_ messages: [LocalMessage.ID]?) async throws(MartletError) {
    try await changeLocal { try $0.removeLocal(messages, from: $1) }
  }

  /// Notes something with a message of the log, on this device alone: that a recording was played, a translation, a mark.
  ///
  /// - Parameters:
  ///   - fields: What to note, up to 64 KiB of JSON; no members remove the note.
  ///   - seq: The message's position.
  /// - Throws: `.argumentInvalid`, `.storageFull`, `.storageFailed`; on a new device as `id()`.
  public func setLocalFields(_ fields: ContentFields, on seq: UInt64) async throws(MartletError) {
    try ContentCheck.bytes(fields.json, "fields", atMost: MessageContent.bytesAtMost)
    try await changeLocal { try $0.setLocalFields(fields, on: seq, of: $1) }
  }

  /// What was noted with messages of the log.
  ///
  /// - Parameters:
  ///   - first: The first position.
  ///   - last: The last position.
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: The fields by position; positions without fields are not among them.
  public func localFields(from first: UInt64, upTo last: UInt64) async throws(MartletError) -> [UInt64: ContentFields] {
    guard first <= last else { return [:] }
    let id = try await id()
    return try await client.readAside { try $0.localFields(of: id, first...last) }
  }

  /// Changes what belongs to this device alone, and tells that it changed.
  private func changeLocal<Value: Sendable>(
    _ body: @escaping @Sendable (LocalStore, ConversationID) throws -> Value
  ) async throws(MartletError) -> Value {
    let id = try await id()
    let value = try await client.read { try body($0, id) }
    client.board.publish(.localMessages(id))
    return value
  }
}
