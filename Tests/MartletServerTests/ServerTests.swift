import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletNet
@testable import MartletServer

struct ServerTests {
  @Test func whatWasStartedEndsWhereALoopCannotBe() async throws {
    try await TemporaryDirectory.with { path in
      var configuration = ServerConfiguration(dataDirectory: path, port: 0)
      configuration.loops = 3
      let loops = Mutex<[EventLoop]>([])
      let opened = Mutex<SQLiteStore?>(nil)
      let error = await #expect(throws: ServerError.self) {
        try await Server.start(
          configuration, log: LogTests.Lines().log(),
          startLoop: { name, time in
            try loops.withLock { loops in
              guard loops.count < 2 else { throw NetError(.exhausted, "starting loop \(name): no thread") }
              let loop = try EventLoop(name: name, time: time)
              loops.append(loop)
              return loop
            }
          },
          openStore: { directory in
            let store = try await SQLiteStore.open(directory: directory)
            opened.withLock { $0 = store }
            return store
          })
      }
      #expect(error?.message.hasPrefix("Only 2 of 3 event loops could be started: starting loop martlet-2: no thread.") == true)
      for loop in loops.withLock({ $0 }) { #expect(loop.inbox.withLock { $0.phase } == .stopped) }
      let store = try #require(opened.withLock { $0 })
      let demo = try #require(AppID("demo"))
      let closed = await #expect(throws: StoreError.self) { try await store.stamp(app: demo) }
      #expect(closed?.code == .closed)
      // Nobody holds the directory.
      try await TestServer.start(directory: path).stop()
    }
  }
}
