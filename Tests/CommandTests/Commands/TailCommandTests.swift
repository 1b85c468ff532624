import Foundation
import Martlet
import MartletTesting
import Testing

@testable import MartletCommand

@Suite(.timeLimit(.minutes(10))) struct TailCommandTests {
  private struct Line: Decodable {
    var conversation: String
    var seq: UInt64
    var sender: String
    var type: String
    var text: String
    var time: Int64
    var recalled: Bool?
    var target: UInt64?
    var users: [String]?
  }

  private func tail(_ url: String, _ token: String, _ words: [String], output: TestOutput) async -> ExitCode {
    await CommandLineInterface.run(["tail", "--server", url] + words, variables: ["MARTLET_TOKEN": token], output: output)
  }

  private func lines(_ output: TestOutput) throws -> [Line] {
    try output.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  /// Runs `body` with a connected client of a user.
  private func with(_ user: String, of server: TestServer, _ body: (MartletClient) async throws -> Void) async throws {
    let token = try await server.token(for: user)
    let client = try MartletClient(
      configuration: .init(server: server.url, directory: nil, device: .init(class: .tool), token: { token }))
    await client.connect()
    do {
      try await body(client)
    } catch {
      await client.close()
      throw error
    }
    await client.close()
  }

  @Test func everyKindOfEntryIsPrintedInOrder() async throws {
    try await TestServer.with { server in
      let bob = try await server.token(for: "bob")
      _ = try await server.token(for: "carol")
      try await with("alice", of: server) { client in
        let team = try await client.createGroup(title: "Team", members: [Samples.bob], id: "team")
        let chat = client.chat(team)
        for text in ["one", "two"] { _ = await chat.send(.text(text)) }
        _ = try await chat.edit(chat.messageID(at: 2), to: .text("ONE"))
        _ = try await chat.recall(chat.messageID(at: 3))
        try await chat.add([Samples.carol])
        try await chat.remove([Samples.carol])
        try await chat.change(title: "Crew")
        _ = await client.chat(with: Samples.bob).send(.text("hi"))
      }
      let output = TestOutput()
      #expect(await tail(server.url, bob, ["--json", "--from-start", "--idle-exit", "1"], output: output) == .success)
      let lines = try lines(output)
      let team = lines.filter { $0.conversation == "group:team" }
      #expect(team.map(\.seq) == Array(1...8))
      #expect(
        team.map(\.type) == [
          "group_created", "text", "text", "edit", "recall", "members_added", "members_removed", "conversation_changed",
        ])
      #expect(team.map(\.text) == ["", "ONE", "", "ONE", "", "", "", ""])
      #expect(team.map(\.recalled) == [nil, nil, true, nil, nil, nil, nil, nil])
      #expect(team.map(\.target) == [nil, nil, nil, 2, 3, nil, nil, nil])
      #expect(team[5].users == ["carol"])
      #expect(lines.filter { $0.conversation == "direct:alice:bob" }.map(\.text) == ["hi"])
      #expect(lines.allSatisfy { $0.sender == "alice" && $0.time > 0 })

      let only = TestOutput()
      let words = ["--json", "--from-start", "--idle-exit", "1", "--conversation", "direct:alice"]
      #expect(await tail(server.url, bob, words, output: only) == .success)
      #expect(try self.lines(only).map(\.text) == ["hi"])

      let people = TestOutput()
      #expect(
        await tail(server.url, bob, ["--from-start", "--idle-exit", "1", "--conversation", "group:team"], output: people)
          == .success)
      #expect(people.lines.first == "group:team#1 alice created the group 'Team' with bob")
      #expect(people.lines.dropFirst().first == "group:team#2 alice: ONE")
    }
  }

  @Test func whatComesIsPrintedAcrossRestartsOfTheServer() async throws {
    try await TemporaryDirectory.with { directory in
      let first = try await TestServer.start(directory: directory)
      let token = try await first.token(for: "alice")
      let output = TestOutput()
      let tailing = Task {
        await tail(first.url, token, ["--json", "--from-start", "--idle-exit", "4"], output: output)
      }
      try await with("alice", of: first) { _ = await $0.chat(with: Samples.alice).send(.text("before")) }
      await output.until("before")
      await first.stop()
      let second = try await TestServer.start(directory: directory, port: first.port)
      try await with("alice", of: second) { _ = await $0.chat(with: Samples.alice).send(.text("after")) }
      await output.until("after")
      #expect(await tailing.value == .success)
      #expect(try lines(output).map(\.text) == ["before", "after"])
      await second.stop()
    }
  }

  @Test func withoutFromStartOnlyWhatIsNewComes() async throws {
    try await TestServer.with { server in
      let token = try await server.token(for: "alice")
      try await with("alice", of: server) { client in
        let notes = client.chat(with: Samples.alice)
        _ = await notes.send(.text("old"))
        let output = TestOutput()
        let tailing = Task { await tail(server.url, token, ["--json", "--idle-exit", "3"], output: output) }
        // It begins at some moment; from then on nothing is left out.
        var count = 0
        while output.text.isEmpty {
          count += 1
          _ = await notes.send(.text("new \(count)"))
        }
        #expect(await tailing.value == .success)
        let texts = try lines(output).map(\.text)
        #expect(!texts.contains("old"))
        #expect(texts.last == "new \(count)")
        #expect(try lines(output).map(\.seq) == Array(UInt64(count + 2 - texts.count)...UInt64(count + 1)))
      }
    }
  }

  @Test func aReaderThatHasEnoughEndsItQuietly() async throws {
    try await TestServer.with { server in
      let token = try await server.token(for: "alice")
      try await with("alice", of: server) { client in
        for number in 0..<5 { _ = await client.chat(with: Samples.alice).send(.text("\(number)")) }
      }
      let output = TestOutput(closedAfter: 2)
      #expect(await tail(server.url, token, ["--json", "--from-start"], output: output) == .success)
      #expect(output.lines.count == 2)
    }
  }

  @Test func aTokenThatIsNotTakenEndsIt() async throws {
    try await TestServer.with { server in
      #expect(await tail(server.url, "rubbish", ["--json"], output: TestOutput()) == .signedOut)
      #expect(
        await tail(server.url, "rubbish", ["--json", "--from-start", "--idle-exit", "5"], output: TestOutput()) == .signedOut)
    }
  }
}
