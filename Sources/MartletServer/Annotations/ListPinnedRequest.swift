import MartletStore
import MartletWire

/// Answers the pinned messages of a conversation.
enum ListPinnedRequest: ReadingRequest {
  typealias Message = Wire.ListPinned

  static func answer(
    _ request: Wire.ListPinned, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    let found = try await reading.store.pinned(in: id, app: caller.app, for: caller.user, after: request.after)
    return reading.messages(found, of: id, limit: .max)
  }
}
