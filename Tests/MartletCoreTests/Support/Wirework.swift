import MartletWire

@testable import MartletCore

/// A client's decisions with nothing around them.
final class Wirework {
  var sync: Sync
  var now: UInt64 = 0

  init(cursor: UInt64? = nil) {
    var state = Sync.StoredState()
    state.cursor = cursor
    sync = Sync(restoring: state, device: Wire.Device(id: "d"), seed: 7)
  }

  func take() -> [Sync.Action] { sync.takeActions() }

  func dialled() -> Bool { take().dials }

  func dial() {
    sync.start(at: now)
    sync.tokenGiven("t", at: now)
  }

  func open() {
    dial()
    sync.opened(at: now)
  }

  func welcome(limits: Wire.Limits = Wire.Limits(heartbeatMs: 10_000), generation: String = "") {
    receive(1, .welcome(Wire.Welcome(version: 1, user: "alice", limits: limits, generation: generation)))
  }

  func receive(_ id: UInt32, _ body: Wire.ServerPacket.Body?) {
    sync.received(Wire.ServerPacket(id: id, body: body), at: now)
  }

  func online() {
    open()
    welcome()
    receive(2, .conversations(Wire.Conversations()))
    _ = take()
  }

  /// Connects with a conversation of ten entries, and catches up.
  func online(holding id: ConversationID) {
    var state = Sync.StoredState()
    state.cursor = 0
    state.shelves = [(id, Shelf(first: 1, last: 10, head: 10, joined: 1, since: 1, start: 1))]
    sync = Sync(restoring: state, device: Wire.Device(id: "d"), seed: 7)
    open()
    welcome()
    receive(2, .userEntries(Wire.UserEntries()))
    receive(3, .conversations(Wire.Conversations()))
    _ = take()
  }
}

extension [Sync.Action] {
  var states: [ConnectionState] { compactMap { if case .state(let state) = $0 { state } else { nil } } }
  var packets: [Wire.ClientPacket] { compactMap { if case .send(let packet) = $0 { packet } else { nil } } }
  var sent: [Wire.ClientPacket.Request] { packets.compactMap(\.request) }
  var transmitted: [Int64] { compactMap { if case .transmit(_, let row) = $0 { row } else { nil } } }
  var dials: Bool { contains { if case .dial = $0 { true } else { false } } }
  var hangsUp: Bool { contains { if case .hangUp = $0 { true } else { false } } }
  var cancelsToken: Bool { contains { if case .cancelToken = $0 { true } else { false } } }
  var asksForToken: Bool { contains { if case .obtainToken = $0 { true } else { false } } }
}
