import MartletStore
import MartletWire

/// Answers messages that reply to a message.
enum ListRepliesRequest: ReadingRequest {
  typealias Message = Wire.ListReplies

  static func answer(
    _ request: Wire.ListReplies, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    let limit = reading.page(request.limit, default: 100)
    let found = try await reading.store.replies(
      to: request.target, in: id, app: caller.app, for: caller.user, after: request.after, limit: limit + 1)
    return reading.messages(found, of: id, limit: limit)
  }
}
