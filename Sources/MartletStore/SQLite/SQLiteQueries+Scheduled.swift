import MartletSQLite
import MartletWire

// Messages to be sent at a time to come.
extension SQLiteQueries {
  func scheduled(of user: UserID, app: AppID, after: ClientID?, limit: Int) throws -> [ScheduledMessage] {
    guard let number = try number(of: app) else { return [] }
    return try database.statement(
      """
      SELECT user, client, time, conversation, type, content, details, parent, properties FROM scheduled
      WHERE app = ?1 AND user = ?2 AND client > ?3 ORDER BY client LIMIT ?4
      """
    ).all(.integer(number), .text(user.text), .text(after?.text ?? ""), .integer(Int64(limit))) { try $0.scheduled(app: app) }
  }

  func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage? {
    guard let number = try number(of: key.owner.app) else { return nil }
    return try database.statement(
      """
      SELECT user, client, time, conversation, type, content, details, parent, properties FROM scheduled
      WHERE app = ?1 AND user = ?2 AND client = ?3
      """
    ).first(.integer(number), .text(key.owner.user.text), .text(key.clientID.text)) { try $0.scheduled(app: key.owner.app) }
  }

  func isScheduled(_ key: ScheduledKey) throws -> Bool {
    guard let number = try number(of: key.owner.app) else { return false }
    return try database.statement("SELECT 1 FROM scheduled WHERE app = ?1 AND user = ?2 AND client = ?3")
      .first(.integer(number), .text(key.owner.user.text), .text(key.clientID.text)) { _ in true } ?? false
  }

  /// The names of what a user has scheduled, without anything that they stand for.
  func scheduledNames(of user: UserID, app: AppID, limit: Int) throws -> [ClientID] {
    guard let number = try number(of: app) else { return [] }
    return try database.statement("SELECT client FROM scheduled WHERE app = ?1 AND user = ?2 LIMIT ?3")
      .all(.integer(number), .text(user.text), .integer(Int64(limit))) { try $0.scheduledName(0) }
  }

  func scheduled(limit: Int) throws -> [ScheduledMessage] {
    try database.statement(
      """
      SELECT s.user, s.client, s.time, s.conversation, s.type, s.content, s.details, s.parent, s.properties, a.id
      FROM scheduled s JOIN app a ON a.number = s.app ORDER BY s.time LIMIT ?1
      """
    ).all(.integer(Int64(limit))) { row in
      guard let app = AppID(try row.text(9)) else { throw row.damaged("app.id") }
      return try row.scheduled(app: app)
    }
  }
}

extension SQLiteRow {
  /// user, client, time, conversation, type, content, details, parent, properties.
  fileprivate func scheduled(app: AppID) throws -> ScheduledMessage {
    ScheduledMessage(
      app: app, user: try userID(0), clientID: try scheduledName(1), conversation: try conversationID(3), type: try text(4),
      content: try text(5), details: try details(6), parent: try unsigned(7), properties: try properties(8), time: try integer(2))
  }

  fileprivate func scheduledName(_ column: Int32) throws -> ClientID {
    guard let client = ClientID(try text(column)) else { throw damaged("scheduled.client") }
    return client
  }

  private func properties(_ column: Int32) throws -> [AnnotationItem]? {
    guard !isNull(column) else { return nil }
    let bytes = try blob(column)
    do throws(WireError) {
      return try Wire.Annotated(decoding: bytes, limits: .stored).items.map { AnnotationItem($0) }
    } catch {
      throw damaged("scheduled.properties")
    }
  }
}
