import MartletTesting
import Testing

@Suite struct TraceTests {
  private static func fold(_ traces: [(place: UInt64, hash: UInt64)]) -> String {
    var fold = TraceFold()
    for trace in traces { fold.take(trace.hash, at: trace.place) }
    return fold.text
  }

  @Test func simulationsEndInAnyOrder() {
    let text = Self.fold([(0, 7), (1, 8), (2, 9)])
    #expect(Self.fold([(2, 9), (0, 7), (1, 8)]) == text)
    #expect(Self.fold([(1, 8), (2, 9), (0, 7)]) == text)
  }

  @Test func eachSimulationAndItsPlaceCount() {
    let all = [
      Self.fold([(0, 7), (1, 8), (2, 9)]), Self.fold([(0, 7), (1, 9), (2, 8)]), Self.fold([(0, 8), (1, 7), (2, 9)]),
      Self.fold([(0, 7), (1, 8)]), Self.fold([(0, 7), (1, 8), (2, 10)]),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func ofOneAloneItIsThatOnes() {
    #expect(Self.fold([(0, 0xABC)]) == "0000000000000abc")
    #expect(Self.fold([(0, .max)]) == "ffffffffffffffff")
    #expect(Self.fold([(0, 0)]) == "0000000000000000")
  }
}
