import MartletServer
import MartletTesting
import MartletWire

/// Callers without a session, by the names of the page's rows.
enum Outsider: String, CaseIterable {
  case anonymous, garbled, unsigned
  case otherAlgorithm = "other algorithm"
  case foreignAlgorithm = "algorithm of no key"
  case forged
  case withdrawnSecret = "withdrawn secret"
  case otherSecret = "other app's secret"
  case unknownApp = "unknown app"
  case expired, endless
  case early = "not yet valid"
  case wrongAudience = "wrong audience"
  case revoked
  case revokedInSession = "revoked in session"
  case nobody
  case suspendedInSession = "suspended in session"
  case suspended

  /// One attempt, and the column with its expected result.
  struct Attempt {
    let operation: String
    /// Nil if it is Hello itself.
    let request: Wire.ClientPacket.Request?
    let expected: String
  }

  /// The token to present, nil for callers without one; all but one name the owner as the user.
  private func token(_ revoked: String) throws -> String? {
    let (now, owner) = (TokenText.now, #""owner""#)
    var token = TokenText(claims: TokenText.claims(sub: owner))
    switch self {
    case .anonymous, .revokedInSession, .suspendedInSession, .suspended: return nil
    case .garbled: return "owner"
    case .revoked: return revoked
    case .unsigned:
      token.header = #"{"alg":"none","typ":"JWT"}"#
      return token.signed + "."
    case .otherAlgorithm: token.header = #"{"alg":"HS512","typ":"JWT"}"#
    case .foreignAlgorithm: token.header = #"{"alg":"RS256","typ":"JWT"}"#
    case .forged: token.key = [UInt8](repeating: 7, count: 32)
    case .withdrawnSecret: token.key = [UInt8](repeating: 9, count: 32)
    case .otherSecret: token.key = [UInt8](repeating: 3, count: 32)
    case .unknownApp: token.claims = TokenText.claims(iss: #""nowhere""#, sub: owner)
    case .expired: token.claims = TokenText.claims(sub: owner, iat: "\(now - 3600)", exp: "\(now - 1)")
    case .endless: token.claims = TokenText.claims(sub: owner, exp: nil)
    case .early: token.claims = TokenText.claims(sub: owner, more: #","nbf":\#(now + 600)"#)
    case .wrongAudience: token.claims = TokenText.claims(sub: owner, aud: #""elsewhere""#)
    case .nobody: token.claims = TokenText.claims(sub: #""nobody""#)
    }
    return try token.text()
  }

  /// A connection for each attempt, on which it was made.
  func clients(_ attempts: [Attempt], _ revoked: String, _ stage: Stage, _ subprotocol: String) async throws -> [WireClient] {
    var clients: [WireClient] = []
    let token = self == .suspended ? try await stage.token(Stage.deserter, of: Stage.main) : try token(revoked)
    let isInSession = self == .revokedInSession || self == .suspendedInSession
    for (number, attempt) in attempts.enumerated() {
      let request = attempt.request.map { Wire.ClientPacket(id: 2, request: $0) }
      if isInSession {
        clients.append(try await stage.session(Stage.deserter, device: "d\(number)", subprotocol: subprotocol))
      } else {
        let client = try await stage.server.connection(subprotocol: subprotocol)
        let hello = request == nil || self != .anonymous ? Self.hello(token ?? "") : nil
        await client.post([hello, request].compactMap(\.self))
        clients.append(client)
      }
    }
    if isInSession {
      try await endSessions(stage)
      for (client, attempt) in zip(clients, attempts) {
        await client.post([attempt.request.map { Wire.ClientPacket(id: 2, request: $0) } ?? Self.hello("")])
      }
    }
    return clients
  }

  /// Ends the sessions of the user who is in one.
  private func endSessions(_ stage: Stage) async throws {
    guard self == .suspendedInSession else { return try await stage.server.revokeTokens(of: Stage.deserter) }
    let _: Wire.Suspension = try await stage.server.control.call(
      "/v1/users/suspend", Wire.SuspendUser(user: Stage.deserter, until: Wire.SilenceMembers.forever))
  }

  private static func hello(_ token: String) -> Wire.ClientPacket {
    let device = Wire.Device(id: "outside", class: .tool)
    return Wire.ClientPacket(id: 1, request: .hello(Wire.Hello(versionMin: 1, versionMax: 1, token: token, device: device)))
  }
}
