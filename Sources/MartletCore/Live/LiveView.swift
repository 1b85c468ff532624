import MartletWire

/// Rows that an app shows, read again when something about them changes.
///
/// A view reads only for a caller that waits for its next change, so one that nobody reads costs nothing. Changes that come
/// faster than they are read arrive as one.
protocol LiveView: AnyObject {
  /// True if the rows may have changed since they were read.
  var isStale: Bool { get }
  /// Takes note of an event.
  func note(_ event: Event, of user: UserID?, in engine: ClientEngine)
  /// Takes note that logs grew, at their end or at their beginning.
  func note(logs: Set<ConversationID>, in engine: ClientEngine)
  /// Answers the caller that waits, if anything has changed.
  func answer(from engine: ClientEngine)
  /// Forgets the caller of this operation.
  func abandon(_ operation: ClientEngine.Operation)
  /// Fails the caller that waits.
  func end(_ error: MartletError)
}

/// What a view's reader has, and the reader itself while it waits.
struct Reader<Row: Hashable & Sendable & Identifiable, Facts: Equatable, Update> {
  private(set) var rows: [Row] = []
  private var facts: Facts?
  private var waiting: (operation: ClientEngine.Operation, then: Completion<Update>)?

  var isWaiting: Bool { waiting != nil }

  /// Takes a new state; returns nil if the reader has it already.
  mutating func take(_ rows: [Row], _ facts: Facts) -> (change: RowChange<Row>, isFirst: Bool)? {
    let change = RowChange(from: self.rows, to: rows)
    guard !change.isEmpty || facts != self.facts else { return nil }
    defer { (self.rows, self.facts) = (rows, facts) }
    return (change, self.facts == nil)
  }

  /// Begins to wait.
  ///
  /// - Returns: The completion of a caller that waited already, to be failed.
  mutating func wait(_ operation: ClientEngine.Operation, _ then: @escaping Completion<Update>) -> Completion<Update>? {
    defer { waiting = (operation, then) }
    return waiting?.then
  }

  /// Ends the waiting.
  mutating func wake() -> Completion<Update>? {
    defer { waiting = nil }
    return waiting?.then
  }

  mutating func abandon(_ operation: ClientEngine.Operation) {
    if waiting?.operation === operation { waiting = nil }
  }
}

extension MartletError {
  static let readTwice = MartletError(.cancelled, "another reader took over; a live object has one reader")
}

// Views in the engine.
extension ClientEngine {
  func noteInViews(_ effect: ClientCore.Effect) {
    switch effect {
    case .event(let event): eachView { $0.note(event, of: core.store.user, in: self) }
    case .logs(let ids): eachView { $0.note(logs: ids, in: self) }
    default: break
    }
  }

  /// True for a message that the app wants neither to hear of nor to see in the timelines that are open.
  func isSuppressed(_ effect: ClientCore.Effect) -> Bool {
    guard let isShown, case .event(.message(let message)) = effect, message.sender != core.store.user, !isShown(message)
    else { return false }
    for view in timelines where view.id == message.conversation { view.suppress(message.seq) }
    return true
  }

  func answerViews() {
    eachView { if $0.isStale { $0.answer(from: self) } }
  }

  func eachView(_ body: (any LiveView) -> Void) {
    for view in timelines { body(view) }
    for view in lists { body(view) }
    for view in presenceViews { body(view) }
  }

  /// Forgets a timeline, a list or a watch of presence, and fails its reader with `.closed`.
  package func closeView(_ name: String) {
    for view in timelines where view.name == name { close(view) }
    for view in lists where view.name == name { view.end(.closed) }
    timelines.removeAll { $0.name == name }
    lists.removeAll { $0.name == name }
    guard let watch = presenceViews.first(where: { $0.name == name }) else { return }
    watch.end(.closed)
    presenceViews.removeAll { $0.name == name }
    sync { $0.endWatch(name, at: now) }
  }

  private func close(_ view: TimelineView) {
    view.end(.closed)
    if let opening = view.opening { cancel(opening) }
  }
}
