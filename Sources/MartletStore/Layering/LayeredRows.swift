import MartletWire

/// Rows merged with newer layers of changes.
///
/// It does not search the layers for requests of appends, because `DecidingView` remembers them.
package struct LayeredRows<Base: Rows, Source: LayerSource>: Rows {
  package let base: Base
  package let source: Source

  package init(_ base: Base, under source: Source) {
    self.base = base
    self.source = source
  }

  // MARK: - Conversations

  package func number(of conversation: ConversationKey) throws -> Int64? {
    if source.isOverSnapshot, let number = try base.number(of: conversation) { return number }
    return try source.made(conversation) ?? base.number(of: conversation)
  }

  package func conversation(_ key: ConversationKey) throws -> ConversationState? {
    guard source.isOverSnapshot, let stored = try base.conversation(key) else {
      return try number(of: key).flatMap { try conversation($0) }
    }
    try source.hold(stored.number)
    return try source.look(at: stored.number) { $0.last?.state } ?? stored
  }

  package func conversation(_ number: Int64) throws -> ConversationState? {
    try source.hold(number)
    return try source.look(at: number) { $0.last?.state } ?? base.conversation(number)
  }

  package func memberships(of user: UserKey) throws -> [(number: Int64, stamp: UInt64)] {
    let joined = try source.joined(by: user)
    return try layered(base.memberships(of: user), adding: joined)
  }

  package func conversations(of kind: ConversationID.Kind, app: AppID) throws -> [(number: Int64, stamp: UInt64)] {
    let made = Set(try source.made(of: kind, app: app))
    return try layered(base.conversations(of: kind, app: app), adding: made)
  }

  /// Conversations of the rows and of the layers, with their newest stamps.
  private func layered(
    _ stored: [(number: Int64, stamp: UInt64)], adding more: Set<Int64>
  ) throws -> [(number: Int64, stamp: UInt64)] {
    var found = stored
    for index in found.indices {
      try source.hold(found[index].number)
      found[index].stamp = try source.look(at: found[index].number) { $0.last?.state.record.stamp } ?? found[index].stamp
    }
    guard !more.isEmpty else { return found }
    for number in more.subtracting(found.map(\.number)) {
      try source.hold(number)
      if let stamp = try source.look(at: number, { $0.last?.state.record.stamp }) { found.append((number, stamp)) }
    }
    return found
  }

  package func access(of user: UserID, to conversation: ConversationKey) throws -> LogAccess? {
    let stored = try base.access(of: user, to: conversation)
    guard let number = try stored?.number ?? source.made(conversation) else { return nil }
    // The hidden positions must be as new as the membership. Nothing else is held, because the writer copies what is held.
    let (access, layers) = try source.look(at: number) { layers in
      let member = layers.compactMap { $0.members[user] }.reduce(stored?.member) { $1.applied(to: $0) }
      let access = LogAccess(number: number, head: layers.last?.newest ?? stored?.head ?? 0, member: member)
      return (access, (member?.hidden ?? 0) > 0 ? layers : nil)
    }
    if let layers { source.hold(number, layers) }
    return access
  }

  // MARK: - Members

  package func member(_ user: UserID, of number: Int64) throws -> MemberRecord? {
    let patches = try patches(of: user, number)
    if let start = patches.membership { return patches[start...].reduce(nil) { $1.applied(to: $0) } }
    return try patches.reduce(base.member(user, of: number)) { $1.applied(to: $0) }
  }

  private func patches(of user: UserID, _ number: Int64) throws -> [MemberPatch] {
    try source.look(at: number) { $0.compactMap { $0.members[user] } }
  }

  package func members(of number: Int64, after: UserID?, limit: Int) throws -> [MemberRecord] {
    let patches = try source.look(at: number) { layers in
      layers.dropFirst().reduce(into: layers.first?.members ?? [:]) { all, layer in
        for (user, patch) in layer.members { all[user, default: MemberPatch()].add(patch) }
      }
    }
    // More, because some may have left.
    let stored = try base.members(of: number, after: after, limit: limit.addingClamped(patches.count))
    guard !patches.isEmpty else { return stored }
    var members = Dictionary(stored.map { ($0.user, $0) }, uniquingKeysWith: { $1 })
    for (user, patch) in patches where after.map({ user > $0 }) ?? true { members[user] = patch.applied(to: members[user]) }
    return Array(members.values.sorted { $0.user < $1.user }.prefix(limit))
  }

  package func outsider(_ user: UserID, of number: Int64) throws -> OutsiderRecord? {
    let changed = try source.look(at: number) { $0.reduce(nil as OutsiderRecord??) { $1.outsiders[user] ?? $0 } }
    if let changed { return changed }
    return try base.outsider(user, of: number)
  }

  package func outsiders(
    _ standing: OutsiderRecord.Standing, of number: Int64, at time: Int64, after: UserID?, limit: Int
  ) throws -> [OutsiderRecord] {
    let changed = try source.look(at: number) { layers in
      layers.dropFirst().reduce(layers.first?.outsiders ?? [:]) { $0.merging($1.outsiders) { $1 } }
    }
    // More, because the layers may have changed some.
    let stored = try base.outsiders(
      standing, of: number, at: time, after: after, limit: limit.addingClamped(changed.count))
    let recent = changed.values.compactMap(\.self).filter { outsider in
      outsider.standing == standing && outsider.holds(at: time) && after.map { outsider.user > $0 } ?? true
    }
    let all = stored.filter { changed[$0.user] == nil } + recent
    return Array(all.sorted { $0.user < $1.user }.prefix(limit))
  }

  package func readMove(to seq: UInt64, by user: UserID, of number: Int64) throws -> ReadMove? {
    let patches = try patches(of: user, number)
    let start = patches.membership
    if start == nil, let move = try base.readMove(to: seq, by: user, of: number) { return move }
    return patches[(start ?? 0)...].lazy.flatMap(\.moves).first { $0.seq >= seq }
  }

  package func hidden(from user: UserID, of number: Int64) throws -> Set<UInt64> {
    let patches = try patches(of: user, number)
    return try patches.reduce(base.hidden(from: user, of: number)) { $1.applied(to: $0) }
  }

  // MARK: - Entries

  package func eachEntry(
    of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool,
    _ visit: (LayeredEntry<Base.Entry>) throws -> Bool
  ) throws {
    guard limit > 0 else { return }
    let page = try source.page(of: number, in: range, limit: limit, newest: newest)
    var left = limit
    var goesOn = true
    if newest, let page {
      goesOn = try page.each(backwards: true) { try visit(.appended($0, $1)) }
      left &-= page.count
    }
    let upper = min(range.upperBound, page?.first.map { $0 &- 1 } ?? .max)
    if goesOn, left > 0, upper >= range.lowerBound {
      let patches = page?.patches ?? [:]
      try base.eachEntry(of: number, in: range.lowerBound...upper, limit: left, newest: newest) { row in
        left &-= 1
        goesOn = try visit(.stored(row, patches.isEmpty ? nil : patches[try row.seq]))
        return goesOn
      }
    }
    if goesOn, !newest, left > 0, let page {
      _ = try page.each(backwards: false) {
        left &-= 1
        return try visit(.appended($0, $1)) && left > 0
      }
    }
  }

  /// One position as the layers see it, without annotations.
  private func recent(_ seq: UInt64, of number: Int64) throws -> TailLookup {
    try source.look(at: number) { TailLookup(seq, in: $0) }
  }

  package func message(at seq: UInt64, of number: Int64) throws -> MessageState? {
    let recent = try recent(seq, of: number)
    if let entry = recent.entry { return entry.message(with: recent.patch) }
    var message = try base.message(at: seq, of: number)
    message?.apply(recent.patch)
    return message
  }

  package func content(at seq: UInt64, of number: Int64) throws -> (type: String, content: String)? {
    let recent = try recent(seq, of: number)
    var found: (type: String, content: String)?
    if let entry = recent.entry?.entry {
      if case .message(let type, let content) = entry.event { found = (type, content) }
    } else {
      found = try base.content(at: seq, of: number)
    }
    return found.map { (recent.patch.type ?? $0.type, recent.patch.content ?? $0.content) }
  }

  package func count(at seq: UInt64, of number: Int64) throws -> EntryCount? {
    let recent = try recent(seq, of: number)
    var count = try recent.entry?.count ?? base.count(at: seq, of: number)
    if recent.patch.isRecalled { count?.isRecalled = true }
    return count
  }

  package func recalled(after seq: UInt64, of number: Int64) throws -> UInt64 {
    let recent = try source.look(at: number) { $0.reduce(0) { $0 &+ $1.recalled.count { $0 > seq } } }
    return try base.recalled(after: seq, of: number) &+ UInt64(recent)
  }

  package func newestMessage(
    in range: ClosedRange<UInt64>, of number: Int64, where fits: (UInt64, Details?, UserID) throws -> Bool
  ) throws -> UInt64? {
    let (first, recent) = try source.look(at: number) { layers in
      let first = layers.lazy.compactMap(\.first).first
      for layer in layers.reversed() {
        for append in layer.appends(in: range).reversed() where append.isMessage {
          let seq = append.entry.seq
          if layers.contains(where: { $0.patches[seq]?.isRecalled == true }) { continue }
          if try fits(seq, append.entry.details, append.entry.sender) { return (first, UInt64?.some(seq)) }
        }
      }
      return (first, nil)
    }
    if let recent { return recent }
    let upper = min(range.upperBound, first.map { $0 &- 1 } ?? .max)
    guard upper >= range.lowerBound else { return nil }
    let gone = try source.look(at: number) { $0.recalledBefore(.max) }
    return try base.newestMessage(in: range.lowerBound...upper, of: number) { seq, details, sender in
      try !gone.contains(seq) && fits(seq, details, sender)
    }
  }

  package func listed(before seq: UInt64, of number: Int64) throws -> UInt64 {
    var newest = seq
    // Each message knows the message listed before it, so skipped messages are never looked at again.
    while true {
      let recent = try recent(newest, of: number)
      if recent.entry != nil { source.noteLookup() }
      let before = try recent.entry?.shownBefore ?? base.listed(before: newest, of: number)
      guard before < newest else { throw StoreError(.corrupt, "a message names a later message as its predecessor") }
      if before == 0 { return 0 }
      if try count(at: before, of: number)?.isRecalled != true { return before }
      newest = before
    }
  }

  package func changes(of target: UInt64, revision: UInt64, in number: Int64) throws -> Set<UInt64> {
    var changes: Set<UInt64> = []
    var revision = revision
    while revision > target, let edit = try recent(revision, of: number).entry {
      guard edit.previousEdit < revision else { throw StoreError(.corrupt, "the edits of a message form a cycle") }
      changes.insert(revision)
      revision = edit.previousEdit
    }
    changes.formUnion(try source.look(at: number) { $0.flatMap { $0.annotating[target] ?? [] } })
    return try changes.union(base.changes(of: target, revision: revision, in: number))
  }

  package func eachAddressed(
    to user: UserID, of number: Int64, after seq: UInt64, newest: Bool, _ visit: (UInt64, Details.Address) throws -> Bool
  ) throws {
    let (recent, gone) = try source.look(at: number) { layers in
      (layers.addressed(to: user).filter { $0.seq > seq }, layers.recalledBefore(layers.lazy.compactMap(\.first).first ?? .max))
    }
    if newest { for (seq, address) in recent.reversed() where try !visit(seq, address) { return } }
    var goesOn = true
    try base.eachAddressed(to: user, of: number, after: seq, newest: newest) { seq, address in
      if gone.contains(seq) { return true }
      goesOn = try visit(seq, address)
      return goesOn
    }
    guard !newest, goesOn else { return }
    for (seq, address) in recent where try !visit(seq, address) { return }
  }
}

