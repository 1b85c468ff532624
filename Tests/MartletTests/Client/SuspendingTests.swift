import ClientModels
import MartletTesting
import Testing

@testable import Martlet
@testable import MartletCore

/// A client whose app goes to the background, and comes back.
@Suite(.timeLimit(.minutes(10))) struct SuspendingTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The events up to `.caughtUp`.
  private func events(of iterator: inout Events.Iterator) async -> [Event] {
    var told: [Event] = []
    while let event = await iterator.next(), event != .caughtUp { told.append(event) }
    return told
  }

  @Test func suspendedClientHoldsNoFileAndContinuesWhenResumed() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    _ = await alice.chat(with: UserID.of("bob")).send(.text("before"))
    #expect(try await alice.conversations().count == 1)
    #expect(try folder.openFiles().contains("martlet.lock"))
    await alice.suspend()
    #expect(try folder.openFiles() == [])
    #expect(alice.state == .offline)
    network.say("meanwhile", as: "bob", to: "direct:alice")

    var told = alice.events().makeAsyncIterator()
    try await alice.resume()
    let events = await events(of: &told)
    #expect(!events.contains(.missed), "nobody else had the data")
    #expect(events.contains { if case .message(let message) = $0 { message.text == "meanwhile" } else { false } })
    #expect(await alice.chat(with: UserID.of("bob")).send(.text("after")).isSent)
    #expect(try await alice.chat(with: UserID.of("bob")).history().map(\.text) == ["before", "meanwhile", "after"])
    await alice.close()
  }

  @Test func callsOfASuspendedClientFailAndWriteNothing() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    let chat = alice.chat(with: UserID.of("bob"))
    _ = await chat.send(.text("before"))
    await alice.suspend()
    await alice.suspend()
    guard case .failed(let refused) = await chat.send(.text("refused")) else { return #expect(Bool(false), "it was taken") }
    #expect(refused.code == .suspended)
    func failure(_ body: () async throws -> Void) async -> MartletError.Code? {
      do { try await body() } catch { return (error as? MartletError)?.code }
      return nil
    }
    #expect(await failure { try await chat.enqueue(.text("refused")) } == .suspended)
    #expect(await failure { _ = try await alice.conversations() } == .suspended)
    #expect(await failure { _ = try await chat.history() } == .suspended)
    #expect(await failure { try await chat.markRead() } == .suspended)
    #expect(await failure { _ = try await alice.pending() } == .suspended)
    #expect(await failure { _ = try await alice.search(SearchQuery("before")) } == .suspended)
    #expect(await failure { try await alice.connected(within: .seconds(1)) } == .suspended)
    #expect(await alice.user == nil)
    for try await _ in alice.logs(from: .first) { Issue.record("a suspended client has no logs") }
    try await alice.resume()
    try await alice.resume()
    try await alice.caughtUp()
    #expect(try await chat.history().map(\.text) == ["before"])
    #expect(try await alice.pending().isEmpty)
    await alice.close()
  }

  @Test func sendInProgressEndsUnknownAndIsSentOnceAfterwards() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    let chat = alice.chat(with: UserID.of("bob"))
    network.mute(true)
    let id = try await chat.enqueue(.text("once"))
    let sending = Task { await chat.send(.text("once"), id: id) }
    try await network.wait { try await alice.pending().count == 1 }
    try await network.wait { await alice.waitingSends == 1 }
    await alice.suspend()
    #expect(await sending.value == .unknown)
    network.mute(false)
    try await alice.resume()
    #expect(await chat.send(.text("once"), id: id).isSent)
    try await alice.caughtUp()
    #expect(try await chat.history().map(\.text) == ["once"])
    await alice.close()
  }

  @Test func whatAnotherClientDidMeanwhileIsReadAndSaid() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    await alice.disconnect()
    await alice.suspend()
    let other = try network.client("alice", directory: folder.path)
    let error = await #expect(throws: MartletError.self) { try await alice.resume() }
    #expect(error?.code == .directoryInUse)
    try await other.chat(with: UserID.of("bob")).enqueue(.text("by another"))
    await other.close()

    var told = alice.events().makeAsyncIterator()
    try await alice.resume()
    #expect(try await alice.pending().count == 1)
    #expect(alice.state == .offline, "it was not connected before")
    await alice.connect()
    #expect(await events(of: &told).first == .missed)
    try await network.wait { try await alice.pending().isEmpty }
    #expect(try await alice.chat(with: UserID.of("bob")).history().map(\.text) == ["by another"])
    await alice.close()
  }

  @Test func wishesOfTheAppMeanwhileTakeEffectWhenResumed() async throws {
    let alice = try network.client("alice", directory: folder.path)
    await alice.suspend()
    await alice.connect()
    #expect(network.hellos == 0)
    try await alice.resume()
    try await alice.caughtUp()
    await alice.suspend()
    await alice.networkChanged(isAvailable: false)
    try await alice.resume()
    try await network.wait { alice.state == .waitingForNetwork }
    await alice.networkChanged(isAvailable: true)
    try await alice.caughtUp()
    await alice.suspend()
    await alice.disconnect()
    try await alice.resume()
    #expect(alice.state == .offline)
    await alice.close()
  }

  @Test func clientThatIsClosedWhileSuspendedStaysClosed() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    let events = alice.events()
    await alice.suspend()
    await alice.close()
    for await _ in events {}
    let error = await #expect(throws: MartletError.self) { try await alice.resume() }
    #expect(error?.code == .closed)
    await #expect(throws: MartletError.closed) { try await alice.conversations() }
    let again = try network.client("alice", directory: folder.path)
    await again.close()
  }

  @Test func clientInMemoryOnlyDisconnects() async throws {
    let alice = try await network.online("alice")
    let chat = alice.chat(with: UserID.of("bob"))
    _ = await chat.send(.text("kept"))
    await alice.suspend()
    #expect(alice.state == .offline)
    #expect(try await chat.history().map(\.text) == ["kept"])
    try await alice.resume()
    try await alice.caughtUp()
    #expect(try await chat.history().map(\.text) == ["kept"])
    await alice.close()
  }

  @Test func timelinesAndListsWaitAndGoOn() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    let chat = alice.chat(with: UserID.of("bob"))
    _ = await chat.send(.text("before"))
    let timeline = chat.timeline().followed()
    let list = Follower(alice.list()) { ($0.rows, $0.change) }
    try await network.wait { timeline.texts == ["before"] && list.rows.map(\.lastMessage?.text) == ["before"] }
    await alice.suspend()
    network.say("meanwhile", as: "bob", to: "direct:alice")
    await #expect(throws: MartletError.suspended) { try await chat.timeline().older() }
    try await alice.resume()
    try await network.wait { timeline.texts == ["before", "meanwhile"] && list.rows.first?.lastMessage?.text == "meanwhile" }

    await alice.disconnect()
    await alice.suspend()
    let other = try network.client("alice", directory: folder.path)
    try await other.chat(with: UserID.of("bob")).enqueue(.text("by another"))
    await other.close()
    try await alice.resume()
    try await network.wait { timeline.texts == ["before", "meanwhile", "+by another"] }
    #expect(timeline.agrees && list.agrees && timeline.end == nil && list.end == nil)
    await alice.suspend()
    await alice.close()
    try await network.wait { timeline.end != nil && list.end != nil }
  }

  /// A search index that was behind is continued, and timers run, as after a start.
  @Test func searchFindsWhatCameBeforeTheSuspension() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    for number in 0..<5 { _ = await alice.chat(with: UserID.of("bob")).send(.text("word \(number)")) }
    await alice.suspend()
    try await alice.resume()
    #expect(try await alice.search(SearchQuery("word")).items.first?.count == 5)
    await alice.close()
  }
}

extension MartletClient {
  fileprivate var waitingSends: Int { engine.sends.count }
}
