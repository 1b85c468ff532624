extension Wire.SilenceMembers {
  /// The latest end of a silence, which stands for none: the last millisecond of the year 9999.
  package static let forever: Int64 = 253_402_300_799_999
  /// Stands in place of an end for members who may write even while their group is silenced.
  package static let speaker: Int64 = -1
}
