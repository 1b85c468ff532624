import MartletTesting
import Testing

@testable import MartletNet

@Suite struct UTF8CheckTests {
  private func isValid(_ pieces: [[UInt8]]) -> Bool {
    var check = UTF8Check()
    for piece in pieces { guard piece.withUnsafeBytes({ check.take($0) }) else { return false } }
    return check.isComplete
  }

  @Test(arguments: [
    [], Array("plain".utf8), Array("κόσμε 你好 🎈 ÿ".utf8), [0xF4, 0x8F, 0xBF, 0xBF], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0],
  ])
  func takesText(_ bytes: [UInt8]) {
    #expect(isValid([bytes]))
    #expect(isValid(bytes.map { [$0] }))
  }

  @Test(arguments: [
    [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x8E], [0xC2, 0x41],
    [0xE2, 0x28, 0xA1],
  ])
  func refusesWhatIsNoText(_ bytes: [UInt8]) {
    #expect(!isValid([bytes]))
    #expect(!isValid(bytes.map { [$0] }))
    #expect(!isValid([Array("some text before ".utf8) + bytes + Array(" after".utf8)]))
  }

  @Test func saysNoAtTheFirstImpossibleByte() {
    var check = UTF8Check()
    #expect(([0xF4] as [UInt8]).withUnsafeBytes { check.take($0) })
    #expect(!([0x90] as [UInt8]).withUnsafeBytes { check.take($0) })
  }

  @Test func agreesWithTheLibraryOnRandomBytes() {
    var random = SeededRandom.fromEnvironment()
    let building: [[UInt8]] = [
      [0x41], [0xC3, 0xA9], [0xE4, 0xBD, 0xA0], [0xF0, 0x9F, 0x8E, 0x88], [0x80], [0xED, 0xA0], [0xF4, 0x90], [0xE0, 0x9F],
    ]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...8, using: &random)).flatMap { _ in
        Bool.random(using: &random)
          ? building.randomElement(using: &random) ?? [] : [UInt8.random(in: 0...255, using: &random)]
      }
      let expected = String(validating: bytes, as: UTF8.self) != nil
      #expect(isValid([bytes]) == expected, "\(bytes) \(random.comment)")
      #expect(isValid(random.pieces(of: bytes)) == expected, "\(bytes) \(random.comment)")
    }
  }
}
