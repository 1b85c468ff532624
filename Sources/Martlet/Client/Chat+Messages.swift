import MartletWire

// Messages are named by their ids, so that a position of another conversation cannot be taken for one of this.
extension Chat {
  /// Returns the id of the message at a position of this conversation, whether or not a message exists there.
  ///
  /// Use it for positions that come from elsewhere, such as a link. Messages, log items and results have their `id`.
  ///
  /// - Parameter position: The position in the conversation's log, from 1.
  /// - Throws: As `id()`.
  /// - Returns: The id.
  public func messageID(at position: UInt64) async throws(MartletError) -> MessageID {
    MessageID(conversation: try await id(), seq: position)
  }

  /// The position of a message, which has to be of this conversation.
  func position(of message: MessageID) async throws(MartletError) -> UInt64 { try message.position(in: try await id()) }

  func position(of message: MessageID?) async throws(MartletError) -> UInt64? {
    guard let message else { return nil }
    return try message.position(in: try await id())
  }

  func positions(of messages: [MessageID]) async throws(MartletError) -> [UInt64] {
    messages.isEmpty ? [] : try messages.positions(in: try await id())
  }

  /// Puts a change of a message into the outbox, such as an edit, a recall, a reaction or a vote, and returns when it is on disk.
  ///
  /// ```swift
  /// try await chat.enqueue(.react("👍"), of: message.id)
  /// ```
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - message: The message.
  ///   - id: As for `send(_:details:id:within:)`.
  /// - Throws: As `enqueue(_:details:id:)`; `.argumentInvalid` for a message of another conversation; on a new device as `id()`.
  /// - Returns: The change's client id.
  @discardableResult
  public func enqueue(
    _ change: MessageChange, of message: MessageID, id: ClientID? = nil
  ) async throws(MartletError) -> ClientID {
    try await client.enqueue(change.action(at: try await position(of: message)), MessageDetails(), to: destination, id: id)
  }

  /// Sends a change of a message, through the outbox.
  func send(_ change: MessageChange, of message: MessageID, id: ClientID?, within limit: Duration?) async -> SendResult {
    do throws(MartletError) {
      return await client.send(change.action(at: try await position(of: message)), to: destination, id: id, within: limit)
    } catch {
      return .failed(error)
    }
  }
}
