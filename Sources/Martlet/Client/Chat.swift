/// A handle with the operations on one conversation.
///
/// It is a small value; create one wherever it is needed.
public struct Chat: Sendable {
  let client: MartletClient

  /// The conversation, by its id or by the other user.
  public let destination: Destination

  /// Returns the conversation's id.
  ///
  /// The id is known at once, with one exception: for `chat(with:)` on a new device, this waits for the first connection.
  ///
  /// - Throws: As `MartletClient.connected(within:)`.
  /// - Returns: The id.
  public func id() async throws(MartletError) -> ConversationID { try await client.resolve(destination) }

  // MARK: Sending

  /// Sends a message.
  ///
  /// The message is first written to the outbox on disk. It is then sent, and sent again after a lost connection, until the
  /// server has answered. The server stores it exactly once. Messages of one conversation are stored in the order in which
  /// they were sent, with one exception: if the server refuses a message temporarily (its disk is full, it is overloaded, the
  /// user is not a member at the moment), messages already in flight may come first.
  ///
  /// The call returns when the message is stored or refused, which can take as long as the device is offline. Set a limit or
  /// cancel the task to wait less: the message stays in the outbox, and the result is `.unknown`. A UUIDv7 contains its
  /// creation time: a message that stays offline for longer than the server remembers client ids (7 days) is refused.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - details: The fields besides the content: mentions, custom fields, and more.
  ///   - id: The client id (idempotency key). The same id with the same message returns the same result, even after the app
  ///     was killed; with another message it is refused. Nil generates one.
  ///   - limit: The time to wait for the result; nil to wait without limit.
  /// - Returns: The outcome. `.failed` with `.storageFull` or `.storageFailed` means that nothing was written or sent.
  public func send(
    _ content: MessageContent, details: MessageDetails = MessageDetails(), id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await client.send(.send(content), details, to: destination, id: id, within: limit)
  }

  /// Puts a message into the outbox, and returns when it is on disk.
  ///
  /// The message is then sent as by `send(_:details:id:within:)`. The events `.pending` and `.pendingRemoved` report its
  /// outcome; so does `send(_:details:id:within:)` with the same content and id. Messages enqueued one after another are sent
  /// in that order, without waiting for the server in between.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - details: As for `send(_:details:id:within:)`.
  ///   - id: As for `send(_:details:id:within:)`.
  /// - Throws: `.storageFull`, `.storageFailed`, `.tooManyWaiting`, `.clientIDConflict`, `.contentTooLarge`, and `.cancelled`
  ///   if the task was cancelled before the call. Nothing was written then. Later cancellation has no effect.
  /// - Returns: The message's client id.
  @discardableResult
  public func enqueue(
    _ content: MessageContent, details: MessageDetails = MessageDetails(), id: ClientID? = nil
  ) async throws(MartletError) -> ClientID {
    try await client.enqueue(.send(content), details, to: destination, id: id)
  }

  /// Puts an operation of `MartletClient.pending()` into the outbox again, and returns when it is on disk.
  ///
  /// To change a message, use `enqueue(_:of:id:)`, which takes its id.
  ///
  /// - Parameters:
  ///   - action: The operation.
  ///   - id: As for `send(_:details:id:within:)`.
  /// - Throws: As `enqueue(_:details:id:)`.
  /// - Returns: The operation's client id.
  @discardableResult
  public func enqueue(_ action: PendingSend.Action, id: ClientID? = nil) async throws(MartletError) -> ClientID {
    try await client.enqueue(action, MessageDetails(), to: destination, id: id)
  }

  /// Replaces the content of one's own message.
  ///
  /// The edit goes through the outbox as in `send(_:details:id:within:)`.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - content: The new content.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: As for `send(_:details:id:within:)`.
  /// - Returns: As `send(_:details:id:within:)`, with the position of the edit.
  public func edit(
    _ message: MessageID, to content: MessageContent, id: ClientID? = nil, within limit: Duration? = nil
  ) async -> SendResult {
    await send(.edit(content), of: message, id: id, within: limit)
  }

  /// Moves the user's read marker to a message.
  ///
  /// Other systems call this clear unread, or send a read receipt.
  ///
  /// Takes effect on this device at once. The server is told when the device is online, even after the app was killed. A
  /// message before the current marker, or before the user joined, has no effect. The message need not be on this device: a
  /// notification may have named it.
  ///
  /// - Parameter message: The message; nil for the newest one that this device knows. Beyond the newest one, the marker moves to
  ///   that one.
  /// - Throws: `.conversationUnknown` if the conversation is not in the list and, while online, the server does not know it
  ///   either; `.argumentInvalid` for a message of another conversation; `.storageFailed`; `.cancelled`.
  public func markRead(upTo message: MessageID? = nil) async throws(MartletError) {
    try await client.markRead(destination, upTo: try await position(of: message))
  }

