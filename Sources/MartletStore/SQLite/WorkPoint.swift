/// Points of a server's work at which its promises change: the best places to inject a crash.
///
/// The observer is called on the thread that does the work, which waits meanwhile.
package enum WorkPoint: String, Sendable, CaseIterable {
  /// Writes are decided, and nothing is on the disk.
  case beforeCommit = "before-commit"
  /// They are on the disk, and nobody was told.
  case afterCommit = "after-commit"
  /// The requester may know the outcome; nobody else does.
  ///
  /// Passed on each loop.
  case beforeFanOut = "before-fan-out"
  /// A slice of the conversations is about to be folded into the tables.
  case beforeFold = "before-fold"
  /// It is in the tables, and still in the journal.
  case afterFold = "after-fold"
  /// All slices are in the tables, and these not yet on the disk.
  case beforeRoundEnd = "before-round-end"
  /// They are, and the journal was not let go of.
  case afterRoundEnd = "after-round-end"
}
