import MartletNet
import MartletServer
import MartletWire

/// Requests users and tokens from a local server, with the rights of a user who may write in its data directory.
package struct ControlSocket: Sendable {
  private let endpoint: Endpoint
  private let loop: EventLoop

  /// Talks to the server of a data directory.
  package init(directory: String, loop: EventLoop) {
    endpoint = .local(path: DataDirectory.controlSocketPath(at: directory))
    self.loop = loop
  }

  /// A token for a user, who is created if missing.
  ///
  /// - Throws: `TestError` if the server refuses; `NetError` if it does not answer.
  package func token(for user: String) async throws -> String {
    _ = try await ask("/v1/users", Wire.CreateUser(user: user))
    let answer = try await ask("/v1/tokens", Wire.CreateToken(user: user))
    return try Wire.Token(json: answer, limits: DecodingLimits()).token
  }

  /// Refuses every token of the user made until now, and closes the sessions opened with one.
  ///
  /// - Returns: The second up to which tokens are refused.
  /// - Throws: As `token(for:)`.
  @discardableResult
  package func revokeTokens(of user: String) async throws -> Int64 {
    let answer = try await ask("/v1/tokens/revoke", Wire.RevokeTokens(user: user))
    return try Wire.Revoked(json: answer, limits: DecodingLimits()).issuedUntil
  }

  private func ask(_ path: String, _ body: some WireMessage) async throws -> [UInt8] {
    let response = try await HTTPClient.request(method: "POST", at: endpoint, path: path, body: body.json(), loop: loop)
    guard response.status == 200 else {
      throw TestError("\(path) answered \(response.status): \(String(decoding: response.body, as: UTF8.self))")
    }
    return response.body
  }
}
