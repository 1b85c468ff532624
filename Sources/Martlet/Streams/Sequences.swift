/// What changes on this device, as it changes.
///
/// Each use of `MartletClient.events` is a listener of its own, which gets what happens from that moment on; iterate it
/// once. A listener that leaves more than `Configuration.eventBuffer` events untaken loses them all and gets `.missed` in
/// their place. The sequence ends when the client is closed, and when the iterating task is cancelled.
public struct Events: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = Event
  /// Iterating throws nothing.
  public typealias Failure = Never

  let mailbox: Mailbox<Event>

  /// Begins to take events.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// Takes events one by one.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox<Event>

    /// Waits for the next event; nil at the end.
    public mutating func next() async -> Event? { await mailbox.next() }

    /// Waits for the next event; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Event? { await mailbox.next() }
  }
}

/// How the connection stands, beginning with how it stands now.
///
/// Each use of `MartletClient.states` is a listener of its own. Only the newest state waits for a slow listener: those in
/// between are passed over. The sequence ends when the client is closed, and when the iterating task is cancelled.
public struct ConnectionStates: AsyncSequence, Sendable {
  /// A state.
  public typealias Element = ConnectionState
  /// Iterating throws nothing.
  public typealias Failure = Never

  let mailbox: Mailbox<ConnectionState>

  /// Begins to take states.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// Takes states one by one.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox<ConnectionState>

    /// Waits for the next state; nil at the end.
    public mutating func next() async -> ConnectionState? { await mailbox.next() }

    /// Waits for the next state; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> ConnectionState? {
      await mailbox.next()
    }
  }
}
