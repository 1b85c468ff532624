import Testing

@testable import MartletServer

@Suite struct ArrivedEntriesTests {
  @Test func whatComesNextIsToldAtOnce() {
    var arrivals = ArrivedEntries()
    #expect(arrivals.isNext(5, head: 4))
    arrivals.told(5...5)
    #expect(arrivals.isNext(6, head: 5) && !arrivals.isNext(7, head: 5))
    #expect(arrivals.next(head: 5) == nil)
  }

  @Test func aGapIsFilledFromWhatWasToldOn() {
    var arrivals = ArrivedEntries()
    arrivals.told(5...5)
    arrivals.add(8...8)
    #expect(!arrivals.isNext(6, head: 5), "it is told with the others")
    #expect(arrivals.next(head: 5) == 6...8)
    arrivals.told(6...8)
    arrivals.add(7...7)
    #expect(arrivals.next(head: 8) == nil, "told before")
  }

  @Test func aNewSlotBeginsWithWhatArrived() {
    var arrivals = ArrivedEntries()
    arrivals.add(5...6)
    // The conversation was read when more was stored already.
    #expect(arrivals.next(head: 7) == 5...6)
    arrivals.told(5...6)
    arrivals.loaded(head: 7)
    #expect(arrivals.next(head: 7) == 7...7)
  }

  @Test func whatLiesBetweenTheHeadAndTheFirstIsReadToo() {
    var arrivals = ArrivedEntries()
    arrivals.add(9...9)
    #expect(arrivals.next(head: 6) == 7...9)
  }

  @Test func whatComesLateIsToldLate() {
    var arrivals = ArrivedEntries()
    arrivals.told(6...6)
    arrivals.add(5...5)
    #expect(arrivals.next(head: 6) == 5...5)
    arrivals.told(5...5)
    arrivals.add(5...5)
    #expect(arrivals.next(head: 6) == nil)
  }
}
