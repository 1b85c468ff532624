import MartletWire

extension DecodingLimits {
  /// For what the store wrote itself: it is of any size that was allowed then, and may be longer than it came.
  static let stored = DecodingLimits(bytes: 64 << 20, elements: 1 << 20)
}
