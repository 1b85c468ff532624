import MartletSQLite
import MartletWire

// Uploads: what the app wishes, and what the shell reports.
extension ClientEngine {
  /// Pauses the upload of a message's file, or lets it go on.
  ///
  /// - Returns: False if there is none that is not complete.
  package func pauseUpload(of id: ClientID, _ isPaused: Bool) throws(MartletError) -> Bool {
    let row = try change { store throws(SQLiteError) -> (Int64?, Changes) in
      guard let (row, changes) = try store.setUploadPaused(id, isPaused) else { return (nil, Changes()) }
      return (row, changes)
    }
    guard let row else { return false }
    sync { $0.uploadPaused(row, isPaused, at: now) }
    return true
  }

  /// Puts a refused operation at the end of the outbox again, with its file.
  ///
  /// - Returns: False if there is none.
  package func retry(_ id: ClientID) throws(MartletError) -> Bool {
    let retried = try change { store throws(SQLiteError) -> (LocalStore.Retried?, Changes) in
      let retried = try store.retry(id)
      var changes = Changes()
      if let retried { changes.pending = [retried.pending] }
      return (retried, changes)
    }
    guard let retried else { return false }
    sync { $0.outboxAdded(retried.row, to: retried.destination, awaiting: retried.upload, at: now) }
    return true
  }

  package func uploadReached(_ row: Int64, _ bytes: Int64) { sync { $0.uploadReached(row, bytes, at: now) } }

  package func uploaded(_ row: Int64, _ place: FilePlace) { sync { $0.uploaded(row, place, at: now) } }

  package func uploadFailed(_ row: Int64, _ error: MartletError) { sync { $0.uploadFailed(row, error, at: now) } }

  /// Holds all uploads while the network may not be used for them.
  package func holdUploads(_ isHeld: Bool) { sync { $0.uploadsHeld(isHeld, at: now) } }
}
