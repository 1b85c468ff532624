import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// How messages are taken back, over the socket.
@Suite(.timeLimit(.minutes(10))) struct RecallTests {
  private static let group = "group:g"

  private struct Clients {
    let alice, bob, carol: WireClient
  }

  /// A group of alice's with bob and carol, each with a session; bob said something at 2 and at 3.
  private func withGroup(
    _ subprotocol: String = Gateway.binaryProtocol, _ limits: Limits = Limits(), directed: [String] = [],
    _ body: @Sendable (TestServer, Clients) async throws -> Void
  ) async throws {
    try await TestServer.with(limits: limits) { server in
      let clients = Clients(
        alice: try await server.client(user: "alice", subprotocol: subprotocol),
        bob: try await server.client(user: "bob", subprotocol: subprotocol),
        carol: try await server.client(user: "carol", subprotocol: subprotocol))
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "", members: ["bob", "carol"])
      _ = try await clients.alice.request(.createGroup(create))
      for id in ["2", "3"] {
        var send = Wire.Send(conversation: Self.group, clientId: id, type: "text", content: #"{"text":"secret \#(id)"}"#)
        if !directed.isEmpty { send.details = Wire.Details(directed: directed) }
        _ = try await clients.bob.request(.send(send))
      }
      try await body(server, clients)
    }
  }

  private func recall(
    _ client: WireClient, _ target: UInt64, _ details: Wire.RecallDetails? = nil, id: String? = nil
  ) async throws -> String {
    let name = if let id { id } else { "r\(target)-\(await client.pushes.count)" }
    let recall = Wire.Recall(conversation: Self.group, clientId: name, target: target, details: details)
    switch try await client.request(.recall(recall)) {
    case .appended(let appended): return "\(appended.seq)"
    case .failure(let failure): return failure.name + (failure.field.isEmpty ? "" : " " + failure.field)
    case let other: throw TestError("\(other)")
    }
  }

  private func entries(_ client: WireClient) async throws -> [Wire.Entry] {
    guard case .entries(let page) = try await client.request(.fetchEntries(Wire.FetchEntries(conversation: Self.group))) else {
      throw TestError("no page")
    }
    return page.entries
  }

  private func message(_ client: WireClient, _ seq: UInt64) async throws -> Wire.Message {
    guard case .message(let message)? = try await entries(client).first(where: { $0.seq == seq })?.event else {
      throw TestError("no message")
    }
    return message
  }

  private func summary(_ client: WireClient) async throws -> Wire.Conversation {
    let list = Wire.ListConversations(only: [Self.group])
    guard case .conversations(let page) = try await client.request(.listConversations(list)), let first = page.conversations.first
    else { throw TestError("no summary") }
    return first
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func whatGoesWithARecallReachesEveryone(subprotocol: String) async throws {
    try await withGroup(subprotocol) { (_, clients) async throws in
      let details = Wire.RecallDetails(
        silent: true, sender: Wire.SenderInfo(name: "Moderator", picture: "https://x/y"), extra: #"{"why":1}"#,
        push: Wire.PushDetails(title: "t", text: "one less"))
      #expect(try await recall(clients.alice, 2, details, id: "r") == "4")
      await clients.carol.until { $0.entries(of: Self.group).contains { $0.seq == 4 } }
      let pushed = await clients.carol.entries(of: Self.group).last
      #expect(pushed?.event == .recalled(Wire.Recalled(target: 2, details: details)))
      let page = try await entries(clients.carol)
      #expect(page.last == pushed)
      // The message keeps the details and the author of the recall, but not the notification.
      var kept = details
      (kept.push, kept.by) = (nil, "alice")
      let gone = try await message(clients.carol, 2)
      #expect(gone.recalled && gone.content.isEmpty && gone.details == Wire.Details(recall: kept))
      #expect(!"\(page)".contains("secret 2"))
      let list = try await summary(clients.carol)
      #expect(list.unread == 1 && list.lastMessage?.seq == 3)
      // The same again is the same; with other details it is another request.
      #expect(try await recall(clients.alice, 2, details, id: "r") == "4")
      #expect(try await recall(clients.alice, 2, Wire.RecallDetails(silent: true), id: "r") == "client_id_conflict")
    }
  }

  @Test func whoRecallsOnesOwnMessageIsNotNamed() async throws {
    try await withGroup { (_, clients) async throws in
      #expect(try await recall(clients.bob, 2) == "4")
      #expect(try await message(clients.carol, 2).details == nil)
      #expect(try await recall(clients.alice, 3) == "5")
      #expect(try await message(clients.carol, 3).details?.recall == Wire.RecallDetails(by: "alice"))
    }
  }

  /// Tests owner, sender and another member.
  @Test(arguments: [
    (Recallers.nobody, [false, false, false]), (.sender, [false, true, false]), (.owner, [true, false, false]),
    (.senderOrOwner, [true, true, false]), (.members, [true, true, true]),
  ])
  func whoMayRecallIsSaidByTheConfiguration(recallers: Recallers, allowed: [Bool]) async throws {
    for isSilent in [false, true] {
      var limits = Limits()
      (limits.recallBy, limits.silentRecallBy) = isSilent ? (.nobody, recallers) : (recallers, .nobody)
      try await withGroup(Gateway.binaryProtocol, limits) { (_, clients) async throws in
        for (index, (client, isAllowed)) in zip([clients.alice, clients.bob, clients.carol], allowed).enumerated() {
          let send = Wire.Send(conversation: Self.group, clientId: "s\(index)", type: "text", content: #"{"text":"x"}"#)
          guard case .appended(let sent) = try await clients.bob.request(.send(send)) else { throw TestError("not sent") }
          let (asked, other) = isSilent ? (Wire.RecallDetails(silent: true), nil) : (nil, Wire.RecallDetails(silent: true))
          #expect(try await recall(client, sent.seq, other, id: "o\(index)") == "not_permitted")
          let outcome = try await recall(client, sent.seq, asked, id: "a\(index)")
          #expect((outcome == "\(sent.seq + 1)") == isAllowed, "\(recallers), silently: \(isSilent): \(outcome)")
          #expect(isAllowed || outcome == "not_permitted")
        }
      }
    }
  }

  @Test func theWindowHoldsForAllButTheOwner() async throws {
    let time = ManualTime()
    var limits = Limits()
    (limits.recallWindow, limits.recallBy, limits.silentRecallBy) = (.seconds(20), .members, .members)
    try await TestServer.with(limits: limits, time: time) { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "1", title: "", members: ["bob"])))
      for id in ["2", "3"] {
        let send = Wire.Send(conversation: Self.group, clientId: id, type: "text", content: #"{"text":"."}"#)
        _ = try await alice.request(.send(send))
      }
      time.advance(by: .seconds(20))
      #expect(try await recall(bob, 3) == "4", "the window includes its last moment")
      time.advance(by: .milliseconds(1))
      #expect(try await recall(bob, 2) == "recall_expired")
      #expect(try await recall(bob, 2, Wire.RecallDetails(silent: true)) == "recall_expired")
      #expect(try await recall(alice, 2, Wire.RecallDetails(silent: true)) == "5")
    }
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func recallOfADirectedMessageIsWithheldFromTheOthers(subprotocol: String) async throws {
    try await withGroup(subprotocol, directed: ["alice"]) { (_, clients) async throws in
      #expect(try await recall(clients.alice, 2, Wire.RecallDetails(extra: #"{"secret":2}"#)) == "4")
      for client in [clients.alice, clients.bob, clients.carol] {
        await client.until { $0.entries(of: Self.group).contains { $0.seq == 4 } }
      }
      let (seen, unseen) = (try await entries(clients.bob), try await entries(clients.carol))
      #expect(seen.last?.event == .recalled(Wire.Recalled(target: 2, details: Wire.RecallDetails(extra: #"{"secret":2}"#))))
      #expect(unseen.last?.event == .withheld(Wire.Withheld()) && unseen.last?.sender == "")
      #expect(await !"\(clients.carol.pushes)".contains("secret"))
      let kept = try await message(clients.bob, 2).details
      #expect(kept == Wire.Details(directed: ["alice"], recall: Wire.RecallDetails(extra: #"{"secret":2}"#, by: "alice")))
    }
  }

  /// A refusal must not say of a message that one may not see whether it was there, or was taken back.
  @Test func recallsAreNotToldToMembersWhoCouldNotSeeTheMessage() async throws {
    try await withGroup(directed: ["alice"]) { (server, clients) async throws in
      #expect(try await recall(clients.bob, 2) == "4")
      let dave = try await server.client(user: "dave")
      let add = Wire.AddMembers(conversation: Self.group, clientId: "add", users: ["dave"])
      guard case .appended = try await clients.alice.request(.addMembers(add)) else { throw TestError("not added") }
      for (user, client, expected) in [
        ("alice", clients.alice, "target_recalled"), ("bob", clients.bob, "target_recalled"),
        ("carol, whom it was not directed to,", clients.carol, "target_unknown"),
        ("dave, who joined later,", dave, "target_unknown"),
      ] { #expect(try await recall(client, 2, id: "again") == expected, "\(user) learns too much") }
    }
  }

  @Test func recallsOfTheWrongFormAreRefused() async throws {
    try await withGroup { (_, clients) async throws in
      let long = String(repeating: "x", count: 2049)
      let cases: [(Wire.RecallDetails, String)] = [
        (Wire.RecallDetails(by: "carol"), "details.by"), (Wire.RecallDetails(extra: "[]"), "details.extra"),
        (Wire.RecallDetails(sender: Wire.SenderInfo(name: String(long.prefix(257)))), "details.sender.name"),
        (Wire.RecallDetails(sender: Wire.SenderInfo(extra: "1")), "details.sender.extra"),
        (Wire.RecallDetails(push: Wire.PushDetails(text: long)), "details.push.text"),
        (Wire.RecallDetails(extra: #"{"x":"\#(String(repeating: "y", count: 17_000))"}"#), "details"),
      ]
      for (details, field) in cases { #expect(try await recall(clients.bob, 2, details) == "field_invalid \(field)") }
      // No message says how it was recalled before it is.
      var send = Wire.Send(conversation: Self.group, clientId: "s", type: "text", content: #"{"text":"."}"#)
      send.details = Wire.Details(recall: Wire.RecallDetails(silent: true))
      guard case .failure(let failure) = try await clients.bob.request(.send(send)) else { throw TestError("stored") }
      #expect(failure.field == "details.recall")
      #expect(try await entries(clients.bob).count == 3)
    }
  }
}
