import MartletWire

/// Works out every read from rows: visible entries, unread counts, summaries for lists.
///
/// Its extensions are in the folders of their concepts.
package struct LogReading<R: Rows> {
  package let rows: R
  /// The kinds of conversation.
  package let kinds: Kinds
  /// The number of newest entries kept of a user's log.
  let userLogEntries: UInt64
  let orders: ListOrders

  /// - Parameters:
  ///   - rows: A consistent snapshot.
  ///   - kinds: The kinds of conversation.
  ///   - userLogEntries: The number of newest entries of each user's log to show; at least 1.
  ///   - orders: The lists that are being read page by page; the same for all reads of a store.
  package init(_ rows: R, kinds: Kinds, userLogEntries: Int, orders: ListOrders) {
    self.rows = rows
    self.kinds = kinds
    self.userLogEntries = UInt64(max(1, userLogEntries))
    self.orders = orders
  }

  // MARK: - Conversations

  func find(_ id: ConversationID, app: AppID) throws -> ConversationState? {
    try rows.conversation(ConversationKey(app: app, id: id))
  }

  /// A conversation and its reader; nil if the conversation does not exist or the user may not read it.
  func find(_ id: ConversationID, app: AppID, for user: UserID) throws -> (state: ConversationState, member: MemberRecord)? {
    guard let state = try find(id, app: app), let member = try reader(user, of: state) else { return nil }
    return (state, member)
  }

  /// A user as a reader of a conversation; nil if the user may not read it.
  func reader(_ user: UserID, of state: ConversationState) throws -> MemberRecord? {
    kinds.policy(of: state.record.id).reader(user, member: try rows.member(user, of: state.number), head: state.record.head)
  }

  package func conversation(_ id: ConversationID, app: AppID) throws -> ConversationRecord? { try find(id, app: app)?.record }

  // MARK: - Entries

  /// An entry as a user sees it, with annotations; without a user, with those that everyone sees.
  func shown(_ row: R.Entry, to user: UserID?) throws -> LogEntry {
    var entry = try row.entry()
    guard entry.showsAnnotations else { return entry }
    entry.annotations = [AttachedAnnotation](sorting: try row.attached(for: user?.text ?? AnnotationSlot.shared))
    return entry
  }

  func entry(at seq: UInt64, of number: Int64, for user: UserID) throws -> LogEntry? {
    try rows.entry(at: seq, of: number) { try shown($0, to: user) }
  }

  /// The messages at some positions that a member may see and that were not recalled.
  func messages(
    at positions: some Sequence<UInt64>, of number: Int64, for member: MemberRecord
  ) throws -> [LogEntry] {
    let hidden = try hidden(from: member, of: number)
    return try positions.filter { $0 >= member.first && !hidden.contains($0) }.compactMap { seq in
      guard let entry = try entry(at: seq, of: number, for: member.user), case .message = entry.event, !entry.isRecalled,
        entry.isVisible(to: member.user)
      else { return nil }
      return entry
    }
  }

  /// The positions that a member hid.
  func hidden(from member: MemberRecord, of number: Int64) throws -> HiddenPositions {
    HiddenPositions(
      cleared: member.cleared, single: member.hidden > 0 ? try rows.hidden(from: member.user, of: number) : [])
  }
}
