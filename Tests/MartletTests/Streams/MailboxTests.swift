import Testing

@testable import Martlet
@testable import MartletCore

@Suite(.timeLimit(.minutes(10))) struct MailboxTests {
  @Test func elementsComeInOrder() async {
    let mailbox = Mailbox<Int>(capacity: 10) { _ in -1 }
    for number in 0..<5 { mailbox.put(number) }
    mailbox.finish()
    var taken: [Int] = []
    while let number = await mailbox.next() { taken.append(number) }
    #expect(taken == [0, 1, 2, 3, 4])
  }

  @Test func overflowTakesThePlaceOfEverything() async {
    let mailbox = Mailbox<Int>(capacity: 3) { _ in -1 }
    for number in 0..<4 { mailbox.put(number) }
    mailbox.put(9)
    #expect(await mailbox.next() == -1)
    #expect(await mailbox.next() == 9)
  }

  @Test func newestAloneIsKeptWhereThatIsThePolicy() async {
    let mailbox = Mailbox<Int>(capacity: 1) { $0 }
    for number in 0..<100 { mailbox.put(number) }
    #expect(await mailbox.next() == 99)
  }

  @Test func waitingReaderGetsWhatComes() async {
    let mailbox = Mailbox<Int>(capacity: 3) { _ in -1 }
    async let taken = mailbox.next()
    mailbox.put(7)
    #expect(await taken == 7)
  }

  @Test func finishEndsThoseWhoWait() async {
    let mailbox = Mailbox<Int>(capacity: 3) { _ in -1 }
    async let first = mailbox.next()
    async let second = mailbox.next()
    mailbox.finish()
    #expect(await first == nil)
    #expect(await second == nil)
    mailbox.put(1)
    #expect(await mailbox.next() == nil)
  }

  @Test func cancelledReaderEndsAndLosesNothingForOthers() async {
    let mailbox = Mailbox<Int>(capacity: 3) { _ in -1 }
    let reader = Task { await mailbox.next() }
    reader.cancel()
    #expect(await reader.value == nil)
    mailbox.put(5)
    #expect(await mailbox.next() == 5)
  }

  @Test func listenersThatAreGoneAreForgotten() async {
    let listeners = Listeners<Int>()
    var one: Mailbox<Int>? = Mailbox(capacity: 3) { _ in -1 }
    weak let gone = one
    let other = Mailbox<Int>(capacity: 3) { _ in -1 }
    if let one { listeners.add(one) }
    listeners.add(other, first: [0])
    one = nil
    #expect(gone == nil)
    listeners.put(1)
    listeners.finish()
    #expect(await other.next() == 0)
    #expect(await other.next() == 1)
    #expect(await other.next() == nil)
    let late = Mailbox<Int>(capacity: 3) { _ in -1 }
    listeners.add(late)
    #expect(await late.next() == nil)
  }
}
