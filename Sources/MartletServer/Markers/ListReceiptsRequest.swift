import MartletStore
import MartletWire

/// Answers a page of the members who have a message, or have read it, or not.
enum ListReceiptsRequest: ReadingRequest {
  typealias Message = Wire.ListReceipts

  static func answer(
    _ request: Wire.ListReceipts, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    guard request.after.isEmpty || UserID(request.after) != nil else { return reading.invalid("after") }
    let (all, conversation): ([MemberRecord], ConversationRecord)
    switch try await reading.readers(of: id, for: caller) {
    case .refused(let failure): return .failure(failure)
    case .all(let found, let record): (all, conversation) = (found, record)
    }
    guard let message = try await reading.message(request.seq, of: id, among: all, for: caller) else {
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
    let limit = reading.page(request.limit, default: 100)
    let readers = found.prefix(limit).filter { $0.told >= request.seq }.map(\.user)
    let times = try await reading.store.readTimes(of: request.seq, by: readers, in: id, app: caller.app)
    let members = found.prefix(limit).map { record in
      var member = Wire.Member(record, of: conversation, to: caller.user)
      member.readAt = times[record.user] ?? 0
      return member
    }
    return .members(Wire.Members(conversation: id.text, members: members, more: found.count > limit))
  }
}
