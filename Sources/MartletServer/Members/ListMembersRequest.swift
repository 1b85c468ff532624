import MartletStore
import MartletWire

/// Answers a page of a conversation's members.
enum ListMembersRequest: ReadingRequest {
  typealias Message = Wire.ListMembers

  static func answer(
    _ request: Wire.ListMembers, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    var after: UserID?
    if !request.after.isEmpty {
      guard let user = UserID(request.after) else { return reading.invalid("after") }
      after = user
    }
    guard let record = try await reading.conversation(id, of: caller) else {
      return try await absence(of: id, for: caller, reading)
    }
    let limit = reading.page(request.limit, default: 100)
    let found = try await reading.store.members(of: id, app: caller.app, after: after, limit: limit + 1)
    return .members(
      Wire.Members(
        conversation: id.text, members: found.prefix(limit).map { Wire.Member($0, of: record, to: caller.user) },
        more: found.count > limit, head: record.head))
  }

  /// The reason why the caller has no such conversation: it has no messages yet, or the peer does not exist.
  private static func absence(
    of id: ConversationID, for caller: UserKey, _ reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    if let peer = id.peer(of: caller.user), try await reading.store.user(peer, app: caller.app) == nil {
      return .failure(Wire.Failure(.peerUnknown, field: peer.text))
    }
    return .failure(Wire.Failure(.conversationUnknown))
  }
}
