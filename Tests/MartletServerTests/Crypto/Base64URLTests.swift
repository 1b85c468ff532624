import MartletServer
import MartletTesting
import MartletWire
import Testing

struct Base64URLTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ])
  func publishedExamplesHold(plain: String, encoded: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
    #expect(Base64URL.decode(Array(encoded.utf8)) == Array(plain.utf8))
  }

  @Test func alphabetIsTheSafeOne() {
    #expect(Base64URL.encode([0xfb, 0xef, 0xff]) == "--__")
    #expect(Base64URL.decode(Array("--__".utf8)) == [0xfb, 0xef, 0xff])
  }

  @Test(arguments: ["Zg==", "Zm8=", "Zg=", "++//", "Zm9v ", " Zm9v", "Zm\n9", "Z", "Zm9vZ", "Zh", "Zm9", "Zm\u{0}v", "Zé9v"])
  func whatEncodingNeverGivesIsRefused(text: String) {
    #expect(Base64URL.decode(Array(text.utf8)) == nil)
  }

  @Test func decodingTakesExactlyWhatEncodingGives() {
    var random = SeededRandom.fromEnvironment()
    for length in 0..<100 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Array(Base64URL.encode(bytes).utf8)
      #expect(Base64URL.decode(text) == bytes, "\(random)")
    }
    for _ in 0..<10_000 {
      let length = Int.random(in: 0...8, using: &random)
      let text = (0..<length).map { _ in UInt8.random(in: 0x2B...0x7A, using: &random) }
      guard let bytes = Base64URL.decode(text) else { continue }
      #expect(Array(Base64URL.encode(bytes).utf8) == text, "\(random)")
    }
  }

  @Test func hexadecimalIsLowerCaseAndWhole() {
    let all = Array(UInt8.min...UInt8.max)
    #expect(Hexadecimal.decode(Array(Hexadecimal.encode(all).utf8)) == all)
    #expect(Hexadecimal.encode([0x00, 0x9f, 0xa0]) == "009fa0")
    for text in ["0", "0g", "AB", "a ", "0x"] { #expect(Hexadecimal.decode(Array(text.utf8)) == nil) }
  }
}
