import MartletSQLite
import MartletWire

/// A device's copy of a user's logs, the folds of them, and the outbox, in one SQLite database.
///
/// Not Sendable: used inside the client's isolation only. The writes of a turn of `Sync` are one transaction; a turn that fails
/// changes nothing. Commits of received data are not synced, since it can be fetched again; commits of the outbox are.
package final class LocalStore {
  package let database: SQLiteConnection
  /// The user whose data this is; nil before the first connection.
  package private(set) var user: UserID?
  /// What the app leaves to fewer users than the kinds of conversation do; nil before the first connection.
  private(set) var bounds: PermissionBounds?
  /// The id of this installation, for the server.
  package let deviceID: String
  /// The content types whose texts are indexed for search.
  var contents = ContentRegistry.standard
  /// Members of a conversation up to which this device sends delivered markers; 0 for none.
  var acknowledgedMembers: UInt64 = 0
  /// The kinds of conversations in which it does so; nil for all.
  var acknowledgedKinds: Set<ConversationID.Kind>?
  /// How long recalled contents of own messages are kept, in milliseconds; 0 for not at all.
  var recallEditWindow: Int64 = 0
  /// The server's clock and this device's in the current turn, in milliseconds since 1970.
  var clocks: (server: Int64, own: Int64) = (0, 0)
  /// The time at which the next recalled content expires; nil if there is none.
  package var forgetsAt: Int64?
  /// Pending work of the search index.
  var search = SearchProgress()
  /// True if the search index has shrunk since the file was opened.
  var indexWasCut = false

  /// Opens a database with an up-to-date schema; `newDeviceID` becomes the installation's id if it has none.
  init(_ database: SQLiteConnection, newDeviceID: String) throws(SQLiteError) {
    self.database = database
    if let known = try Self.meta("device", in: database) {
      deviceID = known
    } else {
      try Self.setMeta("device", newDeviceID, in: database)
      deviceID = newDeviceID
    }
    user = try Self.meta("user", in: database).flatMap { UserID($0) }
    bounds = try Self.meta("permissions", in: database).flatMap { PermissionBounds(stored: $0) }
    forgetsAt = try nextForgotten()
  }

  /// Opens a database for reading, beside the connection that writes.
  package init(reading database: SQLiteConnection) throws(SQLiteError) {
    self.database = database
    guard let known = try Self.meta("device", in: database) else {
      throw SQLiteError(.unexpectedValue, "the database has not been begun")
    }
    deviceID = known
  }

  /// Reads again what another connection may have stored.
  package func refresh() throws(SQLiteError) {
    if user == nil { user = try Self.meta("user", in: database).flatMap { UserID($0) } }
    bounds = try Self.meta("permissions", in: database).flatMap { PermissionBounds(stored: $0) }
  }

  /// Returns the state that syncing starts from.
  package func state() throws(SQLiteError) -> Sync.StoredState {
    var state = Sync.StoredState()
    state.user = user
    state.cursor = try Self.meta("cursor", in: database).flatMap { UInt64($0) }
    state.stamp = try Self.meta("stamp", in: database).flatMap { UInt64($0) } ?? 0
    try readShelves(into: &state)
    state.settings = try pendingSettings()
    state.hides = try waitingHides()
    state.permissionBounds = bounds
    state.generation = try Self.meta("generation", in: database)
    state.marks.merge(try carriedMarks(), choosing: { max($0, $1) })
    state.outbox = try database.statement("SELECT row, destination FROM outbox WHERE state = 0 ORDER BY row").all {
      row throws(SQLiteError) in
      let destination = try row.text(1)
      let canonical = Destination(destination)?.conversation(of: user)?.text
      return (row: try row.integer(0), conversation: canonical ?? destination)
    }
    state.uploads = try uploadStates()
    return state
  }

  /// Reads only the cached ranges of all conversations, because there may be very many.
  private func readShelves(into state: inout Sync.StoredState) throws(SQLiteError) {
    try database.statement(
      """
      SELECT id, first, last, start, folded, joined, pending_read, doubts, pending_delivered, earlier, hidden FROM conversation
      ORDER BY key
      """
    )
    .each([]) { row throws(SQLiteError) in
      let (first, last, start) = (try row.unsigned(1), try row.unsigned(2), try row.unsigned(3))
      guard let id = ConversationID(try row.text(0)), ConversationRow.isRange(first, last, from: start) else {
        throw SQLiteError(.unexpectedValue, "a conversation's range makes no sense")
      }
      let (joined, earlier) = (try row.unsigned(5), try row.unsigned(9))
      var shelf = Shelf(
        first: first, last: last, head: try row.unsigned(4), joined: joined, since: joined - min(earlier, joined), start: start)
      shelf.hasHidings = try row.unsigned(10) > 0
      state.shelves.append((id, shelf))
      let pendingRead = try row.unsigned(6)
      if pendingRead > 0 { state.marks[id] = pendingRead }
      if try row.integer(7) != 0 { state.doubts.insert(id) }
      let delivered = try row.unsigned(8)
      if delivered > 0 { state.deliveries[id] = delivered }
      return true
    }
  }

  /// Applies the writes of a turn atomically.
  func apply(_ writes: [Sync.Write]) throws(SQLiteError) -> Changes {
    try database.setPragma("synchronous", to: 1)
    let (known, bounded) = (user, bounds)
    do {
      return try database.transaction { () throws(SQLiteError) in
        var batch = Batch()
        for write in writes { try perform(write, &batch) }
        return try finish(&batch)
      }
    } catch {
      (user, bounds) = (known, bounded)
      throw error
    }
  }

  /// State while the writes of a turn are applied.
  struct Batch {
    /// Rows that were read, with their changes so far.
    var rows: [ConversationID: ConversationRow] = [:]
    /// The same rows without the changes.
    var originals: [ConversationID: ConversationRow] = [:]
    /// Conversations to store, in the order of their first change; some may have been removed since.
    private(set) var touched: [ConversationID] = []
    private var isTouched: Set<ConversationID> = []
    var appended: [MessageID] = []
    var rewritten: [MessageID] = []
    /// Conversations to publish even if their rows did not change.
    var resettled: Set<ConversationID> = []
    var changes = Changes()

    mutating func touch(_ id: ConversationID) {
      if isTouched.insert(id).inserted { touched.append(id) }
    }
  }

  private func perform(_ write: Sync.Write, _ batch: inout Batch) throws(SQLiteError) {
    switch write {
    case .user(let id):
      user = id
      try Self.setMeta("user", id.text, in: database)
    case .bounds(let bounds): try keep(bounds, &batch)
    case .cursor(let cursor): try Self.setMeta("cursor", String(cursor), in: database)
    case .stamp(let stamp): try Self.setMeta("stamp", String(stamp), in: database)
    case .adopt(let summary, let anchor): try adopt(summary, anchor: anchor, &batch)
    case .append(let id, let entries): try append(entries, to: id, &batch)
    case .prepend(let id, let entries): try prepend(entries, to: id, &batch)
    case .replace(let id, let entries):
      guard let low = entries.first?.seq else { return }
      try restart(id, anchor: low - 1, &batch)
      try append(entries, to: id, isNew: false, &batch)
    case .restart(let id, let anchor): try restart(id, anchor: anchor, &batch)
    case .first(let id, let seq): try change(id, &batch) { $0.start = max($0.start, seq) }
    case .remove(let id, let removal):
      try remove(id, &batch)
      batch.changes.removals[id] = removal
    case .application(let id, let state): batch.changes.applications.append((id, state))
    case .read(let id, let seq): try change(id, &batch) { $0.readTo(seq) }
    case .deliverySettled(let id, let seq):
      try change(id, &batch) { if $0.pendingDelivered <= seq { $0.pendingDelivered = 0 } }
    case .marker(let id, let user, let read, let delivered): try keepMarker(of: user, in: id, read, delivered, &batch)
    case .markSettled(let id): try change(id, &batch) { $0.settlePending() }
    case .hide(let id, let until, let targets, let revision):
      try hide(id, until: until, targets, revision: revision, &batch)
    case .unhide(let id, let start): try unhide(id, from: start, &batch)
    case .hideSettled(let row, let isHidden): try settleHide(row, isHidden: isHidden, &batch)
    case .settings(let settings): try take(settings, &batch)
    case .settingsPage(let page, let after, let settings): try take(page: page, after: after, settings, &batch)
    case .profile(let profile): try keep(profile, &batch)
    case .profileChanged(let change): try apply(change, &batch)
    case .relations(let relations): try take(relations, &batch)
    case .relationsPage(let page, let after): try take(page: page, after: after, &batch)
    case .befriended(let users, let friendship): try note(users, friendship, &batch)
    case .related(let users, let kind, let isSet): try note(users, kind, isSet, &batch)
    case .settingsEnded(let id): try dropSettings(of: id)
    case .settingSettled(let name, let value): try settle(name, told: value, &batch)
    case .confirm(let row, let id, let time): try confirm(row, id, time: time, &batch)
    case .refuse(let row, let failure): try refuse(row, failure, &batch)
    case .settle(let row): try settle(row, &batch)
    case .uploadReached(let row, let bytes): try uploadReached(row, bytes, &batch)
    case .uploaded(let row, let place): try uploaded(row, place, &batch)
    case .uploadAgain(let row): try uploadAgain(row, &batch)
    case .tidyOutbox: try dropStranded(&batch)
    case .generation(let generation): try keep(generation: generation)
    case .survey: batch.changes.toCompare = try conversationsToCompare()
    case .startOver(let generation, let proofs): try startOver(generation, proofs, &batch)
    case .listed: try dropCarried()
    }
  }

  /// Stores the server's name for the copy of its data that this database mirrors.
  func keep(generation: String) throws(SQLiteError) { try Self.setMeta("generation", generation, in: database) }

  /// What the user may do in each conversation changes with what the app leaves to fewer users, which is seldom.
  private func keep(_ bounds: PermissionBounds, _ batch: inout Batch) throws(SQLiteError) {
    self.bounds = bounds
    try Self.setMeta("permissions", bounds.stored, in: database)
    let ids = try database.statement("SELECT id FROM conversation").all { row throws(SQLiteError) in try row.text(0) }
    for id in ids.compactMap({ ConversationID($0) }) {
      batch.resettled.insert(id)
      try change(id, &batch) { _ in }
    }
  }

  /// Closes the file; later calls throw.
  func close() {
    tidyIndex()
    database.close()
  }

  // MARK: Single values

  private static func meta(_ name: String, in database: SQLiteConnection) throws(SQLiteError) -> String? {
    try database.statement("SELECT value FROM meta WHERE name = ?1").first(.text(name)) { row throws(SQLiteError) in
      try row.text(0)
    }
  }

  private static func setMeta(_ name: String, _ value: String, in database: SQLiteConnection) throws(SQLiteError) {
    try database.statement("INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2")
      .run(.text(name), .text(value))
  }
}

