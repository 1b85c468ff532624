import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// A message's details, over the socket.
@Suite(.timeLimit(.minutes(10))) struct DetailsTests {
  private func send(
    _ text: String, _ details: Wire.Details?, to conversation: String = "group:g", id: String
  ) -> Wire.ClientPacket.Request {
    .send(
      Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"\#(text)"}"#, details: details))
  }

  private func entries(_ client: WireClient, of id: String = "group:g") async throws -> [Wire.Entry] {
    guard case .entries(let page) = try await client.request(.fetchEntries(Wire.FetchEntries(conversation: id))) else {
      throw TestError("no page")
    }
    return page.entries
  }

  private func summary(_ client: WireClient, of id: String = "group:g") async throws -> Wire.Conversation {
    guard case .conversations(let page) = try await client.request(.listConversations(Wire.ListConversations(only: [id]))),
      let summary = page.conversations.first
    else { throw TestError("no summary") }
    return summary
  }

  private func mentions(_ client: WireClient, after: UInt64 = 0, limit: UInt32 = 0, newest: Bool = false) async throws -> [UInt64]
  {
    let list = Wire.ListMentions(conversation: "group:g", after: after, limit: limit, newest: newest)
    guard case .messages(let found) = try await client.request(.listMentions(list)) else { throw TestError("no mentions") }
    return found.entries.map(\.seq)
  }

  /// A group of three, each with a session.
  private func group(_ server: TestServer, _ subprotocol: String = Gateway.binaryProtocol) async throws -> [String: WireClient] {
    var clients: [String: WireClient] = [:]
    for user in ["alice", "bob", "carol"] { clients[user] = try await server.client(user: user, subprotocol: subprotocol) }
    let create = Wire.CreateGroup(group: "g", clientId: "create", title: "", members: ["bob", "carol"])
    _ = try await clients["alice"]?.request(.createGroup(create))
    return clients
  }

  private func appended(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> UInt64 {
    guard case .appended(let appended) = try await client.request(request) else { throw TestError("not stored: \(request)") }
    return appended.seq
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func detailsReachEveryoneAsTheyWereSent(subprotocol: String) async throws {
    try await TestServer.with { server in
      let clients = try await group(server, subprotocol)
      let (alice, bob) = (try #require(clients["alice"]), try #require(clients["bob"]))
      let details = Wire.Details(
        mentions: Wire.Mentions(all: true, users: ["bob"], text: "you"), extra: #"{"a":[1,null]}"#,
        sender: Wire.SenderInfo(name: "Alice A.", picture: "https://x/y", extra: "{}"), priority: .high,
        push: Wire.PushDetails(disabled: true, title: "t", text: "x", data: "d"), text: "words")
      let seq = try await appended(alice, send("hello", details, id: "1"))
      await bob.until { $0.entries(of: "group:g").contains { $0.seq == seq } }
      let pushed = await bob.entries(of: "group:g").last
      guard case .message(let message)? = pushed?.event else { throw TestError("no message") }
      #expect(message.details == details)
      #expect(try await entries(bob).last == pushed)
      #expect(try await summary(bob).lastMessage == pushed)
      // The same again is the same; with other details it is another request.
      #expect(try await appended(alice, send("hello", details, id: "1")) == seq)
      guard case .failure(let failure) = try await alice.request(send("hello", nil, id: "1")) else { throw TestError("stored") }
      #expect(failure.errorCode == .clientIdConflict)
    }
  }

  @Test func mentionsAreCountedUntilTheyAreReadOrTakenBack() async throws {
    try await TestServer.with { server in
      let clients = try await group(server)
      let (alice, bob, carol) = (
        try #require(clients["alice"]), try #require(clients["bob"]), try #require(clients["carol"])
      )
      let toBob = Wire.Details(mentions: Wire.Mentions(users: ["bob", "bob"]))
      let toAll = Wire.Details(mentions: Wire.Mentions(all: true))
      for (index, details) in [toBob, nil, toAll, toBob, toAll].enumerated() {
        _ = try await appended(alice, send("\(index)", details, id: "m\(index)"))
      }
      var list = try await summary(bob)
      #expect(list.unread == 5 && list.mentions == 4 && list.firstMention == 2)
      #expect(try await mentions(bob) == [2, 4, 5, 6])
      #expect(try await mentions(bob, limit: 2) == [2, 4])
      #expect(try await mentions(bob, limit: 2, newest: true) == [5, 6])
      #expect(try await mentions(bob, after: 4) == [5, 6])
      #expect(try await summary(carol).mentions == 2)
      #expect(try await summary(alice).mentions == 0, "who mentions everyone is not mentioned")
      _ = try await alice.request(.recall(Wire.Recall(conversation: "group:g", clientId: "r", target: 2)))
      list = try await summary(bob)
      #expect(list.unread == 4 && list.mentions == 3 && list.firstMention == 4)
      _ = try await bob.request(.markRead(Wire.MarkRead(conversation: "group:g", seq: 4)))
      list = try await summary(bob)
      #expect(list.mentions == 2 && list.firstMention == 5)
      #expect(try await mentions(bob) == [5, 6])
      _ = try await appended(bob, send("an answer", nil, id: "answer"))
      #expect(try await summary(bob).mentions == 0)
    }
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func directedMessageIsWithheldFromTheOthers(subprotocol: String) async throws {
    try await TestServer.with { server in
      let clients = try await group(server, subprotocol)
      let (alice, bob, carol) = (
        try #require(clients["alice"]), try #require(clients["bob"]), try #require(clients["carol"])
      )
      let plain = try await appended(alice, send("for all", nil, id: "1"))
      let details = Wire.Details(mentions: Wire.Mentions(all: true), directed: ["bob"])
      let seq = try await appended(alice, send("secret", details, id: "2"))
      let edit = Wire.Edit(
        conversation: "group:g", clientId: "3", target: seq, type: "text", content: #"{"text":"more secret"}"#)
      let edited = try await appended(alice, .edit(edit))
      for client in [bob, carol] { await client.until { $0.entries(of: "group:g").contains { $0.seq == edited } } }
      #expect(!"\(await carol.pushes)".contains("secret"))
      #expect("\(await bob.pushes)".contains("more secret"))
      let (seen, unseen) = (try await entries(bob), try await entries(carol))
      #expect(seen.map(\.seq) == unseen.map(\.seq) && !"\(unseen)".contains("secret") && !"\(unseen)".contains("sender: \"bob"))
      #expect(unseen.filter { $0.event == .withheld(Wire.Withheld()) }.map(\.seq) == [seq, edited])
      #expect(unseen.filter { $0.sender.isEmpty }.map(\.seq) == [seq, edited])
      var (bobs, carols) = (try await summary(bob), try await summary(carol))
      #expect(bobs.unread == 2 && bobs.mentions == 1 && bobs.lastMessage?.seq == seq)
      #expect(carols.unread == 1 && carols.mentions == 0 && carols.lastMessage?.seq == plain)
      #expect(try await summary(alice).lastMessage?.seq == seq)
      #expect(try await mentions(carol).isEmpty)
      let recall = Wire.Recall(conversation: "group:g", clientId: "4", target: seq)
      guard case .failure(let refusal) = try await carol.request(.recall(recall)) else { throw TestError("recalled") }
      #expect(refusal.errorCode == .targetUnknown)
      _ = try await appended(alice, .recall(recall))
      (bobs, carols) = (try await summary(bob), try await summary(carol))
      #expect(bobs.unread == 1 && bobs.mentions == 0 && bobs.lastMessage?.seq == plain)
      #expect(carols.unread == 1 && carols.lastMessage?.seq == plain)
      #expect(try await entries(carol).first { $0.seq == seq }?.event == .withheld(Wire.Withheld()))
    }
  }

  @Test func messagesAreTreatedAsTheirPolicySays() async throws {
    try await TestServer.with { server in
      let clients = try await group(server)
      let (alice, bob) = (try #require(clients["alice"]), try #require(clients["bob"]))
      let plain = try await appended(alice, send("plain", nil, id: "1"))
      let uncounted = Wire.Details(mentions: Wire.Mentions(all: true), policy: Wire.MessagePolicy(counted: .no, pushed: .yes))
      let second = try await appended(alice, send("uncounted", uncounted, id: "2"))
      var list = try await summary(bob)
      #expect(list.unread == 1 && list.mentions == 0 && list.lastMessage?.seq == second)
      let unlisted = Wire.Details(policy: Wire.MessagePolicy(listed: .no, live: .no))
      let third = try await appended(alice, send("unlisted", unlisted, id: "3"))
      list = try await summary(bob)
      #expect(list.unread == 2 && list.lastMessage?.seq == second && list.head == third)
      _ = try await alice.request(.recall(Wire.Recall(conversation: "group:g", clientId: "4", target: second)))
      list = try await summary(bob)
      #expect(list.lastMessage?.seq == plain)
      // Nobody was told of the one that is not live, but everyone finds it.
      await bob.until { $0.entries(of: "group:g").contains { $0.seq == third + 1 } }
      #expect(await !bob.entries(of: "group:g").contains { $0.seq == third })
      let found = try await entries(bob).first { $0.seq == third }
      guard case .message(let message)? = found?.event else { throw TestError("not there") }
      #expect(message.details == unlisted)
    }
  }

  @Test func detailsOfTheWrongFormAreRefused() async throws {
    try await TestServer.with { server in
      let clients = try await group(server)
      let alice = try #require(clients["alice"])
      let long = String(repeating: "x", count: 2049)
      let cases: [(Wire.Details, String)] = [
        (Wire.Details(mentions: Wire.Mentions(users: ["a b"])), "details.mentions.users"),
        (Wire.Details(mentions: Wire.Mentions(users: (0..<501).map { "u\($0)" })), "details.mentions.users"),
        (Wire.Details(mentions: Wire.Mentions(all: true, text: long)), "details.mentions.text"),
        (Wire.Details(text: "a\u{1}"), "details.text"),
        (Wire.Details(push: Wire.PushDetails(title: "\u{0}")), "details.push.title"),
        (Wire.Details(extra: "[]"), "details.extra"), (Wire.Details(extra: "{"), "details.extra"),
        (Wire.Details(directed: [""]), "details.directed"),
        (Wire.Details(sender: Wire.SenderInfo(name: String(long.prefix(257)))), "details.sender.name"),
        (Wire.Details(sender: Wire.SenderInfo(picture: long)), "details.sender.picture"),
        (Wire.Details(sender: Wire.SenderInfo(extra: "1")), "details.sender.extra"),
        (Wire.Details(push: Wire.PushDetails(title: String(long.prefix(257)))), "details.push.title"),
        (Wire.Details(push: Wire.PushDetails(text: long)), "details.push.text"),
        (Wire.Details(reason: "spam"), "details.reason"),
        (Wire.Details(push: Wire.PushDetails(data: long)), "details.push.data"), (Wire.Details(text: long), "details.text"),
        (Wire.Details(extra: #"{"x":"\#(String(repeating: "y", count: 17_000))"}"#), "details"),
      ]
      for (index, (details, field)) in cases.enumerated() {
        guard case .failure(let failure) = try await alice.request(send("x", details, id: "bad\(index)")) else {
          throw TestError("\(field) was taken")
        }
        #expect(failure.errorCode == .fieldInvalid && failure.field == field)
      }
      let directed = send("x", Wire.Details(directed: ["bob"]), to: "direct:bob", id: "direct")
      guard case .failure(let failure) = try await alice.request(directed) else { throw TestError("taken") }
      #expect(failure.errorCode == .notSupportedHere)
      for list in [Wire.ListMentions(conversation: "x"), Wire.ListMentions(conversation: "group:none")] {
        guard case .failure(let failure) = try await alice.request(.listMentions(list)) else { throw TestError("answered") }
        #expect(failure.errorCode == (list.conversation == "x" ? .fieldInvalid : .conversationUnknown))
      }
      #expect(try await entries(alice).count == 1)
    }
  }

  @Test func whatIsDirectedToSomeIsNotPinned() async throws {
    var limits = Limits()
    limits.pins = 1
    try await TestServer.with(limits: limits) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "1", title: "", members: ["bob"])))
      for details in [Wire.Details(directed: ["alice"]), Wire.Details(text: "for all")] {
        let id = details.directed.isEmpty ? "3" : "2"
        let send = Wire.Send(conversation: "group:g", clientId: id, type: "text", content: #"{"text":"."}"#, details: details)
        guard case .appended = try await alice.request(.send(send)) else { throw TestError("not sent") }
      }
      func pin(_ client: WireClient, _ target: UInt64, id: String) async throws -> Wire.ServerPacket.Body {
        let items = [Wire.AnnotationItem()]
        return try await client.request(
          .annotate(Wire.Annotate(conversation: "group:g", clientId: id, target: target, kind: .pin, items: items)))
      }
      // Members who do not see the message could not unpin it, and the pin would use their space.
      guard case .failure(let failure) = try await pin(alice, 2, id: "4") else { throw TestError("was pinned") }
      #expect(failure.name == "not_supported_here")
      guard case .failure(let unknown) = try await pin(bob, 2, id: "4") else { throw TestError("was pinned") }
      #expect(unknown.name == "target_unknown")
      guard case .appended = try await pin(bob, 3, id: "5") else { throw TestError("was not pinned") }
      // Other things may be attached to it.
      let reaction = Wire.Annotate(conversation: "group:g", clientId: "6", target: 2, kind: .reaction, items: [.init(key: "x")])
      guard case .appended = try await alice.request(.annotate(reaction)) else { throw TestError("no reaction") }
    }
  }
}
