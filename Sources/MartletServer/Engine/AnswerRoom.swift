import MartletWire

/// The space left in an answer with many elements.
///
/// A byte limit alone does not bound an answer. A user's name in a list takes three bytes, but a decoder accepts only a limited
/// number of elements (`DecodingLimits.elements`) and rejects the whole answer beyond it. So all bytes count three times, except
/// texts written by users. An answer of 512 KiB then has fewer than 60,000 elements, however short they are.
struct AnswerRoom {
  /// The room of an answer, unless the server keeps its queues shorter.
  static let most = 512 << 10
  private static let weight = 3

  private var left: Int
  private var isFresh = true

  init(bytes: Int) { left = bytes }

  /// Whether nothing more fits.
  var isFull: Bool { left <= 0 }

  /// Reserves space for an element if there is enough; the first element always fits.
  ///
  /// - Parameters:
  ///   - bytes: Its approximate size on the wire.
  ///   - text: The part of these bytes that is text, which cannot hold a list.
  /// - Returns: True if it fits.
  mutating func take(bytes: Int, text: Int = 0) -> Bool {
    let needed = text &+ Self.weight &* (bytes &- text)
    guard isFresh || needed <= left else { return false }
    isFresh = false
    left &-= needed
    return true
  }
}
