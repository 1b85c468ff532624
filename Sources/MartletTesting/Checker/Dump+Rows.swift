import MartletStore
import MartletWire

/// A table that a dump is read from.
enum DumpTable: CaseIterable {
  /// number, id, title, owner, head, countable, shown, stamp, members, attributes, rules, relations.
  case conversation
  /// conversation, seq, time, sender, client, countable, kind, target, type, content, users, owner, revision, recalled,
  /// details; those of a conversation in the order of their positions.
  case entry
  /// conversation, user, joined, read, sent, told, delivered, cleared, hidden, silenced, earlier, nickname.
  case member
  /// conversation, user, standing, author, since, until.
  case outsider
  /// conversation, user, seq.
  case hidden
  /// conversation, seq, kind, owner, name, value.
  case annotation
  /// id, revoked.
  case user
  /// user, seq, conversation, kind, position, detail; those of a user in the order of their positions.
  case userEntry
  /// user, conversation, key, value, revision.
  case setting
  /// user, peer, flags, revision.
  case relation
  /// user, client, conversation, type, content, time.
  case scheduled
}

/// The tables of an engine, for one app; tables without a column for the app may give rows of others too.
protocol DumpSource {
  associatedtype Row: StoredRow

  func each(_ table: DumpTable, _ visit: (Row) throws -> Void) throws
}

extension Dump {
  /// Reads all tables.
  mutating func read(_ source: some DumpSource) throws {
    var names: [Int64: String] = [:]
    try source.each(.conversation) { row in
      let name = try row.text(1)
      names[try row.integer(0)] = name
      var log = Log()
      log.title = try row.text(2)
      log.owner = try row.optionalText(3) ?? ""
      log.attributes = MarkLine.attributes(try row.changed(9)?.attributes.values ?? [:])
      if let rules = try row.optionalText(10) {
        let wire = try Wire.GroupRules(json: Array(rules.utf8))
        log.rules = wire
      }
      (log.head, log.countable, log.shown) = (try row.unsigned(4), try row.unsigned(5), try row.unsigned(6))
      (log.stamp, log.memberCount) = (try row.unsigned(7), try row.unsigned(8))
      log.relations = try row.unsigned(11)
      self.logs[name] = log
    }
    try readEntries(source, names)
    try readMembers(source, names)
    try readAttachments(source, names)
    try readUsers(source, names)
  }

  private mutating func readMembers(_ source: some DumpSource, _ names: [Int64: String]) throws {
    try source.each(.member) {
      guard let name = names[try $0.integer(0)] else { return }
      var member = Member(
        joined: try $0.unsigned(2), read: try $0.unsigned(3), sent: try $0.unsigned(4), told: try $0.unsigned(5),
        delivered: try $0.unsigned(6))
      (member.cleared, member.hidden, member.silencedUntil) = (try $0.unsigned(7), try $0.unsigned(8), try $0.integer(9))
      (member.earlier, member.nickname) = (try $0.unsigned(10), try $0.text(11))
      self.logs[name]?.members[try $0.text(1)] = member
    }
    try source.each(.outsider) {
      guard let name = names[try $0.integer(0)] else { return }
      self.logs[name]?.outsiders[try $0.text(1)] = Outsider(
        standing: try $0.integer(2), by: try $0.text(3), since: try $0.integer(4), until: try $0.integer(5))
    }
    try source.each(.hidden) {
      guard let name = names[try $0.integer(0)] else { return }
      self.logs[name]?.members[try $0.text(1)]?.hides.insert(try $0.unsigned(2))
    }
  }

  private mutating func readAttachments(_ source: some DumpSource, _ names: [Int64: String]) throws {
    try source.each(.annotation) { row in
      guard let name = names[try row.integer(0)] else { return }
      var one = Attachment(Int(try row.integer(2)), try row.text(4), of: try row.text(3), value: try row.text(5))
      switch one.kind {
      case 2 where !one.name.isEmpty: one.value = "\(MarkLine.hash(one.value))"
      case 7: one.value = ""
      default: break
      }
      if one.owner == "#", let position = UInt64(one.name) { one.name = "\(position)" }
      self.logs[name]?.attached[try row.unsigned(1), default: []].insert(one)
    }
  }

  private mutating func readUsers(_ source: some DumpSource, _ names: [Int64: String]) throws {
    try source.each(.user) {
      self.users[try $0.text(0)] = try $0.unsigned(1)
    }
    try source.each(.userEntry) { row in
      let kinds: [Int64: UserEntryFact.Kind] = [
        1: .joined, 2: .left, 3: .readTo, 4: .settingsChanged, 5: .hidden, 6: .applicationChanged,
        20: .relationsChanged,
      ]
      var entry = UserEntryFact(
        seq: try row.unsigned(1), conversation: names[try row.integer(2)] ?? "", kind: kinds[try row.integer(3)] ?? .unknown,
        position: try row.unsigned(4))
      if entry.kind == .hidden { entry.targets = try Wire.Hidden(decoding: row.blob(5)).targets }
      if entry.kind == .settingsChanged {
        entry.settings = SettingFact.list(try Wire.SettingChanged(decoding: row.blob(5)).settings)
      }
      if entry.kind == .relationsChanged {
        entry.relations = RelationFact.list(try Wire.RelationsChanged(decoding: row.blob(5)).relations)
      }
      self.userLogs[try row.text(0), default: []].append(entry)
    }
    try source.each(.relation) {
      self.relations[try $0.text(0), default: [:]][try $0.text(1)] = Relation(
        flags: try $0.unsigned(2), revision: try $0.unsigned(3))
    }
    try source.each(.setting) {
      let setting = SettingFact(try $0.text(2), of: try $0.text(1), json: try $0.text(3))
      self.settings[try $0.text(0), default: [:]][setting] = try $0.unsigned(4)
    }
    try source.each(.scheduled) {
      self.scheduled.insert(
        Scheduled(
          user: try $0.text(0), clientID: try $0.text(1), conversation: try $0.text(2),
          payload: PayloadHash.of(type: try $0.text(3), content: try $0.text(4)), time: try $0.integer(5)))
    }
  }

