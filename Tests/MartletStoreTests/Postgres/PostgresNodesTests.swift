import MartletNet
import MartletPostgres
import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Several nodes that write to one database at the same time.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PostgresNodesTests {
  private func open(_ count: Int, _ name: String, timeout: Duration = .seconds(10)) async throws -> [PostgresStore] {
    let address = try await PostgresServer.shared.value.schema(name)
    var options = PostgresStore.Options()
    (options.isShared, options.readers, options.nodeTimeout) = (true, 2, timeout)
    var nodes: [PostgresStore] = []
    for _ in 0..<count { nodes.append(try await PostgresStore.open(address, options: options)) }
    return nodes
  }

  private func close(_ nodes: [PostgresStore]) async { for node in nodes { await node.close() } }

  private func log(_ id: ConversationID, _ store: PostgresStore) async throws -> [LogEntry] {
    try await store.entries(of: id, app: .demo, range: 1...UInt64.max, limit: .max, newest: false)
  }

  @Test func aNodeAndAServerThatIsAloneExcludeEachOther() async throws {
    let nodes = try await open(1, "exclusive")
    let address = try await PostgresServer.shared.value.schema("exclusive")
    await #expect(throws: StoreError.self) { await (try PostgresStore.open(address)).close() }
    await close(nodes)
    let alone = try await PostgresStore.open(address)
    await #expect(throws: StoreError.self) { _ = try await open(1, "exclusive") }
    await alone.close()
  }

  @Test func logsThatAllNodesWriteAreDenseAndHoldEachAppendOnce() async throws {
    let nodes = try await open(3, "dense")
    let ids = (0..<4).map { ConversationID.sample("team\($0)") }
    for id in ids { _ = try await nodes[0].append([.group(id)]) }
    let told = try await withThrowingTaskGroup(of: [ClientID: Position].self) { group in
      for (index, node) in nodes.enumerated() {
        for writer in 0..<4 {
          group.addTask {
            var told: [ClientID: Position] = [:]
            for number in 0..<40 {
              let append = Append.text("\(index) \(writer) \(number)", to: ids[(number + writer) % ids.count])
              guard case .stored(let stored)? = try await node.append([append]).first else { throw TestError("not stored") }
              told[append.clientID] = stored.position
            }
            return told
          }
        }
      }
      return try await group.reduce(into: [:]) { $0.merge($1) { $1 } }
    }
    var found = 0
    for id in ids {
      let entries = try await log(id, nodes[1])
      #expect(entries.map(\.seq) == Array(1...UInt64(entries.count)))
      for entry in entries.dropFirst() { #expect(told[entry.clientID]?.seq == entry.seq) }
      found += entries.count - 1
    }
    #expect(told.count == 480 && found == 480)
    var collisions = 0
    for node in nodes { collisions += await node.collisions }
    #expect(collisions > 0, "nothing collided, so nothing was tried")
    await close(nodes)
  }

  /// The same request reaches all nodes at once, each for another conversation or for the same one.
  @Test(arguments: [true, false]) func aRequestIsStoredOnceAtWhateverNodesItArrives(inOne: Bool) async throws {
    let nodes = try await open(3, inOne ? "once" : "once_apart")
    let ids = (0..<3).map { ConversationID.sample("team\($0)") }
    for id in ids { _ = try await nodes[0].append([.group(id)]) }
    for round in 0..<40 {
      let client = ClientID.fresh()
      let outcomes = try await withThrowingTaskGroup(of: AppendOutcome.self) { group in
        for (node, id) in zip(nodes, inOne ? [ids[0], ids[0], ids[0]] : ids) {
          // Another conversation makes another request of it.
          let fingerprint: [UInt8] = inOne ? [1] : Array(id.text.utf8)
          group.addTask { try await node.append([.text("\(round)", to: id, id: client, fingerprint: fingerprint)])[0] }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.count { if case .stored = $0 { true } else { false } } == 1)
      #expect(outcomes.count { inOne ? $0.isRepeated : $0 == .conflict } == 2)
    }
    var stored = 0
    for id in ids { stored += try await log(id, nodes[2]).count - 1 }
    #expect(stored == 40)
    await close(nodes)
  }

  /// A node that remembers the conversation as it was must not refuse what another one has made possible.
  @Test func refusalsAreDecidedFromTheNewestState() async throws {
    let nodes = try await open(2, "refusals")
    _ = try await nodes[0].append([.group(members: [.alice])])
    let asMember = Condition.allowed(.bob, .member, to: .send)
    func send(_ node: Int) async throws -> AppendOutcome {
      try await nodes[node].append([Append.text("hi", to: .team, by: .bob).with(asMember)])[0]
    }
    for _ in 0..<5 {
      #expect(try await send(1) == .refused(asMember))
      _ = try await nodes[0].append([.add([.bob])])
      #expect(try await send(1).seq != nil)
      _ = try await nodes[0].append([.remove([.bob])])
      #expect(try await send(1) == .refused(asMember))
    }
    let create = Append.group(.sample("new"))
    #expect(try await nodes[0].append([create])[0].seq == 1)
    #expect(try await nodes[1].append([create])[0].isRepeated, "a retry at another node is no refusal")
    await close(nodes)
  }

  @Test func aConversationThatAllNodesMakeAtOnceIsMadeOnce() async throws {
    let nodes = try await open(3, "made")
    for round in 0..<20 {
      let peer = UserID.sample("peer\(round)")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for node in nodes {
          group.addTask {
            let outcome = try await node.append([.direct("hello", to: peer)])[0]
            guard case .stored = outcome else { throw TestError("\(outcome)") }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await log(.direct(.alice, peer), nodes[0]).map(\.seq) == [1, 2, 3])
    }
    #expect(try await nodes[0].summaries(of: .alice, app: .demo, changed: 0...UInt64.max, only: nil, limit: 99).count == 20)
    await close(nodes)
  }

  @Test func markersGoForwardAndUsersLogsAreDense() async throws {
    let nodes = try await open(3, "markers")
    _ = try await nodes[0].append([.direct("1")] + (2...120).map { .text("\($0)") })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, node) in nodes.enumerated() {
        group.addTask {
          var read: UInt64 = 0
          for step in 1...40 {
            let seq = UInt64(step * 3 - index)
            let kind: Mark.Kind = step % 3 == 0 ? .delivered : .read
            var mark = Mark.sample(.bob, seq)
            mark.kind = kind
            _ = try await node.mark([mark])
            let member = try #require(try await node.member(.bob, of: .pair, app: .demo))
            #expect(member.read >= read && member.told <= member.read)
            if kind == .read { #expect(member.read >= seq) } else { #expect(member.delivered >= seq) }
            read = member.read
            _ = try await node.hide([.sample(targets: [seq])])
          }
        }
      }
      try await group.waitForAll()
    }
    let page = try await nodes[0].userLog(of: .bob, app: .demo, after: 0, limit: .max)
    #expect(page.entries.map(\.seq) == Array(1...page.head))
    var read: UInt64 = 0
    for case .readTo(let seq) in page.entries.map(\.event) {
      #expect(seq > read)
      read = seq
    }
    #expect(try await nodes[1].member(.bob, of: .pair, app: .demo)?.read == 120)
    await close(nodes)
  }

  /// Whoever ends a scheduled message, it is sent or taken back, and not both.
  @Test func aScheduledMessageEndsOnce() async throws {
    let nodes = try await open(2, "scheduled")
    _ = try await nodes[0].append([.direct("first")])
    for round in 0..<30 {
      let id = ClientID.fresh()
      let message = ScheduledMessage(
        app: .demo, user: .alice, clientID: id, conversation: .pair, type: "text", content: LogEvent.json("later"), time: 5)
      let made = try await withThrowingTaskGroup(of: ScheduleOutcome.self) { group in
        for node in nodes {
          group.addTask { try await node.schedule(Schedule(message, fingerprint: [1], time: 1, isAllowed: true, limit: 99)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(made.count { $0 == .scheduled } == 1 && made.count { $0 == .repeated } == 1)
      async let sending = nodes[0].append([Append.text("\(round)").with(.scheduled(id))])[0]
      async let taking = nodes[1].unschedule(id, of: .alice, app: .demo, as: .cancelled, at: 9)
      let (sent, taken) = try await (sending.seq != nil, taking == .ended)
      #expect(sent != taken)
    }
    await close(nodes)
  }

  @Test func usersAreMadeOnce() async throws {
    let nodes = try await open(3, "users")
    for round in 0..<20 {
      let made = try await withThrowingTaskGroup(of: (UserRecord, Bool).self) { group in
        for (index, node) in nodes.enumerated() {
          group.addTask { try await node.createUser(.sample("user\(round)"), app: .demo, at: Int64(index + 1)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(made.count { $0.1 } == 1 && Set(made.map(\.0.createdAt)).count == 1)
    }
    await close(nodes)
  }

  /// A block holds from its acknowledgement on, at whatever node the message arrives, and whether the conversation is new or not.
  @Test func nothingOfABlockedUserIsStoredAfterTheAcknowledgement() async throws {
    let nodes = try await open(3, "blocks")
    let peers = (0..<60).map { UserID.sample("peer\($0)") }
    for user in [UserID.alice] + peers { _ = try await nodes[0].createUser(user, app: .demo, at: 1) }
    let stored = try await withThrowingTaskGroup(of: Int.self) { group in
      for (round, peer) in peers.enumerated() {
        let isKnown = round % 2 == 0
        if isKnown { _ = try await nodes[0].append([.direct("0", from: peer, to: .alice)]) }
        group.addTask {
          let change = RelationChange(
            app: .demo, user: .alice, peers: [peer], .blocked, most: 99, time: Append.noon)
          @Sendable func send(_ node: Int) async throws -> Bool {
            let append = Append.direct("x", from: peer, to: .alice).with(.notBlocked(peer))
            return try await nodes[node].append([append])[0].seq != nil
          }
          async let early = (send(1), send(2), send(0))
          guard case .changed = try await nodes[round % 3].change([change])[0] else { throw TestError("not blocked") }
          // From here on all nodes know, whatever they remember.
          for node in 0..<3 { #expect(try await !send(node), "round \(round), node \(node)") }
          let all = try await early
          return [all.0, all.1, all.2].count { $0 }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(stored < 180, "no block came in time for any message, so nothing was tried")
    for (round, peer) in peers.enumerated() {
      let record = try await nodes[round % 3].conversation(.direct(.alice, peer), app: .demo)
      #expect(record?.relations ?? .firstBlocks == .firstBlocks)
    }
    #expect(try await nodes[1].relations(of: .alice, app: .demo, .blocked, after: nil, limit: 99).relations.count == 60)
    await close(nodes)
  }

  /// Only allowed users write from the acknowledgement on, also where a conversation is made meanwhile at another node.
  @Test func nothingOfAUserWhoIsNotAllowedIsStoredAfterTheAcknowledgement() async throws {
    let nodes = try await open(3, "allowed")
    let users = (0..<30).map { UserID.sample("user\($0)") }
    for user in users + [.bob, .carol] { _ = try await nodes[0].createUser(user, app: .demo, at: 1) }
    let stored = try await withThrowingTaskGroup(of: Int.self) { group in
      for (round, user) in users.enumerated() {
        _ = try await nodes[0].append([.direct("0", from: .carol, to: user)])
        group.addTask {
          @Sendable func send(_ sender: UserID, _ node: Int) async throws -> Bool {
            let append = Append.direct("x", from: sender, to: user).with(.admitted(sender, onlyAllowed: false))
            return try await nodes[node].append([append])[0].seq != nil
          }
          @Sendable func set(_ isSet: Bool, _ node: Int) async throws {
            let change = RelationChange(
              app: .demo, user: user, peers: [user], .onlyAllowed, isSet, most: 1, time: Append.noon)
            guard case .changed = try await nodes[node].change([change])[0] else { throw TestError("not set") }
          }
          async let early = (send(.bob, 1), send(.carol, 2), send(.bob, 0))
          try await set(true, round % 3)
          for node in 0..<3 {
            for sender in [UserID.bob, .carol] { #expect(try await !send(sender, node), "round \(round), node \(node)") }
          }
          let all = try await early
          try await set(false, (round + 1) % 3)
          for node in 0..<3 { #expect(try await send(.bob, node), "round \(round), node \(node)") }
          return [all.0, all.1, all.2].count { $0 }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(stored < 90, "it came in time for no message, so nothing was tried")
    await close(nodes)
  }

  @Test func theFeedNamesBlocks() async throws {
    let nodes = try await open(2, "block_feed")
    for user in [UserID.alice, .bob] { _ = try await nodes[0].createUser(user, app: .demo, at: 1) }
    let change = RelationChange(app: .demo, user: .alice, peers: [.bob], .blocked, most: 9, time: Append.noon)
    _ = try await nodes[0].change([change])
    let row = try #require(try await nodes[1].feed(after: nodes[1].entered, limit: 99).last)
    #expect(
      row.changes.relations == [Nodes.RelationChange(app: "demo", user: "alice", peer: "bob", revision: 1, flags: 1)])
    #expect(row.changes.conversations == [ConversationKey(app: .demo, id: .pair)])
    await close(nodes)
  }

  @Test func aSignatureIsNotedOnceForEachApp() async throws {
    let nodes = try await open(2, "signatures")
    let other = try #require(AppID("other"))
    #expect(try await nodes[0].note(signature: [1, 2], of: .demo, signedAt: 1000))
    #expect(try await !nodes[1].note(signature: [1, 2], of: .demo, signedAt: 1000))
    #expect(try await nodes[1].note(signature: [1, 3], of: .demo, signedAt: 1000))
    #expect(try await nodes[1].note(signature: [1, 2], of: other, signedAt: 1000))
    let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
      for turn in 0..<20 {
        group.addTask { try await nodes[turn % 2].note(signature: [9], of: .demo, signedAt: 1000) }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(outcomes == 1)
    await close(nodes)
  }

  // MARK: - Stamps

  /// Whatever a reader concludes from a stamp must hold: everything up to it is visible, and stays below what comes later.
  @Test func aListReadByStampsMissesNothing() async throws {
    let nodes = try await open(3, "stamps")
    let peers = (0..<12).map { UserID.sample("peer\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, node) in nodes.enumerated() {
        group.addTask {
          for step in 0..<60 { _ = try await node.append([.direct("\(index) \(step)", to: peers[(step * 5 + index) % 12])]) }
        }
      }
      for reader in nodes {
        group.addTask {
          var seen: [ConversationID: UInt64] = [:]
          var stamp: UInt64 = 0
          while seen.values.reduce(0, +) < 180 {
            try Task.checkCancellation()
            let next = try await reader.stamp(app: .demo)
            #expect(next >= stamp)
            let changed = try await reader.summaries(
              of: .alice, app: .demo, changed: stamp &+ 1...UInt64.max, only: nil, limit: .max)
            for summary in changed { seen[summary.record.id] = max(seen[summary.record.id] ?? 0, summary.record.head) }
            // Only what lies above the told stamp may be missing the next time.
            for summary in try await reader.summaries(of: .alice, app: .demo, changed: 0...next, only: nil, limit: .max) {
              #expect((seen[summary.record.id] ?? 0) >= summary.record.head)
            }
            stamp = next
          }
        }
      }
      try await group.waitForAll()
    }
    let all = try await nodes[0].summaries(of: .alice, app: .demo, changed: 0...UInt64.max, only: nil, limit: .max)
    #expect(Set(all.map(\.record.stamp)).count == peers.count)
    await close(nodes)
  }

  @Test func theHorizonIsThatOfTheNodeThatToldLeast() async throws {
    let nodes = try await open(2, "horizon")
    let first = try await nodes[0].append([.direct("1")])[0].stored?.stamp ?? 0
    await nodes[0].beat()
    #expect(try await nodes[0].stamp(app: .demo) < first, "the other node may still store older stamps")
    await nodes[1].beat()
    #expect(try await nodes[0].stamp(app: .demo) == first)
    #expect(try await nodes[0].stamp(app: .other) == 0, "other apps do not show")
    await nodes[1].close()
    let second = try await nodes[0].append([.text("2")])[0].stored?.stamp ?? 0
    #expect(try await nodes[0].stamp(app: .demo) == second, "a node that ended holds nobody up")
    await nodes[0].close()
  }

  // MARK: - Nodes that are taken for dead

  @Test func aNodeThatWasTakenForDeadStoresNothingBeforeItEntersAnew() async throws {
    let nodes = try await open(2, "dead")
    _ = try await nodes[0].append([.direct("1")])
    let before = await nodes[0].nodeID()
    try await PostgresServer.shared.value.execute("UPDATE dead.node SET ended = 1 WHERE id = \(before)")
    #expect(try await nodes[0].append([.text("2")])[0].seq == 2)
    #expect(await nodes[0].nodeID() > before)
    let rows = try await nodes[1].feed(after: nodes[1].entered, limit: 99)
    #expect(rows.filter { $0.node == before }.map(\.seq) == [1])
    #expect(rows.filter { $0.node > before && !$0.changes.logs.isEmpty }.map(\.seq) == [1])
    await close(nodes)
  }

  @Test func aNodeThatIsNotHeardOfIsEnded() async throws {
    let nodes = try await open(2, "silent", timeout: .milliseconds(1))
    while try await nodes[1].liveNodes().contains(await nodes[0].nodeID()) { await nodes[1].beat() }
    #expect(try await nodes[0].append([.direct("1")])[0].seq == 1)
    await close(nodes)
  }

  @Test func aNodeThatStopsInTheMiddleOfACommitHoldsNobodyUp() async throws {
    let nodes = try await open(1, "held")
    let loop = try EventLoop(name: "holding")
    let connection = PostgresConnection(loop: loop)
    try await connection.connect(to: try await PostgresServer.shared.value.schema("held"))
    // A node that was not heard of for an hour. It may be ended before its row is held, and then another one is made.
    var held: Int64 = 1_000
    while true {
      _ = try await connection.run([
        PostgresStatement(
          """
          INSERT INTO node(id, slot, stamp, seq, beat, ended)
          VALUES ($1, 9, 0, 0, clock_timestamp() - interval '1 hour', 0)
          """, .integer(held))
      ])
      let found = try await connection.run([
        PostgresStatement("BEGIN"),
        PostgresStatement("SELECT id FROM node WHERE id = $1 AND ended = 0 FOR UPDATE", .integer(held)),
      ])
      if !found[1].map({ _ in true }).isEmpty { break }
      _ = try await connection.run([PostgresStatement("ROLLBACK")])
      held += 1
    }
    let beat = PostgresStatement("SELECT beat::text FROM node WHERE id = $1", .integer(await nodes[0].nodeID()))
    let before = try await connection.run([beat])[0].map { try $0.text(0) }
    await nodes[0].beat()
    #expect(try await connection.run([beat])[0].map { try $0.text(0) } != before)
    #expect(try await nodes[0].append([.direct("1")])[0].seq == 1)
    #expect(try await nodes[0].liveNodes().contains(held), "it still holds its row")
    _ = try await connection.run([PostgresStatement("ROLLBACK")])
    while try await nodes[0].liveNodes().contains(held) { await nodes[0].beat() }
    await connection.close()
    await loop.stop()
    await close(nodes)
  }

  // MARK: - The feed

  @Test func theFeedNamesEveryCommitOfOthersInOrder() async throws {
    let nodes = try await open(2, "feed")
    _ = try await nodes[0].append([.group()])
    _ = try await nodes[0].append([.text("1", to: .team), .text("2", to: .team)])
    _ = try await nodes[0].mark([.sample(.bob, 2, in: .team)])
    _ = try await nodes[1].append([.text("3", to: .team)])
    let rows = try await nodes[1].feed(after: nodes[1].entered, limit: 99)
    #expect(rows.map(\.seq) == [1, 2, 3])
    #expect(rows[0].changes.users.count == 2)
    #expect(rows[1].changes.logs == [Nodes.LogChange(app: "demo", conversation: "group:team", first: 2, last: 3)])
    #expect(
      rows[2].changes.markers
        == [Nodes.MarkerChange(app: "demo", conversation: "group:team", user: "bob", read: 2, delivered: 0)])
    let id = await nodes[0].nodeID()
    #expect(try await nodes[1].feed(after: [id: 2], limit: 99).map(\.seq) == [3])
    await close(nodes)
  }

  /// Replies to COMMIT are lost while two nodes write to the same conversation.
  @Test func eachMessageIsToldAsStoredThoughRepliesAreLost() async throws {
    let server = try await PostgresServer.shared.value
    let proxy = try CommitCutter(to: server.socket, each: 5)
    let address = try await server.schema("lost_replies").replacing(
      "host=\(server.directory)", with: "host=\(proxy.directory)")
    var options = PostgresStore.Options()
    options.isShared = true
    let settled = options
    let nodes = [
      try await PostgresStore.open(address, options: settled), try await PostgresStore.open(address, options: settled),
    ]
    while true {
      do {
        _ = try await nodes[0].append([.group()])
        break
      } catch let error as StoreError where error.message.contains("cannot be reached") {
        continue
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for node in nodes {
        for _ in 0..<2 {
          group.addTask {
            for number in 0..<50 {
              let append = Append.text("\(number)", to: .team)
              while true {
                do {
                  let outcome = try await node.append([append])[0]
                  guard case .stored = outcome else { throw TestError("\(outcome)") }
                  break
                } catch let error as StoreError where error.message.contains("cannot be reached") {
                  await Task.yield()
                }
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(proxy.cuts > 10)
    let entries = try await log(.team, nodes[0])
    #expect(entries.map(\.seq) == Array(1...201) && Set(entries.map(\.clientID)).count == 201)
    await close(nodes)
    proxy.stop()
  }
}

extension AppendOutcome {
  fileprivate var isRepeated: Bool { if case .repeated = self { true } else { false } }
}
