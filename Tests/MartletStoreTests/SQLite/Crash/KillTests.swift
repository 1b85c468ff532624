import Foundation
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

/// Kills processes at any moment, and checks the data that the next one finds.
@Suite struct KillTests {
  /// When a process kills itself.
  enum Moment: Codable, CaseIterable {
    /// When so many requests were answered.
    case answers
    /// Within so many commits, before their callers know.
    case commits
    /// So many hundred microseconds after it began to open the store, wherever its threads are by then.
    case time
  }

  private final class Fuse: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    func burn() {
      if left.wrappingSubtract(1, ordering: .relaxed).newValue == 0 { kill(getpid(), SIGKILL) }
    }
  }

  /// The task of a process.
  struct Plan: Codable, Sendable {
    var path: String
    var seed: UInt64
    var life: Int
    var pace: CrashRounds.Pace
    var moment: Moment
    var count: Int
  }

  private static let callers = 4

  /// Sends requests without end, and records them and their answers in a file that survives the process.
  private static func askUntilKilled(_ plan: Plan) async throws {
    let journal = KillJournal(plan.path + "/asked")
    let fuse = Fuse(plan.moment == .answers ? plan.count : .max)
    let commitFuse = Fuse(plan.moment == .commits ? plan.count : .max)
    if plan.moment == .time {
      let end = ContinuousClock.now + .microseconds(100 * plan.count)
      Thread.detachNewThread {
        while ContinuousClock.now < end {}
        kill(getpid(), SIGKILL)
      }
    }
    var options = plan.pace.options()
    options.onCommit = { _ in commitFuse.burn() }
    let store = try await SQLiteStore.open(directory: plan.path, options: options)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<callers {
        group.addTask {
          let name = "\(plan.life).\(caller)"
          var traffic = CrashTraffic(name, seed: plan.seed)
          for number in 0... {
            let request = traffic.next()
            journal.asks(name, number)
            switch request {
            case .append(let batch): journal.answered(name, number, try await store.append(batch))
            case .mark(let batch): journal.answered(name, number, try await store.mark(batch))
            }
            fuse.burn()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func whatWasAcknowledgedOutlivesKill() async throws {
    let total = Mutex(0)
    try await CrashRounds("kill").run { round in
      var random = SeededRandom(seed: round.seed)
      let directory = try TemporaryDirectory()
      let witness = Witness()
      for life in 0..<Int.random(in: 1...2, using: &random) {
        let moment = Moment.allCases[(round.number / 3 + life) % Moment.allCases.count]
        let most = moment == .time ? 600 : moment == .answers ? 120 : 60
        let plan = Plan(
          path: directory.path, seed: round.seed, life: life, pace: round.pace, moment: moment,
          count: Int.random(in: 1...most, using: &random))
        await #expect(processExitsWith: .signal(SIGKILL), round.note) { [plan = plan as Plan] in
          try await Self.askUntilKilled(plan)
        }
      }
      try KillJournal.read(directory.file("asked"), seed: round.seed, into: witness)
      try await CrashRounds.check(directory, witness, round)
      total.withLock { $0 += witness.count }
    }
    #expect(total.withLock { $0 } > 20 * CrashRounds.count)
  }
}
