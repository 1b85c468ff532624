import MartletNet
import MartletWire

/// A user and a token to sign in with.
package struct Account: Sendable {
  package let user: UserID
  package let token: String

  /// Creates users and their tokens over a server's control socket.
  ///
  /// - Parameters:
  ///   - count: The number of accounts.
  ///   - prefix: The prefix of the names; the numbers 0, 1, 2 … follow.
  ///   - socket: The path of the socket.
  ///   - loop: The loop that does it.
  ///   - progress: Receives the number of created accounts.
  /// - Returns: The accounts, in the order of their numbers.
  /// - Throws: `BenchError` if the server refuses; `NetError`.
  static func make(
    _ count: Int, prefix: String, socket: String, loop: EventLoop, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Account] {
    let made = MadeAccounts(count: count)
    try await inParallel(count, width: 64, progress: progress) { index in
      let name = "\(prefix)\(index)"
      guard let user = UserID(name) else { throw BenchError(.invalid, "\(name) is not a user id") }
      _ = try await ask("/v1/users", Wire.CreateUser(user: name), socket, loop)
      let token = try Wire.Token(json: try await ask("/v1/tokens", Wire.CreateToken(user: name), socket, loop)).token
      await made.put(Account(user: user, token: token), at: index)
    }
    return await made.all
  }

  /// Calls the server as the administrator; returns the answer's body.
  static func ask(_ path: String, _ request: some WireMessage, _ socket: String, _ loop: EventLoop) async throws
    -> [UInt8]
  {
    let response = try await HTTPClient.request(
      method: "POST", at: .local(path: socket), path: path, headers: ["Content-Type": "application/json"],
      body: request.json(), loop: loop)
    guard response.status == 200 else {
      throw BenchError(.refused, "the server answered \(path) with \(response.status)")
    }
    return response.body
  }
}

/// Collects accounts, in any order.
private actor MadeAccounts {
  private var accounts: [Account?]

  init(count: Int) { accounts = Array(repeating: nil, count: count) }

  var all: [Account] { accounts.compactMap { $0 } }

  func put(_ account: Account, at index: Int) { accounts[index] = account }
}
