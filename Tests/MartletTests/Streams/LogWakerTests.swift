import ClientModels
import Testing

@testable import Martlet
@testable import MartletCore

@Suite(.timeLimit(.minutes(10))) struct LogWakerTests {
  private let one = ConversationID.of("group:one")
  private let two = ConversationID.of("group:two")

  private func changed(_ reason: LogWaker.Reason) -> Set<ConversationID>? {
    if case .changed(let ids) = reason { ids } else { nil }
  }

  @Test func changesAreGatheredUntilSomebodyLooks() async {
    let waker = LogWaker()
    waker.note([one])
    waker.note([one, two])
    #expect(changed(await waker.wait()) == [one, two])
    waker.note([two])
    #expect(waker.take() == [two])
    #expect(waker.take().isEmpty)
  }

  @Test func waitingReaderIsWoken() async {
    let waker = LogWaker()
    let waiter = Task { await waker.wait() }
    waker.note([one])
    #expect(changed(await waiter.value) == [one])
  }

  @Test func endComesAfterTheLastChange() async {
    let waker = LogWaker()
    waker.note([one])
    waker.end(nil)
    waker.end(MartletError(.timedOut, "too late"))
    #expect(changed(await waker.wait()) == [one])
    guard case .ended(nil) = await waker.wait() else { return #expect(Bool(false), "not ended") }
  }

  @Test func cancelledReaderEnds() async {
    let waker = LogWaker()
    let waiter = Task { await waker.wait() }
    waiter.cancel()
    guard case .cancelled = await waiter.value else { return #expect(Bool(false), "not cancelled") }
  }
}
