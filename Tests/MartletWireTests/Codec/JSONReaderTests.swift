import MartletWire
import Testing

/// The input that proto3 JSON accepts and refuses.
struct JSONReaderTests {
  private func everything(_ json: String) throws -> TestWire.Everything {
    try TestWire.Everything(json: Array(json.utf8))
  }

  private func code(_ json: String) -> WireError.Code? {
    do {
      _ = try TestWire.Everything(json: Array(json.utf8))
      return nil
    } catch {
      return error.code
    }
  }

  @Test func namesAreTakenAsInTheSchemaOrInCamelCase() throws {
    let send = Wire.Send(clientId: "x")
    #expect(try Wire.Send(json: Array(#"{"clientId":"x"}"#.utf8)) == send)
    #expect(try Wire.Send(json: Array(#"{"client_id":"x"}"#.utf8)) == send)
    #expect(try Wire.Send(json: Array(#"{"client\u005fid":"x"}"#.utf8)) == send)
    #expect(try TestWire.Words(json: Array(##"{"@custom":"a"}"##.utf8)).custom == "a")
    #expect(try TestWire.Words(json: Array(##"{"custom":"a"}"##.utf8)).custom == "a")
  }

  @Test func whiteSpaceIsTakenAnywhere() throws {
    let message = try everything(" \t\r\n{ \"int32\" : 1 , \"inner\" : { \"kinds\" : [ 2 , 0 ] } } \n")
    #expect(message == TestWire.Everything(int32: 1, inner: .init(kinds: [._2d, .unknown])))
  }

  @Test func unknownFieldsAreSkippedWhateverTheyHold() throws {
    let json = #"{"a":null,"b":{"c":[1,-2.5e+7,"x\n",{}],"d":true},"e":[],"int32":7,"f":false}"#
    #expect(try everything(json) == TestWire.Everything(int32: 7))
  }

  @Test func nullIsTheDefault() throws {
    let json = """
      {"int32":null,"string":null,"bytes":null,"colour":null,"inner":null,"bool":null,
      "shapes":{"int32s":null,"byInt32":null,"optionalInt32":null},"choice":{"inner":null,"string":"x"}}
      """
    #expect(try everything(json) == TestWire.Everything(shapes: .init(), choice: .init(value: .string("x"))))
    #expect(code(#"{"shapes":{"int32s":[null]}}"#) == .malformed)
    #expect(code(#"{"shapes":{"byInt32":{"1":null}}}"#) == .malformed)
    #expect(code(#"{"shapes":{"messages":{"1":null}}}"#) == .malformed)
  }

  @Test(arguments: [
    ("2147483647", 2_147_483_647), ("-2147483648", -2_147_483_648), ("\"12\"", 12), ("1e5", 100_000), ("1.5e1", 15),
    ("100.0", 100),
    ("-0", 0), ("0e999999999999999999999", 0), ("12000e-3", 12), ("\"1e2\"", 100), ("0.0", 0), ("1E+2", 100),
  ])
  func wholeNumbersAreTakenInEveryForm(_ text: String, _ value: Int32) throws {
    #expect(try everything(#"{"int32":\#(text)}"#).int32 == value)
  }

  @Test(arguments: [
    "2147483648", "-2147483649", "0.5", "1e10", "1e-1", "1e999999999999999999999", "123456789012345678901234567890", "\"1.5\"",
  ])
  func numbersThatDoNotFitAreRefused(_ text: String) {
    #expect(code(#"{"int32":\#(text)}"#) == .outOfRange)
  }

  @Test(arguments: [
    "01", "+1", "1.", ".5", "-", "1e", "1e+", "0x1", "1_000", "--1", "\"\"", "\" 1\"", "\"1 \"", "\"one\"", "true", "[]", "{}",
    "NaN",
    "\"0x1\"", "Infinity", "1 2", "\"NaN\"",
  ])
  func whatIsNoNumberIsRefused(_ text: String) {
    #expect(code(#"{"int32":\#(text)}"#) == .malformed)
  }

