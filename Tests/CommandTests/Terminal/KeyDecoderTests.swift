import MartletTesting
import Testing

@testable import MartletCommand

@Suite struct KeyDecoderTests {
  private static let samples: [(bytes: String, keys: [Key])] = [
    ("aé世👍", [.character("a"), .character("é"), .character("世"), .character("👍")]),
    ("\r\n", [.enter, .enter]),
    ("\t\u{7F}\u{8}", [.tab, .backspace, .backspace]),
    ("\u{1}\u{5}\u{3}\u{4}\u{1A}", [.control("a"), .control("e"), .control("c"), .control("d"), .control("z")]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OH\u{1B}OF", [.up, .home, .end]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[3~", [.home, .end, .home, .end, .delete]),
    ("\u{1B}[1;5C\u{1B}[1;3D\u{1B}b\u{1B}f", [.wordRight, .wordLeft, .wordLeft, .wordRight]),
    ("\u{1B}\r", [.newLine]),
    ("\u{1B}[15~x", [.other, .character("x")]),
    ("\u{1B}[200~two\r\nlines\u{1B}[31m\u{1B}[201~!", [.paste("two\nlines\u{1B}[31m"), .character("!")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ("e\u{301}", [.character("e"), .character("\u{301}")]),
  ]

  @Test(arguments: samples)
  func keysAreRecognised(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes.utf8) == keys)
    #expect(!decoder.isWaiting)
  }

  @Test(arguments: samples)
  func bytesMayArriveOneByOne(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(bytes.utf8.flatMap { decoder.feed([$0]) } == keys)
  }

  @Test func aLoneEscapeIsTakenWhenNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.giveUp() == [.other])
    #expect(!decoder.isWaiting)
    #expect(decoder.feed("a".utf8) == [.character("a")])
  }

  @Test func whatIsNotTextIsPassedOver() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xFF, 0xC3, 0x41, 0xE4, 0xB8, 0x42, 0xF5, 0xED, 0xA0, 0x80, 0x43]) == "ABC".map { .character($0) })
  }

  @Test(arguments: SeededRandom.environmentSeeds(1)) func noInputIsTooMuch(seed: UInt64) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 100)).count > 60)
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let bytes = (0..<64).map { _ in Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : 0x1B }
      let count = decoder.feed(bytes).count + decoder.giveUp().count
      #expect(count <= bytes.count + 1, "MARTLET_SEED=\(seed)")
    }
  }

  @Test func aPasteIsBounded() {
    var decoder = KeyDecoder()
    _ = decoder.feed("\u{1B}[200~".utf8)
    for _ in 0..<3 { #expect(decoder.feed(repeatElement(0x61, count: KeyDecoder.pasteBytes / 2)).isEmpty) }
    guard case .paste(let text)? = decoder.feed("\u{1B}[201~".utf8).first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count == KeyDecoder.pasteBytes)
  }
}
