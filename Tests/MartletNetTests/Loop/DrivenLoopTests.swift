import MartletNet
import MartletTesting
import Synchronization
import Testing

/// Loops without a thread, on which everything happens when the test says so.
@Suite struct DrivenLoopTests {
  let time = ManualTime()
  let loop: EventLoop
  let heard = Heard()

  init() { loop = EventLoop(driven: "driven", time: time) }

  /// Gives the loop turns until it has nothing to do.
  private func settle() { while loop.isDue { loop.turn() } }

  /// The recorded lines, in order.
  final class Heard: Sendable {
    private let words = Mutex<[String]>([])
    func add(_ word: String) { words.withLock { $0.append(word) } }
    var all: [String] { words.withLock { $0 } }
  }

  @Test func nothingRunsWithoutATurn() {
    for number in 0..<3 { loop.post { [heard] in heard.add("\(number)") } }
    #expect(heard.all == [])
    #expect(loop.isDue)
    loop.turn()
    #expect(heard.all == ["0", "1", "2"])
    #expect(!loop.isDue)
  }

  @Test func threadIsTheLoopsDuringATurnOnly() {
    loop.post { [loop, heard] in heard.add("\(loop.isCurrent)") }
    #expect(!loop.isCurrent)
    loop.turn()
    #expect(heard.all == ["true"])
    #expect(!loop.isCurrent)
  }

  @Test func turnHasAnEndAndANextOne() {
    loop.post { [loop, heard] in
      loop.inNextTurn { heard.add("next") }
      loop.atEndOfTurn { heard.add("end") }
      loop.post { heard.add("posted") }
    }
    loop.turn()
    #expect(heard.all == ["posted", "end"])
    #expect(loop.isDue)
    loop.turn()
    #expect(heard.all == ["posted", "end", "next"])
  }

  @Test func timersFollowTheClock() {
    loop.schedule(after: .milliseconds(20)) { [heard] in heard.add("2") }
    loop.schedule(after: .milliseconds(10)) { [heard] in heard.add("1") }
    settle()
    #expect(loop.deadline == time.monotonicNanoseconds + 10_000_000)
    #expect(!loop.isDue && heard.all == [])
    time.advance(by: .milliseconds(10))
    #expect(loop.isDue)
    settle()
    #expect(heard.all == ["1"])
    time.advance(by: .seconds(1))
    settle()
    #expect(heard.all == ["1", "2"])
    #expect(loop.deadline == nil)
  }

  /// Counts on its loop.
  private actor Count {
    let loop: EventLoop
    var value = 0
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    init(_ loop: EventLoop) { self.loop = loop }
    func add() { value += 1 }
    nonisolated func addNow() { assumeIsolated { $0.value += 1 } }
  }

  @Test func tasksAndActorsRunInTurns() {
    let other = EventLoop(driven: "other", time: time)
    let count = Count(loop)
    Task(executorPreference: other) { [heard] in
      for _ in 0..<3 { await count.add() }
      let value = await count.value
      heard.add("\(value)")
    }
    loop.post { count.addNow() }
    // Each step is on the loop it belongs to, and on no other.
    var turns = 0
    while loop.isDue || other.isDue {
      if loop.isDue { loop.turn() } else { other.turn() }
      turns += 1
    }
    #expect(heard.all == ["4"])
    #expect(turns >= 8)
  }

  @Test func stopEndsTimersAndWaiters() {
    loop.schedule(after: .seconds(1)) { [heard] in heard.add("timer") }
    let other = EventLoop(driven: "other", time: time)
    Task(executorPreference: other) { [loop, heard] in
      await loop.stop()
      heard.add("stopped")
    }
    for _ in 0..<10 {
      other.turn()
      loop.turn()
    }
    time.advance(by: .seconds(2))
    settle()
    #expect(heard.all == ["stopped"])
    // Late arrivals still run, so that no caller waits forever.
    loop.post { [heard] in heard.add("late") }
    settle()
    #expect(heard.all == ["stopped", "late"])
  }
}
