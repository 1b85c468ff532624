/// The changes on this device, as they happen.
///
/// Each call of `MartletClient.events()` creates a listener, which receives events from that moment on. Iterate it once. If a
/// listener has more than `Configuration.eventBuffer` pending events, all of them are dropped and replaced by `.missed`. The
/// sequence ends when the client is closed, or when the iterating task is cancelled.
public struct Events: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = Event
  /// Iteration does not throw.
  public typealias Failure = Never

  let mailbox: Mailbox<Event>

  /// Starts to receive events.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// An iterator over events.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox<Event>

    /// Waits for the next event; returns nil at the end.
    public mutating func next() async -> Event? { await mailbox.next() }

    /// Waits for the next event; returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Event? { await mailbox.next() }
  }
}

/// The states of the connection, starting with the current one.
///
/// Each call of `MartletClient.states()` creates a listener. A slow listener skips intermediate states and receives only the
/// newest. The sequence ends when the client is closed, or when the iterating task is cancelled.
public struct ConnectionStates: AsyncSequence, Sendable {
  /// A state.
  public typealias Element = ConnectionState
  /// Iteration does not throw.
  public typealias Failure = Never

  let mailbox: Mailbox<ConnectionState>

  /// Starts to receive states.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// An iterator over states.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox<ConnectionState>

    /// Waits for the next state; returns nil at the end.
    public mutating func next() async -> ConnectionState? { await mailbox.next() }

    /// Waits for the next state; returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> ConnectionState? {
      await mailbox.next()
    }
  }
}
