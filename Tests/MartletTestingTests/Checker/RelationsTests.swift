import MartletTesting
import Testing

/// Blocks: what a blocked user wrote all the same is found, and a lookalike is not.
@Suite struct RelationsTests {
  private static let pair = "direct:alice:bob"

  /// Bob writes to alice.
  private static func start() -> Tale {
    var tale = Tale()
    tale.append(Tale.message("d1", in: pair), by: "bob", pushedTo: [])
    tale.dump.logs[pair]?.members["alice"] = Dump.Member()
    tale.dump.logs[pair]?.members["bob"] = Dump.Member()
    tale.dump.logs[pair]?.members["bob"]?.sent = 1
    tale.dump.logs[pair]?.memberCount = 2
    return tale
  }

  /// Then alice blocks him.
  private static func tale() -> Tale {
    var tale = start()
    tale.block("bob", by: "alice")
    return tale
  }

  private func broken(_ change: (inout Tale) -> Void) -> Set<Promise> {
    var tale = Self.tale()
    change(&tale)
    return tale.broken
  }

  @Test func whatABlockedUserWroteIsFound() {
    #expect(broken { _ in } == [])
    #expect(broken { $0.append(Tale.message("d2", in: Self.pair), by: "bob", pushedTo: []) } == [.noLeak])
    #expect(broken { $0.append(Tale.message("d2", in: Self.pair), by: "alice", pushedTo: []) } == [])
    #expect(broken { $0.send("m1", by: "bob") } == [])
  }

  /// It was asked for before the block was acknowledged, so it may be stored after it.
  @Test func aMessageThatOverlapsTheBlockIsNone() {
    var tale = Self.start()
    let message = Tale.message("d2", in: Self.pair)
    let call = tale.invoke(message, by: "bob")
    tale.block("bob", by: "alice")
    let seq = tale.store(message, by: "bob")
    tale.tell(.ok(call: call, seq: seq), "b1", "bob")
    #expect(tale.broken == [])
  }

  @Test func afterTheBlockWasLiftedHeMayWrite() {
    #expect(
      broken {
        $0.block("bob", false, by: "alice")
        $0.append(Tale.message("d2", in: Self.pair), by: "bob", pushedTo: [])
      } == [])
    #expect(
      broken {
        $0.append(Tale.message("d2", in: Self.pair), by: "bob", pushedTo: [])
        $0.block("bob", false, by: "alice")
      } == [.noLeak])
    #expect(
      broken {
        $0.block("bob", false, by: "alice")
        $0.block("bob", by: "alice")
        $0.append(Tale.message("d2", in: Self.pair), by: "bob", pushedTo: [])
      } == [.noLeak])
  }

  /// It is dropped when its time comes, as one whose sender is silenced.
  @Test func aScheduledMessageOfABlockedUserNeedNotBeSent() {
    func isMissed(by sender: String, blocks: Bool) -> Bool {
      var tale = Self.start()
      if blocks { tale.block("bob", by: "alice") }
      var plan = Operation(.schedule, conversation: Self.pair, clientID: "plan", payload: 7)
      plan.time = 2_000
      tale.tell(.ok(call: tale.invoke(plan, by: sender), seq: 0), "b1", sender)
      return tale.broken == [.durable]
    }
    #expect(isMissed(by: "bob", blocks: false))
    #expect(!isMissed(by: "bob", blocks: true))
    #expect(isMissed(by: "alice", blocks: true))
  }

  @Test func whatAUserWroteWhoIsNotAllowedIsFound() {
    func broken(_ change: (inout Tale) -> Void) -> Set<Promise> {
      var tale = Self.start()
      change(&tale)
      return tale.broken
    }
    let message = Tale.message("d2", in: Self.pair)
    #expect(
      broken {
        $0.takeOnlyAllowed(by: "alice")
        $0.append(message, by: "bob", pushedTo: [])
      } == [.noLeak])
    #expect(
      broken {
        $0.takeOnlyAllowed(by: "alice")
        $0.append(message, by: "alice", pushedTo: [])
      } == [])
    #expect(
      broken {
        $0.allow("bob", by: "alice")
        $0.takeOnlyAllowed(by: "alice")
        $0.append(message, by: "bob", pushedTo: [])
      } == [])
    #expect(
      broken {
        $0.takeOnlyAllowed(by: "alice")
        $0.allow("bob", by: "alice")
        $0.append(message, by: "bob", pushedTo: [])
      } == [])
    #expect(
      broken {
        $0.takeOnlyAllowed(by: "alice")
        $0.takeOnlyAllowed(false, by: "alice")
        $0.append(message, by: "bob", pushedTo: [])
      } == [])
    #expect(
      broken {
        $0.takeOnlyAllowed(by: "alice")
        $0.dump.logs[Self.pair]?.relations = 0
      } == [.convergence])
    // A server that stopped has not told all conversations yet.
    #expect(
      broken {
        $0.takeOnlyAllowed(by: "alice")
        $0.dump.logs[Self.pair]?.relations = 0
        $0.dump.relations["alice"]?["alice"]?.flags |= 16
      } == [])
  }

  @Test func aBlockThatTheStoreDoesNotHaveIsFound() {
    #expect(broken { $0.dump.userLogs["alice"]?.removeLast() } == [.convergence, .durable])
    #expect(broken { $0.dump.relations = [:] } == [.convergence])
    #expect(broken { $0.dump.logs[Self.pair]?.relations = 0 } == [.convergence])
    #expect(broken { $0.dump.logs[Self.pair]?.relations = 2 } == [.convergence])
  }

  @Test(arguments: [(["bob"], true), ([], false), (["bob", "carol"], false)] as [([String], Bool)])
  func listsOfDevicesAreCompared(shown: [String], isRight: Bool) {
    var tale = Tale()
    tale.block("bob", by: "alice")
    var state = tale.state(of: "alice", unread: 0)
    state.relations = Dictionary(uniqueKeysWithValues: shown.map { ($0, 1) })
    tale.states = [state]
    #expect(tale.broken == (isRight ? [] : [.convergence]))
  }

  @Test func aFriendshipOfOneSideIsFound() {
    func broken(_ own: UInt64, _ their: UInt64) -> Set<Promise> {
      var tale = Tale()
      for (user, peer, flags) in [("alice", "bob", own), ("bob", "alice", their)] where flags != 0 {
        var entry = UserEntryFact(seq: 0, conversation: "", kind: .relationsChanged, position: 0)
        entry.relations = [RelationFact(peer, flags)]
        tale.dump.relations[user] = [peer: Dump.Relation(flags: flags, revision: tale.tell(user, entry))]
      }
      return tale.broken
    }
    #expect(broken(128, 128) == [])
    #expect(broken(32, 64) == [])
    #expect(broken(32, 1) == [], "bob blocks alice, and is not told")
    #expect(broken(128, 0) == [.convergence])
    #expect(broken(128, 32) == [.convergence])
    #expect(broken(0, 64) == [.convergence])
  }
}
