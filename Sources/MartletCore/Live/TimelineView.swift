import MartletSQLite
import MartletWire

/// A window over a conversation, live.
///
/// The window is a range of positions. Its rows come from the local database. Messages far before the range that the device holds
/// are kept here, and are fetched again when the log says that one of them has changed.
final class TimelineView: LiveView {
  let name: String
  let destination: Destination
  /// Nil until it is known whom the device belongs to.
  var id: ConversationID?
  /// The number of messages that a move brings.
  let window: Int
  /// The number of messages beyond which some leave the window, at the end away from the last move.
  private var most: Int { 4 * window }

  /// The first position of the window; nil while the window is the newest messages, and nothing else was asked for.
  private(set) var from: UInt64?
  /// The last position; nil if the window follows the end.
  private(set) var through: UInt64?
  private(set) var far: [Message] = []
  /// The position up to which changes of `far` are known.
  private(set) var farAsOf: UInt64 = 0
  /// True if the last move went towards the beginning.
  private var wentBack = false

  /// False until the first rows are known, or known to be absent.
  private var isOpen = false
  /// True if the server could not be asked for the first rows.
  private var isAsHeld = false
  private var failure: MartletError?
  /// Nil until known.
  private var firstUnread: UInt64??
  private(set) var isStale = true
  private var reader = Reader<TimelineRow, TimelineUpdate.Facts, TimelineUpdate>()
  /// The fetch of the first messages, while it is in progress.
  var opening: ClientEngine.Operation?

  /// Messages that the app does not want to see before the timeline is opened anew.
  private var suppressed: Set<UInt64> = []

  /// Creates a view that is yet to be placed.
  init(_ name: String, _ opening: TimelineOpening) {
    self.name = name
    destination = opening.destination
    window = opening.window
  }

  // MARK: Events

  func note(_ event: Event, of user: UserID?, in engine: ClientEngine) {
    switch event {
    case .message(let message), .messageChanged(let message): if message.conversation == id { isStale = true }
    case .hidden(let id, _, _), .localMessages(let id), .conversationRemoved(let id, _): if id == self.id { isStale = true }
    case .conversation(let conversation): if conversation.id == id { isStale = true }
    case .pending(let pending): if pending.destination.conversation(of: user) == id { isStale = true }
    case .pendingRemoved: isStale = true
    case .caughtUp:
      // Not if the reader has moved away meanwhile.
      if isAsHeld, !wentBack, through == nil { engine.open(self, at: .newest) }
    // Another client used the local data.
    case .missed:
      isStale = true
      if !far.isEmpty { engine.checkFar(self) }
    // Positions may name other messages than before.
    case .localDataReset, .resynced:
      showNewest()
      engine.open(self, at: .newest)
    default: break
    }
  }

  func note(logs: Set<ConversationID>, in engine: ClientEngine) {
    guard let id, logs.contains(id) else { return }
    isStale = true
    if !far.isEmpty { engine.checkFar(self) }
  }

  /// Keeps a message out of the rows.
  func suppress(_ seq: UInt64) { suppressed.insert(seq) }

  func abandon(_ operation: ClientEngine.Operation) { reader.abandon(operation) }

  func end(_ error: MartletError) { reader.wake()?(.failure(error)) }

  /// The rows cannot be had.
  func fail(_ error: MartletError) {
    failure = error
    end(error)
  }

  func wait(_ operation: ClientEngine.Operation, _ then: @escaping Completion<TimelineUpdate>) {
    if let failure { return then(.failure(failure)) }
    reader.wait(operation, then)?(.failure(.readTwice))
  }

  func answer(from engine: ClientEngine) {
    guard let id, isOpen, reader.isWaiting, !engine.isClosed else { return }
    do throws(MartletError) {
      let (rows, facts) = try engine.read { store throws(SQLiteError) in try read(id, store) }
      isStale = false
      guard let (change, isFirst) = reader.take(rows, facts) else { return }
      reader.wake()?(.success(TimelineUpdate(rows: rows, change: change, facts: facts, isFirst: isFirst)))
    } catch {
      end(error)
    }
  }

