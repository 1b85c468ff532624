import Foundation
import Martlet
import MartletTesting
import MartletWire
import Testing

/// System conversations on the page.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PageSystemTests {
  private static let system = "system:bob:orders"

  /// A page of bob's, to whom the account "orders", whose name is given, and the app itself have written.
  private static func withMessages(_ body: (TestServer, Peer) async throws -> Void) async throws {
    try await TestServer.with { server in
      for user in ["bob", "orders"] { _ = try await server.token(for: user) }
      try await server.control.setProfile(
        Wire.SetProfile(user: "orders", fields: [Wire.ProfileField(key: "name", value: "Your orders")]))
      try await Self.tell("Your parcel is on its way.", from: "orders", server)
      try await Self.tell("Welcome!", from: "", server)
      let peer = try await ChatPage.start(server, user: "bob", to: "system:orders", options: ["--mouse"])
      try await peer.wait(until: "document.querySelector('#messages .text')?.textContent === 'Your parcel is on its way.'")
      try await body(server, peer)
      await peer.expectNoComplaint()
      await peer.stop()
    }
  }

  private static func tell(_ text: String, from user: String, _ server: TestServer) async throws {
    let message = Wire.Send(clientId: UUID().uuidString, type: "text", content: #"{"text":"\#(text)"}"#)
    let sent: Wire.SentMessages = try await server.control.call(
      "/v1/messages/send", Wire.SendMessages(user: user, message: message, conversations: ["system:bob"]))
    #expect(sent.messages.allSatisfy { $0.failure == nil })
  }

  @Test func whatTheAppTellsIsReadAndNotAnswered() async throws {
    try await Self.withMessages { server, peer in
      try await peer.wait(until: "document.getElementById('title').textContent === 'Your orders'")
      try await peer.wait(until: "document.getElementById('text').disabled")
      #expect(try await peer.evaluate("document.getElementById('silence').textContent") == "You cannot answer here.")
      // Nothing is offered that would be refused.
      try await peer.wait(until: "document.querySelectorAll('#messages .controls button').length === 0")
      for part in ["block", "about", "subtitle"] {
        let isShown = "`${document.getElementById('\(part)')?.checkVisibility() ?? false}`"
        #expect(try await peer.evaluate(isShown) == "false", "\(part)")
      }
      let names = "[...document.querySelectorAll('#conversations .title')].map((title) => title.textContent).sort().join()"
      try await peer.wait(until: "\(names) === 'The app,Your orders'")
      // It is read as others are.
      try await peer.wait(until: "document.querySelectorAll('#conversations .unread:not([hidden])').length === 1")
      try await Self.tell("It has arrived.", from: "orders", server)
      try await peer.wait(until: "document.querySelectorAll('#messages .text').length === 2")
      let permissions = try await peer.evaluate(
        "martlet.client.chat('\(Self.system)').permissions().then(({ operations }) => [...operations].join())")
      #expect(permissions == "read")
    }
  }

  @Test func theScreenIsAccessible() async throws {
    try await Self.withMessages { _, peer in
      try await peer.wait(until: "document.getElementById('text').disabled")
      for window in [Window.wide, .phone] {
        try await PageScreensTests.expectAccessible(peer, window)
        try await PageApplyingScreensTests.keepPicture("system-\(window.width)", peer)
      }
    }
  }
}
