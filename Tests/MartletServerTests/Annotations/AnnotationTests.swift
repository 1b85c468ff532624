import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Annotations of a message, and their visibility for other members.
@Suite(.timeLimit(.minutes(10))) struct AnnotationTests {
  private typealias Item = Wire.AnnotationItem
  private static let pair = "direct:alice:bob"

  /// A running server with a message of alice to bob at position 1.
  private func withMessage(
    limits: Limits = Limits(), _ send: Wire.Send = Wire.Send(type: "text", content: #"{"text":"hello"}"#),
    _ body: (TestServer, WireClient, WireClient) async throws -> Void
  ) async throws {
    try await TestServer.with(limits: limits) { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      var send = send
      (send.conversation, send.clientId) = (Self.pair, "first")
      guard case .appended = try await alice.request(.send(send)) else { throw TestError("not sent") }
      try await body(server, alice, bob)
    }
  }

  private func annotate(
    _ client: WireClient, _ kind: Wire.AnnotationKind, _ items: [Item], id: String = "\(UInt64.random(in: 0...UInt64.max))",
    target: UInt64 = 1
  ) async throws -> String {
    let request = Wire.Annotate(conversation: Self.pair, clientId: id, target: target, kind: kind, items: items)
    return switch try await client.request(.annotate(request)) {
    case .appended(let appended): "\(appended.seq)"
    case .done: "done"
    case .failure(let failure): failure.name
    default: "?"
    }
  }

  private func react(_ client: WireClient, _ keys: String..., removed: Bool = false) async throws -> String {
    try await annotate(client, .reaction, keys.map { Item(key: $0, removed: removed) })
  }

  /// A message as a client reads it afresh.
  private func message(_ client: WireClient, at seq: UInt64 = 1) async throws -> Wire.Message {
    let request = Wire.FetchEntries(conversation: Self.pair, from: seq, to: seq)
    guard case .entries(let page) = try await client.request(.fetchEntries(request)),
      case .message(let message)? = page.entries.first?.event
    else { throw TestError("no message") }
    return message
  }

  private func tallies(_ client: WireClient) async throws -> [String] {
    (try await message(client).annotations?.tallies ?? []).map { "\($0.key) \($0.count)\($0.mine ? " mine" : "")" }
  }

  // MARK: - Reactions

  @Test func reactionsAreCountedAndTold() async throws {
    try await withMessage { (_, alice, bob) async throws in
      #expect(try await react(bob, "👍") == "2")
      #expect(try await react(alice, "👍", "🎉") == "3")
      #expect(try await tallies(alice) == ["🎉 1 mine", "👍 2 mine"])
      #expect(try await tallies(bob) == ["🎉 1", "👍 2 mine"])
      #expect(try await react(bob, "👍") == "done", "it is there already")
      #expect(try await react(bob, "🎉", removed: true) == "done", "it never was bob's")
      #expect(try await react(bob, "👍", removed: true) == "4")
      #expect(try await tallies(bob) == ["🎉 1", "👍 1"])
      await bob.until { $0.entries(of: Self.pair).contains { $0.seq == 4 } }
      let told = await bob.entries(of: Self.pair).compactMap { entry -> String? in
        guard case .annotated(let annotated)? = entry.event else { return nil }
        return "\(entry.sender) \(annotated.target) " + annotated.items.map { ($0.removed ? "-" : "+") + $0.key }.joined()
      }
      #expect(told == ["bob 1 +👍", "alice 1 +👍+🎉", "bob 1 -👍"])
    }
  }

  @Test func whoReactedIsReadPageByPage() async throws {
    try await TestServer.with { server in
      let users = ["alice", "bob", "carol", "dave"]
      var clients: [WireClient] = []
      for user in users { clients.append(try await server.client(user: user)) }
      let create = Wire.CreateGroup(group: "g", clientId: "1", title: "", members: users)
      _ = try await clients[0].request(.createGroup(create))
      let send = Wire.Send(conversation: "group:g", clientId: "2", type: "text", content: #"{"text":"hello"}"#)
      _ = try await clients[0].request(.send(send))
      for (index, client) in clients.enumerated() {
        let item = Item(key: index == 1 ? "no" : "yes")
        let request = Wire.Annotate(conversation: "group:g", clientId: "3", target: 2, kind: .reaction, items: [item])
        guard case .appended = try await client.request(.annotate(request)) else { throw TestError("no reaction") }
      }
      func page(_ key: String, after: String, limit: UInt32) async throws -> String {
        let list = Wire.ListAnnotators(
          conversation: "group:g", target: 2, kind: .reaction, key: key, after: after, limit: limit)
        guard case .annotators(let page) = try await clients[1].request(.listAnnotators(list)) else { return "?" }
        return page.annotators.map { "\($0.user)#\($0.seq)" }.joined(separator: " ") + (page.more ? " …" : "")
      }
      #expect(try await page("yes", after: "", limit: 2) == "alice#3 carol#5 …")
      #expect(try await page("yes", after: "carol", limit: 2) == "dave#6")
      #expect(try await page("no", after: "", limit: 0) == "bob#4")
      #expect(try await page("maybe", after: "", limit: 0) == "")
    }
  }

  @Test func reactionsAreNotUnreadAndDoNotMoveTheLastMessage() async throws {
    try await withMessage { (_, alice, bob) async throws in
      _ = try await react(alice, "👍")
      guard case .conversations(let list) = try await bob.request(.listConversations(Wire.ListConversations())),
        let conversation = list.conversations.first, case .message(let last)? = conversation.lastMessage?.event
      else { throw TestError("no conversation") }
      #expect([conversation.unread, conversation.head, conversation.lastMessage?.seq] == [1, 2, 1])
      #expect(last.annotations?.tallies.map(\.key) == ["👍"])
    }
  }

  @Test func tooManyReactionsAreRefused() async throws {
    var limits = Limits()
    (limits.reactionsEach, limits.reactionKinds) = (2, 3)
    try await withMessage(limits: limits) { (_, alice, bob) async throws in
      #expect(try await react(alice, "a", "b") == "2")
      #expect(try await react(alice, "c") == "annotations_full")
      #expect(try await react(bob, "c", "d") == "annotations_full", "of the message's")
      #expect(try await react(bob, "a", "c") == "3")
      #expect(try await react(bob, "c", removed: true) == "4")
      #expect(try await annotate(alice, .reaction, [Item(key: "a", removed: true), Item(key: "d")]) == "5", "one for another")
    }
  }

  // MARK: - Properties

  @Test func propertiesAreSetByAnyoneAndTheLastOneWins() async throws {
    let send = Wire.Send(
      type: "text", content: #"{"text":"order"}"#, expandable: true, properties: [Item(key: "state", value: "new")])
    try await withMessage(send) { (_, alice, bob) async throws in
      await bob.until { !$0.entries(of: Self.pair).isEmpty }
      guard case .message(let pushed)? = await bob.entries(of: Self.pair).first?.event else { throw TestError("no message") }
      let read = try await message(bob)
      #expect(pushed == read, "what is pushed is what is read")
      #expect(pushed.annotations?.properties == [Item(key: "state", value: "new")])
      #expect(try await annotate(bob, .property, [Item(key: "state", value: "paid"), Item(key: "by", value: "bob")]) == "2")
      #expect(try await annotate(alice, .property, [Item(key: "state", value: "sent")]) == "3")
      #expect(try await annotate(alice, .property, [Item(key: "none", removed: true)]) == "done")
      #expect(try await annotate(alice, .property, [Item(key: "by", removed: true)]) == "4")
      #expect(try await message(bob).annotations?.properties == [Item(key: "state", value: "sent")])
    }
  }

  @Test func propertiesNeedAMessageThatIsExpandable() async throws {
    try await withMessage { (_, alice, bob) async throws in
      #expect(try await annotate(bob, .property, [Item(key: "k", value: "v")]) == "not_expandable")
      let send = Wire.Send(
        conversation: Self.pair, clientId: "2", type: "text", content: #"{"text":"."}"#, properties: [Item(key: "k", value: "v")])
      guard case .failure(let failure) = try await alice.request(.send(send)) else { throw TestError("was sent") }
      #expect([failure.name, failure.field] == ["field_invalid", "properties"])
    }
  }

  @Test func propertiesHaveTheDocumentedLimits() async throws {
    let send = Wire.Send(type: "text", content: #"{"text":"."}"#, expandable: true)
    try await withMessage(send) { (_, alice, _) async throws in
      func set(_ items: [Item]) async throws -> String { try await annotate(alice, .property, items) }
      let key = String(repeating: "k", count: 32)
      #expect(try await set([Item(key: key, value: String(repeating: "v", count: 4096))]) == "2")
      #expect(try await set([Item(key: key + "k", value: "v")]) == "field_invalid")
      #expect(try await set([Item(key: key, value: String(repeating: "v", count: 4097))]) == "field_invalid")
      for bad in ["", "ключ", "a b", "a.b"] { #expect(try await set([Item(key: bad, value: "v")]) == "field_invalid", "\(bad)") }
      #expect(try await set((0..<21).map { Item(key: "\($0)", value: "") }) == "field_invalid", "20 at once")
      #expect(try await set([Item(key: "a", value: ""), Item(key: "a", value: "")]) == "field_invalid", "each once")
      for first in stride(from: 0, to: 299, by: 20) {
        let items = (first..<min(first + 20, 299)).map { Item(key: "n\($0)", value: "v") }
        #expect(Int(try await set(items)) != nil)
      }
      #expect(try await message(alice).annotations?.properties.count == 300)
      #expect(try await set([Item(key: "more", value: "v")]) == "annotations_full")
      #expect(Int(try await set([Item(key: "n0", value: "w")])) != nil, "one that is there may change")
    }
  }

  /// A character is a Unicode scalar, however many bytes it takes.
  @Test(arguments: ["é", "字", "😀", "e\u{301}"]) func valuesAreCountedInCharacters(text: String) async throws {
    let send = Wire.Send(type: "text", content: #"{"text":"."}"#, expandable: true)
    let scalars = text.unicodeScalars.count
    let value = String(repeating: text, count: 4096 / scalars)
    try await withMessage(send) { (_, alice, _) async throws in
      #expect(try await annotate(alice, .property, [Item(key: "k", value: value)]) == "2")
      #expect(try await message(alice).annotations?.properties.first?.value.unicodeScalars.count == 4096)
      let items = [Item(key: "k", value: value + "v")]
      let more = try await alice.request(
        .annotate(Wire.Annotate(conversation: Self.pair, clientId: "more", target: 1, kind: .property, items: items)))
      guard case .failure(let failure) = more else { return #expect(Bool(false), "\(more)") }
      #expect(failure.name == "field_invalid" && failure.limit == 4096 && failure.actual == 4097)
    }
  }

  // MARK: - Votes, pins, replies

  @Test func votesFollowThePollsRules() async throws {
    let send = Wire.Send(type: "poll", content: #"{"question":"?","choices":[{},{},{}],"most":2}"#)
    try await withMessage(send) { (_, alice, bob) async throws in
      func vote(_ client: WireClient, _ choices: String...) async throws -> String {
        try await annotate(client, .vote, choices.map { Item(key: $0) })
      }
      #expect(try await vote(bob, "0", "2") == "2")
      #expect(try await vote(alice, "2") == "3")
      #expect(try await tallies(bob) == ["0 1 mine", "2 2 mine"])
      for ballot in [["0", "1", "2"], ["3"], ["01"]] {
        #expect(try await annotate(bob, .vote, ballot.map { Item(key: $0) }) == "ballot_invalid", "\(ballot)")
      }
      #expect(try await vote(bob, "1", "2") == "4", "another ballot takes the place of the first")
      #expect(try await tallies(bob) == ["1 1 mine", "2 2 mine"])
      #expect(try await vote(alice) == "5", "taken back")
      #expect(try await annotate(bob, .closing, [Item()]) == "not_permitted")
      #expect(try await annotate(alice, .closing, [Item()]) == "6")
      #expect(try await annotate(alice, .closing, [Item()]) == "done")
      #expect(try await vote(alice, "0") == "poll_closed")
      #expect(try await message(bob).annotations?.closed == true)
      #expect(try await tallies(alice) == ["1 1", "2 1"])
    }
  }

  @Test func aPollEndsAtItsDeadlineByTheServersClock() async throws {
    let time = ManualTime()
    let now = time.wallMilliseconds
    try await TestServer.with(limits: Limits(), time: time) { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.client(user: "bob")
      let poll = #"{"choices":["a"],"deadline":\#(now + 10_000)}"#
      let send = Wire.Send(conversation: Self.pair, clientId: "1", type: "poll", content: poll)
      guard case .appended = try await alice.request(.send(send)) else { throw TestError("not sent") }
      #expect(try await annotate(alice, .vote, [Item(key: "0")]) == "2")
      time.advance(by: .seconds(10))
      #expect(try await annotate(alice, .vote, []) == "poll_closed")
    }
  }

  @Test func nobodyIsToldWhoseASecretVoteIs() async throws {
    let send = Wire.Send(type: "poll", content: #"{"choices":["a","b"],"secret":true}"#)
    try await withMessage(send) { (_, alice, bob) async throws in
      #expect(try await annotate(bob, .vote, [Item(key: "1")], id: "ballot") == "2")
      #expect(try await annotate(bob, .vote, [Item(key: "0")], id: "other") == "3")
      await alice.until { $0.entries(of: Self.pair).count == 3 }
      guard case .entries(let page) = try await alice.request(.fetchEntries(Wire.FetchEntries(conversation: Self.pair, from: 2)))
      else { throw TestError("no page") }
      for entry in await alice.entries(of: Self.pair).dropFirst() + page.entries {
        #expect([entry.sender, entry.clientId] == ["", ""])
      }
      #expect(try await tallies(alice) == ["0 1"])
      #expect(try await tallies(bob) == ["0 1"], "nor is the own one marked")
      func voters(_ client: WireClient) async throws -> [String] {
        let list = Wire.ListAnnotators(conversation: Self.pair, target: 1, kind: .vote, key: "0")
        guard case .annotators(let page) = try await client.request(.listAnnotators(list)) else { return ["?"] }
        return page.annotators.map(\.user)
      }
      #expect(try await voters(alice) == [])
      #expect(try await voters(bob) == ["bob"])
    }
  }

  /// Else its sender could make the votes known, or have them mean something else.
  @Test func anEditLeavesWhatVotesGoBy() async throws {
    let send = Wire.Send(type: "poll", content: #"{"choices":["a","b"],"secret":true}"#)
    try await withMessage(send) { (_, alice, bob) async throws in
      #expect(try await annotate(bob, .vote, [Item(key: "1")]) == "2")
      func edit(_ type: String, _ content: String, target: UInt64 = 1) async throws -> Wire.ServerPacket.Body {
        try await alice.request(
          .edit(
            Wire.Edit(
              conversation: Self.pair, clientId: "\(UInt64.random(in: 0...UInt64.max))", target: target, type: type,
              content: content)))
      }
      for (type, content) in [
        ("poll", #"{"choices":["a","b"]}"#), ("text", #"{"text":"no poll"}"#), ("poll", #"{"choices":["b"],"secret":true}"#),
        ("poll", #"{"choices":["a","b"],"most":2,"secret":true}"#),
      ] {
        guard case .failure(let failure) = try await edit(type, content) else { throw TestError("\(content) was taken") }
        #expect([failure.name, failure.field] == ["field_invalid", "content"])
      }
      let other = #"{"question":"?","choices":["a","c"],"secret":true,"deadline":99999999999999}"#
      guard case .appended = try await edit("poll", other) else { throw TestError("not edited") }
      #expect(try await tallies(bob) == ["1 1"])
      let text = Wire.Send(conversation: Self.pair, clientId: "t", type: "text", content: #"{"text":"a"}"#)
      guard case .appended(let said) = try await alice.request(.send(text)) else { throw TestError("not sent") }
      guard case .failure = try await edit("poll", #"{"choices":["a"]}"#, target: said.seq) else {
        throw TestError("a message became a poll")
      }
    }
  }

  @Test func messagesArePinnedUpToALimit() async throws {
    var limits = Limits()
    limits.pins = 1
    try await withMessage(limits: limits) { (_, alice, bob) async throws in
      let more = Wire.Send(conversation: Self.pair, clientId: "2", type: "text", content: #"{"text":"more"}"#)
      _ = try await alice.request(.send(more))
      #expect(try await annotate(bob, .pin, [Item()]) == "3")
      #expect(try await annotate(alice, .pin, [Item()]) == "done")
      let pinned = try await message(alice).annotations
      #expect(pinned?.pinnedBy == "bob")
      #expect(pinned?.pinnedAt == 3)
      #expect(try await annotate(alice, .pin, [Item()], target: 2) == "annotations_full")
      #expect(try await annotate(alice, .pin, [Item(removed: true)]) == "4")
      #expect(try await annotate(alice, .pin, [Item()], target: 2) == "5")
    }
  }

  @Test func onlyTheOwnerPinsWhereThatIsThePolicy() async throws {
    var limits = Limits()
    limits.ownerPins = true
    try await TestServer.with(limits: limits) { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "1", title: "", members: ["bob"])))
      let send = Wire.Send(conversation: "group:g", clientId: "2", type: "text", content: #"{"text":"."}"#)
      _ = try await alice.request(.send(send))
      let pin = Wire.Annotate(conversation: "group:g", clientId: "3", target: 2, kind: .pin, items: [Item()])
      guard case .failure(let failure) = try await bob.request(.annotate(pin)) else { throw TestError("was pinned") }
      #expect(failure.name == "not_permitted")
      guard case .appended = try await alice.request(.annotate(pin)) else { throw TestError("was not pinned") }
    }
  }

  @Test func repliesAreCountedAtTheirParent() async throws {
    try await withMessage { (_, alice, bob) async throws in
      for id in ["2", "3"] {
        let reply = Wire.Send(conversation: Self.pair, clientId: id, type: "text", content: #"{"text":"re"}"#, replyTo: 1)
        guard case .appended = try await bob.request(.send(reply)) else { throw TestError("not sent") }
      }
      #expect(try await message(alice, at: 2).replyTo == 1)
      #expect(try await message(alice).annotations?.tallies == [Wire.Tally(kind: .reply, count: 2)])
      _ = try await bob.request(.recall(Wire.Recall(conversation: Self.pair, clientId: "4", target: 2)))
      #expect(try await message(alice).annotations?.tallies == [Wire.Tally(kind: .reply, count: 1)])
      let stray = Wire.Send(conversation: Self.pair, clientId: "5", type: "text", content: #"{"text":"re"}"#, replyTo: 77)
      guard case .appended = try await bob.request(.send(stray)) else { throw TestError("not sent") }
    }
  }

  private func listed(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> [String] {
    guard case .messages(let page) = try await client.request(request) else { return ["?"] }
    return page.entries.map { entry in
      guard case .message(let message)? = entry.event else { return "?" }
      return "\(entry.seq) \(message.content)"
    } + (page.more ? ["…"] : [])
  }

  @Test func repliesAndPinsAreListed() async throws {
    try await withMessage { (_, alice, bob) async throws in
      for id in ["2", "3", "4"] {
        let reply = Wire.Send(conversation: Self.pair, clientId: id, type: "text", content: #"{"text":"\#(id)"}"#, replyTo: 1)
        _ = try await bob.request(.send(reply))
      }
      func replies(after: UInt64 = 0, limit: UInt32 = 0) async throws -> [String] {
        try await listed(
          alice, .listReplies(Wire.ListReplies(conversation: Self.pair, target: 1, after: after, limit: limit)))
      }
      #expect(try await replies() == [#"2 {"text":"2"}"#, #"3 {"text":"3"}"#, #"4 {"text":"4"}"#])
      #expect(try await replies(limit: 2) == [#"2 {"text":"2"}"#, #"3 {"text":"3"}"#, "…"])
      _ = try await bob.request(.recall(Wire.Recall(conversation: Self.pair, clientId: "r", target: 3)))
      #expect(try await replies(after: 2) == [#"4 {"text":"4"}"#])
      #expect(try await annotate(bob, .pin, [Item()], target: 4) == "6")
      #expect(try await annotate(bob, .pin, [Item()], target: 1) == "7")
      let pinned = Wire.ClientPacket.Request.listPinned(Wire.ListPinned(conversation: Self.pair))
      #expect(try await listed(alice, pinned) == [#"1 {"text":"hello"}"#, #"4 {"text":"4"}"#])
      _ = try await bob.request(.recall(Wire.Recall(conversation: Self.pair, clientId: "s", target: 4)))
      #expect(try await listed(alice, pinned) == [#"1 {"text":"hello"}"#])
    }
  }

  /// Messages that do not fit one answer come in the next.
  @Test func largePinnedMessagesComeInSeveralAnswers() async throws {
    try await withMessage { (_, alice, bob) async throws in
      let text = String(repeating: "x", count: 60_000)
      for number in 2...11 {
        let send = Wire.Send(
          conversation: Self.pair, clientId: "\(number)", type: "text", content: #"{"text":"\#(number) \#(text)"}"#)
        guard case .appended(let said) = try await alice.request(.send(send)) else { throw TestError("not sent") }
        _ = try await annotate(bob, .pin, [Item()], target: said.seq)
      }
      var found: [UInt64] = []
      var answers = 0
      while true {
        let list = Wire.ListPinned(conversation: Self.pair, after: found.last ?? 0)
        guard case .messages(let page) = try await alice.request(.listPinned(list)) else { throw TestError("no list") }
        found += page.entries.map(\.seq)
        answers += 1
        guard page.more, answers < 20 else { break }
      }
      #expect(found == [2, 4, 6, 8, 10, 12, 14, 16, 18, 20])
      #expect(answers > 1)
    }
  }

  // MARK: - Edits

  @Test func whatAnEditedMessageSaidBeforeIsRead() async throws {
    try await withMessage { (_, alice, bob) async throws in
      func edit(_ text: String) async throws {
        _ = try await alice.request(
          .edit(Wire.Edit(conversation: Self.pair, clientId: text, target: 1, type: "text", content: #"{"text":"\#(text)"}"#)))
      }
      func versions(of seq: UInt64 = 1, after: UInt64 = 0, limit: UInt32 = 0) async throws -> [String] {
        try await listed(
          bob, .listVersions(Wire.ListVersions(conversation: Self.pair, target: seq, after: after, limit: limit)))
      }
      #expect(try await versions() == [#"1 {"text":"hello"}"#])
      try await edit("two")
      #expect(try await message(bob).annotations == nil, "an edit attaches nothing")
      try await edit("three")
      #expect(try await versions() == [#"1 {"text":"hello"}"#, #"2 {"text":"two"}"#, #"3 {"text":"three"}"#])
      #expect(try await versions(after: 1, limit: 1) == [#"2 {"text":"two"}"#, "…"])
      _ = try await alice.request(.recall(Wire.Recall(conversation: Self.pair, clientId: "r", target: 1)))
      #expect(try await versions() == [], "a recall takes them all")
      for seq in [0, 2, 4, 5, .max] as [UInt64] {
        #expect(try await versions(of: seq) == [], "an edit, a recall and what is not there say nothing")
      }
    }
  }

  // MARK: - Recalls, and bad input

  @Test func aSenderRecallsWithinTheWindowAndTheOwnerAlways() async throws {
    let time = ManualTime()
    var limits = Limits()
    limits.recallWindow = .seconds(20)
    try await TestServer.with(limits: limits, time: time) { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "1", title: "", members: ["bob"])))
      for id in ["2", "3"] {
        let send = Wire.Send(conversation: "group:g", clientId: id, type: "text", content: #"{"text":"."}"#)
        _ = try await bob.request(.send(send))
      }
      func recall(_ client: WireClient, _ target: UInt64) async throws -> String {
        let recall = Wire.Recall(conversation: "group:g", clientId: "r\(target)-\(time.wallMilliseconds)", target: target)
        if case .failure(let failure) = try await client.request(.recall(recall)) { return failure.name }
        return "done"
      }
      time.advance(by: .seconds(20))
      #expect(try await recall(bob, 2) == "done")
      time.advance(by: .milliseconds(1))
      #expect(try await recall(bob, 3) == "recall_expired")
      #expect(try await recall(alice, 3) == "done")
    }
  }

  @Test func aRecallTakesEverythingAttachedWithIt() async throws {
    let send = Wire.Send(
      type: "text", content: #"{"text":"."}"#, expandable: true, properties: [Item(key: "first", value: "secret")])
    try await withMessage(send) { (_, alice, bob) async throws in
      _ = try await annotate(bob, .property, [Item(key: "k", value: "secret")])
      _ = try await react(bob, "👍")
      _ = try await annotate(bob, .pin, [Item()])
      _ = try await alice.request(.recall(Wire.Recall(conversation: Self.pair, clientId: "r", target: 1)))
      let recalled = try await message(bob)
      #expect(recalled.recalled && recalled.annotations == nil)
      guard case .entries(let page) = try await bob.request(.fetchEntries(Wire.FetchEntries(conversation: Self.pair))) else {
        throw TestError("no page")
      }
      #expect(page.entries.count == 5)
      #expect(!"\(page)".contains("secret") && !"\(page)".contains("👍"))
      #expect(try await react(bob, "👍") == "target_recalled")
    }
  }

  @Test func annotationsOfNoFormAreRefused() async throws {
    try await withMessage { (_, alice, _) async throws in
      for key in ["", String(repeating: "x", count: 65), "a\u{0}", "a\n", "e\u{301}"] {
        #expect(try await react(alice, key) == "field_invalid", "\(key.utf8.count)")
      }
      #expect(try await annotate(alice, .reaction, [Item(key: "a", value: "v")]) == "field_invalid")
      #expect(try await annotate(alice, .reaction, []) == "field_invalid")
      for kind in [Wire.AnnotationKind.unspecified, .reply, Wire.AnnotationKind(rawValue: 99)] {
        #expect(try await annotate(alice, kind, [Item(key: "a")]) == "field_invalid", "\(kind)")
      }
      #expect(try await annotate(alice, .pin, [Item(key: "a")]) == "field_invalid")
      #expect(try await annotate(alice, .closing, [Item(removed: true)]) == "field_invalid")
      #expect(try await annotate(alice, .reaction, [Item(key: "a")], target: 0) == "field_invalid")
      #expect(try await annotate(alice, .reaction, [Item(key: "a")], target: 9) == "target_unknown")
      #expect(try await annotate(alice, .closing, [Item()]) == "ballot_invalid", "no poll")
      #expect(try await annotate(alice, .vote, [Item(key: "0")]) == "ballot_invalid", "no poll")
      #expect(try await message(alice).annotations == nil)
    }
  }

  @Test func aRetryIsAnsweredAlikeAndChangesNothing() async throws {
    try await withMessage { (_, alice, bob) async throws in
      #expect(try await annotate(bob, .reaction, [Item(key: "a")], id: "once") == "2")
      #expect(try await annotate(bob, .reaction, [Item(key: "a", removed: true)], id: "twice") == "3")
      #expect(try await annotate(bob, .reaction, [Item(key: "a")], id: "once") == "2")
      #expect(try await annotate(bob, .reaction, [Item(key: "b")], id: "once") == "client_id_conflict")
      #expect(try await tallies(alice) == [])
    }
  }
}
