import MartletStore
import MartletWire

/// The users whose home a shard is: their sessions, and what they may still ask.
struct HomeUsers {
  var signIns = SignIns()
  /// What others were told of these users' devices.
  var presence = OwnPresence()
  /// Kept for a while after the users are gone.
  private(set) var allowances: [UserKey: UserAllowance] = [:]
  private var rates: [AppID: UserRates] = [:]

  /// Returns the rate limit state of a user; a user without one gets a full allowance.
  mutating func allowance(of user: UserKey, _ limits: Limits) -> UserAllowance {
    if let known = allowances[user] { return known }
    let rates = rates[user.app] ?? UserRates(limits)
    self.rates[user.app] = rates
    let new = UserAllowance(rates)
    allowances[user] = new
    return new
  }

  /// Drops allowances that are full and whose users are disconnected.
  mutating func forgetAllowances(at now: UInt64) {
    allowances = allowances.filter { signIns.has($0) || !$1.isWhole(at: now) }
  }
}
