import MartletServer
import MartletTesting
import MartletWire
import Testing

/// A limit allows its own value, and refuses one more.
@Suite(.timeLimit(.minutes(10))) struct BoundaryTests {
  private static let group = "group:g"

  /// The name of a failure and its field; `ok` for any other answer.
  private func outcome(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> String {
    guard case .failure(let failure) = try await client.request(request) else { return "ok" }
    return [failure.name, failure.field].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func send(_ details: Wire.Details? = nil, id: String) -> Wire.ClientPacket.Request {
    .send(Wire.Send(conversation: Self.group, clientId: id, type: "text", content: #"{"text":"a"}"#, details: details))
  }

  @Test func listsOfARequestHoldUpToTheirLimit() async throws {
    try await TestServer.withGroup { (alice, _, _) async throws in
      func marks(_ count: Int) -> Wire.ClientPacket.Request {
        .markDelivered(
          Wire.MarkDelivered(marks: Array(repeating: Wire.Delivered(conversation: Self.group, seq: 1), count: count)))
      }
      #expect(try await outcome(alice, marks(100)) == "ok")
      #expect(try await outcome(alice, marks(101)) == "field_invalid marks")
      func counts(_ count: UInt64) -> Wire.ClientPacket.Request {
        .countReceipts(Wire.CountReceipts(conversation: Self.group, seqs: Array(1...count)))
      }
      #expect(try await outcome(alice, counts(100)) == "ok")
      #expect(try await outcome(alice, counts(101)) == "field_invalid seqs")
      func only(_ count: Int) -> Wire.ClientPacket.Request {
        .listConversations(Wire.ListConversations(only: Array(repeating: Self.group, count: count)))
      }
      #expect(try await outcome(alice, only(200)) == "ok")
      #expect(try await outcome(alice, only(201)) == "field_invalid only")
    }
  }

  @Test func namesOfDevicesAreMeasuredInBytes() async throws {
    try await TestServer.with { server in
      // Three bytes each.
      for (count, isTaken) in [(21, true), (22, false)] {
        let client = try await server.connection()
        let device = Wire.Device(id: "d\(count)", class: .tool, name: String(repeating: "鸟", count: count))
        let hello = Wire.Hello(versionMin: 1, versionMax: 1, token: try await server.token(for: "alice"), device: device)
        let answer = try? await client.request(.hello(hello))
        if case .welcome? = answer {
          #expect(isTaken, "a name of \(3 * count) bytes")
        } else {
          #expect(!isTaken, "a name of \(3 * count) bytes")
          #expect(await client.closing?.failure?.field == "device.name")
        }
      }
    }
  }

  @Test func targetsAreAllThePositionsALogCanHave() async throws {
    try await TestServer.withGroup { (alice, _, _) async throws in
      func edit(_ target: UInt64) -> Wire.ClientPacket.Request {
        .edit(
          Wire.Edit(
            conversation: Self.group, clientId: "e\(target)", target: target, type: "text", content: #"{"text":"b"}"#))
      }
      #expect(try await outcome(alice, edit(0)) == "field_invalid target")
      #expect(try await outcome(alice, edit(1)) == "target_unknown", "it is there, but no message")
      #expect(try await outcome(alice, edit(UInt64(UInt32.max))) == "target_unknown")
      #expect(try await outcome(alice, edit(UInt64(UInt32.max) + 1)) == "field_invalid target")
    }
  }

  @Test func groupsOfJustTheLimitHaveReceiptsAndMarkers() async throws {
    var limits = Limits()
    (limits.receiptMembers, limits.deliveredMembers, limits.markersPushed) = (3, 3, 3)
    try await TestServer.withGroup(limits) { (alice, bob, carol) async throws in
      guard case .appended(let sent) = try await alice.request(send(id: "1")) else { throw TestError("not sent") }
      let count = Wire.CountReceipts(conversation: Self.group, seqs: [sent.seq])
      #expect(try await outcome(alice, .countReceipts(count)) == "ok")
      guard case .marked = try await bob.request(.markRead(Wire.MarkRead(conversation: Self.group, seq: sent.seq))) else {
        throw TestError("not marked")
      }
      let read = Wire.Marker(conversation: Self.group, user: "bob", read: sent.seq)
      await carol.until { client in client.pushes.contains { $0.markers.contains(read) } }
      let marks = [Wire.Delivered(conversation: Self.group, seq: sent.seq)]
      _ = try await carol.request(.markDelivered(Wire.MarkDelivered(marks: marks)))
      let delivered = Wire.Marker(conversation: Self.group, user: "carol", delivered: sent.seq)
      await alice.until { client in client.pushes.contains { $0.markers.contains(delivered) } }
      guard case .receipts(let receipts) = try await alice.request(.countReceipts(count)) else { throw TestError("no counts") }
      #expect(receipts.counts == [Wire.ReceiptCount(seq: sent.seq, members: 2, read: 1, delivered: 2)])
    }
  }

  @Test func usersNamedTwiceCountOnce() async throws {
    try await TestServer.withGroup(naming: ["bob", "carol", "bob", "alice"]) { (alice, _, _) async throws in
      let details = Wire.Details(mentions: Wire.Mentions(users: ["bob", "carol", "bob"]), directed: ["carol", "bob", "carol"])
      guard case .appended = try await alice.request(send(details, id: "1")) else { throw TestError("not sent") }
      guard case .entries(let page) = try await alice.request(.fetchEntries(Wire.FetchEntries(conversation: Self.group))),
        case .groupCreated(let created)? = page.entries.first?.event, case .message(let message)? = page.entries.last?.event
      else { throw TestError("no page") }
      #expect(created.members == ["bob", "carol", "alice"])
      #expect(message.details?.mentions?.users == ["bob", "carol"])
      #expect(message.details?.directed == ["carol", "bob"])
    }
  }
}
