import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// The clocks of the times at which a message was written, stored and received.
@Suite(.timeLimit(.minutes(10))) struct TimesTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let bob = UserID.of("bob")
  private let direct = ConversationID.of("direct:alice:bob")

  init() throws { folder = try TemporaryDirectory() }

  @Test func whatWaitsHasTheServersTimeWhereItIsKnown() async throws {
    let client = try network.client("alice")
    // The device is years ahead.
    let (own, server) = (network.time.wallMilliseconds, network.server { $0.time })
    #expect(own > server + 1_000_000)
    try await client.chat(with: bob).enqueue(.text("before any connection"))
    #expect(try await client.pending().map(\.made) == [Timestamp(milliseconds: own)])
    await client.connect()
    try await client.caughtUp()
    network.mute(true)
    try await client.chat(with: bob).enqueue(.text("now"))
    let made = try #require(try await client.pending().last?.made)
    #expect((server..<server + 1_000_000).contains(made.milliseconds))
    await client.close()
  }

  @Test func timeOfArrivalIsThisDevicesAndKept() async throws {
    network.say("one", as: "bob", to: "direct:alice")
    var client = try await network.online("alice", directory: folder.path)
    try await network.wait(for: client, toHold: direct, upTo: 1)
    let before = network.time.wallMilliseconds
    network.time.advance(by: .seconds(5))
    network.say("two", as: "bob", to: "direct:alice")
    try await network.wait(for: client, toHold: direct, upTo: 2)
    let now = network.time.wallMilliseconds
    let times = try await client.chat(direct).receivedTimes(of: [1, 2, 3, 0].map(direct.message(at:)))
    #expect(Set(times.keys) == Set([1, 2].map(direct.message(at:))))
    let (one, two) = (try #require(times[direct.message(at: 1)]), try #require(times[direct.message(at: 2)]))
    #expect(one.milliseconds <= before && two.milliseconds > before && two.milliseconds <= now)
    await client.close()
    network.time.advance(by: .seconds(60))
    client = try network.client("alice", directory: folder.path)
    #expect(try await client.chat(direct).receivedTimes(of: [2, 1].map(direct.message(at:))) == times)
    #expect(try await client.chat(.of("group:none")).receivedTimes(of: [ConversationID.of("group:none").message(at: 1)]).isEmpty)
    let error = await #expect(throws: MartletError.self) {
      try await client.chat(direct).receivedTimes(of: (1...1_001).map(direct.message(at:)))
    }
    #expect(error?.code == .argumentInvalid && error?.limit == 1_000)
    await client.close()
  }

  @Test func whatWasMissedIsToldFromWhatHappensNow() async throws {
    let client = try network.client("alice")
    #expect(await client.onlineSince == nil)
    await client.connect()
    try await client.caughtUp()
    let first = try #require(await client.onlineSince)
    await client.disconnect()
    for text in ["missed", "too"] { network.say(text, as: "bob", to: "direct:alice") }
    let events = client.events()
    await client.connect()
    try await client.caughtUp()
    let since = try #require(await client.onlineSince)
    #expect(since > first)
    network.say("now", as: "bob", to: "direct:alice")
    var isMissed: [String: Bool] = [:]
    for await event in events {
      guard case .message(let message) = event else { continue }
      isMissed[message.text ?? ""] = message.time <= since
      if isMissed.count == 3 { break }
    }
    #expect(isMissed == ["missed": true, "too": true, "now": false])
    await client.close()
  }

  @Test func theFirstUnreadMessageHasItsTime() async throws {
    for text in ["one", "two", "three"] { network.say(text, as: "bob", to: "direct:alice") }
    let client = try await network.online("alice")
    let chat = client.chat(direct)
    try await network.wait(for: client, toHold: direct, upTo: 3)
    try await chat.markRead(upTo: direct.message(at: 1))
    let seq = try #require(try await chat.firstUnread())
    let first = try #require(try await chat.messages([seq]).first)
    #expect(first.seq == 2 && first.time == Timestamp(milliseconds: network.server { $0.logs[direct]?.entries[1].time ?? 0 }))
    await client.close()
  }
}