/// An entry of rows or layers, with the changes of the layers.
package enum LayeredEntry<Base: EntryRow>: EntryRow {
  case stored(Base, EntryPatch?)
  case appended(AppendEffects, EntryPatch?)

  package var seq: UInt64 {
    get throws {
      switch self {
      case .stored(let row, _): try row.seq
      case .appended(let append, _): append.entry.seq
      }
    }
  }

  package func entry() throws -> LogEntry {
    switch self {
    case .stored(let row, let patch):
      var entry = try row.entry()
      patch?.apply(to: &entry)
      return entry
    case .appended(let append, let patch):
      var entry = append.entry
      patch?.apply(to: &entry)
      return entry
    }
  }

  package func details() throws -> Details? {
    switch self {
    case .stored(let row, nil): try row.details()
    case .appended(let append, nil): append.entry.details
    default: try entry().details
    }
  }

  package func lend<Result>(_ body: (LentMessage) throws -> Result) throws -> Result? {
    switch self {
    case .stored(let row, nil): try row.lend(body)
    case .appended(let append, nil): try append.entry.lend(body)
    default: nil
    }
  }

  package func attached(for owner: String) throws -> [AnnotationSlot: AnnotationValue] {
    switch self {
    case .stored(let row, let patch):
      var slots = try row.attached(for: owner)
      patch?.annotate(&slots, for: owner)
      return slots
    case .appended(_, let patch):
      // Annotations come after their entry, so all of them are in the layers.
      var slots: [AnnotationSlot: AnnotationValue] = [:]
      patch?.annotate(&slots, for: owner)
      return slots
    }
  }
}

