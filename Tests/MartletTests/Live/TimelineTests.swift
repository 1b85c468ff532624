import ClientModels
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import Martlet
@testable import MartletCore

/// Follows a live sequence from a task of its own, and folds its changes.
final class Follower<Row: Hashable & Sendable, Update: Sendable>: Sendable {
  private struct State {
    var rows: [Row] = []
    var last: Update?
    var updates = 0
    var agrees = true
    var end: Result<Void, MartletError>?
  }

  private let state = Mutex(State())
  private let task = Mutex<Task<Void, Never>?>(nil)

  init<Live: AsyncSequence & Sendable>(
    _ live: Live, _ parts: @escaping @Sendable (Update) -> ([Row], RowChange<Row>)
  ) where Live.Element == Update, Live.Failure == MartletError {
    let task = Task { [weak self] in
      var end = Result<Void, MartletError>.success(())
      do throws(MartletError) {
        for try await update in live { self?.take(update, parts) }
      } catch {
        end = .failure(error)
      }
      self?.state.withLock { $0.end = end }
    }
    self.task.withLock { $0 = task }
  }

  deinit { task.withLock { $0?.cancel() } }

  private func take(_ update: Update, _ parts: (Update) -> ([Row], RowChange<Row>)) {
    let (rows, change) = parts(update)
    state.withLock { state in
      change.apply(to: &state.rows)
      state.agrees = state.agrees && state.rows == rows && (state.updates == 0 || !change.isEmpty || rows == state.rows)
      state.last = update
      state.updates += 1
    }
  }

  var rows: [Row] { state.withLock { $0.rows } }
  var last: Update? { state.withLock { $0.last } }
  var updates: Int { state.withLock { $0.updates } }
  /// True if the changes, one after the other, gave the rows of every update.
  var agrees: Bool { state.withLock { $0.agrees } }
  var end: Result<Void, MartletError>? { state.withLock { $0.end } }

  func cancel() { task.withLock { $0?.cancel() } }
}

extension Timeline {
  func followed() -> Follower<TimelineRow, TimelineUpdate> { Follower(self) { ($0.rows, $0.change) } }
}

extension Follower where Row == TimelineRow {
  /// The rows as short texts: messages as they are, unsent ones with "+", refused ones with "!", local ones in brackets.
  var texts: [String] {
    rows.map { row in
      switch row.line {
      case .message(let message): message.isRecalled ? "recalled" : message.text ?? message.summary()
      case .unsent(let pending):
        if case .failed = pending.state { "!" + pending.text } else { "+" + pending.text }
      case .local(let message): "[\(message.content.text ?? "")]"
      }
    }
  }
}

extension PendingSend {
  fileprivate var text: String { if case .send(let content) = action { content.text ?? "" } else { "" } }
}

