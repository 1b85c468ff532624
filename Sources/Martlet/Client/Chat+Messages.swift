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

  /// Sends a change of a message, through the outbox.
  func change(
    _ message: MessageID, id: ClientID?, within limit: Duration?, _ action: (UInt64) -> PendingSend.Action
  ) async -> SendResult {
    do throws(MartletError) {
      return await client.send(action(try await position(of: message)), to: destination, id: id, within: limit)
    } catch {
      return .failed(error)
    }
  }
}