  @Test func numbersOf64BitsAreExact() throws {
    let message = try everything(
      #"{"int64":"-9223372036854775808","uint64":18446744073709551615,"sint64":9223372036854775807,"#
        + #""fixed64":"1.8446744073709551615e19"}"#)
    #expect(message.int64 == .min && message.uint64 == .max && message.sint64 == .max && message.fixed64 == .max)
    #expect(code(#"{"int64":"9223372036854775808"}"#) == .outOfRange)
    #expect(code(#"{"int64":-9223372036854775809}"#) == .outOfRange)
    #expect(code(#"{"uint64":18446744073709551616}"#) == .outOfRange)
    #expect(code(#"{"uint64":-1}"#) == .outOfRange)
  }

  @Test func floatingNumbersAreTakenInEveryForm() throws {
    #expect(try everything(#"{"double":1e308,"float":"-1.5"}"#) == TestWire.Everything(double: 1e308, float: -1.5))
    #expect(
      try everything(#"{"double":"Infinity","float":"-Infinity"}"#) == TestWire.Everything(double: .infinity, float: -.infinity))
    #expect(try everything(#"{"double":"NaN"}"#).double.isNaN)
    #expect(try everything(#"{"double":-0.0}"#).double.sign == .minus)
    #expect(try everything(#"{"double":4.9e-324}"#).double == .leastNonzeroMagnitude)
    #expect(code(#"{"double":1e309}"#) == .outOfRange)
    #expect(code(#"{"float":3.5e38}"#) == .outOfRange)
    for text in ["NaN", "Infinity", "\"inf\"", "\"nan\"", "\"infinity\"", "\"0x1p3\"", "\"+1\"", "\"1.5 \"", "true"] {
      #expect(code(#"{"double":\#(text)}"#) == .malformed)
    }
  }

  @Test func onlyTheWordsAreBooleans() throws {
    #expect(try everything(#"{"bool":true}"#).bool)
    #expect(try !everything(#"{"bool":false}"#).bool)
    for text in ["\"true\"", "1", "0", "TRUE", "tru", "truer"] { #expect(code(#"{"bool":\#(text)}"#) != nil) }
  }

  @Test func enumerationsAreTakenByNameAndNumber() throws {
    #expect(try everything(#"{"colour":"COLOUR_CRIMSON"}"#).colour == .red)
    #expect(try everything(#"{"colour":-1}"#).colour == .ultraviolet)
    #expect(try everything(#"{"colour":77}"#).colour.rawValue == 77)
    for text in ["1.5", "true", "[]", "4294967296"] { #expect(code(#"{"colour":\#(text)}"#) != nil) }
  }

  @Test func unknownNamesOfEnumerationsAreSkipped() throws {
    #expect(try everything(#"{"colour":"COLOUR_OCTARINE","int32":1}"#) == TestWire.Everything(int32: 1))
    let shapes = try everything(#"{"shapes":{"colours":["X",1],"byBool":{"true":"X","false":1},"optionalColour":"X"}}"#).shapes
    #expect(shapes == TestWire.Shapes(colours: [.red], byBool: [false: .red]))
    #expect(try everything(#"{"choice":{"colour":"X"}}"#).choice == TestWire.Choice())
  }

  @Test func bytesAreBase64InEitherAlphabet() throws {
    for text in ["+/8=", "-_8=", "+/8", "-_8"] { #expect(try everything(#"{"bytes":"\#(text)"}"#).bytes == [0xFB, 0xFF]) }
    #expect(try everything(#"{"bytes":"\u002b\/8="}"#).bytes == [0xFB, 0xFF])
    #expect(try everything(#"{"bytes":""}"#).bytes.isEmpty)
    for text in ["a", "a===", "ab=", "=", "ab c", "ab\\ncd", "a*cd", "ab==cd==", "abcd="] {
      #expect(code(#"{"bytes":"\#(text)"}"#) == .malformed)
    }
  }

  @Test func mapsHaveTheirKeysAsStrings() throws {
    let json = #"{"shapes":{"byString":{"":"a","1":"b"},"bySint64":{"-5":1.5},"byFixed32":{"7":"AA=="},"byBool":{"true":1}}}"#
    let shapes = TestWire.Shapes(byString: ["": "a", "1": "b"], bySint64: [-5: 1.5], byFixed32: [7: [0]], byBool: [true: .red])
    #expect(try everything(json).shapes == shapes)
    #expect(code(#"{"shapes":{"byInt32":{1:"1"}}}"#) == .malformed)
    #expect(code(#"{"shapes":{"byBool":{true:1}}}"#) == .malformed)
    #expect(code(#"{"shapes":{"byInt32":{"x":"1"}}}"#) == .malformed)
    #expect(code(#"{"shapes":{"byInt32":{"1":"1","1":"2"}}}"#) == .duplicate)
  }

  @Test(arguments: [
    #"{"int32":1,"int32":1}"#, #"{"int32":1,"int32":null}"#, #"{"shapes":{"optionalInt32":1,"optional_int32":2}}"#,
    #"{"choice":{"bool":true,"string":"x"}}"#, #"{"choice":{"bool":true,"bool":true}}"#,
  ])
  func nothingIsTakenTwice(_ json: String) {
    #expect(code(json) == .duplicate)
  }

  @Test(arguments: [
    "", " ", "null", "[]", "1", "\"\"", "{", "}", "{}x", "{}{}", "{,}", #"{"int32":1,}"#, #"{"int32"}"#, #"{"int32":}"#,
    #"{int32:1}"#,
    #"{'int32':1}"#, #"{"int32":1;}"#, #"{"int32" 1}"#, #"{"int32":1 "bool":true}"#, #"{"x":nul}"#, #"{"x":[1,]}"#,
    #"{"x":[1 2]}"#,
    #"{"x":{"y"}}"#, #"{"shapes":{"int32s":1}}"#, #"{"shapes":{"int32s":{}}}"#, #"{"shapes":[]}"#, #"{"shapes":{"byInt32":[]}}"#,
    #"{"shapes":{"int32s":[1,]}}"#, #"{"shapes":{"int32s":[,1]}}"#, "\u{FEFF}{}", "{}/**/", "{\u{A0}}", #"{"x":1}}"#,
    #"{"string":1}"#,
    #"{"string":"a}"#, #"{"x":"a}"#, #"{"int32":1"#, #"{"x"#, #"{"x":"#, #"{"x":-"#, #"{"x":t"#,
  ])
  func whatIsNoMessageIsRefused(_ json: String) {
    #expect([.malformed, .truncated].contains(code(json)))
  }
}

/// Strings in JSON.
struct JSONTextTests {
  private func string(_ json: [UInt8]) throws -> String {
    try TestWire.Everything(json: Array(#"{"string":""#.utf8) + json + Array("\"}".utf8)).string
  }

  private func string(_ json: String) throws -> String { try string(Array(json.utf8)) }

  @Test func escapesStandForCharacters() throws {
    #expect(try string(#"\"\\\/\b\f\n\r\t"#) == "\"\\/\u{8}\u{C}\n\r\t")
    #expect(try string(#"\u0041\u00e9\u20AC\uFFFF\u0000"#) == "A\u{E9}\u{20AC}\u{FFFF}\u{0}")
    #expect(try string(#"a\ud83d\udc26b"#) == "a\u{1F426}b")
    #expect(try string("\u{7F}\u{2028}é🐦") == "\u{7F}\u{2028}é🐦")
  }

  @Test(arguments: [
    #"\ud83d"#, #"\udc26"#, #"\ud83d\ud83d"#, #"\ud83dx"#, #"\ud83d\n12345"#, #"\ud83dxxxxxxxx"#, #"\ud83d\u0041"#,
    #"\uD800\uE000"#,
  ])
  func loneSurrogatesAreRefused(_ text: String) {
    #expect(throws: WireError.self) { try string(text) }
  }

  @Test(arguments: [#"\x41"#, #"\U0041"#, #"\u004"#, #"\u00g1"#, #"\'"#, #"\"#, "\n", "\t", "\u{0}", "\u{1F}"])
  func otherEscapesAndBareControlsAreRefused(_ text: String) {
    #expect(throws: WireError.self) { try string(text) }
  }

  @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
  func textThatIsNotUTF8IsRefusedWhereverItStands(_ text: [UInt8]) {
    #expect { try string(text) } throws: { ($0 as? WireError)?.code == .invalidUTF8 }
    #expect { try string(Array(#"\n"#.utf8) + text) } throws: { ($0 as? WireError)?.code == .invalidUTF8 }
    for (before, after) in [("{\"", "\":1}"), ("{\"x\":\"", "\"}"), ("{\"x\":{\"", "\":1}}"), ("{\"colour\":\"", "\"}")] {
      let json = Array(before.utf8) + text + Array(after.utf8)
      #expect { try TestWire.Everything(json: json) } throws: { ($0 as? WireError)?.code == .invalidUTF8 }
    }
    #expect(throws: WireError.self) { try TestWire.Everything(json: text) }
    #expect(throws: WireError.self) { try TestWire.Everything(json: Array("{}".utf8) + text) }
  }

  @Test func truncationAnywhereIsNoticed() throws {
    var random = RandomValues(seed: 5, keepsUnknownFields: false)
    for _ in 0..<100 {
      let json = random.value(of: TestWire.Everything.self).json()
      for count in 0..<min(json.count, 400) where count < json.count {
        #expect(throws: WireError.self) { try TestWire.Everything(json: Array(json[..<count])) }
      }
    }
  }
}
