import MartletBrowser
import MartletCore
import MartletSQLite
import MartletWire

/// What a core told and holds, as lines of text.
///
/// Lines that begin with a brace are JSON.
package enum CoreTold {
  package static func lines(_ effects: [ClientCore.Effect]) -> [String] { effects.map { line($0) } }

  private static func line(_ effect: ClientCore.Effect) -> String {
    switch effect {
    case .obtainToken: "obtain token"
    case .cancelToken: "cancel token"
    case .dial: "dial"
    case .hangUp: "hang up"
    case .send(let packet): "send \(Hex.text(packet))"
    case .upload(let upload): "upload \(upload.row) \(upload.message.text) \(upload.conversation.text) \(upload.file.file)"
    case .cancelUpload(let row): "cancel upload \(row)"
    case .forget(let upload): "forget \(upload.row)"
    case .release(let file): "release \(file)"
    case .state(let state): json(.state(Bridge.ConnectionState(state)))
    case .event(let event): json(.event(Bridge.Event(event)))
    case .answer(_, .success(let body)): "answer \(Hex.text(Wire.ServerPacket(id: 0, body: body).encoded()))"
    case .answer(_, .failure(let error)): "answer \(failure(error))"
    case .written(let ticket, let error): "written \(ticket) \(error.map { failure($0) } ?? "")"
    case .result(let id, let result): "result \(id.text) \(Self.result(result))"
    case .outboxLost: "outbox lost"
    case .logs(let ids): "logs \(ids.map { $0.text }.sorted().joined(separator: " "))"
    }
  }

  private static func json(_ notice: Bridge.Notice.Notice) -> String {
    String(decoding: Bridge.Notice(notice: notice).json(), as: UTF8.self)
  }

  private static func failure(_ error: MartletError) -> String { "\(error.code.description): \(error.message)" }

  private static func result(_ result: SendResult) -> String {
    switch result {
    case .sent(let id, let time): "sent \(id.conversation.text) \(id.seq) \(time.milliseconds)"
    case .unchanged: "unchanged"
    case .failed(let error): failure(error)
    case .unknown, .takenOver: "unknown"
    }
  }

  // MARK: The database

  /// The rows of the tables: a number of rows and a hash of them for each.
  package static func rows(_ store: LocalStore) -> [String] {
    let tables: [(String, StaticString)] = [
      (
        "conversation",
        """
        SELECT quote(key) || quote(id) || quote(first) || quote(last) || quote(start) || quote(folded) || quote(title)
          || quote(owner) || quote(members) || quote(countable) || quote(joined) || quote(last_sent) || quote(read)
          || quote(pending_read) || quote(unread) || quote(doubts) || quote(last_message) FROM conversation ORDER BY key
        """
      ),
      (
        "entry",
        """
        SELECT quote(conversation) || quote(seq) || quote(time) || quote(sender) || quote(client_id) || quote(countable)
          || quote(kind) || quote(target) || quote(type) || quote(content) || quote(revision) || quote(recalled)
          || quote(body) FROM entry ORDER BY conversation, seq
        """
      ),
      (
        "outbox",
        """
        SELECT quote(row) || quote(client_id) || quote(destination) || quote(request) || quote(made) || quote(state)
          || quote(conversation) || quote(seq) || quote(time) || quote(failure) FROM outbox ORDER BY row
        """
      ),
      (
        "setting",
        """
        SELECT quote(conversation) || quote(key) || quote(value) || quote(revision) || quote(pending) FROM setting
        ORDER BY conversation, key
        """
      ),
      (
        "marker",
        "SELECT quote(conversation) || quote(user) || quote(read) || quote(delivered) FROM marker ORDER BY conversation, user"
      ),
      ("hidden", "SELECT quote(conversation) || quote(seq) || quote(here) FROM hidden ORDER BY conversation, seq"),
      ("hiding", "SELECT quote(row) || quote(conversation) || quote(request) FROM hiding ORDER BY row"),
      (
        "local_message",
        """
        SELECT quote(id) || quote(conversation) || quote(after) || quote(time) || quote(sender) || quote(type) || quote(content)
          || quote(fields) || quote(name) FROM local_message ORDER BY id
        """
      ),
      ("meta", "SELECT quote(name) || quote(value) FROM meta ORDER BY name"),
    ]
    return tables.map { name, query in "rows of \(name): \(sum(query, store))" }
  }

  private static func sum(_ query: StaticString, _ store: LocalStore) -> String {
    var (count, hash) = (0, UInt64(0xCBF2_9CE4_8422_2325))
    do throws(SQLiteError) {
      try store.database.statement(query).each([]) { row throws(SQLiteError) in
        count += 1
        for byte in try row.text(0).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return true
      }
    } catch {
      return "\(error.message)"
    }
    return "\(count) \(hash)"
  }
}