  private mutating func readEntries(_ source: some DumpSource, _ names: [Int64: String]) throws {
    let kinds: [Int64: EntryFact.Kind] = [
      1: .message, 2: .edited, 3: .recalled, 4: .groupCreated, 5: .membersAdded, 6: .membersRemoved,
      7: .annotated, 8: .conversationChanged, 9: .rolesSet, 10: .membersSilenced, 11: .usersBanned,
      12: .applied, 13: .applicationsRefused, 14: .memberNamed, 15: .announced,
    ]
    try source.each(.entry) { row in
      guard let name = names[try row.integer(0)] else { return }
      var entry = EntryFact(
        conversation: name, seq: try row.unsigned(1), kind: kinds[try row.integer(6)] ?? .unknown)
      entry.time = try row.integer(2)
      entry.sender = try row.text(3)
      entry.clientID = try row.text(4)
      entry.countable = try row.unsigned(5)
      entry.target = try row.optionalInteger(7).map { UInt64(bitPattern: $0) } ?? 0
      if entry.kind == .message || entry.kind == .edited {
        entry.payload = PayloadHash.of(type: try row.text(8), content: try row.text(9))
      }
      let details = row.isNull(14) ? nil : try Wire.Details(decoding: row.blob(14))
      entry.details = DetailsFact(details, parent: entry.kind == .message ? entry.target : 0)
      if entry.kind == .annotated { try entry.readAnnotation(type: row.text(8), content: row.text(9)) }
      if entry.kind == .groupCreated {
        entry.title = try row.optionalText(9) ?? ""
        entry.changes = MarkLine.changes(try row.changed(8)?.attributes ?? [])
      }
      if entry.kind == .conversationChanged, let changed = try row.changed(9) {
        (entry.title, entry.isTitled) = (changed.title ?? "", changed.title != nil)
        entry.changes = MarkLine.changes(changed.attributes)
        entry.changes += MarkLine.rules(changed)
      }
      if entry.kind == .membersAdded {
        (entry.target, entry.earlier) = (details?.arrival?.link ?? 0, details?.arrival?.history ?? 0)
        entry.isAccepted = details?.arrival?.accepted ?? false
      }
      if entry.kind == .message {
        entry.target = 0
        entry.revision = try row.unsigned(12)
        entry.isRecalled = try row.boolean(13)
      }
      entry.users = (try row.optionalText(10) ?? "").split(separator: " ").map(String.init)
      entry.owner = try row.optionalText(11) ?? ""
      if entry.kind == .rolesSet { entry.note(role: try row.text(9), of: entry.users) }
      if entry.kind == .membersSilenced { entry.note(silenced: entry.users, until: Int64(try row.text(9)) ?? -1) }
      switch entry.kind {
      case .applied: entry.note(applied: try row.text(9), until: Int64(try row.text(8)) ?? -1)
      case .applicationsRefused: entry.note(refused: entry.users)
      case .memberNamed: entry.note(nickname: try row.text(9), of: entry.users.first ?? "")
      case .announced:
        entry.target = 0
        entry.note(announced: try row.text(9))
      default: break
      }
      if entry.kind == .usersBanned {
        let removed = try row.text(8).split(separator: " ").map(String.init)
        entry.note(banned: entry.users, until: Int64(try row.text(9)) ?? -1, removed: removed, owner: entry.owner)
      }
      self.logs[name]?.entries.append(entry)
    }
  }
}

extension StoredRow {
  fileprivate func optionalText(_ column: Int32) throws -> String? { isNull(column) ? nil : try text(column) }

  /// A change of a conversation, or all of its attributes, as JSON; nil for nothing.
  fileprivate func changed(_ column: Int32) throws -> Wire.ConversationChanged? {
    try optionalText(column).map { try Wire.ConversationChanged(json: Array($0.utf8)) }
  }
}

extension EntryFact {
  /// The column of types holds an annotation's kind, and the column of contents its change.
  fileprivate mutating func readAnnotation(type: String, content: String) throws {
    let words = type.split(separator: " ")
    annotation = words.first.map(String.init) ?? ""
    isSecret = words.count > 1
    changes = content.isEmpty ? [] : MarkLine.changes(try Wire.Annotated(json: Array(content.utf8)).items)
  }
}
