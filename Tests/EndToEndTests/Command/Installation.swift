import Foundation
import MartletTesting

/// A server in a process of its own, with the directory it keeps everything in.
///
/// `@unchecked Sendable`: `server` is set by one test at a time.
final class Installation: @unchecked Sendable {
  let directory: String
  private(set) var server: Program
  /// The address for clients; unchanged when the server restarts.
  let address: String

  var url: String { "ws://\(address)" }
  var data: String { directory + "/data" }

  private init(directory: String, server: Program, address: String) {
    self.directory = directory
    self.server = server
    self.address = address
  }

  /// Starts a server in a new directory, runs `body`, and takes everything away again.
  static func with<Result>(_ body: (Installation) async throws -> Result) async throws -> Result {
    try await TemporaryDirectory.with { directory in
      let (server, address) = try await serve(data: directory + "/data", listen: "127.0.0.1:0")
      let installation = Installation(directory: directory, server: server, address: address)
      defer { installation.server.signal(SIGKILL) }
      return try await body(installation)
    }
  }

  /// Starts a server and waits until it listens.
  static func serve(data: String, listen: String) async throws -> (Program, address: String) {
    let program = try Program(Place.martlet, ["serve", "--data", data, "--listen", listen])
    let ready = "listening on "
    let line = try await program.line { $0.hasPrefix(ready) }
    return (program, String(line.dropFirst(ready.count)))
  }

  /// Kills the server with signal 9 and starts it again at the same address.
  func killAndRestart() async throws {
    try await server.killAndWait()
    (server, _) = try await Self.serve(data: data, listen: address)
  }

  /// Kills the server, puts a backup in the place of its data, and starts it again at the same address.
  func killAndRestore(from backup: String) async throws {
    try await server.killAndWait()
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.moveItem(atPath: backup, toPath: data)
    (server, _) = try await Self.serve(data: data, listen: address)
  }

  /// A token for a user, made by `martlet token`.
  func token(for user: String) async throws -> String {
    let program = try Program(Place.martlet, ["token", "--data", data, "--user", user])
    guard try await program.exit() == 0, program.lines.count == 1 else {
      throw Program.Failure(description: "martlet token: \(program.lines) \(program.errors)")
    }
    return program.lines[0]
  }

  /// Everything a fresh device of the token's user reads with `martlet tail`.
  func tail(token: String) async throws -> [TailLine] {
    let arguments = ["tail", "--server", url, "--json", "--from-start", "--idle-exit", "2"]
    let program = try Program(Place.martlet, arguments, environment: ["MARTLET_TOKEN": token])
    guard try await program.exit(within: .seconds(120)) == 0 else {
      throw Program.Failure(description: "martlet tail: \(program.errors)")
    }
    return try program.lines.map { try JSONDecoder().decode(TailLine.self, from: Data($0.utf8)) }
  }
}

/// A line of `martlet tail --json`.
struct TailLine: Decodable, Equatable, Sendable {
  var conversation: String
  var seq: UInt64
  var sender: String
  var type: String
  var text: String
  var time: Int64
}
