import MartletWire

/// The ids of files that the content of a message names: `media.id`, or those of a list in `media`.
///
/// Any type of content may name files, except texts and polls, which are by far the most messages and are not looked into.
package enum MediaNames {
  /// The most files that one message may name.
  package static let atMost = 30

  /// The ids, each once, in their order.
  ///
  /// - Throws: `WireError` for a content that is no JSON object, or has a name twice, as readers differ in which they take.
  package static func of(_ content: String, type: String) throws(WireError) -> [String] {
    guard type != "text", type != "poll" else { return [] }
    guard case .object(let object) = try JSONValue(json: Array(content.utf8), limits: DecodingLimits()) else { return [] }
    switch object["media"] {
    case .object(let media): return [name(in: media)].compactMap(\.self)
    case .array(let list):
      return list.compactMap { if case .object(let media) = $0 { name(in: media) } else { nil } }.uniqued()
    default: return []
    }
  }

  private static func name(in media: JSONObject) -> String? {
    if case .string(let id)? = media["id"] { id } else { nil }
  }
}
