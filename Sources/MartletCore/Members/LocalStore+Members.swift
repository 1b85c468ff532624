import MartletSQLite
import MartletWire

enum MemberSchema {
  static let tables: StaticString = """
    CREATE TABLE member_list (        -- of conversations whose members were read
      conversation INTEGER PRIMARY KEY, -- its key
      head INTEGER NOT NULL,          -- later entries of the log change the list
      stale INTEGER NOT NULL          -- 1 if some of them are unknown
    );
    CREATE TABLE member (
      conversation INTEGER NOT NULL,
      user TEXT NOT NULL,
      body BLOB NOT NULL,             -- a wire Member without markers, which table `marker` has
      PRIMARY KEY (conversation, user)
    ) WITHOUT ROWID;
    """
}

// Member lists that were read once, and are kept up to date by the log.
extension LocalStore {
  /// Adopts a whole list of members as of a position of the log.
  ///
  /// Pages that were read later may contain later changes, which then change nothing when they arrive.
  package func keepMembers(_ members: [Wire.Member], asOf head: UInt64, of id: ConversationID) throws(SQLiteError) -> Changes {
    try database.setPragma("synchronous", to: 1)
    return try database.transaction { () throws(SQLiteError) in
      guard let row = try stored(id) else { return Changes() }
      let known = try storedMembers(key: row.key)
      try forgetMembers(of: row.key)
      let isUnknown = row.first > head.addingClamped(1) && row.first <= row.last
      try database.statement("INSERT INTO member_list (conversation, head, stale) VALUES (?1, ?2, ?3)")
        .run(.integer(row.key), .unsigned(head), .integer(isUnknown ? 1 : 0))
      for member in members { try store(member.withoutMarkers, key: row.key) }
      if !isUnknown {
        for entry in try entries(of: row, after: head, limit: Int.max) { try foldMembers(entry, key: row.key) }
      }
      var changes = Changes()
      if try storedMembers(key: row.key) != known { changes.members.append(id) }
      return changes
    }
  }

  /// The members of a conversation as this device knows them, in ascending order of user id; nil if the list was never read.
  package func members(of id: ConversationID) throws(SQLiteError) -> [Member]? {
    guard let row = try stored(id), try memberList(key: row.key) != nil else { return nil }
    let markers = try markers(of: id)
    return try storedMembers(key: row.key).compactMap { wire in
      guard let user = UserID(wire.user) else { return nil }
      var wire = wire
      // A marker below `joined` is of an earlier membership.
      let marker = user == self.user ? MemberMarker(readUpTo: row.readUpTo, deliveredUpTo: row.last) : markers[user]
      if let marker, marker.deliveredUpTo >= wire.joined { (wire.read, wire.delivered) = (marker.readUpTo, marker.deliveredUpTo) }
      return Member(wire, user)
    }
  }

  /// True if the list of a conversation was read, and nothing of the log is unknown that may have changed it.
  package func hasCurrentMembers(of id: ConversationID) throws(SQLiteError) -> Bool {
    guard let row = try stored(id), let list = try memberList(key: row.key) else { return false }
    return !list.isStale && list.head <= row.last
  }

  func forgetMembers(of key: Int64) throws(SQLiteError) {
    try database.statement("DELETE FROM member WHERE conversation = ?1").run(.integer(key))
    try database.statement("DELETE FROM member_list WHERE conversation = ?1").run(.integer(key))
  }

  /// The range held begins anew after a position; what lies between is unknown.
  func skipMembers(of row: ConversationRow, to anchor: UInt64) throws(SQLiteError) {
    guard anchor > row.last else { return }
    try database.statement("UPDATE member_list SET stale = 1 WHERE conversation = ?1 AND head < ?2")
      .run(.integer(row.key), .unsigned(anchor))
  }

  /// Folds a new entry of the log into the list, if there is one.
  func foldMembers(_ entry: Wire.Entry, of row: ConversationRow, _ batch: inout Batch) throws(SQLiteError) {
    guard entry.changesMembers, let list = try memberList(key: row.key), entry.seq > list.head, !list.isStale else { return }
    try foldMembers(entry, key: row.key)
    if !batch.changes.members.contains(row.id) { batch.changes.members.append(row.id) }
  }

