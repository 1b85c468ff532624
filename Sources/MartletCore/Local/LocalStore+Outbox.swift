import MartletSQLite
import MartletWire

// The outbox: operations that the server has not confirmed.
extension LocalStore {
  /// An operation to put in the outbox.
  package struct Draft {
    let id: ClientID
    let destination: Destination
    let action: PendingSend.Action
    var details = MessageDetails()
    let made: Timestamp
    /// Identifies the draft, also among drafts with the same client id.
    var ticket: UInt64 = 0
    /// The file to upload first; the content has a place for it.
    var upload: FileToUpload?

    package init(
      id: ClientID, destination: Destination, action: PendingSend.Action, details: MessageDetails = MessageDetails(),
      made: Timestamp, ticket: UInt64 = 0, upload: FileToUpload? = nil
    ) {
      self.id = id
      self.destination = destination
      self.action = action
      self.details = details
      self.made = made
      self.ticket = ticket
      self.upload = upload
    }

    /// The request, without a request id.
    var packet: Wire.ClientPacket {
      let conversation = destination.description
      switch action {
      case .send(let content):
        var send = Wire.Send(conversation: conversation, clientId: id.text, type: content.type, content: content.json)
        details.write(to: &send)
        return Wire.ClientPacket(request: .send(send))
      case .edit(let target, let content):
        let edit = Wire.Edit(
          conversation: conversation, clientId: id.text, target: target, type: content.type, content: content.json)
        return Wire.ClientPacket(request: .edit(edit))
      case .recall(let target, let details):
        let recall = Wire.Recall(conversation: conversation, clientId: id.text, target: target, details: details.wire)
        return Wire.ClientPacket(request: .recall(recall))
      case .annotate(let target, let change):
        let annotate = Wire.Annotate(
          conversation: conversation, clientId: id.text, target: target, kind: change.kind, items: change.items)
        return Wire.ClientPacket(request: .annotate(annotate))
      }
    }
  }

  /// The outcome of `enqueue`.
  enum Enqueued {
    /// A new row; a refused one with the same client id may have left a file.
    case added(row: Int64, PendingSend, released: String?)
    /// The same operation is already in the outbox.
    case waiting
    /// The same operation is already stored on the server.
    case sent(MessageID, at: Timestamp)
    case refused(MartletError)
  }

  /// The number of refused rows kept for the app.
  private static let refusedKept: Int64 = 1_000

  /// Adds drafts to the outbox atomically; they are on disk when this returns.
  func enqueue(_ drafts: [Draft], limit: Int) throws(SQLiteError) -> [Enqueued] {
    try database.setPragma("synchronous", to: 2)
    return try database.transaction { () throws(SQLiteError) in
      var waiting =
        try database.statement("SELECT COUNT(*) FROM outbox WHERE state = 0").first { row throws(SQLiteError) in
          try row.integer(0)
        } ?? 0
      return try drafts.map { draft throws(SQLiteError) in
        let packet = draft.packet.encoded()
        var released: String?
        if let known = try existing(draft, packet, &released) { return known }
        guard waiting < limit else {
          return .refused(MartletError(.tooManyWaiting, "the outbox is full", limit: UInt64(limit)))
        }
        waiting += 1
        try database.statement("INSERT INTO outbox (client_id, destination, request, made, state) VALUES (?1, ?2, ?3, ?4, 0)")
          .run(
            .text(draft.id.text), .text(draft.destination.description), .blob(packet), .integer(draft.made.milliseconds))
        let row = database.lastInsertID
        var state = PendingSend.State.waiting
        if let upload = draft.upload {
          try addUpload(upload, to: row)
          state = .uploading(TransferProgress(bytes: 0, total: upload.size), isPaused: false)
        }
        let pending = PendingSend(
          id: draft.id, destination: draft.destination, action: draft.action, details: draft.details, made: draft.made,
          state: state)
        return .added(row: row, pending, released: released)
      }
    }
  }

