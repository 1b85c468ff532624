import Foundation
import MartletSQLite
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct ThreadExecutorTests {
  private actor Counter {
    private let executor: ThreadExecutor
    private var count = 0
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() throws { executor = try ThreadExecutor(name: "counter") }

    func add() -> (count: Int, thread: pthread_t) {
      assertIsolated()
      count += 1
      return (count, pthread_self())
    }
  }

  @Test func jobsOfManyCallersRunOnOneThread() async throws {
    let counter = try Counter()
    let threads = await withTaskGroup(of: pthread_t.self) { group in
      for _ in 0..<1000 { group.addTask { await counter.add().thread } }
      return await group.reduce(into: Set<pthread_t>()) { $0.insert($1) }
    }
    #expect(threads.count == 1)
    #expect(await counter.add().count == 1001)
  }

  @Test func executorsComeAndGo() async throws {
    for _ in 0..<200 {
      let counter = try Counter()
      #expect(await counter.add().count == 1)
    }
  }

  @Test func delayedWorkNeverRunsEarly() async throws {
    let executor = try ThreadExecutor(name: "delays")
    let (runs, arrived) = AsyncStream<(delay: Duration, at: Duration)>.makeStream()
    let began = executor.now
    for delay in [Duration.milliseconds(60), .milliseconds(20), .zero] {
      executor.perform(after: delay) { [weak executor] in
        if let executor { arrived.yield((delay, executor.now)) }
      }
    }
    var delays: Set<Duration> = []
    for await run in runs.prefix(3) {
      #expect(run.at - began >= run.delay)
      delays.insert(run.delay)
    }
    #expect(delays.count == 3)
  }

  #if os(Linux)
    // To set the wall clock back takes privileges; but the kernel shows by which clock a thread waits.
    @Test(.enabled(if: FileManager.default.isReadableFile(atPath: "/proc/thread-self/syscall")))
    func delayedWorkIsNotWaitedForByTheWallClock() async throws {
      let executor = try ThreadExecutor(name: "delays")
      executor.perform(after: .seconds(3_600)) {}
      let (paths, arrived) = AsyncStream<String?>.makeStream()
      executor.perform { arrived.yield(try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) }
      let thread = try #require(await paths.first { _ in true } ?? nil)
      let wait = try await timedWait(of: thread)
      #expect(wait & Futex.clockRealtime == 0)
    }

    /// The thread's argument to futex(2) once it waits for a limited time.
    private func timedWait(of thread: String) async throws -> Int32 {
      let end = ContinuousClock.now + .seconds(20)
      while true {
        // The number of the system call, then its arguments: address, operation, value, time.
        let call = try String(contentsOfFile: "/proc/\(thread)/syscall", encoding: .utf8).split(separator: " ")
        if call.count > 4, call[4] != "0x0", let operation = Int32(call[2].dropFirst(2), radix: 16),
          [Futex.wait, Futex.waitBitset].contains(operation & 0x7F)
        {
          return operation
        }
        try #require(ContinuousClock.now < end, "the thread does not wait")
        await Task.yield()
      }
    }

    // Of linux/futex.h, which Swift does not import.
    private enum Futex {
      static let (wait, waitBitset, clockRealtime): (Int32, Int32, Int32) = (0, 9, 256)
    }
  #endif
}