/// The changes of a turn, for `Sync` and for the app.
package struct Changes {
  var conversations: [Conversation] = []
  var removed: [ConversationID] = []
  /// Known reasons of removals.
  var removals: [ConversationID: Removal] = [:]
  /// Changes of the user's applications to join groups, in order.
  var applications: [(id: ConversationID, state: ApplicationState)] = []
  /// New messages and notices, ascending within each conversation.
  var messages: [Message] = []
  /// Messages that changed.
  var rewritten: [Message] = []
  /// New annotations, and removals of annotations.
  var annotated: [(id: MessageID, change: AnnotationChange, user: UserID?)] = []
  /// Conversations with new entries.
  var logs: Set<ConversationID> = []
  var pending: [PendingSend] = []
  var pendingRemoved: [ClientID] = []
  /// Results of sends.
  var results: [(id: ClientID, result: SendResult)] = []
  /// Outbox rows that need not be sent any more.
  var settledRows: [Int64] = []
  /// Incomplete uploads whose messages were discarded.
  var forgotten: [Upload] = []
  /// Files whose bytes no row of the outbox needs any more.
  var releasedFiles: [String] = []
  /// Settings that may have changed.
  var settings: [Setting.Name] = []
  var hidden: [(id: ConversationID, until: UInt64, targets: [UInt64])] = []
  /// Conversations whose local messages or fields changed.
  var localMessages: [ConversationID] = []
  /// Conversations whose list of members changed.
  var members: [ConversationID] = []
  /// Profiles that changed, and which of their fields.
  var profiles: [(profile: Profile, fields: Set<Profile.Field>)] = []
  /// Relations that changed.
  var relations: [Relation] = []
  /// New delivered markers for the server.
  var delivered: [(id: ConversationID, seq: UInt64)] = []
  var doubtful: Set<ConversationID> = []
  var certain: Set<ConversationID> = []
  /// The answer to `Sync.Write.survey`.
  var toCompare: [(id: ConversationID, last: UInt64)]?
  /// The answer to `Sync.Write.startOver`.
  var kept: Sync.Kept?

  package init() {}

  /// The events for the app.
  var events: [Event] {
    removed.map { .conversationRemoved($0, removals[$0]) } + applications.map { .application($0.id, $0.state) }
      + messages.map { .message($0) } + rewritten.map { .messageChanged($0) }
      + annotated.map { .annotated($0.id, $0.change, by: $0.user) }
      + hidden.map { .hidden($0.id, upTo: $0.until, $0.targets) } + conversations.map { .conversation($0) }
      + settings.map { .setting($0) } + pending.map { .pending($0) } + pendingRemoved.map { .pendingRemoved($0) }
      + localMessages.map { .localMessages($0) } + members.map { .members($0) }
      + profiles.map { .profile($0.profile, changed: $0.fields) }
      + relations.map { .relation($0) }
  }
}
