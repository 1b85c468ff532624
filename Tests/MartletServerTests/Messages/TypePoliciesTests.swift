import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// How messages are treated by their content types.
@Suite(.timeLimit(.minutes(10))) struct TypePoliciesTests {
  @Test func declarationsAreReadAsTheyAreWritten() throws {
    let policies = try #require(TypePolicies("app.note -pushed, command -listed  -counted,x -stored"))
    #expect(policies.departure(of: "app.note") == TypePolicy(isPushed: false))
    #expect(policies.departure(of: "command") == TypePolicy(isCounted: false, isListed: false))
    #expect(policies.departure(of: "x") == TypePolicy(isStored: false))
    #expect(policies.departure(of: "text") == nil)
    #expect(policies.text == "app.note -pushed, command -counted -listed, x -stored")
    for text in [policies.text, TypePolicies.standard.text, "none"] { #expect(TypePolicies(text)?.text == text) }
  }

  @Test(arguments: [
    "", "text", "text counted", "text -shown", "text -live,", "a -live, a -live", "A -live", ", a -live", "none, a -live",
  ])
  func whatIsNoDeclarationIsRefused(text: String) { #expect(TypePolicies(text) == nil) }

  /// The effect of a type's policy together with the sender's policy.
  @Test func whatASenderSaysGoesBeforeTheType() {
    let type = TypePolicy(isCounted: false, isPushed: false)
    #expect(type.settled(nil) == Wire.MessagePolicy(counted: .no, pushed: .no))
    #expect(type.settled(Wire.MessagePolicy(counted: .yes, listed: .no)) == Wire.MessagePolicy(listed: .no, pushed: .no))
    #expect(type.settled(Wire.MessagePolicy(counted: .yes, pushed: .yes)) == nil)
    #expect(TypePolicy().settled(Wire.MessagePolicy(live: .yes)) == nil)
    // A number of a later schema says nothing.
    #expect(TypePolicy().settled(Wire.MessagePolicy(live: Wire.Choice(rawValue: 9))) == nil)
  }

  private static let asUsual = ["text", "sticker", "image", "video", "voice", "contact", "location", "file", "app.own"]

  /// Sends one message of a type, and tells how it was treated: counted, listed, live, pushed.
  private func treatment(
    of type: String, _ details: Wire.Details? = nil, in server: TestServer, _ clients: (WireClient, WireClient), id: String
  ) async throws -> [Bool] {
    let before = try await summary(clients.1)
    let content = type == "text" ? #"{"text":"a"}"# : "{}"
    let send = Wire.Send(conversation: "direct:bob", clientId: id, type: type, content: content, details: details)
    guard case .appended(let stored) = try await clients.0.request(.send(send)) else { throw TestError("\(type) was refused") }
    let end = Wire.Recall(conversation: "direct:bob", clientId: "end-\(id)", target: stored.seq)
    let after = try await summary(clients.1)
    guard
      case .entries(let page) = try await clients.1.request(
        .fetchEntries(Wire.FetchEntries(conversation: "direct:alice", from: stored.seq)))
    else { throw TestError("not stored") }
    guard case .message(let message)? = page.entries.first?.event else { throw TestError("no message") }
    // A later entry has been pushed, so an earlier one was pushed or never will be.
    guard case .appended(let last) = try await clients.0.request(.recall(end)) else { throw TestError("not recalled") }
    await clients.1.until { $0.entries(of: "direct:alice:bob").contains { $0.seq == last.seq } }
    let isLive = await clients.1.entries(of: "direct:alice:bob").contains { $0.seq == stored.seq }
    return [
      after.unread == before.unread + 1, after.lastMessage?.seq == stored.seq, isLive, message.details?.policy?.pushed != .no,
    ]
  }

  private func summary(_ client: WireClient) async throws -> Wire.Conversation {
    guard
      case .conversations(let page) = try await client.request(
        .listConversations(Wire.ListConversations(only: ["direct:alice"])))
    else { throw TestError("no list") }
    return page.conversations.first ?? Wire.Conversation()
  }

  @Test func everyTypeIsTreatedAsItIsDeclared() async throws {
    try await TestServer.with { server in
      let clients = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      for type in Self.asUsual {
        #expect(try await treatment(of: type, in: server, clients, id: type) == [true, true, true, true], "\(type)")
      }
      #expect(try await treatment(of: "command", in: server, clients, id: "1") == [false, false, true, false])
      #expect(try await treatment(of: "notice", in: server, clients, id: "2") == [false, true, true, false])
      let loud = Wire.Details(policy: Wire.MessagePolicy(counted: .yes, listed: .yes, live: .no, pushed: .yes))
      #expect(try await treatment(of: "command", loud, in: server, clients, id: "3") == [true, true, false, true])
      let typing = Wire.Send(conversation: "direct:bob", clientId: "4", type: "typing", content: "{}")
      guard case .failure(let failure) = try await clients.0.request(.send(typing)) else { throw TestError("stored") }
      #expect(failure.errorCode == .notSupportedHere)
    }
  }

  /// All five flags of a type of the app's own, alone and together.
  @Test(arguments: 0..<16) func typesOfAnAppAreTreatedAsTheConfigurationSays(flags: Int) async throws {
    let names = ["counted", "listed", "live", "pushed"]
    let said = names.indices.filter { flags & 1 << $0 == 0 }.map { "-\(names[$0])" }
    var limits = Limits()
    limits.types = said.isEmpty ? .standard : try #require(TypePolicies("app.own \(said.joined(separator: " "))"))
    try await TestServer.with(limits: limits) { server in
      let clients = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let expected = names.indices.map { flags & 1 << $0 != 0 }
      #expect(try await treatment(of: "app.own", in: server, clients, id: "1") == expected)
    }
  }

  @Test func retryIsRecognisedWhateverTheTypeSays() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      let details = Wire.Details(policy: Wire.MessagePolicy(counted: .yes))
      let send = Wire.Send(conversation: "direct:bob", clientId: "1", type: "command", content: "{}", details: details)
      for _ in 0..<2 {
        guard case .appended(let appended) = try await alice.request(.send(send)) else { throw TestError("refused") }
        #expect(appended.seq == 1)
      }
    }
  }
}
