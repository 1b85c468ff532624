import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// What a user sets about others at one node is in force at all others.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RelationNodesTests {
  @Test func aBlockIsInForceAtAllNodes() async throws {
    try await Cluster.with("blocks") { cluster in
      let (alice, bob) = (try await cluster[0].client(user: "alice"), try await cluster[1].client(user: "bob"))
      let again = try await cluster[2].client(user: "alice", device: "two")
      func send() async throws -> Wire.ServerPacket.Body {
        try await bob.request(
          .send(
            Wire.Send(
              conversation: "direct:alice", clientId: WireClient.fresh(), type: "text", content: #"{"text":"x"}"#)))
      }
      func signal() async throws -> Wire.ServerPacket.Body {
        try await bob.request(.signal(Wire.Signal(conversation: "direct:alice", type: "typing", content: "{}")))
      }
      let refused = Wire.ServerPacket.Body.failure(Wire.Failure(.blocked))
      // Also while the node of the other remembers the conversation.
      for round in 0..<5 {
        guard case .appended = try await send() else { throw TestError("refused in round \(round)") }
        guard case .done = try await signal() else { throw TestError("no signal in round \(round)") }
        let block = Wire.SetRelations(users: ["bob"], kind: .blocked, set: true)
        guard case .changed = try await alice.request(.setRelations(block)) else { throw TestError("not blocked") }
        #expect(try await send() == refused)
        while try await signal() != refused { await Task.yield() }
        let lift = Wire.SetRelations(users: ["bob"], kind: .blocked)
        guard case .changed = try await again.request(.setRelations(lift)) else { throw TestError("not lifted") }
      }
      await again.until { $0.pushes.flatMap(\.userEntries).count { $0.conversation.isEmpty } == 10 }
    }
  }

  /// Each decides without having heard of the other.
  @Test func usersWhoAskEachOtherAtTwoNodesAreFriends() async throws {
    try await Cluster.with("friends") { cluster in
      let (alice, bob) = (try await cluster[0].client(user: "alice"), try await cluster[1].client(user: "bob"))
      let tablet = try await cluster[2].client(user: "bob", device: "two")
      func set(_ client: WireClient, _ peer: String, _ isSet: Bool) async throws -> UInt64 {
        let answer = try await client.request(.setRelations(Wire.SetRelations(users: [peer], kind: .friend, set: isSet)))
        guard case .changed(let changed) = answer else { throw TestError("\(answer)") }
        return changed.revision
      }
      for round in UInt64(0)..<10 {
        async let one = set(alice, "bob", true)
        async let other = set(bob, "alice", true)
        #expect(try await [one, other].sorted() == [3 * round + 1, 3 * round + 2])
        for (client, peer) in [(alice, "bob"), (bob, "alice")] {
          let answer = try await client.request(.listRelations(Wire.ListRelations(kind: .friend)))
          guard case .relations(let page) = answer else { throw TestError("\(answer)") }
          #expect(page.relations == [Wire.Relation(user: peer, revision: 3 * round + 2, friend: true)])
        }
        #expect(try await set(round % 2 == 0 ? alice : bob, round % 2 == 0 ? "bob" : "alice", false) == 3 * round + 3)
      }
      for client in [alice, bob, tablet] {
        await client.until { Set($0.pushes.flatMap(\.userEntries).map(\.seq)) == Set(1...30) }
      }
    }
  }

  @Test func onlyAllowedUsersWriteAtAllNodes() async throws {
    try await Cluster.with("allowed") { cluster in
      let (alice, bob) = (try await cluster[0].client(user: "alice"), try await cluster[1].client(user: "bob"))
      func ask(_ request: Wire.ClientPacket.Request) async throws -> Wire.ServerPacket.Body { try await bob.request(request) }
      func send() async throws -> Wire.ServerPacket.Body {
        try await ask(
          .send(
            Wire.Send(
              conversation: "direct:alice", clientId: WireClient.fresh(), type: "text", content: #"{"text":"x"}"#)))
      }
      let signal = Wire.Signal(conversation: "direct:alice", type: "typing", content: "{}")
      let refused = Wire.ServerPacket.Body.failure(Wire.Failure(.notOnAllowList))
      for round in 0..<5 {
        guard case .appended = try await send() else { throw TestError("refused in round \(round)") }
        while case .failure = try await ask(.signal(signal)) { await Task.yield() }
        for isSet in [true, false] {
          let only = Wire.SetRelations(kind: .onlyAllowed, set: isSet)
          guard case .changed = try await alice.request(.setRelations(only)) else { throw TestError("not set") }
          guard isSet else { continue }
          #expect(try await send() == refused)
          while try await ask(.signal(signal)) != refused { await Task.yield() }
        }
      }
    }
  }
}
