import Testing

@testable import MartletWire

@Suite struct ApartTests {
  private struct Whole: Equatable {
    @Apart var part: String? = nil
  }

  @Test func isAValueLikeAnyOther() {
    var one = Whole()
    #expect(one.part == nil && one == Whole())
    one.part = "a"
    var other = one
    other.part?.append("b")
    #expect(one.part == "a" && other.part == "ab")
    other.part = "a"
    #expect(one == other)
    other.part = nil
    #expect(other == Whole() && one != other)
  }

  @Test func takesTheRoomOfAReference() {
    #expect(MemoryLayout<Whole>.size == MemoryLayout<Int>.size)
  }
}
