// Messages and fields that exist on this device only.
extension Chat {
  /// Inserts local messages atomically.
  ///
  /// Local messages exist on this device only. They do not change the log, its positions or unread counts. They are on disk
  /// when this returns, and survive everything except the loss of the directory.
  ///
  /// - Parameters:
  ///   - drafts: The messages to insert; at most 500.
  ///   - skippingDuplicates: True to skip drafts whose name already exists; false to fail the insertion.
  /// - Throws: `.argumentInvalid` with the field, if nothing was inserted; `.storageFull`, `.storageFailed`; on a new device
  ///   as `id()`.
  /// - Returns: The inserted messages.
  @discardableResult
  public func insertLocal(
    _ drafts: [LocalDraft], skippingDuplicates: Bool = false
  ) async throws(MartletError) -> [LocalMessage] {
    try await client.outcome {
      $0.insertLocal(drafts, to: destination, skippingDuplicates: skippingDuplicates, for: $1, then: $2)
    }
  }

  /// Returns local messages within a range of the log, in display order.
  ///
  /// For a page of history, pass its first position (or 0 if nothing precedes it) and its last position.
  ///
  /// - Parameters:
  ///   - first: The smallest `LocalMessage.after`.
  ///   - last: The largest `LocalMessage.after`.
  ///   - limit: The largest number of messages; 1 to 1,000, default 1,000.
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: The local messages.
  public func localMessages(
    from first: UInt64 = 0, upTo last: UInt64 = .max, limit: Int = 1_000
  ) async throws(MartletError) -> [LocalMessage] {
    guard first <= last else { return [] }
    let id = try await id()
    return try await client.readAside { try $0.localMessages(id, first...last, limit: min(max(limit, 1), 1_000)) }
  }

  /// Changes the content or the fields of a local message.
  ///
  /// - Parameters:
  ///   - message: The message's id.
  ///   - content: The new content; nil to keep it.
  ///   - fields: The app's new fields; nil to keep them.
  /// - Throws: `.argumentInvalid` if the message does not exist or the content is too large; `.storageFailed`; on a new
  ///   device as `id()`.
  public func changeLocal(
    _ message: LocalMessage.ID, to content: MessageContent? = nil, fields: ContentFields? = nil
  ) async throws(MartletError) {
    try await client.outcome {
      $0.changeLocal(message, in: destination, to: content, fields: fields, for: $1, then: $2)
    }
  }

  /// Removes local messages; unknown ids are ignored.
  ///
  /// - Parameter messages: The messages' ids; nil for all of this conversation.
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  public func removeLocal(_ messages: [LocalMessage.ID]?) async throws(MartletError) {
    try await client.outcome { $0.removeLocal(messages, from: destination, for: $1, then: $2) }
  }

  /// Attaches the app's own fields to a message of the log, on this device only.
  ///
  /// Use it for a translation, a bookmark, or to note that a recording was played.
  ///
  /// - Parameters:
  ///   - fields: The fields, up to 64 KiB of JSON; empty to remove them.
  ///   - message: The message.
  /// - Throws: `.argumentInvalid`, `.storageFull`, `.storageFailed`; on a new device as `id()`.
  public func setLocalFields(_ fields: ContentFields, on message: MessageID) async throws(MartletError) {
    let seq = try await position(of: message)
    try await client.outcome { $0.setLocalFields(fields, on: seq, of: destination, for: $1, then: $2) }
  }

  /// Returns the local fields of messages of the log.
  ///
  /// - Parameters:
  ///   - first: The first message.
  ///   - last: The last message.
  /// - Throws: `.storageFailed`; `.argumentInvalid` for messages of another conversation; on a new device as `id()`.
  /// - Returns: The fields by id; messages without fields are missing.
  public func localFields(
    from first: MessageID, upTo last: MessageID
  ) async throws(MartletError) -> [MessageID: ContentFields] {
    let id = try await id()
    let (low, high) = (try first.position(in: id), try last.position(in: id))
    guard low <= high else { return [:] }
    return id.messages(try await client.readAside { try $0.localFields(of: id, low...high) })
  }
}
