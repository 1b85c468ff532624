import MartletWire

/// Spreads the clients that a draining server sends away, so that they do not all come back at once.
struct ReconnectSpread {
  /// In any case: a server takes about this long to start again.
  private static let least: UInt64 = 1000
  /// Milliseconds for each session, so that about a thousand clients come back in a second.
  private static let each: UInt64 = 1

  /// Over how many milliseconds, one at least.
  let window: UInt64

  /// Spreads this many sessions over at most a time limit.
  init(sessions: Int, within limit: Duration) {
    window = max(1, min(UInt64(clamping: sessions) &* Self.each, UInt64(clamping: limit.milliseconds)))
  }

  /// The delay before one client reconnects, in milliseconds, from a uniformly random number.
  func delay(random: UInt64) -> UInt32 { UInt32(clamping: Self.least &+ random % window) }
}
