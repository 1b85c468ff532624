import MartletCore
import MartletWire

// Calls of live timelines and lists.
extension BrowserClient {
  /// Begins operations on what the app shows.
  ///
  /// - Returns: False for other operations.
  func beginOnViews(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .nextOfTimeline(let timeline):
      engine.nextOfTimeline(
        try Self.name(timeline.name), try TimelineOpening(timeline), for: operation,
        then: completion(call) { .timeline(Bridge.TimelineUpdate($0)) })
    case .moveTimeline(let move):
      engine.moveTimeline(
        try Self.name(move.timeline?.name ?? ""), try TimelineOpening(move.timeline),
        try ClientEngine.TimelineMove(move.move), for: operation, then: completion(call))
    case .nextOfList(let list):
      engine.nextOfList(
        try Self.name(list.name), try ConversationQuery(list.filter), window: Self.window(list), for: operation,
        then: completion(call) { .list(Bridge.ListUpdate($0)) })
    case .extendList(let list):
      try engine.extendList(try Self.name(list.name), try ConversationQuery(list.filter), window: Self.window(list))
      answer(call, .done(Bridge.Nothing()))
    case .closeView(let view):
      engine.closeView(view.name)
      answer(call, .done(Bridge.Nothing()))
    default: return false
    }
    return true
  }

  static func name(_ text: String) throws(MartletError) -> String {
    guard !text.isEmpty else { throw .invalid("the view has no name", field: "name") }
    return text
  }

  private static func window(_ list: Bridge.ListOpening) -> Int { list.window == 0 ? 50 : Int(clamping: list.window) }
}
