import MartletStore
import MartletWire

/// A request that the store answers, and that changes nothing.
protocol ReadingRequest: ServedRequest {
  /// Refuses what would not fit, before the request waits for its turn.
  static func check(_ message: Message, for context: RequestContext) throws(Refusal)

  /// Answers what the caller may see.
  static func answer(
    _ message: Message, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body
}

extension ReadingRequest {
  static var effort: RequestEffort { .read }

  static func cost(of message: Message) -> Int { 1 }

  static func check(_ message: Message, for context: RequestContext) throws(Refusal) {}

  static func serve(_ message: Message, for context: RequestContext) throws(Refusal) {
    try check(message, for: context)
    context.read { [user = context.user] in try await answer(message, for: user, from: $0) }
  }
}
