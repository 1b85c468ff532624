import MartletWire

extension Chat {
  /// Recalls a message for everyone.
  ///
  /// Other systems call this delete for everyone, revoke, retract or unsend.
  ///
  /// Users may recall their own messages, and a group's owner may recall any message, unless the server is configured
  /// otherwise. The recall goes through the outbox as in `send(_:details:id:within:)`.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - details: The details of the recall. After a silent recall, nothing is shown in the message's place.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `send(_:details:id:within:)`, with the position of the recall. `.failed` with `.server(.notPermitted)` or
  ///   `.server(.recallExpired)` if the server refuses it.
  public func recall(
    _ message: MessageID, details: RecallDetails = RecallDetails(), id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await send(.recall(details), of: message, id: id, within: limit)
  }

  /// Returns the content of the user's own recalled message, for editing and sending again.
  ///
  /// The content is kept for `MartletClient.Configuration.recallEditWindow`, on those of the user's devices that held the
  /// message when it was recalled. Neither the server nor any other user's device keeps it.
  ///
  /// - Parameter message: The message.
  /// - Throws: `.storageFailed`; `.argumentInvalid` for a message of another conversation; on a new device as `id()`.
  /// - Returns: The last content; nil if it is not kept, or no longer.
  public func recalledContent(of message: MessageID) async throws(MartletError) -> MessageContent? {
    _ = try message.position(in: try await id())
    let wall = client.transport.time.wallMilliseconds
    return try await client.readAside { try $0.recalledContent(of: message, at: wall) }
  }
}
