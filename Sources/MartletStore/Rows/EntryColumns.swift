import MartletWire

/// A log event as columns of table `entry`.
package struct EntryColumns {
  package enum Kind: Int64, Sendable {
    case message = 1
    case edited, recalled, groupCreated, membersAdded, membersRemoved, annotated, conversationChanged, rolesSet, membersSilenced
    case usersBanned, applied, applicationsRefused, memberNamed, announced
  }

  package let kind: Kind
  package var target: UInt64?
  package var type: String?
  package var content: String?
  var users: [UserID]?
  package var owner: UserID?

  /// `parent` is the message to which a message replies; 0 for none.
  package init(_ event: LogEvent, parent: UInt64 = 0) {
    switch event {
    case .message(let type, let content):
      kind = .message
      target = parent > 0 ? parent : nil
      (self.type, self.content) = (type, content)
    case .annotated(let annotation):
      kind = .annotated
      target = annotation.target
      (type, content) = annotation.columns
    case .edited(let target, let type, let content):
      kind = .edited
      (self.target, self.type, self.content) = (target, type, content)
    case .recalled(let target):
      kind = .recalled
      self.target = target
    case .groupCreated(let title, let owner, let members, let attributes):
      kind = .groupCreated
      (content, users, self.owner) = (title, members, owner)
      type = attributes?.json
    case .membersAdded(let users):
      kind = .membersAdded
      self.users = users
    case .membersRemoved(let users, let owner):
      kind = .membersRemoved
      (self.users, self.owner) = (users, owner)
    case .conversationChanged(let change):
      kind = .conversationChanged
      content = change.json
    case .rolesSet(let users, let role):
      kind = .rolesSet
      (self.users, content) = (users, role.rawValue)
    case .membersSilenced(let users, let until):
      kind = .membersSilenced
      (self.users, content) = (users, String(until))
    case .usersBanned(let change):
      kind = .usersBanned
      (users, owner, content) = (change.users, change.owner, String(change.until))
      type = Self.list(change.removed)
    case .applied(let text, let until):
      kind = .applied
      (type, content) = (String(until), text)
    case .applicationsRefused(let users):
      kind = .applicationsRefused
      self.users = users
    case .memberNamed(let user, let name):
      kind = .memberNamed
      (users, content) = ([user], name)
    case .announced(let text, let previous):
      kind = .announced
      (target, content) = (previous, text)
    }
  }

  /// The ids of users as one text; ids hold no spaces.
  package var userList: String? { users.map { Self.list($0) } }

  private static func list(_ users: [UserID]) -> String { users.map(\.text).joined(separator: " ") }
}

extension StoredRow {
  /// The columns `entry` expects, in order.
  ///
  /// What `entrySeq` reads, time, sender, client, countable, kind, target, type, content, users, owner, revision, recalled,
  /// details, annotated.
  package func entry() throws -> LogEntry {
    let event = try event(from: 5)
    guard let client = ClientID(try text(3)) else { throw damaged("entry.client") }
    // For an edit, the column links the edits of one target, which readers do not need.
    let isMessage = if case .message = event { true } else { false }
    return LogEntry(
      seq: try entrySeq(), time: try integer(1), sender: try userID(2), clientID: client,
      countable: try unsigned(4), event: event, details: try details(13), revision: isMessage ? try unsigned(11) : 0,
      isRecalled: try boolean(12), parent: isMessage ? try parent() : 0, annotated: try unsigned(14))
  }

  private func parent() throws -> UInt64 { isNull(6) ? 0 : UInt64(bitPattern: try integer(6)) }

  /// The entry as its stored bytes, if it is a message without annotations; nil otherwise, or if a text is not UTF-8.
  package func lentMessage() throws -> LentMessage? {
    guard try integer(5) == EntryColumns.Kind.message.rawValue, try integer(14) == 0 else { return nil }
    let message = LentMessage(
      seq: try entrySeq(), time: try integer(1), countable: try unsigned(4), revision: try unsigned(11),
      isRecalled: try boolean(12), parent: try parent(), sender: try lentText(2), clientID: try lentText(3),
      type: try lentText(7), content: try lentText(8),
      details: isNull(13) ? UnsafeRawBufferPointer(start: nil, count: 0) : try lentBlob(13))
    return message.isUTF8 ? message : nil
  }

