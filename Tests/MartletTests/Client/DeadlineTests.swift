import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// A call that needs the server, by name.
private struct Request: CustomTestStringConvertible, Sendable {
  let name: String
  let run: @Sendable (MartletClient, Chat) async throws -> Void
  var testDescription: String { name }

  init(_ name: String, _ run: @escaping @Sendable (MartletClient, Chat) async throws -> Void) {
    (self.name, self.run) = (name, run)
  }
}

/// No call waits for ever: each request to the server ends by itself, whatever the connection does.
@Suite(.timeLimit(.minutes(10))) struct DeadlineTests {
  private let network = MemoryNetwork()
  private static let group = ConversationID.of("group:team")
  private static let message = MessageID(conversation: group, seq: 1)

  /// Every public call that cannot be answered by the device alone, about a group that the device does not hold.
  private static let requests: [Request] = [
    Request("members") { _ = try await $1.members() },
    Request("add") { try await $1.add([UserID.of("bob")]) },
    Request("remove") { try await $1.remove([UserID.of("bob")]) },
    Request("leave") { try await $1.leave() },
    Request("change") { try await $1.change(title: "New") },
    Request("setRole") { try await $1.setRole(.admin, of: [UserID.of("bob")]) },
    Request("silence") { try await $1.silence([UserID.of("bob")]) },
    Request("endSilence") { try await $1.endSilence(of: [UserID.of("bob")]) },
    Request("setSilenced") { try await $1.setSilenced(true) },
    Request("createGroup") { client, _ in _ = try await client.createGroup(title: "Other", members: []) },
    Request("receipts") { _ = try await $1.receipts(of: [message]) },
    Request("readers") { _ = try await $1.readers(of: message) },
    Request("signal") { try await $1.signal(.text("now")) },
    Request("replies") { _ = try await $1.replies(to: message) },
    Request("versions") { _ = try await $1.versions(of: message) },
    Request("pinnedMessages") { _ = try await $1.pinnedMessages() },
    Request("annotators") { _ = try await $1.annotators(of: .reaction("+1"), at: message) },
    Request("history(before:)") { _ = try await $1.history() },
    Request("history(after:)") { _ = try await $1.history(after: nil) },
    Request("history(around: message)") { _ = try await $1.history(around: message) },
    Request("history(around: time)") { _ = try await $1.history(around: Timestamp(milliseconds: 1)) },
    Request("messages") { _ = try await $1.messages([message]) },
    Request("download") { try await $1.download() },
    Request("unreadMentions") { _ = try await $1.unreadMentions() },
    Request("schedule") { try await $1.schedule(.text("later"), at: Timestamp(milliseconds: 4_000_000_000_000)) },
    Request("scheduled") { client, _ in _ = try await client.scheduled() },
    Request("cancelScheduled") { client, _ in try await client.cancelScheduled(client.newClientID()) },
    Request("connect") { client, _ in try await client.connect(within: .seconds(20)) },
  ]

  /// The error with which a request ends within five minutes of the test's time, all of which would be a hang.
  private func ending(of request: Request, _ client: MartletClient) async throws -> MartletError? {
    let ended = Counter()
    let call = Task { () -> MartletError? in
      defer { ended.add() }
      do {
        try await request.run(client, client.chat(Self.group))
        return nil
      } catch {
        return error as? MartletError
      }
    }
    let start = network.time.monotonicNanoseconds
    try await network.pass { ended.value == 1 || network.time.monotonicNanoseconds - start > 300_000_000_000 }
    #expect(ended.value == 1, "it did not end")
    call.cancel()
    return await call.value
  }

  @Test func requestsOfAClientThatIsNotConnectingFailAtOnce() async throws {
    let client = try network.client("alice")
    for request in Self.requests where request.name != "connect" {
      let error = await #expect(throws: MartletError.self, "\(request.name)") {
        try await request.run(client, client.chat(Self.group))
      }
      #expect(error?.code == .notConnected, "\(request.name)")
    }
    await client.close()
  }

  @Test(arguments: requests) private func requestEndsWhileTheServerCannotBeReached(request: Request) async throws {
    let client = try network.client("alice")
    network.goDown()
    await client.connect()
    let error = try await ending(of: request, client)
    #expect(error?.code == (request.name == "connect" ? .timedOut : .notConnected))
    await client.close()
  }

  @Test(arguments: requests) private func requestEndsWhileTheServerNeverAnswers(request: Request) async throws {
    let client = try network.client("alice")
    if request.name == "connect" {
      network.mute(true)
    } else {
      try await client.connect(within: .seconds(20))
      network.say("hello", as: "bob", to: "direct:alice")
      try await client.caughtUp()
      network.mute(true)
    }
    let error = try await ending(of: request, client)
    let codes: [MartletError.Code] = [.timedOut, .notConnected]
    #expect(error.map { codes.contains($0.code) } == true, "\(String(describing: error))")
    await client.close()
  }
}
