extension Wire.SilenceMembers {
  /// The latest end of a silence, which stands for none: the last millisecond of the year 9999.
  package static let forever: Int64 = 253_402_300_799_999
}
