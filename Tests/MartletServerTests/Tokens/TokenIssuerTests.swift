import MartletServer
import MartletStore
import MartletTesting
import MartletWire
import Testing

struct TokenIssuerTests {
  private let now = TokenText.now

  private func apps() throws -> Apps { try Apps([appKeys("main", secret(3), secret(4)), appKeys("other", secret(5))]) }

  private func record(revokedUntil: Int64 = 0) throws -> UserRecord {
    UserRecord(id: try userID("a.b@c+d=e-f_1"), createdAt: 0, tokensRevokedUntil: revokedUntil)
  }

  private func issue(
    _ issuer: TokenIssuer = TokenIssuer(), lifetime: UInt32 = 0, revokedUntil: Int64 = 0, at milliseconds: Int64? = nil
  ) throws -> TokenIssuer.Issued {
    let keys = try #require(try apps()[appID("main")])
    return try issuer.issue(
      for: record(revokedUntil: revokedUntil), keys: keys, lifetime: lifetime, now: milliseconds ?? now * 1000)
  }

  private func verify(_ token: String, at milliseconds: Int64? = nil) throws -> VerifiedToken {
    try TokenVerifier().verify(token, apps: apps(), now: milliseconds ?? now * 1000)
  }

  @Test func issuedTokenIsTaken() throws {
    let issued = try issue(lifetime: 60)
    let token = try verify(issued.token)
    #expect(
      try token == VerifiedToken(app: appID("main"), user: record().id, issuedAt: now, expiresAt: now + 60, key: secret(3).id))
    #expect(issued.expiresAt == now + 60)
  }

  @Test func lifetimeIsTheStandardWhereNoneIsAskedForAndBounded() throws {
    let issuer = TokenIssuer(standardLifetime: 100, maximumLifetime: 1000)
    #expect(try issue(issuer).expiresAt == now + 100)
    #expect(try issue(issuer, lifetime: 1000).expiresAt == now + 1000)
    let refusal = try #require(throws: Refusal.self) { try issue(issuer, lifetime: 1001) }
    #expect(refusal == Refusal(.fieldInvalid, field: "valid_seconds", limit: 1000, actual: 1001))
  }

  @Test func firstSecretSigns() throws {
    let onlyFirst = try Apps([appKeys("main", secret(3))])
    let onlySecond = try Apps([appKeys("main", secret(4))])
    let token = try issue().token
    #expect(throws: Never.self) { try TokenVerifier().verify(token, apps: onlyFirst, now: now * 1000) }
    #expect(throws: Refusal(.tokenSignature)) { try TokenVerifier().verify(token, apps: onlySecond, now: now * 1000) }
  }

  @Test func tokenMadeRightAfterARevocationIsValid() throws {
    let issuer = TokenIssuer()
    let before = try verify(issue().token)
    let until = try issuer.revocation(of: record(), now: now * 1000 + 200)
    let revoked = try record(revokedUntil: until)
    #expect(before.isRevoked(by: revoked))
    let after = try verify(issue(revokedUntil: until, at: now * 1000 + 201).token, at: now * 1000 + 202)
    #expect(!after.isRevoked(by: revoked))
  }

  /// In any order and at any pace, a revocation covers every token issued before it and none after.
  @Test func revocationsCatchExactlyTheTokensIssuedBefore() throws {
    var random = SeededRandom.fromEnvironment()
    for _ in 0..<200 {
      var milliseconds = now * 1000
      var until: Int64 = 0
      var caught: [VerifiedToken] = []
      var live: [VerifiedToken] = []
      for _ in 0..<100 {
        milliseconds += Int64.random(in: 0...400, using: &random)
        if Bool.random(using: &random) {
          guard let issued = try? issue(revokedUntil: until, at: milliseconds) else { continue }
          live.append(try verify(issued.token, at: milliseconds))
        } else {
          until = max(until, try TokenIssuer().revocation(of: record(revokedUntil: until), now: milliseconds))
          caught += live
          live = []
        }
        let record = try record(revokedUntil: until)
        #expect(caught.allSatisfy { $0.isRevoked(by: record) }, "\(random)")
        #expect(!live.contains { $0.isRevoked(by: record) }, "\(random)")
      }
    }
  }

  @Test func revocationsWithoutEndMakeTheIssuerWait() throws {
    var until: Int64 = 0
    for _ in 0..<200 { until = try TokenIssuer().revocation(of: record(revokedUntil: until), now: now * 1000) }
    #expect(until == now + 60)
    #expect(throws: Refusal(.unavailable, retryAfterMilliseconds: 1000)) { try issue(revokedUntil: until) }
    #expect(throws: Never.self) { try issue(revokedUntil: until, at: (now + 1) * 1000) }
    #expect(throws: Refusal.self) { try issue(revokedUntil: .max) }
  }

  @Test func gateRefusesUnknownAndRevokedUsersAndCounts() throws {
    let time = FixedTime(milliseconds: now * 1000)
    let metrics = Metrics(version: "1", time: time)
    let registry = AppRegistry(try apps())
    let gate = TokenGate(apps: registry, time: time, metrics: metrics)
    let issued = try issue()
    let token = try gate.verify(issued.token)
    try gate.check(token, against: record(revokedUntil: now - 1))
    #expect(throws: Refusal(.tokenRevoked)) { try gate.check(token, against: record(revokedUntil: now)) }
    #expect(throws: Refusal(.userUnknown)) { try gate.check(token, against: nil) }
    #expect(throws: Refusal(.tokenMalformed)) { try gate.verify("x") }
    registry.replace(with: try Apps([appKeys("other", secret(5))]))
    #expect(throws: Refusal(.tokenSignature)) { try gate.verify(issued.token) }
    // The key was removed after the signature was checked.
    #expect(throws: Refusal(.tokenRevoked)) { try gate.check(token, against: record(revokedUntil: now - 1)) }
    for (code, count): (ErrorCode, Int64) in [(.tokenRevoked, 2), (.userUnknown, 1), (.tokenMalformed, 1), (.tokenSignature, 1)] {
      #expect(metrics.tokenFailures.value(code) == count)
    }
    #expect(metrics.tokenFailures.value(.tokenExpired) == 0)
  }
}
