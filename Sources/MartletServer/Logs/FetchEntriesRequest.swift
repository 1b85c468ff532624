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
    let sink = EncodedEntries(of: id, limit: reading.answerBytes)
    guard let page = try await reading.store.page(wanted, of: id, app: caller.app, for: caller.user, into: sink) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let answer = page.sink.answer(head: page.head, first: page.first, backwards: request.newest)
    return .entries(asValues ? try Wire.Entries(decoding: answer.encoded()) : answer)
  }
}
