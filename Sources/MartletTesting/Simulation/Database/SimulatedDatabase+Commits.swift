import MartletPostgres
import MartletStore
import MartletWire

/// What a commit writes, with what it was decided from.
struct MemoryWrites: Sendable {
  /// A member whose row is locked, as decisions knew it unless the conversation's entries tell.
  struct Known: Sendable {
    let number: Int64
    let user: UserID
    let record: MemberRecord?
  }

  let layer: Layer
  let members: [Known]
  /// The pairs of users who had no conversation when the commit was decided.
  let pairs: PairBases
  /// Users who are made here.
  let made: Set<UserKey>

  /// Throws `MissingRows`.
  init(_ layer: Layer, kinds: Kinds, from rows: MemoryRows) throws {
    self.layer = layer
    var members: [Known] = []
    for (number, tail) in layer.conversations.sorted(by: { $0.key < $1.key }) {
      for (user, patch) in tail.members.sorted(by: { $0.key < $1.key }) {
        switch patch.change {
        case .joined, .left: members.append(Known(number: number, user: user, record: nil))
        case .none where patch.markers.isEmpty && patch.hidden == nil: break
        case .none: members.append(Known(number: number, user: user, record: try rows.member(user, of: number)))
        }
      }
    }
    self.members = members
    pairs = try PairBases(layer, kinds: kinds, from: rows)
    made = Set(try layer.users.filter { try $0.value.record != nil && rows.user($0.key) == nil }.keys)
  }
}

/// Commits of nodes, checked as the statements of `CommitStatements` are.
extension SimulatedDatabase {
  typealias Basis = DecidingView<MemoryRows>.Basis

  private static let moved = PostgresError(state: "22012", message: "division by zero")
  private static let doubled = PostgresError(state: "23505", message: "duplicate key value violates unique constraint")

  func commit(
    _ writes: MemoryWrites, decidedFrom bases: [Basis], _ note: CommitNote, in transaction: DatabaseTransaction,
    _ reply: @escaping @Sendable (Result<Void, PostgresError>) -> Void
  ) {
    lock(rows(of: writes, bases, note), for: transaction) {
      reply(.failure($0))
    } then: { [self] in
      let loses = losses > 0
      losses -= loses ? 1 : 0
      if let error = loses ? Self.moved : violation(of: writes, bases, note) {
        rollBack(transaction)
        return reply(.failure(error))
      }
      let heard = now
      commit(transaction) { [self] in
        state.tables.store(writes.layer)
        tell(note, heard: heard)
      } then: {
        reply(.success(()))
      }
    }
  }

  /// The rows that a commit locks, in the order of its statements.
  private func rows(of writes: MemoryWrites, _ bases: [Basis], _ note: CommitNote) -> [DatabaseRow] {
    let layer = writes.layer
    let tails = layer.conversations.sorted { $0.key < $1.key }
    let users = layer.users.sorted { $0.key.order < $1.key.order }
    var rows = bases.map { DatabaseRow.conversation($0.number) }
    rows += writes.pairs.absent.map { .name($0) }
    rows += writes.members.map { .member($0.number, $0.user) }
    rows += tails.filter(\.value.isNew).map { .name(ConversationKey(app: $0.value.state.app, id: $0.value.state.record.id)) }
    let requests = tails.flatMap { _, tail in
      tail.entries.map { (UserKey(app: tail.state.app, user: $0.entry.sender), $0.entry.clientID) }
    }
    rows += requests.sorted { ($0.0.app.text, $0.0.user.text, $0.1.text) < ($1.0.app.text, $1.0.user.text, $1.1.text) }.map {
      .request($0.1, $0.0)
    }
    for (number, tail) in tails {
      rows += tail.members.filter { $0.value.lastSent != nil }.keys.sorted().map { .member(number, $0) }
    }
    rows += users.filter { !$0.value.entries.isEmpty }.map { .userLog($0.key) }
    rows += users.filter { $0.value.record != nil }.map { .account($0.key) }
    rows += layer.scheduled.keys.sorted { $0.order < $1.order }.map { .scheduled($0) }
    rows += layer.unchanged.map { .answered($0.clientID, $0.sender) }
    rows += layer.rememberedSchedules.keys.sorted { $0.order < $1.order }.map { .answered($0.clientID, $0.owner) }
    return rows + [.node(note.node), .feed(note.node, note.seq)]
  }

