/// The schedule of a connection that runs checkpoints itself: one each time the log has grown by a number of pages.
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
