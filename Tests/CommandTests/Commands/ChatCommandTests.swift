import Foundation
import Martlet
import MartletTesting
import MartletWire
import Testing

@testable import MartletCommand

/// `chat` as a script uses it, against a whole server.
@Suite(.timeLimit(.minutes(10))) struct ChatCommandTests {
  private let output = TestOutput()
  private let errors = TestOutput()

  /// Runs alice's chat; her messages are kept in the server's directory.
  private func chat(
    _ server: TestServer, _ words: [String] = ["--to", "direct:bob"], token: String? = nil, data: String = "alice",
    input: TestInput,
    output: TestOutput? = nil, signals: AsyncStream<Int32> = AsyncStream { $0.finish() }
  ) async -> ExitCode {
    guard let alice = try? await server.token(for: "alice"), (try? await server.token(for: "bob")) != nil else {
      Issue.record("no tokens")
      return .internalFailure
    }
    return await CommandLineInterface.run(
      ["chat", "--server", server.url, "--data", "\(server.directory)/\(data)"] + words,
      variables: ["MARTLET_TOKEN": token ?? alice],
      input: input, output: output ?? self.output, errors: errors, signals: signals)
  }

  /// Runs `body` with bob's client, connected.
  private func withBob(of server: TestServer, _ body: (MartletClient) async throws -> Void) async throws {
    let token = try await server.token(for: "bob")
    let client = try MartletClient(
      configuration: .init(server: server.url, directory: nil, device: .init(class: .tool), token: { token }))
    await client.connect()
    do {
      try await client.caughtUp(within: .seconds(30))
      try await body(client)
    } catch {
      await client.close()
      throw error
    }
    await client.close()
  }

  @Test func linesAreSentInOrderAndShown() async throws {
    try await TestServer.with { server in
      #expect(await chat(server, input: TestInput("one\n two \nthree 世界")) == .success)
      #expect(output.lines == ["#1 alice: one", "#2 alice:  two ", "#3 alice: three 世界"])
      #expect(errors.lines == ["-- connecting", "-- online"])
    }
  }

  @Test(arguments: [[], ["--verbatim"], ["--batch", "b"]])
  func blankLinesAreNotSentAndThatIsSaid(form: [String]) async throws {
    try await TestServer.with { server in
      #expect(await chat(server, ["--to", "direct:bob"] + form, input: TestInput("one\n\n \t\ntwo\n")) == .success)
      #expect(output.lines == ["#1 alice: one", "#2 alice: two"])
      #expect(errors.lines.last == "-- not sent: 2 blank lines")
    }
  }

  @Test(arguments: [("/open nobody", "there is no user nobody"), ("/open group:nope", "there is no conversation group:nope")])
  func whatDoesNotExistIsNotOpened(line: String, said: String) async throws {
    try await TestServer.with { server in
      // The following messages would go to the wrong people.
      #expect(await chat(server, input: TestInput("one\n\(line)\nfor nobody\n")) == .missing)
      #expect(errors.text.contains(said))
      #expect(await chat(server, input: TestInput("two\n")) == .success)
      #expect(output.lines.last == "#2 alice: two")
    }
  }

  @Test func aUserWhoNeverTalkedIsOpened() async throws {
    try await TestServer.with { server in
      #expect(await chat(server, [], input: TestInput("/open bob\none\n/open alice\ntwo\n/open bob\nthree\n")) == .success)
      #expect(!errors.text.contains("there is no"))
    }
  }

  @Test func whoeverIsNotThereIsSaidAtTheStart() async throws {
    try await TestServer.with { server in
      let input = TestInput()
      let running = Task { await chat(server, ["--to", "direct:nobody"], input: input) }
      await errors.until("there is no user nobody")
      input.end()
      #expect(await running.value == .success)
    }
  }

  /// Events and states come in two sequences: a busy machine may tell that the client has caught up before it is known online.
  @Test func absenceIsSaidThoughTheStateComesLate() async throws {
    try await TestServer.with { server in
      let token = try await server.token(for: "alice")
      let client = try MartletClient(
        configuration: .init(server: server.url, directory: nil, device: .init(class: .tool), token: { token }))
      await client.connect()
      try await client.caughtUp(within: .seconds(30))
      let session = try ChatSession(
        client: client, server: server.url, directory: server.directory,
        model: ChatModel(me: Samples.alice, destination: .user(Samples.user("nobody"))),
        text: ChatText(isForTerminal: false, clock: { _ in "" }), historyLimit: 20,
        display: .plain(PlainDisplay(output: output, errors: errors)))
      #expect(await session.model.connection != .online)
      try await session.perform([.readMembers])
      #expect(errors.text.contains("there is no user nobody"))
      await client.close()
    }
  }

  @Test func withoutAConnectionWhatIsOpenedIsNotKnownToExist() async throws {
    try await TestServer.with { server in
      let away = server.url.replacing(":\(server.port)", with: ":1")
      let token = try await server.token(for: "alice")
      let (signals, ending) = AsyncStream.makeStream(of: Int32.self)
      let input = TestInput("/open nobody\n/help\n")
      let running = Task {
        await CommandLineInterface.run(
          ["chat", "--server", away, "--data", server.directory + "/alice"], variables: ["MARTLET_TOKEN": token], input: input,
          output: output, errors: errors, signals: signals)
      }
      await errors.until("list the commands")
      #expect(errors.text.contains("-- not connected: the server will say whether nobody exists"))
      ending.yield(SIGTERM)
      #expect(await running.value == .terminated)
    }
  }

  @Test func historyIsShownFirst() async throws {
    try await TestServer.with { server in
      _ = await chat(server, input: TestInput("one\ntwo\nthree\n"), output: TestOutput())
      #expect(await chat(server, ["--to", "direct:bob", "--history", "2"], input: TestInput("four\n")) == .success)
      #expect(output.lines == ["#2 alice: two", "#3 alice: three", "#4 alice: four"])
      let fresh = TestOutput()
      #expect(
        await chat(server, ["--to", "direct:bob", "--history", "500"], data: "other", input: TestInput(""), output: fresh)
          == .success)
      #expect(fresh.lines.count == 4)
      let none = TestOutput()
      #expect(await chat(server, ["--to", "direct:bob", "--history", "0"], input: TestInput("five\n"), output: none) == .success)
      #expect(none.lines == ["#5 alice: five"])
    }
  }

  @Test func whatOthersSayIsShownAndMarkedAsRead() async throws {
    try await TestServer.with { server in
      let input = TestInput()
      let running = Task { await chat(server, input: input) }
      try await withBob(of: server) { bob in
        let events = bob.events()
        _ = await bob.chat(with: Samples.alice).send(.text("hi \u{1B}[2J\nthere"))
        await output.until("#1 bob: hi ␛[2J␊there\n")
        for await event in events {
          if case .read(_, let user, let position) = event, user == Samples.alice, position == 1 { break }
        }
      }
      input.end()
      #expect(await running.value == .success)
    }
  }

  @Test func otherConversationsAreAnnouncedApart() async throws {
    try await TestServer.with { server in
      let input = TestInput()
      let running = Task { await chat(server, ["--to", "direct:alice"], input: input) }
      await errors.until("-- online")
      try await withBob(of: server) { bob in
        let team = try await bob.createGroup(title: "The team", members: [Samples.alice])
        _ = await bob.chat(team).send(.text("psst"))
      }
      await errors.until("-- [The team] bob: psst\n")
      input.end()
      #expect(await running.value == .success)
      #expect(output.text.isEmpty)
    }
  }

  @Test func commandsWorkInAScript() async throws {
    try await TestServer.with { server in
      let input = TestInput()
      let running = Task { await chat(server, input: input) }
      for (line, shown) in [
        ("one", "#1 alice: one"), ("two", "#2 alice: two"), ("/edit 1 ONE", "#1 alice (edited): ONE"),
        ("/recall 2", "#2 alice (recalled)"),
        ("/new \"The team\" bob", "#1 alice created the group 'The team' with bob"), ("to the team", "#2 alice: to the team"),
        ("/title The  Crew", "#3 alice named the group 'The Crew'"), ("//slash", "#4 alice: /slash"),
      ] {
        input.write(line + "\n")
        await output.until(shown + "\n")
        guard line == "/recall 2" else { continue }
        input.write("/again 2\n")
        await errors.until("-- two\n")
      }
      input.write("/delete 2\n")
      await errors.until("-- hidden: #2\n")
      input.write("/nonsense\n/members\n/quit\nnever read\n")
      #expect(await running.value == .success)
      #expect(output.lines.count == 8)
      #expect(errors.text.contains("-- alice, owner: read up to #"))
      #expect(errors.text.contains("there is no command /nonsense"))
      input.end()
    }
  }

  @Test func aRefusedLineIsToldAndTheOthersAreSent() async throws {
    try await TestServer.with { server in
      let long = String(repeating: "x", count: 100_000)
      #expect(await chat(server, input: TestInput("one\n\(long)\ntwo\n")) == .refused)
      #expect(output.lines == ["#1 alice: one", "#2 alice: two"])
      #expect(errors.text.contains("not sent: 'xxx"))
      #expect(errors.text.contains("content_too_large"))
      // Told once.
      #expect(await chat(server, input: TestInput("")) == .success)
    }
  }

  @Test func aBatchMayBeGivenAgain() async throws {
    try await TestServer.with { server in
      let words = ["--to", "direct:bob", "--batch", "b1", "--history", "0"]
      #expect(await chat(server, words, input: TestInput("one\n/two\n")) == .success)
      // Also on another machine, after one line more was written.
      #expect(await chat(server, words, data: "other", input: TestInput("one\n/two\nthree\n")) == .success)
      let all = TestOutput()
      _ = await chat(server, input: TestInput(""), output: all)
      #expect(all.lines == ["#1 alice: one", "#2 alice: /two", "#3 alice: three"])
    }
  }

  @Test func aSlashIsOnlyALetterWhereWanted() async throws {
    try await TestServer.with { server in
      #expect(await chat(server, ["--to", "direct:bob", "--verbatim"], input: TestInput("/quit\n//x\n")) == .success)
      #expect(output.lines == ["#1 alice: /quit", "#2 alice: //x"])
    }
  }

  @Test func aSecondChatOnTheSameDataIsToldWhatToDo() async throws {
    try await TestServer.with { server in
      let input = TestInput()
      let running = Task { await chat(server, input: input, output: TestOutput()) }
      await errors.until("-- online")
      #expect(await chat(server, input: TestInput("x\n")) == .directoryInUse)
      #expect(errors.text.contains("--data"))
      input.end()
      #expect(await running.value == .success)
    }
  }

  @Test func whatWasTypedWhileTheServerWasAwayIsSentOnceLater() async throws {
    try await TemporaryDirectory.with { directory in
      let first = try await TestServer.start(directory: directory)
      #expect(await chat(first, input: TestInput("zero\n"), output: TestOutput()) == .success)
      let token = try await first.token(for: "alice")
      await first.stop()

      let (signals, ending) = AsyncStream.makeStream(of: Int32.self)
      let words = ["chat", "--server", first.url, "--data", directory + "/alice", "--to", "direct:bob"]
      let input = TestInput("one\ntwo\n/help\n")
      let away = Task {
        await CommandLineInterface.run(
          words, variables: ["MARTLET_TOKEN": token], input: input, output: TestOutput(), errors: errors, signals: signals)
      }
      await errors.until("list the commands")
      ending.yield(SIGTERM)
      #expect(await away.value == .terminated)

      let second = try await TestServer.start(directory: directory, port: first.port)
      #expect(await chat(second, input: TestInput("three\n")) == .success)
      #expect(output.lines == ["#1 alice: zero", "#2 alice: one", "#3 alice: two", "#4 alice: three"])
      await second.stop()
    }
  }

  @Test func nobodyToTalkToIsSaid() async throws {
    try await TestServer.with { server in
      #expect(await chat(server, [], input: TestInput("hello\n")) == .usage)
      #expect(errors.text.contains("no conversation is open"))
      #expect(await chat(server, [], input: TestInput("/open bob\nhello\n")) == .success)
      #expect(output.lines == ["#1 alice: hello"])
    }
  }

  @Test func aReaderThatHasEnoughDoesNotStopTheSending() async throws {
    try await TestServer.with { server in
      let short = TestOutput(closedAfter: 1)
      #expect(await chat(server, input: TestInput("one\ntwo\nthree\n"), output: short) == .success)
      #expect(short.lines.count == 1)
      #expect(await chat(server, input: TestInput("")) == .success)
      #expect(output.lines.count == 3)
    }
  }

  @Test func aTokenThatIsNotTakenEndsIt() async throws {
    try await TestServer.with { server in
      let input = TestInput()
      #expect(await chat(server, token: "rubbish", input: input) == .signedOut)
      #expect(errors.text.contains("1200 token_malformed"))
      input.end()
    }
  }

  @Test func anotherUsersDataIsNotTouched() async throws {
    try await TestServer.with { server in
      #expect(await chat(server, input: TestInput("one\n")) == .success)
      let bob = try await server.token(for: "bob")
      #expect(await chat(server, ["--to", "direct:alice"], token: bob, input: TestInput("")) == .usage)
      #expect(errors.text.contains("another user's data"))
    }
  }

  @Test func theDataIsKeptWhereTheSystemKeepsSuchThings() throws {
    let address = try #require(ServerAddress("ws://[::1]:7777"))
    let main = try #require(AppID("main"))
    func place(_ variables: [String: String], _ app: AppID) throws -> String {
      try LocalPlace.directory(of: address, app: app, user: Samples.alice, variable: { variables[$0] })
    }
    #expect(try place(["HOME": "/home/a"], main) == "/home/a/.local/state/martlet/::1:7777/alice")
    #expect(try place(["HOME": "/home/a", "XDG_STATE_HOME": "/s"], main) == "/s/martlet/::1:7777/alice")
    let other = try #require(AppID("x"))
    #expect(try place(["HOME": "/home/a", "XDG_STATE_HOME": "s"], other) == "/home/a/.local/state/martlet/::1:7777/x:alice")
    #expect(throws: CommandFailure.self) { try place([:], main) }
  }
}
