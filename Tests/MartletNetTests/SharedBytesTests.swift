import Testing

@testable import MartletNet

@Suite struct SharedBytesTests {
  @Test func bytesAreCopiedFromAnyCollection() {
    func all(_ bytes: SharedBytes) -> [UInt8] { bytes.withUnsafeBytes { Array($0) } }
    #expect(all(SharedBytes([1, 2, 3])) == [1, 2, 3])
    #expect(all(SharedBytes([1, 2, 3][1...])) == [2, 3])
    #expect(all(SharedBytes("né".utf8)) == Array("né".utf8))
    #expect(all(SharedBytes((0 as UInt8)..<5)) == [0, 1, 2, 3, 4])
    #expect(SharedBytes([]).count == 0)
  }

  @Test func whatAnInitialiserClaimsIsHeldToTheRoom() {
    #expect(SharedBytes(capacity: 4) { _ in 99 }.count == 4)
    #expect(SharedBytes(capacity: 4) { _ in -1 }.count == 0)
    #expect(SharedBytes(capacity: -4) { $0.count }.count == 0)
  }

  @Test func copiesShareOneAddress() {
    let bytes = SharedBytes([1, 2, 3])
    let copy = bytes
    #expect(bytes.start == copy.start)
  }
}