extension AppendEffects {
  fileprivate var count: EntryCount {
    EntryCount(countable: entry.countable, counts: counts, isRecalled: entry.isRecalled)
  }
}

extension [MemberPatch] {
  /// The layer in which the current membership began, or the last one ended; nil if it was before all layers.
  fileprivate var membership: Int? { lastIndex { if case .none = $0.change { false } else { true } } }
}

extension [ConversationTail] {
  /// Positions below a limit of messages that were recalled in these layers.
  fileprivate func recalledBefore(_ first: UInt64) -> Set<UInt64> {
    var gone: Set<UInt64> = []
    for layer in self { for (seq, patch) in layer.patches where patch.isRecalled && seq < first { gone.insert(seq) } }
    return gone
  }

  /// The messages appended in these layers that are not recalled and concern a user in particular, ascending.
  fileprivate func addressed(to user: UserID) -> [(seq: UInt64, address: Details.Address)] {
    flatMap { layer in
      layer.detailed.compactMap { seq in
        guard let entry = layer.append(at: seq)?.entry, let details = entry.details,
          !contains(where: { $0.patches[seq]?.isRecalled == true })
        else { return nil }
        let address = details.address(of: user, sender: entry.sender)
        return address.isEmpty ? nil : (seq, address)
      }
    }
  }
}

extension Int {
  /// The sum for a limit; returns itself on overflow.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? self : sum
  }
}
