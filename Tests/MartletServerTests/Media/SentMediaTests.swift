import MartletMedia
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// A message that names files is stored only if their bytes are there.
@Suite(.timeLimit(.minutes(5))) struct SentMediaTests {
  private func withTwo(
    _ limits: Limits = Limits(), _ body: (_ alice: MediaClient, _ bob: MediaClient) async throws -> Void
  ) async throws {
    try await TestServer.with(limits: limits) {
      try await body(try await MediaClient("alice", of: $0), try await MediaClient("bob", of: $0))
    }
  }

  @Test func aMessageNeedsAllOfItsFiles() async throws {
    try await withTwo { alice, bob in
      let missing = String(repeating: "0", count: 32)
      #expect(try await alice.send(missing) == "media_unknown \(missing)")
      let one = try await alice.upload("abc")
      #expect(try await alice.send(one, missing) == "media_unknown \(missing)")
      let path = try alice.location(try await alice.create(6))
      let arriving = String(path.suffix(32))
      #expect(try await alice.patch(path, at: 0, "abc").status == 204)
      #expect(try await alice.send(one, arriving) == "media_unknown \(arriving)")
      #expect(try await alice.patch(path, at: 3, "def").status == 204)
      #expect(try await alice.send(one, arriving) == "#1")
      // A retry, and the same files for another message.
      #expect(try await alice.send(one, arriving) == "#1")
      #expect(try await alice.send(one, as: "m2") == "media_unknown \(one)")
      #expect(try await bob.send(one) == "media_unknown \(one)")
    }
  }

  @Test func aFileIsForOneConversation() async throws {
    try await withTwo { alice, _ in
      _ = try await MediaClient("carol", of: alice.server)
      let id = try await alice.upload("abc")
      #expect(try await alice.send(id, to: "direct:carol") == "media_unknown \(id)")
      #expect(try await alice.send(id) == "#1")
    }
  }

  @Test func aFileIsNotKeptForEver() async throws {
    var limits = Limits()
    limits.mediaWaits = .zero
    try await withTwo(limits) { alice, _ in
      let id = String(try alice.location(try await alice.create(0)).suffix(32))
      #expect(try await alice.send(id) == "media_unknown \(id)")
    }
  }

  @Test func aRetryIsRecognisedWhenTheFileIsGone() async throws {
    try await withTwo { alice, _ in
      let id = try await alice.upload("abc")
      #expect(try await alice.send(id) == "#1")
      let files = try #require(alice.server.files)
      try await files.remove(MediaKey(id, of: "alice"))
      #expect(try await alice.send(id) == "#1")
    }
  }

  @Test func whatIsMalformedIsRefused() async throws {
    try await withTwo { alice, _ in
      let many = (0..<31).map { #"{"id":"\#(String(repeating: "0", count: 30))\#(10 + $0)"}"# }.joined(separator: ",")
      let cases: [(content: String, outcome: String)] = [
        (MediaClient.content(["x"]), "content_invalid content.media"),
        (MediaClient.content([String(repeating: "A", count: 32)]), "content_invalid content.media"),
        (#"{"media":[\#(many)]}"#, "field_invalid content.media"),
        (#"{"media":{"id":"1"},"m\u0065dia":{}}"#, "content_invalid content"), (#"{"media":{"id":1}}"#, "#1"),
        (#"{"media":7}"#, "#2"), (#"{"m\u0065dia":{"id":"zz"}}"#, "content_invalid content.media"),
        (#"{"media":{"url":"https://x"}}"#, "#3"),
      ]
      for (content, expected) in cases {
        let send = Wire.Send(conversation: "direct:bob", clientId: WireClient.fresh(), type: "image", content: content)
        let outcome = try await alice.request(.send(send))
        #expect(outcome == expected, "\(content)")
      }
    }
  }

  @Test func anEditNamesTheSameFiles() async throws {
    try await withTwo { alice, _ in
      let (one, two) = (try await alice.upload("abc"), try await alice.upload("abc"))
      #expect(try await alice.send(one, two) == "#1")
      func edit(_ ids: [String], _ target: UInt64 = 1) async throws -> String {
        try await alice.request(
          .edit(
            Wire.Edit(
              conversation: "direct:bob", clientId: WireClient.fresh(), target: target, type: "file",
              content: MediaClient.content(ids))))
      }
      #expect(try await edit([two, one]) == "#2")
      #expect(try await edit([one]) == "field_invalid content.media")
      #expect(try await edit([]) == "field_invalid content.media")
      let later = try await alice.upload("abc", for: "m9")
      #expect(try await edit([one, two, later]) == "field_invalid content.media")
    }
  }

  @Test func filesAreNotScheduled() async throws {
    try await withTwo { alice, _ in
      let id = try await alice.upload("abc")
      let send = Wire.Send(conversation: "direct:bob", clientId: "m1", type: "file", content: MediaClient.content([id]))
      let schedule = Wire.Schedule(send: send, at: 4_000_000_000_000)
      #expect(try await alice.request(.schedule(schedule)) == "content_invalid content.media")
    }
  }
}
