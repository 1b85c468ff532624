import MartletWire

extension DecodingLimits {
  /// Limits for data that the store wrote itself.
  ///
  /// It has any size that was allowed at the time, and may be longer than the request.
  static let stored = DecodingLimits(bytes: 64 << 20, elements: 1 << 20)
}