  // MARK: Reading

  /// Returns the conversation as it appears in the list; nil if it is not in the list.
  ///
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: The conversation.
  public func summary() async throws(MartletError) -> Conversation? {
    let id = try await client.resolve(destination)
    return try await client.readAside { try $0.conversation(id) }
  }

  /// Returns the newest messages and notices before another, in ascending order.
  ///
  /// Reads cached messages; fetches missing ones from the server and caches them. Offline it returns the cached messages,
  /// which may be fewer than `limit`; if none are cached, it waits for a connection. An empty result means that nothing
  /// precedes it.
  ///
  /// - Parameters:
  ///   - message: The other one; nil for the end.
  ///   - limit: The largest number of messages; 1 to 1,000, default 50.
  /// - Throws: `.conversationUnknown`; `.notConnected` if nothing is cached and the client is not connecting; `.cancelled`.
  /// - Returns: Messages and notices, oldest first.
  public func history(before message: MessageID? = nil, limit: Int = 50) async throws(MartletError) -> [Message] {
    try await client.history(destination, before: try await position(of: message), limit: limit)
  }

  /// Returns the entries of the conversation's log: existing ones first, then new ones as they arrive.
  ///
  /// - Parameter start: The starting point.
  /// - Returns: The entries.
  public func log(from start: LogStart) -> Logs { Logs(client: client, scope: .one(destination), start: start) }

  // MARK: Members

  /// Fetches the members with their markers, in ascending order of user id.
  ///
  /// From then on this device keeps the list up to date. Without a connection, the members are those that it knows.
  ///
  /// - Parameter filter: The members wanted; all by default.
  /// - Throws: `.conversationUnknown`; `.notConnected` if this device has never read the list; `.cancelled`.
  /// - Returns: All members that pass the filter.
  public func members(matching filter: MemberFilter = MemberFilter()) async throws(MartletError) -> [Member] {
    try await client.outcome { $0.members(of: destination, matching: filter, for: $1, then: $2) }
  }

  /// Returns the members as this device knows them, in ascending order of user id, without asking the server.
  ///
  /// The list is up to date as soon as the device has caught up. `Event.members` tells when it changes. After a gap in the log
  /// that was not fetched it is as it was before, until `members(matching:)` is called again.
  ///
  /// - Parameter filter: The members wanted; all by default.
  /// - Throws: `.closed`; the errors of the local database.
  /// - Returns: The members that pass the filter; nil if this device has never read the list.
  public func cachedMembers(matching filter: MemberFilter = MemberFilter()) async throws(MartletError) -> [Member]? {
    try await client.outcome { $0.cachedMembers(of: destination, matching: filter, for: $1, then: $2) }
  }

  /// Returns what the user may do in the conversation now, as far as this device knows.
  ///
  /// To follow it, ask again at each `Event.conversation`, and when `Conversation.silencedUntil` has passed.
  ///
  /// - Throws: `.conversationUnknown` for a group that is not in the list; `.notConnected` before the first connection;
  ///   `.cancelled`.
  /// - Returns: What is permitted.
  public func permissions() async throws(MartletError) -> Permissions {
    try await client.outcome { $0.permissions(in: destination, for: $1, then: $2) }
  }

  /// Adds users to the group, ignoring those who are already members.
  ///
  /// - Parameter users: The users to add.
  /// - Throws: `.server(.peerUnknown)`, `.server(.groupFull)`, `.server(.notSupportedHere)`; `.conversationUnknown`. After
  ///   `.cancelled`, `.notConnected` and `.timedOut` the users may or may not have been added.
  public func add(_ users: [UserID]) async throws(MartletError) {
    try await client.outcome { $0.add(users, to: destination, for: $1, then: $2) }
  }

  /// Removes users from the group, ignoring those who are not members.
  ///
  /// The owner may remove anyone, an admin plain members.
  ///
  /// - Parameters:
  ///   - users: The users to remove.
  ///   - reason: A reason for them and for the remaining members; at most 256 bytes, empty for none.
  /// - Throws: `.server(.notPermitted)`; `.server(.fieldInvalid)` for a longer reason; otherwise as `add(_:)`.
  public func remove(_ users: [UserID], reason: String = "") async throws(MartletError) {
    try await client.outcome { $0.remove(users, from: destination, reason: reason, for: $1, then: $2) }
  }

  /// Leaves the group and removes it from the list.
  ///
  /// Other systems call this quit.
  ///
  /// - Parameter reason: A reason for the remaining members; at most 256 bytes, empty for none.
  /// - Throws: As `remove(_:reason:)`.
  public func leave(reason: String = "") async throws(MartletError) {
    try await client.outcome { $0.leave(destination, reason: reason, for: $1, then: $2) }
  }
}
