/// The parts of an entry that distinguish two copies of a log.
///
/// Two copies that agree on one entry agree on all earlier ones, because a backup is a prefix of the log.
struct EntryProof: Equatable, Sendable {
  let seq: UInt64
  /// In milliseconds since 1970.
  let time: Int64
  let sender: String
}
