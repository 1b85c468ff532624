import MartletWire

// Annotations of messages.
extension LogReading {
  package func annotators(
    of name: String, kind: AnnotationKind, at seq: UInt64, in id: ConversationID, app: AppID, after: UserID?, limit: Int
  ) throws -> [AnnotatorRecord] {
    guard let state = try find(id, app: app) else { return [] }
    return try rows.annotators(
      of: name, kind: kind, at: seq, in: state.number, after: after?.text ?? AnnotationSlot.shared, limit: limit
    ).compactMap { owner, seq in UserID(owner).map { AnnotatorRecord(user: $0, seq: seq) } }
  }

  /// Messages that reply to a message, as a member sees them.
  package func replies(
    to seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) throws -> [LogEntry]? {
    guard let (state, member) = try find(id, app: app, for: user) else { return nil }
    let replies = try rows.kept(.reply, at: seq, of: state.number, after: after, limit: limit)
    return try messages(at: replies.map(\.seq), of: state.number, for: member)
  }

  /// All versions of a message, as a member sees it.
  package func versions(
    of seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) throws -> [LogEntry]? {
    guard let (state, member) = try find(id, app: app, for: user) else { return nil }
    guard var now = try messages(at: [seq], of: state.number, for: member).first else { return [] }
    var versions: [LogEntry] = []
    for (since, text) in try rows.kept(.version, at: seq, of: state.number, after: after, limit: limit) {
      guard let entry = try entry(at: since, of: state.number, for: user), let end = text.firstIndex(of: "\n") else { continue }
      var version = now
      (version.seq, version.time, version.clientID) = (since, entry.time, entry.clientID)
      version.event = .message(type: String(text[..<end]), content: String(text[text.index(after: end)...]))
      (version.annotated, version.annotations, version.revision) = (0, [], 0)
      versions.append(version)
    }
    let newest = max(now.revision, seq)
    if newest > after, versions.count < limit {
      if newest > seq, let entry = try entry(at: newest, of: state.number, for: user) {
        (now.seq, now.time, now.clientID) = (newest, entry.time, entry.clientID)
      }
      versions.append(now)
    }
    return versions
  }

  /// The pinned messages of a conversation after a position, as a member sees them.
  package func pinned(in id: ConversationID, app: AppID, for user: UserID, after: UInt64) throws -> [LogEntry]? {
    guard let (state, member) = try find(id, app: app, for: user) else { return nil }
    let pinned = try rows.pinned(of: state.number).filter { $0 > after }.sorted()
    return try messages(at: pinned, of: state.number, for: member)
  }
}
