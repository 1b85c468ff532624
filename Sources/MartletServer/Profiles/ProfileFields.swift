import MartletStore
import MartletWire

/// The profile fields that an app declares beside the standard ones.
package struct ProfileFields: Sendable, Equatable {
  let declared: [String]

  package static let standard = ProfileFields(declared: [])

  static let most = 20
  static let keyCharacters = 32
  static let customCharacters = 256
  static let numberCharacters = 32

  private init(declared: [String]) { self.declared = declared }

  /// Reads keys in the notation of the configuration: separated by commas, or `none`.
  init?(_ text: String) {
    if text == "none" {
      declared = []
      return
    }
    let keys = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard keys.count <= Self.most, Set(keys).count == keys.count, keys.allSatisfy(Self.mayDeclare) else { return nil }
    declared = keys
  }

  /// The form that `init(_:)` reads.
  var text: String { declared.isEmpty ? "none" : declared.joined(separator: ", ") }

  private static func mayDeclare(_ key: String) -> Bool {
    isLettersAndDigits(key, atMost: keyCharacters) && StandardField(rawValue: key) == nil
  }

  private static func isLettersAndDigits(_ text: String, atMost most: Int) -> Bool {
    (1...most).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
          true
        default: false
        }
      }
  }

  /// Checks changes of fields, each at most once, and returns them by key.
  func check(_ fields: [Wire.ProfileField]) throws(Refusal) -> [String: String] {
    try Form.count(of: fields, "fields", in: 0...StandardField.allCases.count + Self.most)
    var values: [String: String] = [:]
    for field in fields {
      if let standard = StandardField(rawValue: field.key) {
        try standard.check(field.value)
      } else {
        guard declared.contains(field.key) else { throw Refusal(.profileFieldUnknown, field: field.key) }
        try Self.check(field, characters: Self.customCharacters)
      }
      guard values.updateValue(field.value, forKey: field.key) == nil else { throw Refusal(field: field.key) }
    }
    return values
  }

  /// Checks the length of a value.
  fileprivate static func check(_ field: Wire.ProfileField, characters most: Int) throws(Refusal) {
    let count = field.value.unicodeScalars.count
    guard count <= most else { throw Refusal(field: field.key, limit: most, count) }
  }

  /// An account number, or nothing.
  static func isNumber(_ text: String) -> Bool { text.isEmpty || isLettersAndDigits(text, atMost: numberCharacters) }

  static func number(_ text: String) throws(Refusal) -> String {
    guard isNumber(text) else { throw Refusal(field: "number", limit: numberCharacters, text.utf8.count) }
    return text
  }

  /// The visibility of a change; nil leaves it as it is.
  static func visibility(_ visibility: Wire.ProfileVisibility) throws(Refusal) -> ProfileVisibility? {
    guard visibility != .unspecified else { return nil }
    guard let known = ProfileVisibility(rawValue: visibility.rawValue) else { throw Refusal(field: "visibility") }
    return known
  }
}

/// The fields that every profile can have.
enum StandardField: String, CaseIterable {
  case name, picture, email, phone, birthday, gender, location, about, role, level

  /// The fields that everyone sees.
  static let ofEveryone: Set<String> = [name.rawValue, picture.rawValue]

  private var characters: Int {
    switch self {
    case .name, .location: 64
    case .picture: 1024
    case .email: 128
    case .phone, .birthday: 32
    case .about: 256
    case .gender, .role, .level: 16
    }
  }

  func check(_ value: String) throws(Refusal) {
    try ProfileFields.check(Wire.ProfileField(key: rawValue, value: value), characters: characters)
    guard !value.isEmpty else { return }
    switch self {
    case .gender: guard ["male", "female", "other"].contains(value) else { throw Refusal(field: rawValue) }
    case .role, .level:
      guard let number = Int(value), (0...100).contains(number), value == "\(number)" else {
        throw Refusal(field: rawValue, limit: 100)
      }
    case .about: break
    default:
      // One line.
      guard !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { throw Refusal(field: rawValue) }
    }
  }
}
