import MartletWire

/// The decision on an append.
enum AppendDecision: Sendable, Equatable {
  /// Nothing is stored.
  case answer(AppendOutcome)
  /// Nothing but the request is stored, to recognise its retries.
  case remember(UnchangedAppend)
  case store(AppendEffects)
}

/// Decides one append, in the order of the contract: first recognises a retry, then requires the conversation, then checks the
/// conditions.
struct AppendDecider<R: Rows> {
  let asked: Shared<Append>
  let view: DecidingView<R>
  /// The conversation before the append: as stored, or as the append would make it.
  let before: ConversationState
  let isNew: Bool
  /// The result of the append if it is an annotation.
  let settled: AnnotationSettling<R>.Settled?
  /// The result of the append if it changes title, attributes or rules.
  let change: ConversationChange?
  private let request: RequestName

  private init(
    _ asked: Shared<Append>, _ request: RequestName, view: DecidingView<R>, before: ConversationState, isNew: Bool
  ) throws {
    self.asked = asked
    self.request = request
    self.view = view
    self.before = before
    self.isNew = isNew
    settled =
      if case .annotated(let annotation) = asked.value.event {
        try Self.settling(view, before).settle(annotation, by: asked.value.sender)
      } else {
        nil
      }
    change = if case .conversationChanged(let asked) = asked.value.event { asked.settled(on: before.record) } else { nil }
  }

  /// Created only if it is used: a plain message does not copy its conversation for it.
  private static func settling(_ view: DecidingView<R>, _ before: ConversationState) -> AnnotationSettling<R> {
    AnnotationSettling(view: view, conversation: before, seq: before.record.head &+ 1)
  }

  private var settling: AnnotationSettling<R> { Self.settling(view, before) }

  static func decide(_ asked: Shared<Append>, in view: DecidingView<R>) throws -> AppendDecision {
    let request = RequestName(asked.value.clientID, of: UserKey(app: asked.value.app, user: asked.value.sender))
    // What changed nothing has no row that refuses a second one.
    let isSure = view.isShared && asked.value.conditions.contains { $0.isOfChange }
    if let known = try view.remembered(request, isSure: isSure) { return .answer(asked.value.outcome(knownAs: known)) }
    let decision = try decide(asked, request, in: view)
    if case .store = decision { return decision }
    // Another node may know what this one would refuse.
    if view.isShared, let known = try view.remembered(request, isSure: true) {
      return .answer(asked.value.outcome(knownAs: known))
    }
    return decision
  }

  private static func decide(
    _ asked: Shared<Append>, _ request: RequestName, in view: DecidingView<R>
  ) throws -> AppendDecision {
    let existing = try view.conversation(asked.value.conversation, app: asked.value.app)
    guard var before = existing ?? asked.value.newConversation else { return .answer(.noConversation) }
    if existing == nil { before.record.relations = try view.relations(in: before.record.id, app: before.app) }
    let decider = try AppendDecider(asked, request, view: view, before: before, isNew: existing == nil)
    for condition in asked.value.conditions where try !decider.holds(condition) {
      return condition.isOfChange ? .remember(UnchangedAppend(asked.value)) : .answer(.refused(try decider.reason(of: condition)))
    }
    return .store(try decider.effects())
  }

  func isMember(_ user: UserID) throws -> Bool { try member(user) != nil }

  func member(_ user: UserID) throws -> MemberRecord? {
    isNew ? nil : try view.member(user, of: before)
  }

  func message(_ seq: UInt64) throws -> MessageState? {
    isNew ? nil : try view.message(at: seq, in: before)
  }

  // MARK: - Effects

  func joining() throws -> [UserID] { try asked.value.joins.uniqued().filter { try !isMember($0) } }

  func leaving() throws -> [UserID] { try asked.value.leaves.uniqued().filter { try isMember($0) } }

