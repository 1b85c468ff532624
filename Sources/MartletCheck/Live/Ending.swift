import Martlet
import MartletNet
import MartletTesting
import MartletWire

/// The final state of all devices at rest: those that lived through the run, and new ones.
struct Ending: Sendable {
  /// The port to connect to.
  let port: UInt16
  let control: ControlSocket
  let failures: Failures
  let folder: String

  /// A device that is looked at.
  private struct Open: Sendable {
    let client: MartletClient
    let name: String
    let user: String
    let origin: DeviceState.Origin
  }

  /// The time for devices to send pending messages and fetch missing ones.
  private static let patience = Duration.seconds(30)

  /// Brings the devices of fleets that have ended up to date, over a network without faults, and reads them; then a new
  /// device for each user.
  ///
  /// One that cannot be opened or read is a failure, and the others are read.
  func states(of devices: [FleetPlan.Device], users: [String]) async -> [DeviceState] {
    var all = devices.compactMap { open($0.directory, $0.name, $0.user, .lived) }
    // All devices must show messages that one of them still has to send.
    for one in all { await settle(one) }
    let fresh = users.compactMap { open(nil, "fresh-\($0)", $0, .fresh) }
    for one in fresh { await settle(one) }
    all += fresh
    await agree(all)
    await rest(all)
    var states: [DeviceState] = []
    for one in all {
      do {
        states.append(try await DeviceState.read(of: one.client, device: one.name, user: one.user, origin: one.origin))
      } catch {
        failures.add("cannot read device \(one.name) of \(one.user) at the end: \(error)")
      }
    }
    for one in all { await one.client.close() }
    return states
  }

  private func open(_ directory: String?, _ name: String, _ user: String, _ origin: DeviceState.Origin) -> Open? {
    do {
      let client = try MartletClient(
        configuration: .init(
          server: "ws://127.0.0.1:\(port)", directory: directory ?? "\(folder)/\(name)", device: .init(class: .tool)
        ) {
          [control] in try await control.token(for: user)
        })
      return Open(client: client, name: name, user: user, origin: origin)
    } catch {
      failures.add("cannot open the data of device \(name) of \(user): \(error)")
      return nil
    }
  }

  /// Connects, and waits until no message is pending.
  ///
  /// If that takes too long, the state shows it.
  private func settle(_ one: Open) async {
    let end = ContinuousClock.now + Self.patience
    await one.client.connect()
    try? await one.client.caughtUp(within: Self.patience)
    while ContinuousClock.now < end {
      let waiting = (try? await one.client.pending())?.contains { $0.isWaiting } ?? false
      if !waiting { return }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Waits until devices have reported everything to the server, such as delivered markers.
  ///
  /// If that takes too long, the state shows it.
  private func rest(_ open: [Open]) async {
    let end = ContinuousClock.now + Self.patience
    for one in open {
      while ContinuousClock.now < end, await !one.client.isAtRest { try? await Task.sleep(for: .milliseconds(50)) }
    }
    // The server may still be storing their last reports.
    try? await Task.sleep(for: .milliseconds(200))
  }

  /// Waits until the devices of each user list the same, or it takes too long, which then shows.
  private func agree(_ open: [Open]) async {
    let end = ContinuousClock.now + Self.patience
    for user in Set(open.map(\.user)) {
      let own = open.filter { $0.user == user }
      while ContinuousClock.now < end {
        var lists: Set<[[String]]> = []
        for one in own {
          let list = (try? await one.client.conversations()) ?? []
          lists.insert(list.map { ["\($0.id)", "\($0.head)", "\($0.readUpTo)", "\($0.unread)"] }.sorted { $0[0] < $1[0] })
        }
        if lists.count <= 1 { break }
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
  }
}
