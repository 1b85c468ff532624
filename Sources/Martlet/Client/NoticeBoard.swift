import Synchronization

/// Delivers events and states to listeners on any thread.
final class NoticeBoard: Sendable {
  private struct State {
    var connection = ConnectionState.offline
    /// Events that were published before the first listener and must still be delivered.
    var unheard: [Event] = []
  }

  private let state = Mutex(State())
  private let events = Listeners<Event>()
  private let states = Listeners<ConnectionState>()
  private let eventBuffer: Int

  init(eventBuffer: Int) { self.eventBuffer = eventBuffer }

  var connection: ConnectionState { state.withLock { $0.connection } }

  /// Keeps an event for the first listener.
  func post(_ event: Event) { state.withLock { $0.unheard.append(event) } }

  func publish(_ event: Event) { events.put(event) }

  func publish(_ connection: ConnectionState) {
    // Inside the lock, so that no listener gets an older state after a newer one.
    state.withLock { state in
      state.connection = connection
      states.put(connection)
    }
  }

  func listenToEvents(takesUnheard: Bool = true) -> Events {
    let mailbox = Mailbox<Event>(capacity: eventBuffer) { _ in .missed }
    let unheard = state.withLock { state in
      guard takesUnheard else { return [Event]() }
      defer { state.unheard = [] }
      return state.unheard
    }
    events.add(mailbox, first: unheard)
    return Events(mailbox: mailbox)
  }

  func listenToStates() -> ConnectionStates {
    let mailbox = Mailbox<ConnectionState>(capacity: 1) { $0 }
    state.withLock { states.add(mailbox, first: [$0.connection]) }
    return ConnectionStates(mailbox: mailbox)
  }

  func finish() {
    events.finish()
    states.finish()
  }
}
