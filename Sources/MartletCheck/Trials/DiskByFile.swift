import MartletTesting

/// A disk under SQLite that is slow, or fails, as a file says.
package enum DiskByFile {
  /// Microseconds by which each write and sync is late.
  static let delay = 0
  /// The failing operations: 0 none, 1 writes, 2 syncs.
  static let failure = 1
  /// Becomes 1 when an operation was late, or failed.
  static let struck = 2
  static let numbers = 3

  /// The disk of a file, which is looked at from now on; nil if it cannot be mapped.
  package static func disk(file path: String) -> FaultDisk? {
    guard let numbers = TrialNumbers(file: path, count: numbers) else { return nil }
    return FaultDisk { operation in
      let fails = numbers[failure] == (operation == .write ? 1 : operation == .sync ? 2 : -1)
      let late = numbers[delay]
      if fails || late > 0 { numbers.set(1, at: struck) }
      return FaultDisk.Condition(microseconds: UInt32(clamping: late), fails: fails)
    }
  }
}
