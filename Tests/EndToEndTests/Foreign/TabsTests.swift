import Martlet
import MartletServer
import MartletTesting
import Testing

/// The chat page in several tabs of one browser.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct TabsTests {
  @Test func tabsOfOneUserAreLiveAtTheSameTime() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let chat = alice.chat(with: try #require(UserID("bob")))
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice")
      try await peer.ask("show")
      try await peer.event { $0.event == "online" && $0.tab == 1 }
      var said: [String] = []
      func say(_ text: String, tab: Int? = nil) async throws {
        if let tab { try await peer.ask("type", ["text": text, "tab": tab]) } else { _ = await chat.send(.text(text)) }
        said.append(text)
        for tab in 0...1 { try await peer.wait(forMessages: said, tab: tab) }
      }
      try await say("from alice")
      try await say("from the first tab", tab: 0)
      try await say("from the second tab", tab: 1)
      for tab in 0...1 {
        try await peer.ask("reload", ["tab": tab])
        try await peer.wait(until: "globalThis.martlet?.client?.state.name === 'online'", tab: tab)
        for tab in 0...1 { try await peer.wait(forMessages: said, tab: tab) }
        try await say("after reload \(tab)")
      }
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  @Test func signingOutInOneTabSignsOutAll() async throws {
    try await TestServer.with { server in
      _ = try await server.token(for: "alice")
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice")
      // Signed in without a token of its own, as any later tab.
      try await peer.ask("show", ["token": "", "to": ""])
      try await peer.event { $0.event == "online" && $0.tab == 1 }
      #expect(try await peer.evaluate("martlet.client.device") == (try await peer.evaluate("martlet.client.device", tab: 1)))
      try await peer.evaluate("void document.getElementById('sign-out').click()", tab: 1)
      try await peer.wait(until: "document.getElementById('confirm').open", tab: 1)
      try await peer.evaluate("void document.getElementById('confirm-yes').click()", tab: 1)
      for tab in 0...1 { try await peer.wait(until: "!document.getElementById('sign-in-page').hidden", tab: tab) }
      #expect(try await peer.evaluate("document.getElementById('sign-in-error').textContent") == "You signed out in another tab.")
      await peer.stop()
    }
  }

  @Test func displacedBrowserKeepsItsTextAndComesBack() async throws {
    var limits = Limits()
    limits.devicesPerClass[.web] = 1
    try await TestServer.with(limits: limits) { server in
      _ = try await server.token(for: "alice")
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice")
      try await peer.ask("type", ["text": "before"])
      try await peer.wait(forMessages: ["before"])
      let field = "document.getElementById('text')"
      try await peer.evaluate("void (\(field).value = 'half-typed', \(field).dispatchEvent(new Event('input')))")
      let other = try await ChatPage.start(server, user: "bob", to: "direct:alice")
      try await peer.event { $0.state == "ended" }
      try await peer.wait(until: "!document.getElementById('elsewhere').hidden")
      try await peer.wait(forMessages: ["before"])
      #expect(try await peer.evaluate("\(field).value") == "half-typed")
      try await other.ask("send", ["conversation": "direct:alice", "text": "meanwhile"])
      try await peer.ask("click", ["selector": "#connect-here"])
      try await peer.wait(forMessages: ["before", "meanwhile"])
      try await other.event { $0.state == "ended" }
      try await peer.evaluate("void document.getElementById('compose').requestSubmit()")
      try await peer.wait(forMessages: ["before", "meanwhile", "half-typed"])
      await peer.expectNoComplaint()
      await peer.stop()
      await other.stop()
    }
  }
}
