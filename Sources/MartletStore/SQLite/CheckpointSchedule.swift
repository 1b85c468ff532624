/// When a connection that took over checkpoints is to copy its write-ahead log: each time the log has grown by so many
/// pages.
struct CheckpointSchedule {
  let pages: Int
  private var due: Int
  private var before = 0

  init(pages: Int) {
    self.pages = pages
    due = pages
  }

  /// Whether to try now, with so many pages in the log after the last commit.
  ///
  /// After a try that copied nothing the next is due when as many more have come.
  mutating func isDue(logged: Int) -> Bool {
    if logged < before { due = pages }
    before = logged
    guard logged >= due else { return false }
    due = logged &+ pages
    return true
  }
}