  /// The error of the first statement that fails; the rows are locked.
  private func violation(of writes: MemoryWrites, _ bases: [Basis], _ note: CommitNote) -> PostgresError? {
    let (layer, tables) = (writes.layer, state.tables)
    guard areAsKnown(bases) else { return Self.moved }
    guard writes.pairs.absent.allSatisfy({ tables.numbers[$0] == nil }) else { return Self.moved }
    for known in writes.pairs.relations {
      guard tables.people[known.user]?.relations[known.peer]?.flags ?? [] == known.flags else { return Self.moved }
    }
    for member in writes.members {
      guard let known = member.record else { continue }
      let record = tables.logs[member.number]?.members[member.user]?.record
      guard record?.fenced == known.fenced else { return Self.moved }
    }
    for (number, tail) in layer.conversations {
      let key = ConversationKey(app: tail.state.app, id: tail.state.record.id)
      if tail.isNew, tables.logs[number] != nil || tables.numbers[key] != nil { return Self.doubled }
      let stored = UInt64(tables.logs[number]?.entries.count ?? 0)
      if let first = tail.first, first <= stored { return Self.doubled }
      for append in tail.entries {
        let sender = UserKey(app: tail.state.app, user: append.entry.sender)
        if tables.people[sender]?.requests[append.entry.clientID] != nil { return Self.doubled }
      }
    }
    for (user, tail) in layer.users {
      if let first = tail.entries.first?.entry.seq, first <= tables.people[user]?.log.last?.seq ?? 0 { return Self.doubled }
      if writes.made.contains(user), tables.people[user]?.record != nil { return Self.doubled }
    }
    for (key, message) in layer.scheduled {
      let isThere = tables.people[key.owner]?.scheduled[key.clientID] != nil
      if message == nil, !isThere { return Self.moved }
      if message != nil, isThere { return Self.doubled }
    }
    for (key, remembered) in layer.rememberedSchedules where remembered.end == nil {
      if tables.people[key.owner]?.rememberedSchedules[key.clientID] != nil { return Self.doubled }
    }
    guard let node = state.nodes[note.node], !node.isEnded else {
      return PostgresError(state: "23502", message: "null value violates not-null constraint")
    }
    return state.feed[note.node]?[note.seq] == nil ? nil : Self.doubled
  }

  private func areAsKnown(_ bases: [Basis]) -> Bool {
    bases.allSatisfy { basis in
      guard let record = state.tables.logs[basis.number]?.state.record else { return false }
      return record.head == basis.head && record.relations == basis.relations
    }
  }

  /// The rows by which others, and the node itself, learn of a commit.
  private func tell(_ note: CommitNote, heard: UInt64) {
    state.feed[note.node, default: [:]][note.seq] = note.changes
    guard var node = state.nodes[note.node] else { return }
    (node.seq, node.stamp, node.beat) = (note.seq, max(node.stamp, note.stamp), heard)
    node.stamps.merge(note.stamps) { max($0, $1) }
    state.nodes[note.node] = node
  }

  /// Fails unless conversations are at these positions.
  func check(_ bases: [Basis], _ reply: @escaping @Sendable (Result<Void, PostgresError>) -> Void) {
    let transaction = DatabaseTransaction()
    lock(bases.map { .conversation($0.number) }, for: transaction) {
      reply(.failure($0))
    } then: { [self] in
      let isAsKnown = areAsKnown(bases)
      rollBack(transaction)
      reply(isAsKnown ? .success(()) : .failure(Self.moved))
    }
  }

  /// Finds out whether a commit took place, and otherwise takes its number.
  func claim(_ seq: Int64, of node: Int64, _ reply: @escaping @Sendable (Result<Bool, PostgresError>) -> Void) {
    let transaction = DatabaseTransaction()
    let void = Nodes.Changes(void: true).encoded()
    lock([.node(node), .feed(node, seq)], for: transaction) {
      reply(.failure($0))
    } then: { [self] in
      let stored = state.feed[node]?[seq]
      commit(transaction) { [self] in
        state.feed[node, default: [:]][seq] = stored ?? void
        if let before = state.nodes[node]?.seq { state.nodes[node]?.seq = max(before, seq) }
      } then: {
        reply(.success(stored.map { $0 != void } ?? false))
      }
    }
  }
}

extension MemberRecord {
  /// What a commit compares.
  fileprivate var fenced: [UInt64] { [joined, read, told, delivered, cleared, hidden] }
}

extension UserKey {
  fileprivate var order: (String, String) { (app.text, user.text) }
}

extension ScheduledKey {
  fileprivate var order: (String, String, String) { (owner.app.text, owner.user.text, clientID.text) }
}
