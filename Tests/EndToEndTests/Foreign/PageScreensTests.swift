import Foundation
import Martlet
import MartletTesting
import Processes
import Testing

/// Accessibility, layout and pictures of the chat page's screens.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PageScreensTests {
  /// The screens of the page.
  enum Screen: CaseIterable {
    case signIn, emptyList, list, conversation, waitingAndRefused, menu, mentions, group, manage, found
    case phoneList, phoneConversation
  }

  @Test(arguments: Screen.allCases) func screenIsAccessible(_ screen: Screen) async throws {
    switch screen {
    case .signIn:
      try await Self.withEmptyPage { peer in
        try await peer.evaluate("void document.getElementById('sign-out').click()")
        try await peer.wait(until: "document.getElementById('confirm').open")
        try await peer.ask("click", ["selector": "#confirm-yes"])
        try await peer.wait(until: "!document.getElementById('sign-in-page').hidden")
        try await Self.expectAccessible(peer, .wide)
      }
    case .emptyList: try await Self.withEmptyPage { try await Self.expectAccessible($0, .wide) }
    default:
      try await HarbourSwim.withPage(isOpen: screen != .list && screen != .phoneList) { peer, proxy in
        try await Self.reach(screen, peer, proxy)
        try await Self.expectAccessible(peer, screen == .phoneList || screen == .phoneConversation ? .phone : .wide)
      }
    }
  }

  private static func reach(_ screen: Screen, _ peer: Peer, _ proxy: FaultProxy) async throws {
    switch screen {
    case .signIn, .emptyList, .list, .conversation, .phoneList, .phoneConversation: break
    case .waitingAndRefused:
      try await peer.open("dan")
      // Only members of the conversation can get a directed message.
      try await peer.evaluate("martlet.client.chat('direct:dan').send('no', { directedTo: ['nobody'], enqueue: true })")
      try await peer.wait(until: "document.querySelector('#messages .failed')")
      await proxy.refuse()
      await proxy.cut()
      try await peer.wait(until: "martlet.client.state.name !== 'online'")
      try await peer.ask("type", ["text": "waits"])
      try await peer.wait(until: "document.querySelector('#messages .pending')")
    case .menu:
      try await peer.ask("click", ["selector": "#messages .own:last-child .text", "press": false])
      try await peer.ask("click", ["selector": "#messages .own:last-child [aria-label=React]"])
      try await peer.wait(until: "document.querySelector('#messages .own:last-child .picker')?.hidden === false")
    case .mentions:
      try await peer.write("so @")
      try await peer.wait(until: "document.querySelectorAll('#mentions [role=option]').length === 5")
    case .group:
      try await peer.evaluate("void document.getElementById('about').click()")
      try await peer.wait(until: "document.querySelectorAll('#group-members li').length === 4")
    case .manage:
      try await peer.evaluate(
        "martlet.client.createGroup({ title: 'Crew', members: ['carol', 'dan'] }).then((group) => group.silence('dan'))")
      try await peer.open("Crew")
      try await peer.evaluate("void document.getElementById('about').click()")
      try await peer.wait(until: "document.getElementById('group-members').textContent.includes('silenced')")
      try await peer.evaluate("void document.querySelector('[aria-label=\"Manage carol\"]').click()")
      try await peer.wait(until: "document.querySelector('#group-members .actions .danger')")
    case .found:
      let field = "document.getElementById('search')"
      try await peer.evaluate("void (\(field).value = 'tram', \(field).dispatchEvent(new Event('input')))")
      try await peer.wait(until: "document.querySelector('#found button .last')?.textContent.includes('tram')")
    }
  }

  /// The two pictures of the README.
  ///
  /// `MARTLET_PICTURES` names the folder to keep them in.
  @Test func picturesShowALivelyConversation() async throws {
    let kept = ProcessInfo.processInfo.environment["MARTLET_PICTURES"]
    let folder = kept.map { URL(fileURLWithPath: $0, relativeTo: Repository.root) } ?? FileManager.default.temporaryDirectory
    var dark = Window.phone
    dark.isDark = true
    try await HarbourSwim.withPage { peer, _ in
      for (name, window) in [("chat-wide", Window.wide), ("chat-phone", dark)] {
        try await peer.show(in: window)
        try await peer.evaluate("void document.activeElement.blur()")
        let inSight = """
          (() => {
            const { top, bottom } = document.getElementById("log").getBoundingClientRect();
            return [...document.querySelectorAll("#messages .bubble")].filter((bubble) => {
              const place = bubble.getBoundingClientRect();
              return place.top >= top && place.bottom <= bottom;
            }).length;
          })()
          """
        try await peer.wait(until: "\(inSight) >= 6 && document.querySelector('#messages .reactions')")
        let file = folder.appendingPathComponent("\(name)\(kept == nil ? "-\(UUID().uuidString)" : "").png")
        try await peer.ask("picture", ["path": file.path])
        let picture = try Data(contentsOf: file)
        if kept == nil { try FileManager.default.removeItem(at: file) }
        // Width and height are in a PNG's first chunk. A window without text makes a picture of a few kilobytes.
        let size = [UInt8](picture.dropFirst(16).prefix(8))
        let expected = [window.width, window.height].flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 255)] as [UInt8] }
        #expect(size == expected)
        #expect(picture.count > 25_000)
      }
    }
  }

  @Test func languageFromRightToLeftMirrorsThePage() async throws {
    try await HarbourSwim.withPage(language: "ar") { peer, _ in
      for window in [Window.wide, .phone] {
        try await peer.show(in: window)
        let places = """
          (() => {
            const place = (selector) => document.querySelector(selector).getBoundingClientRect();
            const log = place("#log");
            const middle = (log.left + log.right) / 2;
            const sides = [...document.querySelectorAll("#messages .bubble")].map((bubble) => {
              const { left, right } = bubble.getBoundingClientRect();
              const isLeft = left - log.left < log.right - right;
              return isLeft === bubble.closest(".message").classList.contains("own");
            });
            const { width, left } = place("nav");
            const list = width === 0 ? "away" : left >= log.right - 1 ? "right" : "left";
            const { scrollWidth, clientWidth } = document.getElementById("log");
            const overflows = scrollWidth > clientWidth || document.documentElement.scrollWidth > innerWidth;
            return `${document.dir} ${sides.length} ${sides.every(Boolean)} ${list} ${overflows}`;
          })()
          """
        #expect(try await peer.evaluate(places) == "rtl 9 true \(window.width == 390 ? "away" : "right") false")
        let title = "document.querySelector('#conversation .names').getBoundingClientRect().right"
        let text =
          "(() => { const range = new Range(); range.selectNodeContents(document.getElementById('title')); "
          + "return range.getBoundingClientRect().right; })()"
        #expect(try await peer.evaluate("`${Math.abs(\(title) - \(text)) < 2}`") == "true")
      }
    }
  }

  @Test func nothingIsWiderThanAPhone() async throws {
    try await HarbourSwim.withPage { peer, _ in
      try await peer.show(in: .phone)
      let wide =
        "['log', 'conversation', 'chat'].filter((id) => { const { scrollWidth, clientWidth } = "
        + "document.getElementById(id); return scrollWidth > clientWidth; }).join()"
      #expect(try await peer.evaluate(wide) == "")
    }
  }

  @Test func newestMessageStaysInSightWhenTheWindowShrinks() async throws {
    try await HarbourSwim.withPage { peer, _ in
      try await peer.show(in: .wide)
      for (width, height) in [(1280, 500), (390, 844), (390, 420)] {
        let size: [String: any Sendable] = ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
        try await peer.ask("devtools", size.merging(["method": "Emulation.setDeviceMetricsOverride"]) { $1 })
        let bottom = "document.querySelector('#messages li:last-child .bubble').getBoundingClientRect().bottom"
        try await peer.wait(
          until: "innerHeight === \(height) && \(bottom) <= document.getElementById('log').getBoundingClientRect().bottom")
      }
    }
  }

  private static func withEmptyPage(_ body: (Peer) async throws -> Void) async throws {
    try await TestServer.with { server in
      let peer = try await ChatPage.start(server, user: "bob", to: "")
      try await peer.wait(until: "document.getElementById('list-hint').textContent !== ''")
      try await body(peer)
      await peer.stop()
    }
  }

  /// Expects that axe-core finds nothing, in the light and in the dark.
  static func expectAccessible(_ peer: Peer, _ window: Window) async throws {
    var window = window
    for isDark in [false, true] {
      window.isDark = isDark
      try await peer.show(in: window)
      let broken = try await peer.ask("axe").messages
      #expect(broken == [], isDark ? "dark" : "light")
    }
  }
}
