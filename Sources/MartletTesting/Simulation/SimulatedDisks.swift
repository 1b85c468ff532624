import Synchronization

/// The disks that simulations use one after another: each that is made stays until the process ends.
package final class SimulatedDisks: Sendable {
  private let free = Mutex<[FaultDisk]>([])

  /// Starts with no disks; they are created as needed.
  package init() {}

  /// A disk that nobody uses.
  func take() -> FaultDisk {
    let disk = free.withLock { $0.popLast() } ?? FaultDisk()
    disk.heal()
    disk.restart()
    disk.forget()
    return disk
  }

  /// The disk is used no more, and nothing is open on it.
  func give(_ disk: FaultDisk) { free.withLock { $0.append(disk) } }
}
