import MartletWire

// What members attach to messages. All of it goes through the outbox as `send(_:details:id:within:)` does, in the order in
// which it was done, and its result is that of the entry in the log; `.unchanged` where it was so already.
extension Chat {
  /// Reacts to a message.
  ///
  /// - Parameters:
  ///   - key: Mostly an emoji; 1 to 64 bytes without control characters, in Unicode's normal form C.
  ///   - seq: The message's position.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `send(_:details:id:within:)`. `.failed` with `.server(.annotationsFull)` where the server allows no more.
  public func react(
    _ key: String, to seq: UInt64, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await annotate(seq, .reactions(added: [key], removed: []), id: id, within: limit)
  }

  /// Takes one's reaction to a message away.
  ///
  /// - Parameters:
  ///   - key: As it was given.
  ///   - seq: The message's position.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`.
  public func unreact(
    _ key: String, to seq: UInt64, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await annotate(seq, .reactions(added: [], removed: [key]), id: id, within: limit)
  }

  /// Sets and removes properties of a message that its sender made expandable (`MessageDetails.properties`).
  ///
  /// All of them or none. Of several members who set one key, the last one stored by the server wins.
  ///
  /// - Parameters:
  ///   - values: What to set: names of 1 to 32 of `[A-Za-z0-9+=_-]`, values of at most 4,096 bytes unless the server was set
  ///     up otherwise; at most 20 at once, those removed among them.
  ///   - names: What to remove.
  ///   - seq: The message's position.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`. `.failed` with `.server(.notExpandable)` where the message has no properties.
  public func setProperties(
    _ values: [String: String], removing names: [String] = [], of seq: UInt64, id: ClientID? = nil,
    within limit: Duration? = nil
  ) async -> SendResult {
    await annotate(seq, .properties(set: values, removed: names), id: id, within: limit)
  }

  /// Votes on a poll; what was voted before is replaced.
  ///
  /// - Parameters:
  ///   - choices: The indexes of the choices taken, from 0; none takes the votes back.
  ///   - seq: The poll's position.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`. `.failed` with `.server(.ballotInvalid)` or `.server(.pollClosed)`.
  public func vote(
    _ choices: [Int], on seq: UInt64, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await annotate(seq, .ballot(choices), id: id, within: limit)
  }

  /// Ends the voting on one's own poll, for good.
  ///
  /// - Parameters:
  ///   - seq: The poll's position.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`. `.failed` with `.server(.notPermitted)` where it is another's poll.
  public func closePoll(_ seq: UInt64, id: ClientID? = nil, within limit: Duration? = nil) async -> SendResult {
    await annotate(seq, .pollClosed, id: id, within: limit)
  }

  /// Pins a message to the conversation, for everyone.
  ///
  /// - Parameters:
  ///   - seq: The message's position.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `react(_:to:id:within:)`. `.failed` with `.server(.notPermitted)` where only the owner pins,
  ///   with `.server(.notSupportedHere)` for a message that is directed to some of the members.
  public func pin(_ seq: UInt64, id: ClientID? = nil, within limit: Duration? = nil) async -> SendResult {
    await annotate(seq, .pin(true), id: id, within: limit)
  }

  /// Takes a pinned message off.
  ///
  /// - Parameters:
  ///   - seq: The message's position.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `pin(_:id:within:)`.
  public func unpin(_ seq: UInt64, id: ClientID? = nil, within limit: Duration? = nil) async -> SendResult {
    await annotate(seq, .pin(false), id: id, within: limit)
  }

  /// Changes what is attached to a message: what the other functions here do, by a value.
  ///
  /// - Parameters:
  ///   - seq: The message's position.
  ///   - change: What to change; `votes` is what a log tells, and asked for it is the ballot of what is added.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As the function for this kind of change.
  public func annotate(
    _ seq: UInt64, _ change: AnnotationChange, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await client.send(.annotate(seq, change), to: destination, id: id, within: limit)
  }

  /// Who reacted, or voted for a choice, as the server knows it now; of secret votes only one's own.
  ///
  /// - Parameters:
  ///   - key: The reaction or choice.
  ///   - seq: The message's position.
  ///   - user: Continue after this user; nil begins.
  ///   - limit: How many at most; 1 to 200.
  /// - Throws: `.conversationUnknown`, `.server(.targetUnknown)`, `.server(.targetRecalled)`; `.notConnected`; `.cancelled`.
  /// - Returns: A page of users.
  public func annotators(
    of key: AnnotationKey, at seq: UInt64, after user: UserID? = nil, limit: Int = 100
  ) async throws(MartletError) -> AnnotatorPage {
    try await client.annotators(destination, of: key, at: seq, after: user, limit: limit)
  }
}

