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
}
