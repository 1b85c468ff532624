import Martlet

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A content type that is written and read as its `Codable` form.
///
/// ```swift
/// struct Dice: CodableContent {
///   static let type = "com.example.dice"
///   var eyes: Int
///   var summary: String { "[dice]" }
/// }
/// try await chat.send(MessageContent(Dice(eyes: 6)))
/// ```
///
/// The value has to encode as a JSON object. Members that it does not know are ignored, so that later versions can add some:
/// make members of later versions optional. Dates are milliseconds since 1970, and `Data` is Base64.
///
/// A conforming type implements `validate()` instead of `check()`, which also makes sure that the value can be encoded.
public protocol CodableContent: TypedContent, Codable {
  /// Validates the content before it is sent; accepts everything by default.
  ///
  /// - Throws: `.argumentInvalid`, with the field and a message that says what to change.
  func validate() throws(MartletError)
}

extension CodableContent {
  /// Accepts everything.
  public func validate() throws(MartletError) {}

  /// Validates the content, and that it can be encoded.
  public func check() throws(MartletError) {
    try validate()
    _ = try encoded()
  }

  /// Decodes the content; throws `.contentMalformed` with the place in the JSON.
  public init(_ fields: ContentFields) throws(MartletError) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    do {
      self = try decoder.decode(Self.self, from: Data(fields.json.utf8))
    } catch {
      throw MartletError(.contentMalformed, "the content is not a \(Self.type): \(Self.words(of: error))")
    }
  }

  /// Encodes the content.
  public func write(to fields: inout ContentFields) {
    // `check()`, which comes first, reported what cannot be encoded.
    if let own = try? encoded() { fields = own }
  }

  private func encoded() throws(MartletError) -> ContentFields {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .millisecondsSince1970
    do {
      return try ContentFields(json: String(decoding: try encoder.encode(self), as: UTF8.self))
    } catch let error as MartletError {
      throw error
    } catch {
      throw MartletError(.argumentInvalid, "the content cannot be encoded: \(Self.words(of: error))", field: "content")
    }
  }

  private static func words(of error: any Error) -> String {
    func place(_ context: [any CodingKey]) -> String { context.map(\.stringValue).joined(separator: ".") }
    return switch error {
    case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "\(place(context.codingPath)): \(context.debugDescription)"
    case EncodingError.invalidValue(_, let context): "\(place(context.codingPath)): \(context.debugDescription)"
    default: "\(error)"
    }
  }
}
