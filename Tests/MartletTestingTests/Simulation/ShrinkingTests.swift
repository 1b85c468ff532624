import MartletTesting
import Testing

@Suite struct ShrinkingTests {
  @Test(arguments: [[7], [0, 1], [3, 17, 39], [0, 39], Array(0..<40)]) func leavesWhatIsNeeded(needed: [Int]) {
    let least = Simulation.least(of: Array(0..<40), atMost: 1_000) { Set($0).isSuperset(of: needed) }
    #expect(least == needed)
  }

  @Test func leavesNothingWhereNothingIsNeeded() {
    #expect(Simulation.least(of: [1, 2, 3], atMost: 100) { _ in true } == [])
  }

  /// Whichever of two is left, the other is not needed any more.
  @Test func oneOfTwoIsEnough() {
    let least = Simulation.least(of: Array(0..<20), atMost: 1_000) { $0.contains(4) || $0.contains(15) }
    #expect(least.count == 1)
  }

  @Test func stopsAtTheLimit() {
    var tries = 0
    let least = Simulation.least(of: Array(0..<100), atMost: 5) { list in
      tries += 1
      return list.contains(50)
    }
    #expect(tries == 5)
    #expect(least.contains(50))
  }
}
