import MartletStore

/// A conversation's title and attributes, as plainly as possible.
struct ModelDescription {
  var title: String
  var attributes: [String: String] = [:]

  init(_ create: NewConversation?) { title = create?.title ?? "" }

  /// Applies an event; returns it as stored, with a change reduced to its result.
  mutating func apply(_ event: LogEvent, isFirst: Bool) -> LogEvent {
    switch event {
    case .groupCreated(_, _, _, let first):
      if isFirst { attributes = first?.values ?? [:] }
      return event
    case .conversationChanged(let asked):
      var settled = ConversationChange()
      if let new = asked.title, new != title {
        title = new
        settled.title = new
      }
      for (key, value) in asked.attributes where attributes[key] ?? "" != value {
        settled.attributes[key] = value
        attributes[key] = value.isEmpty ? nil : value
      }
      return .conversationChanged(settled)
    default: return event
    }
  }

  private var bytes: Int { attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }

  func holds(_ condition: Condition, _ event: LogEvent, isFirst: Bool) -> Bool {
    var after = self
    guard case .conversationChanged(let settled) = after.apply(event, isFirst: isFirst) else {
      if case .conversationChanges = condition { return false }
      return true
    }
    switch condition {
    case .conversationChanges: return settled.title != nil || !settled.attributes.isEmpty
    case .attributesAtMost(let limit): return after.attributes.count <= limit || after.attributes.count <= attributes.count
    case .attributeBytesAtMost(let limit): return after.bytes <= limit || after.bytes <= bytes
    default: return true
    }
  }
}
