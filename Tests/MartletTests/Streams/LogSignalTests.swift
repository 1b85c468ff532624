import Testing

@testable import Martlet

@Suite(.timeLimit(.minutes(10))) struct LogSignalTests {
  private let one = ConversationID.of("group:one")
  private let two = ConversationID.of("group:two")

  private func changed(_ reason: LogSignal.Reason) -> Set<ConversationID>? {
    if case .changed(let ids) = reason { ids } else { nil }
  }

  @Test func changesAreGatheredUntilSomebodyLooks() async {
    let signal = LogSignal()
    signal.note([one])
    signal.note([one, two])
    #expect(changed(await signal.wait()) == [one, two])
    signal.note([two])
    #expect(signal.take() == [two])
    #expect(signal.take().isEmpty)
  }

  @Test func waitingReaderIsWoken() async {
    let signal = LogSignal()
    let waiter = Task { await signal.wait() }
    signal.note([one])
    #expect(changed(await waiter.value) == [one])
  }

  @Test func endComesAfterTheLastChange() async {
    let signal = LogSignal()
    signal.note([one])
    signal.end(nil)
    signal.end(MartletError(.timedOut, "too late"))
    #expect(changed(await signal.wait()) == [one])
    guard case .ended(nil) = await signal.wait() else { return #expect(Bool(false), "not ended") }
  }

  @Test func cancelledReaderEnds() async {
    let signal = LogSignal()
    let waiter = Task { await signal.wait() }
    waiter.cancel()
    guard case .cancelled = await waiter.value else { return #expect(Bool(false), "not cancelled") }
  }
}
