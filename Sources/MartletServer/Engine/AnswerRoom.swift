import MartletWire

/// The room that is left in an answer of many elements.
///
/// Bytes alone would not bound it: the name of a user takes three of them in a list, and whoever decodes an answer takes
/// only so many names (`DecodingLimits.elements`) and would find the whole answer broken. So all but the texts that users
/// wrote counts three times: an answer of 512 KiB has fewer than 60,000 elements then, however short they are.
struct AnswerRoom {
  /// The room of an answer, unless the server keeps its queues shorter.
  static let most = 512 << 10
  private static let weight = 3

  private var left: Int
  private var isFresh = true

  init(bytes: Int) { left = bytes }

  /// Whether nothing more fits.
  var isFull: Bool { left <= 0 }

  /// Takes what something needs, and tells whether there was so much; the first always fits.
  ///
  /// - Parameters:
  ///   - bytes: About how many it has on the wire, in all.
  ///   - text: How many of them are text that cannot hold a list.
  /// - Returns: Whether it fits.
  mutating func take(bytes: Int, text: Int = 0) -> Bool {
    let needed = text &+ Self.weight &* (bytes &- text)
    guard isFresh || needed <= left else { return false }
    isFresh = false
    left &-= needed
    return true
  }
}
