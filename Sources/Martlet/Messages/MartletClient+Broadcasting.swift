// Sending one content to several conversations.
extension MartletClient {
  /// Conversations and messages that one call may put in the outbox.
  private static let sendsAtOnce = 500

  /// Sends the same content to several conversations, as a separate message in each.
  ///
  /// All messages are in the outbox on disk before the first is sent, so none is lost if the app is killed. If one is
  /// refused, the others continue.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - destinations: The destinations; 1 to 500, without duplicates.
  ///   - limit: The time to wait for all results; nil to wait without limit. Unfinished messages then return `.unknown` and
  ///     stay in the outbox.
  /// - Throws: `.argumentInvalid` for too many or no destinations; nothing is sent.
  /// - Returns: The results, in the order of the destinations.
  public func broadcast(
    _ content: MessageContent, to destinations: [Destination], within limit: Duration? = nil
  ) async throws(MartletError) -> [BroadcastResult] {
    try ContentCheck.count(destinations.count, "destinations", in: 1...Self.sendsAtOnce)
    guard Set(destinations).count == destinations.count else {
      throw MartletError(.argumentInvalid, "a destination occurs twice; pass each once", field: "destinations")
    }
    return await sendAll(destinations.map { (destination: $0, content: content) }, within: limit)
  }

  /// Forwards messages to other conversations.
  ///
  /// Sends the current contents, including members that this version does not know.
  ///
  /// - Parameters:
  ///   - messages: The messages in order; 1 to 100. Notices and recalled messages cannot be forwarded.
  ///   - destinations: The destinations; at most 500 sends in total.
  ///   - style: Forward as separate messages or as one.
  ///   - limit: As for `broadcast(_:to:within:)`.
  /// - Throws: `.argumentInvalid` with the field; `.contentTooLarge` if the messages do not fit into one. Nothing is sent.
  /// - Returns: The result of each send: for each destination in order, all messages in order.
  public func forward(
    _ messages: [Message], to destinations: [Destination], _ style: ForwardStyle = .separately,
    within limit: Duration? = nil
  ) async throws(MartletError) -> [BroadcastResult] {
    try ContentCheck.count(messages.count, "messages", in: 1...ForwardContent.entriesAtMost)
    var contents: [MessageContent] = []
    var entries: [ForwardContent.Entry] = []
    for message in messages {
      guard let content = message.content else {
        throw MartletError(.argumentInvalid, "a message has no content to forward", field: "messages")
      }
      contents.append(content)
      entries.append(ForwardContent.Entry(sender: message.sender, time: message.time, content: content))
    }
    if case .combined(let title) = style { contents = [try MessageContent(ForwardContent(title: title, entries: entries))] }
    try ContentCheck.count(destinations.count * contents.count, "destinations", in: 1...Self.sendsAtOnce)
    let sends = destinations.flatMap { destination in contents.map { (destination: destination, content: $0) } }
    return await sendAll(sends, within: limit)
  }

  /// Adds all messages to the outbox in this order, and waits for the outcome of each.
  private func sendAll(
    _ sends: [(destination: Destination, content: MessageContent)], within limit: Duration?
  ) async -> [BroadcastResult] {
    let ids = sends.map { _ in newClientID() }
    var results: [Int: SendResult] = [:]
    var waiting: [(index: Int, send: Waiting)] = []
    for (index, send) in sends.enumerated() {
      do {
        waiting.append((index, try await begin(.send(send.content), to: send.destination, id: ids[index])))
      } catch {
        results[index] = .failed(error)
      }
    }
    await withTaskGroup(of: (Int, SendResult).self) { group in
      for (index, send) in waiting {
        group.addTask { (index, await self.end(send, within: limit)) }
      }
      for await (index, result) in group { results[index] = result }
    }
    return sends.indices.map { index in
      BroadcastResult(destination: sends[index].destination, id: ids[index], result: results[index] ?? .unknown)
    }
  }
}