  private func effects() throws -> AppendEffects {
    let joins = try joining()
    let leaves = try leaving()
    // The append changes these members in memory, so they must be there.
    switch asked.value.event {
    case .membersSilenced(let users, _): for user in users { _ = try member(user) }
    case .memberNamed(let user, _): _ = try member(user)
    default: break
    }
    let fold = try fold()
    let annotations = try annotations()
    var after = before
    if isNew { after.number = try view.nextNumber() }
    let seq = before.record.head &+ 1
    after.record.head = seq
    after.record.countable &+= asked.value.counts ? 1 : 0
    after.record.time = max(asked.value.time, before.record.time)
    after.record.stamp = view.nextStamp(of: before)
    after.record.memberCount &+= joins.count &- leaves.count
    switch asked.value.owner {
    case .user(let owner): after.record.owner = owner
    case .nobody: after.record.owner = nil
    case nil: break
    }
    let details = try details()
    let isMessage = if case .message = asked.value.event { true } else { false }
    if isMessage {
      if details?.isListedForAll ?? true { after.shown = seq }
    } else if case .recall(before.shown, _, _) = fold {
      after.shown = try view.listed(before: before.shown, in: before)
    }
    let entry = LogEntry(
      seq: seq, time: after.record.time, sender: asked.value.sender, clientID: asked.value.clientID,
      countable: after.record.countable, event: try event(), details: details, parent: isMessage ? asked.value.parent : 0)
    after.record.fold(entry, isNew: isNew)
    let (joined, told) = try membership(joins, leaves, after)
    return AppendEffects(
      conversation: after, shownBefore: before.shown, isNew: isNew, entry: entry, counts: asked.value.counts,
      fingerprint: asked.value.fingerprint, fold: fold, annotations: annotations,
      joins: joined, leaves: leaves,
      isMessage: isMessage,
      userEntries: told, request: request)
  }

  /// The event as it is stored: the parts of it that change something.
  private func event() throws -> LogEvent {
    if let settled { return .annotated(settled.annotation) }
    if let change { return .conversationChanged(change) }
    switch asked.value.event {
    case .announced(let text, _): return .announced(text, previous: before.record.rules?.announcement?.seq ?? 0)
    case .usersBanned(var change) where change.until == 0:
      change.users = try change.users.filter { try ban(of: $0, at: asked.value.time) != nil }
      return .usersBanned(change)
    default: return asked.value.event
    }
  }

  /// The joining members, and the entries for the user logs of joining and leaving members, and of applicants.
  private func membership(
    _ joins: [UserID], _ leaves: [UserID], _ after: ConversationState
  ) throws -> ([MemberRecord], [AddressedUserEntry]) {
    let answered = try answered()
    guard !joins.isEmpty || !leaves.isEmpty || !answered.isEmpty else { return ([], []) }
    let policy = view.kinds.policy(of: asked.value.conversation)
    let seq = after.record.head
    let earlier = if case .membersAdded = asked.value.event { history() } else { UInt64(0) }
    let joined = joins.map {
      MemberRecord(user: $0, joined: policy.joined(at: seq), read: 0, lastSent: 0, earlier: earlier)
    }
    let told = try (policy.tellsOfJoining ? joins : []).map { try userEntry($0, .joined(seq), after) }
    return (
      joined,
      try told + leaves.map { try userEntry($0, .left(seq), after) }
        + answered.map { try userEntry($0, .applicationChanged(seq), after) }
    )
  }

  /// A joining user was not a member before, and a leaving user was one; nobody joins or leaves by the entry of an application.
  ///
  /// So no user is in several lists, and each log grows by one.
  private func userEntry(
    _ user: UserID, _ event: UserLogEntry.Event, _ after: ConversationState
  ) throws -> AddressedUserEntry {
    AddressedUserEntry(
      user: user,
      entry: UserLogEntry(
        seq: try view.userHead(user, app: asked.value.app) &+ 1, time: after.record.time, conversation: asked.value.conversation,
        event: event))
  }

