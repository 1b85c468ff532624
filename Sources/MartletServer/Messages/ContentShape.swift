import MartletWire

/// The server's requirements for a message's content: a JSON object, and for known types, their members.
///
/// The content of any other type is up to the app.
enum ContentShape {
  private static let text = JSONNames([("text", 1)])
  private static let none = JSONNames([])

  /// Whether a text is one JSON value.
  static func isJSON(_ text: String) -> Bool { (try? JSONValue(json: Array(text.utf8), limits: DecodingLimits())) != nil }

  /// Whether a text is one JSON object.
  static func isObject(_ text: String) -> Bool { fault(text, type: "") == nil }

  /// The malformed part of a content: `content`, or a member such as `content.text`; nil if the content is valid.
  static func fault(_ content: String, type: String) -> String? {
    if type == "poll" { return pollFault(content) }
    var content = content
    return content.withUTF8 { bytes in
      do throws(WireError) {
        var reader = try JSONReader(UnsafeRawBufferPointer(bytes), limits: DecodingLimits())
        var isSaid = false
        var fields = try reader.beginFields(type == "text" ? text : none)
        while try reader.nextField(&fields) != nil { isSaid = try !isBlank(reader.string()) }
        try reader.finish()
        return type == "text" && !isSaid ? "content.text" : nil
      } catch {
        return "content"
      }
    }
  }

  /// Whether there is nothing to see of a text.
  private static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// Votes refer to these members, so they must be valid from the beginning.
  ///
  /// The other members of a choice are up to the app.
  private static func pollFault(_ content: String) -> String? {
    guard case .object(let poll)? = try? JSONValue(json: Array(content.utf8), limits: DecodingLimits()) else { return "content" }
    guard case .array(let choices)? = poll["choices"], (1...Limits.pollChoices).contains(choices.count) else {
      return "content.choices"
    }
    guard isInteger(poll["most"], in: 1...Int64(choices.count)) else { return "content.most" }
    guard isInteger(poll["deadline"], in: 0...Int64.max) else { return "content.deadline" }
    switch poll["secret"] {
    case nil, .bool: return nil
    default: return "content.secret"
    }
  }

  /// Whether a member is absent, or a whole number in the range.
  private static func isInteger(_ value: JSONValue?, in range: ClosedRange<Int64>) -> Bool {
    guard let value else { return true }
    guard case .number(let number) = value, let integer = number.integer else { return false }
    return range.contains(integer)
  }
}
