import ClientModels
import MartletSQLite
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// A group's title and attributes as an app changes and shows them.
@Suite(.timeLimit(.minutes(10))) struct ChangingTests {
  private let network = MemoryNetwork()
  private let group = ConversationID.of("group:g")
  private let bob = UserID.of("bob")

  /// Alice, who created a group with bob.
  private func alice(directory: String? = nil) async throws -> MartletClient {
    let client = try network.client("alice", directory: directory)
    await client.connect()
    try await client.caughtUp()
    _ = try await client.createGroup(
      title: "Team", members: [bob], attributes: ["topic": .text("sea"), "flags": .integer(0b101)], id: "g")
    try await network.pass { try await client.chat(group).summary() != nil }
    return client
  }

  @Test func titleAndAttributesAreSeenByAllMembers() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    let made = try #require(try await theirs.chat(group).summary())
    #expect(made.title == "Team" && made.attributes == ["topic": .text("sea"), "flags": .integer(5)])
    try await theirs.chat(group).change(title: "Crew", attributes: ["topic": nil, "flags": .integer(6), "none": nil])
    for client in [mine, theirs] {
      try await network.pass { try await client.chat(group).summary()?.head == 2 }
      let seen = try #require(try await client.chat(group).summary())
      #expect(seen.title == "Crew" && seen.attributes == ["flags": .integer(6)])
      #expect(seen.settings.attributes.isEmpty && seen.unread == 0 && seen.lastMessage == nil)
      let notice = Notice.conversationChanged(title: "Crew", attributes: ["topic": nil, "flags": .integer(6)])
      #expect(try await client.chat(group).history().last?.kind == .notice(notice))
      #expect(try await client.chat(group).history().last?.sender == bob)
    }
    await mine.close()
    await theirs.close()
  }

  @Test func aDeviceThatWasAwaySeesWhatANewOneSees() async throws {
    let mine = try await alice()
    let old = try await network.online("bob")
    await old.disconnect()
    let chat = mine.chat(group)
    try await chat.change(title: "One", attributes: ["a": .list([.integer(1)])])
    try await chat.change(attributes: ["a": .null, "topic": .text("land")])
    try await chat.change(title: "Two", attributes: ["flags": nil])
    await old.connect()
    try await old.caughtUp()
    let new = try await network.online("bob")
    try await network.pass { try await old.chat(group).summary()?.head == 4 }
    let seen = try #require(try await old.chat(group).summary())
    let fresh = try await new.chat(group).summary()
    #expect(seen == fresh)
    #expect(seen.title == "Two" && seen.attributes == ["a": .null, "topic": .text("land")])
    for client in [mine, old, new] { await client.close() }
  }

  @Test func theyAreKeptOnTheDevice() async throws {
    let folder = try TemporaryDirectory()
    let first = try await alice(directory: folder.path)
    try await first.chat(group).change(title: "Kept", attributes: ["topic": nil])
    try await network.pass { try await first.chat(group).summary()?.head == 2 }
    await first.close()
    network.goDown()
    let again = try network.client("alice", directory: folder.path)
    let kept = try #require(try await again.chat(group).summary())
    #expect(kept.title == "Kept" && kept.attributes == ["flags": .integer(5)])
    var query = ConversationQuery()
    query.sharedAttributes = ["flags": .integer(5)]
    #expect(try await again.conversations(matching: query).map(\.id) == [group])
    query.sharedAttributes["topic"] = .text("sea")
    #expect(try await again.conversations(matching: query).isEmpty)
    await again.close()
    withExtendedLifetime(folder) {}
  }

  @Test func aDeviceOfAnEarlierVersionLearnsThemWhenItConnects() async throws {
    let folder = try TemporaryDirectory()
    let before = try await alice(directory: folder.path)
    await before.close()
    let database = try SQLiteConnection(path: "\(folder.path)/\(SystemFiles.databaseName)")
    try database.execute("ALTER TABLE conversation DROP COLUMN attributes; DROP TABLE attribute")
    let steps = LocalSchema.steps.prefix { "\($0.name)" != "attributes" }
    try database.setPragma("user_version", to: Int64(steps.count))
    database.close()
    let client = try await network.online("alice", directory: folder.path)
    try await network.pass { try await client.chat(group).summary()?.attributes.isEmpty == false }
    #expect(try await client.chat(group).summary()?.attributes == ["topic": .text("sea"), "flags": .integer(5)])
    await client.close()
    withExtendedLifetime(folder) {}
  }

  @Test func whoLeavesKeepsNothingOfThem() async throws {
    let client = try await alice()
    try await client.chat(group).leave()
    try await network.pass { try await client.conversations().isEmpty }
    var query = ConversationQuery()
    query.sharedAttributes = ["flags": .integer(5)]
    query.includesRemoved = true
    #expect(try await client.conversations(matching: query).isEmpty)
    await client.close()
  }

  @Test func changesAreToldAsEvents() async throws {
    let client = try await alice()
    let events = client.events()
    try await client.chat(group).change(title: "Told", attributes: ["b": .flag(true)])
    var (shown, notice) = (false, false)
    for await event in events {
      switch event {
      case .conversation(let one): shown = shown || (one.title == "Told" && one.attributes["b"] == .flag(true))
      case .message(let line):
        notice = notice || line.kind == .notice(.conversationChanged(title: "Told", attributes: ["b": .flag(true)]))
      default: break
      }
      if shown, notice { break }
    }
    #expect(shown && notice)
    // Setting the current value changes nothing.
    try await client.chat(group).change(title: "Told")
    #expect(network.server { $0.logs[group]?.head } == 2)
    await client.close()
  }

  @Test func badRequestsSaySo() async throws {
    let client = try await alice()
    for key in ["", "a b", String(repeating: "k", count: 65)] {
      await #expect(throws: MartletError.self) { try await client.chat(group).change(attributes: [key: .null]) }
      do {
        _ = try await client.createGroup(title: "", members: [], attributes: [key: .null])
        Issue.record("made with the key '\(key)'")
      } catch {
        #expect(error.code == .argumentInvalid && error.field == "attributes")
      }
    }
    network.say("hello", as: "bob", to: "direct:alice")
    do {
      try await client.chat(with: bob).change(title: "x")
      Issue.record("a direct conversation has a title")
    } catch {
      #expect(error.code == .server(.notSupportedHere))
    }
    do {
      try await client.chat(.of("group:none")).change(title: "x")
      Issue.record("nothing has a title")
    } catch {
      #expect(error.code == .conversationUnknown)
    }
    await client.close()
  }
}
