import MartletWire

/// The changes of one conversation that are not in the rows yet.
package struct ConversationTail: Sendable {
  /// The conversation as of its newest change here.
  package var state: ConversationState {
    var state = entries.last?.conversation ?? before
    // Later entries know it as well.
    if let relations { state.record.relations = relations }
    return state
  }
  private let before: ConversationState
  /// True if the conversation is not in the rows.
  package private(set) var isNew = false
  /// True if the title, the attributes or the rules changed here; in a layer only, because a merged tail is only read.
  package private(set) var isRedescribed = false
  /// What the two users of a direct conversation have set about each other, if it changed here.
  package private(set) var relations: PairRelations?
  /// Appended here, without gaps, as they were then.
  package private(set) var entries: [AppendEffects] = []
  /// Changes of entries after their append, whether that is here or earlier.
  package private(set) var patches: [UInt64: EntryPatch] = [:]
  package private(set) var members: [UserID: MemberPatch] = [:]
  /// What is kept of users who are not members; nil if nothing is any more.
  package private(set) var outsiders: [UserID: OutsiderRecord?] = [:]
  /// Positions of messages taken back here that counted as unread.
  package private(set) var recalled: [UInt64] = []
  /// Positions of messages appended here that have details.
  package private(set) var detailed: [UInt64] = []
  /// Entries here that change a message's annotations, by the message's position.
  package private(set) var annotating: [UInt64: [UInt64]] = [:]
  /// Messages that were pinned here, or taken off, also by being recalled.
  package private(set) var pins: [UInt64: Bool] = [:]

  /// Begins with the conversation as it is, or as its first change here leaves it.
  init(_ state: ConversationState) { before = state }

  /// The position of the first entry here.
  package var first: UInt64? { entries.first?.entry.seq }

  /// The position of the newest entry, which a change of anything else leaves as it was.
  var newest: UInt64 { entries.last?.entry.seq ?? before.record.head }

  /// The append at a position, if it is here.
  func append(at seq: UInt64) -> AppendEffects? {
    guard let first, seq >= first, seq &- first < UInt64(entries.count) else { return nil }
    return entries[Int(seq &- first)]
  }

  /// An entry that was appended here as it is now.
  package func entry(_ append: AppendEffects) -> LogEntry {
    guard !patches.isEmpty, let patch = patches[append.entry.seq] else { return append.entry }
    var entry = append.entry
    patch.apply(to: &entry)
    return entry
  }

  /// The appends of the positions in `range`.
  func appends(in range: ClosedRange<UInt64>) -> ArraySlice<AppendEffects> {
    guard let first, range.upperBound >= first else { return [] }
    let lower = range.lowerBound > first ? range.lowerBound &- first : 0
    let upper = min(range.upperBound &- first, UInt64(entries.count) &- 1)
    return lower <= upper ? entries[Int(lower)...Int(upper)] : []
  }

  // MARK: - Changes

  mutating func append(_ effects: AppendEffects) {
    if effects.isNew { isNew = true }
    if effects.entry.event.changesRules(effects.entry.details) { isRedescribed = true }
    entries.append(effects)
    if effects.isMessage, effects.entry.details != nil { detailed.append(effects.entry.seq) }
    switch effects.fold {
    case nil: break
    case .edit(let target, let type, let content, _):
      patches[target, default: EntryPatch()].add(EntryPatch(type: type, content: content, revision: effects.entry.seq))
    case .recall(let target, let edits, let counted):
      let note = RecallNote(by: effects.entry.sender, details: effects.entry.details?.wire.recall)
      patches[target, default: EntryPatch()].add(EntryPatch(content: "", revision: effects.entry.seq, recall: note))
      for edit in edits { patches[edit, default: EntryPatch()].add(EntryPatch(content: "")) }
      if counted { recalled.append(target) }
      pins[target] = false
    }
    annotate(effects)
    for member in effects.joins { members[member.user] = MemberPatch(.joined(member)) }
    for user in effects.leaves { members[user] = MemberPatch(.left) }
    if effects.isMessage { members[effects.entry.sender, default: MemberPatch()].lastSent = effects.entry.seq }
    if case .membersSilenced(let users, let until) = effects.entry.event {
      for user in users { members[user, default: MemberPatch()].silencedUntil = until }
    }
    if case .memberNamed(let user, let name) = effects.entry.event { members[user, default: MemberPatch()].nickname = name }
    if effects.conversation.record.rules?.hasOutsiders == true {
      for member in effects.joins { outsiders[member.user] = .some(nil) }
    }
    for (user, record) in effects.entry.outsiders { outsiders[user] = .some(record) }
  }

  private mutating func annotate(_ effects: AppendEffects) {
    if case .annotated(let annotation) = effects.entry.event {
      annotating[annotation.target, default: []].append(effects.entry.seq)
    }
    for change in effects.annotations {
      patches[change.target, default: EntryPatch()].add(
        EntryPatch(
          annotations: [change.slot: change.value], annotated: change.slot.kind == .version ? nil : effects.entry.seq))
      if change.slot == .pin { pins[change.target] = change.value != nil }
    }
  }

  mutating func mark(_ user: UserID, _ markers: MarkEffects.Markers) {
    members[user, default: MemberPatch()].mark(markers)
  }

  mutating func relate(_ state: ConversationState) { relations = state.record.relations }

  mutating func hide(_ effects: HideEffects) {
    members[effects.user, default: MemberPatch()].hide(
      upTo: effects.cleared, effects.targets, revision: effects.entry.seq)
  }
}

extension AppendEffects {
  /// For an edit: the previous edit of the same target; 0 for none.
  package var previousEdit: UInt64 {
    if case .edit(_, _, _, let previous) = fold { previous } else { 0 }
  }

