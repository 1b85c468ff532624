import Foundation
import Martlet
import MartletTesting
import Processes
import Synchronization
import Testing

/// The articles of the reference.
///
/// Their code blocks are parts of the files in `Code`, which are compiled and run here.
@Suite(.timeLimit(.minutes(10))) struct ArticlesTests {
  private static let catalogue = "Sources/Martlet/Martlet.docc"

  /// The lines of some code, without their indentation.
  private func bare(_ code: some StringProtocol) -> [String] {
    code.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test func eachCodeBlockIsPartOfAFileThatIsCompiled() throws {
    let files = Repository.files(below: "Tests/ExampleTests/Tutorial", ".swift")
    let names = files.map { $0.split(separator: "/").last }
    let shown = Repository.files(below: "\(Self.catalogue)/Code", ".swift").filter { !$0.contains("/Outside/") }
      .map { $0.split(separator: "/").last }
    #expect(shown == names, "link each file of Code from Tests/ExampleTests/Tutorial")
    let compiled = try files.map { bare(try Repository.text($0)) }
    var blocks = 0
    for article in Repository.files(below: Self.catalogue, ".md") {
      let parts = try Repository.text(article).components(separatedBy: "```swift\n").dropFirst()
      for part in parts {
        let block = bare(part.prefix(upTo: try #require(part.range(of: "```")).lowerBound))
        let isCompiled = compiled.contains { code in
          code.indices.contains { code[$0...].prefix(block.count).elementsEqual(block) }
        }
        #expect(isCompiled && !block.isEmpty, "\(article):\n\(block.joined(separator: "\n"))")
        blocks += 1
      }
    }
    #expect(blocks >= 20, "the articles have code")
  }

  /// `AppsOutsideTests` builds and runs what README shows, in an empty folder.
  @Test func tutorialBeginsWithThePackageOfREADME() throws {
    let readme = try Repository.text("README.md")
    let files = Repository.files(below: "\(Self.catalogue)/Code/Outside", ".swift")
    #expect(files.count == 2)
    for file in files { #expect(readme.contains("```swift\n\(try Repository.text(file))```"), "\(file)") }
  }

  // MARK: What the code does

  private static let bob = UserID("bob")
  private static let carol = UserID("carol")

  /// Clients of alice and bob, who have exchanged a message, and carol, who is known to the server.
  private func with(_ body: (_ alice: MartletClient, _ bob: MartletClient, TestServer) async throws -> Void) async throws {
    try await TestServer.with { server in
      _ = try await server.token(for: "carol")
      func open(_ user: String) async throws -> MartletClient {
        let token = try await server.token(for: user)
        let device = Device(class: .mobile)
        let client = try MartletClient(
          configuration: .init(server: server.url, directory: "\(server.directory)/\(user)", device: device) { token })
        await client.connect()
        try await client.caughtUp(within: .seconds(60))
        return client
      }
      let (alice, bob) = (try await open("alice"), try await open("bob"))
      try await body(alice, bob, server)
      for client in [alice, bob] { await client.close() }
    }
  }

  private func sent(_ result: SendResult) throws -> MessageID {
    guard case .sent(let id, _) = result else { throw TestError("\(result)") }
    return id
  }

  @Test func receipts() async throws {
    try await with { alice, bob, _ in
      let chat = alice.chat(with: try #require(Self.bob))
      let events = alice.events()
      let message = try sent(await chat.send(.text("hello")))
      #expect(["Sent", "Delivered"].contains(try await receipt(of: message, in: chat)))
      // A notification may tell of it before it has arrived.
      try await bob.chat(message.conversation).markRead(upTo: message)
      await waitUntilRead(message, by: try #require(Self.bob), events)
      #expect(try await receipt(of: message, in: chat) == "Read by 1 of 1")
      #expect(try await readers(of: message, in: chat) == [try #require(Self.bob)])
    }
  }

  @Test func files() async throws {
    try await with { alice, _, server in
      let chat = alice.chat(with: try #require(Self.bob))
      let path = server.directory + "/a.png"
      let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
      try #require(Data(base64Encoded: png)).write(to: URL(fileURLWithPath: path))
      let id = try await sendPicture(path, PixelSize(width: 1, height: 1), to: chat, with: alice) { #expect($0 <= $1) }
      var sent: Message?
      while sent == nil { sent = try await chat.history().first { $0.clientID == id } }
      #expect(try await smallPicture(of: try #require(sent), in: chat)?.starts(with: "RIFF".utf8) == true)
    }
  }

  @Test func groups() async throws {
    try await with { alice, _, _ in
      let (bob, carol) = (try #require(Self.bob), try #require(Self.carol))
      let chat = try await found("Club", members: [bob], with: alice)
      #expect(try await reform(chat, adding: carol, removing: bob).map(\.id.text) == ["alice", "carol"])
      var told: [String] = []
      while told.count < 2 {
        told = try await chat.history().compactMap { message in
          guard case .notice(let notice) = message.kind else { return nil }
          let text = words(for: notice)
          return text.isEmpty ? nil : text
        }
      }
      #expect(told == ["carol joined", "bob left. moved away"])
      #expect(try await chat.summary()?.title == "Swimmers")
    }
  }

  @Test func settings() async throws {
    try await with { alice, _, _ in
      let chat = alice.chat(with: try #require(Self.bob))
      _ = try sent(await chat.send(.text("hello")))
      let events = alice.events()
      try await arrange(chat, with: alice)
      #expect(try await chat.settings().alias == "Bobby")
      #expect(try await tag(chat, with: alice).map(\.id) == [try await chat.id()])
      try await alice.changesSynced(within: .seconds(60))
      try await alice.change([Setting("alias", of: ConversationID.group("none"), .text("?"))])
      let refused = await firstRefusal(events)
      #expect(refused?.0.key == "alias" && refused?.1.code == .conversationUnknown)
    }
  }

  @Test func polls() async throws {
    try await with { alice, _, _ in
      let chat = alice.chat(with: try #require(Self.bob))
      let id = try sent(await ask(in: chat))
      var arrived: Message?
      while arrived == nil { arrived = try await chat.messages([id]).first }
      let poll = try #require(arrived)
      _ = try sent(await voteForTheFirst(poll, in: chat))
      var shown: [String] = []
      while shown.first != "Lake: 1, one is mine" {
        shown = try await chat.messages([id]).first.map { lines(of: $0) } ?? []
      }
      #expect(shown == ["Lake: 1, one is mine", "Pool: 0"])
      #expect(try await close(poll, in: chat).map(\.text) == ["alice"])
      guard case .failed(let error) = await voteForTheFirst(poll, in: chat) else { throw TestError("it is open") }
      #expect(error.code == .server(.pollClosed))
    }
  }

  @Test func scheduling() async throws {
    try await with { alice, _, _ in
      let chat = alice.chat(with: try #require(Self.bob))
      let id = try await remind(chat, in: 2, with: alice)
      #expect(try await alice.scheduled().map(\.id) == [id])
      #expect(try await cancelReminders(in: chat, with: alice) == 1)
      #expect(try await alice.scheduled().isEmpty)
    }
  }

  @Test func errors() async throws {
    try await with { alice, _, _ in
      let nobody = alice.chat(try #require(ConversationID.group("none")))
      #expect(await say("hello", in: alice.chat(with: try #require(Self.bob)), within: .seconds(60)) == nil)
      #expect(await say("hello", in: nobody, within: .seconds(60)) == "You are not a member of this conversation.")
      #expect(try await dropRefused(from: alice) == ["You are not a member of this conversation."])
      // What was sent leaves the outbox when its entry arrives, which may come after the answer.
      while try await !alice.pending().isEmpty { await Task.yield() }
      await alice.disconnect()
      let offline = await #expect(throws: MartletError.self) { try await nobody.members() }
      #expect(offline.map { words(for: $0) } == "There is no connection. Try again later.")
    }
  }

  @Test func timelinesAndExtensions() async throws {
    try await with { alice, _, server in
      let chat = alice.chat(with: try #require(Self.bob))
      _ = try sent(await chat.send(.text("hello")))
      let shown = Mutex<[String]>([])
      let following = Task {
        try await follow(chat) { rows in shown.withLock { $0 = rows.compactMap { $0.message?.text } } }
      }
      while shown.withLock({ $0 }) != ["hello"] { await Task.yield() }
      let model = await ObservedTimeline(chat.timeline())
      let following2 = Task { await model.follow() }
      while await model.rows.isEmpty { await Task.yield() }
      #expect(await drawnTexts(of: ChatView(model: model)) == ["hello"])
      following.cancel()
      following2.cancel()
      let club = try await found("Club", members: [], with: alice)
      #expect(try await title(of: try await club.id(), in: "\(server.directory)/alice") == "Club")
    }
  }
}
