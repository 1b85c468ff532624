import MartletNet
import MartletStore
import MartletWire
import Testing

@testable import MartletServer

/// The batches of personal changes.
@Suite struct PersonalQueueTests {
  @Test func storeHasOneBatchOfEachKindAtATime() throws {
    let queues = PersonalQueues()
    let user = UserKey(app: Names.app("app"), user: Names.user("alice"))
    let asker = Asker(try EventLoop(name: "none"))
    let key = ConversationKey(app: user.app, id: Names.group("g"))
    for seq in 1...3 as ClosedRange<UInt64> {
      let change = MarkChange(key: key, kind: .read, seq: seq)
      PersonalRequest(caller: user, change: change, origin: asker, id: 1).join(queues)
    }
    PersonalRequest(caller: user, change: HideRequest(key: key, until: 1, targets: []), origin: asker, id: 2).join(queues)
    #expect(queues.marks.take(2)?.map(\.change.seq) == [1, 2])
    #expect(queues.marks.take(2) == nil)
    #expect(queues.hides.take(2)?.count == 1)
    queues.marks.finish()
    #expect(queues.marks.take(2)?.map(\.change.seq) == [3])
    queues.marks.finish()
    #expect(queues.marks.take(2) == nil)
  }
}