  /// Looks up a draft's client id; nil if the draft can be added.
  private func existing(_ draft: Draft, _ packet: [UInt8], _ released: inout String?) throws(SQLiteError) -> Enqueued? {
    let known = try database.statement("SELECT request, state, conversation, seq, time, row FROM outbox WHERE client_id = ?1")
      .first(.text(draft.id.text)) { row throws(SQLiteError) in
        (
          isSame: try row.blob(0) == packet, state: try row.integer(1),
          entry: try row.optionalText(2).flatMap { ConversationID($0) }, seq: try row.optionalInteger(3),
          time: try row.optionalInteger(4), row: try row.integer(5)
        )
      }
    guard let known else { return nil }
    if known.state == 2 {
      released = try file(of: known.row)
      // It was refused, so nothing is stored under this id: it can be tried again.
      try database.statement("DELETE FROM outbox WHERE client_id = ?1").run(.text(draft.id.text))
      return nil
    }
    guard known.isSame else {
      return .refused(MartletError(.clientIDConflict, "the outbox has a different operation under this client id"))
    }
    if known.state == 1, let conversation = known.entry, let seq = known.seq.flatMap({ UInt64(exactly: $0) }) {
      return .sent(MessageID(conversation: conversation, seq: seq), at: Timestamp(milliseconds: known.time ?? 0))
    }
    return .waiting
  }

  /// Returns the request of an unsent row.
  func request(of row: Int64) throws(SQLiteError) -> Wire.ClientPacket? {
    try database.statement(
      """
      SELECT request, media, url FROM outbox LEFT JOIN upload ON upload.row = outbox.row WHERE outbox.row = ?1 AND state = 0
      """
    ).first(.integer(row)) { row throws(SQLiteError) in
      try Self.packet(row.blob(0)).naming(Self.filePlace(row, from: 1))
    }
  }

  /// Returns the outbox, oldest first.
  package func pending() throws(SQLiteError) -> [PendingSend] {
    try database.statement(
      """
      SELECT client_id, request, made, state, conversation, seq, time, failure, outbox.row, size, sent, paused, media, url
      FROM outbox LEFT JOIN upload ON upload.row = outbox.row ORDER BY outbox.row
      """
    ).all(read: Self.pending)
  }

  /// The outbox's operations on one conversation, oldest first.
  func pending(to id: ConversationID, of user: UserID?) throws(SQLiteError) -> [PendingSend] {
    // A direct conversation may be named by its other user.
    let other = user.flatMap { user in id.peer(of: user) }.map { Destination.user($0).description } ?? ""
    return try database.statement(
      """
      SELECT client_id, request, made, state, conversation, seq, time, failure, outbox.row, size, sent, paused, media, url
      FROM outbox LEFT JOIN upload ON upload.row = outbox.row WHERE destination IN (?1, ?2) ORDER BY outbox.row
      """
    ).all(.text(id.text), .text(other), read: Self.pending)
  }

  func pending(row: Int64) throws(SQLiteError) -> PendingSend? {
    try database.statement(
      """
      SELECT client_id, request, made, state, conversation, seq, time, failure, outbox.row, size, sent, paused, media, url
      FROM outbox LEFT JOIN upload ON upload.row = outbox.row WHERE outbox.row = ?1
      """
    ).first(.integer(row), read: Self.pending)
  }

  /// Discards an operation.
  ///
  /// - Returns: What it was; nil if there is none.
  package func discard(_ id: ClientID) throws(SQLiteError) -> Discarded? {
    let found = try database.statement(
      """
      SELECT outbox.row, file, state = 0 AND file IS NOT NULL AND media IS NULL AND url IS NULL
      FROM outbox LEFT JOIN upload ON upload.row = outbox.row WHERE client_id = ?1
      """
    ).first(.text(id.text)) { row throws(SQLiteError) in
      (row: try row.integer(0), file: try row.optionalText(1), isUploading: try row.boolean(2))
    }
    guard let found else { return nil }
    let upload = found.isUploading ? try upload(of: found.row) : nil
    try database.setPragma("synchronous", to: 2)
    try database.statement("DELETE FROM outbox WHERE row = ?1").run(.integer(found.row))
    return Discarded(row: found.row, file: found.file, wasUploading: found.isUploading, upload: upload)
  }

  /// An operation that left the outbox because the app wanted so.
  package struct Discarded {
    let row: Int64
    let file: String?
    /// True if the server cannot have the message, for its file was not uploaded.
    let wasUploading: Bool
    /// That upload, if it may have begun.
    let upload: Upload?
  }

  // MARK: The server's answers

  func confirm(_ row: Int64, _ id: MessageID, time: Int64, _ batch: inout Batch) throws(SQLiteError) {
    guard let client = try clientID(of: row) else { return }
    let result = SendResult.sent(id, at: Timestamp(milliseconds: time))
    if let held = try self.row(id.conversation, &batch), id.seq <= held.last {
      batch.changes.results.append((client, result))
      return try delete(row, client, &batch)
    }
    if let file = try file(of: row) { batch.changes.releasedFiles.append(file) }
    try database.statement("UPDATE outbox SET state = 1, conversation = ?2, seq = ?3, time = ?4 WHERE row = ?1")
      .run(.integer(row), .text(id.conversation.text), .unsigned(id.seq), .integer(time))
    guard let pending = try pending(row: row) else { return }
    batch.changes.pending.append(pending)
    // Whoever learns that an annotation was made finds it on the message, so this waits for the entry.
    if !pending.isAnnotation { batch.changes.results.append((client, result)) }
  }

