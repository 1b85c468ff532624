import Foundation
import MartletProcess
import Testing

@testable import MartletBench

@Suite struct ProcessSampleTests {
  @Test func ownProcessUsesWhatItUses() throws {
    let before = try #require(ProcessSample.of(getpid()))
    #expect(before.residentBytes > 1 << 20)
    let used = clock()
    while clock() - used < 100_000 {}
    let after = try #require(ProcessSample.of(getpid()))
    // Steps of 10 ms; other tests may run meanwhile, so there is no upper bound.
    #expect(after.cpuMicroseconds - before.cpuMicroseconds >= 80_000 / 2)
  }

  @Test func processThatIsNotThereHasNoSample() {
    #expect(ProcessSample.of(-1) == nil)
  }

  @Test func threadKnowsItsOwnTime() {
    let before = ThreadSample.own
    var sum: UInt64 = 0
    while ThreadSample.own.used == before.used { sum &+= 1 }
    #expect(ThreadSample.own.used > before.used)
  }
}
