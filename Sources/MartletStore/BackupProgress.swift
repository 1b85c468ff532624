/// The progress of a backup.
package struct BackupProgress: Sendable, Equatable {
  package var copiedBytes: Int
  /// As of now; it grows while more is stored.
  package var totalBytes: Int

  package init(copiedBytes: Int, totalBytes: Int) {
    self.copiedBytes = copiedBytes
    self.totalBytes = totalBytes
  }
}
