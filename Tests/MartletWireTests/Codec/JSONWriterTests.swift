import MartletWire
import Testing

struct JSONWriterTests {
  private func json(_ message: some WireMessage) -> String { String(decoding: message.json(), as: UTF8.self) }

  @Test func fieldsHaveCamelCaseNamesInTheOrderOfTheSchema() {
    let packet = Wire.ClientPacket(
      id: 3, request: .send(Wire.Send(conversation: "group:g", clientId: "c", type: "text", content: "{}")))
    #expect(json(packet) == #"{"id":3,"send":{"conversation":"group:g","clientId":"c","type":"text","content":"{}"}}"#)
    #expect(json(TestWire.Words(custom: "x", oddName2x: "y")) == ##"{"@custom":"x","OddName2x":"y"}"##)
  }

  @Test func defaultsAreLeftOutAndPresentFieldsAreNot() {
    #expect(json(TestWire.Everything()) == "{}")
    #expect(json(TestWire.Everything(double: -0.0)) == #"{"double":-0.0}"#)
    #expect(json(TestWire.Shapes(optionalInt32: 0, optionalInner: .init())) == #"{"optionalInt32":0,"optionalInner":{}}"#)
    #expect(json(TestWire.Choice(value: .int64(0))) == #"{"int64":"0"}"#)
    #expect(json(Wire.ClientPacket(request: .ping(.init()))) == #"{"ping":{}}"#)
  }

  @Test func numbersOf64BitsAreStrings() {
    let message = TestWire.Everything(int32: .min, int64: .min, uint32: .max, uint64: .max, sint64: -7, fixed64: 10)
    #expect(
      json(message)
        == #"{"int32":-2147483648,"int64":"-9223372036854775808","uint32":4294967295,"uint64":"18446744073709551615","#
        + #""sint64":"-7","fixed64":"10"}"#)
  }

  @Test func floatingNumbersAreShortOrNamed() {
    #expect(json(TestWire.Everything(double: 0.1, float: 0.1)) == #"{"double":0.1,"float":0.1}"#)
    #expect(json(TestWire.Everything(double: .infinity, float: -.infinity)) == #"{"double":"Infinity","float":"-Infinity"}"#)
    #expect(json(TestWire.Everything(double: .nan)) == #"{"double":"NaN"}"#)
    #expect(json(TestWire.Everything(double: 1e300)) == #"{"double":1e+300}"#)
  }

  @Test func textIsEscapedWhereItMustBe() {
    let text = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é🐦"
    #expect(json(TestWire.Everything(string: text)) == #"{"string":"\"\\/\u0008\u000c\n\r\t\u0000\u001f"# + "\u{7F}é🐦\"}")
  }

  @Test func bytesAreBase64WithPadding() {
    let forms: [([UInt8], String)] = [([0], "AA=="), ([0xFB, 0xFF], "+/8="), ([1, 2, 3], "AQID"), ([1, 2, 3, 4], "AQIDBA==")]
    for (bytes, text) in forms { #expect(json(TestWire.Everything(bytes: bytes)) == #"{"bytes":"\#(text)"}"#) }
  }

  @Test func enumerationsGoByTheFirstName() {
    #expect(json(TestWire.Everything(colour: .crimson)) == #"{"colour":"COLOUR_RED"}"#)
    #expect(json(TestWire.Shapes(colours: [.none_, .init(rawValue: 9)])) == #"{"colours":["COLOUR_NONE",9]}"#)
  }

  @Test func mapsHaveTheirKeysAsStrings() {
    let shapes = TestWire.Shapes(byString: ["a\"": "b"], bySint64: [-5: 1.5], byBool: [true: .red])
    #expect(json(shapes) == #"{"byString":{"a\"":"b"},"bySint64":{"-5":1.5},"byBool":{"true":"COLOUR_RED"}}"#)
  }
}

struct ByteWriterTests {
  @Test func aMessageFollowsTheRoomForItsHeader() throws {
    let message = Wire.Marked(conversation: "group:g", read: 1)
    var writer = ByteWriter(reserving: 4, capacity: 100)
    message.encode(into: &writer)
    #expect(writer.bytes == [0, 0, 0, 0] + message.encoded())
    message.encodeJSON(into: &writer)
    #expect(writer.bytes == [0, 0, 0, 0] + message.encoded() + message.json())
  }

  @Test func aMessageIsWrittenIntoMemoryOfItsSize() {
    let message = Wire.Marked(conversation: "group:g", read: 1)
    let bytes = [UInt8](unsafeUninitializedCapacity: message.encodedSize) { buffer, count in
      message.encode(into: UnsafeMutableRawBufferPointer(buffer))
      count = buffer.count
    }
    #expect(bytes == message.encoded())
    Wire.Done().encode(into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
  }
}
