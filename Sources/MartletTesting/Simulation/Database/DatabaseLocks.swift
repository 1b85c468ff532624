import MartletPostgres
import MartletStore
import MartletWire

/// A row that transactions lock, or a key of one that is to be.
enum DatabaseRow: Hashable {
  case conversation(Int64)
  case name(ConversationKey)
  case member(Int64, UserID)
  case request(ClientID, UserKey)
  case userLog(UserKey)
  case account(UserKey)
  case scheduled(ScheduledKey)
  case answered(ClientID, UserKey)
  case node(Int64)
  case feed(Int64, Int64)
  /// The one row of table `martlet`.
  case counters
  /// Table `node` as a whole, for those that enter.
  case nodes
}

/// A transaction of the model, from its first lock to its end.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it.
final class DatabaseTransaction: @unchecked Sendable {
  fileprivate var rows: Set<DatabaseRow> = []
  fileprivate var waitsFor: DatabaseTransaction?
  /// Numbers for conversations that it took, which go back if it is rolled back.
  var numbersTaken: Int64 = 0
  /// Set once all is checked: the commit is on its way to the disk, and to the standby.
  var effect: (@Sendable () -> Void)?
  private(set) var isOver = false

  func end() { (isOver, effect) = (true, nil) }
}

/// Locks on rows: each belongs to one transaction, and is waited for in the order of asking.
final class DatabaseLocks {
  private struct Waiter {
    let transaction: DatabaseTransaction
    let rest: ArraySlice<DatabaseRow>
    let done: @Sendable (PostgresError?) -> Void
  }

  private var owners: [DatabaseRow: DatabaseTransaction] = [:]
  private var waiters: [DatabaseRow: [Waiter]] = [:]

  /// Locks rows one after another; the rest is called once all are locked, or with a deadlock.
  func acquire(
    _ rows: ArraySlice<DatabaseRow>, for transaction: DatabaseTransaction, _ done: @escaping @Sendable (PostgresError?) -> Void
  ) {
    for index in rows.indices {
      let row = rows[index]
      guard let owner = owners[row], owner !== transaction else {
        owners[row] = transaction
        transaction.rows.insert(row)
        continue
      }
      var next: DatabaseTransaction? = owner
      while let one = next {
        if one === transaction { return done(PostgresError(state: "40P01", message: "deadlock detected")) }
        next = one.waitsFor
      }
      transaction.waitsFor = owner
      waiters[row, default: []].append(Waiter(transaction: transaction, rest: rows[index...], done: done))
      return
    }
    done(nil)
  }

  /// Unlocks all rows of a transaction, and lets those go on that wait for them.
  func release(_ transaction: DatabaseTransaction) {
    transaction.end()
    let rows = transaction.rows
    transaction.rows = []
    for row in rows { owners[row] = nil }
    // In the order of the rows' names, since a set has another order in each process.
    for row in rows.sorted(by: { "\($0)" < "\($1)" }) { wake(row) }
  }

  private func wake(_ row: DatabaseRow) {
    // The first gets the row; those behind it wait for it.
    let waiting = waiters.removeValue(forKey: row) ?? []
    for waiter in waiting where !waiter.transaction.isOver {
      waiter.transaction.waitsFor = nil
      acquire(waiter.rest, for: waiter.transaction, waiter.done)
    }
  }

  /// All transactions are gone.
  func removeAll() {
    for transaction in owners.values { transaction.end() }
    for waiter in waiters.values.joined() { waiter.transaction.end() }
    (owners, waiters) = ([:], [:])
  }

  /// The transactions that only wait for their commit to be durable, in the order of their first row's name.
  var prepared: [DatabaseTransaction] {
    var found: [(name: String, transaction: DatabaseTransaction)] = []
    for (row, transaction) in owners where transaction.effect != nil {
      guard case .feed = row else { continue }
      found.append(("\(row)", transaction))
    }
    return found.sorted { $0.name < $1.name }.map(\.transaction)
  }
}
