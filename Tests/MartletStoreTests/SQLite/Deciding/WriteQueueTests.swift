import Synchronization
import Testing

@testable import MartletStore

/// The writer's queue, and the moments when the writer must be woken.
@Suite struct WriteQueueTests {
  private let refused = Refused()

  private func write(_ name: String) -> PendingWrite<SQLiteRows> {
    PendingWrite(weight: 1) { _ in
      {}
    } fail: { [refused] _ in
      refused.names.withLock { $0.append(name) }
    }
  }

  private func refuse(_ writes: [PendingWrite<SQLiteRows>]) { for write in writes { write.fail(StoreError(.full, "full")) } }

  /// When a full disk refuses the waiting writes, a write that arrives meanwhile may find space: it is not refused with the
  /// others.
  @Test func whatComesWhileOthersAreRefusedStaysInTheQueue() {
    let queue = WriteQueue<SQLiteRows>(limit: 10)
    #expect(queue.add(write("a")) == .first)
    #expect(queue.add(write("b")) == .queued)
    let waiting = queue.takeAll()
    #expect(queue.add(write("c")) == .queued, "the writer is awake, and looks again")
    refuse(waiting)
    #expect(refused.names.withLock(\.self) == ["a", "b"])
    #expect(!queue.rest())
    #expect(queue.take(limit: 9)?.count == 1)
    #expect(queue.take(limit: 9)?.count == nil)
    #expect(queue.add(write("d")) == .first, "the writer sleeps")
  }

  @Test func writerIsWokenAfterItRested() {
    let queue = WriteQueue<SQLiteRows>(limit: 10)
    #expect(queue.add(write("a")) == .first)
    #expect(queue.takeAll().count == 1)
    #expect(queue.rest())
    #expect(queue.add(write("b")) == .first)
  }

  @Test func roomIsFreeAgainOnceAllWereTaken() {
    let queue = WriteQueue<SQLiteRows>(limit: 2)
    for name in ["a", "b"] { _ = queue.add(write(name)) }
    #expect(queue.add(write("c")) == .full)
    #expect(queue.takeAll().count == 2)
    #expect(queue.add(write("c")) == .queued)
    queue.close()
    #expect(queue.add(write("d")) == .closed)
  }

  /// The names of those that were refused.
  private final class Refused: Sendable {
    let names = Mutex<[String]>([])
  }
}
