import MartletSQLite
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import Martlet

/// The timers of a thread that has one at a time.
@Suite(.timeLimit(.minutes(10))) struct AlarmsTests {
  private let thread: ThreadExecutor
  private let rung = Notes()

  init() throws { thread = try ThreadExecutor(name: "alarms") }

  /// Returns after everything that is due on the thread.
  private func turn() async {
    await withCheckedContinuation { continuation in thread.perform { continuation.resume() } }
  }

  @Test func alarmsRingInTheOrderOfTheirTimes() async throws {
    let time = ManualTime()
    let alarms = Alarms(thread: thread, time: time)
    for (name, seconds) in [("c", 3), ("a", 1), ("b", 2)] {
      _ = alarms.set(after: .seconds(seconds)) { [rung] in rung.add(name) }
    }
    await turn()
    #expect(rung.all == [])
    time.advance(by: .seconds(1))
    await turn()
    #expect(rung.all == ["a"])
    time.advance(by: .seconds(5))
    await turn()
    #expect(rung.all == ["a", "b", "c"])
  }

  @Test func alarmTakenBackDoesNotRingEvenByOneOfTheSameTime() async throws {
    let time = ManualTime()
    let alarms = Alarms(thread: thread, time: time)
    let second = Later()
    _ = alarms.set(after: .seconds(1)) { [rung] in
      rung.add("first")
      second.cancel()
    }
    let later = alarms.set(after: .seconds(1)) { [rung] in rung.add("second") }
    second.timer.withLock { $0 = later }
    time.advance(by: .seconds(1))
    await turn()
    #expect(rung.all == ["first"])
  }

  @Test func alarmThatIsDueAtOnceRingsWithoutAStep() async throws {
    let alarms = Alarms(thread: thread, time: ManualTime())
    _ = alarms.set(after: .zero) { [rung] in rung.add("now") }
    _ = alarms.set(after: .seconds(-1)) { [rung] in rung.add("before") }
    await turn()
    await turn()
    #expect(rung.all.sorted() == ["before", "now"])
  }

  /// On the machine's clock: an earlier one is not kept waiting by a later one, and each rings once.
  @Test func machinesClockRingsEachOnce() async throws {
    let alarms = Alarms(thread: thread, time: SystemTimeSource())
    let done = Promise<Void>()
    for delay in [40, 5, 30, 10, 20] {
      _ = alarms.set(after: .milliseconds(delay)) { [rung] in
        rung.add("\(delay)")
        if delay == 40 { done.resolve(()) }
      }
    }
    alarms.set(after: .milliseconds(15)) { [rung] in rung.add("cancelled") }.cancel()
    await done.value()
    #expect(rung.all == ["5", "10", "20", "30", "40"])
  }
}

private final class Notes: Sendable {
  private let notes = Mutex<[String]>([])
  var all: [String] { notes.withLock { $0 } }
  func add(_ note: String) { notes.withLock { $0.append(note) } }
}

/// A timer that is known later than the closure that takes it back.
private final class Later: Sendable {
  let timer = Mutex<(any TransportTimer)?>(nil)
  func cancel() { timer.withLock { $0 }?.cancel() }
}
