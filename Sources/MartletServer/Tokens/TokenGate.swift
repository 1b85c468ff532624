import MartletStore
import MartletWire

/// Decides who a client is; counts whom it turns away.
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

  /// Checks a verified token against the store's record of its user, nil where there is no such user.
  package func check(_ token: VerifiedToken, against record: UserRecord?) throws(Refusal) {
    try counted { () throws(Refusal) in
      guard let record else { throw Refusal(.userUnknown) }
      guard !token.isRevoked(by: record) else { throw Refusal(.tokenRevoked) }
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
