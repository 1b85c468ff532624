import MartletSQLite
import MartletWire

// Annotations of the cached messages.
extension LocalStore {
  /// Folds an entry into the message whose annotations it changes, unless the message contains it already.
  func annotate(by entry: Wire.Entry, of row: ConversationRow, _ batch: inout Batch) throws(SQLiteError) {
    guard let target = try annotatedTarget(of: entry, key: row.key), target < entry.seq,
      var attached = try standing(target, key: row.key), fold(entry, into: &attached)
    else { return }
    try database.statement("UPDATE entry SET annotations = ?3 WHERE conversation = ?1 AND seq = ?2")
      .run(.integer(row.key), .unsigned(target), .blob(attached.encoded()))
    batch.rewritten.append(MessageID(conversation: row.id, seq: target))
  }

  /// The message outside the cached range whose annotations an entry changes; nil if there is none.
  func annotated(_ message: Wire.Entry?, by entry: Wire.Entry, key: Int64) throws(SQLiteError) -> Wire.Entry? {
    guard var changed = message, case .message(var content)? = changed.event, !content.recalled, changed.seq < entry.seq,
      try annotatedTarget(of: entry, key: key) == changed.seq
    else { return nil }
    var attached = content.annotations ?? Wire.Annotations()
    guard fold(entry, into: &attached) else { return nil }
    content.annotations = attached
    changed.event = .message(content)
    return changed
  }

  /// The message whose annotations an entry changes: the target of an annotation, or the parent of a reply that is new or
  /// recalled.
  private func annotatedTarget(of entry: Wire.Entry, key: Int64) throws(SQLiteError) -> UInt64? {
    switch entry.event {
    case .annotated(let annotated): return annotated.target
    case .message(let message): return message.replyTo > 0 ? message.replyTo : nil
    case .hidden(let hidden): return hidden.replyTo > 0 ? hidden.replyTo : nil
    case .recalled(let recalled):
      return try database.statement("SELECT target FROM entry WHERE conversation = ?1 AND seq = ?2 AND kind IN (1, 6, 7)")
        .first(.integer(key), .unsigned(recalled.target)) { row throws(SQLiteError) in try row.optionalInteger(0) }?.flatMap {
          UInt64(exactly: $0)
        }
    default: return nil
    }
  }

  private func fold(_ entry: Wire.Entry, into attached: inout Wire.Annotations) -> Bool {
    switch entry.event {
    case .annotated(let annotated): attached.fold(annotated, at: entry.seq, by: entry.sender, for: user)
    case .message, .hidden: attached.foldReply(at: entry.seq, isGone: false)
    case .recalled: attached.foldReply(at: entry.seq, isGone: true)
    default: false
    }
  }

  /// The annotations of a cached message; nil if the message is not cached or was recalled.
  private func standing(_ seq: UInt64, key: Int64) throws(SQLiteError) -> Wire.Annotations? {
    try database.statement(
      "SELECT annotations FROM entry WHERE conversation = ?1 AND seq = ?2 AND kind = 1 AND recalled = 0"
    ).first(.integer(key), .unsigned(seq)) { row throws(SQLiteError) in try row.annotations(0) ?? Wire.Annotations() }
  }
}

extension SQLiteRow {
  /// Reads a blob that holds a wire Annotations; nil if it is NULL.
  func annotations(_ column: Int32) throws(SQLiteError) -> Wire.Annotations? {
    guard !isNull(column) else { return nil }
    return try decoded(column, as: "annotations") { bytes throws(WireError) in
      try Wire.Annotations(decoding: bytes, limits: .annotations)
    }
  }
}

extension DecodingLimits {
  /// Values that were accepted once must stay readable.
  fileprivate static let annotations = DecodingLimits(bytes: 1 << 30, elements: 1 << 20)
}

extension Wire.Annotated {
  /// The columns `type` and `content`: the number of the kind, and the change as JSON.
  var typeText: String { String(kind.rawValue) }

  var contentText: String {
    items.isEmpty ? "" : String(decoding: Wire.Annotated(items: items).json(), as: UTF8.self)
  }

  /// Reads them.
  init(target: UInt64, type: String, content: String) throws(SQLiteError) {
    self.init(target: target, kind: Wire.AnnotationKind(rawValue: Int32(type) ?? 0))
    guard !content.isEmpty else { return }
    do {
      items = try Wire.Annotated(json: Array(content.utf8), limits: .annotations).items
    } catch {
      throw SQLiteError(.unexpectedValue, "an annotation's text is none")
    }
  }
}
