/// What can be done in one conversation.
///
/// A small value; make it wherever it is needed.
public struct Chat: Sendable {
  let client: MartletClient

  /// The conversation, by its id or by the other user.
  public let destination: Destination

  /// The conversation's id.
  ///
  /// Known at once, except for `chat(with:)` on a new device, which waits for its first connection.
  ///
  /// - Throws: As `MartletClient.connected(within:)`.
  /// - Returns: The id.
  public func id() async throws(MartletError) -> ConversationID { try await client.resolve(destination) }

  // MARK: Sending

  /// Sends a message.
  ///
  /// The message is written to the outbox on the disk first, then sent as soon as there is a connection, and again after
  /// a lost one, until the server has answered. It is stored on the server once, whatever happens. Messages of one
  /// conversation are stored in the order they were sent, except that one that the server turns away for the moment (its
  /// disk is full, it is overloaded, the user is just not a member) can come after some that were under way already.
  ///
  /// Returns when the message is stored or refused. That can take as long as there is no connection; set a limit, or cancel,
  /// to wait less: the message then stays in the outbox and the result is `.unknown`. A UUIDv7 as client id says when it was
  /// made: a message that finds no connection for longer than the server remembers ids (7 days) is refused.
  ///
  /// - Parameters:
  ///   - content: What to say.
  ///   - details: What the message carries besides: mentions, fields of its sender, and more.
  ///   - id: Names the message. Sending with an id that was used for the same message gives the same result, also after the
  ///     app was killed; one used for another message is refused. Nil makes a new one.
  ///   - limit: How long to wait for the result; nil waits as long as it takes.
  /// - Returns: Stored, refused, or not known yet. `.failed` with `.storageFull` or `.storageFailed` means that nothing was
  ///   written or sent.
  public func send(
    _ content: MessageContent, details: MessageDetails = MessageDetails(), id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await client.send(.send(content), details, to: destination, id: id, within: limit)
  }

  /// Puts a message in the outbox, and returns when it is on the disk.
  ///
  /// It is sent as by `send(_:details:id:within:)`; what becomes of it tell the events `.pending` and `.pendingRemoved`, or
  /// `send(_:details:id:within:)` with the same content and id. Messages put in the outbox one after another are sent in
  /// that order, without waiting for the server in between.
  ///
  /// - Parameters:
  ///   - content: What to say.
  ///   - details: As for `send(_:details:id:within:)`.
  ///   - id: As for `send(_:details:id:within:)`.
  /// - Throws: `.storageFull`, `.storageFailed`, `.tooManyWaiting`, `.clientIDConflict`, `.contentTooLarge`, and
  ///   `.cancelled` for a task that was cancelled before: nothing was written. Cancellation later changes nothing.
  /// - Returns: The message's client id.
  @discardableResult
  public func enqueue(
    _ content: MessageContent, details: MessageDetails = MessageDetails(), id: ClientID? = nil
  ) async throws(MartletError) -> ClientID {
    try await client.enqueue(.send(content), details, to: destination, id: id)
  }

  /// Gives one's own message another content.
  ///
  /// Goes through the outbox as `send(_:details:id:within:)` does.
  ///
  /// - Parameters:
  ///   - seq: The message's position.
  ///   - content: What it says from now on.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `send(_:details:id:within:)`; the position is that of the edit.
  public func edit(
    _ seq: UInt64, to content: MessageContent, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await client.send(.edit(seq, content), to: destination, id: id, within: limit)
  }

  /// Notes that the user read up to a position.
  ///
  /// Counts on this device at once, and is told to the server when there is a connection, also after the app was killed.
  /// A position before what was read already, or before the user joined, changes nothing.
  ///
  /// - Parameter seq: The position; nil means the newest that this device knows.
  /// - Throws: `.conversationUnknown` where the conversation is not in the list, and the server, while there is a connection,
  ///   does not know of it either; `.storageFailed`; `.cancelled`.
  public func markRead(upTo seq: UInt64? = nil) async throws(MartletError) {
    try await client.markRead(destination, upTo: seq)
  }

  // MARK: Reading

  /// The conversation as the list shows it; nil where it is not in the list.
  ///
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: The conversation.
  public func summary() async throws(MartletError) -> Conversation? {
    let id = try await client.resolve(destination)
    return try await client.readAside { try $0.conversation(id) }
  }

  /// Messages and notices before a position, ascending, the newest of them.
  ///
  /// Comes from this device where it holds them; what is missing is fetched from the server and kept. Without a connection
  /// it is what this device holds, which may be less than asked for; where it holds none, it waits for a connection.
  /// An empty answer means that there is nothing before that position.
  ///
  /// - Parameters:
  ///   - seq: The position; nil means the end.
  ///   - limit: How many at most; 1 to 1,000, default 50.
  /// - Throws: `.conversationUnknown`; `.notConnected` where nothing is held and no connection is wanted; `.cancelled`.
  /// - Returns: Messages and notices, the oldest first.
  public func history(before seq: UInt64? = nil, limit: Int = 50) async throws(MartletError) -> [Message] {
    try await client.history(destination, before: seq, limit: limit)
  }

  /// The conversation's log: the entries that there are, and then those that come.
  ///
  /// - Parameter start: Where to begin.
  /// - Returns: The entries.
  public func log(from start: LogStart) -> Logs { Logs(client: client, scope: .one(destination), start: start) }

  // MARK: Members

  /// The members with their read markers, in ascending order of user id, as the server knows them now.
  ///
  /// - Throws: `.conversationUnknown`; `.notConnected`; `.cancelled`.
  /// - Returns: All members.
  public func members() async throws(MartletError) -> [Member] { try await client.members(of: destination) }

  /// Adds users to the group; those who are members already are passed over.
  ///
  /// - Parameter users: Whom to add.
  /// - Throws: `.server(.peerUnknown)`, `.server(.groupFull)`, `.server(.notSupportedHere)`; `.conversationUnknown`;
  ///   `.cancelled` and `.notConnected` leave open whether they were added.
  public func add(_ users: [UserID]) async throws(MartletError) { try await client.add(users, to: destination) }

  /// Removes users from the group, as its owner; those who are no members are passed over.
  ///
  /// - Parameters:
  ///   - users: Whom to remove.
  ///   - reason: What they and those who stay are told of it; at most 256 bytes, empty for nothing.
  /// - Throws: `.server(.notPermitted)`; `.server(.fieldInvalid)` for a longer reason; else as `add(_:)`.
  public func remove(_ users: [UserID], reason: String = "") async throws(MartletError) {
    try await client.remove(users, from: destination, reason)
  }

  /// Leaves the group, which then leaves the list.
  ///
  /// - Parameter reason: What those who stay are told of it; at most 256 bytes, empty for nothing.
  /// - Throws: As `remove(_:reason:)`.
  public func leave(reason: String = "") async throws(MartletError) {
    guard let user = await client.user else {
      try await client.connected()
      return try await leave(reason: reason)
    }
    try await client.remove([user], from: destination, reason)
  }
}
