import MartletWire

/// How the users of an app become friends.
package enum FriendMaking: String, Sendable, CaseIterable {
  /// Only the app's server makes friends.
  case off
  /// One user asks, and the other one accepts or declines.
  case withConsent = "with_consent"
  /// A request is accepted at once.
  case withoutConsent = "without_consent"

  /// As the wire names it.
  var told: Wire.FriendPolicy {
    switch self {
    case .off: .off
    case .withConsent: .withConsent
    case .withoutConsent: .withoutConsent
    }
  }
}
