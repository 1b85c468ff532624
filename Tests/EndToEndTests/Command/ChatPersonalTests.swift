import Foundation
import MartletTesting
import Testing

/// Per-user settings, changed with commands in `martlet chat`.
@Suite(.timeLimit(.minutes(10))) struct ChatPersonalTests {
  @Test func whatIsOnesOwnIsSetShownAndFoundOnAnotherDevice() async throws {
    try await Installation.with { installation in
      let token = try await installation.token(for: "alice")
      _ = try await installation.token(for: "bob")
      func chat(_ device: String) throws -> Program {
        try Program(
          Place.martlet,
          ["chat", "--server", installation.url, "--to", "direct:bob", "--data", "\(installation.directory)/\(device)"],
          environment: ["MARTLET_TOKEN": token])
      }
      let program = try chat("one")
      program.write("hello")
      program.write("again")
      try await program.until { $0.contains { $0.hasPrefix("#2 ") } }
      for (line, answer) in [
        ("/pin", "pinned"), ("/mute", "muted"), ("/tag work", "tagged work"), ("/draft so far", "draft saved"),
        ("/draft", "draft: so far"), ("/tags", "work: 1 conversation"), ("/list", "[pinned, muted, draft, work]"),
        ("/hide 99 x", "write /hide N"), ("/hide 1", "hidden: #1"),
      ] {
        program.write(line)
        try await program.untilErrors { $0.contains { $0.contains(answer) } }
      }
      program.closeInput()
      #expect(try await program.exit() == 0)
      let other = try chat("two")
      try await other.until { $0.contains { $0.hasPrefix("#2 ") } }
      other.write("/list")
      try await other.untilErrors { $0.contains { $0.contains("[pinned, muted, draft, work]") } }
      #expect(!other.lines.contains { $0.hasPrefix("#1 ") })
      other.write("/away")
      try await other.untilErrors { $0.contains { $0.contains("no longer in your list") } }
      other.closeInput()
      #expect(try await other.exit() == 0)
    }
  }
}
