import Synchronization

/// A bus between nodes in one process, for tests; it loses messages as told.
package final class LocalBus: Bus {
  /// What the buses of all nodes have in common.
  package final class Hub: Sendable {
    private struct State {
      var members: [ObjectIdentifier: LocalBus] = [:]
      var isUp = true
      var loses: @Sendable () -> Bool = { false }
    }

    private let state = Mutex(State())

    package init() {}

    /// Loses each message for which `loses` says so.
    package func lose(_ loses: @escaping @Sendable () -> Bool) { state.withLock { $0.loses = loses } }

    /// Lets all messages be lost, and the nodes know of it; or ends that.
    package func set(up: Bool) {
      let members = state.withLock { state in
        state.isUp = up
        return Array(state.members.values)
      }
      for member in members { member.tell(up) }
    }

    fileprivate func join(_ bus: LocalBus) {
      state.withLock { $0.members[ObjectIdentifier(bus)] = bus }
    }

    fileprivate func leave(_ bus: LocalBus) {
      state.withLock { $0.members[ObjectIdentifier(bus)] = nil }
    }

    fileprivate func send(_ message: [UInt8], from bus: LocalBus, topic: String) {
      let (others, isLost) = state.withLock { state in
        (state.members.values.filter { $0 !== bus }, !state.isUp || state.loses())
      }
      guard !isLost else { return }
      for other in others { other.take(message, topic) }
    }
  }

  private struct Ends {
    var topic = ""
    var receive: @Sendable ([UInt8]) -> Void = { _ in }
    var connected: @Sendable (Bool) -> Void = { _ in }
  }

  private let hub: Hub
  private let ends = Mutex(Ends())

  package init(_ hub: Hub) { self.hub = hub }

  package func start(
    topic: String, receive: @escaping @Sendable ([UInt8]) -> Void, connected: @escaping @Sendable (Bool) -> Void
  ) {
    ends.withLock { $0 = Ends(topic: topic, receive: receive, connected: connected) }
    hub.join(self)
    connected(true)
  }

  package func publish(_ message: [UInt8]) { hub.send(message, from: self, topic: ends.withLock(\.topic)) }

  package func close() { hub.leave(self) }

  private func take(_ message: [UInt8], _ topic: String) {
    let ends = ends.withLock { $0 }
    if ends.topic == topic { ends.receive(message) }
  }

  private func tell(_ isUp: Bool) { ends.withLock { $0 }.connected(isUp) }
}
