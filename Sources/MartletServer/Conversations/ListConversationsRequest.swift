import MartletStore
import MartletWire

/// Answers a page of the caller's conversations.
enum ListConversationsRequest: ReadingRequest {
  typealias Message = Wire.ListConversations

  /// One more for each further twenty conversations that it names.
  static func cost(of request: Wire.ListConversations) -> Int { 1 &+ request.only.count / 20 }

  static func check(_ request: Wire.ListConversations, for context: RequestContext) throws(Refusal) {
    try Form.count(of: request.only, "only", in: 0...context.gateway.limits.pageEntries)
  }

  static func answer(
    _ request: Wire.ListConversations, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    var only: [ConversationID]?
    if !request.only.isEmpty {
      let ids = request.only.map { reading.kinds.id($0, caller: caller.user) }
      guard !ids.contains(nil) else { return reading.invalid("only") }
      only = ids.compactMap { $0 }
    }
    let stamp = try await reading.store.stamp(app: caller.app)
    let lowest = only == nil ? request.changedAfter : 0
    let highest = only == nil && request.changedBefore > 0 ? request.changedBefore - 1 : .max
    guard lowest < highest else { return .conversations(Wire.Conversations(stamp: stamp)) }
    let limit = only.map(\.count) ?? reading.page(request.limit, default: 50)
    let found = try await reading.store.summaries(
      of: caller.user, app: caller.app, changed: lowest + 1...highest, only: only, asOf: stamp, limit: limit + 1)
    let count = min(limit, reading.fitting(found) { (bytes: $0.bytes, text: $0.lastMessage?.textBytes ?? 0) })
    return .conversations(
      Wire.Conversations(
        conversations: found.prefix(count).map(Wire.Conversation.init), more: found.count > count, stamp: stamp))
  }
}

extension ConversationSummary {
  /// About how many bytes it has on the wire.
  fileprivate var bytes: Int {
    let attributes = record.attributes.map { 10 * $0.values.count + $0.bytes } ?? 0
    return 100 + record.title.utf8.count + attributes + (lastMessage?.bytes ?? 0)
  }
}
