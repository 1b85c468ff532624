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
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice")
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
        try await peer.wait(until: "globalThis.martlet?.me?.state === 'online'", tab: tab)
        for tab in 0...1 { try await peer.wait(forMessages: said, tab: tab) }
        try await say("after reload \(tab)")
      }
      #expect(await peer.events.filter { $0.state != nil }.isEmpty)
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  @Test func duplicatedTabIsADeviceOfItsOwn() async throws {
    try await TestServer.with { server in
      _ = try await server.token(for: "alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice")
      // A window that the page opens begins with a copy of its session storage, as a duplicated tab does. Pages may only
      // open windows soon after a click.
      try await peer.ask("click", ["selector": "#title"])
      try await peer.evaluate("void (globalThis.copy = window.open('/'))")
      try await peer.wait(until: "copy.martlet?.me?.state === 'online'")
      #expect(try await peer.evaluate("`${copy.sessionStorage.token === sessionStorage.token}`") == "true")
      #expect(try await peer.evaluate("`${copy.sessionStorage.device === sessionStorage.device}`") == "false")
      try await peer.ask("type", ["text": "still here"])
      try await peer.wait(forMessages: ["still here"])
      #expect(await peer.events.filter { $0.state != nil }.isEmpty)
      await peer.stop()
    }
  }

  @Test func displacedTabKeepsItsTokenAndTextAndComesBack() async throws {
    var limits = Limits()
    limits.devicesPerClass[.web] = 1
    try await TestServer.with(limits: limits) { server in
      _ = try await server.token(for: "alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice")
      try await peer.ask("type", ["text": "before"])
      try await peer.wait(forMessages: ["before"])
      try await peer.evaluate("void (document.getElementById('text').value = 'half-typed')")
      try await peer.ask("show")
      try await peer.event { $0.state == "ended" && $0.tab == 0 }
      try await peer.wait(forMessages: ["before"])
      #expect(try await peer.evaluate("document.getElementById('text').value") == "half-typed")
      try await peer.ask("send", ["conversation": "direct:alice", "text": "meanwhile", "tab": 1])
      try await peer.ask("devtools", ["method": "Page.bringToFront"])
      try await peer.ask("click", ["selector": "#connect-here"])
      try await peer.wait(forMessages: ["before", "meanwhile"])
      try await peer.event { $0.state == "ended" && $0.tab == 1 }
      try await peer.evaluate("void document.getElementById('compose').requestSubmit()")
      try await peer.wait(forMessages: ["before", "meanwhile", "half-typed"])
      await peer.expectNoComplaint()
      await peer.stop()
    }
  }
}
