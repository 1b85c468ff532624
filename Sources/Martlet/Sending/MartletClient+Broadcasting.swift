// One thing said in several places.
extension MartletClient {
  /// Conversations and messages that one call may put in the outbox.
  private static let sendsAtOnce = 500

  /// Sends the same to several conversations, each as a message of its own.
  ///
  /// All of them are in the outbox, on the disk, before the first goes out: none is lost where the app is killed. Where one
  /// is refused, the others go on.
  ///
  /// - Parameters:
  ///   - content: What to say.
  ///   - destinations: Where; 1 to 500, each once.
  ///   - limit: How long to wait for all results; nil waits as long as it takes. What is open then is `.unknown`, and stays in
  ///     the outbox.
  /// - Throws: `.argumentInvalid` where there are too many, or none: nothing is sent.
  /// - Returns: How each ended, in the order of the destinations.
  public func broadcast(
    _ content: MessageContent, to destinations: [Destination], within limit: Duration? = nil
  ) async throws(MartletError) -> [BroadcastResult] {
    try ContentCheck.count(destinations.count, "destinations", in: 1...Self.sendsAtOnce)
    guard Set(destinations).count == destinations.count else {
      throw MartletError(.argumentInvalid, "a destination is named twice: name each once", field: "destinations")
    }
    return await sendAll(destinations.map { (destination: $0, content: content) }, within: limit)
  }

  /// Hands messages on to other conversations.
  ///
  /// Contents are sent as they are now, further members included.
  ///
  /// - Parameters:
  ///   - messages: What to hand on, in this order; 1 to 100. Notices and messages taken back cannot be.
  ///   - destinations: Where to; 1 to 500 sends in all.
  ///   - style: One by one, or as one message.
  ///   - limit: As for `broadcast(_:to:within:)`.
  /// - Throws: `.argumentInvalid` with the field, `.contentTooLarge` where they are too much for one: nothing is sent.
  /// - Returns: How each send ended: for each destination in order, all messages in order.
  public func forward(
    _ messages: [Message], to destinations: [Destination], _ style: ForwardStyle = .separately,
    within limit: Duration? = nil
  ) async throws(MartletError) -> [BroadcastResult] {
    try ContentCheck.count(messages.count, "messages", in: 1...ForwardContent.entriesAtMost)
    var contents: [MessageContent] = []
    var entries: [ForwardContent.Entry] = []
    for message in messages {
      guard let content = message.content else {
        throw MartletError(.argumentInvalid, "a message says nothing that could be handed on", field: "messages")
      }
      contents.append(content)
      entries.append(ForwardContent.Entry(sender: message.sender, time: message.time, content: content))
    }
    if case .combined(let title) = style { contents = [try MessageContent(ForwardContent(title: title, entries: entries))] }
    try ContentCheck.count(destinations.count * contents.count, "destinations", in: 1...Self.sendsAtOnce)
    let sends = destinations.flatMap { destination in contents.map { (destination: destination, content: $0) } }
    return await sendAll(sends, within: limit)
  }

  /// Puts everything in the outbox in this order, and waits for the end of each.
  private func sendAll(
    _ sends: [(destination: Destination, content: MessageContent)], within limit: Duration?
  ) async -> [BroadcastResult] {
    let ids = sends.map { _ in newClientID() }
    var results: [Int: SendResult] = [:]
    var promises: [(index: Int, promise: Promise<SendResult>)] = []
    for (index, send) in sends.enumerated() {
      do {
        promises.append((index, try await begin(.send(send.content), to: send.destination, id: ids[index])))
      } catch {
        results[index] = .failed(error)
      }
    }
    await withTaskGroup(of: (Int, SendResult).self) { group in
      for (index, promise) in promises {
        group.addTask { (index, await self.end(of: ids[index], promise, within: limit)) }
      }
      for await (index, result) in group { results[index] = result }
    }
    return sends.indices.map { index in
      BroadcastResult(destination: sends[index].destination, id: ids[index], result: results[index] ?? .unknown)
    }
  }
}