  private func foldMembers(_ entry: Wire.Entry, key: Int64) throws(SQLiteError) {
    switch entry.event {
    case .membersAdded(let added):
      for user in added.users where try member(user, key: key).map({ $0.joined < entry.seq }) ?? true {
        try store(Wire.Member(user: user, role: .member, joined: entry.seq), key: key)
      }
    case .membersRemoved(let removed): try remove(removed.users, owner: removed.owner, by: entry, key: key)
    case .usersBanned(let banned): try remove(banned.removed, owner: banned.owner, by: entry, key: key)
    case .rolesSet(let set):
      if set.role == .owner {
        let owners = try storedMembers(key: key).filter { $0.role == .owner }.map { $0.user }
        try change(owners, by: entry, key: key) { $0.role = .member }
      }
      try change(set.users, by: entry, key: key) { $0.role = set.role }
    case .memberNamed(let named): try change([named.user], by: entry, key: key) { $0.nickname = named.name }
    case .membersSilenced(let silenced):
      try change(silenced.users, by: entry, key: key) { $0.silencedUntil = silenced.until }
    default: break
    }
  }

  private func remove(_ users: [String], owner: String, by entry: Wire.Entry, key: Int64) throws(SQLiteError) {
    for user in users where try member(user, key: key)?.joined ?? .max < entry.seq {
      try database.statement("DELETE FROM member WHERE conversation = ?1 AND user = ?2").run(.integer(key), .text(user))
    }
    try change([owner], by: entry, key: key) { $0.role = .owner }
  }

  /// Changes members, but nobody who joined after the entry.
  private func change(
    _ users: [String], by entry: Wire.Entry, key: Int64, _ body: (inout Wire.Member) -> Void
  ) throws(SQLiteError) {
    for user in users {
      guard var member = try member(user, key: key), member.joined < entry.seq else { continue }
      body(&member)
      try store(member, key: key)
    }
  }

  private func store(_ member: Wire.Member, key: Int64) throws(SQLiteError) {
    try database.statement("INSERT OR REPLACE INTO member (conversation, user, body) VALUES (?1, ?2, ?3)")
      .run(.integer(key), .text(member.user), .blob(member.encoded()))
  }

  private func member(_ user: String, key: Int64) throws(SQLiteError) -> Wire.Member? {
    try database.statement("SELECT body FROM member WHERE conversation = ?1 AND user = ?2")
      .first(.integer(key), .text(user)) { row throws(SQLiteError) in try row.member(0) }
  }

  private func storedMembers(key: Int64) throws(SQLiteError) -> [Wire.Member] {
    try database.statement("SELECT body FROM member WHERE conversation = ?1 ORDER BY user")
      .all(.integer(key)) { row throws(SQLiteError) in try row.member(0) }
  }

  private func memberList(key: Int64) throws(SQLiteError) -> (head: UInt64, isStale: Bool)? {
    try database.statement("SELECT head, stale FROM member_list WHERE conversation = ?1")
      .first(.integer(key)) { row throws(SQLiteError) in (try row.unsigned(0), try row.boolean(1)) }
  }
}

extension SQLiteRow {
  fileprivate func member(_ column: Int32) throws(SQLiteError) -> Wire.Member {
    try decoded(column, as: "member") { bytes throws(WireError) in try Wire.Member(decoding: bytes) }
  }
}

extension Wire.Member {
  fileprivate var withoutMarkers: Wire.Member {
    var member = self
    (member.read, member.delivered, member.readAt) = (0, 0, 0)
    return member
  }
}

extension Wire.Entry {
  fileprivate var changesMembers: Bool {
    switch event {
    case .membersAdded, .membersRemoved, .rolesSet, .membersSilenced, .memberNamed: true
    case .usersBanned(let banned): !banned.removed.isEmpty
    default: false
    }
  }
}
