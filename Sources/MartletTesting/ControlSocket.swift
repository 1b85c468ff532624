import MartletNet
import MartletServer
import MartletWire

/// Calls the REST interface of a local server, with the rights of a user who may write in its data directory.
package struct ControlSocket: Sendable {
  private let endpoints: [Endpoint]
  private let loop: EventLoop

  /// Talks to the server of a data directory.
  package init(directory: String, loop: EventLoop) { self.init(directories: [directory], loop: loop) }

  /// Talks to any node of those with these data directories; if one does not answer, to another.
  package init(directories: [String], loop: EventLoop) {
    endpoints = directories.map { .local(path: DataDirectory.controlSocketPath(at: $0)) }
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

  /// Changes a user's profile as the app's server.
  ///
  /// - Throws: As `token(for:)`.
  @discardableResult
  package func setProfile(_ change: Wire.SetProfile) async throws -> Wire.Profile {
    let answer = try await ask("/v1/users/profile", change)
    return try Wire.Profile(json: answer, limits: DecodingLimits())
  }

  /// The answer to a call that the server carries out.
  ///
  /// - Throws: As `token(for:)`.
  package func call<Answer: WireMessage>(_ path: String, _ body: some WireMessage) async throws -> Answer {
    try Answer(json: try await ask(path, body), limits: DecodingLimits())
  }

  /// The answer to a call, be it a refusal, of the first server.
  ///
  /// - Throws: `NetError` if the server does not answer.
  package func response(_ path: String, _ body: some WireMessage) async throws -> HTTPResponse {
    try await HTTPClient.request(method: "POST", at: endpoints[0], path: path, body: body.json(), loop: loop)
  }

  private func ask(_ path: String, _ body: some WireMessage) async throws -> [UInt8] {
    var failure: any Error = TestError("there is no server to ask")
    for endpoint in endpoints.shuffled() {
      do { return try await ask(endpoint, path, body) } catch { failure = error }
    }
    throw failure
  }

  private func ask(_ endpoint: Endpoint, _ path: String, _ body: some WireMessage) async throws -> [UInt8] {
    let response = try await HTTPClient.request(method: "POST", at: endpoint, path: path, body: body.json(), loop: loop)
    guard response.status == 200 else {
      throw TestError("\(path) answered \(response.status): \(String(decoding: response.body, as: UTF8.self))")
    }
    return response.body
  }
}
