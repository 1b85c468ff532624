import MartletWire

/// What changed in one conversation and is not in the tables yet.
struct ConversationTail: Sendable {
  /// The conversation as of its newest change here.
  var state: ConversationState
  /// Whether the tables do not know the conversation.
  var isNew = false
  /// Appended here, without gaps.
  var entries: [TailEntry] = []
  /// Changes of entries before the first of `entries`.
  var patches: [UInt64: EntryPatch] = [:]
  var members: [UserID: MemberPatch] = [:]
  /// Positions of messages taken back here that counted as unread.
  var recalled: [UInt64] = []

  init(_ state: ConversationState) { self.state = state }

  /// The entry at a position, where it was appended here.
  func entry(at seq: UInt64) -> TailEntry? { index(of: seq).map { entries[$0] } }

  private func index(of seq: UInt64) -> Int? {
    guard let first = entries.first?.entry.seq, seq >= first, seq &- first < UInt64(entries.count) else { return nil }
    return Int(seq &- first)
  }

  /// The entries of the positions in `range`.
  func entries(in range: ClosedRange<UInt64>) -> ArraySlice<TailEntry> {
    guard let first = entries.first?.entry.seq, range.upperBound >= first else { return [] }
    let lower = range.lowerBound > first ? range.lowerBound &- first : 0
    let upper = min(range.upperBound &- first, UInt64(entries.count) &- 1)
    return lower <= upper ? entries[Int(lower)...Int(upper)] : []
  }

  // MARK: - Changes

  mutating func append(_ effects: AppendEffects) {
    state = effects.conversation
    if effects.isNew { isNew = true }
    entries.append(TailEntry(effects))
    switch effects.fold {
    case nil: break
    case .edit(let target, let type, let content, _):
      patch(target, EntryPatch(type: type, content: content, revision: effects.entry.seq))
    case .recall(let target, let edits, let counted):
      patch(target, EntryPatch(content: "", revision: effects.entry.seq, isRecalled: true))
      for edit in edits { patch(edit, EntryPatch(content: "")) }
      if counted { recalled.append(target) }
    }
    for member in effects.joins { members[member.user] = MemberPatch(.joined(member)) }
    for user in effects.leaves { members[user] = MemberPatch(.left) }
    if effects.isMessage { members[effects.entry.sender, default: MemberPatch()].lastSent = effects.entry.seq }
  }

  mutating func mark(_ user: UserID, read: UInt64) { members[user, default: MemberPatch()].read = read }

  private mutating func patch(_ seq: UInt64, _ patch: EntryPatch) {
    if let index = index(of: seq) {
      patch.apply(to: &entries[index].entry)
    } else {
      patches[seq, default: EntryPatch()].add(patch)
    }
  }

  /// Takes in what changed after this.
  mutating func add(_ later: ConversationTail) {
    state = later.state
    entries += later.entries
    for (seq, change) in later.patches { patch(seq, change) }
    for (user, change) in later.members { members[user, default: MemberPatch()].add(change) }
    recalled += later.recalled
  }
}

/// An entry that is not in the tables yet, with what is kept of it besides.
struct TailEntry: Sendable {
  var entry: LogEntry
  /// Whether it counts as unread.
  var counts: Bool
  /// For an edit: the edit of the same target before; 0 for none.
  var previousEdit: UInt64
  /// Recognises a retry of its request.
  var fingerprint: [UInt8]

  init(_ effects: AppendEffects) {
    entry = effects.entry
    counts = effects.counts
    fingerprint = effects.fingerprint
    previousEdit = if case .edit(_, _, _, let previous) = effects.fold { previous } else { 0 }
  }

  /// What decisions look at, where it is a message.
  var message: MessageState? {
    guard case .message = entry.event else { return nil }
    return MessageState(sender: entry.sender, revision: entry.revision, isRecalled: entry.isRecalled, counts: counts)
  }
}

/// How an entry changed after it was stored.
struct EntryPatch: Sendable {
  var type: String?
  var content: String?
  var revision: UInt64?
  var isRecalled = false

  /// Takes in a later change.
  mutating func add(_ later: EntryPatch) {
    type = later.type ?? type
    content = later.content ?? content
    revision = later.revision ?? revision
    isRecalled = isRecalled || later.isRecalled
  }

  func apply(to entry: inout LogEntry) {
    switch entry.event {
    case .message(let type, let content): entry.event = .message(type: self.type ?? type, content: self.content ?? content)
    case .edited(let target, let type, let content):
      entry.event = .edited(target: target, type: type, content: self.content ?? content)
    case .recalled, .groupCreated, .membersAdded, .membersRemoved: return
    }
    entry.revision = revision ?? entry.revision
    entry.isRecalled = entry.isRecalled || isRecalled
  }

}

extension MessageState {
  mutating func apply(_ patch: EntryPatch) {
    revision = patch.revision ?? revision
    isRecalled = isRecalled || patch.isRecalled
  }
}

/// How a membership changed.
struct MemberPatch: Sendable {
  enum Change: Sendable {
    /// Member as before, or not.
    case none
    case joined(MemberRecord)
    case left
  }

  var change: Change
  /// The newest own message and the read marker since; nil where neither moved.
  var lastSent: UInt64?
  var read: UInt64?

  init(_ change: Change = .none) { self.change = change }

  /// Takes in a later change.
  mutating func add(_ later: MemberPatch) {
    if case .none = later.change {
      lastSent = later.lastSent ?? lastSent
      read = later.read ?? read
    } else {
      self = later
    }
  }

  /// The membership after the change, given the one before.
  func applied(to before: MemberRecord?) -> MemberRecord? {
    var member: MemberRecord?
    switch change {
    case .none: member = before
    case .joined(let record): member = record
    case .left: return nil
    }
    if let lastSent { member?.lastSent = lastSent }
    if let read { member?.read = read }
    return member
  }
}
