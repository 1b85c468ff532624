import Testing

@testable import MartletServer

@Suite struct ArrivedEntriesTests {
  @Test func whatComesNextIsToldAtOnce() {
    var arrivals = ArrivedEntries()
    #expect(arrivals.isNext(1, head: 0), "nothing can come before it")
    arrivals.told(5...5, during: 0)
    #expect(arrivals.isNext(6, head: 5) && !arrivals.isNext(7, head: 5))
    #expect(arrivals.next(head: 5) == nil)
  }

  @Test func aGapIsFilledFromWhatWasToldOn() {
    var arrivals = ArrivedEntries()
    arrivals.told(5...5, during: 0)
    let asks = arrivals.add(8...8)
    #expect(!asks, "what was told says what comes next")
    #expect(!arrivals.isNext(6, head: 5), "it is told with the others")
    #expect(arrivals.isWaiting)
    #expect(arrivals.next(head: 5) == 6...8)
    arrivals.told(6...8, during: 0)
    #expect(!arrivals.isWaiting)
    _ = arrivals.add(7...7)
    #expect(arrivals.next(head: 8) == nil, "told before")
  }

  @Test func aNewSlotBeginsWithWhatArrived() {
    var arrivals = ArrivedEntries()
    #expect(!arrivals.isNext(5, head: 4), "another node may have stored the one before, of which nobody was told here")
    let asks = arrivals.add(6...6)
    #expect(asks, "what was stored before is asked for")
    #expect(arrivals.next(head: 7) == nil)
    #expect(arrivals.isWaiting)
    let asksAgain = arrivals.add(5...5)
    #expect(!asksAgain, "it was asked for")
    arrivals.complete()
    #expect(arrivals.next(head: 7) == 5...5)
    arrivals.told(5...5, during: 0)
    #expect(arrivals.next(head: 7) == 6...6)
    arrivals.told(6...6, during: 0)
    #expect(!arrivals.isWaiting)
    // The conversation was read when more was stored already.
    arrivals.loaded(head: 7)
    #expect(arrivals.next(head: 7) == 7...7)
  }

  @Test func whatLiesBetweenTheHeadAndTheFirstIsReadToo() {
    var arrivals = ArrivedEntries()
    _ = arrivals.add(9...9)
    arrivals.complete()
    #expect(arrivals.next(head: 6) == 7...9)
  }

  @Test func whatComesLateIsToldLate() {
    var arrivals = ArrivedEntries()
    arrivals.told(6...6, during: 0)
    _ = arrivals.add(5...5)
    #expect(arrivals.next(head: 6) == 5...5)
    arrivals.told(5...5, during: 0)
    _ = arrivals.add(5...5)
    #expect(arrivals.next(head: 6) == nil)
  }
}
