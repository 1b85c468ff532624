import MartletWire

/// The default levels of conversations without a level of their own.
package struct LevelDefaults {
  /// The user's setting with quiet hours.
  package static let quietKey = "quiet"
  /// The user's setting with the level of a kind of conversation; of all kinds without one of their own for nil.
  package static func key(_ kind: ConversationID.Kind?) -> String { kind.map { "level.\($0.rawValue)" } ?? "level" }

  private let settings: [String: ContentValue]
  private let quiet: QuietHours?

  package init(_ settings: [String: ContentValue]) {
    self.settings = settings
    quiet = QuietHours(settings[Self.quietKey])
  }

  /// The level apart from quiet hours.
  func level(of id: ConversationID, own: ConversationSettings) -> NotificationLevel {
    if own.isMuted { return .nothing }
    return own.level ?? level(Self.key(id.kind)) ?? level(Self.key(nil)) ?? .all
  }

  package func level(of id: ConversationID, own: ConversationSettings, at time: Timestamp) -> NotificationLevel {
    let usual = level(of: id, own: own)
    guard let quiet, quiet.contains(time) else { return usual }
    return usual.meet(quiet.level)
  }

  private func level(_ key: String) -> NotificationLevel? { settings[key]?.textValue.flatMap { NotificationLevel(rawValue: $0) } }
}

extension NotificationLevel {
  /// The lower of both levels: it lets through only messages that both let through.
  fileprivate func meet(_ other: NotificationLevel) -> NotificationLevel {
    switch (self, other) {
    case (.all, let narrower), (let narrower, .all): narrower
    case (.nothing, _), (_, .nothing): .nothing
    case (.mentions, let narrower), (let narrower, .mentions): narrower
    case let (one, other) where one == other: one
    default: .nothing
    }
  }
}
