import MartletWire
import Testing

struct JSONValueTests {
  private static let limits = DecodingLimits(bytes: 1000, depth: 4, elements: 10)

  private func value(_ text: String) throws(WireError) -> JSONValue { try JSONValue(json: Array(text.utf8), limits: Self.limits) }

  private func failure(_ text: String) throws -> WireError.Code {
    try #require(throws: WireError.self) { try value(text) }.code
  }

  @Test func everyKindIsRead() throws {
    guard case .object(let object) = try value(#" {"a": [null, true, false, "x\u00e9\n", {}], "b": {"c": -12.5e1}} "#) else {
      Issue.record("not an object")
      return
    }
    #expect(object.names.sorted() == ["a", "b"])
    guard case .array(let array) = object["a"], case .object(let empty) = array.last, case .object(let inner) = object["b"],
      case .number(let number) = inner["c"]
    else {
      Issue.record("members are missing")
      return
    }
    #expect(array.dropLast() == [.null, .bool(true), .bool(false), .string("xé\n")])
    #expect(empty.names.isEmpty && object["c"] == nil)
    #expect(number.text == "-12.5e1" && number.integer == -125 && number.double == -125)
  }

  @Test(
    arguments: [
      ("0", 0, 0), ("1e3", 1000, 1000), ("1.5", nil, 1.5), ("9223372036854775807", Int64.max, 9.223372036854775807e18),
      ("9223372036854775808", nil, 9.223372036854775807e18), ("1e400", nil, nil), ("1e-400", nil, 0),
    ] as [(String, Int64?, Double?)])
  func numbersAreExactOrSaidNotToBe(text: String, integer: Int64?, double: Double?) throws {
    guard case .number(let number) = try value(text) else {
      Issue.record("not a number")
      return
    }
    #expect(number.integer == integer && number.double == double)
  }

  @Test(arguments: [
    #"{"a": 1, "a": 1}"#, #"{"a": 1, "\u0061": 2}"#, #"[{"b": {"a": null, "a": null}}]"#,
  ])
  func keyGivenTwiceIsRefused(text: String) throws { #expect(try failure(text) == .duplicate) }

  @Test func limitsHold() throws {
    #expect(try failure(String(repeating: " ", count: 1001)) == .tooLarge)
    #expect(try value("[[[[[]]]]]") != .null)
    #expect(try failure("[[[[[[]]]]]]") == .tooDeep)
    #expect(try failure(String(repeating: "[", count: 1000)) == .tooDeep)
    #expect(try failure("[1,1,1,1,1,1,1,1,1,1,1]") == .tooManyElements)
  }

  @Test(arguments: [
    "", " ", "{", "[", "nul", "nulll", "tru", "True", "NaN", "'a'", "\"a", "01", "+1", ".5", "1.", "[1,]", "[,1]", "{,}",
    #"{"a"}"#,
    #"{"a":}"#, #"{"a":1,}"#, "{1:1}", "[1 2]", "1 2", "[1]]", "//", "\u{FEFF}1", "\"\n\"", #""\x""#, #""\ud800""#,
  ])
  func whatIsNotJSONIsRefused(text: String) { #expect(throws: WireError.self) { try value(text) } }

  @Test func bytesThatAreNotTextAreRefused() {
    #expect(throws: WireError.self) { try JSONValue(json: [0x22, 0xFF, 0x22], limits: Self.limits) }
    #expect(throws: WireError.self) { try JSONValue(json: [0x22, 0xC0, 0xAF, 0x22], limits: Self.limits) }
  }
}
