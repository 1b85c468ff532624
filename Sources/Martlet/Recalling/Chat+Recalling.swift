import MartletWire

extension Chat {
  /// Takes a message back, for everyone: one's own, or as the group's owner anyone's, unless the server says otherwise.
  ///
  /// Goes through the outbox as `send(_:details:id:within:)` does.
  ///
  /// - Parameters:
  ///   - seq: The message's position.
  ///   - details: What goes with it; silent, nothing is shown in the message's place.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `send(_:details:id:within:)`; the position is that of the recall. `.failed` with
  ///   `.server(.notPermitted)` or `.server(.recallExpired)` where it may not be.
  public func recall(
    _ seq: UInt64, details: RecallDetails = RecallDetails(), id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await client.send(.recall(seq, details), to: destination, id: id, within: limit)
  }

  /// What the user's own message said before the user took it back, to be edited and sent again.
  ///
  /// Kept for `MartletClient.Configuration.keepsRecalled` on those of the user's devices that held the message then; nobody
  /// else's device has it, nor the server.
  ///
  /// - Parameter seq: The message's position.
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: What it said last; nil where that is not kept, or no longer.
  public func recalledContent(of seq: UInt64) async throws(MartletError) -> MessageContent? {
    let id = EntryID(conversation: try await id(), seq: seq)
    let wall = client.transport.time.wallMilliseconds
    return try await client.readAside { try $0.recalledContent(of: id, at: wall) }
  }
}

extension MartletClient {
  /// Has contents that were recalled forgotten when their time has come.
  func scheduleForgetting() {
    guard forgetting == nil, let time = core?.store.forgetsAt else { return }
    let delay = time.subtractingReportingOverflow(transport.time.wallMilliseconds)
    forgetting = transport.schedule(after: .milliseconds(delay.overflow ? 0 : max(0, delay.partialValue))) { [weak self] in
      self?.assumeIsolated { client in
        client.forgetting = nil
        // Where it fails, the next commit tries again.
        let isDone = (try? client.read { try $0.forgetRecalled(at: client.transport.time.wallMilliseconds) }) != nil
        if isDone { client.scheduleForgetting() }
      }
    }
  }
}