  /// The parts on which decisions depend, if it is a message.
  func message(with patch: EntryPatch) -> MessageState? {
    guard case .message = entry.event else { return nil }
    var message = MessageState(
      sender: entry.sender, time: entry.time, revision: entry.revision, isRecalled: entry.isRecalled, counts: counts,
      parent: entry.parent, details: entry.details)
    message.apply(patch)
    return message
  }
}

/// The changes of an entry after it was stored.
package struct EntryPatch: Sendable {
  package var type: String?
  package var content: String?
  package var revision: UInt64?
  /// The recall; nil if it was not recalled.
  package var recall: RecallNote?
  /// Changed annotations; nil for removed ones.
  package var annotations: [AnnotationSlot: AnnotationValue?] = [:]
  /// The newest entry that changed that.
  package var annotated: UInt64?

  package var isRecalled: Bool { recall != nil }

  /// Takes in a later change.
  mutating func add(_ later: EntryPatch) {
    addWithoutAnnotations(later)
    if isRecalled { annotations = [:] } else { annotations.merge(later.annotations) { $1 } }
  }

  /// Adds a later change, without the annotations of the entry, which may be thousands.
  mutating func addWithoutAnnotations(_ later: EntryPatch) {
    type = later.type ?? type
    content = later.content ?? content
    revision = later.revision ?? revision
    recall = later.recall ?? recall
    annotated = later.annotated ?? annotated
  }

  package func apply(to entry: inout LogEntry) {
    switch entry.event {
    case .message(let type, let content): entry.event = .message(type: self.type ?? type, content: self.content ?? content)
    case .edited(let target, let type, let content):
      entry.event = .edited(target: target, type: type, content: self.content ?? content)
    case .annotated(let annotation):
      guard content != nil else { return }
      entry.event = .annotated(
        Annotation(target: annotation.target, kind: annotation.kind, items: [], isSecret: annotation.isSecret))
    case .recalled, .groupCreated, .membersAdded, .membersRemoved, .conversationChanged, .rolesSet, .membersSilenced,
      .usersBanned, .applied, .applicationsRefused, .memberNamed, .announced:
      return
    }
    entry.revision = revision ?? entry.revision
    entry.annotated = annotated ?? entry.annotated
    entry.isRecalled = entry.isRecalled || isRecalled
    if let recall { entry.details = recall.remains(of: entry.details, sender: entry.sender) }
  }
}

extension EntryPatch {
  /// Applies changed annotations that an owner sees on the entry.
  func annotate(_ slots: inout [AnnotationSlot: AnnotationValue], for owner: String) {
    for (slot, value) in annotations where slot.owner == AnnotationSlot.shared || slot.owner == owner { slots[slot] = value }
  }
}

extension LogEntry {
  /// True if it may have annotations.
  var showsAnnotations: Bool { annotated > 0 && !isRecalled }
}

extension MessageState {
  mutating func apply(_ patch: EntryPatch) {
    revision = patch.revision ?? revision
    isRecalled = isRecalled || patch.isRecalled
  }
}

/// The changes of a membership.
package struct MemberPatch: Sendable {
  package enum Change: Sendable {
    /// Member as before, or not.
    case none
    case joined(MemberRecord)
    case left
  }

  package var change: Change
  /// The newest own message since; nil if there is none.
  package var lastSent: UInt64?
  /// The time before which the user may not write since; nil if that did not change.
  package var silencedUntil: Int64?
  /// The user's name in the group since; nil if that did not change.
  package var nickname: String?
  package private(set) var markers = MarkEffects.Markers()
  /// Moves of the read marker that other members were told of.
  package private(set) var moves: [ReadMove] = []
  /// Entries hidden since; nil and empty for none.
  package private(set) var cleared: UInt64?
  package private(set) var hidden: UInt64?
  package private(set) var hiddenTargets: [UInt64] = []

  init(_ change: Change = .none) { self.change = change }

  mutating func mark(_ markers: MarkEffects.Markers) {
    self.markers.add(markers)
    if let move = markers.move { moves.append(move) }
  }

  mutating func hide(upTo cleared: UInt64, _ targets: [UInt64], revision: UInt64) {
    self.cleared = cleared
    hidden = revision
    hiddenTargets += targets
  }

  /// The hidden entries after the change, given those before it.
  package func applied(to before: Set<UInt64>) -> Set<UInt64> {
    guard case .none = change else { return Set(hiddenTargets) }
    return before.union(hiddenTargets)
  }

  /// Takes in a later change.
  mutating func add(_ later: MemberPatch) {
    if case .none = later.change {
      lastSent = later.lastSent ?? lastSent
      silencedUntil = later.silencedUntil ?? silencedUntil
      nickname = later.nickname ?? nickname
      markers.add(later.markers)
      moves += later.moves
      cleared = later.cleared ?? cleared
      hidden = later.hidden ?? hidden
      hiddenTargets += later.hiddenTargets
    } else {
      self = later
    }
  }

  /// The membership after the change, given the one before.
  package func applied(to before: MemberRecord?) -> MemberRecord? {
    var member: MemberRecord?
    switch change {
    case .none: member = before
    case .joined(let record): member = record
    case .left: return nil
    }
    if let lastSent { member?.lastSent = lastSent }
    if let silencedUntil { member?.silencedUntil = silencedUntil }
    if let nickname { member?.nickname = nickname }
    if var moved = member {
      markers.apply(to: &moved)
      member = moved
    }
    if let cleared { member?.cleared = cleared }
    if let hidden { member?.hidden = hidden }
    return member
  }
}