extension Chat {
  /// Messages that reply to a message (`MessageDetails.replyTo`), ascending, as the server knows them now.
  ///
  /// `Annotations.replyCount` of that message says how many there are.
  ///
  /// - Parameters:
  ///   - seq: The message's position.
  ///   - after: Only those after this position.
  ///   - limit: How many at most; 1 to 200.
  /// - Throws: `.conversationUnknown`; `.notConnected`; `.cancelled`.
  /// - Returns: Messages; fewer than `limit` where there are no more.
  public func replies(
    to seq: UInt64, after: UInt64 = 0, limit: Int = 100
  ) async throws(MartletError) -> [Message] {
    try await client.replies(destination, to: seq, after: after, limit: min(max(limit, 1), 200))
  }

  /// What a message said before each of its edits, and what it says now, the first wording first, as the server knows them.
  ///
  /// Each is a message whose position and time are those of the entry that brought the wording: of the message itself, or
  /// of an edit.
  ///
  /// - Parameter seq: The message's position.
  /// - Throws: `.conversationUnknown`; `.notConnected`; `.cancelled`.
  /// - Returns: The wordings; none of a message that was taken back, or that this user may not see.
  public func versions(of seq: UInt64) async throws(MartletError) -> [Message] {
    try await client.versions(destination, of: seq)
  }

  /// The messages pinned to the conversation, ascending, as the server knows them now.
  ///
  /// - Throws: `.conversationUnknown`; `.notConnected`; `.cancelled`.
  /// - Returns: Messages; `Annotations.pin` says who pinned each.
  public func pinnedMessages() async throws(MartletError) -> [Message] {
    try await client.pinned(destination)
  }
}

extension MartletClient {
  func pinned(_ destination: Destination) async throws(MartletError) -> [Message] {
    try await allMessages(of: destination) { .listPinned(Wire.ListPinned(conversation: destination.description, after: $0)) }
  }

  func versions(_ destination: Destination, of seq: UInt64) async throws(MartletError) -> [Message] {
    try await allMessages(of: destination) {
      .listVersions(Wire.ListVersions(conversation: destination.description, target: seq, after: $0))
    }
  }

  /// All pages of what `request` asks for after a position.
  private func allMessages(
    of destination: Destination, _ request: (_ after: UInt64) -> Wire.ClientPacket.Request
  ) async throws(MartletError) -> [Message] {
    var found: [Message] = []
    while true {
      let last = found.last?.seq ?? 0
      let page = try await messages(request(last), of: destination)
      guard page.messages.first.map({ $0.seq > last }) ?? true else { throw .unexpectedAnswer }
      found += page.messages
      guard page.hasMore, !page.messages.isEmpty else { return found }
    }
  }

  func replies(
    _ destination: Destination, to seq: UInt64, after: UInt64, limit: Int
  ) async throws(MartletError) -> [Message] {
    var found: [Message] = []
    var after = after
    while found.count < limit {
      let list = Wire.ListReplies(
        conversation: destination.description, target: seq, after: after, limit: UInt32(limit - found.count))
      let page = try await messages(.listReplies(list), of: destination)
      found += page.messages
      // A large page comes in parts.
      guard page.hasMore, let last = page.messages.last?.seq, last > after else { break }
      after = last
    }
    return found
  }

  func messages(
    _ request: Wire.ClientPacket.Request, of destination: Destination
  ) async throws(MartletError) -> (messages: [Message], hasMore: Bool) {
    guard case .messages(let page) = try await call(.request(request)), let id = ConversationID(page.conversation),
      destination.conversation(of: user).map({ $0 == id }) ?? true, page.entries.allSatisfy({ $0.conversation == id.text })
    else { throw .unexpectedAnswer }
    return (page.entries.compactMap { $0.message(of: id) }, page.more)
  }

  func annotators(
    _ destination: Destination, of key: AnnotationKey, at seq: UInt64, after user: UserID?, limit: Int
  ) async throws(MartletError) -> AnnotatorPage {
    var list = Wire.ListAnnotators(
      conversation: destination.description, target: seq, after: user?.text ?? "", limit: UInt32(min(max(limit, 1), 200)))
    switch key {
    case .reaction(let text): (list.kind, list.key) = (.reaction, text)
    case .choice(let index): (list.kind, list.key) = (.vote, String(index))
    }
    guard case .annotators(let page) = try await call(.request(.listAnnotators(list))), page.target == seq else {
      throw .unexpectedAnswer
    }
    return AnnotatorPage(users: page.annotators.compactMap { UserID($0.user) }, hasMore: page.more)
  }
}
