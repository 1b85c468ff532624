import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletServer

/// What is told of devices that come and go, and how losses on the bus are noticed.
@Suite struct PresencePartsTests {
  private static let second: UInt64 = 1_000_000_000
  private let alice: UserKey
  private let bob: UserKey

  init() throws {
    let app = try #require(AppID("demo"))
    alice = UserKey(app: app, user: try #require(UserID("alice")))
    bob = UserKey(app: app, user: try #require(UserID("bob")))
  }

  private func part(_ classes: Wire.DeviceClass..., text: String? = nil, at time: Int64 = 0) -> PresencePart {
    PresencePart(classes: classes, status: text.map { StatusText(text: $0, time: time) })
  }

  /// Plays changes of alice's part at seconds, a look at each second, and a grace of five; gives what was told.
  private func told(_ changes: [UInt64: PresencePart], until end: UInt64) -> [String] {
    var own = OwnPresence()
    var truth = PresencePart.none
    var told: [String] = []
    for second in 0...end {
      if let change = changes[second] {
        truth = change
        own.changed(alice, to: truth, at: second * Self.second, 120_000 + Int64(second) * 1000)
      }
      let due = own.takeDue(at: second * Self.second, part: { _ in truth }, grace: { _ in 5 * Self.second })
      told += due.map { change in
        let words = change.part.classes.map { "\($0.rawValue)" } + [change.part.status?.text ?? ""] + ["\(change.lastSeen)"]
        return "\(second): \(words.joined(separator: " "))"
      }
    }
    return told
  }

  @Test func whatComesIsToldAtOnceAndWhatGoesLater() {
    let changes: [UInt64: PresencePart] = [
      1: part(.mobile), 3: part(.mobile, .web), 4: part(.web), 10: part(.web, text: "x"), 20: .none,
    ]
    #expect(
      told(changes, until: 30) == [
        "1: 1  0", "3: 1 4  0", "9: 4  0", "10: 4 x 0", "25:  120000",
      ])
  }

  @Test func whatComesBackInTimeIsNotTold() {
    let here = part(.mobile, text: "x", at: 1), again = part(.mobile, text: "x", at: 6)
    #expect(told([1: here, 3: .none, 5: part(.mobile), 7: again, 8: .none, 12: again], until: 30) == ["1: 1 x 0"])
    // Of one that is seen between two looks only, the end is told.
    var own = OwnPresence()
    own.changed(alice, to: here, at: 0, 60_000)
    own.changed(alice, to: .none, at: 1, 60_001)
    #expect(own.seen[alice] == here)
    #expect(own.takeDue(at: 2, part: { _ in .none }, grace: { _ in 10 }).map(\.part) == [here])
    #expect(own.takeDue(at: 11, part: { _ in .none }, grace: { _ in 10 }).map(\.lastSeen) == [60_000])
    #expect(own.seen.isEmpty)
  }

  @Test func aHoleInTheNumbersIsNoticed() {
    var lanes = PresenceLanes()
    let numbers: [(Int64, UInt32, UInt64)] = [
      (1, 0, 7), (1, 0, 8), (1, 1, 1), (2, 0, 1), (1, 0, 10), (1, 0, 9), (1, 0, 11), (1, 1, 2), (2, 0, 3),
    ]
    #expect(
      numbers.map { lanes.isHole(node: $0, lane: $1, number: $2) } == [
        false, false, false, false, true, false, false, false, true,
      ])
    lanes.keep(nodes: [2])
    #expect(!lanes.isHole(node: 1, lane: 0, number: 20) && lanes.isHole(node: 2, lane: 0, number: 5))
  }

