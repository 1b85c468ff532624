// Messages that the server sends at a time to come.
extension Chat {
  /// Schedules a message, which the server sends at a given time even if this device is offline then.
  ///
  /// Requires the server: the call waits while the client is connecting, and does not use the outbox. When it returns, the
  /// server has the message on disk. The server sends it once. At that time it checks again whether the user may write in the
  /// conversation, and drops the message if not.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - details: As for `send(_:details:id:within:)`.
  ///   - time: The time by the server's clock: more than a minute and at most 30 days ahead, unless the server is configured
  ///     otherwise.
  ///   - id: The name of the scheduled message; nil generates one. For seven days the same request under the same id has the
  ///     same outcome and schedules nothing anew, also after the message was sent or cancelled.
  /// - Throws: `.server(.fieldInvalid)` with the field `at` for a time out of range; `.server(.tooManyScheduled)` beyond 100;
  ///   `.conversationUnknown`; `.server(.peerUnknown)`; `.clientIDConflict`; `.contentTooLarge`. After `.notConnected` and
  ///   `.cancelled` the message may or may not be scheduled.
  /// - Returns: The name of the scheduled message.
  @discardableResult
  public func schedule(
    _ content: MessageContent, details: MessageDetails = MessageDetails(), at time: Timestamp, id: ClientID? = nil
  ) async throws(MartletError) -> ClientID {
    let name: ClientID = if let id { id } else { await client.newClientID() }
    try await client.outcome { [destination] in
      $0.schedule(content, details, to: destination, at: time, id: name, for: $1, then: $2)
    }
    return name
  }
}

extension MartletClient {
  /// The current time by the server's clock if known, otherwise by this device's clock.
  public var serverTime: Timestamp { Timestamp(milliseconds: wall) }

  /// Fetches the user's pending scheduled messages, from all devices, earliest first.
  ///
  /// While connected, `Event.scheduled` and `Event.scheduledEnded` report changes.
  ///
  /// - Throws: `.notConnected`; `.cancelled`.
  /// - Returns: All pending scheduled messages.
  public func scheduled() async throws(MartletError) -> [ScheduledMessage] {
    try await outcome { $0.scheduled(for: $1, then: $2) }
  }

  /// Cancels a scheduled message.
  ///
  /// - Parameter id: The name of the scheduled message.
  /// - Throws: `.notConnected` and `.cancelled`; the message may or may not be cancelled then.
  /// - Returns: True if the message will not be sent, also when it was cancelled before; false if it was already sent, or the
  ///   server knows nothing under that name.
  @discardableResult
  public func cancelScheduled(_ id: ClientID) async throws(MartletError) -> Bool {
    try await outcome { $0.cancelScheduled(id, for: $1, then: $2) }
  }
}