  /// Ends a row that changed nothing on the server.
  func settle(_ row: Int64, _ batch: inout Batch) throws(SQLiteError) {
    guard let client = try clientID(of: row) else { return }
    batch.changes.results.append((client, .unchanged))
    try delete(row, client, &batch)
  }

  func refuse(_ row: Int64, _ failure: Wire.Failure, _ batch: inout Batch) throws(SQLiteError) {
    guard let client = try clientID(of: row) else { return }
    batch.changes.results.append((client, .failed(MartletError(failure))))
    try database.statement("UPDATE outbox SET state = 2, failure = ?2 WHERE row = ?1")
      .run(.integer(row), .blob(failure.encoded()))
    if let pending = try pending(row: row) { batch.changes.pending.append(pending) }
    // The files of those that are too many are found at the next start.
    try database.statement(
      """
      DELETE FROM outbox WHERE state = 2 AND row <=
        (SELECT row FROM outbox WHERE state = 2 ORDER BY row DESC LIMIT 1 OFFSET ?1)
      """
    ).run(.integer(Self.refusedKept))
  }

  /// Ends the row that asked for an entry of this user, even if its answer has not arrived.
  func arrived(_ entry: Wire.Entry, _ id: ConversationID, _ batch: inout Batch) throws(SQLiteError) {
    let known = try database.statement(
      """
      SELECT outbox.row, request, destination, state, media, url FROM outbox LEFT JOIN upload ON upload.row = outbox.row
      WHERE client_id = ?1
      """
    ).first(.text(entry.clientId)) { row throws(SQLiteError) in
      (
        row: try row.integer(0), packet: try Self.packet(row.blob(1)).naming(Self.filePlace(row, from: 4)),
        destination: try row.text(2), state: try row.integer(3)
      )
    }
    guard let known, known.state == 0, let client = ClientID(entry.clientId),
      Destination(known.destination)?.conversation(of: user) == id, Self.asks(known.packet, for: entry)
    else { return }
    let position = MessageID(conversation: id, seq: entry.seq)
    batch.changes.results.append((client, .sent(position, at: Timestamp(milliseconds: entry.time))))
    batch.changes.settledRows.append(known.row)
    try delete(known.row, client, &batch)
  }

  /// True if the entry is the result of the request.
  ///
  /// False if the message has changed since: only the server can tell.
  private static func asks(_ packet: Wire.ClientPacket, for entry: Wire.Entry) -> Bool {
    switch (packet.request, entry.event) {
    case (.send(let send), .message(let message)):
      message.revision == 0 && send.type == message.type && send.content == message.content
    case (.edit(let edit), .edited(let edited)):
      edit.target == edited.target && edit.type == edited.type && edit.content == edited.content
    case (.recall(let recall), .recalled(let recalled)): recall.target == recalled.target
    // The entry has only the items that changed something.
    case (.annotate(let annotate), .annotated(let annotated)):
      annotate.target == annotated.target && annotate.kind == annotated.kind
    default: false
    }
  }

  /// Removes sent rows whose entries are held now.
  func dropArrived(_ id: ConversationID, upTo last: UInt64, _ batch: inout Batch) throws(SQLiteError) {
    try drop(
      database.statement(
        """
        SELECT client_id, request, made, state, conversation, seq, time, failure, outbox.row, size, sent, paused, media, url
        FROM outbox LEFT JOIN upload ON upload.row = outbox.row WHERE state = 1 AND conversation = ?1 AND seq <= ?2
        """
      ).all(.text(id.text), .unsigned(last), read: Self.sent), &batch)
  }

  /// Removes sent rows of conversations that are not in the list.
  func dropStranded(_ batch: inout Batch) throws(SQLiteError) {
    try drop(
      database.statement(
        """
        SELECT client_id, request, made, state, conversation, seq, time, failure, outbox.row, size, sent, paused, media, url
        FROM outbox LEFT JOIN upload ON upload.row = outbox.row
        WHERE state = 1 AND conversation NOT IN (SELECT id FROM conversation)
        """
      ).all(read: Self.sent), &batch)
  }

