import MartletSQLite
import MartletWire

// Recalled contents of own messages, which this device keeps for a while.
extension ClientEngine {
  func planForgetting() {
    guard forgetsAt == nil, let time = core.store.forgetsAt else { return }
    let (delay, isOver) = time.subtractingReportingOverflow(deviceWall)
    forgetsAt = now.addingClamped(Duration.milliseconds(isOver ? 0 : max(0, delay)).nanoseconds)
  }

  func forgetRecalled() {
    forgetsAt = nil
    let wall = deviceWall
    // If it fails, the next commit tries again.
    let isDone = (try? read { store throws(SQLiteError) in try store.forgetRecalled(at: wall) }) != nil
    if isDone { planForgetting() }
  }
}
