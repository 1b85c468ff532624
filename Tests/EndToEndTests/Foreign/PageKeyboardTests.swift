import Martlet
import MartletTesting
import Testing

/// The chat page without a mouse.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PageKeyboardTests {
  /// The page, used with keys only.
  private struct Keyboard {
    let peer: Peer

    /// Moves with Tab until an element has the focus, which never leaves the page and always shows.
    func walk(to selector: String, back: Bool = false) async throws {
      for _ in 0..<80 {
        if try await peer.evaluate("`${document.activeElement.matches('\(selector)')}`") == "true" { return }
        try await peer.ask("press", ["key": "Tab", "shift": back])
        let place = try await peer.evaluate(Self.focus)
        try #require(place == "seen", "on the way to \(selector): \(place ?? "nowhere")")
      }
      Issue.record("Tab does not lead to \(selector)")
    }

    func press(_ key: String) async throws { try await peer.ask("press", ["key": key]) }

    func write(_ text: String) async throws { try await peer.ask("write", ["text": text]) }

    /// Waits until an element has the focus, and expects that it shows.
    func focus(isOn selector: String) async throws {
      try await peer.wait(until: "document.activeElement.matches('\(selector)')")
      #expect(try await peer.evaluate(Self.focus) == "seen", "\(selector)")
    }

    /// Says whether the focus is in the page, in sight, with an outline.
    private static let focus = """
      (() => {
        const { activeElement } = document;
        if (activeElement === document.body) return "lost";
        const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
        const hasOutline = outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
        const isShown = activeElement.checkVisibility({ checkOpacity: true });
        return isShown && hasOutline ? "seen" : activeElement.outerHTML;
      })()
      """
  }

  /// Everything a person does with the page, in a window that shows the list or the conversation.
  @Test func everythingIsDoneWithKeysAlone() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      _ = try await server.token(for: "dan")
      let token = try await server.token(for: "bob")
      let owner = try await server.swiftClient("bob")
      let team = try await owner.createGroup(title: "Team", members: [try #require(UserID("alice"))], id: "team")
      await owner.close()
      _ = await alice.chat(team).send(.text("a question"))
      let peer = try await ChatPage.start(server, user: "bob", to: "", options: ["--mouse"])
      try await peer.show(in: .phone)
      let keys = Keyboard(peer: peer)

      try await signIn(again: token, keys)
      try await write(keys)
      try await answerReactAndTakeBack(keys)
      try await changeGroup(keys)
      try await find(keys)
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  private func signIn(again token: String, _ keys: Keyboard) async throws {
    try await keys.walk(to: "#sign-out", back: true)
    try await keys.press("Enter")
    try await keys.focus(isOn: "#confirm-no")
    try await keys.walk(to: "#confirm-yes")
    try await keys.press("Enter")
    try await keys.focus(isOn: "#token")
    try await keys.write(token)
    try await keys.walk(to: "#sign-in .primary")
    try await keys.press("Enter")
    try await keys.focus(isOn: "#conversations")
  }

  private func write(_ keys: Keyboard) async throws {
    try await keys.peer.wait(until: "\(Peer.row("Team")) !== undefined")
    try await keys.walk(to: "#conversations li button")
    try await keys.press("Enter")
    try await keys.focus(isOn: "#text")
    try await keys.peer.wait(forMessages: ["a question"])
    try await keys.write("an anser")
    try await keys.press("Enter")
    try await keys.peer.wait(until: "document.querySelector('#messages .own:not(.pending)')")
    try await keys.press("ArrowUp")
    try await keys.peer.wait(until: "document.getElementById('text').value === 'an anser'")
    try await keys.press("Backspace")
    try await keys.press("Backspace")
    try await keys.write("wer")
    try await keys.press("Enter")
    try await keys.peer.wait(forMessages: ["a question", "an answer"])
    try await keys.focus(isOn: "#text")
  }

  private func answerReactAndTakeBack(_ keys: Keyboard) async throws {
    try await keys.walk(to: "#messages .message:not(.own) [aria-label=Reply]", back: true)
    try await keys.press("Enter")
    try await keys.focus(isOn: "#text")
    try await keys.write("a reply")
    try await keys.press("Enter")
    try await keys.peer.wait(until: "document.querySelectorAll('#messages .own:not(.pending) .quote').length === 1")
    try await keys.walk(to: "#messages .message:not(.own) [aria-label=React]", back: true)
    try await keys.press("Enter")
    try await keys.walk(to: "#messages .message:not(.own) .picker button")
    try await keys.press("Enter")
    try await keys.peer.wait(until: "document.querySelector('#messages .reactions .mine')")
    try await keys.focus(isOn: "#messages .message:not(.own) button")
    try await takeBackLast(keys)
    // The person changes their mind.
    try await keys.walk(to: "#toast button", back: true)
    try await keys.press("Enter")
    try await keys.focus(isOn: "#text")
    try await keys.peer.wait(until: "document.querySelector('#messages .message:last-child').checkVisibility()")
    try await keys.walk(to: "#messages .message:last-child [aria-label=React]", back: true)
    try await takeBackLast(keys)
    try await keys.focus(isOn: "#text")
    try await keys.peer.wait(forMessages: ["a question", "an answer", "taken back"])
  }

  private func takeBackLast(_ keys: Keyboard) async throws {
    try await keys.walk(to: "#messages .message:last-child .recall")
    try await keys.press("Enter")
    try await keys.focus(isOn: "#confirm-no")
    try await keys.walk(to: "#confirm-yes")
    try await keys.press("Enter")
  }

  private func changeGroup(_ keys: Keyboard) async throws {
    try await keys.walk(to: "#about", back: true)
    try await keys.press("Enter")
    try await keys.focus(isOn: "#group-title")
    try await keys.walk(to: "#group-users")
    try await keys.write("dan")
    try await keys.press("Enter")
    try await keys.peer.wait(until: "document.getElementById('group-count').textContent === '3 members'")
    try await keys.focus(isOn: "#group-users")
    try await keys.walk(to: "[aria-label=\"Manage dan\"]")
    try await keys.press("Enter")
    try await keys.focus(isOn: "[aria-label=\"Manage dan\"][aria-expanded=\"true\"]")
    try await keys.walk(to: "[aria-label=\"Remove dan\"]")
    try await keys.press("Enter")
    try await keys.peer.wait(until: "document.getElementById('group-count').textContent === '2 members'")
    try await keys.focus(isOn: "#group-users")
    try await keys.press("Escape")
    try await keys.focus(isOn: "#about")
  }

  private func find(_ keys: Keyboard) async throws {
    try await keys.walk(to: "#back", back: true)
    try await keys.press("Enter")
    try await keys.focus(isOn: "#conversations, #conversations li button")
    try await keys.walk(to: "#search", back: true)
    try await keys.write("question")
    try await keys.peer.wait(until: "document.querySelector('#found button .last')?.textContent.includes('a question')")
    try await keys.walk(to: "#found button")
    try await keys.press("Enter")
    try await keys.peer.wait(until: "document.querySelector('#messages .aimed .text')?.textContent === 'a question'")
    try await keys.focus(isOn: "#text")
  }
}
