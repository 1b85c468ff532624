import MartletWire

/// The content of a message: a JSON object and the name of its type.
///
/// `MessageContent.text("hi")` creates the one type that every client shows. `.custom(type:json:)` carries any type that the
/// app defines. Unknown types are passed through unchanged.
public struct MessageContent: Hashable, Sendable {
  /// The content type: `text`, or a name of 1 to 64 bytes of `[a-z0-9._-]`.
  public let type: String

  /// The content as JSON text; always an object.
  ///
  /// For `text`: `{"text":"..."}`.
  public let json: String

  /// Creates plain text.
  public static func text(_ text: String) -> MessageContent {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("text")
    writer.string(text)
    writer.endObject()
    return MessageContent(type: textType, json: String(decoding: writer.output.bytes, as: UTF8.self))
  }

  /// Creates a content of a type that the app defines.
  ///
  /// Does not validate its arguments. If the server refuses them (a malformed type name, JSON that is not an object), the
  /// send ends with `.failed`.
  ///
  /// - Parameters:
  ///   - type: 1 to 64 bytes of `[a-z0-9._-]`.
  ///   - json: A JSON object.
  /// - Returns: The content.
  public static func custom(type: String, json: String) -> MessageContent { MessageContent(type: type, json: json) }

  /// The text of a valid content of type `text`; nil otherwise.
  public var text: String? {
    guard type == Self.textType else { return nil }
    return [UInt8](json.utf8).withUnsafeBytes { bytes in
      guard var reader = try? JSONReader(bytes, limits: DecodingLimits()), var fields = try? reader.beginFields(Self.names) else {
        return nil
      }
      var text: String?
      do throws(WireError) {
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
