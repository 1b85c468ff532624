import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// The app's requests end in time, whatever happens to the connection.
@Suite struct CallDeadlineTests {
  private let second: UInt64 = 1_000_000_000

  /// Without a connection a call ends in time, even if nothing else is due.
  @Test(arguments: [false, true]) func callWithoutANetworkEndsInTime(hasNetwork: Bool) throws {
    let wires = Wirework()
    wires.sync.networkChanged(isAvailable: hasNetwork, at: 0)
    wires.sync.start(at: 0)
    if hasNetwork { wires.sync.tokenGiven("t", at: 0) }
    let (early, late) = (Sync.CallID(number: 1), Sync.CallID(number: 2))
    wires.sync.call(early, .request(.listMembers(Wire.ListMembers(conversation: "group:g"))), at: 0)
    wires.sync.call(late, .held(ConversationID.of("group:g")), at: 10 * second)
    _ = wires.take()
    func ended() -> [Sync.CallID] {
      var ended: [Sync.CallID] = []
      for case .answer(let id, .failure(let error)) in wires.take() where error.code == .notConnected { ended.append(id) }
      return ended
    }
    var due: UInt64 = 0
    for _ in 0..<100 where due < 30 * second {
      due = try #require(wires.sync.deadline)
      #expect(ended().isEmpty)
      wires.sync.tick(at: due)
      if hasNetwork { wires.sync.dropped(MartletError(.unreachable, ""), at: due) }
    }
    #expect(due == 30 * second)
    #expect(ended() == [early])
    #expect(wires.sync.calls.map { $0.id } == [late])
    wires.sync.tick(at: 40 * second)
    #expect(ended() == [late])
    #expect(wires.sync.calls.isEmpty)
  }

  @Test func callThatIsNotAnsweredOnAConnectionTimesOut() {
    let wires = Wirework()
    wires.online()
    let call = Sync.CallID(number: 1)
    wires.sync.call(call, .request(.listMembers(Wire.ListMembers(conversation: "group:g"))), at: 0)
    let id = wires.take().packets.first?.id ?? 0
    // The connection itself works.
    for seconds in 1...30 as ClosedRange<UInt64> {
      wires.now = seconds * second
      wires.sync.heard(at: wires.now)
      wires.sync.tick(at: wires.now)
    }
    var ended: [MartletError.Code] = []
    for case .answer(call, .failure(let error)) in wires.take() { ended.append(error.code) }
    #expect(ended == [.timedOut])
    #expect(wires.sync.isOpen)
    // An answer that comes too late is passed over.
    wires.receive(id, .members(Wire.Members(conversation: "group:g")))
    #expect(wires.sync.isOpen)
    for case .answer in wires.take() { Issue.record("answered twice") }
  }
}
