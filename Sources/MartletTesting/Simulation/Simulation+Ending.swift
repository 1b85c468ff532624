import Martlet
import MartletWire

/// The end of a simulation: faults stop, everything comes to rest, and the results are checked.
extension Simulation {
  func end() throws {
    heal()
    guard settle(devices), waitForScheduled(), learnOfTheUntold() else { return }
    try compareWithFreshLogins()
    guard findings.isEmpty else { return }
    let states = readStates()
    if findings.isEmpty { judge(states) }
  }

  /// Takes away everything that goes wrong, and has every device connect.
  private func heal() {
    recorder.heal()
    disk.heal()
    endStalls(before: .max)
    // Never back: tokens would be of the future.
    let skew = seats.map(\.mostSkew).max() ?? 0
    for seat in seats {
      (seat.skew, seat.mostSkew) = (skew, skew)
      seat.server?.set(skew: skew)
    }
    shared?.database.heal()
    shared?.bus.heal()
    network.heal()
    for device in devices {
      device.disk?.heal()
      device.time.set(skew: 0)
      device.revive()
    }
  }

  /// Waits for scheduled messages to be sent; false if devices do not come to rest afterwards.
  private func waitForScheduled() -> Bool {
    guard plan.world.schedulesAhead > 0 else { return true }
    // A server whose looking failed looks again after a while.
    let end = time.monotonicNanoseconds &+ (plan.world.schedulesAhead &+ 10_000) &* 1_000_000
    while time.monotonicNanoseconds < end {
      superviseServers()
      guard takeTurn() else { return false }
    }
    return settle(devices)
  }

  /// Lets devices come back, which so learn of messages that are in the log and were told to nobody; false if they do not
  /// come to rest after it.
  private func learnOfTheUntold() -> Bool {
    guard plan.world.sendsUntold else { return true }
    for device in devices { device.disconnect() }
    guard wait(until: { self.devices.allSatisfy { $0.state == .offline && $0.underWay == 0 } }) else { return false }
    for device in devices { device.connect() }
    return settle(devices)
  }

  /// Lets everything happen until something holds; false if it does not come to that.
  private func wait(until holds: () -> Bool) -> Bool {
    let end = time.monotonicNanoseconds &+ Self.patience
    while !holds() {
      superviseServers()
      guard time.monotonicNanoseconds < end else {
        find("devices do not disconnect: \(devices.map(\.description))")
        return false
      }
      guard takeTurn() else { return false }
    }
    return true
  }

  /// The time in which everything must be delivered and fetched, in simulated nanoseconds.
  private static let patience: UInt64 = 900_000_000_000

  /// Lets everything happen until some devices are at rest; false if they do not come to it.
  func settle(_ some: [SimulatedDevice]) -> Bool {
    let start = time.monotonicNanoseconds
    var restSince: UInt64?
    while true {
      superviseServers()
      guard takeTurn() else { return false }
      let now = time.monotonicNanoseconds
      guard now - start < Self.patience else {
        for device in some where !device.isAtRest {
          find("device \(device.index) of \(device.user) does not come to rest: \(device.description)")
        }
        if let failure = seats.compactMap({ $0.server?.failure }).first ?? lastFailure {
          find("the server's last failure: \(failure)")
        }
        if findings.isEmpty {
          let phases = seats.map { seat in seat.server?.description ?? "gone" }
          find("a server does not come to rest (\(phases)), or the network: \(network.description)")
        }
        return false
      }
      guard network.isQuiet, seats.allSatisfy({ $0.server?.phase == .running }), some.allSatisfy(\.isAtRest) else {
        restSince = nil
        continue
      }
      // Meanwhile, items between the server's parts are pushed.
      if now - (restSince ?? now) > 200_000_000, now - start > leastTime { return true }
      restSince = restSince ?? now
    }
  }

  /// How long it takes at least until nothing more comes, in nanoseconds: nodes look every 0.8 seconds for what the bus lost.
  private var leastTime: UInt64 { shared == nil ? 0 : 2_000_000_000 }

  /// Every device shows the same as a new device of its user.
  private func compareWithFreshLogins() throws {
    for user in plan.world.server.users {
      let fresh = try makeDevice(devices.count, user: user, isOnDisk: false)
      devices.append(fresh)
      fresh.connect()
      guard settle(devices) else { return }
      read(fresh, ()) { await $0.readMembers($1) }
      let expected = show(fresh)
      for device in devices where device.user == user && device !== fresh { compare(device, show(device), with: expected) }
    }
    for device in devices { checkEvents(device) }
  }

