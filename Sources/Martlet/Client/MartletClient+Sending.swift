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
  /// callers waiting for it get `.unknown`.
  ///
  /// - Parameter id: The operation's client id.
  /// - Throws: `.storageFailed`.
  public func discard(_ id: ClientID) throws(MartletError) {
    let row = try read { try $0.discard(id) }
    guard let row else { return }
    input { $0.input { $0.outboxRemoved(row) } }
    board.publish(.pendingRemoved(id))
    resolveSends(id, .unknown)
  }

  /// Generates a client id, using the server's clock if known.
  public func newClientID() -> ClientID { ClientID(milliseconds: wall, random: &random) }

  /// Milliseconds since 1970 by the server's clock if that is known, otherwise by this device's.
  var wall: Int64 { core?.sync.serverTime(at: now) ?? transport.time.wallMilliseconds }

  /// Content above this is more than any server takes.
  private static let contentBytes = 16 << 20

  /// Adds a draft to the outbox at the end of this turn, and then reports whether it is stored.
  private func draft(
    _ action: PendingSend.Action, _ details: MessageDetails, to destination: Destination, id: ClientID,
    written: @escaping @Sendable (MartletError?) -> Void
  ) throws(MartletError) {
    guard core != nil else { throw MartletError.closed }
    guard !Task.isCancelled else { throw MartletError.cancelled }
    if let size = action.contentBytes, size > Self.contentBytes {
      throw MartletError(
        .contentTooLarge, "the content is too large", limit: UInt64(Self.contentBytes), actual: UInt64(size))
    }
    lastTicket += 1
    drafted[lastTicket] = written
    let draft = LocalStore.Draft(
      id: id, destination: destination, action: action, details: details, made: Timestamp(milliseconds: wall),
      ticket: lastTicket)
    input { $0.enqueue(draft) }
  }

  func send(
    _ action: PendingSend.Action, _ details: MessageDetails = MessageDetails(), to destination: Destination, id: ClientID?,
    within limit: Duration?
  ) async -> SendResult {
    let id = id ?? newClientID()
    do {
      return await end(of: id, try await begin(action, details, to: destination, id: id), within: limit)
    } catch {
      return .failed(error)
    }
  }

  /// Appends a draft to the outbox.
  ///
  /// The promise receives its outcome.
  func begin(
    _ action: PendingSend.Action, _ details: MessageDetails = MessageDetails(), to destination: Destination, id: ClientID
  ) async throws(MartletError) -> Promise<SendResult> {
    let intercepted = try await intercepted(action, details, to: destination, id: id)
    let promise = Promise<SendResult>()
    try draft(intercepted, details, to: destination, id: id) { error in
      if let error { promise.resolve(.failed(error)) }
    }
    sends[id, default: []].append(promise)
    return promise
  }

  /// Waits for the outcome of a send.
  ///
  /// After the time limit or a cancellation, the outcome is unknown.
  func end(of id: ClientID, _ promise: Promise<SendResult>, within limit: Duration?) async -> SendResult {
    let timer = limit.map { limit in transport.schedule(after: limit) { promise.resolve(.unknown) } }
    let result = await promise.value(ifCancelled: .unknown)
    timer?.cancel()
    sends[id]?.removeAll { $0 === promise }
    if sends[id]?.isEmpty == true { sends[id] = nil }
    return result
  }

  func enqueue(
    _ action: PendingSend.Action, _ details: MessageDetails, to destination: Destination, id: ClientID?
  ) async throws(MartletError) -> ClientID {
    let id = id ?? newClientID()
    let intercepted = try await intercepted(action, details, to: destination, id: id)
    let promise = Promise<MartletError?>()
    try draft(intercepted, details, to: destination, id: id) { promise.resolve($0) }
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
    let name = id ?? newClientID().text
    guard let group = ConversationID.group(name) ?? ConversationID(name), group.pair == nil else {
      throw MartletError(.argumentInvalid, "the group's id must be 1 to 64 of A-Z a-z 0-9 _ . -", field: "id")
    }
    let (first, rest) = (members.prefix(Self.usersPerRequest), members.dropFirst(Self.usersPerRequest))
    let create = Wire.CreateGroup(
      group: name, clientId: newClientID().text, title: title, members: first.map(\.text),
      attributes: try Self.attributes(attributes))
    guard case .appended = try await call(.request(.createGroup(create))) else { throw .unexpectedAnswer }
    if !rest.isEmpty { try await add(Array(rest), to: .conversation(group)) }
    _ = try await arrives(group)
    return group
  }

  /// Users named in one request; more are sent in several.
  private static let usersPerRequest = 200

  func add(_ users: [UserID], to destination: Destination) async throws(MartletError) {
    try await changeMembers(users) { part, id in
      .addMembers(Wire.AddMembers(conversation: destination.description, clientId: id.text, users: part))
    }
  }

  func remove(_ users: [UserID], from destination: Destination, _ reason: String) async throws(MartletError) {
    try await changeMembers(users) { part, id in
      .removeMembers(
        Wire.RemoveMembers(conversation: destination.description, clientId: id.text, users: part, reason: reason))
    }
  }

  private func changeMembers(
    _ users: [UserID], _ request: ([String], ClientID) -> Wire.ClientPacket.Request
  ) async throws(MartletError) {
    var rest = users.map(\.text)[...]
    while !rest.isEmpty {
      switch try await call(.request(request(Array(rest.prefix(Self.usersPerRequest)), newClientID()))) {
      case .appended, .done: rest = rest.dropFirst(Self.usersPerRequest)
      default: throw .unexpectedAnswer
      }
    }
  }

  func members(of destination: Destination) async throws(MartletError) -> [Member] {
    var members: [Member] = []
    var after = ""
    while true {
      let request = Wire.ListMembers(conversation: destination.description, after: after, limit: 100)
      guard case .members(let page) = try await call(.read(.listMembers(request))) else { throw .unexpectedAnswer }
      for member in page.members {
        guard let user = UserID(member.user), member.user.utf8.lexicographicallyPrecedes(after.utf8) == false else {
          throw .unexpectedAnswer
        }
        members.append(Member(member, user))
      }
      guard page.more, let last = page.members.last?.user, last != after else {
        let (id, found) = (try await resolve(destination), members)
        if core != nil { try read { try $0.keepMarkers(of: found, in: id) } }
        return members
      }
      after = last
    }
  }

  /// Sends a request and waits for its answer, across reconnections, for `Configuration.requestTimeout` at most.
  func call(_ call: Sync.Call) async throws(MartletError) -> Wire.ServerPacket.Body {
    guard core != nil else { throw MartletError.closed }
    callNumber += 1
    let id = Sync.CallID(number: callNumber)
    let promise = Promise<Result<Wire.ServerPacket.Body, MartletError>>()
    calls[id] = promise
    input { $0.input { $0.call(id, call, at: now) } }
    let result = await promise.value(ifCancelled: .failure(MartletError.cancelled))
    if calls.removeValue(forKey: id) != nil { input { $0.input { $0.cancelCall(id) } } }
    return try result.get()
  }
}

extension PendingSend.Action {
  fileprivate var contentBytes: Int? {
    switch self {
    case .send(let content), .edit(_, let content): content.json.utf8.count + content.type.utf8.count
    case .recall: nil
    case .annotate(_, let change): change.items.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
  }
}
