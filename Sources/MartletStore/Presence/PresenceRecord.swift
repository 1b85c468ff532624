import MartletWire

/// What is stored of a user's presence.
package struct PresenceRecord: Sendable, Equatable {
  /// When the last device disconnected, in milliseconds since 1970, rounded down to a minute; 0 if it is not known.
  package var lastSeen: Int64
  /// The status text that stays; empty for none.
  package var text: String
  /// Who sees the presence.
  package var visibility: ProfileVisibility

  package init(lastSeen: Int64 = 0, text: String = "", visibility: ProfileVisibility = .app) {
    self.lastSeen = lastSeen
    self.text = text
    self.visibility = visibility
  }
}

/// A user, and when the last device disconnected, in milliseconds since 1970.
package struct SeenUser: Sendable, Equatable {
  package var user: UserKey
  package var time: Int64

  package init(_ user: UserKey, at time: Int64) {
    self.user = user
    self.time = time
  }
}

/// The settings of a user on which the presence depends; the server reads them.
///
/// Their keys have a prefix in common and follow one another, so that one look-up finds both.
package enum PresenceSetting: String, CaseIterable, Sendable {
  case text
  case visibility

  package static let prefix = "presence."

  package var key: String { Self.prefix + rawValue }

  /// The setting of a name; nil for any other name.
  package init?(_ name: SettingName) {
    guard name.conversation == nil, let known = Self.allCases.first(where: { $0.key == name.key }) else { return nil }
    self = known
  }

  /// The text that a value says; nil if it is not a JSON string.
  package static func text(_ value: String) -> String? {
    guard case .string(let text)? = try? JSONValue(json: Array(value.utf8), limits: DecodingLimits()) else { return nil }
    return text
  }

  /// The visibility that a value says; nil for anything else.
  package static func visibility(_ value: String) -> ProfileVisibility? {
    switch text(value) {
    case "nobody": .nobody
    case "everyone": .everyone
    default: nil
    }
  }
}

extension LogReading {
  /// What is stored of users' presence.
  package func presence(of ids: [UserID], app: AppID) throws -> [PresenceRecord] {
    let (users, settings) = (ids.map { UserKey(app: app, user: $0) }, PresenceSetting.allCases.count)
    // Asks for the rows of both at once.
    return try (users.map { ($0, true) } + users.map { ($0, false) }).mapGathering { user, isRecord in
      isRecord
        ? PresenceRecord(lastSeen: try rows.user(user)?.lastSeen ?? 0)
        : PresenceRecord(try rows.settings(of: user, after: SettingName(PresenceSetting.prefix), limit: settings))
    }.halves.map { PresenceRecord(lastSeen: $0.lastSeen, text: $1.text, visibility: $1.visibility) }
  }
}

extension PresenceRecord {
  /// What settings of a user say.
  fileprivate init(_ settings: [Setting]) {
    self.init()
    for setting in settings {
      switch PresenceSetting(setting.name) {
      case .text: text = PresenceSetting.text(setting.value) ?? ""
      case .visibility: visibility = PresenceSetting.visibility(setting.value) ?? .app
      case nil: break
      }
    }
  }
}

extension Array {
  /// The first half, each with its counterpart of the second.
  fileprivate var halves: Zip2Sequence<ArraySlice<Element>, ArraySlice<Element>> { zip(prefix(count / 2), suffix(count / 2)) }
}
