import MartletStore
import MartletWire

/// Answers a page of a conversation log.
enum FetchEntriesRequest: ServedRequest {
  typealias Message = Wire.FetchEntries

  static var effort: RequestEffort { .read }

  static func cost(of request: Wire.FetchEntries) -> Int { 1 }

  static func serve(_ request: Wire.FetchEntries, for context: RequestContext) throws(Refusal) {
    context.read { [user = context.user, isJSON = context.session.isJSON] in
      try await answer(request, for: user, from: $0, asValues: isJSON)
    }
  }

  /// The entries are in their binary form already unless they are wanted as values.
  private static func answer(
    _ request: Wire.FetchEntries, for caller: UserKey, from reading: Reading, asValues: Bool
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    let wanted = PageRequest(
      from: request.from, to: request.to, limit: reading.page(request.limit, default: 100), newest: request.newest)
    guard !reading.isOfApp else { return try await all(wanted, of: id, in: caller.app, from: reading) }
    let sink = EncodedEntries(of: id, limit: reading.answerBytes)
    guard let page = try await reading.store.page(wanted, of: id, app: caller.app, for: caller.user, into: sink) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let answer = page.sink.answer(head: page.head, first: page.first, backwards: request.newest)
    return .entries(asValues ? try Wire.Entries(decoding: answer.encoded()) : answer)
  }

  /// The page without regard to who may see what, for the app's server.
  private static func all(
    _ wanted: PageRequest, of id: ConversationID, in app: AppID, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let record = try await reading.store.conversation(id, app: app) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let first = max(1, reading.kinds.policy(of: id).oldest(head: record.head))
    var answer = Wire.Entries(conversation: id.text, head: record.head, first: first)
    if let range = wanted.positions(first: first, head: record.head) {
      let found = try await reading.store.entries(
        of: id, app: app, range: range, limit: wanted.limit, newest: wanted.newest)
      let count = reading.fitting(wanted.newest ? found.reversed() : found) { (bytes: $0.bytes, text: $0.textBytes) }
      answer.entries = (wanted.newest ? found.suffix(count) : found.prefix(count)).map { Wire.Entry($0, of: id) }
    }
    return .entries(answer)
  }
}
