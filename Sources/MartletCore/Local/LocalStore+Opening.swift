import MartletSQLite
import MartletWire

// Opening a database, and starting over after damage.
extension LocalStore {
  /// Opens a database in memory.
  static func inMemory(newDeviceID: String) throws(SQLiteError) -> LocalStore {
    let database = try SQLiteConnection(path: ":memory:")
    try database.migrate(LocalSchema.steps, application: LocalSchema.application)
    return try LocalStore(database, newDeviceID: newDeviceID)
  }

  /// Opens a database for reading, beside whoever writes it, be it another process or nobody.
  package static func reading(_ path: String) throws(SQLiteError) -> LocalStore {
    let database = try SQLiteConnection(path: path, access: .readOnly)
    do {
      try database.requireMigrated(LocalSchema.steps, application: LocalSchema.application)
      let store = try LocalStore(reading: database)
      try store.refresh()
      return store
    } catch {
      database.close()
      throw error
    }
  }

  /// Configures the connection and migrates the schema.
  static func prepare(_ database: SQLiteConnection) throws(SQLiteError) {
    try database.enterWAL()
    try database.setPragma("synchronous", to: 2)
    // Recalled contents are overwritten, not only unlinked.
    try database.setPragma("secure_delete", to: 1)
    try database.migrate(LocalSchema.steps, application: LocalSchema.application)
    try database.checkSchema(LocalSchema.steps, application: LocalSchema.application)
  }

  /// Checks the whole file; throws `.corrupt` if it is damaged.
  static func check(_ database: SQLiteConnection) throws(SQLiteError) {
    let verdict = try database.statement("PRAGMA quick_check(1)").first { row throws(SQLiteError) in try row.text(0) }
    guard verdict == "ok" else { throw SQLiteError(.corrupt, "the local database is damaged") }
  }

  /// Imports what could be read of a damaged database: its user, the outbox, and data that only this device has.
  func takeOver(_ remains: Remains) throws(SQLiteError) {
    try database.setPragma("synchronous", to: 2)
    try database.transaction { () throws(SQLiteError) in
      for row in remains.outbox {
        try database.statement(
          "INSERT OR IGNORE INTO outbox (client_id, destination, request, made, state) VALUES (?1, ?2, ?3, ?4, 0)"
        ).run(.text(row.clientID.text), .text(row.destination), .blob(row.request), .integer(row.made))
        if let upload = row.upload, database.changes > 0 { try addUpload(upload, to: database.lastInsertID) }
      }
      try remains.local.insert(into: database)
    }
    if let owner = remains.user { _ = try apply([.user(owner)]) }
    // Outbox rows may name positions of that copy.
    if let generation = remains.generation { _ = try apply([.generation(generation)]) }
  }
}

/// The readable part of a damaged database that cannot be fetched again.
struct Remains {
  struct Row {
    let clientID: ClientID
    let destination: String
    let request: [UInt8]
    let made: Int64
    /// The file to upload first.
    var upload: FileToUpload?

    var awaitsFile: Bool {
      guard case .send(let send)? = (try? Wire.ClientPacket(decoding: request))?.request else { return false }
      return MessageContent(type: send.type, json: send.content).awaitsFile
    }
  }

  let deviceID: String
  let user: UserID?
  /// The server's name for the copy of its data that the database mirrored.
  let generation: String?
  let outbox: [Row]
  let local: LocalRemains

  /// - Returns: Nil if the outbox is not readable as a whole.
  init?(of path: String, layer: String? = nil) {
    guard let database = try? SQLiteConnection(path: path, access: .readOnly, vfs: layer) else { return nil }
    defer { database.close() }
    do {
      let device = try database.statement("SELECT value FROM meta WHERE name = 'device'").first { row throws(SQLiteError) in
        try row.text(0)
      }
      let user = try database.statement("SELECT value FROM meta WHERE name = 'user'").first { row throws(SQLiteError) in
        try row.text(0)
      }
      guard let device, AppID(device) != nil else { return nil }
      deviceID = device
      local = LocalRemains(of: database)
      self.user = user.flatMap { UserID($0) }
      generation = try database.statement("SELECT value FROM meta WHERE name = 'generation'").first { row throws(SQLiteError) in
        try row.text(0)
      }
      // Without its file a message cannot be sent; all others can.
      let uploads = (try? Self.uploads(in: database)) ?? [:]
      outbox = try database.statement(
        "SELECT client_id, destination, request, made, row FROM outbox WHERE state = 0 ORDER BY row"
      )
      .all { row throws(SQLiteError) in
        let request = try row.blob(2)
        guard let id = ClientID(try row.text(0)), Destination(try row.text(1)) != nil,
          let packet = try? Wire.ClientPacket(decoding: request), packet.request != nil
        else { throw SQLiteError(.corrupt, "an outbox row is damaged") }
        return Row(
          clientID: id, destination: try row.text(1), request: request, made: try row.integer(3),
          upload: uploads[try row.integer(4)])
      }
      .filter { $0.upload != nil || !$0.awaitsFile }
    } catch {
      return nil
    }
  }

  /// The files of outbox rows, each to be uploaded anew; none in a database of an earlier version.
  private static func uploads(in database: SQLiteConnection) throws(SQLiteError) -> [Int64: FileToUpload] {
    let names = try database.statement("SELECT name FROM sqlite_schema WHERE name = 'upload'").all { row throws(SQLiteError) in
      try row.text(0)
    }
    guard !names.isEmpty else { return [:] }
    return try database.statement("SELECT row, file, name, size, sha256, free FROM upload").all { row throws(SQLiteError) in
      (
        try row.integer(0),
        FileToUpload(
          file: try row.text(1), name: try row.text(2), size: try row.integer(3), sha256: try row.text(4),
          ordering: try row.boolean(5) ? .whenReady : .inOrder)
      )
    }.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }
}
