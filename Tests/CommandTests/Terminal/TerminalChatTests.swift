import Foundation
import MartletTesting
import Testing

@testable import Martlet
@testable import MartletCommand

/// `chat` as a person uses it: the real program in a terminal.
@Suite(.timeLimit(.minutes(10)), .serialized) struct TerminalChatTests {
  /// Runs `body` with alice's chat with bob on a screen, and bob's client.
  private func withChat(_ body: (Screen, Martlet.Chat) async throws -> Void) async throws {
    try await TestServer.with { server in
      let alice = try await server.token(for: "alice")
      let bob = try await server.token(for: "bob")
      let client = try MartletClient(
        configuration: .init(server: server.url, directory: nil, device: .init(class: .tool), token: { bob }))
      await client.connect()
      let screen = try Screen(
        columns: 40, rows: 12, ["chat", "--server", server.url, "--to", "direct:bob", "--data", server.directory + "/alice"],
        token: alice)
      do {
        try await body(screen, client.chat(with: Samples.alice))
      } catch {
        await client.close()
        throw error
      }
      await client.close()
    }
  }

  /// A message without its time of day.
  private func plain(_ line: String) -> String { line.replacing(#/#(\d+) \d\d:\d\d /#) { "#\($0.1) " } }

  @Test func whatIsTypedIsSentAndWhatComesDoesNotDisturbIt() async throws {
    try await withChat { screen, bob in
      try await screen.until { $0.text.last == "bob>" && $0.text.dropLast().last == "· online" }
      screen.type("Grüße 世界")
      try await screen.until { $0.text.last == "bob> Grüße 世界" }
      screen.type("\r")
      try await screen.until { $0.text.contains { $0.hasSuffix("alice: Grüße 世界 ✓") } && $0.text.last == "bob>" }
      screen.type("half a li")
      try await screen.until { $0.text.last == "bob> half a li" }
      _ = await bob.send(.text("\u{1B}[2Jinterrupting\rthis is a line longer than the screen"))
      try await screen.until { $0.text.contains { $0.contains("interrupting") } && $0.text.last == "bob> half a li" }
      screen.type("ne\u{1B}[D\u{1B}[DX")
      try await screen.until { $0.text.last == "bob> half a liXne" && $0.cursor.column == 15 }
      // Bob's device confirms the delivery a while later.
      try await screen.until { $0.text.dropLast().last == "· online · delivered" }
      #expect(
        screen.text.map { plain($0) } == [
          "#1 alice: Grüße 世界 ✓", "#2 bob: ␛[2Jinterrupting␍this is a", " line longer than the screen",
          "· online · delivered", "bob> half a liXne",
        ])
      #expect(screen.unknown.isEmpty)
    }
  }

  @Test func theTerminalIsGivenBackAsItWas() async throws {
    for (ending, code) in [("\u{4}", Int32(0)), ("\u{3}", 130), ("/quit\r", 0)] {
      try await withChat { screen, _ in
        try await screen.until { $0.text.last == "bob>" }
        let raw = screen.settings
        screen.type(ending)
        #expect(await screen.exit() == code)
        #expect(screen.settings != raw)
        #expect(screen.settings[2] & UInt32(ICANON | ECHO | ISIG) == UInt32(ICANON | ECHO | ISIG))
      }
    }
  }

  private static let endings: [(Int32, Int32)] = [
    (SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130), (SIGSEGV, -SIGSEGV), (SIGTRAP, -SIGTRAP),
  ]

  @Test(arguments: endings)
  func theTerminalIsGivenBackWhateverEndsIt(number: Int32, code: Int32) async throws {
    try await withChat { screen, _ in
      try await screen.until { $0.text.last == "bob>" }
      screen.signal(number)
      #expect(await screen.exit() == code)
      #expect(screen.settings[2] & UInt32(ICANON | ECHO | ISIG) == UInt32(ICANON | ECHO | ISIG))
    }
  }

  @Test func controlCTakesTheLineAwayFirst() async throws {
    try await withChat { screen, _ in
      try await screen.until { $0.text.last == "bob>" }
      screen.type("not this")
      try await screen.until { $0.text.last == "bob> not this" }
      screen.type("\u{3}")
      try await screen.until { $0.text.last == "bob>" }
      screen.type("\u{1B}[A")
      screen.type("/hel\t\r")
      try await screen.until { $0.text.contains { $0.hasPrefix("-- /help") } }
    }
  }

  @Test func whoHasReadIsShown() async throws {
    try await withChat { screen, bob in
      try await screen.until { $0.text.last == "bob>" }
      screen.type("read me\r")
      try await screen.until { $0.text.contains { $0.hasSuffix("read me ✓") } }
      try await bob.client.caughtUp()
      try await bob.markRead(upTo: bob.messageID(at: 1))
      try await screen.until { $0.text.contains("· online · read") }
    }
  }
}