  // MARK: Moves

  /// Shows the newest messages that the device holds, from a position on if that is known.
  func showNewest(from: UInt64? = nil) {
    (self.from, through, far, wentBack) = (from, nil, [], false)
    isAsHeld = false
    changed()
  }

  /// Shows these messages, which have no gaps.
  ///
  /// - Parameters:
  ///   - messages: The messages, oldest first.
  ///   - isEnd: True if they end with the newest.
  ///   - row: The conversation as the device holds it.
  func show(_ messages: [Message], isEnd: Bool, _ row: ConversationRow?) {
    guard let first = messages.first, let last = messages.last else { return showNewest() }
    (from, through, wentBack) = (first.seq, isEnd ? nil : last.seq, false)
    refresh(messages, row)
  }

  /// Adds messages at the beginning; none means that the window begins at the first visible position.
  func prepend(_ messages: [Message], _ row: ConversationRow?) {
    guard let row else { return }
    if far.isEmpty { farAsOf = row.last }
    from = messages.first?.seq ?? min(row.start, from ?? row.start)
    far = messages.filter { $0.seq < row.first } + far
    wentBack = true
    changed()
  }

  /// Adds messages at the end; none means that the window ends with the newest.
  func append(_ messages: [Message], isEnd: Bool, _ row: ConversationRow?) {
    through = isEnd ? nil : messages.last?.seq ?? through
    far += messages.filter { $0.seq < row?.first ?? 0 }
    wentBack = false
    changed()
  }

  /// Takes far messages in their newest version.
  func refresh(_ messages: [Message], _ row: ConversationRow?) {
    (far, farAsOf) = (messages, row?.last ?? 0)
    changed()
  }

  private func changed() {
    isOpen = true
    isStale = true
  }

  /// Shows what the device holds, as the server cannot be asked.
  func openAsHeld() {
    isAsHeld = true
    changed()
  }

  // MARK: Reading

  private func read(_ id: ConversationID, _ store: LocalStore) throws(SQLiteError) -> ([TimelineRow], TimelineUpdate.Facts) {
    let row = try store.stored(id)
    var messages = if let row { try window(row, store) } else { [Message]() }
    if !suppressed.isEmpty { messages.removeAll { suppressed.contains($0.seq) } }
    if row == nil { (from, through, far) = (nil, nil, []) }
    if firstUnread == nil, let row { firstUnread = .some(row.shownUnread > 0 ? row.base + 1 : nil) }
    let isAtBeginning = row.map { (from ?? $0.first) <= $0.start } ?? true
    let newer = if let row, let through { try store.messageCount(of: row, after: through, atMost: 100) } else { 0 }
    var rows = TimelineRows(messages, by: store.user, try store.pending(to: id, of: store.user))
    let end = through ?? UInt64.max
    rows.add(try store.localMessages(id, min(isAtBeginning ? 0 : from ?? 0, end)...end, limit: most))
    rows.addUnsent(isAtBeginning: isAtBeginning, isAtEnd: through == nil)
    let facts = TimelineUpdate.Facts(
      isAtBeginning: isAtBeginning, isAtEnd: through == nil, firstUnread: firstUnread ?? nil, newerCount: newer)
    return (rows.rows, facts)
  }

  /// The messages of the window, after some have left it if it grew too large.
  private func window(_ row: ConversationRow, _ store: LocalStore) throws(SQLiteError) -> [Message] {
    guard let from else {
      let newest = try store.messages(of: row, before: .max, limit: window)
      // Fewer than that can be all that there are, or all that the device holds.
      self.from = newest.count < window && row.first <= row.start ? row.start : newest.first?.seq
      return newest
    }
    let end = through ?? Sync.lastPosition
    guard from <= end else { return [] }
    let held = try store.messages(of: row, in: from...end, limit: most + 1, newest: !wentBack)
    if held.count > most, !wentBack { return keepEnd(held) }
    let found = far.filter { $0.seq >= from && $0.seq < row.first && $0.seq <= end } + held
    guard found.count > most else { return found }
    return wentBack ? keepBeginning(found) : keepEnd(found)
  }

