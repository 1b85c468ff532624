import MartletSQLite
import MartletWire

// Files that rows of the outbox wait for.
extension LocalStore {
  /// The state of a row's file, as far as `Sync` needs it.
  package struct UploadState: Hashable {
    /// True if later messages of the conversation do not wait for it.
    var isFree = false
    var isPaused = false
    /// True if the file is uploaded.
    var isReady = false
  }

  /// The file of a row, as `pending` shows it.
  struct UploadProgress {
    let progress: TransferProgress
    let isPaused: Bool
    /// Nil while the file is not uploaded.
    let place: FilePlace?
  }

  func uploadStates() throws(SQLiteError) -> [Int64: UploadState] {
    let rows = try database.statement(
      """
      SELECT upload.row, free, paused, media IS NOT NULL OR url IS NOT NULL FROM upload JOIN outbox ON outbox.row = upload.row
      WHERE state = 0
      """
    ).all { row throws(SQLiteError) in
      (try row.integer(0), UploadState(isFree: try row.boolean(1), isPaused: try row.boolean(2), isReady: try row.boolean(3)))
    }
    return rows.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// The upload of a row; nil if there is nothing to upload.
  func upload(of row: Int64) throws(SQLiteError) -> Upload? {
    let found = try database.statement(
      """
      SELECT client_id, destination, file, name, size, sha256, free FROM upload JOIN outbox ON outbox.row = upload.row
      WHERE upload.row = ?1 AND state = 0 AND media IS NULL AND url IS NULL
      """
    ).first(.integer(row)) { found throws(SQLiteError) in
      (
        message: ClientID(try found.text(0)), destination: Destination(try found.text(1)),
        file: FileToUpload(
          file: try found.text(2), name: try found.text(3), size: try found.integer(4), sha256: try found.text(5),
          ordering: try found.boolean(6) ? .whenReady : .inOrder)
      )
    }
    guard let found, let message = found.message, let conversation = found.destination?.conversation(of: user) else { return nil }
    return Upload(row: row, message: message, conversation: conversation, file: found.file)
  }

  /// The files whose bytes are still needed: all others can go.
  package func neededFiles() throws(SQLiteError) -> [String] {
    try database.statement("SELECT file FROM upload JOIN outbox ON outbox.row = upload.row WHERE state <> 1").all {
      row throws(SQLiteError) in
      try row.text(0)
    }
  }

  func addUpload(_ upload: FileToUpload, to row: Int64) throws(SQLiteError) {
    try database.statement(
      """
      INSERT INTO upload (row, file, name, size, sha256, free, paused, sent) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0)
      """
    ).run(
      .integer(row), .text(upload.file), .text(upload.name), .integer(upload.size), .text(upload.sha256),
      .integer(upload.ordering == .whenReady ? 1 : 0))
  }

  /// The file whose bytes a row still needs; nil if there is none.
  func file(of row: Int64) throws(SQLiteError) -> String? {
    try database.statement("SELECT file FROM upload JOIN outbox ON outbox.row = upload.row WHERE upload.row = ?1 AND state <> 1")
      .first(.integer(row)) { row throws(SQLiteError) in try row.text(0) }
  }

  // MARK: How an upload goes

  func uploadReached(_ row: Int64, _ bytes: Int64, _ batch: inout Batch) throws(SQLiteError) {
    try database.statement("UPDATE upload SET sent = MIN(size, MAX(0, ?2)) WHERE row = ?1").run(.integer(row), .integer(bytes))
    try tellPending(row, &batch)
  }

  func uploaded(_ row: Int64, _ place: FilePlace, _ batch: inout Batch) throws(SQLiteError) {
    let media: SQLiteValue
    let url: SQLiteValue
    switch place {
    case .server(let id): (media, url) = (.text(id), .null)
    case .elsewhere(let address): (media, url) = (.null, .text(address))
    }
    try database.statement("UPDATE upload SET sent = size, media = ?2, url = ?3 WHERE row = ?1").run(.integer(row), media, url)
    try tellPending(row, &batch)
  }

  func uploadAgain(_ row: Int64, _ batch: inout Batch) throws(SQLiteError) {
    try database.statement("UPDATE upload SET sent = 0, media = NULL, url = NULL WHERE row = ?1").run(.integer(row))
    try tellPending(row, &batch)
  }

  private func tellPending(_ row: Int64, _ batch: inout Batch) throws(SQLiteError) {
    if let pending = try pending(row: row) { batch.changes.pending.append(pending) }
  }

  // MARK: The app's wishes

  /// Pauses an upload, or lets it go on.
  ///
  /// - Returns: The row; nil if there is no upload that is not complete.
  package func setUploadPaused(_ id: ClientID, _ isPaused: Bool) throws(SQLiteError) -> (row: Int64, changes: Changes)? {
    let row = try database.statement(
      """
      SELECT upload.row FROM upload JOIN outbox ON outbox.row = upload.row
      WHERE client_id = ?1 AND state = 0 AND media IS NULL AND url IS NULL
      """
    ).first(.text(id.text)) { row throws(SQLiteError) in try row.integer(0) }
    guard let row else { return nil }
    try database.setPragma("synchronous", to: 2)
    try database.statement("UPDATE upload SET paused = ?2 WHERE row = ?1").run(.integer(row), .integer(isPaused ? 1 : 0))
    var changes = Changes()
    if let pending = try pending(row: row) { changes.pending = [pending] }
    return (row, changes)
  }

  /// The new row of an operation that is tried again.
  struct Retried {
    let row: Int64
    let destination: String
    let upload: UploadState?
    let pending: PendingSend
  }

  /// Puts a refused operation at the end of the outbox again; nil if there is none.
  func retry(_ id: ClientID) throws(SQLiteError) -> Retried? {
    try database.setPragma("synchronous", to: 2)
    return try database.transaction { () throws(SQLiteError) in
      let old = try database.statement(
        "SELECT row, destination, request, made FROM outbox WHERE client_id = ?1 AND state = 2"
      ).first(.text(id.text)) { row throws(SQLiteError) in
        (row: try row.integer(0), destination: try row.text(1), request: try row.blob(2), made: try row.integer(3))
      }
      guard let old else { return nil }
      let file = try database.statement("SELECT file, name, size, sha256, free FROM upload WHERE row = ?1").first(
        .integer(old.row)
      ) { row throws(SQLiteError) in
        FileToUpload(
          file: try row.text(0), name: try row.text(1), size: try row.integer(2), sha256: try row.text(3),
          ordering: try row.boolean(4) ? .whenReady : .inOrder)
      }
      try database.statement("DELETE FROM outbox WHERE row = ?1").run(.integer(old.row))
      try database.statement("INSERT INTO outbox (client_id, destination, request, made, state) VALUES (?1, ?2, ?3, ?4, 0)")
        .run(.text(id.text), .text(old.destination), .blob(old.request), .integer(old.made))
      let row = database.lastInsertID
      if let file { try addUpload(file, to: row) }
      guard let pending = try pending(row: row) else { return nil }
      return Retried(
        row: row, destination: old.destination, upload: file.map { UploadState(isFree: $0.ordering == .whenReady) },
        pending: pending)
    }
  }

  // MARK: Forms

  /// Reads what columns from `first` on say of a row's file: size, sent, paused, media, url; nil if there is none.
  static func uploadProgress(_ row: SQLiteRow, from first: Int32) throws(SQLiteError) -> UploadProgress? {
    guard let size = try row.optionalInteger(first) else { return nil }
    let (sent, isPaused) = (try row.integer(first + 1), try row.boolean(first + 2))
    return UploadProgress(
      progress: TransferProgress(bytes: sent, total: size), isPaused: isPaused, place: try filePlace(row, from: first + 3))
  }

  /// Reads a place in two columns, media and url; nil if both are null.
  static func filePlace(_ row: SQLiteRow, from first: Int32) throws(SQLiteError) -> FilePlace? {
    if let id = try row.optionalText(first) { return .server(id: id) }
    return try row.optionalText(first + 1).map { .elsewhere(url: $0) }
  }
}

extension Wire.ClientPacket {
  /// The request of a message whose file is uploaded.
  func naming(_ place: FilePlace?) -> Wire.ClientPacket {
    guard let place, case .send(var send)? = request else { return self }
    send.content = MessageContent(type: send.type, json: send.content).naming(place).json
    var named = self
    named.request = .send(send)
    return named
  }
}
