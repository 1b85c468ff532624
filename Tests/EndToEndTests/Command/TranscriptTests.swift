import Foundation
import MartletTesting
import Testing

/// Two people chat while everything around them is killed.
@Suite(.timeLimit(.minutes(10))) struct TranscriptTests {
  private static let linesEach = 1000

  @Test func nothingIsLostOrDoubledWhileServerAndClientsAreKilled() async throws {
    try await Installation.with { installation in
      let alice = try await Talker("alice", to: "bob", installation)
      let bob = try await Talker("bob", to: "alice", installation)
      try alice.start()
      try bob.start()
      // Ten kills of the server and two of each client, spread over the transcript.
      for kill in 1...14 {
        let talker = kill.isMultiple(of: 2) ? alice : bob
        try await talker.until(shown: kill * 2 * Self.linesEach / 16)
        switch kill {
        case 3, 9: try await alice.killAndRestart()
        case 6, 12: try await bob.killAndRestart()
        default: try await installation.killAndRestart()
        }
      }
      let expected = Set((0..<Self.linesEach).flatMap { [Talker.text("alice", $0), Talker.text("bob", $0)] })
      var orders: [[String]] = []
      for talker in [alice, bob] {
        try await talker.until(shown: 2 * Self.linesEach)
        orders.append(try await talker.transcript(of: 2 * Self.linesEach))
      }
      for talker in [alice, bob] {
        let tail = try await installation.tail(token: talker.token)
        #expect(tail.map(\.seq) == (1...UInt64(2 * Self.linesEach)).map { $0 })
        #expect(Set(tail.map(\.conversation)) == ["direct:alice:bob"])
        orders.append(tail.map(\.text))
      }
      for order in orders {
        #expect(order.count == 2 * Self.linesEach)
        #expect(Set(order) == expected)
        #expect(order == orders[0])
      }
    }
  }
}

/// A user who types a transcript into `martlet chat`.
private final class Talker {
  let token: String
  private let user: String
  private let peer: String
  private let installation: Installation
  private var program: Program?

  init(_ user: String, to peer: String, _ installation: Installation) async throws {
    self.user = user
    self.peer = peer
    self.installation = installation
    token = try await installation.token(for: user)
  }

  static func text(_ user: String, _ number: Int) -> String { "\(user) says \(number)" }

  /// Starts the chat and types everything; a repeated start types everything again under the same ids.
  func start() throws {
    let program = try chat(["--batch", "\(user)-lines"])
    self.program = program
    let lines = (0..<1000).map { Self.text(user, $0) }
    Thread.detachNewThread { for line in lines { program.write(line) } }
  }

  func killAndRestart() async throws {
    try await program?.killAndWait()
    try start()
  }

  /// Waits until a position was shown.
  func until(shown position: Int) async throws {
    try await program?.until(within: .seconds(180)) { lines in
      lines.reversed().lazy.compactMap(Shown.init).first.map { $0.position >= position } ?? false
    }
  }

  /// The history shown by a new start of the chat.
  func transcript(of count: Int) async throws -> [String] {
    program?.signal(SIGTERM)
    try await program?.exit()
    let reader = try chat(["--history", "\(2 * count)"])
    try await reader.until { lines in lines.last.flatMap(Shown.init)?.position == count }
    reader.closeInput()
    try await reader.exit()
    let shown = reader.lines.compactMap(Shown.init)
    #expect(shown.map(\.position) == Array(1...count))
    return shown.map(\.text)
  }

  private func chat(_ arguments: [String]) throws -> Program {
    let data = "\(installation.directory)/\(user)"
    return try Program(
      Place.martlet, ["chat", "--server", installation.url, "--to", "direct:\(peer)", "--data", data] + arguments,
      environment: ["MARTLET_TOKEN": token])
  }
}

/// A line of `martlet chat` that shows a message: `#POSITION SENDER: TEXT`.
private struct Shown {
  let position: Int
  let text: String

  init?(_ line: String) {
    guard line.hasPrefix("#"), let space = line.firstIndex(of: " "),
      let position = Int(line[line.index(after: line.startIndex)..<space]),
      let colon = line.range(of: ": ")
    else { return nil }
    self.position = position
    text = String(line[colon.upperBound...])
  }
}
