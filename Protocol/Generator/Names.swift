/// How names of the schema become names in Swift.
enum Names {
  /// `client_id` becomes `clientId`.
  static func lowerCamel(_ name: String) -> String {
    var result = ""
    var isNext = false
    for character in name {
      if character == "_" {
        isNext = !result.isEmpty
      } else {
        result += isNext ? character.uppercased() : String(character)
        isNext = false
      }
    }
    return result
  }

  /// `rest_api` becomes `RestApi`.
  static func upperCamel(_ name: String) -> String {
    let lower = lowerCamel(name)
    return lower.prefix(1).uppercased() + lower.dropFirst()
  }

  /// `DeviceClass` becomes `DEVICE_CLASS`.
  static func upperSnake(_ name: String) -> String {
    var result = ""
    var wasLower = false
    for character in name {
      if character.isUppercase, wasLower { result += "_" }
      wasLower = !character.isUppercase
      result += character.uppercased()
    }
    return result
  }

  /// The name of a property, parameter or case, in backticks where it is a word of the language.
  static func member(_ name: String) -> String {
    if taken.contains(name) { return name + "_" }
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// `DEVICE_CLASS_WEB` of `DeviceClass` becomes `web`.
  static func enumValue(_ name: String, of type: String) -> String {
    let prefix = upperSnake(type) + "_"
    let rest = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    let camel = lowerCamel(rest.lowercased())
    return camel.first?.isNumber == true ? "_" + camel : member(camel)
  }

  /// Members that every message or value has.
  private static let taken: Set<String> = [
    "unknownFields", "encodedSize", "messageName", "encoded", "encode", "decode", "json", "encodeJSON", "jsonNames", "names",
    "rawValue", "none", "some", "hashValue", "hash", "self",
  ]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum",
    "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
    "is", "let", "nil", "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while", "Self", "Any", "Type", "Protocol",
  ]

  /// Names a type cannot have, as what is generated means Swift's own by them.
  static let shadowing: Set<String> = [
    "String", "Bool", "Int", "Int32", "Int64", "UInt8", "UInt32", "UInt64", "Float", "Double", "Array", "Dictionary", "Optional",
    "StaticString", "Equatable", "Sendable", "UnknownFields", "WireMessage", "WireEnum", "WireError", "BinaryReader",
    "BinaryWriter", "BinarySize", "JSONReader", "JSONWriter", "JSONNames", "Type", "Protocol", "Self", "Any",
  ]
}
