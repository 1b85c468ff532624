import MartletStore
import MartletWire

/// Receipts, computed from the members' markers.
extension Reading {
  /// The members of a conversation, or why nobody is told of them.
  enum Found {
    case all([MemberRecord], of: ConversationRecord)
    case refused(Wire.Failure)
  }

  /// All members in ascending order, if the caller is one and they are not too many.
  func readers(of id: ConversationID, for caller: UserKey) async throws -> Found {
    guard let record = try await store.conversation(id, app: caller.app),
      try await store.member(caller.user, of: id, app: caller.app) != nil
    else { return .refused(Wire.Failure(.conversationUnknown)) }
    let limit = limits.of(caller.app).receiptMembers
    guard record.memberCount <= limit else {
      return .refused(
        Wire.Failure(.notSupportedHere, limit: UInt64(clamping: limit), actual: UInt64(clamping: record.memberCount)))
    }
    return .all(try await store.members(of: id, app: caller.app, after: nil, limit: limit), of: record)
  }

  /// A message that the caller may see.
  func message(
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
  func readers(among members: [MemberRecord]) -> [MemberRecord] {
    let recipients = details?.recipients(sender: sender)
    return members.filter { $0.user != sender && $0.joined <= seq && recipients?.contains($0.user.text) ?? true }
  }
}
