// Markers, receipts and typing indicators.
extension Chat {
  /// Returns the other members' markers as far as this device knows them, from events and from `members()`.
  ///
  /// After being offline, call `members()` once to be sure; from then on events keep the markers up to date.
  ///
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: The markers by user. A missing member has read nothing yet, or this device was not told.
  public func markers() async throws(MartletError) -> [UserID: MemberMarker] {
    let id = try await client.resolve(destination)
    return try await client.readAside { try $0.markers(of: id) }
  }

  /// Fetches how many members have received and read each of some messages.
  ///
  /// - Parameter messages: The messages; 1 to 100.
  /// - Throws: `.conversationUnknown`; `.server(.notSupportedHere)` with the limit, in a group that is too large;
  ///   `.argumentInvalid`; `.notConnected`; `.cancelled`.
  /// - Returns: The receipts in ascending order, without ids that are not messages, were recalled or are not visible to this
  ///   user.
  public func receipts(of messages: [MessageID]) async throws(MartletError) -> [Receipt] {
    let id = try await id()
    let seqs = try messages.positions(in: id)
    let counts = try await client.outcome { $0.receipts(of: seqs, in: destination, for: $1, then: $2) }
    return counts.map { Receipt($0, of: id) }
  }

  /// Fetches the recipients of a message, in ascending order of user id.
  ///
  /// `Member.readAt` is the time when a member read the message. The server keeps the newest 32 moves of each member's read
  /// marker in a conversation.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - state: The recipients to list.
  ///   - limit: The largest number of users; 1 to 100, default 100.
  ///   - cursor: `Page.next` of the previous page; nil for the first page.
  /// - Throws: `.server(.targetUnknown)` if the message does not exist or is not visible to this user; otherwise as
  ///   `receipts(of:)`.
  /// - Returns: Members.
  public func readers(
    of message: MessageID, _ state: ReceiptState = .read, limit: Int = 100, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<Member> {
    let (seq, user) = (try await position(of: message), try PageCursor.user(cursor))
    return try await client.outcome {
      $0.readers(of: seq, state, in: destination, limit: limit, after: user, for: $1, then: $2)
    }
  }

  /// Sends a signal to the members who are connected now.
  ///
  /// Other systems call this an online, transient or status message.
  ///
  /// A signal is not stored and arrives at most once.
  ///
  /// - Parameter content: The content; at most 4 KiB unless the server is configured otherwise. `setTyping(_:of:)` uses the type
  ///   `typing`.
  /// - Throws: `.notConnected` if there is no connection, or if it was lost before the answer; `.conversationUnknown`;
  ///   `.contentTooLarge`; `.server(.tooManyRequests)`; `.cancelled`.
  public func signal(_ content: MessageContent) async throws(MartletError) {
    try await client.outcome { $0.signal(content, to: destination, for: $1, then: $2) }
  }

  /// Signals to the other members that the user is typing, or has stopped; call it with each keystroke.
  ///
  /// The signal is sent at most every 4 seconds for each type, and not at all while offline. Sending a message ends it
  /// automatically.
  ///
  /// - Parameters:
  ///   - isTyping: True while the user is typing.
  ///   - type: The content type that will be sent, such as `VoiceContent.type` during a recording; text by default.
  /// - Throws: `.argumentInvalid` for a malformed content type; otherwise as `id()`.
  public func setTyping(_ isTyping: Bool = true, of type: String = TextContent.type) async throws(MartletError) {
    try await client.outcome { $0.setTyping(in: destination, isTyping ? type : nil, for: $1, then: $2) }
  }
}
