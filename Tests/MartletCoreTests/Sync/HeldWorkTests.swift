import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// Work that the server refused for a while, and the conditions for continuing it.
@Suite struct HeldWorkTests {
  private let second: UInt64 = 1_000_000_000
  private let group = ConversationID.of("group:g")

  enum Work: CaseIterable {
    case row, mark, setting, hide, delivery, doubt, read
  }

  /// Begins a kind of work that the server refuses for five seconds, or that is checked again after a moment.
  ///
  /// Returns the packets sent.
  private func hold(_ work: Work, _ wires: Wirework) throws -> Sent {
    wires.online(holding: group)
    switch work {
    case .row: wires.sync.outboxAdded(1, to: group.text, at: wires.now)
    case .mark: wires.sync.marked(group, upTo: 3, at: wires.now)
    case .setting: wires.sync.settingsChanged([Setting.Name("key", of: nil): "value"], at: wires.now)
    case .hide:
      let hide = Wire.Hide(conversation: group.text, until: 1)
      wires.sync.hides([Sync.WaitingHide(row: 1, id: group, hide: hide)], at: wires.now)
    case .delivery:
      wires.sync.holds([(group, 10)], at: wires.now)
      wires.now = try #require(wires.sync.deadline)
      wires.sync.tick(at: wires.now)
    case .doubt: wires.sync.doubted([group], resolved: [], at: wires.now)
    case .read:
      let list = Wire.ListMembers(conversation: group.text)
      wires.sync.call(Sync.CallID(number: 7), .read(.listMembers(list)), at: wires.now)
    }
    let sent = Sent(wires.take())
    let asked = try #require(wires.sync.requests.keys.first)
    try #require(wires.sync.requests.count == 1)
    if work == .doubt {
      wires.receive(asked, .conversations(Wire.Conversations()))
    } else {
      // The app is told of any other refusal of its own requests.
      wires.receive(asked, .failure(Wire.Failure(work == .read ? .tooManyRequests : .overloaded, retryAfterMs: 5_000)))
    }
    #expect(Sent(wires.take()).isEmpty)
    return sent
  }

  private struct Sent: Equatable {
    let requests: [Wire.ClientPacket.Request]
    let rows: [Int64]

    init(_ actions: [Sync.Action]) { (requests, rows) = (actions.sent, actions.transmitted) }

    var isEmpty: Bool { requests.isEmpty && rows.isEmpty }
  }

  @Test(arguments: Work.allCases, [0, 1_000_000_000] as [UInt64])
  func goesOnWithWhateverComesAfterTheHold(work: Work, late: UInt64) throws {
    let wires = Wirework()
    let sent = try hold(work, wires)
    let end = try #require(wires.sync.deadline)
    #expect(work == .doubt ? end == second / 5 : end == wires.now + 5 * second)
    wires.now = end - 1
    wires.receive(0, .push(Wire.Push()))
    #expect(Sent(wires.take()).isEmpty)
    wires.now = end + late
    wires.receive(0, .push(Wire.Push()))
    #expect(Sent(wires.take()) == sent)
  }

  /// The hold ends while something else happens that looks at nothing, such as the app's coming to the foreground.
  @Test(arguments: Work.allCases) func holdThatNobodySawEndIsOverAtOnce(work: Work) throws {
    let wires = Wirework()
    let sent = try hold(work, wires)
    wires.now = try #require(wires.sync.deadline) + 1
    wires.sync.retryNow(at: wires.now)
    #expect(wires.take().sent == [.ping(Wire.Ping())])
    #expect(try #require(wires.sync.deadline) <= wires.now)
    wires.sync.tick(at: wires.now)
    #expect(Sent(wires.take()) == sent)
    #expect(try #require(wires.sync.deadline) > wires.now, "nobody is woken for nothing")
  }
}
