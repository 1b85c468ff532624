import MartletSQLite
import MartletWire

/// A change of a live conversation list, with its new state.
public struct ConversationListUpdate: Hashable, Sendable {
  /// The conversations, in the order of the query.
  public let rows: [Conversation]
  /// The difference from the update before; in the first update all rows are inserted.
  public let change: RowChange<Conversation>
  /// True if no more conversations match the query.
  public let isComplete: Bool
  /// True for the first update of a view.
  package let isFirst: Bool
}

/// The first conversations of a query, live.
final class ListView: LiveView {
  let name: String
  private let query: ConversationQuery
  private let window: Int
  private var limit: Int
  private(set) var isStale = true
  private var reader = Reader<Conversation, Bool, ConversationListUpdate>()

  /// Creates a view of the first `window` conversations; 1 to 1,000.
  init(_ name: String, _ query: ConversationQuery, window: Int) {
    self.name = name
    self.query = query
    self.window = min(max(window, 1), 1_000)
    limit = self.window
  }

  func note(_ event: Event, of user: UserID?, in engine: ClientEngine) {
    switch event {
    case .conversation, .conversationRemoved, .setting, .pending, .pendingRemoved, .localDataReset, .resynced, .missed:
      isStale = true
    default: break
    }
  }

  func note(logs: Set<ConversationID>, in engine: ClientEngine) {}

  func abandon(_ operation: ClientEngine.Operation) { reader.abandon(operation) }

  func end(_ error: MartletError) { reader.wake()?(.failure(error)) }

  func answer(from engine: ClientEngine) {
    guard reader.isWaiting, !engine.isClosed else { return }
    do throws(MartletError) {
      let (query, limit) = (query, limit)
      // One more tells whether there are more.
      let found = try engine.read { store throws(SQLiteError) in
        try store.conversations(matching: query, after: nil, limit: limit + 1)
      }
      isStale = false
      let (rows, isComplete) = (Array(found.prefix(limit)), found.count <= limit)
      guard let (change, isFirst) = reader.take(rows, isComplete) else { return }
      let update = ConversationListUpdate(rows: rows, change: change, isComplete: isComplete, isFirst: isFirst)
      reader.wake()?(.success(update))
    } catch {
      end(error)
    }
  }

  fileprivate func next(
    in engine: ClientEngine, for operation: ClientEngine.Operation, then: @escaping Completion<ConversationListUpdate>
  ) {
    reader.wait(operation, then)?(.failure(.readTwice))
    answer(from: engine)
  }

  fileprivate func extend(in engine: ClientEngine) {
    limit += window
    isStale = true
    answer(from: engine)
  }
}

// Live lists of conversations. A list is known by a name that the app's side gives it, and is opened when it is first named.
extension ClientEngine {
  private func list(_ name: String, _ query: ConversationQuery, window: Int) -> ListView {
    if let open = lists.first(where: { $0.name == name }) { return open }
    let view = ListView(name, query, window: window)
    lists.append(view)
    return view
  }

  /// Waits for the next change of a list; the first is the list itself.
  ///
  /// - Parameters:
  ///   - name: The list.
  ///   - query: The conversations, if the list is new.
  ///   - window: The number of conversations to begin with, and to add at each extension; 1 to 1,000.
  ///   - operation: The operation.
  ///   - then: Gets the change.
  package func nextOfList(
    _ name: String, _ query: ConversationQuery, window: Int, for operation: Operation,
    then: @escaping Completion<ConversationListUpdate>
  ) {
    if let closure, !lists.contains(where: { $0.name == name }) { return then(.failure(closure)) }
    list(name, query, window: window).next(in: self, for: operation, then: then)
  }

  /// Shows more conversations at the end of a list, or opens it.
  package func extendList(_ name: String, _ query: ConversationQuery, window: Int) throws(MartletError) {
    if let closure { throw closure }
    list(name, query, window: window).extend(in: self)
  }
}
