import MartletSQLite
import MartletWire

// Callers that wait for a connection.
extension ClientEngine {
  /// What a caller may wait for.
  package enum Goal: Equatable {
    /// The client is connected.
    case connected
    /// All entries missed while offline have been fetched.
    case caughtUp
    /// The server has answered all changes of settings, and all hidings.
    case synced
    /// The profiles of these users are as the server has them.
    case profiles([UserID])
  }

  /// A caller that waits.
  struct Milestone {
    let goal: Goal
    /// The time at which the caller gives up; nil for never.
    let deadline: UInt64?
    let operation: Operation
    let then: Completion<Void>
    /// How often the connection had ended when the caller began to wait.
    let endings: Int
  }

  private func isReached(_ goal: Goal) -> Bool {
    switch goal {
    case .connected: core.sync.isOpen
    case .caughtUp: core.sync.isCaughtUp
    case .synced: core.sync.unsyncedChanges == 0
    case .profiles(let users): users.allSatisfy(core.sync.isCurrent)
    }
  }

  /// Waits for a goal.
  ///
  /// Fails with `.timedOut`; `.notConnected` if the client is not connecting; the server's reason if it refuses this device.
  package func wait(
    until goal: Goal, within limit: Duration?, for operation: Operation, then: @escaping Completion<Void>
  ) {
    if let closure { return then(.failure(closure)) }
    if isReached(goal) { return then(.success(())) }
    guard core.sync.isActive else {
      if case .ended(let error) = state { return then(.failure(error)) }
      return then(.failure(MartletError(.notConnected, "the client is not connected; call connect()")))
    }
    let deadline = limit.map { now.addingClamped(max($0, .zero).nanoseconds) }
    milestones.append(
      Milestone(goal: goal, deadline: deadline, operation: operation, then: then, endings: core.sync.endings))
  }

  func reach(_ error: MartletError?, _ isMeant: (Milestone) -> Bool) {
    let reached = milestones.filter(isMeant)
    milestones.removeAll(where: isMeant)
    for milestone in reached { milestone.then(error.map { .failure($0) } ?? .success(())) }
  }

  /// Answers the callers whose changes have been answered, or whose profiles have arrived.
  func endReached() {
    let reached = milestones.filter { isReached($0.goal) }
    guard !reached.isEmpty else { return }
    reach(nil) { one in reached.contains { $0.operation === one.operation } }
  }

  func endLateMilestones(at time: UInt64) {
    reach(MartletError(.timedOut, "it did not happen in the given time")) { $0.deadline.map { $0 <= time } ?? false }
  }

  /// The conversation that is meant.
  ///
  /// Its id may contain the user of this device, which a new device learns on its first connection: then this waits, for the
  /// request timeout at most.
  package func resolve(_ destination: Destination, for operation: Operation, then: @escaping Completion<ConversationID>) {
    if case .conversation(let id) = destination { return then(.success(id)) }
    user(for: operation) { result in
      then(
        result.flatMap { user in
          destination.conversation(of: user).map { .success($0) } ?? .failure(.unexpectedAnswer)
        })
    }
  }

  /// The user of this device, which a new device learns on its first connection.
  func user(for operation: Operation, then: @escaping Completion<UserID>) {
    if let closure { return then(.failure(closure)) }
    if let user = core.store.user { return then(.success(user)) }
    wait(until: .connected, within: requestTimeout, for: operation) { [self] result in
      if case .failure(let error) = result {
        let isLate = error.code == .timedOut
        return then(.failure(isLate ? MartletError(.notConnected, "there was no connection in time") : error))
      }
      let why = "the user is unknown before the first connection; call connect()"
      then(core.store.user.map { .success($0) } ?? .failure(MartletError(.notConnected, why)))
    }
  }

  /// A conversation that is in the list, or a direct one that may begin.
  ///
  /// Fails with `.notConnected` for another one if the client is not connecting.
  package func known(_ destination: Destination, for operation: Operation, then: @escaping Completion<ConversationID>) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        if try read({ store throws(SQLiteError) in try store.stored(id) }) != nil { return then(.success(id)) }
        let unknown: Result<ConversationID, MartletError> = id.pair != nil ? .success(id) : .failure(.conversationUnknown)
        // A direct conversation may begin offline. Of a group only the server knows whether it exists.
        guard core.sync.isActive || id.pair == nil else { return then(unknown) }
        arrives(id, for: operation) { then($0.flatMap { $0 ? .success(id) : unknown }) }
      }
    }
  }

  /// As `known`, but without waiting for a connection.
  package func knownSoFar(_ destination: Destination, for operation: Operation, then: @escaping Completion<ConversationID>) {
    guard core.sync.isOpen else { return resolve(destination, for: operation, then: then) }
    known(destination, for: operation, then: then)
  }

  /// Waits until the device holds a conversation up to the newest position known on the server.
  ///
  /// The outcome is true if the user is a member.
  func arrives(_ id: ConversationID, for operation: Operation, then: @escaping Completion<Bool>) {
    call(.held(id), for: operation) { result in
      switch result {
      case .success: then(.success(true))
      case .failure(let error): then(error.code == .conversationUnknown ? .success(false) : .failure(error))
      }
    }
  }
}
