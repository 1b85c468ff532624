/// The header fields of a message, in order.
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  package private(set) var fields: [Field] = []

  package init() {}

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  package mutating func add(name: String, value: String) { fields.append(Field(name: name, value: value)) }

  /// The value of the first field of that name; upper and lower case are the same.
  package func first(name: String) -> String? { fields.first { Self.isSame($0.name, name) }?.value }

  /// The values of all fields of that name, in order.
  package func all(name: String) -> [String] { fields.filter { Self.isSame($0.name, name) }.map(\.value) }

  /// The members of a comma-separated list that may be spread over several fields, without the space around them.
  package func list(name: String) -> [String] {
    all(name: name).flatMap { value in
      value.split(separator: ",").map { HTTPSyntax.trimmed($0) }.filter { !$0.isEmpty }.map { String($0) }
    }
  }

  /// Whether a list has the member; upper and lower case are the same.
  func contains(_ member: String, name: String) -> Bool { list(name: name).contains { Self.isSame($0, member) } }

  static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8) { HTTPSyntax.lowercased($0) == HTTPSyntax.lowercased($1) }
  }
}

/// The bytes allowed in each part of a message's head (RFC 9110, section 5; RFC 9112).
enum HTTPSyntax {
  static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// A byte of a token: a method, a field's name.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { isToken($0) } }

  /// A byte of a field's value: no control character but the tabulator.
  static func isValue(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

  /// A byte of a request target: a visible ASCII character.
  static func isTarget(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

  static func trimmed(_ text: Substring) -> Substring {
    var utf8 = text.utf8
    while let first = utf8.first, first == 0x20 || first == 0x09 { utf8.removeFirst() }
    while let last = utf8.last, last == 0x20 || last == 0x09 { utf8.removeLast() }
    return Substring(utf8)
  }
}
