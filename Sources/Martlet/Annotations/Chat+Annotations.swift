// Annotations of messages. Each call goes through the outbox, in call order, as `send(_:details:id:within:)` does. Its result is
// the result of the entry in the log, or `.unchanged` if nothing had to change.
extension Chat {
  /// Reacts to a message.
  ///
  /// As after all changes of annotations, the message has the reaction on this device when the result is `.sent`.
  ///
  /// - Parameters:
  ///   - key: The reaction, usually an emoji; 1 to 64 bytes without control characters, in Unicode normal form C.
  ///   - message: The message.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `send(_:details:id:within:)`. `.failed` with `.server(.annotationsFull)` at the server's limit.
  public func react(
    _ key: String, to message: MessageID, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await send(.react(key), of: message, id: id, within: limit)
  }

  /// Removes one's own reaction from a message.
  ///
  /// - Parameters:
  ///   - key: The reaction, as it was set.
  ///   - message: The message.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`.
  public func unreact(
    _ key: String, to message: MessageID, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await send(.unreact(key), of: message, id: id, within: limit)
  }

  /// Sets and removes properties of a message that its sender made expandable (`MessageDetails.properties`).
  ///
  /// Other systems call this message expansion or extension.
  ///
  /// The change is atomic. If several members set the same key, the change stored last wins.
  ///
  /// - Parameters:
  ///   - values: The properties to set: names of 1 to 32 characters of `[A-Za-z0-9+=_-]`, values of at most 4,096 bytes
  ///     unless the server is configured otherwise. At most 20 per call, including removed ones.
  ///   - names: The properties to remove.
  ///   - message: The message.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`. `.failed` with `.server(.notExpandable)` if the message has no properties.
  public func setProperties(
    _ values: [String: String], removing names: [String] = [], of message: MessageID, id: ClientID? = nil,
    within limit: Duration? = nil
  ) async -> SendResult {
    await send(.setProperties(values, removing: names), of: message, id: id, within: limit)
  }

  /// Votes in a poll, replacing the user's previous votes.
  ///
  /// - Parameters:
  ///   - choices: The indexes of the choices, from 0; empty to withdraw all votes.
  ///   - message: The poll.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`. `.failed` with `.server(.ballotInvalid)` or `.server(.pollClosed)`.
  public func vote(
    _ choices: [Int], on message: MessageID, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await send(.vote(choices), of: message, id: id, within: limit)
  }

  /// Closes one's own poll for good.
  ///
  /// - Parameters:
  ///   - message: The poll.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`. `.failed` with `.server(.notPermitted)` for another user's poll.
  public func closePoll(_ message: MessageID, id: ClientID? = nil, within limit: Duration? = nil) async -> SendResult {
    await send(.closePoll, of: message, id: id, within: limit)
  }

  /// Pins a message to the conversation, for everyone.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`. `.failed` with `.server(.notPermitted)` if only the owner may pin, and with
  ///   `.server(.notSupportedHere)` for a directed message.
  public func pinMessage(_ message: MessageID, id: ClientID? = nil, within limit: Duration? = nil) async -> SendResult {
    await send(.pin, of: message, id: id, within: limit)
  }

  /// Unpins a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `pinMessage(_:id:within:)`.
  public func unpinMessage(_ message: MessageID, id: ClientID? = nil, within limit: Duration? = nil) async -> SendResult {
    await send(.unpin, of: message, id: id, within: limit)
  }

  /// Changes the annotations of a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - annotation: The change. `.votes` is the form that logs use; here it means a ballot of the added choices.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As the function for this kind of change.
  public func annotate(
    _ message: MessageID, _ annotation: AnnotationChange, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await send(.annotate(annotation), of: message, id: id, within: limit)
  }

  /// Fetches the users who set a reaction or voted for a choice; for secret votes only this user.
  ///
  /// - Parameters:
  ///   - key: The reaction or choice.
  ///   - message: The message.
  ///   - limit: The largest number of users; 1 to 200.
  ///   - cursor: `Page.next` of the previous page; nil for the first page.
  /// - Throws: `.conversationUnknown`, `.server(.targetUnknown)`, `.server(.targetRecalled)`; `.argumentInvalid` for a
  ///   message of another conversation; `.notConnected`; `.cancelled`.
  /// - Returns: Users, in ascending order.
  public func annotators(
    of key: AnnotationKey, at message: MessageID, limit: Int = 100, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<UserID> {
    let (seq, user) = (try await position(of: message), try PageCursor.user(cursor))
    return try await client.outcome {
      $0.annotators(destination, of: key, at: seq, after: user, limit: limit, for: $1, then: $2)
    }
  }
}

extension Chat {
  /// Fetches the messages that reply to a message (`MessageDetails.replyTo`), in ascending order.
  ///
  /// `Annotations.replyCount` of that message is their number.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - limit: The largest number of messages; 1 to 200.
  ///   - cursor: `Page.next` of the previous page, or `.at` a message; nil for the first page.
  /// - Throws: `.conversationUnknown`; `.argumentInvalid` for a message of another conversation; `.notConnected`;
  ///   `.cancelled`.
  /// - Returns: Messages.
  public func replies(
    to message: MessageID, limit: Int = 100, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<Message> {
    let (seq, after) = (try await position(of: message), try PageCursor.position(cursor))
    return try await client.outcome {
      $0.replies(destination, to: seq, after: after ?? 0, limit: limit, for: $1, then: $2)
    }
  }

  /// Fetches the versions of a message, oldest first, ending with the current one.
  ///
  /// Each version is a message with the position and time of the entry that created it: the message itself, or an edit.
  ///
  /// - Parameter message: The message.
  /// - Throws: `.conversationUnknown`; `.argumentInvalid` for a message of another conversation; `.notConnected`;
  ///   `.cancelled`.
  /// - Returns: The versions; empty if the message was recalled or is not visible to this user.
  public func versions(of message: MessageID) async throws(MartletError) -> [Message] {
    let seq = try await position(of: message)
    return try await client.outcome { $0.versions(destination, of: seq, for: $1, then: $2) }
  }

  /// Fetches the messages pinned to the conversation, in ascending order.
  ///
  /// - Throws: `.conversationUnknown`; `.notConnected`; `.cancelled`.
  /// - Returns: Messages; `Annotations.pin` of each names the user who pinned it.
  public func pinnedMessages() async throws(MartletError) -> [Message] {
    try await client.outcome { $0.pinnedMessages(destination, for: $1, then: $2) }
  }
}
