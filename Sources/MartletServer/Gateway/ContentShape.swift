import MartletWire

/// What the server asks of a message's content: a JSON object, and for the types it knows, their fields.
///
/// The content of any other type is the app's own affair.
enum ContentShape {
  private static let text = JSONNames([("text", 1)])
  private static let none = JSONNames([])

  /// Whether a text is one JSON value.
  static func isJSON(_ text: String) -> Bool { (try? JSONValue(json: Array(text.utf8), limits: DecodingLimits())) != nil }

  /// Whether the content is what its type asks for.
  static func isRight(_ content: String, type: String) -> Bool {
    var content = content
    return content.withUTF8 { bytes in
      do throws(WireError) {
        var reader = try JSONReader(UnsafeRawBufferPointer(bytes), limits: DecodingLimits())
        var hasText = false
        var fields = try reader.beginFields(type == "text" ? text : none)
        while try reader.nextField(&fields) != nil {
          _ = try reader.string()
          hasText = true
        }
        try reader.finish()
        return type != "text" || hasText
      } catch {
        return false
      }
    }
  }
}
