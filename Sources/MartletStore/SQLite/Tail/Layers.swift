import MartletWire

/// The layers of a slice: what is being folded, and what came since.
struct Layers: Sendable {
  var frozen: Layer?
  var fresh: Layer
  /// The newest change that is in the tables and not here any more.
  var dropped: Int64 = 0
  /// When the oldest change of each layer was published.
  var frozenSince: Duration?
  var freshSince: Duration?

  init(fresh: Layer) { self.fresh = fresh }

  var weight: Int { fresh.weight &+ (frozen?.weight ?? 0) }
  /// The oldest change here; 0 for none.
  var first: Int64 { frozen?.first ?? fresh.first }
  var since: Duration? { frozenSince ?? freshSince }
  var frozenLast: Int64 { frozen?.last ?? 0 }

  func conversation(_ number: Int64) -> ConversationTail? {
    guard var older = frozen?.conversations[number] else { return fresh.conversations[number] }
    if let newer = fresh.conversations[number] { older.add(newer) }
    return older
  }

  /// The members' and messages' changes that come from both layers are few next to the entries, of which only those
  /// asked for are copied.
  func entries(of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool) -> TailPage? {
    let (older, newer) = (frozen?.conversations[number], fresh.conversations[number])
    guard older != nil || newer != nil else { return nil }
    var page = TailPage()
    page.add(older, in: range, limit: limit, newest: newest)
    page.add(newer, in: range, limit: limit, newest: newest)
    return page
  }

  func user(_ name: UserKey) -> UserTail? {
    guard var older = frozen?.users[name] else { return fresh.users[name] }
    if let newer = fresh.users[name] { older.add(newer) }
    return older
  }

  var scheduled: [ScheduledKey: ScheduledMessage?] {
    guard let older = frozen?.scheduled, !older.isEmpty else { return fresh.scheduled }
    return older.merging(fresh.scheduled) { $1 }
  }

  func rememberedSchedule(_ key: ScheduledKey) -> RememberedSchedule? {
    fresh.rememberedSchedules[key] ?? frozen?.rememberedSchedules[key]
  }

  func made(_ name: ConversationKey) -> Int64? { frozen?.made[name] ?? fresh.made[name] }

  /// The conversations of a kind that were made here.
  func made(of kind: ConversationID.Kind, app: AppID) -> [Int64] {
    [frozen?.made ?? [:], fresh.made].flatMap { $0.filter { $0.key.app == app && $0.key.id.kind == kind }.values }
  }
}

/// Of a conversation's changes, what a page of its entries needs.
struct TailPage: Sendable {
  /// Of those appended in the range, the first or the newest ones, ascending.
  private var appends: [AppendEffects] = []
  /// The position of the first entry that is not in the tables; nil where all are.
  private(set) var first: UInt64?
  /// Changes of entries, in the tables or here.
  private(set) var patches: [UInt64: EntryPatch] = [:]

  var count: Int { appends.count }

  /// The entries as they are now, for a user.
  func entries(for user: UserID?) -> [LogEntry] { appends.map { entry($0, for: user) } }

  /// What is attached to an entry came after it, so all of that is here as well.
  private func entry(_ append: AppendEffects, for user: UserID?) -> LogEntry {
    var entry = append.entry
    guard let patch = patches[entry.seq] else { return entry }
    patch.apply(to: &entry)
    patch.attach(to: &entry, for: user)
    return entry
  }

  /// Gives the entries to a sink as they are now, and tells whether it takes more.
  func give(backwards: Bool, for reader: LogReader, to sink: inout some EntrySink) -> Bool {
    for index in appends.indices {
      let append = appends[backwards ? appends.count &- 1 &- index : index]
      let isAsStored = patches.isEmpty || patches[append.entry.seq] == nil
      let isForReader = append.entry.isVisible(to: reader)
      guard
        (isAsStored && isForReader ? append.lend { sink.take($0) } : nil)
          ?? sink.take(entry(append, for: reader.user), for: reader)
      else { return false }
    }
    return true
  }

  /// Takes in a layer, the older one first.
  ///
  /// The writer waits meanwhile: so nothing is made of what is found here.
  fileprivate mutating func add(_ tail: ConversationTail?, in range: ClosedRange<UInt64>, limit: Int, newest: Bool) {
    guard let tail else { return }
    first = first ?? tail.first
    for (seq, patch) in tail.patches where range.contains(seq) { patches[seq, default: EntryPatch()].add(patch) }
    let found = tail.appends(in: range)
    if newest {
      appends = (appends + found.suffix(limit)).suffix(limit)
    } else {
      appends += found.prefix(limit &- appends.count)
    }
  }
}
