import MartletWire

/// What a message says: a JSON object named by a content type.
///
/// `MessageContent.text("hi")` makes the one type every client shows; `.custom(type:json:)` carries anything
/// an app defines. A type this version does not know is handed on as it came.
public struct MessageContent: Hashable, Sendable {
  /// The content type: `text`, or a name of `[a-z0-9._-]`, 1 to 64 bytes.
  public let type: String

  /// The content as JSON text: an object.
  ///
  /// For `text`: `{"text":"..."}`.
  public let json: String

  /// Plain text.
  public static func text(_ text: String) -> MessageContent {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("text")
    writer.string(text)
    writer.endObject()
    return MessageContent(type: textType, json: String(decoding: writer.output.bytes, as: UTF8.self))
  }

  /// Content of a type the app defines.
  ///
  /// Nothing is checked here: what the server refuses, such as a type of another form or JSON that is not an
  /// object, ends the send with `.failed`.
  ///
  /// - Parameters:
  ///   - type: 1 to 64 bytes of `[a-z0-9._-]`.
  ///   - json: A JSON object.
  /// - Returns: The content.
  public static func custom(type: String, json: String) -> MessageContent { MessageContent(type: type, json: json) }

  /// The text, where the type is `text` and the JSON is what that type asks for; nil otherwise.
  public var text: String? {
    guard type == Self.textType else { return nil }
    return [UInt8](json.utf8).withUnsafeBytes { bytes in
      guard var reader = try? JSONReader(bytes, limits: DecodingLimits()), var fields = try? reader.beginFields(Self.names) else {
        return nil
      }
      var text: String?
      do {
        while try reader.nextField(&fields) != nil { text = try reader.string() }
        try reader.finish()
      } catch {
        return nil
      }
      return text
    }
  }

  private static let textType = "text"
  private static let names = JSONNames([(name: "text", index: 0)])
}
