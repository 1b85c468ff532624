import MartletStore
import MartletWire
import Testing

/// Messages that name files.
@Suite struct NamedMediaContractTests {
  private func file(_ media: String, at time: Int64 = Append.noon) -> Append {
    var append = Append.direct("x", at: time)
    append.event = .message(type: "file", content: #"{"media":\#(media)}"#)
    return append
  }

  private func edit(_ target: UInt64, _ media: String) -> Append {
    Append.sample(.edited(target: target, type: "file", content: #"{"media":\#(media)}"#), to: .pair, by: .alice)
      .with(.keepsMedia(target))
  }

  @Test(arguments: Engine.all) func anEditNamesTheFilesOfItsMessage(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    #expect(try await fixture.outcome(file(#"[{"id":"a"},{"id":"b"}]"#))?.seq == 1)
    #expect(try await fixture.outcome(.direct("none"))?.seq == 2)
    var head: UInt64 = 2
    for (target, media, holds) in [
      (1, #"[{"id":"b"},{"id":"a"}]"#, true), (1, #"{"id":"a"}"#, false), (1, "[]", false), (1, "7", false),
      (1, #"[{"id":"a"},{"id":"b"},{"id":"c"}]"#, false), (2, "[]", true), (2, #"{"id":"a"}"#, false), (2, #"{"id":7}"#, true),
      (1, #"[{"id":"a"},{"id":"b"},{"id":"b"}]"#, true),
    ] as [(UInt64, String, Bool)] {
      let outcome = try await fixture.outcome(edit(target, media))
      if holds {
        head += 1
        #expect(outcome?.seq == head, "\(media)")
      } else {
        #expect(outcome == .refused(.keepsMedia(target)), "\(media)")
      }
      try await fixture.reopen()
    }
  }

  @Test(arguments: Engine.all) func aRequestsPositionIsFound(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let message = file(#"{"id":"a"}"#)
    #expect(try await fixture.outcome(message)?.seq == 1)
    for _ in 0..<2 {
      let store = fixture.store
      let found = try await store.position(of: message.clientID, by: .alice, app: .demo)
      #expect(found == Position(conversation: .pair, seq: 1, time: Append.noon))
      #expect(try await store.position(of: message.clientID, by: .bob, app: .demo) == nil)
      #expect(try await store.position(of: message.clientID, by: .alice, app: .other) == nil)
      #expect(try await store.position(of: .fresh(), by: .alice, app: .demo) == nil)
      try await fixture.reopen()
    }
  }
}