  private func show(_ device: SimulatedDevice) -> SimulatedDevice.Shown {
    read(device, SimulatedDevice.Shown()) { await $0.shown(by: $1) }
  }

  /// Asks a device for something that it shows.
  func read<Value: Sendable>(
    _ device: SimulatedDevice, _ nothing: Value,
    _ body: @escaping @Sendable (SimulatedDevice, MartletClient) async -> Value
  ) -> Value {
    let answer = Answer(nothing)
    // Without a connection a client shows cached data, and tokens may expire at any time.
    for _ in 0..<10 {
      // A device that is just connecting answers with what it has, too.
      let connection = device.state == .online ? network.openConnection(of: device.index) : nil
      answer.isThere = false
      device.perform { device, client in
        answer.value = await body(device, client)
        answer.isThere = true
      }
      while !answer.isThere, takeTurn() { if shared != nil { superviseServers() } }
      let isWhole = connection != nil && network.openConnection(of: device.index) == connection
      if isWhole || !settle([device]) { break }
    }
    return answer.value
  }

  /// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it.
  private final class Answer<Value>: @unchecked Sendable {
    var value: Value
    var isThere = false

    init(_ value: Value) { self.value = value }
  }

  private func compare(
    _ device: SimulatedDevice, _ shown: SimulatedDevice.Shown, with expected: SimulatedDevice.Shown
  ) {
    let name = "device \(device.index) of \(device.user)"
    // If entries are hidden on this device alone, the checker decides the expected state.
    let (shown, expected) = (shown.without(device.hiddenHere.keys), expected.without(device.hiddenHere.keys))
    let (mine, theirs) = (shown.list.map(\.id.text).sorted(), expected.list.map(\.id.text).sorted())
    guard mine == theirs else { return find("\(name) lists \(mine), a new one \(theirs)") }
    for (one, other) in zip(shown.sorted, expected.sorted) where one != other {
      return find("\(name) shows \(one) where a new one shows \(other)")
    }
    for (id, members) in shown.members.sorted(by: { $0.key.text < $1.key.text }) {
      if let others = expected.members[id], members != others {
        return find("\(name) lists the members \(members) of \(id), a new one \(others)")
      }
    }
    for (id, lines) in expected.lines.sorted(by: { $0.key.text < $1.key.text }) {
      let held = shown.lines[id] ?? []
      for (one, other) in zip(held, lines) where one != other {
        return find("\(name) shows \(one) where a new one shows \(other)")
      }
      if held.count != lines.count {
        find("\(name) shows \(held.count) lines of \(id), a new one \(lines.count)")
      }
    }
  }

  /// A list that applies the events equals the client's list.
  private func checkEvents(_ device: SimulatedDevice) {
    let name = "device \(device.index) of \(device.user)"
    var list = Dictionary(device.listAtStart.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var seen: [ConversationID: UInt64] = [:]
    for event in device.events {
      switch event {
      case .conversation(let conversation): list[conversation.id] = conversation
      // Whoever returns to a group is told of nothing from before: only `seen` remains.
      case .conversationRemoved(let id, _): list[id] = nil
      case .message(let message):
        if message.seq <= seen[message.conversation] ?? 0 { find("\(name) got \(message.id) twice") }
        seen[message.conversation] = message.seq
      case .localDataReset: (list, seen) = ([:], [:])
      default: break
      }
    }
    let shown = show(device).sorted
    let followed = list.values.sorted { $0.id.text < $1.id.text }
    for (one, other) in zip(shown, followed) where one != other {
      return find("\(name) lists \(one), its events say \(other)")
    }
    if shown.count != followed.count { find("\(name) lists \(shown.count) conversations, its events say \(followed.count)") }
  }
}

extension SimulatedDevice.Shown {
  /// The list by ids.
  fileprivate var sorted: [Conversation] { list.sorted { $0.id.text < $1.id.text } }

  /// The same without some conversations.
  fileprivate func without(_ names: some Collection<String>) -> SimulatedDevice.Shown {
    SimulatedDevice.Shown(
      list: list.filter { !names.contains($0.id.text) }, lines: lines.filter { !names.contains($0.key.text) },
      members: members.filter { !names.contains($0.key.text) })
  }
}
