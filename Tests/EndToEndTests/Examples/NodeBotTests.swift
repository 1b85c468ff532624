import Foundation
import Martlet
import MartletTesting
import Processes
import Testing

/// The bot of the examples in Node, as a person in a conversation meets it.
@Suite(.timeLimit(.minutes(5)))
struct NodeBotTests {
  private func bot(_ server: TestServer, _ token: String, _ folder: TemporaryDirectory) throws -> Program {
    let script = Repository.root.appending(path: "Examples/NodeBot/bot.mjs").path
    let environment = ["MARTLET_SERVER": server.url, "MARTLET_TOKEN": token, "MARTLET_DIRECTORY": folder.path + "/bot"]
    return try Program("/usr/bin/env", ["node", script], environment: environment)
  }

  @Test func botAnswersEachMessageOnceAlsoAfterItWasKilled() async throws {
    try await TestServer.with { server in
      let folder = try TemporaryDirectory()
      let token = try await server.token(for: "bot")
      let alice = try await server.swiftClient("alice")
      let chat = alice.chat(with: try #require(UserID("bot")))
      var bot = try bot(server, token, folder)
      _ = try await bot.line { $0 == "bot listens" }
      _ = await chat.send(.text("one two three"))
      #expect(try await chat.entry { $0.seq == 2 }.text == "three two one")

      try await bot.killAndWait()
      _ = await chat.send(.text("good morning"))
      bot = try self.bot(server, token, folder)
      _ = try await bot.line { $0 == "bot listens" }
      _ = await chat.send(.text("still there"))
      #expect(
        try await chat.entries(upTo: 6).map(\.text).suffix(4).sorted() == [
          "good morning", "morning good", "still there", "there still",
        ])
      try await bot.killAndWait()
      await alice.close()
    }
  }
}
