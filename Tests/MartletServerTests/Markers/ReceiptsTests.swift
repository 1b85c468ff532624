import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Receipts: the members who have received or read a message.
@Suite(.timeLimit(.minutes(10))) struct ReceiptsTests {
  private func group(_ server: TestServer, _ users: [String]) async throws -> [String: WireClient] {
    var clients: [String: WireClient] = [:]
    for user in users { clients[user] = try await server.client(user: user) }
    let create = Wire.CreateGroup(group: "g", clientId: "create", title: "", members: users)
    _ = try await clients[users[0]]?.request(.createGroup(create))
    return clients
  }

  private func say(_ client: WireClient, _ id: String, _ details: Wire.Details? = nil) async throws -> UInt64 {
    let send = Wire.Send(conversation: "group:g", clientId: id, type: "text", content: #"{"text":"a"}"#, details: details)
    guard case .appended(let appended) = try await client.request(.send(send)) else { throw TestError("not sent") }
    return appended.seq
  }

  private func mark(_ client: WireClient, _ seq: UInt64, quiet: Bool = false) async throws -> UInt64 {
    let mark = Wire.MarkRead(conversation: "group:g", seq: seq, quiet: quiet)
    guard case .marked(let marked) = try await client.request(.markRead(mark)) else { throw TestError("not marked") }
    return marked.read
  }

  private func has(_ client: WireClient, _ seq: UInt64) async throws {
    let marks = [Wire.Delivered(conversation: "group:g", seq: seq)]
    guard case .done = try await client.request(.markDelivered(Wire.MarkDelivered(marks: marks))) else {
      throw TestError("not taken")
    }
  }

  private func counts(_ client: WireClient, _ seqs: [UInt64]) async throws -> [[UInt64]] {
    let count = Wire.CountReceipts(conversation: "group:g", seqs: seqs)
    guard case .receipts(let receipts) = try await client.request(.countReceipts(count)) else { throw TestError("no counts") }
    return receipts.counts.map { [$0.seq, UInt64($0.members), UInt64($0.read), UInt64($0.delivered)] }
  }

  private func list(
    _ client: WireClient, _ seq: UInt64, _ state: Wire.ReceiptState, after: String = "", limit: UInt32 = 0
  ) async throws -> Wire.Members {
    let list = Wire.ListReceipts(conversation: "group:g", seq: seq, state: state, after: after, limit: limit)
    guard case .members(let members) = try await client.request(.listReceipts(list)) else { throw TestError("no list") }
    return members
  }

  /// Delivered markers are not waited for by their answer; the marker that is pushed tells of them.
  private func told(_ client: WireClient, _ marker: Wire.Marker) async {
    await client.until { client in client.pushes.contains { $0.markers.contains(marker) } }
  }

  @Test func countsAndListsFollowTheMembersMarkers() async throws {
    try await TestServer.with { server in
      let clients = try await group(server, ["alice", "bob", "carol", "dave"])
      let (alice, bob, carol) = (
        try #require(clients["alice"]), try #require(clients["bob"]), try #require(clients["carol"])
      )
      let (one, two) = (try await say(alice, "1"), try await say(alice, "2"))
      #expect(try await counts(alice, [two, one, one]) == [[one, 3, 0, 0], [two, 3, 0, 0]])
      try await has(bob, two)
      await told(alice, Wire.Marker(conversation: "group:g", user: "bob", delivered: two))
      #expect(try await mark(carol, one) == one)
      await told(alice, Wire.Marker(conversation: "group:g", user: "carol", read: one))
      #expect(try await counts(alice, [one, two]) == [[one, 3, 1, 2], [two, 3, 0, 1]])
      #expect(try await list(alice, one, .read).members.map(\.user) == ["carol"])
      let times = try await list(alice, one, .any).members.map(\.readAt)
      #expect(times.map { $0 > 0 } == [false, true, false])
      #expect(try await list(alice, two, .any).members.allSatisfy { $0.readAt == 0 })
      #expect(try await list(alice, one, .unread).members.map(\.user) == ["bob", "dave"])
      #expect(try await list(alice, one, .delivered).members.map(\.user) == ["bob", "carol"])
      #expect(try await list(alice, two, .undelivered).members.map(\.user) == ["carol", "dave"])
      let page = try await list(alice, one, .any, limit: 2)
      #expect(page.members.map(\.user) == ["bob", "carol"] && page.more)
      #expect(try await list(alice, one, .any, after: "carol", limit: 2).members.map(\.user) == ["dave"])
      // A lower one changes nothing, and one's own answer is reading too, but no receipt is made of it.
      try await has(bob, one)
      #expect(try await mark(carol, 1) == one)
      #expect(try await counts(alice, [two]) == [[two, 3, 0, 1]])
      let members = try await bob.request(.listMembers(Wire.ListMembers(conversation: "group:g")))
      guard case .members(let all) = members else { throw TestError("no members") }
      #expect(all.members.map { [$0.read, $0.delivered] } == [[0, 0], [0, two], [one, one], [0, 0]])
    }
  }

  @Test func receiptsAreOfThoseWhomAMessageIsFor() async throws {
    try await TestServer.with { server in
      let clients = try await group(server, ["alice", "bob", "carol"])
      let (alice, bob, carol) = (
        try #require(clients["alice"]), try #require(clients["bob"]), try #require(clients["carol"])
      )
      _ = try await server.token(for: "late")
      let early = try await say(alice, "1")
      let directed = try await say(alice, "2", Wire.Details(directed: ["bob"]))
      _ = try await alice.request(
        .addMembers(Wire.AddMembers(conversation: "group:g", clientId: "late", users: ["late"])))
      #expect(try await counts(alice, [early, directed, directed + 1]) == [[early, 2, 0, 0], [directed, 1, 0, 0]])
      #expect(try await counts(carol, [early, directed]) == [[early, 2, 0, 0]])
      guard
        case .failure(let failure) = try await carol.request(
          .listReceipts(Wire.ListReceipts(conversation: "group:g", seq: directed)))
      else { throw TestError("listed") }
      #expect(failure.errorCode == .targetUnknown)
      _ = try await alice.request(.recall(Wire.Recall(conversation: "group:g", clientId: "r", target: early)))
      #expect(try await counts(bob, [early, directed]) == [[directed, 1, 0, 0]])
    }
  }

  @Test func whoReadsQuietlyIsSeenByNobody() async throws {
    try await TestServer.with { server in
      let clients = try await group(server, ["alice", "bob"])
      let (alice, bob) = (try #require(clients["alice"]), try #require(clients["bob"]))
      let one = try await say(alice, "1")
      #expect(try await mark(bob, one, quiet: true) == one)
      await bob.until { client in
        client.pushes.contains { $0.userEntries.contains { $0.event == .readTo(Wire.ReadTo(seq: one)) } }
      }
      #expect(try await counts(alice, [one]) == [[one, 1, 0, 0]])
      #expect(try await list(alice, one, .any).members.map(\.read) == [0])
      #expect(try await list(bob, one, .any).members.map(\.read) == [one], "one's own is shown to oneself")
      guard
        case .conversations(let found) = try await bob.request(
          .listConversations(Wire.ListConversations(only: ["group:g"])))
      else { throw TestError("no list") }
      #expect(found.conversations.first?.read == one && found.conversations.first?.unread == 0)
      // No longer quiet, the same marker is told, and is no new entry of the user's log.
      #expect(try await mark(bob, one) == one)
      await told(alice, Wire.Marker(conversation: "group:g", user: "bob", read: one))
      #expect(try await counts(alice, [one]) == [[one, 1, 1, 1]])
      #expect(await alice.pushes.flatMap(\.markers).count == 1)
      // Told less far than was read quietly: the caller's own marker stays where it is.
      let (two, three) = (try await say(alice, "2"), try await say(alice, "3"))
      #expect(try await mark(bob, three, quiet: true) == three)
      #expect(try await mark(bob, two) == three)
      await told(alice, Wire.Marker(conversation: "group:g", user: "bob", read: two))
      #expect(try await list(alice, two, .any).members.map(\.read) == [two])
    }
  }

  @Test func largeGroupsHaveNoReceipts() async throws {
    var limits = Limits()
    (limits.deliveredMembers, limits.receiptMembers) = (2, 2)
    try await TestServer.with(limits: limits) { server in
      let clients = try await group(server, ["alice", "bob", "carol"])
      let (alice, bob) = (try #require(clients["alice"]), try #require(clients["bob"]))
      let one = try await say(alice, "1")
      try await has(bob, one)
      for request: Wire.ClientPacket.Request in [
        .countReceipts(Wire.CountReceipts(conversation: "group:g", seqs: [one])),
        .listReceipts(Wire.ListReceipts(conversation: "group:g", seq: one)),
      ] {
        guard case .failure(let failure) = try await alice.request(request) else { throw TestError("answered") }
        #expect(failure.errorCode == .notSupportedHere)
      }
      let members = try await alice.request(.listMembers(Wire.ListMembers(conversation: "group:g")))
      guard case .members(let all) = members else { throw TestError("no members") }
      #expect(all.members.allSatisfy { $0.delivered == 0 })
    }
  }

  @Test func requestsOfTheWrongFormAreRefused() async throws {
    try await TestServer.with { server in
      let alice = try #require(try await group(server, ["alice", "bob"])["alice"])
      let one = try await say(alice, "1")
      let many = [Wire.Delivered](repeating: Wire.Delivered(conversation: "group:g", seq: 1), count: 101)
      let cases: [(Wire.ClientPacket.Request, ErrorCode)] = [
        (.markDelivered(Wire.MarkDelivered(marks: many)), .fieldInvalid),
        (.markDelivered(Wire.MarkDelivered(marks: [Wire.Delivered(conversation: "x")])), .fieldInvalid),
        (.countReceipts(Wire.CountReceipts(conversation: "group:g")), .fieldInvalid),
        (.countReceipts(Wire.CountReceipts(conversation: "group:g", seqs: Array(1...101))), .fieldInvalid),
        (.countReceipts(Wire.CountReceipts(conversation: "x", seqs: [1])), .fieldInvalid),
        (.listReceipts(Wire.ListReceipts(conversation: "x", seq: 1)), .fieldInvalid),
        (.listReceipts(Wire.ListReceipts(conversation: "group:g", seq: one, after: "a b")), .fieldInvalid),
        (.listReceipts(Wire.ListReceipts(conversation: "group:g", seq: 1)), .targetUnknown),
        (.listReceipts(Wire.ListReceipts(conversation: "group:g", seq: .max)), .targetUnknown),
        (.listReceipts(Wire.ListReceipts(conversation: "group:g", seq: 0)), .targetUnknown),
      ]
      for (request, code) in cases {
        guard case .failure(let failure) = try await alice.request(request) else { throw TestError("answered: \(request)") }
        #expect(failure.errorCode == code, "\(request)")
      }
      #expect(try await counts(alice, [0, 1, .max, one]) == [[one, 1, 0, 0]])
    }
  }
}
