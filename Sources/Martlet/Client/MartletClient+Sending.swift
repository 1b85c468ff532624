import MartletWire

// Sends of the user, and other requests of the app.
extension MartletClient {
  /// Returns the contents of the outbox in the order of the calls: pending and refused operations.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: The operations.
  public func pending() throws(MartletError) -> [PendingSend] { try read { try $0.pending() } }

  /// Removes an operation from the outbox.
  ///
  /// A refused operation is dropped. A pending one is not sent again, but may already be stored if its answer was lost;
  /// callers waiting for it get `.unknown`. If its file is not uploaded yet, the upload ends and they get `.failed` with
  /// `.cancelled`: it is not stored.
  ///
  /// - Parameter id: The operation's client id.
  /// - Throws: `.storageFailed`.
  public func discard(_ id: ClientID) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    _ = try engine.discard(id)
  }

  /// Generates a client id, using the server's clock if known.
  public func newClientID() -> ClientID { engine.newClientID() }

  /// Milliseconds since 1970 by the server's clock if that is known, otherwise by this device's.
  var wall: Int64 { engine.wall }

  func send(
    _ action: PendingSend.Action, _ details: MessageDetails = MessageDetails(), to destination: Destination, id: ClientID?,
    within limit: Duration?
  ) async -> SendResult {
    let id = id ?? newClientID()
    do {
      return await end(try await begin(action, details, to: destination, id: id), within: limit)
    } catch {
      return .failed(error)
    }
  }

  /// A send in progress.
  struct Waiting {
    let id: ClientID
    let ticket: UInt64
    let promise: Promise<SendResult>
  }

  /// Appends an operation to the outbox.
  ///
  /// The promise receives its outcome.
  func begin(
    _ action: PendingSend.Action, _ details: MessageDetails = MessageDetails(), to destination: Destination, id: ClientID
  ) async throws(MartletError) -> Waiting {
    let promise = Promise<SendResult>()
    guard let (action, details) = try await intercepted(action, details, to: destination, id: id) else {
      promise.resolve(.takenOver)
      return Waiting(id: id, ticket: 0, promise: promise)
    }
    let ticket = try submit { engine throws(MartletError) in
      try engine.submit(action, details, to: destination, id: id, written: { _ in }, ended: { promise.resolve($0) })
    }
    return Waiting(id: id, ticket: ticket, promise: promise)
  }

  func submit(
    _ begin: (ClientEngine) throws(MartletError) -> UInt64
  ) throws(MartletError) -> UInt64 {
    if let closure = engine.closure { throw closure }
    guard !Task.isCancelled else { throw .cancelled }
    defer { commitAtEndOfTurn() }
    return try begin(engine)
  }

  /// Waits for the outcome of a send.
  ///
  /// After the time limit or a cancellation, the outcome is unknown.
  func end(_ send: Waiting, within limit: Duration?) async -> SendResult {
    let promise = send.promise
    let timer = limit.map { limit in transport.schedule(after: limit) { promise.resolve(.unknown) } }
    let result = await promise.value(ifCancelled: .unknown)
    timer?.cancel()
    engine.stopWaiting(send.ticket, for: send.id)
    return result
  }

  func enqueue(
    _ action: PendingSend.Action, _ details: MessageDetails, to destination: Destination, id: ClientID?
  ) async throws(MartletError) -> ClientID {
    let id = id ?? newClientID()
    guard let (action, details) = try await intercepted(action, details, to: destination, id: id) else { return id }
    let promise = Promise<MartletError?>()
    _ = try submit { engine throws(MartletError) in
      try engine.submit(action, details, to: destination, id: id, written: { promise.resolve($0) })
    }
    // The write is short, so a cancelled task waits for it too, and learns its outcome.
    if let error = await promise.value() { throw error }
    return id
  }

  // MARK: Requests that are answered at once

  /// Creates a group that this user owns and is a member of.
  ///
  /// The call waits while the client is connecting. If the connection is lost, the request is retried and the group is
  /// created once. When the call returns, the group is in the list and this device holds its log.
  ///
  /// - Parameters:
  ///   - title: The title; at most 256 bytes.
  ///   - members: The other members.
  ///   - attributes: The shared attributes, as for `Chat.change(title:attributes:)`.
  ///   - id: The group's name: 1 to 64 bytes of `[A-Za-z0-9_.-]`; nil generates one. For a conversation of another kind that
  ///     the server knows and that has a list of members, its whole id: `KIND:NAME`.
  /// - Throws: `.server(.groupExists)`, `.server(.peerUnknown)`, `.server(.groupFull)`, `.server(.attributesFull)`;
  ///   `.contentTooLarge` for a request larger than the server accepts; `.argumentInvalid`. After `.cancelled` and
  ///   `.notConnected` the group may or may not have been created.
  /// - Returns: The group's conversation.
  public func createGroup(
    title: String, members: [UserID], attributes: [String: ContentValue] = [:], id: String? = nil
  ) async throws(MartletError) -> ConversationID {
    try await outcome {
      $0.createGroup(title: title, members: members, attributes: attributes, id: id, for: $1, then: $2)
    }
  }

  /// Sends a request and waits for its answer, across reconnections, for `Configuration.requestTimeout` at most.
  func call(_ call: Sync.Call) async throws(MartletError) -> Wire.ServerPacket.Body {
    try await outcome { engine, operation, then in engine.call(call, for: operation, then: then) }
  }
}
