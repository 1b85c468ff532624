import MartletSQLite
import MartletWire

// Annotations of messages.
extension LayeredQueries {
  func annotators(
    of name: String, kind: AnnotationKind, at seq: UInt64, in id: ConversationID, app: AppID, after: UserID?, limit: Int
  ) throws -> [AnnotatorRecord] {
    guard let found = try find(id, app: app) else { return [] }
    let after = after?.text ?? AnnotationSlot.shared
    let changes = (found.tail?.patches[seq]?.annotations ?? [:]).filter {
      $0.key.kind == kind && $0.key.name == name && $0.key.owner > after
    }
    // As many more as may have been taken away.
    let stored = try tables.annotators(
      of: name, kind: kind, at: seq, number: found.state.number, after: after, limit: limit.addingClamped(changes.count))
    var all = Dictionary(stored) { $1 }
    for (slot, value) in changes { all[slot.owner] = value?.seq }
    return all.compactMap { owner, seq in UserID(owner).map { AnnotatorRecord(user: $0, seq: seq) } }
      .sorted { $0.user < $1.user }.prefix(limit).map(\.self)
  }

  /// Messages that reply to a message, as a member sees them.
  func replies(
    to seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) throws -> [LogEntry]? {
    guard let found = try find(id, app: app), let member = try member(user, of: found) else { return nil }
    let replies = try kept(.reply, at: seq, of: found, after: after, limit: limit)
    return try messages(at: replies.map(\.seq), of: found, for: member)
  }

  /// All versions of a message, as a member sees it.
  func versions(
    of seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) throws -> [LogEntry]? {
    guard let found = try find(id, app: app), let member = try member(user, of: found) else { return nil }
    guard var now = try messages(at: [seq], of: found, for: member).first else { return [] }
    var versions: [LogEntry] = []
    for (since, text) in try kept(.version, at: seq, of: found, after: after, limit: limit) {
      guard let entry = try entry(at: since, of: found, for: user), let end = text.firstIndex(of: "\n") else { continue }
      var version = now
      (version.seq, version.time, version.clientID) = (since, entry.time, entry.clientID)
      version.event = .message(type: String(text[..<end]), content: String(text[text.index(after: end)...]))
      (version.annotated, version.annotations, version.revision) = (0, [], 0)
      versions.append(version)
    }
    let newest = max(now.revision, seq)
    if newest > after, versions.count < limit {
      if newest > seq, let entry = try entry(at: newest, of: found, for: user) {
        (now.seq, now.time, now.clientID) = (newest, entry.time, entry.clientID)
      }
      versions.append(now)
    }
    return versions
  }

  /// A message's replies or versions after a position, ascending.
  private func kept(
    _ kind: AnnotationKind, at seq: UInt64, of found: Found, after: UInt64, limit: Int
  ) throws -> [(seq: UInt64, text: String)] {
    let changes = (found.tail?.patches[seq]?.annotations ?? [:]).filter {
      $0.key.owner == AnnotationSlot.replies && $0.key.kind == kind
    }
    let stored = try tables.kept(
      kind, at: seq, number: found.state.number, after: after, limit: limit.addingClamped(changes.count))
    var all = Dictionary(stored) { $1 }
    for (slot, value) in changes {
      guard let position = UInt64(slot.name), position > after else { continue }
      all[position] = value?.text
    }
    return all.sorted { $0.key < $1.key }.prefix(limit).map { ($0.key, $0.value) }
  }

  /// The pinned messages of a conversation after a position, as a member sees them.
  func pinned(in id: ConversationID, app: AppID, for user: UserID, after: UInt64) throws -> [LogEntry]? {
    guard let found = try find(id, app: app), let member = try member(user, of: found) else { return nil }
    var pinned = try tables.pinned(number: found.state.number)
    for (seq, isPinned) in found.tail?.pins ?? [:] { if isPinned { pinned.insert(seq) } else { pinned.remove(seq) } }
    return try messages(at: pinned.filter { $0 > after }.sorted(), of: found, for: member)
  }

  /// Of the messages at some positions, those that a member may see and that were not recalled.
  private func messages(
    at positions: some Sequence<UInt64>, of found: Found, for member: MemberRecord
  ) throws -> [LogEntry] {
    let hidden = try hidden(from: member, of: found)
    return try positions.filter { $0 >= member.first && !hidden.contains($0) }.compactMap { seq in
      guard let entry = try entry(at: seq, of: found, for: member.user), case .message = entry.event, !entry.isRecalled,
        entry.isVisible(to: member.user)
      else { return nil }
      return entry
    }
  }
}