  /// Removes all sent rows, because another copy of the server's data may lack their entries.
  ///
  /// Their conversations need not be in the list: the first message of a conversation may be sent before it is listed.
  func dropSent(_ batch: inout Batch) throws(SQLiteError) {
    try drop(
      database.statement(
        """
        SELECT client_id, request, made, state, conversation, seq, time, failure, outbox.row, size, sent, paused, media, url
        FROM outbox LEFT JOIN upload ON upload.row = outbox.row WHERE state = 1
        """
      ).all(read: Self.sent), &batch)
  }

  private static func sent(_ row: SQLiteRow) throws(SQLiteError) -> (row: Int64, pending: PendingSend) {
    (try row.integer(8), try pending(row))
  }

  private func drop(_ rows: [(row: Int64, pending: PendingSend)], _ batch: inout Batch) throws(SQLiteError) {
    for (row, pending) in rows {
      if pending.isAnnotation, case .sent(let id, let time) = pending.state {
        batch.changes.results.append((pending.id, .sent(id, at: time)))
      }
      try delete(row, pending.id, &batch)
    }
  }

  private func delete(_ row: Int64, _ client: ClientID, _ batch: inout Batch) throws(SQLiteError) {
    if let file = try file(of: row) { batch.changes.releasedFiles.append(file) }
    try database.statement("DELETE FROM outbox WHERE row = ?1").run(.integer(row))
    batch.changes.pendingRemoved.append(client)
  }

  private func clientID(of row: Int64) throws(SQLiteError) -> ClientID? {
    try database.statement("SELECT client_id FROM outbox WHERE row = ?1 AND state = 0").first(.integer(row)) {
      row throws(SQLiteError) in
      try ClientID(row.text(0))
    } ?? nil
  }

  // MARK: Forms

  static func packet(_ bytes: [UInt8]) throws(SQLiteError) -> Wire.ClientPacket {
    do throws(WireError) {
      return try Wire.ClientPacket(decoding: bytes, limits: DecodingLimits(bytes: 64 << 20))
    } catch {
      throw SQLiteError(.unexpectedValue, "an outbox row holds no request")
    }
  }

  private static func pending(_ row: SQLiteRow) throws(SQLiteError) -> PendingSend {
    let upload = try uploadProgress(row, from: 9)
    let packet = try packet(row.blob(1)).naming(upload?.place)
    guard let client = ClientID(try row.text(0)), let (destination, action) = Self.form(of: packet) else {
      throw SQLiteError(.unexpectedValue, "an outbox row holds another request")
    }
    let state: PendingSend.State
    switch try row.integer(3) {
    case 1:
      guard let id = ConversationID(try row.text(4)) else {
        throw SQLiteError(.unexpectedValue, "an outbox row holds no conversation")
      }
      state = .sent(
        MessageID(conversation: id, seq: try row.unsigned(5)), at: Timestamp(milliseconds: try row.integer(6)))
    case 2:
      let bytes = try row.blob(7)
      let failure = try? Wire.Failure(decoding: bytes)
      state = .failed(MartletError(failure ?? Wire.Failure(.internal)))
    default:
      state =
        if let upload, upload.place == nil { .uploading(upload.progress, isPaused: upload.isPaused) } else { .waiting }
    }
    return PendingSend(
      id: client, destination: destination, action: action, details: details(of: packet),
      made: Timestamp(milliseconds: try row.integer(2)), state: state)
  }

  private static func details(of packet: Wire.ClientPacket) -> MessageDetails {
    guard case .send(let send)? = packet.request else { return MessageDetails() }
    return MessageDetails(send)
  }

  private static func form(of packet: Wire.ClientPacket) -> (Destination, PendingSend.Action)? {
    let (text, action): (String, PendingSend.Action)
    switch packet.request {
    case .send(let send): (text, action) = (send.conversation, .send(MessageContent(type: send.type, json: send.content)))
    case .edit(let edit):
      (text, action) = (edit.conversation, .edit(edit.target, MessageContent(type: edit.type, json: edit.content)))
    case .recall(let recall):
      (text, action) = (recall.conversation, .recall(recall.target, RecallDetails(recall.details ?? Wire.RecallDetails())))
    case .annotate(let annotate):
      guard let change = AnnotationChange(annotate) else { return nil }
      (text, action) = (annotate.conversation, .annotate(annotate.target, change))
    default: return nil
    }
    return Destination(text).map { ($0, action) }
  }
}

extension PendingSend {
  fileprivate var isAnnotation: Bool { if case .annotate = action { true } else { false } }
}
