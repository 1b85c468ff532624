import MartletWire

/// A row of an engine's tables, valid for its visit; its columns are numbered from 0.
package protocol StoredRow {
  func isNull(_ column: Int32) -> Bool

  func integer(_ column: Int32) throws -> Int64

  /// The bytes of a text, whether they are UTF-8 or not.
  func lentText(_ column: Int32) throws -> UnsafeRawBufferPointer

  func lentBlob(_ column: Int32) throws -> UnsafeRawBufferPointer

  /// The position of an entry, from column 0.
  func entrySeq() throws -> UInt64
}

extension StoredRow {
  /// An integer that cannot be negative.
  package func unsigned(_ column: Int32) throws -> UInt64 {
    guard let value = UInt64(exactly: try integer(column)) else { throw damaged("a number") }
    return value
  }

  package func boolean(_ column: Int32) throws -> Bool { try integer(column) != 0 }

  /// Bytes that are not UTF-8 are replaced by U+FFFD.
  package func text(_ column: Int32) throws -> String { String(decoding: try lentText(column), as: UTF8.self) }

  package func blob(_ column: Int32) throws -> [UInt8] { [UInt8](try lentBlob(column)) }

  package func optionalInteger(_ column: Int32) throws -> Int64? { isNull(column) ? nil : try integer(column) }
}

// Records as columns, the same in all engines.
extension StoredRow {
  /// number, id, title, owner, head, countable, time, stamp, members, shown, attributes, rules, relations.
  package func conversation(app: AppID) throws -> ConversationState {
    guard let members = Int(exactly: try unsigned(8)) else { throw damaged("conversation.members") }
    return ConversationState(
      app: app, number: try integer(0),
      record: ConversationRecord(
        id: try conversationID(1), title: try text(2), owner: try optionalUserID(3), head: try unsigned(4),
        countable: try unsigned(5), time: try integer(6), stamp: try unsigned(7), memberCount: members,
        attributes: try attributes(10, "conversation.attributes"), rules: try rules(11, "conversation.rules"),
        relations: PairRelations(rawValue: UInt8(truncatingIfNeeded: try integer(12)))),
      shown: try unsigned(9))
  }

  /// since, seq, time.
  package func readMove() throws -> ReadMove {
    ReadMove(since: try unsigned(0), seq: try unsigned(1), time: try integer(2))
  }

  /// user, joined, read, sent, told, delivered, cleared, hidden, silenced, earlier, nickname.
  package func member(from column: Int32) throws -> MemberRecord {
    MemberRecord(
      user: try userID(column), joined: try unsigned(column &+ 1), read: try unsigned(column &+ 2),
      lastSent: try unsigned(column &+ 3), told: try unsigned(column &+ 4), delivered: try unsigned(column &+ 5),
      cleared: try unsigned(column &+ 6), hidden: try unsigned(column &+ 7), silencedUntil: try integer(column &+ 8),
      earlier: try unsigned(column &+ 9), nickname: try text(column &+ 10))
  }

  /// The parts of a message on which decisions depend: sender, revision, recalled, counts, details, parent, time.
  package func message() throws -> MessageState {
    MessageState(
      sender: try userID(0), time: try integer(6), revision: try unsigned(1), isRecalled: try boolean(2),
      counts: try boolean(3), parent: UInt64(bitPattern: try integer(5)), details: try details(4))
  }

  /// conversation, key, value, revision.
  package func setting() throws -> Setting {
    let conversation = ConversationID(try text(0))
    guard try conversation != nil || text(0).isEmpty else { throw damaged("setting.conversation") }
    return Setting(SettingName(try text(1), of: conversation), try text(2), revision: try unsigned(3))
  }

  /// kind, owner, name, value, seq.
  package func annotation() throws -> (AnnotationSlot, AnnotationValue) {
    guard let kind = AnnotationKind(rawValue: try integer(0)) else { throw damaged("annotation.kind") }
    return (AnnotationSlot(kind, try text(1), try text(2)), AnnotationValue(try text(3), seq: try unsigned(4)))
  }

  /// seq, time, conversation, kind, position, detail.
  package func userEntry() throws -> UserLogEntry {
    guard let kind = UserEntryKind(rawValue: try integer(3)) else { throw damaged("user_entry.kind") }
    let detail = isNull(5) ? nil : try blob(5)
    guard let event = kind.event(try unsigned(4), detail: detail) else { throw damaged("user_entry.detail") }
    let conversation = kind.isOfConversation ? try conversationID(2) : nil
    return UserLogEntry(seq: try unsigned(0), time: try integer(1), conversation: conversation, event: event)
  }

  /// user, client, time, conversation, type, content, details, parent, properties.
  package func scheduled(app: AppID) throws -> ScheduledMessage {
    ScheduledMessage(
      app: app, user: try userID(0), clientID: try scheduledName(1), conversation: try conversationID(3), type: try text(4),
      content: try text(5), details: try details(6), parent: try unsigned(7), properties: try properties(8), time: try integer(2))
  }

  /// fingerprint, state, time.
  package func rememberedSchedule() throws -> RememberedSchedule {
    let state = try integer(1)
    let end = ScheduleEnd(rawValue: state)
    guard end != nil || state == 0 else { throw damaged("answered.state") }
    return RememberedSchedule(fingerprint: try blob(0), end: end, time: try integer(2))
  }

  package func scheduledName(_ column: Int32) throws -> ClientID {
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
