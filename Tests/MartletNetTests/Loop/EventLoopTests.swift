import MartletNet
import MartletTesting
import Synchronization
import Testing

/// An actor that lives on a loop and is entered from callbacks.
private actor Resident {
  private let loop: EventLoop
  private(set) var calls = 0
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(on loop: EventLoop) { self.loop = loop }

  func call() -> Bool {
    calls += 1
    return loop.isCurrent
  }

  nonisolated func enter() { assumeIsolated { $0.calls += 1 } }
}

@Suite struct EventLoopTests {
  @Test func actorsOfALoopRunOnItsThread() async throws {
    try await withLoops { loops in
      let resident = Resident(on: loops[0])
      #expect(!loops[0].isCurrent)
      #expect(await resident.call())
      #expect(await resident.calls == 1)
    }
  }

  @Test func callbacksEnterActorsOfTheirLoop() async throws {
    try await withLoops { loops in
      let resident = Resident(on: loops[0])
      await loops[0].run { resident.enter() }
      #expect(await resident.calls == 1)
    }
  }

  /// So that entering an actor costs the runtime one comparison.
  @Test func callbacksRunWithinAJobOfTheirLoop() async throws {
    try await withLoops { loops in
      #expect(await loops[0].run { withUnsafeCurrentTask { $0 != nil } })
    }
  }

  @Test func postsOfOneThreadRunInOrder() async throws {
    try await withLoops { loops in
      let loop = loops[0]
      let seen = Inbox<Int>()
      for index in 0..<1_000 { loop.post { seen.put(index) } }
      for index in 0..<1_000 { try await #expect(seen.next() == index) }
    }
  }

  @Test func endOfTurnComesAfterWorkThatWorkMakes() async throws {
    try await withLoops { loops in
      let loop = loops[0]
      let seen = Inbox<String>()
      loop.post {
        loop.atEndOfTurn { seen.put("end") }
        loop.post {
          seen.put("one")
          loop.post { seen.put("two") }
        }
      }
      for expected in ["one", "two", "end"] { try await #expect(seen.next() == expected) }
    }
  }

  @Test func workThatNeverEndsLeavesTurnsToOthers() async throws {
    try await withLoops(2) { loops in
      let isDone = Atomic(false)
      let spinning = Task {
        let spinner = Spinner(on: loops[0])
        await spinner.spin { isDone.load(ordering: .relaxed) }
      }
      let fired = Inbox<Bool>()
      loops[0].schedule(after: .milliseconds(1)) { fired.put(true) }
      try await #expect(fired.next())
      isDone.store(true, ordering: .relaxed)
      await spinning.value
    }
  }

  @Test func anActorMovesBetweenLoops() async throws {
    try await withLoops(2) { loops in
      let residents = loops.map { Resident(on: $0) }
      for round in 0..<1_000 { #expect(await residents[round % 2].call()) }
      #expect(await residents[0].calls == 500)
    }
  }

  @Test func jobsAfterTheEndStillRun() async throws {
    let loop = try EventLoop(name: "late")
    let resident = Resident(on: loop)
    await loop.stop()
    await loop.stop()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 { group.addTask { await resident.call() } }
      for await isOnLoop in group { #expect(isOnLoop) }
    }
    #expect(await resident.calls == 100)
  }

  @Test func aStoppedLoopIsFreed() async throws {
    let loop = Loosely(try EventLoop(name: "gone"))
    loop.value?.schedule(after: .seconds(3_600)) { [loop = loop.value] in _ = loop?.name }
    await loop.value?.stop()
    try await eventually { loop.value == nil }
  }
}

/// Holds a loop without keeping it alive.
private struct Loosely: Sendable {
  weak let value: EventLoop?
  init(_ value: EventLoop) { self.value = value }
}

/// Enqueues itself for as long as it is told to.
private actor Spinner {
  private let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(on loop: EventLoop) { self.loop = loop }

  func spin(until isDone: () -> Bool) async {
    while !isDone() { await Task.yield() }
  }
}