  /// A message's details.
  package func details(_ column: Int32) throws -> Details? {
    guard !isNull(column) else { return nil }
    let bytes = try blob(column)
    do throws(WireError) {
      return try Details(bytes: bytes)
    } catch {
      throw damaged("entry.details")
    }
  }

  private func event(from column: Int32) throws -> LogEvent {
    guard let kind = EntryColumns.Kind(rawValue: try integer(column)) else { throw damaged("entry.kind") }
    func target() throws -> UInt64 { UInt64(bitPattern: try integer(column &+ 1)) }
    func type() throws -> String { try text(column &+ 2) }
    func content() throws -> String { try text(column &+ 3) }
    func owner() throws -> UserID? { try optionalUserID(column &+ 5) }
    func users(_ offset: Int32 = 4) throws -> [UserID] {
      try text(column &+ offset).split(separator: " ").map {
        guard let user = UserID(String($0)) else { throw damaged("entry.users") }
        return user
      }
    }
    switch kind {
    case .message: return .message(type: try type(), content: try content())
    case .edited: return .edited(target: try target(), type: try type(), content: try content())
    case .recalled: return .recalled(target: try target())
    case .annotated:
      guard let annotation = Annotation(target: try target(), type: try type(), content: try content()) else {
        throw damaged("entry.content")
      }
      return .annotated(annotation)
    case .groupCreated:
      guard let owner = try owner() else { throw damaged("entry.owner") }
      let attributes = try attributes(column &+ 2, "entry.type")
      return .groupCreated(title: try content(), owner: owner, members: try users(), attributes: attributes)
    case .membersAdded: return .membersAdded(try users())
    case .membersRemoved: return .membersRemoved(try users(), owner: try owner())
    case .conversationChanged: return .conversationChanged(try change(column &+ 3, "entry.content"))
    case .rolesSet:
      guard let role = MemberRole(rawValue: try content()) else { throw damaged("entry.content") }
      return .rolesSet(try users(), role)
    case .membersSilenced:
      guard let until = Int64(try content()) else { throw damaged("entry.content") }
      return .membersSilenced(try users(), until: until)
    case .usersBanned:
      guard let until = Int64(try content()) else { throw damaged("entry.content") }
      return .usersBanned(BanChange(users: try users(), until: until, removed: try users(2), owner: try owner()))
    case .applied:
      guard let until = Int64(try type()) else { throw damaged("entry.type") }
      return .applied(text: try content(), until: until)
    case .applicationsRefused: return .applicationsRefused(try users())
    case .memberNamed:
      guard let user = try users().first else { throw damaged("entry.users") }
      return .memberNamed(user, try content())
    case .announced: return .announced(try content(), previous: try target())
    }
  }

  /// The attributes of a conversation as JSON; nil if there are none.
  package func attributes(_ column: Int32, _ name: String) throws -> Attributes? {
    isNull(column) ? nil : Attributes(try change(column, name).attributes)
  }

  private func change(_ column: Int32, _ name: String) throws -> ConversationChange {
    guard let change = ConversationChange(json: try text(column)) else { throw damaged(name) }
    return change
  }

  package func userID(_ column: Int32) throws -> UserID {
    guard let user = UserID(try text(column)) else { throw damaged("a user id") }
    return user
  }

  package func optionalUserID(_ column: Int32) throws -> UserID? { isNull(column) ? nil : try userID(column) }

  package func conversationID(_ column: Int32) throws -> ConversationID {
    guard let id = ConversationID(try text(column)) else { throw damaged("a conversation id") }
    return id
  }

  /// The value itself is not told: it may be a user's.
  package func damaged(_ what: String) -> StoreError { StoreError(.corrupt, "\(what) in the database is malformed") }
}

extension LentMessage {
  /// Whether it can be told to a client; a damaged file may hold anything.
  fileprivate var isUTF8: Bool {
    [sender, clientID, type, content].allSatisfy { bytes in
      let span = bytes.bindMemory(to: UInt8.self).span
      return (try? UTF8Span(validating: span)) != nil
    }
  }
}