/// A conversation as a screen shows it.
@Suite(.timeLimit(.minutes(10))) struct TimelineTests {
  private let network = MemoryNetwork()
  private let direct = ConversationID.of("direct:alice:bob")

  private func say(_ texts: String...) { for text in texts { network.say(text, as: "bob", to: "direct:alice") } }

  private func fill(_ range: ClosedRange<Int>) { for number in range { say("m\(number)") } }

  private func texts(_ range: ClosedRange<Int>) -> [String] { range.map { "m\($0)" } }

  // MARK: Rows

  @Test func newMessagesAndTheirChangesAppear() async throws {
    fill(1...3)
    let client = try await network.online("alice")
    let shown = client.chat(direct).timeline().followed()
    try await network.pass { shown.texts == texts(1...3) }
    #expect(shown.last?.facts.isAtBeginning == true)
    #expect(shown.last?.facts.isAtEnd == true)
    say("m4")
    try await network.pass { shown.texts == texts(1...4) }
    let bob = try await network.online("bob")
    _ = await bob.chat(direct).edit(direct.message(at: 2), to: .text("changed"))
    try await network.pass { shown.texts == ["m1", "changed", "m3", "m4"] }
    _ = await bob.chat(direct).recall(direct.message(at: 3))
    try await network.pass { shown.texts == ["m1", "changed", "recalled", "m4"] }
    try await client.chat(direct).hide([direct.message(at: 1)])
    try await network.pass { shown.texts == ["changed", "recalled", "m4"] }
    _ = await client.chat(direct).react("+1", to: direct.message(at: 4))
    try await network.pass { shown.rows.last?.message?.annotations.reactions.first?.key == "+1" }
    #expect(shown.agrees)
    for client in [client, bob] { await client.close() }
  }

  /// The row of a message is the same before and after it is sent.
  @Test func unsentMessageBecomesASentOneInItsRow() async throws {
    fill(1...2)
    let client = try await network.online("alice")
    let shown = client.chat(direct).timeline().followed()
    try await network.pass { shown.texts == texts(1...2) }
    network.goDown()
    let id = try await client.chat(direct).enqueue(.text("hello"))
    try await network.pass { shown.texts == ["m1", "m2", "+hello"] }
    #expect(shown.rows.last?.key == id.text)
    network.comeBack()
    try await network.pass { shown.texts == ["m1", "m2", "hello"] }
    #expect(shown.rows.last?.key == id.text)
    #expect(shown.agrees)
    await client.close()
  }

  @Test func refusedMessageStaysWhereItWasWritten() async throws {
    fill(1...2)
    let client = try await network.online("alice")
    let shown = client.chat(direct).timeline().followed()
    try await network.pass { shown.texts == texts(1...2) }
    // A message to some members only, in a direct conversation.
    var details = MessageDetails()
    details.directedTo = [.of("bob")]
    _ = await client.chat(direct).send(.text("no"), details: details)
    try await network.pass { shown.texts == ["m1", "m2", "!no"] }
    network.server { $0.time += 1_000_000_000_000 }
    say("m3")
    try await network.pass { shown.texts == ["m1", "m2", "!no", "m3"] }
    let refused = try #require(try await client.pending().first)
    try await client.discard(refused.id)
    try await network.pass { shown.texts == texts(1...3) }
    #expect(shown.agrees)
    await client.close()
  }

  @Test func waitingEditIsShownWithItsMessage() async throws {
    let client = try await network.online("alice")
    _ = await client.chat(direct).send(.text("one"))
    let shown = client.chat(direct).timeline().followed()
    try await network.pass { shown.texts == ["one"] }
    network.goDown()
    try await client.chat(direct).enqueue(.edit(1, .text("two")))
    try await network.pass { shown.rows.first?.changes.count == 1 }
    #expect(shown.texts == ["one"])
    network.comeBack()
    try await network.pass { shown.texts == ["two"] && shown.rows.first?.changes.isEmpty == true }
    #expect(shown.agrees)
    await client.close()
  }

  @Test func localMessagesHaveTheirPlaces() async throws {
    fill(1...2)
    let client = try await network.online("alice")
    let chat = client.chat(direct)
    let shown = chat.timeline().followed()
    try await network.pass { shown.texts == texts(1...2) }
    try await chat.insertLocal([LocalDraft(.text("here"))])
    say("m3")
    try await network.pass { shown.texts == ["m1", "m2", "[here]", "m3"] }
    try await chat.removeLocal(nil)
    try await network.pass { shown.texts == texts(1...3) }
    #expect(shown.agrees)
    await client.close()
  }

  // MARK: Moves

  /// Moves a timeline, and waits until the next update has arrived.
  private func update(_ shown: Follower<TimelineRow, TimelineUpdate>, _ move: () async throws -> Void) async throws {
    let before = shown.updates
    try await move()
    try await network.pass { shown.updates > before }
  }

  @Test func movesGoToTheBeginningAndBack() async throws {
    fill(1...200)
    let client = try await network.online("alice")
    let timeline = client.chat(direct).timeline(window: 20)
    let shown = timeline.followed()
    try await network.pass { shown.texts == texts(181...200) }
    while shown.last?.facts.isAtBeginning != true {
      try await update(shown) { try await timeline.older() }
      #expect(shown.rows.count <= 80)
    }
    #expect(shown.texts.prefix(20) == texts(1...20)[...])
    #expect(shown.last?.facts.isAtEnd == false)
    say("m201")
    try await network.pass { (shown.last?.facts.newerCount ?? 0) > 0 }
    while shown.last?.facts.isAtEnd != true {
      try await update(shown) { try await timeline.newer() }
    }
    #expect(shown.texts.suffix(20) == texts(182...201)[...])
    #expect(shown.agrees)
    await client.close()
  }

  /// The place is long before what the device holds, and has no gap to its neighbours.
  @Test func jumpsFarAwayAndShowsChangesThere() async throws {
    fill(1...300)
    let client = try await network.online("alice")
    let timeline = client.chat(direct).timeline(window: 20)
    let shown = timeline.followed()
    try await network.pass { shown.texts == texts(281...300) }
    try await timeline.move(to: .position(100))
    try await network.pass { shown.texts == texts(95...119) }
    #expect(try await client.read { try $0.stored(direct)?.first ?? 0 } > 119)
    let bob = try await network.online("bob")
    _ = await bob.chat(direct).edit(direct.message(at: 101), to: .text("changed"))
    try await network.pass { shown.texts.contains("changed") }
    try await timeline.older()
    try await network.pass { shown.texts.first == "m75" }
    while shown.last?.facts.isAtEnd != true {
      try await update(shown) { try await timeline.newer() }
      #expect(zip(shown.rows, shown.rows.dropFirst()).allSatisfy { ($0.message?.seq ?? 0) + 1 == $1.message?.seq })
    }
    #expect(shown.texts.last == "m300")
    #expect(shown.agrees)
    for client in [client, bob] { await client.close() }
  }

  @Test func firstUnreadIsKeptAndFound() async throws {
    fill(1...100)
    let client = try await network.online("alice")
    try await client.chat(direct).markRead(upTo: direct.message(at: 40))
    let timeline = client.chat(direct).timeline(window: 20, at: .firstUnread)
    let shown = timeline.followed()
    try await network.pass { shown.texts == texts(36...60) }
    #expect(shown.last?.facts.firstUnread == 41)
    #expect(shown.last?.facts.isAtEnd == false)
    try await client.chat(direct).markRead()
    try await timeline.move(to: .newest)
    try await network.pass { shown.texts == texts(81...100) }
    #expect(shown.last?.facts.firstUnread == 41)
    await client.close()
  }

  @Test func momentIsFound() async throws {
    network.server { $0.time = 1_000_000 }
    fill(1...10)
    network.server { $0.time = 2_000_000 }
    fill(11...40)
    let client = try await network.online("alice")
    let shown = client.chat(direct).timeline(window: 10, at: .time(Timestamp(milliseconds: 1_500_000))).followed()
    try await network.pass { shown.texts.contains("m11") }
    #expect(shown.texts == texts(9...20))
    await client.close()
  }

  /// A reader at the beginning of a window is not moved by what arrives; one at the end sees what is new.
  @Test func windowStaysBounded() async throws {
    fill(1...30)
    let client = try await network.online("alice")
    let timeline = client.chat(direct).timeline(window: 10)
    let shown = timeline.followed()
    try await network.pass { shown.texts == texts(21...30) }
    fill(31...100)
    try await network.pass { shown.texts.last == "m100" }
    #expect(shown.rows.count <= 40)
    try await timeline.move(to: .newest)
    for _ in 0..<3 { try await timeline.older() }
    try await network.pass { shown.texts.first == "m61" }
    fill(101...120)
    try await network.pass { shown.last?.facts.isAtEnd == false }
    #expect(shown.texts.first == "m61")
    #expect(shown.agrees)
    await client.close()
  }

  // MARK: Opening and ending

  @Test func withoutAConnectionItShowsWhatIsHeldAndLaterTheRest() async throws {
    fill(1...50)
    let folder = try TemporaryDirectory()
    let client = try await network.online("alice", directory: folder.path)
    let held = try await client.chat(direct).cachedHistory(limit: 100).count
    await client.close()
    network.goDown()
    let again = try network.client("alice", directory: folder.path)
    let shown = again.chat(direct).timeline(window: 40).followed()
    try await network.pass { shown.rows.count == min(held, 40) }
    fill(51...52)
    network.comeBack()
    await again.connect()
    try await network.pass { shown.texts == texts(13...52) }
    #expect(shown.agrees)
    await again.close()
  }

  @Test func newDeviceWaitsForItsUser() async throws {
    fill(1...3)
    let client = try network.client("alice")
    let shown = client.chat(with: .of("bob")).timeline().followed()
    await client.connect()
    try await network.pass { shown.texts == texts(1...3) }
    await client.close()
  }

  @Test func groupThatTheDeviceDoesNotHoldIsShownOnceItIsOnline() async throws {
    network.server { server in
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "", members: ["alice"])
      _ = server.answer(.createGroup(create), of: .of("bob"))
    }
    let client = try network.client("alice")
    let shown = client.chat(.of("group:g")).timeline().followed()
    try await network.wait { shown.updates > 0 }
    #expect(shown.rows.isEmpty && shown.end == nil)
    await client.connect()
    try await network.pass { !shown.rows.isEmpty }
    await client.close()
  }

  @Test func unknownConversationFails() async throws {
    let client = try await network.online("alice")
    let shown = client.chat(.of("group:nowhere")).timeline().followed()
    try await network.pass { shown.end != nil }
    if case .failure(let error)? = shown.end {
      #expect(error.code == .conversationUnknown)
    } else {
      Issue.record("it did not fail")
    }
    await client.close()
  }

  @Test func conversationThatIsLeftLosesItsRows() async throws {
    network.server { server in
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "", members: ["alice"])
      _ = server.answer(.createGroup(create), of: .of("bob"))
    }
    let client = try await network.online("alice")
    let shown = client.chat(.of("group:g")).timeline().followed()
    try await network.pass { shown.rows.count == 1 }
    try await client.chat(.of("group:g")).leave()
    try await network.pass { shown.rows.isEmpty }
    #expect(shown.end == nil)
    await client.close()
  }

  @Test func itEndsWithTheClientTheTaskAndTheNextReader() async throws {
    fill(1...3)
    let client = try await network.online("alice")
    let timeline = client.chat(direct).timeline()
    let (first, cancelled) = (timeline.followed(), client.chat(direct).timeline().followed())
    try await network.pass { first.rows.count == 3 && cancelled.rows.count == 3 }
    let second = timeline.followed()
    try await network.pass { first.end != nil }
    say("m4")
    try await network.pass { second.rows.last?.message?.text == "m4" }
    cancelled.cancel()
    try await network.pass { cancelled.end != nil }
    await client.close()
    try await network.pass { second.end != nil }
    for ended in [first, second, cancelled] { #expect(throws: Never.self) { try ended.end?.get() } }
  }

  /// A timeline that nobody holds is closed in the client too.
  @Test func droppedTimelineIsForgotten() async throws {
    fill(1...3)
    let client = try await network.online("alice")
    do {
      let shown = client.chat(direct).timeline().followed()
      try await network.pass { shown.rows.count == 3 }
      shown.cancel()
      try await network.pass { shown.end != nil }
    }
    try await network.pass { await client.viewsOpen == 0 }
    await client.close()
  }
}

