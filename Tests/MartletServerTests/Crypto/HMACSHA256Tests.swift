import MartletServer
import MartletWire
import Testing

struct HMACSHA256Tests {
  struct Case: Sendable {
    var key: [UInt8]
    var message: [UInt8]
    var code: String

    init(_ key: [UInt8], _ message: [UInt8], _ code: String) {
      self.key = key
      self.message = message
      self.code = code
    }
  }

  /// The examples of RFC 4231, section 4.
  ///
  /// The fifth gives the first 16 bytes only.
  static let published = [
    Case(
      Array(repeating: 0x0b, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Case(
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Case(
      Array(repeating: 0xaa, count: 20), Array(repeating: 0xdd, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Case(
      Array(1...25), Array(repeating: 0xcd, count: 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Case(Array(repeating: 0x0c, count: 20), Array("Test With Truncation".utf8), "a3b6167473100ee06e0c796c2955552b"),
    Case(
      Array(repeating: 0xaa, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Case(
      Array(repeating: 0xaa, count: 131),
      Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test(arguments: published)
  func codesArePublishedOnes(_ example: Case) throws {
    let code = try Hexadecimal.encode(HMACSHA256.code(key: example.key, message: example.message))
    #expect(code.hasPrefix(example.code))
    #expect(code.count == 64)
  }

  @Test func emptyKeyAndMessageHaveACode() throws {
    let code = try HMACSHA256.code(key: [UInt8](), message: [UInt8]())
    #expect(Hexadecimal.encode(code) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  @Test func equalityInConstantTimeIsEquality() {
    let bytes = Array(UInt8(0)..<32)
    #expect(isEqualInConstantTime(bytes, bytes))
    #expect(isEqualInConstantTime([UInt8](), [UInt8]()))
    #expect(!isEqualInConstantTime(bytes, bytes.dropLast()))
    #expect(!isEqualInConstantTime(bytes, [UInt8]()))
    for index in bytes.indices {
      for bit in 0..<8 {
        var other = bytes
        other[index] ^= 1 << UInt8(bit)
        #expect(!isEqualInConstantTime(bytes, other))
      }
    }
  }
}
