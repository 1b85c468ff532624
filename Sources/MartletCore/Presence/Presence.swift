import MartletWire

/// Whether a user is online, as far as this user may see it.
public struct Presence: Hashable, Sendable, Identifiable {
  /// The connection of a user's devices.
  @nonexhaustive
  public enum State: Hashable, Sendable {
    /// The server was not asked yet, the user hides it, or the user was never online.
    case unknown
    /// Devices of these classes are connected; a class that this version does not know is left out.
    case online(Set<Device.Class>)
    /// The last device disconnected at this time, rounded down to a minute.
    case offline(lastSeen: Timestamp)
  }

  /// The user.
  public let user: UserID
  /// The connection of the user's devices.
  public let state: State
  /// The user's status text; empty for none.
  public let status: String

  /// The user.
  public var id: UserID { user }

  /// True if a device of the user is connected.
  public var isOnline: Bool { if case .online = state { true } else { false } }

  /// The time at which the last device disconnected; nil if the user is online, or if it is unknown.
  public var lastSeen: Timestamp? { if case .offline(let time) = state { time } else { nil } }

  package init(user: UserID, state: State = .unknown, status: String = "") {
    self.user = user
    self.state = state
    self.status = status
  }

  /// Nil if it names no user.
  package init?(_ wire: Wire.Presence) {
    guard let user = UserID(wire.user) else { return nil }
    let state: State =
      if !wire.devices.isEmpty {
        .online(Set(wire.devices.compactMap { Device.Class($0) }))
      } else if wire.lastSeen > 0 {
        .offline(lastSeen: Timestamp(milliseconds: wire.lastSeen))
      } else {
        .unknown
      }
    self.init(user: user, state: state, status: wire.text)
  }
}

extension Device.Class {
  fileprivate init?(_ wire: Wire.DeviceClass) {
    guard let known = Self.allCases.first(where: { $0.wire == wire }) else { return nil }
    self = known
  }
}

/// The settings by which a user decides how others see the presence.
package enum PresenceSetting {
  package static let textKey = "presence.text"
  package static let visibilityKey = "presence.visibility"

  package static func text(_ text: String) -> Setting { Setting(textKey, text.isEmpty ? nil : .text(text)) }

  /// The status text among a user's settings; empty for none.
  package static func text(in settings: [String: ContentValue]) -> String { settings[textKey]?.textValue ?? "" }

  package static func visibility(_ visibility: Profile.Visibility) -> Setting {
    switch visibility {
    case .asAppDecides: Setting(visibilityKey, nil)
    case .nobody: Setting(visibilityKey, .text("nobody"))
    case .everyone: Setting(visibilityKey, .text("everyone"))
    }
  }

  package static func visibility(in settings: [String: ContentValue]) -> Profile.Visibility {
    switch settings[visibilityKey]?.textValue {
    case "nobody": .nobody
    case "everyone": .everyone
    default: .asAppDecides
    }
  }
}
