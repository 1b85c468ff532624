/// A JSON value of any shape, for JSON that no message of the schema describes.
package indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Reads one value and nothing else.
  ///
  /// An object that has a key twice is refused, for readers differ in which one they take.
  package init(json bytes: [UInt8], limits: DecodingLimits) throws(WireError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(WireError) in
      var reader = try JSONReader(UnsafeRawBufferPointer(buffer), limits: limits)
      let value = try reader.value()
      try reader.finish()
      return value
    }
  }
}

/// The members of a JSON object.
package struct JSONObject: Equatable, Sendable {
  private var members: [String: JSONValue] = [:]

  /// The keys, in no order.
  package var names: [String] { Array(members.keys) }

  /// A member's value; nil if there is no such member.
  package subscript(name: String) -> JSONValue? { members[name] }

  fileprivate mutating func insert(_ value: JSONValue, for name: String, from reader: borrowing JSONReader) throws(WireError) {
    try reader.insert(value, for: name, into: &members)
  }
}

/// A number as JSON writes it.
package struct JSONNumber: Equatable, Sendable {
  /// The digits as they were written.
  package let text: String
  /// The exact value; nil if it has a fraction or is out of range.
  package let integer: Int64?

  /// The nearest value; nil if it is out of range.
  package var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
}

extension JSONReader {
  /// Consumes a value of any type.
  package mutating func value() throws(WireError) -> JSONValue {
    switch try peek() {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["):
      try open(UInt8(ascii: "["))
      var elements: [JSONValue] = []
      var isFirst = true
      while try nextElement(isFirst: &isFirst) { elements.append(try value()) }
      close()
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
    case UInt8(ascii: "n"):
      guard try take("null") else { throw error(.malformed) }
      return .null
    default:
      let bytes = UnsafeRawBufferPointer(rebasing: input[try number()])
      return .number(JSONNumber(text: String(decoding: bytes, as: UTF8.self), integer: JSONNumeral(bytes)?.integer(in: bytes)))
    }
  }

  private mutating func object() throws(WireError) -> JSONObject {
    try beginMap()
    var object = JSONObject()
    var isFirst = true
    while try nextPair(isFirst: &isFirst) {
      let name = try string()
      try colon()
      try object.insert(try value(), for: name, from: self)
    }
    return object
  }
}
