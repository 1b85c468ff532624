import Foundation
import MartletTesting
import Testing

@testable import MartletCommand

@Suite(.timeLimit(.minutes(10))) struct SendCommandTests {
  private struct Answer: Decodable {
    var conversation: String?
    var seq: UInt64?
    var time: Int64?
    var id: String?
    var clientID: String
    var error: String?
    var code: UInt32?
    var name: String?

    enum CodingKeys: String, CodingKey {
      case conversation, seq, time, id, error, code, name
      case clientID = "client_id"
    }
  }

  private let output = TestOutput()
  private let errors = TestOutput()

  private func send(_ url: String, _ token: String, _ words: String...) async -> ExitCode {
    await CommandLineInterface.run(
      ["send", "--server", url] + words, variables: ["MARTLET_TOKEN": token], output: output, errors: errors)
  }

  private func answer() throws -> Answer { try JSONDecoder().decode(Answer.self, from: Data(output.lines.last?.utf8 ?? "".utf8)) }

  @Test func thePositionIsPrinted() async throws {
    try await TestServer.with { server in
      let alice = try await server.token(for: "alice")
      _ = try await server.token(for: "bob")
      #expect(await send(server.url, alice, "--to", "direct:bob", "--text", "one") == .success)
      #expect(output.text == "direct:alice:bob#1\n")
      #expect(await send(server.url, alice, "--to", "direct:bob", "--text", "two", "--json") == .success)
      let answer = try answer()
      #expect(answer.conversation == "direct:alice:bob" && answer.seq == 2 && answer.id == "direct:alice:bob#2")
      #expect((answer.time ?? 0) > 1_700_000_000_000)
      #expect(errors.text.isEmpty)
    }
  }

  @Test func aRepetitionIsStoredOnce() async throws {
    try await TestServer.with { server in
      let alice = try await server.token(for: "alice")
      for _ in 0..<3 { #expect(await send(server.url, alice, "--to", "direct:alice", "--text", "one", "--id", "x") == .success) }
      #expect(Set(output.lines) == ["direct:alice:alice#1"])
      #expect(await send(server.url, alice, "--to", "direct:alice", "--text", "two", "--id", "x") == .refused)
      #expect(errors.text.contains("1303 client_id_conflict"))
    }
  }

  @Test func aFileIsSentOnceHoweverOftenItIsRepeated() async throws {
    try await TestServer.with { server in
      let alice = try await server.token(for: "alice")
      let file = server.directory + "/notes.txt"
      try Data("some notes".utf8).write(to: URL(fileURLWithPath: file))
      for _ in 0..<2 { #expect(await send(server.url, alice, "--to", "direct:alice", "--file", file, "--id", "x") == .success) }
      #expect(Set(output.lines) == ["direct:alice:alice#1"])
      #expect(await send(server.url, alice, "--to", "direct:alice", "--file", file + "x") != .success)
      #expect(errors.text.contains("the file cannot be opened"))
      #expect(await send(server.url, alice, "--to", "direct:alice", "--file", file, "--text", "x") == .usage)
    }
  }

  @Test func contentOfTheAppsOwnIsSent() async throws {
    try await TestServer.with { server in
      let alice = try await server.token(for: "alice")
      #expect(await send(server.url, alice, "--to", "direct:alice", "--type", "app.x", "--content", #"{"a":1}"#) == .success)
      #expect(await send(server.url, alice, "--to", "direct:alice", "--type", "text", "--content", "{}") == .refused)
      #expect(errors.text.contains("1302 content_invalid"))
    }
  }

  @Test(arguments: ["{a}", "", "nonsense", "{\"a\":1", "[1]", "7"])
  func contentThatIsNoJSONObjectIsNotSent(content: String) async {
    // No server is asked: there is none at this address.
    #expect(await send("ws://127.0.0.1:1", "t", "--to", "direct:a", "--type", "app.x", "--content", content) == .malformed)
    #expect(errors.text.contains("--content is not a JSON object"))
  }

  @Test(arguments: ["", " ", " \n\t", "\u{3000}"])
  func aBlankTextIsNotSent(text: String) async {
    #expect(await send("ws://127.0.0.1:1", "t", "--to", "direct:a", "--text", text) == .usage)
    #expect(errors.text.contains("--text is blank"))
  }

  @Test func refusalsNameNumberAndName() async throws {
    try await TestServer.with { server in
      let alice = try await server.token(for: "alice")
      #expect(await send(server.url, alice, "--to", "group:none", "--text", "x", "--json", "--id", "c7") == .refused)
      let answer = try answer()
      #expect(answer.code == 1400 && answer.name == "conversation_unknown" && answer.clientID == "c7")
      #expect(answer.error?.isEmpty == false)
      #expect(await send(server.url, alice, "--to", "direct:nobody", "--text", "x") == .refused)
      #expect(errors.text.contains("1401 peer_unknown"))
    }
  }

  @Test func aTokenThatIsNotTakenIsSaid() async throws {
    try await TestServer.with { server in
      #expect(await send(server.url, "rubbish", "--to", "direct:alice", "--text", "x") == .signedOut)
      #expect(errors.text.contains("1200 token_malformed"))
      #expect(!errors.text.contains("rubbish"))
    }
  }

  @Test func noServerMeansThatNothingWasSent() async throws {
    #expect(
      await send("ws://127.0.0.1:1", "t", "--to", "direct:alice", "--text", "x", "--timeout", "1", "--json") == .unavailable)
    #expect(try answer().error?.contains("nothing was sent") == true)
  }

  @Test func withoutAnAnswerTheOutcomeIsUnknownAndTheIDIsTold() async throws {
    try await DeafServer.with { url in
      #expect(await send(url, "t", "--to", "direct:bob", "--text", "x", "--timeout", "5") == .outcomeUnknown)
      #expect(output.text.isEmpty)
      let told = try #require(errors.lines.last?.split(separator: " ").last)
      #expect(told.utf8.count == 36)
      #expect(
        await send(url, "t", "--to", "direct:bob", "--text", "x", "--timeout", "5", "--id", "mine", "--json") == .outcomeUnknown)
      #expect(try answer().clientID == "mine")
    }
  }

  @Test func theTokenMayComeFromAFile() async throws {
    try await TestServer.with { server in
      let file = server.directory + "/alice.token"
      try Data((try await server.token(for: "alice") + "\n").utf8).write(to: URL(fileURLWithPath: file))
      #expect(await send(server.url, "rubbish", "--to", "direct:alice", "--text", "x", "--token-file", file) == .success)
      #expect(await send(server.url, "t", "--to", "direct:alice", "--text", "x", "--token-file", file + "x") == .missing)
      #expect(await send(server.url, "t", "--to", "direct:alice", "--text", "x", "--token-file", "/dev/null") == .missing)
    }
  }

  @Test func theCommandLineIsChecked() async {
    #expect(await send("ws://h:1", "", "--to", "direct:a", "--text", "x") == .usage)
    #expect(await send("ws://h:1", "t", "--to", "direct:a") == .usage)
    #expect(await send("ws://h:1", "t", "--to", "direct:a", "--text", "x", "--type", "y") == .usage)
    #expect(await send("http://h:1", "t", "--to", "direct:a", "--text", "x") == .usage)
    #expect(await send("ws://h:1", "t", "--to", "a", "--text", "x") == .usage)
  }
}
