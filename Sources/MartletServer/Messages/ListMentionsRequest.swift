import MartletStore
import MartletWire

/// Answers some of the caller's unread mentions in a conversation.
enum ListMentionsRequest: ReadingRequest {
  typealias Message = Wire.ListMentions

  static func answer(
    _ request: Wire.ListMentions, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    let limit = reading.page(request.limit, default: 100)
    guard
      let found = try await reading.store.mentions(
        of: caller.user, in: id, app: caller.app, after: request.after, limit: limit + 1, newest: request.newest)
    else { return .failure(Wire.Failure(.conversationUnknown)) }
    let count = min(limit, reading.fitting(request.newest ? found.reversed() : found) { (bytes: $0.bytes, text: $0.textBytes) })
    let entries = request.newest ? found.suffix(count) : found.prefix(count)
    return .messages(
      Wire.Messages(conversation: id.text, entries: entries.map { Wire.Entry($0, of: id) }, more: found.count > count))
  }
}
