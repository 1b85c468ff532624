import MartletTesting
import Testing

@testable import MartletCore

@Suite struct FifoTests {
  @Test(arguments: SeededRandom.environmentSeeds(10)) func behavesAsAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var fifo = Fifo<Int>()
    var array: [Int] = []
    for number in 0..<1_000 {
      if Bool.random(using: &random) {
        fifo.append(number)
        array.append(number)
      } else {
        #expect(fifo.removeFirst() == (array.isEmpty ? nil : array.removeFirst()), "seed \(seed)")
      }
      #expect(fifo.count == array.count && fifo.isEmpty == array.isEmpty && fifo.first == array.first, "seed \(seed)")
    }
  }

  @Test func distinctElementsWaitOnce() {
    var fifo = DistinctFifo<Int>()
    for number in [1, 2, 1, 3, 2] { fifo.append(number) }
    #expect(fifo.removeFirst() == 1)
    fifo.append(1)
    #expect(fifo.first == 2)
    var rest: [Int] = []
    while let number = fifo.removeFirst() { rest.append(number) }
    #expect(rest == [2, 3, 1] && fifo.isEmpty)
    fifo.append(4)
    fifo.removeAll()
    fifo.append(4)
    #expect(fifo.removeFirst() == 4)
  }

  @Test func sumsStopAtTheLargestNumber() {
    #expect(UInt64.max.addingClamped(1) == .max)
    #expect(UInt64(1).addingClamped(2) == 3)
  }

  @Test func durationsBecomeNanoseconds() {
    #expect(Duration.milliseconds(250).nanoseconds == 250_000_000)
    #expect(Duration.seconds(-1).nanoseconds == 0)
    #expect(Duration.seconds(Int64.max).nanoseconds == UInt64(Int64.max))
  }
}
