import MartletNet
import MartletTesting
import Testing

@Suite struct LoopTimerTests {
  @Test func timersFireInOrderOfTheirTimes() async throws {
    let time = ManualTime()
    try await withLoops(time: time) { loops in
      let fired = Inbox<Int>()
      // In tens the time, in ones the order among those of one time.
      for timer in [30, 10, 20, 11, 21, 12, 13, 22, 14, 31, 15, 16] {
        loops[0].schedule(after: .seconds(timer / 10)) { fired.put(timer) }
      }
      await loops[0].run {}
      time.advance(by: .seconds(60))
      for timer in [10, 11, 12, 13, 14, 15, 16, 20, 21, 22, 30, 31] { try await fired.expect(timer) }
    }
  }

  @Test func aTimerNeverFiresEarly() async throws {
    let time = ManualTime()
    try await withLoops(time: time) { loops in
      let fired = Inbox<Bool>()
      loops[0].schedule(after: .seconds(10)) { fired.put(true) }
      await loops[0].run {}
      time.advance(by: .seconds(10) - .nanoseconds(1))
      await loops[0].run {}
      #expect(fired.arrived.isEmpty)
      time.advance(by: .nanoseconds(1))
      try await #expect(fired.next())
    }
  }

  @Test func aPauseEndsWithTheLoop() async throws {
    let loop = try EventLoop(name: "pauses")
    #expect(await loop.pause(.milliseconds(1)))
    let long = Task { await loop.pause(.seconds(3600)) }
    // The timer is set before this runs, or the loop has ended by then.
    await loop.run {}
    await loop.stop()
    #expect(await !long.value)
    #expect(await !loop.pause(.seconds(3600)), "the loop has stopped")
  }

  @Test func aCancelledTimerDoesNotFire() async throws {
    let time = ManualTime()
    try await withLoops(time: time) { loops in
      let fired = Inbox<Int>()
      var timers = (0..<100).map { index in loops[0].schedule(after: .seconds(index % 10)) { fired.put(index) } }
      timers.removeAll { timer in
        timer.cancel()
        return true
      }
      loops[0].schedule(after: .seconds(20)) { fired.put(-1) }
      await loops[0].run {}
      time.advance(by: .seconds(30))
      try await #expect(fired.next() == -1)
      #expect(fired.arrived.isEmpty)
    }
  }

  @Test func aTimerMayCancelOneThatIsDueToo() async throws {
    let time = ManualTime()
    try await withLoops(time: time) { loops in
      let fired = Inbox<Int>()
      await loops[0].run {
        let loop = loops[0]
        let holder = Holder()
        loop.schedule(after: .seconds(1)) {
          fired.put(1)
          holder.timer?.cancel()
        }
        holder.timer = loop.schedule(after: .seconds(2)) { fired.put(2) }
        loop.schedule(after: .seconds(3)) { fired.put(3) }
      }
      time.advance(by: .seconds(5))
      try await #expect(fired.next() == 1)
      try await #expect(fired.next() == 3)
    }
  }

  @Test func machineTimeFiresTimersToo() async throws {
    try await withLoops { loops in
      let fired = Inbox<Int>()
      loops[0].schedule(after: .milliseconds(20)) { fired.put(20) }
      loops[0].schedule(after: .milliseconds(5)) { fired.put(5) }
      try await #expect(fired.next() == 5)
      try await #expect(fired.next() == 20)
    }
  }

  /// libuv may find a timer due before it waits for events.
  ///
  /// Work that the timer enqueues must not wait for the next event.
  @Test(.timeLimit(.minutes(1))) func whatATimerLeavesToDoIsDoneAtOnce() async throws {
    let loop = try EventLoop(name: "late")
    await withCheckedContinuation { continuation in
      loop.post {
        loop.schedule(after: .milliseconds(1)) { loop.atEndOfTurn { loop.inNextTurn { continuation.resume() } } }
        // The turn takes longer than the timer.
        let begun = loop.time.monotonicNanoseconds
        while loop.time.monotonicNanoseconds < begun + 20_000_000 {}
      }
    }
    await loop.stop()
  }

  @Test func manualTimeMovesItsClocksTogether() {
    let time = ManualTime(wallMilliseconds: 1_000)
    let before = time.monotonicNanoseconds
    for _ in 0..<4 { time.advance(by: .microseconds(500)) }
    #expect(time.wallMilliseconds == 1_002)
    #expect(time.monotonicNanoseconds - before == 2_000_000)
    time.setWall(5)
    #expect(time.wallMilliseconds == 5)
    time.advance(by: .seconds(-1))
    #expect(time.wallMilliseconds == 5)
  }

  /// `@unchecked Sendable`: used on one loop only.
  private final class Holder: @unchecked Sendable { var timer: LoopTimer? }
}
