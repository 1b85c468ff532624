import MartletWire

// Who has what was said, who has read it, and who is writing.
extension Chat {
  /// How far the other members are, as far as this device was told: by events, and by `members()`.
  ///
  /// To know it for sure after an absence, ask `members()` first; from then on events keep it up to date.
  ///
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: By user; members who are not named read nothing yet, or this device was not told.
  public func markers() async throws(MartletError) -> [UserID: MemberMarker] {
    let id = try await client.resolve(destination)
    return try await client.readAside { try $0.markers(of: id) }
  }

  /// How many have messages, and how many have read them, as the server knows now.
  ///
  /// - Parameter seqs: Positions of messages; 1 to 100.
  /// - Throws: `.conversationUnknown`; `.server(.notSupportedHere)` with the limit in a group that is too large;
  ///   `.argumentInvalid`; `.notConnected`; `.cancelled`.
  /// - Returns: In ascending order; what is no message, was taken back or is not for this user is left out.
  public func receipts(of seqs: [UInt64]) async throws(MartletError) -> [Receipt] {
    try ContentCheck.count(seqs.count, "seqs", in: 1...100)
    let request = Wire.CountReceipts(conversation: destination.description, seqs: seqs)
    guard case .receipts(let receipts) = try await client.call(.request(.countReceipts(request))) else { throw .unexpectedAnswer }
    return receipts.counts.map {
      Receipt(seq: $0.seq, members: Int($0.members), read: Int($0.read), delivered: Int($0.delivered))
    }
  }

  /// Those whom a message is for, as the server knows now, in ascending order of user id.
  ///
  /// `Member.readAt` says when each had read it. The server remembers the newest 32 times a member read on in the conversation.
  ///
  /// - Parameters:
  ///   - seq: The message's position.
  ///   - state: Whom to list.
  ///   - previous: The last user of the page before; nil begins.
  ///   - limit: How many at most; 1 to 100, default 100.
  /// - Throws: `.server(.targetUnknown)` where there is no such message for this user; else as `receipts(of:)`.
  /// - Returns: Members; fewer than `limit` at the end.
  public func readers(
    of seq: UInt64, _ state: ReceiptState = .read, after previous: UserID? = nil, limit: Int = 100
  ) async throws(MartletError) -> [Member] {
    let limit = min(max(limit, 1), 100)
    var found: [Member] = []
    var after = previous?.text ?? ""
    while found.count < limit {
      let request = Wire.ListReceipts(
        conversation: destination.description, seq: seq, state: state.wire, after: after, limit: UInt32(limit - found.count))
      guard case .members(let page) = try await client.call(.request(.listReceipts(request))) else { throw .unexpectedAnswer }
      for member in page.members {
        guard let user = UserID(member.user), after.utf8.lexicographicallyPrecedes(member.user.utf8) else {
          throw .unexpectedAnswer
        }
        found.append(Member(member, user))
        after = member.user
      }
      guard page.more, !page.members.isEmpty else { break }
    }
    return Array(found.prefix(limit))
  }

  /// Says something to the members who are connected now; it is not stored, and comes at most once.
  ///
  /// - Parameter content: What; at most 4 KiB unless the server is told otherwise. The type `typing` is that of `type(_:of:)`.
  /// - Throws: `.notConnected` where there is no connection now, or it was lost before the answer; `.conversationUnknown`;
  ///   `.contentTooLarge`; `.server(.tooManyRequests)`; `.cancelled`.
  public func signal(_ content: MessageContent) async throws(MartletError) {
    let signal = Wire.Signal(conversation: destination.description, type: content.type, content: content.json)
    guard case .done = try await client.call(.once(.signal(signal))) else { throw .unexpectedAnswer }
  }

  /// Tells the other members that the user is writing, to be called with each key; or that the user does so no more.
  ///
  /// It is told at most once in 4 seconds for each type, and nothing is told where there is no connection. A message that is sent
  /// ends it by itself.
  ///
  /// - Parameters:
  ///   - isWriting: Whether the user writes.
  ///   - type: The content type of what will be sent, such as `VoiceContent.type` while the user speaks; text by default.
  /// - Throws: `.argumentInvalid` where that cannot be a content type; else as `id()`.
  public func type(_ isWriting: Bool = true, of type: String = TextContent.type) async throws(MartletError) {
    guard NameForm.isContentType(type) else {
      throw MartletError(.argumentInvalid, "a content type is 1 to 64 of a-z 0-9 . _ -", field: "type", limit: 64)
    }
    let id = try await client.resolve(destination)
    await client.write(in: id, isWriting ? type : nil)
  }
}

extension MartletClient {
  fileprivate func write(in id: ConversationID, _ type: String?) {
    input { $0.input { $0.writes(in: id, type, at: now) } }
  }
}

extension ReceiptState {
  fileprivate var wire: Wire.ReceiptState {
    switch self {
    case .any: .any
    case .read: .read
    case .unread: .unread
    case .delivered: .delivered
    case .undelivered: .undelivered
    }
  }
}
