import MartletStore
import MartletWire

/// Decides which user a client is, and counts refused tokens.
package struct TokenGate: Sendable {
  private let apps: AppRegistry
  private let time: any TimeSource
  private let metrics: Metrics
  private let verifier = TokenVerifier()

  package init(apps: AppRegistry, time: any TimeSource, metrics: Metrics) {
    self.apps = apps
    self.time = time
    self.metrics = metrics
  }

  /// Checks a token's signature, times and claims; see `TokenVerifier`.
  package func verify(_ token: String) throws(Refusal) -> VerifiedToken {
    try counted { () throws(Refusal) in try verifier.verify(token, apps: apps.current, now: time.wallMilliseconds) }
  }

  /// Checks a verified token against the store's record of its user (nil if there is none), that its key is still valid,
  /// and that the user is not suspended.
  package func check(_ token: VerifiedToken, against record: UserRecord?) throws(Refusal) {
    try counted { () throws(Refusal) in
      guard let record else { throw Refusal(.userUnknown) }
      guard !token.isRevoked(by: record), apps.current.accepts(token.key, of: token.app) else { throw Refusal(.tokenRevoked) }
      guard !record.isSuspended(at: time.wallMilliseconds) else {
        throw Refusal(.userSuspended, until: record.suspendedUntil)
      }
    }
  }

  private func counted<Result>(_ body: () throws(Refusal) -> Result) throws(Refusal) -> Result {
    do {
      return try body()
    } catch {
      metrics.tokenFailures.add(error.code)
      throw error
    }
  }
}
