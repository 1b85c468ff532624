import MartletWire
import Testing

/// The binary format, value by value.
struct BinaryTests {
  private func code(_ bytes: [UInt8], _ limits: DecodingLimits = DecodingLimits()) -> WireError.Code? {
    do {
      _ = try TestWire.Everything(decoding: bytes, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }

  /// A field with a length.
  private func field(_ tag: UInt8..., of bytes: [UInt8]) -> [UInt8] { tag + [UInt8(bytes.count)] + bytes }

  @Test func messagesAreWrittenInTheOrderOfNumbers() {
    let marked = Wire.Marked(conversation: "g", read: 300)
    #expect(marked.encoded() == [0x0A, 1, 0x67, 0x10, 0xAC, 0x02])
    #expect(marked.encodedSize == 6)
  }

  @Test func defaultsAreNotWritten() {
    #expect(TestWire.Everything().encoded().isEmpty)
    #expect(TestWire.Everything(float: -0.0).encoded() == [0x15, 0, 0, 0, 0x80])
  }

  @Test func presentFieldsAreWrittenThoughTheyAreDefaults() throws {
    let shapes = TestWire.Shapes(optionalInt32: 0, optionalString: "", optionalInner: TestWire.Inner())
    #expect(shapes.encoded() == [0xF0, 1, 0, 0xFA, 1, 0, 0xA2, 2, 0])
    #expect(try TestWire.Shapes(decoding: shapes.encoded()) == shapes)
    #expect(Wire.ClientPacket(request: .ping(.init())).encoded() == [0x1A, 0])
  }

  @Test(arguments: [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 0xFFFF_FFFF, 1 << 35, 1 << 56, 1 << 63, .max] as [UInt64])
  func numbersOfEveryLengthReturn(_ value: UInt64) throws {
    let message = TestWire.Everything(
      int64: Int64(bitPattern: value), uint64: value, sint64: Int64(bitPattern: value), fixed64: value)
    #expect(try TestWire.Everything(decoding: message.encoded()) == message)
  }

  @Test func notANumberReturns() throws {
    let message = TestWire.Everything(double: .nan, float: .nan)
    let back = try TestWire.Everything(decoding: message.encoded())
    #expect(back.double.isNaN && back.float.isNaN)
  }

  @Test func longerNumbersAreCutToTheField() throws {
    let wide: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x1F]
    let message = try TestWire.Everything(decoding: [0x18] + wide + [0x28] + wide + [0x68] + wide)
    #expect(message.int32 == -1 && message.uint32 == .max && message.bool)
    let padded = try TestWire.Everything(decoding: [0x28, 0x81, 0x80, 0x80, 0x00])
    #expect(padded.uint32 == 1)
  }

  @Test func listsOfNumbersAreReadPackedOrNot() throws {
    let packed = try TestWire.Shapes(decoding: [0x1A, 2, 1, 2, 0x18, 3, 0x8A, 1, 2, 4, 5, 0x88, 1, 6])
    #expect(packed.int32s == [1, 2, 3] && packed.unpacked == [4, 5, 6])
    #expect(TestWire.Shapes(int32s: [1, 2], unpacked: [4, 5]).encoded() == [0x1A, 2, 1, 2, 0x88, 1, 4, 0x88, 1, 5])
  }

  @Test func theLastOfRepeatedSingleFieldsWins() throws {
    #expect(try Wire.Marked(decoding: [0x10, 1, 0x10, 2]).read == 2)
  }

  @Test func repeatedMessagesAreMerged() throws {
    let first = Wire.Closing(failure: Wire.Failure(code: 1, name: "a"))
    let second = Wire.Closing(failure: Wire.Failure(name: "b", limit: 2), reconnect: true)
    let merged = try Wire.Closing(decoding: first.encoded() + second.encoded())
    #expect(merged == Wire.Closing(failure: Wire.Failure(code: 1, name: "b", limit: 2), reconnect: true))
  }

  @Test func theLastMemberOfAOneofWinsAndTheSameOneIsMerged() throws {
    let send = Wire.ClientPacket(request: .send(Wire.Send(conversation: "c", type: "x")))
    let more = Wire.ClientPacket(request: .send(Wire.Send(type: "text", content: "{}")))
    let ping = Wire.ClientPacket(request: .ping(.init()))
    #expect(try Wire.ClientPacket(decoding: send.encoded() + ping.encoded()) == ping)
    #expect(try Wire.ClientPacket(decoding: ping.encoded() + send.encoded()) == send)
    let merged = Wire.ClientPacket(request: .send(Wire.Send(conversation: "c", type: "text", content: "{}")))
    #expect(try Wire.ClientPacket(decoding: send.encoded() + more.encoded()) == merged)
    #expect(try Wire.ClientPacket(decoding: send.encoded() + ping.encoded() + more.encoded()) == more)
  }

  @Test func entriesOfMapsMayLackKeyOrValueAndTheLastWins() throws {
    let entries: [UInt8] = [0xAA, 1, 0] + [0xAA, 1, 2, 0x08, 7] + [0xAA, 1, 2, 0x10, 9] + [0xAA, 1, 4, 0x10, 8, 0x18, 1]
    #expect(try TestWire.Shapes(decoding: entries).byInt32 == [0: 8, 7: 0])
  }

  @Test func truncationAnywhereIsNoticed() throws {
    var random = RandomValues(seed: 4, keepsUnknownFields: true)
    for _ in 0..<200 {
      let value = random.value(of: TestWire.Everything.self)
      let bytes = value.encoded()
      for count in 0..<min(bytes.count, 300) {
        // The remaining bytes may be whole fields, but never the whole value.
        let cut = try? TestWire.Everything(decoding: Array(bytes[..<count]))
        #expect(cut.map { $0.encodedSize < bytes.count } ?? true)
      }
    }
    #expect(code([0x28]) == .truncated)
    #expect(code([0x28, 0x80]) == .truncated)
    #expect(code([0x4D, 1, 2, 3]) == .truncated)
    #expect(code([0x51, 1, 2, 3, 4, 5, 6, 7]) == .truncated)
    #expect(code([0x72, 3, 0x61]) == .truncated)
    #expect(code([0x72, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]) == .truncated)
    #expect(code([0x72, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]) == .truncated)
  }

  @Test func anInnerMessageCannotReachBeyondItsEnd() {
    // The text of `inner.deeper` would need bytes that belong to the message around it.
    #expect(code(field(0x8A, 1, of: field(0x0A, of: [0x12, 5, 0x61])) + [0x61, 0x61, 0x61, 0x61]) == .truncated)
  }

  @Test(
    arguments: [
      [0x00], [0x07, 0], [0x80, 0x00], [0x2E], [0x2F], [0x2C],
      [0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02],
      [0xFF, 0xFF, 0xFF, 0xFF, 0x1F], [0x28, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ] as [[UInt8]])
  func whatIsNoFieldIsRefused(_ bytes: [UInt8]) {
    #expect(code(bytes) == .malformed)
  }

  @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0xE2, 0x82]] as [[UInt8]])
  func textThatIsNotUTF8IsRefused(_ text: [UInt8]) {
    #expect(code(field(0x72, of: text)) == .invalidUTF8)
    #expect(code(field(0x7A, of: text)) == nil)
  }
}