  /// The entry's details.
  private func details() throws -> Details? {
    switch asked.value.event {
    case .edited(let target, _, _): try message(target)?.details?.ofEdit
    case .annotated(let annotation): try message(annotation.target).flatMap { $0.details?.ofAnnotation(sender: $0.sender) }
    case .recalled(let target):
      try message(target).flatMap { message in
        message.details.map { $0.ofRecall(sender: message.sender, with: asked.value.details) }
      } ?? asked.value.details
    case .membersAdded: arrival()
    case .applied, .applicationsRefused: forLeaders()
    default: asked.value.details
    }
  }

  /// The details of an entry that adds members, with the link by which a user joins and what they may read of the log.
  private func arrival() -> Details? {
    var details = asked.value.details?.wire ?? Wire.Details()
    var arrival = details.arrival ?? Wire.Arrival()
    for case .admits(let code?, _) in asked.value.conditions { arrival.link = before.record.rules?.link(code)?.id ?? 0 }
    arrival.history = history()
    guard arrival != Wire.Arrival() else { return asked.value.details }
    details.arrival = arrival
    return Details(details)
  }

  /// The details of an entry that only those see who run the group.
  private func forLeaders() -> Details? {
    var details = asked.value.details?.wire ?? Wire.Details()
    let leaders = (before.record.rules?.admins ?? []) + [before.record.owner].compactMap(\.self)
    // An empty list would show it to everyone.
    details.directed = leaders.isEmpty ? [asked.value.sender.text] : leaders.sorted().map(\.text)
    return Details(details)
  }

  /// How many entries of the log before theirs users who join now may read.
  private func history() -> UInt64 {
    guard view.kinds.policy(of: asked.value.conversation).membership == .roster else { return 0 }
    let most = before.record.rules?.history ?? asked.value.history
    return most == .max ? before.record.head : min(UInt64(most), before.record.head)
  }

  private func fold() throws -> AppendEffects.Fold? {
    switch asked.value.event {
    case .edited(let target, let type, let content):
      guard let message = try message(target), !message.isRecalled else { return nil }
      return .edit(target: target, type: type, content: content, previous: message.revision)
    case .recalled(let target):
      guard let message = try message(target), !message.isRecalled else { return nil }
      let changes = try view.changes(of: target, message, in: before)
      return .recall(target: target, edits: changes.sorted(), counted: message.counts)
    case .message, .annotated, .groupCreated, .membersAdded, .membersRemoved, .conversationChanged, .rolesSet, .membersSilenced,
      .usersBanned, .applied, .applicationsRefused, .memberNamed, .announced:
      return nil
    }
  }

  private func annotations() throws -> [AnnotationChange] {
    if let settled { return settled.changes }
    switch asked.value.event {
    case .message where asked.value.parent > 0 || asked.value.properties != nil:
      return try settling.settle(parent: asked.value.parent, properties: asked.value.properties)
    case .edited(let target, _, _): return try settling.settleEdit(of: target)
    case .recalled(let target):
      guard let message = try message(target), !message.isRecalled else { return [] }
      return try settling.settleRecall(of: target, parent: message.parent)
    default: return []
    }
  }
}

extension Append {
  /// The outcome of a request that is known from before.
  fileprivate func outcome(knownAs known: RememberedAppend) -> AppendOutcome {
    guard known.fingerprint == fingerprint else { return .conflict }
    return known.position.map { .repeated($0) } ?? .unchanged
  }

  /// The message to pin or unpin.
  var pinned: UInt64? {
    if case .annotated(let asked) = event, asked.kind == .pin { asked.target } else { nil }
  }

  /// The conversation the append would make, before its first entry.
  fileprivate var newConversation: ConversationState? {
    guard let create else { return nil }
    return ConversationState(
      app: app, number: 0,
      record: ConversationRecord(
        id: conversation, title: create.title, owner: create.owner, head: 0, countable: 0, time: .min, stamp: 0, memberCount: 0),
      shown: 0)
  }
}

extension Array where Element: Hashable {
  /// Each element at its first occurrence.
  func uniqued() -> [Element] {
    guard count > 1 else { return self }
    var seen = Set<Element>()
    return filter { seen.insert($0).inserted }
  }
}
