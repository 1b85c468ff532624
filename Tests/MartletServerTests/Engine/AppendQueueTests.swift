import MartletNet
import MartletStore
import MartletWire
import Testing

@testable import MartletServer

/// The batches that a shard hands to the store.
@Suite struct AppendQueueTests {
  private func add(_ count: Int, to queue: inout AppendQueue, bytes: Int = 10) throws {
    let key = ConversationKey(app: Names.app("app"), id: Names.group("g"))
    let slot = Slot(key, figures: AppFigures().of(key.app))
    for number in 0..<count {
      let append = Append(
        app: key.app, conversation: key.id, sender: Names.user("alice"), clientID: Names.client("c\(number)"),
        fingerprint: [], time: Int64(number), event: .message(type: "text", content: String(repeating: "x", count: bytes)))
      let request = AppendRequest(
        caller: UserKey(app: key.app, user: append.sender), conversation: key.id, clientID: append.clientID,
        form: SendRequest(type: "text", content: ""), origin: Asker(try EventLoop(name: "none")), id: 1)
      queue.add(Shared(append), WaitingAppend(request: request, slot: slot, blocks: false))
    }
  }

  @Test func storeHasOneBatchAtATime() throws {
    var queue = AppendQueue()
    #expect(queue.begin(rows: 10) == nil)
    try add(2, to: &queue)
    #expect(queue.begin(rows: 10)?.count == 2)
    try add(3, to: &queue)
    #expect(queue.begin(rows: 10) == nil)
    #expect(queue.finish().waiting.count == 2)
    #expect(queue.begin(rows: 10)?.count == 3)
  }

  @Test func batchesKeepTheOrderAndTheNumberOfRows() throws {
    var queue = AppendQueue()
    try add(5, to: &queue)
    var batches: [[Int64]] = []
    while let batch = queue.begin(rows: 2) {
      batches.append(batch.map(\.value.time))
      _ = queue.finish()
    }
    #expect(batches == [[0, 1], [2, 3], [4]])
  }

  @Test func oneThatIsLargerThanABatchGoesAlone() throws {
    var queue = AppendQueue()
    try add(2, to: &queue, bytes: 64 << 10)
    #expect(queue.begin(rows: 2)?.count == 1)
  }
}