/// Fields that the schema does not define.
struct UnknownFieldsTests {
  /// Field 1000 with every wire type, the last a group with a group within.
  private static let fields: [[UInt8]] = [
    [0xC0, 0x3E, 0x96, 0x01], [0xC1, 0x3E, 1, 2, 3, 4, 5, 6, 7, 8], [0xC2, 0x3E, 2, 0xFF, 0], [0xC5, 0x3E, 1, 2, 3, 4],
    [0xC3, 0x3E, 0x0B, 0x08, 1, 0x0C, 0x12, 1, 0x61, 0xC4, 0x3E],
  ]

  @Test(arguments: fields)
  func fieldsAreKeptAndWrittenAgain(_ field: [UInt8]) throws {
    let message = try Wire.Marked(decoding: field + [0x10, 5] + field)
    #expect(message.read == 5)
    #expect(message.unknownFields.bytes == field + field)
    #expect(message.encoded() == [0x10, 5] + field + field)
    #expect(message != Wire.Marked(read: 5))
  }

  @Test func fieldsWithinMessagesAreKept() throws {
    let inner: [UInt8] = [0x38, 1]
    let packet = try Wire.ServerPacket(decoding: [0x1A, 2] + inner)
    #expect(packet.encoded() == [0x1A, 2] + inner)
    #expect(packet.unknownFields.isEmpty)
  }

  @Test func aFieldOfAnotherWireTypeIsUnknown() throws {
    let message = try Wire.Marked(decoding: [0x12, 1, 7])
    #expect(message.read == 0 && message.unknownFields.bytes == [0x12, 1, 7])
  }

  @Test func valuesOfEnumerationsAreKept() throws {
    let device = try Wire.Device(decoding: [0x10, 0x63])
    #expect(device.class.rawValue == 99)
    #expect(device.encoded() == [0x10, 0x63])
    #expect(String(decoding: device.json(), as: UTF8.self) == #"{"class":99}"#)
  }

  @Test(arguments: [[0xC3, 0x3E], [0xC3, 0x3E, 0x08], [0xC3, 0x3E, 0x08, 1], [0xC3, 0x3E, 0x12, 9]] as [[UInt8]])
  func aGroupWithoutEndIsTruncated(_ bytes: [UInt8]) {
    #expect(throws: WireError.self) { try Wire.Marked(decoding: bytes) }
  }

  @Test func aGroupEndsWithItsOwnNumber() {
    #expect(throws: WireError(.malformed, at: 3)) { try Wire.Marked(decoding: [0xC3, 0x3E, 0x0C]) }
  }
}