  private func keepEnd(_ messages: [Message]) -> [Message] {
    let kept = Array(messages.suffix(most - window))
    from = kept.first?.seq
    far.removeAll { $0.seq < from ?? 0 }
    return kept
  }

  private func keepBeginning(_ messages: [Message]) -> [Message] {
    let kept = Array(messages.prefix(most - window))
    through = kept.last?.seq
    far.removeAll { $0.seq > through ?? .max }
    return kept
  }

  /// True if entries after `farAsOf` may have changed a far message.
  func isFarChanged(by entries: [Wire.Entry], limit: Int) -> Bool {
    guard let first = far.first?.seq, let last = far.last?.seq, first <= last else { return false }
    let concerns = entries.contains { entry in
      switch entry.event {
      case .edited(let edited): (first...last).contains(edited.target)
      case .recalled(let recalled): (first...last).contains(recalled.target)
      case .annotated(let annotated): (first...last).contains(annotated.target)
      default: false
      }
    }
    guard !concerns, entries.count < limit else { return true }
    farAsOf = max(farAsOf, entries.last?.seq ?? 0)
    return false
  }
}

/// Arranges the rows of a timeline.
private struct TimelineRows {
  private(set) var rows: [TimelineRow] = []
  private var keys: Set<String> = []
  private let outbox: [PendingSend]
  /// The user's messages in the window, by client id.
  private var arrived: Set<ClientID> = []
  private let last: UInt64

  init(_ messages: [Message], by user: UserID?, _ outbox: [PendingSend]) {
    self.outbox = outbox
    last = messages.last?.seq ?? 0
    var changes: [UInt64: [PendingSend]] = [:]
    for pending in outbox { if let target = pending.action.target { changes[target, default: []].append(pending) } }
    for message in messages {
      let own = message.sender == user ? message.clientID : nil
      if let own { arrived.insert(own) }
      // Two messages have one client id if the second was sent after the server had forgotten the first.
      let key = own.map { $0.text }.flatMap { keys.contains($0) ? nil : $0 } ?? "#\(message.seq)"
      keys.insert(key)
      rows.append(TimelineRow(key: key, line: .message(message), changes: changes[message.seq] ?? []))
    }
  }

  /// Adds local messages, which are ordered by their places.
  mutating func add(_ messages: [LocalMessage]) {
    guard !messages.isEmpty else { return }
    var merged: [TimelineRow] = []
    var rest = messages[...]
    func row(_ message: LocalMessage) -> TimelineRow {
      TimelineRow(key: "local:\(message.id)", line: .local(message), changes: [])
    }
    for next in rows {
      while let local = rest.first, local.after < next.message?.seq ?? 0 {
        merged.append(row(local))
        rest.removeFirst()
      }
      merged.append(next)
    }
    rows = merged + rest.map { row($0) }
  }

  /// Adds what is in the outbox: refused messages where they were written, others at the end.
  mutating func addUnsent(isAtBeginning: Bool, isAtEnd: Bool) {
    for pending in outbox {
      guard case .send = pending.action, !arrived.contains(pending.id) else { continue }
      var place = rows.count
      switch pending.state {
      case .waiting, .uploading: guard isAtEnd else { continue }
      // Its message was hidden, or has left the window.
      case .sent(let id, _): guard isAtEnd, id.seq > last else { continue }
      case .failed:
        while place > 0, rows[place - 1].time > pending.made { place -= 1 }
        guard place < rows.count || isAtEnd, place > 0 || isAtBeginning else { continue }
      }
      rows.insert(TimelineRow(key: pending.id.text, line: .unsent(pending), changes: []), at: place)
    }
  }
}

extension TimelineRow {
  fileprivate var time: Timestamp {
    switch line {
    case .message(let message): message.time
    case .unsent(let pending): pending.made
    case .local(let message): message.time
    }
  }
}

extension PendingSend.Action {
  /// The position of the message that it changes; nil for a new message.
  fileprivate var target: UInt64? {
    switch self {
    case .send: nil
    case .edit(let target, _), .recall(let target, _), .annotate(let target, _): target
    }
  }
}