/// A timeline that was followed through everything shows what a new device shows.
@Suite(.timeLimit(.minutes(10))) struct TimelineConvergenceTests {
  private let network = MemoryNetwork()
  private let direct = ConversationID.of("direct:alice:bob")

  @Test(arguments: SeededRandom.environmentSeeds(6)) func followedTimelineIsAFreshOne(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    for number in 1...60 { network.say("m\(number)", as: "bob", to: "direct:alice") }
    let (client, bob) = (try await network.online("alice"), try await network.online("bob"))
    let timeline = client.chat(direct).timeline(window: 15)
    let shown = timeline.followed()
    // A move waits for the connection, for which time has to pass.
    await withTaskGroup { moves in
      for _ in 0..<60 { await act(client, bob, timeline, &moves, &random) }
      network.comeBack()
      let isDone = Mutex(false)
      async let time: Void? = try? network.pass { isDone.withLock { $0 } }
      await moves.waitForAll()
      isDone.withLock { $0 = true }
      await time
    }
    try await network.pass { try await client.pending().isEmpty }
    try await bob.caughtUp()
    _ = await bob.chat(direct).send(.text("the end"))
    try await network.pass { try await client.chat(direct).cachedHistory(limit: 1).last?.text == "the end" }
    try await timeline.move(to: .newest)
    let fresh = try await network.online("alice")
    let expected = fresh.chat(direct).timeline(window: 15).followed()
    try await network.pass { expected.texts.last == "the end" && expected.rows.count >= 15 }
    try await network.pass { shown.rows == expected.rows }
    #expect(shown.agrees, "\(random)")
    for client in [client, bob, fresh] { await client.close() }
  }

  private func act(
    _ client: MartletClient, _ bob: MartletClient, _ timeline: Timeline, _ moves: inout TaskGroup<Void>,
    _ random: inout SeededRandom
  ) async {
    let seq = UInt64.random(in: 1...80, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2: network.say("more", as: "bob", to: "direct:alice")
    case 3: _ = try? await client.chat(direct).enqueue(.text("mine"))
    case 4: _ = try? await bob.chat(direct).enqueue(.edit(seq, .text("edited")))
    case 5: _ = try? await bob.chat(direct).enqueue(.recall(seq))
    case 6: _ = try? await bob.chat(direct).enqueue(.annotate(seq, .reactions(added: ["+1"], removed: [])))
    case 7: network.goDown()
    case 8: network.comeBack()
    case 9: moves.addTask { try? await timeline.older() }
    case 10: moves.addTask { try? await timeline.newer() }
    default: moves.addTask { try? await timeline.move(to: .position(seq)) }
    }
    for _ in 0..<Int.random(in: 0..<4, using: &random) { await network.takeTurns() }
  }
}

extension MartletClient {
  fileprivate var viewsOpen: Int { engine.timelines.count + engine.lists.count }
}
