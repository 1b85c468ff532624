import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Messages in the hands of the app's server.
@Suite(.timeLimit(.minutes(10))) struct MessageCallsTests {
  private static let group = "group:team"
  private static let pair = "direct:alice:bob"
  private static let forever = Wire.SilenceMembers.forever

  /// A group of alice's with bob; carol is not in it.
  private func withGroup(_ limits: Limits = Limits(), _ body: @Sendable (TestServer) async throws -> Void) async throws {
    try await TestServer.with(limits: limits) { server in
      for user in ["alice", "bob", "carol"] { _ = try await server.token(for: user) }
      let _: Wire.Appended = try await server.control.call(
        "/v1/groups", Wire.MakeGroup(owner: "alice", clientId: "make", group: "team", members: ["bob"]))
      try await body(server)
    }
  }

  /// The outcome of a call: the text of its answer, or its error with the field.
  private func outcome<Answer: WireMessage>(
    _ server: TestServer, _ path: String, _ body: some WireMessage, _ text: (Answer) -> String
  ) async throws -> String {
    let response = try await server.control.response(path, body)
    guard response.status == 200 else {
      let failure = try Wire.Failure(json: response.body)
      #expect(response.status == failure.errorCode.httpStatus)
      return [failure.name, failure.field].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return text(try Answer(json: response.body))
  }

  private func text(_ text: String) -> String { #"{"text":"\#(text)"}"# }

  /// Sends a text and returns a position or an error for each conversation.
  private func send(
    _ server: TestServer, as user: String = "", _ text: String = "x", to conversations: String..., id: String,
    checked: Bool = false, _ adapt: (inout Wire.Send) -> Void = { _ in }
  ) async throws -> [String] {
    var message = Wire.Send(clientId: id, type: "text", content: self.text(text))
    adapt(&message)
    let request = Wire.SendMessages(user: user, message: message, conversations: conversations, checked: checked)
    var found: [String] = []
    let failure = try await outcome(server, "/v1/messages/send", request) { (sent: Wire.SentMessages) in
      found = sent.messages.map { $0.failure?.name ?? "\($0.conversation)#\($0.seq)" }
      return ""
    }
    return failure.isEmpty ? found : [failure]
  }

  /// A change of a message: the position, `done`, or the error with its field.
  private func change(_ server: TestServer, _ path: String, _ body: some WireMessage) async throws -> String {
    try await outcome(server, "/v1/messages/\(path)", body) { (appended: Wire.Appended) in
      appended.seq == 0 ? "done" : "\(appended.seq)"
    }
  }

  /// The entries as a user sees them, or all: the sender with the text or the case of the event.
  private func entries(_ server: TestServer, of conversation: String, as user: String = "") async throws -> [String] {
    let request = Wire.ListEntries(user: user, fetch: Wire.FetchEntries(conversation: conversation))
    let page: Wire.Entries = try await server.control.call("/v1/messages", request)
    return page.entries.map { entry in
      switch entry.event {
      case .message(let message): "\(entry.sender) \(message.recalled ? "recalled" : message.content)"
      case .withheld: "withheld"
      case .hidden: "hidden"
      case .groupCreated: "\(entry.sender) created"
      case .edited, .recalled, .annotated: "\(entry.sender) changed"
      default: "other"
      }
    }
  }

  /// The error of a client's request, or nil.
  private func failure(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> ErrorCode? {
    guard case .failure(let failure) = try await client.request(request) else { return nil }
    return failure.errorCode
  }

  // MARK: - Sending

  @Test func messagesAreSentInTheNameOfUsers() async throws {
    try await withGroup { server async throws in
      let bob = try await server.client(user: "bob")
      #expect(
        try await send(server, as: "alice", "hello", to: "direct:bob", Self.group, id: "1")
          == ["\(Self.pair)#1", "\(Self.group)#2"])
      await bob.until { !$0.entries(of: Self.pair).isEmpty && !$0.entries(of: Self.group).isEmpty }
      for conversation in [Self.pair, Self.group] {
        let entry = try #require(await bob.entries(of: conversation).last)
        guard case .message(let message)? = entry.event else { throw TestError("no message") }
        #expect(entry.sender == "alice" && message.content == text("hello"))
      }
      // They count like others, and not for the sender.
      for (user, unread) in [("bob", [1, 1]), ("alice", [0, 0])] {
        let list: Wire.Conversations = try await server.control.call(
          "/v1/users/conversations", Wire.ListUserConversations(user: user))
        #expect(list.conversations.map { Int($0.unread) } == unread)
      }
    }
  }

  @Test func theAppAndStrangersWriteWithoutBeingMembers() async throws {
    try await withGroup { server async throws in
      let bob = try await server.client(user: "bob")
      #expect(try await send(server, "of the app", to: Self.group, id: "1") == ["\(Self.group)#2"])
      #expect(try await send(server, as: "carol", "of carol", to: Self.group, id: "2") == ["\(Self.group)#3"])
      await bob.until { $0.entries(of: Self.group).count == 2 }
      #expect(await bob.entries(of: Self.group).map(\.sender) == ["=app", "carol"])
      let list: Wire.Conversations = try await server.control.call(
        "/v1/users/conversations", Wire.ListUserConversations(user: "bob"))
      #expect(list.conversations.map(\.unread) == [2] && list.conversations.first?.lastMessage?.sender == "carol")
      // Who wrote so is still no member.
      #expect(
        try await entries(server, of: Self.group) == ["alice created", "=app \(text("of the app"))", "carol \(text("of carol"))"])
      let page = Wire.ListEntries(user: "carol", fetch: Wire.FetchEntries(conversation: Self.group))
      #expect(try await outcome(server, "/v1/messages", page) { (_: Wire.Entries) in "" } == "conversation_unknown")
      // Of two users only these two can be the sender.
      #expect(try await send(server, as: "carol", to: Self.pair, id: "3") == ["conversation_unknown"])
      #expect(try await send(server, to: Self.pair, id: "4") == ["conversation_unknown"])
    }
  }

  @Test func aRepeatedCallStoresNothingTwice() async throws {
    try await withGroup { server async throws in
      let once = ["\(Self.pair)#1", "\(Self.group)#2"]
      #expect(try await send(server, as: "alice", to: "direct:bob", Self.group, id: "1") == once)
      #expect(try await send(server, as: "alice", to: "direct:bob", Self.group, id: "1") == once)
      // With more conversations it is sent where it is missing.
      #expect(
        try await send(server, as: "alice", to: Self.group, "direct:carol", id: "1")
          == ["\(Self.group)#2", "direct:alice:carol#1"])
      #expect(try await send(server, as: "alice", "y", to: Self.group, id: "1") == ["client_id_conflict"])
      #expect(try await send(server, as: "bob", to: Self.group, id: "1") == ["\(Self.group)#3"])
    }
  }

  @Test func eachConversationHasAResultOfItsOwn() async throws {
    try await withGroup { server async throws in
      #expect(
        try await send(server, as: "alice", to: "group:none", "direct:nobody", "direct:bob", id: "1")
          == ["conversation_unknown", "peer_unknown", "\(Self.pair)#1"])
    }
  }

  @Test func whatIsCheckedIsRefusedAsAClientWouldBe() async throws {
    try await withGroup { server async throws in
      let _: Wire.Changed = try await server.control.call(
        "/v1/users/relations/set", Wire.SetUserRelations(user: "bob", users: ["alice"], kind: .blocked, set: true))
      let _: Wire.Appended = try await server.control.call(
        "/v1/groups/members/silence",
        Wire.SilenceMembers(conversation: Self.group, clientId: "silence", users: ["bob"], until: Self.forever))
      let places = ["direct:alice:bob", Self.group]
      for (id, checked, results) in [("c", true, ["blocked", "silenced"]), ("u", false, ["\(Self.pair)#1", "\(Self.group)#3"])] {
        var found = try await send(server, as: "alice", to: places[0], id: id, checked: checked)
        found += try await send(server, as: "bob", to: places[1], id: id, checked: checked)
        #expect(found == results)
      }
      #expect(try await send(server, as: "carol", to: Self.group, id: "1", checked: true) == ["conversation_unknown"])
      #expect(try await send(server, as: "bob", to: "system:alice", id: "1", checked: true) == ["not_permitted"])
      #expect(try await send(server, to: Self.group, id: "1", checked: true) == ["field_invalid checked"])
    }
  }

  @Test func nothingIsAddedToADismissedGroup() async throws {
    try await withGroup { server async throws in
      #expect(try await send(server, as: "bob", to: Self.group, id: "1") == ["\(Self.group)#2"])
      let _: Wire.Appended = try await server.control.call(
        "/v1/groups/dismiss", Wire.DismissGroup(conversation: Self.group, clientId: "dismiss"))
      #expect(try await send(server, to: Self.group, id: "2") == ["conversation_dismissed"])
      #expect(try await send(server, as: "bob", to: Self.group, id: "3") == ["conversation_dismissed"])
      let edit = Wire.Edit(conversation: Self.group, clientId: "e", target: 2, type: "text", content: text("y"))
      #expect(try await change(server, "edit", Wire.EditMessage(edit: edit)) == "conversation_dismissed")
    }
  }

  /// More than can be asked for at once are as many as can be.
  @Test(arguments: [5, 2]) func manyConversationsCountAsManyCalls(callsAtOnce: Int) async throws {
    var limits = Limits()
    (limits.callsPerSecond, limits.callsAtOnce) = (1, callsAtOnce)
    try await withGroup(limits) { server async throws in
      let keys = try #require(try DataDirectory.apps(at: server.directory).all.first)
      let loop = try EventLoop(name: "caller")
      for (index, status) in [200, 429].enumerated() {
        let body = Wire.SendMessages(
          user: "alice", message: Wire.Send(clientId: "\(index)", type: "text", content: text("x")),
          conversations: ["direct:bob", "direct:carol", Self.group]
        ).json()
        let headers = try RequestSignature.headers(
          method: "POST", path: "/v1/messages/send", body: body, app: keys.id, secret: keys.secrets[0],
          seconds: SystemTimeSource().wallMilliseconds / 1000, nonce: "0123456789abcde\(index)")
        let response = try await HTTPClient.request(
          method: "POST", at: .tcp(host: server.host, port: server.port), path: "/v1/messages/send", headers: headers, body: body,
          loop: loop)
        #expect(response.status == status)
      }
      await loop.stop()
      #expect(try await entries(server, of: Self.group).count == 2)
    }
  }

  // MARK: - System conversations

  @Test func inASystemConversationOnlyTheAppWrites() async throws {
    try await withGroup { server async throws in
      _ = try await server.token(for: "orders")
      let alice = try await server.client(user: "alice")
      let system = "system:alice:orders"
      #expect(try await send(server, as: "orders", "sent", to: "system:alice", id: "1") == ["\(system)#1"])
      await alice.until { !$0.entries(of: system).isEmpty }
      let clients = [alice, try await server.client(user: "orders")]
      for client in clients {
        func expect(_ request: Wire.ClientPacket.Request, _ code: ErrorCode) async throws {
          #expect(try await failure(client, request) == code, "\(request)")
        }
        let id = WireClient.fresh()
        try await expect(.send(Wire.Send(conversation: system, clientId: id, type: "text", content: text("x"))), .notPermitted)
        try await expect(
          .edit(Wire.Edit(conversation: system, clientId: id, target: 1, type: "text", content: text("x"))), .notPermitted)
        try await expect(.recall(Wire.Recall(conversation: system, clientId: id, target: 1)), .notPermitted)
        try await expect(
          .annotate(
            Wire.Annotate(
              conversation: system, clientId: id, target: 1, kind: .reaction, items: [Wire.AnnotationItem(key: "+")])),
          .notPermitted)
        try await expect(
          .annotate(
            Wire.Annotate(conversation: system, clientId: id, target: 1, kind: .pin, items: [Wire.AnnotationItem()])),
          .notPermitted)
        try await expect(.signal(Wire.Signal(conversation: system, type: "typing", content: "{}")), .notPermitted)
      }
      let bob = try await server.client(user: "bob")
      #expect(try await failure(bob, .fetchEntries(Wire.FetchEntries(conversation: system))) == .conversationUnknown)
      // It is read as any other.
      #expect(try await failure(alice, .markRead(Wire.MarkRead(conversation: system, seq: 1))) == nil)
      #expect(
        try await change(
          server, "recall", Wire.RecallMessage(recall: Wire.Recall(conversation: system, clientId: "r", target: 1))) == "2")
      #expect(try await entries(server, of: system, as: "alice") == ["orders recalled", "=app changed"])
    }
  }

  @Test func theAppItselfTellsAUserSomething() async throws {
    try await withGroup { server async throws in
      let alice = try await server.client(user: "alice")
      #expect(try await send(server, "welcome", to: "system:alice", id: "1") == ["system:=app:alice#1"])
      await alice.until { !$0.entries(of: "system:=app:alice").isEmpty }
      #expect(await alice.entries(of: "system:=app:alice").map(\.sender) == ["=app"])
      // A user of that name has no more rights than others.
      let pretender = try await server.client(user: "=app")
      let forged = Wire.Send(conversation: "system:alice", clientId: "2", type: "text", content: text("x"))
      #expect(try await failure(pretender, .send(forged)) == .notPermitted)
    }
  }

  /// Blocks are between users.
  @Test func aBlockedAccountOfTheAppIsHeardAllTheSame() async throws {
    try await withGroup { server async throws in
      let alice = try await server.client(user: "alice")
      #expect(try await failure(alice, .setRelations(Wire.SetRelations(users: ["bob"], kind: .blocked, set: true))) == nil)
      #expect(try await send(server, as: "bob", to: "system:alice", id: "1") == ["system:alice:bob#1"])
      #expect(try await failure(alice, .setRelations(Wire.SetRelations(users: ["bob"], kind: .blocked))) == nil)
      #expect(try await failure(alice, .setRelations(Wire.SetRelations(users: ["bob"], kind: .blocked, set: true))) == nil)
      #expect(try await send(server, as: "bob", to: "system:alice", id: "2") == ["system:alice:bob#2"])
    }
  }

  // MARK: - Changing messages

  @Test func messagesOfOthersAreChangedHoweverOldTheyAre() async throws {
    var limits = Limits()
    limits.recallWindow = .milliseconds(1)
    try await withGroup(limits) { server async throws in
      let bob = try await server.client(user: "bob")
      #expect(try await send(server, as: "bob", "first", to: Self.group, id: "1") == ["\(Self.group)#2"])
      #expect(try await send(server, as: "bob", "second", to: Self.group, id: "2") == ["\(Self.group)#3"])
      let edit = Wire.Edit(conversation: Self.group, clientId: "e", target: 2, type: "text", content: text("better"))
      #expect(try await change(server, "edit", Wire.EditMessage(edit: edit)) == "4")
      let recall = Wire.Recall(conversation: Self.group, clientId: "r", target: 3)
      #expect(try await change(server, "recall", Wire.RecallMessage(user: "carol", recall: recall)) == "5")
      #expect(try await change(server, "recall", Wire.RecallMessage(user: "carol", recall: recall)) == "5")
      await bob.until { $0.entries(of: Self.group).count == 4 }
      #expect(await bob.entries(of: Self.group).suffix(2).map(\.sender) == ["=app", "carol"])
      #expect(
        try await entries(server, of: Self.group, as: "bob").prefix(3) == [
          "alice created", "bob \(text("better"))", "bob recalled",
        ])
      for target in [UInt64(1), 9] {
        let unknown = Wire.Recall(conversation: Self.group, clientId: "u\(target)", target: target)
        #expect(try await change(server, "recall", Wire.RecallMessage(recall: unknown)) == "target_unknown")
      }
      let again = Wire.Edit(conversation: Self.group, clientId: "e2", target: 3, type: "text", content: text("x"))
      #expect(try await change(server, "edit", Wire.EditMessage(edit: again)) == "target_recalled")
    }
  }

  @Test func annotationsAreSetByTheAppAndByUsers() async throws {
    try await withGroup { server async throws in
      #expect(try await send(server, as: "bob", to: Self.group, id: "1") { $0.expandable = true } == ["\(Self.group)#2"])
      func annotate(_ user: String, _ kind: Wire.AnnotationKind, _ item: Wire.AnnotationItem, id: String) async throws -> String {
        let annotate = Wire.Annotate(conversation: Self.group, clientId: id, target: 2, kind: kind, items: [item])
        return try await change(server, "annotate", Wire.AnnotateMessage(user: user, annotate: annotate))
      }
      let status = Wire.AnnotationItem(key: "status", value: "paid")
      #expect(try await annotate("", .property, status, id: "a") == "3")
      #expect(try await annotate("", .property, Wire.AnnotationItem(key: "none", removed: true), id: "b") == "done")
      #expect(try await annotate("alice", .reaction, Wire.AnnotationItem(key: "+"), id: "c") == "4")
      #expect(try await annotate("", .reaction, Wire.AnnotationItem(key: "+"), id: "d") == "field_invalid user")
      #expect(try await annotate("", .pin, Wire.AnnotationItem(), id: "e") == "5")
      let bob = try await server.client(user: "bob")
      guard
        case .entries(let page) = try await bob.request(
          .fetchEntries(Wire.FetchEntries(conversation: Self.group, from: 2, to: 2))),
        case .message(let message)? = page.entries.first?.event
      else { throw TestError("no message") }
      let annotations = try #require(message.annotations)
      #expect(annotations.properties.map(\.value) == ["paid"] && annotations.tallies.map(\.count) == [1])
    }
  }

  // MARK: - Views

  @Test func theAppReadsAllAndAUserWhatTheUserSees() async throws {
    try await withGroup { server async throws in
      let alice = try await server.client(user: "alice")
      #expect(
        try await send(server, as: "alice", "for bob", to: Self.group, id: "1") { $0.details = Wire.Details(directed: ["bob"]) }
          == ["\(Self.group)#2"])
      #expect(try await send(server, as: "alice", "for all", to: Self.group, id: "2") == ["\(Self.group)#3"])
      let _: Wire.Appended = try await server.control.call(
        "/v1/groups/members/add", Wire.AddMembers(conversation: Self.group, clientId: "add", users: ["carol"]))
      #expect(
        try await send(server, as: "bob", "for carol", to: Self.group, id: "3") { $0.details = Wire.Details(directed: ["carol"]) }
          == ["\(Self.group)#5"])
      let hide = Wire.HideMessages(user: "alice", hide: Wire.Hide(conversation: Self.group, targets: [3]))
      #expect(try await outcome(server, "/v1/messages/hide", hide) { (_: Wire.Changed) in "done" } == "done")
      // The devices of the user are told.
      await alice.until { $0.pushes.flatMap(\.userEntries).contains { if case .hidden? = $0.event { true } else { false } } }
      let texts = ["for bob", "for all", "for carol"].map(text)
      #expect(
        try await entries(server, of: Self.group)
          == ["alice created", "alice \(texts[0])", "alice \(texts[1])", "other", "bob \(texts[2])"])
      #expect(
        try await entries(server, of: Self.group, as: "alice")
          == ["alice created", "alice \(texts[0])", "hidden", "other", "withheld"])
      #expect(try await entries(server, of: Self.group, as: "carol") == ["other", "bob \(texts[2])"])
      let newest = Wire.ListEntries(fetch: Wire.FetchEntries(conversation: Self.group, limit: 2, newest: true))
      let page: Wire.Entries = try await server.control.call("/v1/messages", newest)
      #expect(page.entries.map(\.seq) == [4, 5] && page.head == 5 && page.first == 1)
    }
  }

  @Test func whatAUserKeepsIsReadAndChanged() async throws {
    try await withGroup { server async throws in
      let bob = try await server.client(user: "bob")
      #expect(try await send(server, as: "alice", to: Self.group, id: "1") == ["\(Self.group)#2"])
      let mark = Wire.MarkUserRead(user: "bob", mark: Wire.MarkRead(conversation: Self.group, seq: 2))
      let marked: Wire.Marked = try await server.control.call("/v1/users/read", mark)
      #expect(marked.read == 2)
      let settings = [Wire.Setting(conversation: Self.group, key: "pinned", value: "1")]
      let _: Wire.Changed = try await server.control.call(
        "/v1/users/settings/change", Wire.ChangeUserSettings(user: "bob", settings: settings))
      await bob.until { $0.pushes.flatMap(\.userEntries).count == 2 }
      let kept: Wire.Settings = try await server.control.call("/v1/users/settings", Wire.ListUserSettings(user: "bob"))
      #expect(kept.settings.map { "\($0.conversation) \($0.key) \($0.value)" } == ["\(Self.group) pinned 1"])
      let list: Wire.Conversations = try await server.control.call(
        "/v1/users/conversations", Wire.ListUserConversations(user: "bob"))
      #expect(list.conversations.map(\.unread) == [0] && list.conversations.map(\.read) == [2])
    }
  }

  // MARK: - Bad inputs

  @Test func whatIsWrongIsNamed() async throws {
    try await withGroup { server async throws in
      func sending(_ adapt: (inout Wire.SendMessages) -> Void) async throws -> String {
        var request = Wire.SendMessages(
          user: "alice", message: Wire.Send(clientId: "1", type: "text", content: text("x")), conversations: [Self.group])
        adapt(&request)
        return try await outcome(server, "/v1/messages/send", request) { (sent: Wire.SentMessages) in
          sent.messages.map { $0.failure.map { "\($0.name) \($0.field)" } ?? "sent" }.joined(separator: " ")
        }
      }
      #expect(try await sending { $0.message = nil } == "field_invalid message")
      #expect(try await sending { $0.message?.conversation = Self.group } == "field_invalid message")
      #expect(try await sending { $0.message?.clientId = "" } == "field_invalid client_id")
      #expect(try await sending { $0.message?.content = "{" } == "content_invalid content")
      #expect(try await sending { $0.conversations = [] } == "field_invalid conversations")
      #expect(try await sending { $0.conversations = ["team"] } == "field_invalid conversations")
      #expect(try await sending { $0.conversations = ["direct:bob", Self.pair] } == "field_invalid conversations")
      #expect(
        try await sending { $0.conversations = (0...Limits().usersPerRequest).map { "direct:u\($0)" } }
          == "field_invalid conversations")
      #expect(
        try await sending {
          $0.conversations = [Self.group, "direct:bob"]
          $0.message?.replyTo = 1
        } == "field_invalid reply_to")
      #expect(try await sending { $0.user = "nobody" } == "peer_unknown user")
      #expect(try await sending { $0.user = "no user" } == "field_invalid user")
      for path in ["edit", "recall", "annotate", "hide"] {
        #expect(try await change(server, path, Wire.EditMessage(user: "alice")) == "field_invalid \(path)")
      }
      #expect(
        try await change(server, "hide", Wire.HideMessages(hide: Wire.Hide(conversation: Self.group, until: 1)))
          == "field_invalid user")
      func answer(_ body: some WireMessage, _ path: String) async throws -> String {
        try await outcome(server, path, body) { (_: Wire.Done) in "done" }
      }
      #expect(try await answer(Wire.ListEntries(), "/v1/messages") == "field_invalid fetch")
      #expect(
        try await answer(Wire.ListEntries(fetch: Wire.FetchEntries(conversation: "group:none")), "/v1/messages")
          == "conversation_unknown")
      #expect(try await answer(Wire.MarkUserRead(user: "bob"), "/v1/users/read") == "field_invalid mark")
      #expect(try await answer(Wire.ListUserConversations(user: "nobody"), "/v1/users/conversations") == "peer_unknown user")
    }
  }
}
