import MartletNet
import MartletPostgres
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletServer

/// What a user at one node does reaches the users at all others, once and in order.
@Suite(.serialized, .timeLimit(.minutes(5))) struct NodesTests {
  @Test func twoUsersChatAcrossNodes() async throws {
    try await Cluster.with("across") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let bob = try await cluster[1].client(user: "bob")
      for number in 1...20 {
        let (sender, other) = number % 2 == 1 ? (alice, "bob") : (bob, "alice")
        #expect(try await sender.say("\(number)", to: "direct:\(other)") == UInt64(number))
        for client in [alice, bob] {
          await client.until { $0.entries(of: "direct:alice:bob").count == number }
        }
      }
      for client in [alice, bob] {
        #expect(await client.entries(of: "direct:alice:bob").map(\.seq) == Array(1...20))
      }
    }
  }

  /// The second node reads only what tells it who the members are, and what is no message.
  @Test func messagesThatTheBusCarriesAreToldWithoutReadingThem() async throws {
    try await Cluster.with("carried") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let bob = try await cluster[1].client(user: "bob")
      try await alice.createGroup("team", ["alice", "bob"])
      try await alice.say("1", to: "group:team")
      await bob.until { $0.entries(of: "group:team").count == 2 }
      let metrics = cluster[1].server.metrics
      let (read, carried) = (metrics.nodeEntriesTold.value, metrics.nodeEntriesCarried.value)
      for number in 2...10 {
        let mentioned = Wire.Details(mentions: Wire.Mentions(users: ["bob"]))
        let answer = try await alice.request(
          .send(
            Wire.Send(
              conversation: "group:team", clientId: WireClient.fresh(), type: "text", content: "{\"text\":\"\(number)\"}",
              details: mentioned, replyTo: 2)))
        guard case .appended(let appended) = answer else { throw TestError("not stored: \(answer)") }
        #expect(appended.seq == UInt64(number + 1))
        await bob.until { $0.entries(of: "group:team").count == number + 1 }
      }
      #expect(metrics.nodeEntriesTold.value == read)
      #expect(metrics.nodeEntriesCarried.value == carried + 9)
      // As its own node tells it, and as the store has it.
      #expect(await bob.entries(of: "group:team").map(\.seq) == Array(1...11))
      #expect(await bob.entries(of: "group:team").suffix(9) == alice.entries(of: "group:team").suffix(9))
    }
  }

  @Test func aChangedProfileReachesSessionsAtOtherNodes() async throws {
    try await Cluster.with("profiles") { cluster in
      let alice = try await cluster[0].client(user: "alice", device: "one")
      let (again, bob) = (
        try await cluster[1].client(user: "alice", device: "two"), try await cluster[2].client(user: "bob")
      )
      let first = try await alice.setProfile(["name": "Alice", "location": "Köln"])
      #expect(try await bob.profile("alice")?.fields == fields(["name": "Alice"]))
      let second = try await alice.setProfile(["name": "Ally", "location": "Bonn"])
      await bob.until { $0.pushes.flatMap(\.profiles).contains { $0.revision == second.revision } }
      // The first change may be told as well, if it reaches the node after bob has asked.
      let told = await bob.pushes.flatMap(\.profiles).filter { $0.revision != first.revision }
      #expect(
        told == [
          Wire.ProfileChange(user: "alice", revision: second.revision, base: first.revision, fields: fields(["name": "Ally"]))
        ])
      await again.until { $0.pushes.flatMap(\.profiles).contains { $0.revision == second.revision } }
      // All nodes change it at once, and nothing is lost.
      async let other = again.setProfile(["about": "x"])
      async let same = alice.setProfile(["gender": "other"])
      _ = try await (other, same)
      #expect(try await alice.profile("alice")?.fields.map(\.key) == ["about", "gender", "location", "name"])
    }
  }

  /// One clock is an hour ahead and one an hour behind.
  @Test func nodesWhoseClocksAreAnHourOffGoOn() async throws {
    try await Cluster.with("clocks", skew: [0, 3_600_000, -3_600_000]) { cluster in
      let names = ["alice", "bob", "carol"]
      var clients: [WireClient] = []
      for (name, node) in zip(names, cluster.nodes) { clients.append(try await node.client(user: name)) }
      try await clients[0].createGroup("team", names)
      for client in clients { await client.until { !$0.entries(of: "group:team").isEmpty } }
      for number in 0..<30 { try await clients[number % 3].say("\(number)", to: "group:team") }
      for client in clients { await client.until { $0.entries(of: "group:team").count >= 31 } }
      for client in clients {
        let entries = await client.entries(of: "group:team")
        #expect(entries.map(\.seq) == Array(1...31))
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time }, "the times of a log never fall")
      }
      // A retry is recognised whatever the clock of the node is.
      let id = WireClient.fresh()
      let first = try await clients[0].say("once", to: "direct:bob", id: id)
      let again = try await cluster[1].client(user: "alice")
      #expect(try await again.say("once", to: "direct:bob", id: id) == first)
      let third = try await cluster[2].client(user: "alice")
      #expect(try await third.say("once", to: "direct:bob", id: id) == first)
    }
  }

  @Test func aGroupThatAllNodesWriteToIsTheSameForAll() async throws {
    try await Cluster.with("everybody") { cluster in
      let names = ["alice", "bob", "carol"]
      var clients: [WireClient] = []
      for (name, node) in zip(names, cluster.nodes) { clients.append(try await node.client(user: name)) }
      try await clients[0].createGroup("team", names)
      for client in clients { await client.until { !$0.entries(of: "group:team").isEmpty } }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in clients {
          group.addTask { for number in 0..<40 { try await client.say("\(number)", to: "group:team") } }
        }
        try await group.waitForAll()
      }
      for client in clients { await client.until { $0.entries(of: "group:team").count >= 121 } }
      var logs: [[Wire.Entry]] = []
      for client in clients { logs.append(await client.entries(of: "group:team")) }
      for log in logs {
        #expect(log.map(\.seq) == Array(1...121))
        #expect(log.map(\.clientId) == logs[0].map(\.clientId))
      }
    }
  }

  /// The bus loses two of three messages: the holes are found, and what was lost is read from the store.
  @Test func nothingIsLostThoughTheBusLosesMessages() async throws {
    try await Cluster.with("lossy") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let bob = try await cluster[1].client(user: "bob")
      let random = Mutex(SeededRandom(seed: 7))
      cluster.hub.lose { random.withLock { Int.random(in: 0..<3, using: &$0) > 0 } }
      for number in 1...60 { try await alice.say("\(number)", to: "direct:bob") }
      await bob.until { $0.entries(of: "direct:alice:bob").count >= 60 }
      #expect(await bob.entries(of: "direct:alice:bob").map(\.seq) == Array(1...60))
    }
  }

  /// A node stores the second entry of a group before it hears of the first, which another node stored.
  @Test func whatAnotherNodeStoredBeforeIsToldFirst() async throws {
    try await Cluster.with("before") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let bob = try await cluster[1].client(user: "bob")
      cluster.hub.lose { true }
      for number in 0..<5 {
        try await alice.createGroup("team\(number)", ["alice", "bob"])
        try await bob.say("at once", to: "group:team\(number)")
        for client in [alice, bob] {
          await client.until { $0.entries(of: "group:team\(number)").count >= 2 }
          #expect(await client.entries(of: "group:team\(number)").map(\.seq) == [1, 2])
        }
      }
    }
  }

  /// A message and a change of members, which is decided anew because another node has changed them, are stored together.
  @Test func messagesBesideAChangeThatIsDecidedAnewAreTold() async throws {
    try await Cluster.with("anew") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let bob = try await cluster[1].client(user: "bob")
      for user in ["carol", "dave"] { _ = try await cluster[0].client(user: user) }
      try await alice.createGroup("team", ["alice", "bob"])
      try await alice.say("hello", to: "direct:bob")
      for client in [alice, bob] {
        await client.until { !$0.entries(of: "group:team").isEmpty && !$0.entries(of: "direct:alice:bob").isEmpty }
      }
      // The first node cannot commit for a while.
      let loop = try EventLoop(name: "holding")
      let connection = PostgresConnection(loop: loop)
      try await connection.connect(to: try await PostgresServer.shared.value.schema("anew"))
      _ = try await connection.run([
        PostgresStatement("BEGIN"), PostgresStatement("SELECT 1 FROM node WHERE slot = 0 FOR UPDATE"),
      ])
      let text = "{\"text\":\"x\"}"
      await alice.post([
        Wire.ClientPacket(
          id: 901,
          request: .send(Wire.Send(conversation: "direct:bob", clientId: WireClient.fresh(), type: "text", content: text)))
      ])
      // Its first commit waits, with this message alone: with more, it would hold what the other node needs.
      let waiting = PostgresStatement("SELECT count(*) FROM pg_locks WHERE locktype = 'tuple' AND relation = 'node'::regclass")
      while try await connection.run([waiting])[0].map({ try $0.integer(0) }) == [0] {}
      await alice.post([
        Wire.ClientPacket(
          id: 902,
          request: .send(Wire.Send(conversation: "group:team", clientId: WireClient.fresh(), type: "text", content: text))),
        Wire.ClientPacket(
          id: 903,
          request: .addMembers(
            Wire.AddMembers(conversation: "group:team", clientId: WireClient.fresh(), users: ["dave"]))),
      ])
      _ = try await alice.request(.ping(Wire.Ping()))
      try await bob.add("carol", to: "group:team")
      await alice.until { $0.entries(of: "group:team").count >= 2 }
      _ = try await connection.run([PostgresStatement("ROLLBACK")])
      await alice.until { $0.unawaited.count >= 3 }
      await connection.close()
      await loop.stop()
      for client in [alice, bob] {
        await client.until { $0.entries(of: "group:team").count >= 4 }
        #expect(await client.entries(of: "group:team").map(\.seq) == [1, 2, 3, 4])
      }
    }
  }

  /// The news of an earlier move comes after that of a later one.
  @Test func markersFallForNobody() async throws {
    try await Cluster.with("falling") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let near = try await cluster[0].client(user: "bob", device: "near", class: .mobile)
      let far = try await cluster[1].client(user: "bob", device: "far", class: .desktop)
      for number in 1...10 { try await alice.say("\(number)", to: "direct:bob") }
      await far.until { $0.entries(of: "direct:alice:bob").count >= 10 }
      cluster.hub.lose { true }
      _ = try await far.request(.markRead(Wire.MarkRead(conversation: "direct:alice", seq: 4)))
      _ = try await near.request(.markRead(Wire.MarkRead(conversation: "direct:alice", seq: 9)))
      await alice.until { $0.pushes.flatMap(\.markers).contains { $0.user == "bob" && $0.read == 9 } }
      // This comes after the news of the first move.
      try await far.say("afterwards", to: "direct:alice")
      await alice.until { $0.entries(of: "direct:alice:bob").count >= 11 }
      let told = await alice.pushes.flatMap(\.markers).filter { $0.user == "bob" }.map(\.read)
      #expect(told == told.sorted(), "\(told)")
    }
  }

  /// A message is told when somebody has reacted to it already: the reaction comes after it, to its own user as to all others.
  @Test func reactionsAreNotToldBeforeTheirTime() async throws {
    try await Cluster.with("reactions") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let near = try await cluster[0].client(user: "bob", device: "near", class: .mobile)
      let far = try await cluster[1].client(user: "bob", device: "far", class: .desktop)
      try await alice.say("hello", to: "direct:bob")
      await far.until { !$0.entries(of: "direct:alice:bob").isEmpty }
      cluster.hub.lose { true }
      try await alice.say("look", to: "direct:bob")
      let reaction = Wire.AnnotationItem(key: "ok")
      _ = try await near.request(
        .annotate(
          Wire.Annotate(
            conversation: "direct:alice", clientId: WireClient.fresh(), target: 2, kind: .reaction, items: [reaction])))
      await far.until { $0.entries(of: "direct:alice:bob").count >= 3 }
      let told = await far.entries(of: "direct:alice:bob")
      #expect(told.map(\.seq) == [1, 2, 3])
      guard case .message(let message)? = told[1].event else { throw TestError("\(told)") }
      #expect(message.annotations == nil)
    }
  }

  @Test func aSilentBusIsBridged() async throws {
    try await Cluster.with("silent_bus") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let bob = try await cluster[1].client(user: "bob")
      cluster.hub.set(up: false)
      for number in 1...5 { try await alice.say("\(number)", to: "direct:bob") }
      await bob.until { $0.entries(of: "direct:alice:bob").count >= 5 }
      cluster.hub.set(up: true)
      try await alice.say("6", to: "direct:bob")
      await bob.until { $0.entries(of: "direct:alice:bob").count >= 6 }
      #expect(await bob.entries(of: "direct:alice:bob").map(\.seq) == Array(1...6))
    }
  }

  @Test func aKickIsInForceAtAllNodes() async throws {
    try await Cluster.with("kick") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let bob = try await cluster[1].client(user: "bob")
      let carol = try await cluster[2].client(user: "carol")
      try await alice.createGroup("team", ["alice", "bob", "carol"])
      await bob.until { !$0.entries(of: "group:team").isEmpty }
      try await bob.say("still here", to: "group:team")
      _ = try await alice.request(
        .removeMembers(Wire.RemoveMembers(conversation: "group:team", clientId: WireClient.fresh(), users: ["bob"])))
      // As soon as the kick is answered, whatever the bus does.
      let refused = try await bob.request(
        .send(Wire.Send(conversation: "group:team", clientId: WireClient.fresh(), type: "text", content: "{\"text\":\"x\"}")))
      guard case .failure(let failure) = refused else { throw TestError("\(refused)") }
      #expect(failure.errorCode == .conversationUnknown)
      await bob.until { $0.pushes.flatMap(\.userEntries).contains { if case .left? = $0.event { true } else { false } } }
      try await carol.say("without bob", to: "group:team")
      await alice.until { $0.entries(of: "group:team").count >= 4 }
      // Something else that comes after it.
      try await alice.say("psst", to: "direct:bob")
      await bob.until { !$0.entries(of: "direct:alice:bob").isEmpty }
      #expect(await bob.entries(of: "group:team").map(\.seq) == [1, 2], "nothing of the time after the kick")
    }
  }

  @Test func markersAndUserLogsReachTheUsersOtherDevices() async throws {
    try await Cluster.with("personal") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let phone = try await cluster[1].client(user: "bob", device: "phone", class: .mobile)
      let desk = try await cluster[2].client(user: "bob", device: "desk", class: .desktop)
      try await alice.say("hello", to: "direct:bob")
      await desk.until { !$0.entries(of: "direct:alice:bob").isEmpty }
      _ = try await phone.request(.markRead(Wire.MarkRead(conversation: "direct:alice", seq: 1)))
      await desk.until { $0.pushes.flatMap(\.userEntries).contains { if case .readTo? = $0.event { true } else { false } } }
      await alice.until { $0.pushes.flatMap(\.markers).contains { $0.user == "bob" && $0.read == 1 } }
    }
  }

  @Test func signalsReachOtherNodes() async throws {
    try await Cluster.with("signals") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let bob = try await cluster[1].client(user: "bob")
      let heard = Mutex(false)
      try await alice.say("hello", to: "direct:bob")
      await bob.listen { if case .packet(.signalled(let signal)) = $0 { heard.withLock { $0 = signal.sender == "alice" } } }
      // The other node knows of the conversation at once, though it was made elsewhere.
      let answer = try await alice.request(
        .signal(Wire.Signal(conversation: "direct:bob", type: "typing", content: "{}")))
      #expect(answer == .done(Wire.Done()))
      let back = try await bob.request(.signal(Wire.Signal(conversation: "direct:alice", type: "typing", content: "{}")))
      #expect(back == .done(Wire.Done()))
      await bob.until { _ in heard.withLock { $0 } }
    }
  }

  @Test func aDeviceHasOneSessionOfAllNodes() async throws {
    try await Cluster.with("devices") { cluster in
      let first = try await cluster[0].client(user: "alice", device: "phone", class: .mobile)
      let other = try await cluster[1].client(user: "alice", device: "desk", class: .desktop)
      let second = try await cluster[2].client(user: "alice", device: "phone", class: .mobile)
      await first.until { $0.closeCode != nil }
      #expect(await first.closing?.failure?.errorCode == .replaced)
      let tablet = try await cluster[0].client(user: "alice", device: "other", class: .mobile)
      await second.until { $0.closeCode != nil }
      #expect(await second.closing?.failure?.errorCode == .signedInElsewhere)
      #expect(await other.closeCode == nil)
      #expect(await tablet.closeCode == nil)
    }
  }

  @Test func revokedTokensEndSessionsAtAllNodes() async throws {
    try await Cluster.with("revoked") { cluster in
      let alice = try await cluster[1].client(user: "alice")
      try await cluster[0].revokeTokens(of: "alice")
      await alice.until { $0.closeCode != nil }
      #expect(await alice.closing?.failure?.errorCode == .tokenRevoked)
    }
  }

  @Test func aSuspensionEndsSessionsAtAllNodes() async throws {
    try await Cluster.with("suspended") { cluster in
      let alice = try await cluster[1].client(user: "alice")
      let _: Wire.Suspension = try await cluster[0].control.call(
        "/v1/users/suspend", Wire.SuspendUser(user: "alice", until: Wire.SilenceMembers.forever))
      await alice.until { $0.closeCode != nil }
      #expect(await alice.closing?.failure?.errorCode == .userSuspended)
      let again = try await cluster[2].connection()
      _ = try? await again.hello(token: try await cluster[2].token(for: "alice"))
      await again.until { $0.closeCode != nil }
      #expect(await again.closing?.failure?.errorCode == .userSuspended)
    }
  }

  @Test func aSignedRequestIsTakenByOneNodeOnly() async throws {
    try await Cluster.with("signed") { cluster in
      let keys = try #require(cluster[0].server.apps.current.all.first)
      for node in cluster.nodes { node.server.apps.replace(with: try Apps([keys])) }
      let body = Array(#"{"user":"alice"}"#.utf8)
      let loop = try EventLoop(name: "test")
      func call(_ node: Int, _ nonce: String) async throws -> HTTPResponse {
        let headers = try RequestSignature.headers(
          method: "POST", path: "/v1/users", body: body, app: keys.id, secret: keys.secrets[0],
          seconds: signed, nonce: nonce)
        let endpoint = Endpoint.tcp(host: cluster[node].host, port: cluster[node].port)
        return try await HTTPClient.request(
          method: "POST", at: endpoint, path: "/v1/users", headers: headers, body: body, loop: loop)
      }
      // After the start of every node, which takes nothing that was signed before.
      let signed = SystemTimeSource().wallMilliseconds / 1000 + 1
      let first = try await call(0, "0123456789abcdef")
      #expect(first.status == 200)
      for node in [1, 2, 0] {
        let again = try await call(node, "0123456789abcdef")
        #expect(again.refuses(.signatureReplayed))
      }
      let other = try await call(1, "fedcba9876543210")
      #expect(other.status == 200)
      await loop.stop()
    }
  }

  /// A node may look for a group in vain while another node makes it; what leaves the group then names its owner nevertheless.
  @Test func whoLeavesAGroupThatIsBeingMadeNamesItsOwner() async throws {
    try await Cluster.with("unheard") { cluster in
      let (alice, bob) = (try await cluster[0].client(user: "alice"), try await cluster[1].client(user: "bob"))
      var left = 0
      for round in 0..<100 {
        async let made: Void = alice.createGroup("team\(round)", ["bob"])
        // The time that creating takes, in parts.
        for _ in 0..<round % 20 { _ = try await bob.request(.ping(Wire.Ping())) }
        let answer = try await bob.request(
          .removeMembers(
            Wire.RemoveMembers(conversation: "group:team\(round)", clientId: WireClient.fresh(), users: ["bob"])))
        try await made
        guard case .appended = answer else { continue }
        left += 1
        await alice.until { $0.entries(of: "group:team\(round)").count == 2 }
        guard case .membersRemoved(let removed) = await alice.entries(of: "group:team\(round)").last?.event else {
          throw TestError("nobody left")
        }
        #expect(removed.users == ["bob"] && removed.owner == "alice")
      }
      #expect(left > 0)
    }
  }

  /// The owner leaves at one node while the other still knows the members as they were.
  @Test func theOwnerIsAlwaysAMember() async throws {
    try await Cluster.with("owners") { cluster in
      cluster.hub.lose { true }
      let names = ["alice", "bob", "carol"]
      var clients: [WireClient] = []
      for (name, node) in zip(names, cluster.nodes) { clients.append(try await node.client(user: name)) }
      try await clients[0].createGroup("team", names)
      // All nodes know the members now.
      for client in clients { try await client.say("here", to: "group:team") }
      for (client, name) in zip(clients, names).dropLast().reversed() {
        let answer = try await client.request(
          .removeMembers(Wire.RemoveMembers(conversation: "group:team", clientId: WireClient.fresh(), users: [name])))
        guard case .appended = answer else { throw TestError("\(answer)") }
      }
      let record = try await cluster[0].server.engine.store.conversation(Names.group("team"), app: Names.app("main"))
      #expect(record?.owner?.text == "carol" && record?.memberCount == 1)
    }
  }

  @Test func aScheduledMessageIsSentOnce() async throws {
    try await Cluster.with("due") { cluster in
      let alice = try await cluster[0].client(user: "alice")
      let bob = try await cluster[1].client(user: "bob")
      try await alice.say("hello", to: "direct:bob")
      let send = Wire.Send(
        conversation: "direct:bob", clientId: WireClient.fresh(), type: "text", content: "{\"text\":\"later\"}")
      let at = SystemTimeSource().wallMilliseconds + 1500
      _ = try await alice.request(.schedule(Wire.Schedule(send: send, at: at)))
      await bob.until { $0.entries(of: "direct:alice:bob").count >= 2 }
      await alice.until { $0.pushes.flatMap(\.scheduled).contains { $0.how == .sent } }
      #expect(try await alice.say("after", to: "direct:bob") == 3)
    }
  }
}