  @Test func aQuestionEndsWithTheLastAnswer() {
    let ends = Ends()
    var questions = PresenceQuestions()
    let id = questions.begin(2, to: [1, 2], lane: 1, lanes: 2) { ends.add($0.mapValues { $0.keys.sorted() }, $1) }
    #expect(id % 2 == 1)
    questions.take([(alice, part(.web)), (bob, .none)], of: 1, to: id)?()
    questions.take([(alice, part(.web))], of: 2, to: id)?()
    questions.take([(alice, part(.web))], of: 3, to: id &+ 2)?()
    #expect(ends.all.isEmpty)
    questions.take([(bob, part(.tool))], of: 2, to: id)?()
    #expect(ends.all.map(\.isWhole) == [true] && ends.all.first?.parts == [alice: [1, 2], bob: [2]])
    let late = questions.begin(1, to: [1], lane: 0, lanes: 2) { ends.add($0.mapValues { $0.keys.sorted() }, $1) }
    let tell = questions.end(late)
    #expect(ends.all.count == 1, "the asker may change the questions, so it is told after the change")
    tell?()
    let again = questions.end(late)
    #expect(again == nil)
    #expect(ends.all.map(\.isWhole) == [true, false])
  }

  /// A record that changed in the store is not shown until it was read again, which an earlier read does not do.
  @Test func aChangedRecordIsUnknownUntilItWasReadAgain() throws {
    let loop = try EventLoop(name: "watchers")
    var watchers = PresenceWatchers()
    _ = watchers.add(Witness(loop), isOwn: false, to: alice, until: 10, most: 2, at: 0)
    watchers.read(PresenceRecord(lastSeen: 60_000), of: alice, reading: 0)
    _ = watchers.show(ShownPresence(.none, PresenceRecord(), Limits()), of: alice, at: 0)
    #expect(watchers.isKnown(alice))
    let due = watchers.beginReading(alice)
    let reading = try #require(due)
    watchers.read(PresenceRecord(), of: alice, reading: reading - 1)
    #expect(!watchers.isKnown(alice) && watchers.users[alice]?.record == nil)
    watchers.seen(alice, at: 120_000)
    watchers.read(PresenceRecord(lastSeen: 60_000, visibility: .nobody), of: alice, reading: reading)
    #expect(watchers.isKnown(alice))
    #expect(watchers.users[alice]?.record == PresenceRecord(lastSeen: 120_000, visibility: .nobody))
  }

  /// A watch that has ended makes room for another one, at the session and at the user.
  @Test func endedWatchesMakeRoom() throws {
    let loop = try EventLoop(name: "watchers")
    let (one, other, third) = (Witness(loop), Witness(loop), Witness(loop))
    var watchers = PresenceWatchers()
    func add(_ session: Witness, until: UInt64, at now: UInt64) -> Bool {
      watchers.add(session, isOwn: false, to: alice, until: until, most: 2, at: now)
    }
    #expect(add(one, until: 10, at: 0) && add(other, until: 20, at: 0) && !add(third, until: 30, at: 9))
    #expect(add(one, until: 12, at: 9), "the same again has room")
    #expect(add(third, until: 30, at: 12) && !watchers.isWatched(alice, by: one))
    for session in [other, third] { watchers.remove(session, from: alice) }
    #expect(watchers.users.isEmpty)

    var sessions = WatchedBySessions()
    #expect(sessions.add([alice], to: one, until: 10, most: 1, at: 0) == [])
    #expect(sessions.add([bob], to: one, until: 20, most: 1, at: 9) == nil)
    #expect(sessions.add([bob], to: one, until: 20, most: 1, at: 10) == [alice])
    #expect(sessions.remove(nil, from: one) == [bob] && sessions.remove(nil, from: one).isEmpty)
  }
}

/// How questions ended.
private final class Ends: Sendable {
  private let ends = Mutex<[(parts: [UserKey: [Int64]], isWhole: Bool)]>([])

  var all: [(parts: [UserKey: [Int64]], isWhole: Bool)] { ends.withLock { $0 } }

  func add(_ parts: [UserKey: [Int64]], _ isWhole: Bool) { ends.withLock { $0.append((parts, isWhole)) } }
}
