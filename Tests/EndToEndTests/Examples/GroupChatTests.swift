import Foundation
import MartletTesting
import Processes
import Testing

/// The example as it is run: two people at terminals.
@Suite(.timeLimit(.minutes(10))) struct GroupChatTests {
  /// A person at a terminal, where each line is written at once.
  private func person(_ name: String, at server: Installation, _ others: [String] = []) async throws -> Program {
    try person(name, at: server, try await server.token(for: name), others)
  }

  private func person(_ name: String, at server: Installation, _ token: String, _ others: [String] = []) throws -> Program {
    let example = URL(fileURLWithPath: Place.martlet).deletingLastPathComponent().appendingPathComponent("group-chat").path
    return try Program("/usr/bin/stdbuf", ["-oL", example, server.url, token, "\(server.directory)/\(name)", "team"] + others)
  }

  @Test func twoPeopleTalkInTheExample() async throws {
    try await Installation.with { server in
      _ = try await server.token(for: "bob")
      let alice = try await person("alice", at: server, ["bob"])
      _ = try await alice.line { $0 == "#1 alice: [made the group team]" }
      let bob = try await person("bob", at: server)
      _ = try await bob.line { $0.hasPrefix("#1 alice:") }
      alice.write("hello team")
      _ = try await bob.line { $0 == "#2 alice: hello team" }
      _ = try await alice.line { $0 == "  ✓ bob read #2" }
      bob.write("hi alice")
      for person in [alice, bob] { _ = try await person.line { $0 == "#3 bob: hi alice" } }
      alice.write("/react 3 👍")
      for person in [alice, bob] { _ = try await person.line { $0 == "#3 bob: hi alice  👍 1" } }
      bob.write("/react 3 👍")
      _ = try await alice.line { $0 == "#3 bob: hi alice  👍 2" }
      bob.write("/fix 3 hi, alice")
      _ = try await alice.line { $0 == "#3 bob: hi, alice (edited)  👍 2" }
      alice.write("/find hello")
      try await alice.until { $0.filter { $0 == "#2 alice: hello team" }.count == 2 }
      alice.write("/who 2")
      _ = try await alice.line { $0 == "  #2 was read by [bob]" }
      alice.write("/reply 3 well said")
      _ = try await bob.line { $0.hasSuffix(" alice to #3: well said") }
      // A refusal by the server is shown, and the chat goes on.
      alice.write("/undo 4711")
      _ = try await alice.line { $0.hasPrefix("! ") }
      bob.write("/undo 3")
      _ = try await alice.line { $0 == "#3 bob: [taken back]" }
      alice.closeInput()
      bob.closeInput()
      #expect(try await alice.exit() == 0)
      #expect(try await bob.exit() == 0)
    }
  }

  @Test func whatIsSaidWithoutAServerIsSentLater() async throws {
    try await Installation.with { server in
      let (token, bobsToken) = (try await server.token(for: "alice"), try await server.token(for: "bob"))
      let first = try person("alice", at: server, token, ["bob"])
      _ = try await first.line { $0 == "#1 alice: [made the group team]" }
      first.closeInput()
      #expect(try await first.exit() == 0)
      try await server.server.killAndWait()
      let alice = try person("alice", at: server, token)
      _ = try await alice.line { $0 == "-- not connected" }
      _ = try await alice.line { $0 == "#1 alice: [made the group team]" }
      alice.write("said in a tunnel")
      _ = try await alice.line { $0 == "-- will be sent once there is a connection" }
      try await server.killAndRestart()
      _ = try await alice.line { $0 == "#2 alice: said in a tunnel" }
      let bob = try person("bob", at: server, bobsToken)
      _ = try await bob.line { $0 == "#2 alice: said in a tunnel" }
      for one in [alice, bob] { one.closeInput() }
      for one in [alice, bob] { #expect(try await one.exit() == 0) }
    }
  }

  @Test func exampleIsShortAndUsesThePublicSDKOnly() throws {
    let source = Repository.root.appendingPathComponent("Examples/GroupChat/GroupChat.swift")
    let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 60)
    #expect(lines.filter { $0.contains("import ") } == ["import Martlet"])
  }
}
