import MartletSQLite
import MartletWire

// Scheduled messages.
extension SQLiteQueries {
  package func scheduled(of user: UserKey, after: ClientID?, limit: Int) throws -> [ScheduledMessage] {
    guard let number = try number(of: user.app) else { return [] }
    return try database.statement(
      """
      SELECT user, client, time, conversation, type, content, details, parent, properties FROM scheduled
      WHERE app = ?1 AND user = ?2 AND client > ?3 ORDER BY client LIMIT ?4
      """
    ).all(.integer(number), .text(user.user.text), .text(after?.text ?? ""), .integer(Int64(limit))) {
      try $0.scheduled(app: user.app)
    }
  }

  package func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage? {
    guard let number = try number(of: key.owner.app) else { return nil }
    return try database.statement(
      """
      SELECT user, client, time, conversation, type, content, details, parent, properties FROM scheduled
      WHERE app = ?1 AND user = ?2 AND client = ?3
      """
    ).first(.integer(number), .text(key.owner.user.text), .text(key.clientID.text)) { try $0.scheduled(app: key.owner.app) }
  }

  package func isScheduled(_ key: ScheduledKey) throws -> Bool {
    guard let number = try number(of: key.owner.app) else { return false }
    return try database.statement("SELECT 1 FROM scheduled WHERE app = ?1 AND user = ?2 AND client = ?3")
      .first(.integer(number), .text(key.owner.user.text), .text(key.clientID.text)) { _ in true } ?? false
  }

  /// Nothing but the names is decoded: all that a user may schedule is many megabytes.
  package func scheduledNames(of user: UserKey, limit: Int) throws -> [ClientID] {
    guard let number = try number(of: user.app) else { return [] }
    return try database.statement("SELECT client FROM scheduled WHERE app = ?1 AND user = ?2 LIMIT ?3")
      .all(.integer(number), .text(user.user.text), .integer(Int64(limit))) { try $0.scheduledName(0) }
  }

  package func scheduled(after: ScheduledPlace?, limit: Int) throws -> [ScheduledMessage] {
    try database.statement(
      """
      SELECT s.user, s.client, s.time, s.conversation, s.type, s.content, s.details, s.parent, s.properties, a.id
      FROM scheduled s JOIN app a ON a.number = s.app
      WHERE (s.time, s.user, s.client) >= (?1, ?2, ?3) AND ((s.time, s.user, s.client) > (?1, ?2, ?3) OR a.id > ?4)
      ORDER BY s.time, s.user, s.client, a.id LIMIT ?5
      """
    ).all(
      .integer(after?.time ?? .min), .text(after?.key.owner.user.text ?? ""), .text(after?.key.clientID.text ?? ""),
      .text(after?.key.owner.app.text ?? ""), .integer(Int64(limit))
    ) { row in
      guard let app = AppID(try row.text(9)) else { throw row.damaged("app.id") }
      return try row.scheduled(app: app)
    }
  }
}

// Requests that appended nothing, and how their retries are recognised.
extension SQLiteQueries {
  /// The record of the request with a client id that had nothing to change.
  func unchanged(_ id: ClientID, of sender: UserKey) throws -> RememberedAppend? {
    guard let number = try number(of: sender.app) else { return nil }
    return try database.statement("SELECT fingerprint FROM answered WHERE app = ?1 AND user = ?2 AND kind = 1 AND client = ?3")
      .first(.integer(number), .text(sender.user.text), .text(id.text)) {
        RememberedAppend(position: nil, fingerprint: try $0.blob(0))
      }
  }

  package func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule? {
    guard let number = try number(of: key.owner.app) else { return nil }
    return try database.statement(
      "SELECT fingerprint, state, time FROM answered WHERE app = ?1 AND user = ?2 AND kind = 2 AND client = ?3"
    ).first(.integer(number), .text(key.owner.user.text), .text(key.clientID.text)) { try $0.rememberedSchedule() }
  }

  /// The newest time in a client id of a request that had nothing to change; nil if there is none.
  func newestUnchanged() throws -> Int64? {
    try database.statement("SELECT max(made) FROM answered WHERE kind = 1").first { try $0.optionalInteger(0) } ?? nil
  }
}

extension FoldedTables {
  /// Stores the records that recognise retries of requests that appended nothing.
  func rememberAnswered(_ layer: Layer) throws {
    for append in layer.unchanged {
      let app = try makeNumber(of: append.sender.app)
      try database.statement(
        """
        INSERT OR REPLACE INTO answered(app, user, kind, client, made, time, state, fingerprint)
        VALUES (?1, ?2, 1, ?3, ?4, ?5, 4, ?6)
        """
      ).run(
        .integer(app), .text(append.sender.user.text), .text(append.clientID.text), .integer(append.clientID.madeOrNever),
        .integer(append.time), .blob(append.fingerprint))
    }
    for (key, remembered) in layer.rememberedSchedules {
      let app = try makeNumber(of: key.owner.app)
      try database.statement(
        """
        INSERT OR REPLACE INTO answered(app, user, kind, client, made, time, state, fingerprint)
        VALUES (?1, ?2, 2, ?3, ?4, ?5, ?6, ?7)
        """
      ).run(
        .integer(app), .text(key.owner.user.text), .text(key.clientID.text), .integer(key.clientID.madeOrNever),
        .integer(remembered.time), .integer(remembered.end?.rawValue ?? 0), .blob(remembered.fingerprint))
    }
  }

  /// Deletes such records of requests answered before a time, in milliseconds since 1970, unless the message is still scheduled.
  func forgetAnswered(before milliseconds: Int64) throws {
    try database.statement("DELETE FROM answered WHERE state > 0 AND time < ?1").run(.integer(milliseconds))
  }
}
