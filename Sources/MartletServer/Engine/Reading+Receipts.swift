import MartletStore
import MartletWire

/// Receipts, computed from the members' markers.
extension Reading {
  /// Counts for some messages.
  func counts(_ request: Wire.CountReceipts, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    guard let id = ConversationID(request.conversation, caller: caller.user) else { return invalid("conversation") }
    let members: [MemberRecord]
    switch try await self.members(of: id, for: caller) {
    case .refused(let failure): return .failure(failure)
    case .all(let found, _): members = found
    }
    var counts: [Wire.ReceiptCount] = []
    for seq in Set(request.seqs).sorted() {
      guard let message = try await message(seq, of: id, among: members, for: caller) else { continue }
      let readers = message.readers(among: members)
      counts.append(
        Wire.ReceiptCount(
          seq: seq, members: UInt32(clamping: readers.count), read: UInt32(clamping: readers.count { $0.told >= seq }),
          delivered: UInt32(clamping: readers.count { $0.has >= seq })))
    }
    return .receipts(Wire.Receipts(conversation: id.text, counts: counts))
  }

  /// A page of the members who have received or read a message, or have not.
  func receipts(_ request: Wire.ListReceipts, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    guard let id = ConversationID(request.conversation, caller: caller.user) else { return invalid("conversation") }
    guard request.after.isEmpty || UserID(request.after) != nil else { return invalid("after") }
    let (all, owner): ([MemberRecord], UserID?)
    switch try await self.members(of: id, for: caller) {
    case .refused(let failure): return .failure(failure)
    case .all(let found, let owns): (all, owner) = (found, owns)
    }
    guard let message = try await message(request.seq, of: id, among: all, for: caller) else {
      return .failure(Wire.Failure(.targetUnknown))
    }
    let found = message.readers(among: all).filter { member in
      guard member.user.text > request.after else { return false }
      return switch request.state {
      case .read: member.told >= request.seq
      case .unread: member.told < request.seq
      case .delivered: member.has >= request.seq
      case .undelivered: member.has < request.seq
      default: true
      }
    }
    let limit = page(request.limit, default: 100)
    let readers = found.prefix(limit).filter { $0.told >= request.seq }.map(\.user)
    let times = try await store.readTimes(of: request.seq, by: readers, in: id, app: caller.app)
    let members = found.prefix(limit).map { record in
      var member = Wire.Member(record, owner: owner, to: caller.user)
      member.readAt = times[record.user] ?? 0
      return member
    }
    return .members(Wire.Members(conversation: id.text, members: members, more: found.count > limit))
  }

  private enum Found {
    case all([MemberRecord], owner: UserID?)
    case refused(Wire.Failure)
  }

  /// All members in ascending order, if the caller is one and they are not too many.
  private func members(of id: ConversationID, for caller: UserKey) async throws -> Found {
    guard let record = try await store.conversation(id, app: caller.app),
      try await store.member(caller.user, of: id, app: caller.app) != nil
    else { return .refused(Wire.Failure(.conversationUnknown)) }
    let limit = limits.of(caller.app).receiptMembers
    guard record.memberCount <= limit else {
      return .refused(
        Wire.Failure(.notSupportedHere, limit: UInt64(clamping: limit), actual: UInt64(clamping: record.memberCount)))
    }
    return .all(try await store.members(of: id, app: caller.app, after: nil, limit: limit), owner: record.owner)
  }

  /// A message that the caller may see.
  private func message(
    _ seq: UInt64, of id: ConversationID, among members: [MemberRecord], for caller: UserKey
  ) async throws -> LogEntry? {
    guard let own = members.first(where: { $0.user == caller.user }),
      let entry = try await store.entry(at: seq, of: id, app: caller.app, for: own),
      case .message = entry.event, !entry.isRecalled
    else { return nil }
    return entry
  }
}

extension LogEntry {
  /// The recipients of the message, without its sender.
  fileprivate func readers(among members: [MemberRecord]) -> [MemberRecord] {
    let recipients = details?.recipients(sender: sender)
    return members.filter { $0.user != sender && $0.joined <= seq && recipients?.contains($0.user.text) ?? true }
  }
}
