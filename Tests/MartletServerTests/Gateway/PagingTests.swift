import MartletNet
import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Pages hold as much as was asked for, and say `more` only if more follows.
@Suite(.timeLimit(.minutes(10))) struct PagingTests {
  private static let group = "group:g"

  private func appended(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> UInt64 {
    guard case .appended(let appended) = try await client.request(request) else { throw TestError("not stored: \(request)") }
    return appended.seq
  }

  private func send(_ id: String, bytes: Int = 1, replyTo: UInt64 = 0, mentioning users: [String] = [])
    -> Wire.ClientPacket.Request
  {
    let details = users.isEmpty ? nil : Wire.Details(mentions: Wire.Mentions(users: users))
    let text = String(repeating: "x", count: bytes)
    return .send(
      Wire.Send(
        conversation: Self.group, clientId: id, type: "text", content: #"{"text":"\#(text)"}"#, details: details, replyTo: replyTo
      ))
  }

  /// How many elements a page has, and whether it says that more follow.
  private func page(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> [Int] {
    func page(_ count: Int, _ more: Bool) -> [Int] { [count, more ? 1 : 0] }
    return switch try await client.request(request) {
    case .members(let found): page(found.members.count, found.more)
    case .annotators(let found): page(found.annotators.count, found.more)
    case .messages(let found): page(found.entries.count, found.more)
    case .scheduledMessages(let found): page(found.messages.count, found.more)
    case .conversations(let found): page(found.conversations.count, found.more)
    case .settings(let found): page(found.settings.count, found.more)
    case let other: throw TestError("no page: \(other)")
    }
  }

  @Test func pagesOfExactlyWhatIsThereSayThatNothingFollows() async throws {
    try await TestServer.withGroup { (alice, bob, carol) async throws in
      let target = try await appended(alice, send("1"))
      for (index, client) in [alice, bob, carol].enumerated() {
        let reaction = Wire.Annotate(
          conversation: Self.group, clientId: "r", target: target, kind: .reaction, items: [Wire.AnnotationItem(key: "+1")])
        _ = try await appended(client, .annotate(reaction))
        _ = try await appended(alice, send("reply-\(index)", replyTo: target, mentioning: ["bob"]))
        if index < 2 {
          let edit = Wire.Edit(
            conversation: Self.group, clientId: "e\(index)", target: target, type: "text", content: #"{"text":"\#(index)"}"#)
          _ = try await appended(alice, .edit(edit))
        }
        let later = Wire.Send(conversation: Self.group, clientId: "s\(index)", type: "text", content: #"{"text":"later"}"#)
        let at = SystemTimeSource().wallMilliseconds + 3_600_000
        guard case .done = try await bob.request(.schedule(Wire.Schedule(send: later, at: at))) else {
          throw TestError("refused")
        }
        _ = try await bob.request(.changeSetting(Wire.ChangeSetting(settings: [Wire.Setting(key: "k\(index)", value: "1")])))
        if index < 2 {
          _ = try await appended(
            bob, .createGroup(Wire.CreateGroup(group: "other\(index)", clientId: "g\(index)", title: "")))
        }
      }
      let requests: [(count: Int, page: (UInt32) -> Wire.ClientPacket.Request)] = [
        (3, { .listMembers(Wire.ListMembers(conversation: Self.group, limit: $0)) }),
        (2, { .listReceipts(Wire.ListReceipts(conversation: Self.group, seq: target, limit: $0)) }),
        (3, { .listReplies(Wire.ListReplies(conversation: Self.group, target: target, limit: $0)) }),
        (3, { .listVersions(Wire.ListVersions(conversation: Self.group, target: target, limit: $0)) }),
        (3, { .listMentions(Wire.ListMentions(conversation: Self.group, limit: $0)) }),
        (3, { .listMentions(Wire.ListMentions(conversation: Self.group, limit: $0, newest: true)) }),
        (3, { .listScheduled(Wire.ListScheduled(limit: $0)) }),
        (3, { .listConversations(Wire.ListConversations(limit: $0)) }),
        (3, { .fetchSettings(Wire.FetchSettings(limit: $0)) }),
        (
          3,
          {
            .listAnnotators(
              Wire.ListAnnotators(conversation: Self.group, target: target, kind: .reaction, key: "+1", limit: $0))
          }
        ),
      ]
      for (count, request) in requests {
        let asked = request(UInt32(count))
        #expect(try await page(bob, request(UInt32(count - 1))) == [count - 1, 1], "\(asked)")
        #expect(try await page(bob, asked) == [count, 0], "\(asked)")
        #expect(try await page(bob, request(UInt32(count + 1))) == [count, 0], "\(asked)")
      }
    }
  }

  @Test func secretVotesShowOneVoterAmongMany() async throws {
    try await TestServer.withGroup { (alice, bob, carol) async throws in
      let poll = #"{"question":"?","choices":[{},{}],"secret":true}"#
      let target = try await appended(
        alice, .send(Wire.Send(conversation: Self.group, clientId: "poll", type: "poll", content: poll)))
      for client in [alice, bob, carol] {
        let vote = Wire.Annotate(
          conversation: Self.group, clientId: "vote", target: target, kind: .vote, items: [Wire.AnnotationItem(key: "1")])
        _ = try await appended(client, .annotate(vote))
      }
      for (user, client) in [("alice", alice), ("bob", bob), ("carol", carol)] {
        for after in ["", "bob"] {
          let list = Wire.ListAnnotators(
            conversation: Self.group, target: target, kind: .vote, key: "1", after: after, limit: 1)
          guard case .annotators(let found) = try await client.request(.listAnnotators(list)) else { throw TestError("no page") }
          #expect(found.annotators.map(\.user) == [user] && !found.more, "\(user) after '\(after)'")
        }
      }
    }
  }

  @Test func newestMentionsFitOneAnswer() async throws {
    var limits = Limits()
    limits.writesPerSecond = 0
    try await TestServer.withGroup(limits) { (alice, bob, _) async throws in
      // Small ones first: a page that was cut by the sizes of the oldest would be far too large.
      for index in 0..<10 { _ = try await appended(alice, send("small-\(index)", mentioning: ["bob"])) }
      for index in 0..<14 { _ = try await appended(alice, send("large-\(index)", bytes: 60_000, mentioning: ["bob"])) }
      let list = Wire.ListMentions(conversation: Self.group, limit: 100, newest: true)
      guard case .messages(let found) = try await bob.request(.listMentions(list)) else { throw TestError("no mentions") }
      #expect(found.more && found.entries.last?.seq == 25)
      #expect((2...8).contains(found.entries.count), "half a MiB at most, and not one message alone")
    }
  }
}
