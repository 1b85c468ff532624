import Foundation
import MartletTesting
import Testing

/// The example as it is run: two people at terminals.
@Suite(.timeLimit(.minutes(3))) struct GroupChatTests {
  /// A person at a terminal, where each line is written at once.
  private func person(_ name: String, at server: Installation, _ others: [String] = []) async throws -> Program {
    let example = URL(fileURLWithPath: Place.martlet).deletingLastPathComponent().appendingPathComponent("group-chat").path
    let token = try await server.token(for: name)
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
      bob.write("/fix hi, alice")
      _ = try await alice.line { $0 == "#3 bob: hi, alice (edited)" }
      alice.write("/find hello")
      try await alice.until { $0.filter { $0 == "#2 alice: hello team" }.count == 2 }
      alice.write("/who")
      _ = try await alice.line { $0.hasPrefix("  bob has read up to #") }
      bob.write("/undo")
      _ = try await alice.line { $0 == "#3 bob: [taken back]" }
      alice.closeInput()
      bob.closeInput()
      #expect(try await alice.exit() == 0)
      #expect(try await bob.exit() == 0)
    }
  }

  @Test func exampleIsShortAndUsesThePublicSDKOnly() throws {
    let source = Place.package.appendingPathComponent("Examples/GroupChat/GroupChat.swift")
    let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 60)
    #expect(lines.filter { $0.contains("import ") } == ["import Martlet"])
  }
}
