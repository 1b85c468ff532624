import MartletStore
import MartletWire

/// Answers the caller's conversations that match some conditions.
enum FindConversationsRequest: ReadingRequest {
  typealias Message = Wire.FindConversations

  private static let conditionsAtMost = 20

  /// It may look at many conversations, whatever it names.
  static func cost(of request: Wire.FindConversations) -> Int { 20 }

  static func check(_ request: Wire.FindConversations, for context: RequestContext) throws(Refusal) {
    _ = try wanted(request)
  }

  static func answer(
    _ request: Wire.FindConversations, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    let wanted = try wanted(request, by: caller.user)
    let before = request.before == 0 ? .max : request.before
    let found = try await reading.store.search(
      wanted, for: caller.user, app: caller.app, before: before, limit: reading.page(request.limit, default: 50))
    return .foundConversations(Wire.FoundConversations(ids: found.ids.map(\.text), next: found.next))
  }

  /// The conditions, among which the caller is no member beside itself.
  private static func wanted(_ request: Wire.FindConversations, by caller: UserID? = nil) throws(Refusal) -> WantedConversations {
    try Form.count(of: request.members, "members", in: 0...conditionsAtMost)
    try Form.count(of: request.attributes, "attributes", in: 0...conditionsAtMost)
    var wanted = WantedConversations()
    var members: Set<UserID> = []
    for text in request.members {
      guard let user = UserID(text) else { throw Refusal(field: "members") }
      if user != caller, members.insert(user).inserted { wanted.members.append(user) }
    }
    wanted.exactly = request.exactly
    if let title = request.title { try Form.title(title) }
    wanted.title = request.title
    for attribute in request.attributes {
      try Form.key(attribute.key)
      guard ContentShape.isJSON(attribute.value) else { throw Refusal(field: "value") }
      wanted.attributes[attribute.key, default: []].insert(attribute.value)
    }
    let end = request.activeBefore == 0 ? .max : request.activeBefore
    let start = request.activeFrom == 0 ? .min : request.activeFrom
    guard start <= end else { throw Refusal(field: "active_before") }
    wanted.active = start..<end
    return wanted
  }
}
