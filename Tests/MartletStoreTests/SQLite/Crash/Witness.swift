import MartletStore
import MartletWire
import Synchronization
import Testing

/// Records the requests to a store by several callers over several of its lives, and its promises.
///
/// They are later checked against the store's contents.
final class Witness: Sendable {
  struct Name: Hashable, Sendable {
    var app: AppID
    var sender: UserID
    var id: ClientID

    init(_ append: Append) { (app, sender, id) = (append.app, append.sender, append.clientID) }

    init(app: AppID, entry: LogEntry) { (self.app, sender, id) = (app, entry.sender, entry.clientID) }
  }

  /// An append as far as it is known.
  struct Known: Sendable {
    var append: Append
    /// The reported position.
    var position: Position?
    /// The stamp it was given.
    var stamp: UInt64 = 0
    /// Some attempt was not answered clearly: it may be there.
    var isOpen = false
  }

  struct Seen: Sendable {
    var appends: [Name: Known] = [:]
    var marks: [Mark] = []
    /// By position, as far as promised.
    var userLogs: [ModelStore.Person: [UInt64: UserLogEntry]] = [:]
  }

  private let state: Mutex<Seen>

  init(_ seen: Seen = Seen()) { state = Mutex(seen) }

  var seen: Seen { state.withLock { $0 } }

  /// How many appends were acknowledged.
  var count: Int { state.withLock { $0.appends.values.count { $0.position != nil } } }

  // MARK: - Asking

  /// Asks, and remembers the answer; gives the error instead of throwing it.
  func ask(_ request: CrashTraffic.Request, of store: some Store) async -> StoreError? {
    switch request {
    case .append(let batch): await append(batch, to: store)
    case .mark(let batch): await mark(batch, in: store)
    }
  }

  func append(_ batch: [Append], to store: some Store) async -> StoreError? {
    // Of the earlier attempts.
    let wereOpen = issue(batch)
    do {
      for (append, outcome) in zip(batch, try await store.append(batch)) { answer(append, outcome) }
      return nil
    } catch {
      let error = error as? StoreError
      if let error, error.code != .unknown {
        state.withLock { seen in
          // The first of several in one batch knows of the earlier attempts alone.
          for (append, wasOpen) in zip(batch, wereOpen).reversed() { seen.appends[Name(append)]?.isOpen = wasOpen }
        }
      }
      if error == nil { Issue.record("not an error of the store") }
      return error
    }
  }

  func mark(_ batch: [Mark], in store: some Store) async -> StoreError? {
    issue(batch)
    do {
      for (mark, outcome) in zip(batch, try await store.mark(batch)) { answer(mark, outcome) }
      return nil
    } catch {
      if !(error is StoreError) { Issue.record("not an error of the store") }
      return error as? StoreError
    }
  }

  // MARK: - Remembering

  /// Whether each append may already be there for all that is known.
  @discardableResult
  func issue(_ batch: [Append]) -> [Bool] {
    state.withLock { seen in
      batch.map { append in
        let wasOpen = seen.appends[Name(append)]?.isOpen ?? false
        seen.appends[Name(append), default: Known(append: append)].isOpen = true
        return wasOpen
      }
    }
  }

  func issue(_ batch: [Mark]) { state.withLock { $0.marks += batch } }

  func answer(_ append: Append, _ outcome: AppendOutcome) {
    state.withLock { seen in
      let name = Name(append)
      seen.appends[name]?.isOpen = false
      let known = seen.appends[name]?.position
      switch outcome {
      case .stored(let stored):
        #expect(known == nil, "stored twice: \(name)")
        seen.appends[name]?.position = stored.position
        seen.appends[name]?.stamp = stored.stamp
        for addressed in stored.userEntries { seen.promise(addressed.entry, to: addressed.user, app: append.app) }
      case .repeated(let position):
        #expect(known == nil || known == position, "answered otherwise before: \(name)")
        seen.appends[name]?.position = position
      case .unchanged, .conflict, .refused, .noConversation:
        #expect(known == nil, "was stored and is not any more: \(name)")
      }
    }
  }

  func answer(_ mark: Mark, _ outcome: MarkOutcome) {
    guard case .moved(_, let entry) = outcome else { return }
    state.withLock { $0.promise(entry, to: mark.user, app: mark.app) }
  }
}

extension Witness.Seen {
  fileprivate mutating func promise(_ entry: UserLogEntry, to user: UserID, app: AppID) {
    let person = ModelStore.Person(app: app, user: user)
    let before = userLogs[person, default: [:]].updateValue(entry, forKey: entry.seq)
    #expect(before == nil, "position \(entry.seq) of a user's log was given twice")
  }
}
