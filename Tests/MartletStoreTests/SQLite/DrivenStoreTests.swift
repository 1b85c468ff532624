import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

/// A store on threads of the test, so that the test decides the order of events.
@Suite final class DrivenStoreTests: Sendable {
  private let time = ManualTime()
  private let loop: EventLoop
  private let executors = Mutex<[DrivenExecutor]>([])
  private let directory: TemporaryDirectory

  init() throws {
    loop = EventLoop(driven: "caller", time: time)
    directory = try TemporaryDirectory(inMemory: true)
  }

  @Test func everythingHappensInTurns() throws {
    let store = try #require(try result { try await self.open() })
    #expect(all.map(\.name) == ["store-fold", "store-write", "store-read-0", "store-read-1"])
    let user = try #require(UserID("alice"))
    let app = try #require(AppID("main"))
    let made = try result { try await store.createUser(user, app: app, at: 5) }
    #expect(made?.created == true)
    let read = try result { try await store.user(user, app: app) }
    #expect(read??.createdAt == 5)
    _ = try result { await store.close() }
  }

  @Test func folderWaitsByTheGivenClock() throws {
    let store = try #require(try result { try await self.open() })
    let app = try #require(AppID("main"))
    let user = try #require(UserID("alice"))
    _ = try result { try await store.createUser(user, app: app, at: 5) }
    let folder = try #require(all.first { $0.name == "store-fold" })
    settle()
    #expect(folder.deadline != nil && !folder.isDue)
    time.advance(by: .milliseconds(250))
    #expect(folder.isDue)
    settle()
    _ = try result { await store.close() }
  }

  @Test func fullDiskIsTriedAgainNowAndThenOnly() throws {
    let disk = FaultDisk()
    let tries = Atomic<Int>(0)
    let store = try #require(
      try result {
        try await self.open { options in
          options.vfs = disk.name
          (options.foldInterval, options.foldRound) = (.milliseconds(1), .milliseconds(1))
          options.reached = { if $0 == .beforeFold { tries.add(1, ordering: .relaxed) } }
        }
      })
    let padding = String(repeating: "x", count: 2000)
    for number in 0..<200 {
      let append = Append.direct("\(number) \(padding)", to: .sample("bob"))
      _ = try result { try await store.append([append]) }
    }
    disk.limit(to: disk.used)
    for _ in 0..<100 {
      time.advance(by: .milliseconds(10))
      settle()
    }
    #expect((3...12).contains(tries.load(ordering: .relaxed)), "in a second: \(tries.load(ordering: .relaxed))")
    disk.heal()
    for _ in 0..<100 {
      time.advance(by: .milliseconds(10))
      settle()
    }
    #expect(try #require(try result { await store.journalSize().rows }) < 5)
    _ = try result { await store.close() }
  }

  private var all: [DrivenExecutor] { executors.withLock { $0 } }

  private func open(_ set: (inout SQLiteStore.Options) -> Void = { _ in }) async throws -> SQLiteStore {
    var options = SQLiteStore.Options()
    set(&options)
    options.executor = { [self] name in
      let executor = DrivenExecutor(name: name, time: time)
      executors.withLock { $0.append(executor) }
      return executor
    }
    return try await SQLiteStore.open(directory: directory.path, options: options)
  }

  /// Runs a task to its end; nil if it does not come to one.
  private func result<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value? {
    let result = Mutex<Result<Value, any Error>?>(nil)
    Task(executorPreference: loop) {
      let value: Result<Value, any Error>
      do { value = .success(try await body()) } catch { value = .failure(error) }
      result.withLock { $0 = value }
    }
    settle()
    return try result.withLock { $0 }?.get()
  }

  private func settle() {
    while true {
      let due = all.filter(\.isDue)
      if !loop.isDue, due.isEmpty { return }
      if loop.isDue { loop.turn() }
      for executor in due { executor.turn() }
    }
  }
}
