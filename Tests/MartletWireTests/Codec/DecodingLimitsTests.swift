import MartletWire
import Testing

struct DecodingLimitsTests {
  private func nested(_ depth: Int) -> TestWire.Tree {
    (0..<depth).reduce(TestWire.Tree(link: .end("x"))) { tree, level in
      level % 2 == 0 ? TestWire.Tree(children: [tree]) : TestWire.Tree(link: .next(tree))
    }
  }

  @Test func valuesAsDeepAsTheLimitAreTakenInBothForms() throws {
    let tree = nested(64)
    #expect(try TestWire.Tree(decoding: tree.encoded()) == tree)
    #expect(try TestWire.Tree(json: tree.json()) == tree)
  }

  @Test func deeperValuesAreRefusedInBothForms() {
    let tree = nested(65)
    #expect { try TestWire.Tree(decoding: tree.encoded()) } throws: { ($0 as? WireError)?.code == .tooDeep }
    #expect { try TestWire.Tree(json: tree.json()) } throws: { ($0 as? WireError)?.code == .tooDeep }
  }

  @Test func entriesOfMapsCountAsALevel() throws {
    let tree = (0..<32).reduce(TestWire.Tree()) { tree, _ in TestWire.Tree(named: ["a": tree]) }
    let deeper = TestWire.Tree(named: ["a": tree])
    #expect(try TestWire.Tree(decoding: tree.encoded()) == tree)
    #expect(try TestWire.Tree(json: tree.json()) == tree)
    #expect { try TestWire.Tree(decoding: deeper.encoded()) } throws: { ($0 as? WireError)?.code == .tooDeep }
    #expect { try TestWire.Tree(json: deeper.json()) } throws: { ($0 as? WireError)?.code == .tooDeep }
  }

  @Test func unknownValuesCountToo() {
    let groups = [UInt8](repeating: 0x7B, count: 100_000)
    #expect { try Wire.Marked(decoding: groups) } throws: { ($0 as? WireError)?.code == .tooDeep }
    for bracket in ["[", #"{"x":"#] {
      let json = Array((#"{"unknown":"# + String(repeating: bracket, count: 100_000)).utf8)
      #expect { try Wire.Marked(json: json) } throws: { ($0 as? WireError)?.code == .tooDeep }
    }
  }

  @Test func moreBytesThanTheLimitAreRefused() throws {
    let message = Wire.Marked(conversation: "group:x", read: 1)
    for size in [message.encodedSize, message.json().count] {
      let limits = DecodingLimits(bytes: size - 1)
      let isBinary = size == message.encodedSize
      let decode = { (limits: DecodingLimits) in
        isBinary
          ? try Wire.Marked(decoding: message.encoded(), limits: limits) : try Wire.Marked(json: message.json(), limits: limits)
      }
      #expect(throws: WireError(.tooLarge, at: size - 1)) { try decode(limits) }
      #expect(try decode(DecodingLimits(bytes: size)) == message)
    }
  }

  @Test func elementsAreCountedOverAllListsAndMaps() throws {
    let shapes = TestWire.Shapes(
      int32s: [1, 2], strings: ["", ""], byInt32: [1: 1], messages: [1: .init(kinds: [.unknown, ._2d])])
    let all = DecodingLimits(elements: 8)
    let fewer = DecodingLimits(elements: 7)
    #expect(try TestWire.Shapes(decoding: shapes.encoded(), limits: all) == shapes)
    #expect(try TestWire.Shapes(json: shapes.json(), limits: all) == shapes)
    #expect { try TestWire.Shapes(decoding: shapes.encoded(), limits: fewer) } throws: {
      ($0 as? WireError)?.code == .tooManyElements
    }
    #expect { try TestWire.Shapes(json: shapes.json(), limits: fewer) } throws: { ($0 as? WireError)?.code == .tooManyElements }
  }

  @Test func emptyElementsCannotFillTheMemory() {
    let entries = [UInt8](repeating: 0, count: 800_000).enumerated().map { $0.offset % 2 == 0 ? 0x0A : $0.element }
    #expect { try Wire.Conversations(decoding: entries) } throws: { ($0 as? WireError)?.code == .tooManyElements }
  }
}
