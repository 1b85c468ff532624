import MartletNet
import MartletStore
import MartletWire

/// Rows of a database at a distance, as far as they were fetched; any other look-up throws `MissingRows`.
package protocol FetchedRows: Rows, AnyObject {
  /// What one look-up gave.
  associatedtype Fetched: Sendable

  /// Starts without rows.
  init()

  /// Takes in what a look-up gave.
  func add(_ fetched: Fetched, for key: RowKey)

  /// Forgets all rows: they may have changed.
  func forget()
}

/// A connection to a database to which nodes write, on the loop of the one writer that uses it.
///
/// Each call is one unit that the database performs, in the order of the calls. A call fails with `PostgresError`; if the
/// connection was lost, nobody knows whether the database performed it. A link decides nothing and repeats nothing:
/// `PostgresSession` does. Tests have a link to a model of the database.
package protocol WritingLink: LoopActor {
  associatedtype StoredRows: FetchedRows
  /// What a commit writes, in the form that the database takes.
  associatedtype Writes: Sendable

  /// Whether calls can be made.
  var isOpen: Bool { get async }

  /// Makes the connection, sets it up, and takes the lock.
  ///
  /// - Returns: False if others use the database in a way that excludes this server: the lock is theirs.
  func connect() async throws -> Bool

  /// Tries again to take the lock.
  func takeLock() async throws -> Bool

  func close() async

  // MARK: - Opening

  /// Creates the tables if they are missing, and brings older ones up to date.
  ///
  /// - Returns: The generation, and the newest time in the id of a remembered request, in milliseconds since 1970.
  func prepare() async throws -> (generation: String, newestMade: Int64?)

  /// The newest number of a conversation, and the newest stamp of each app, for a server that is alone.
  func counts() async throws -> (lastNumber: Int64, stamps: [AppID: UInt64])

  /// The number of the newest entry of a server.
  func epoch() async throws -> Int64?

  // MARK: - Nodes

  /// Becomes one of the nodes that write, whose stamps are above all that were given.
  ///
  /// Nobody commits meanwhile. So no reader was told of a horizon above the stamp of the new node.
  func enter() async throws -> WritingNode

  /// Tells the others that a node is there and how far its stamps are, and ends nodes that were not heard of.
  ///
  /// - Returns: False if the node itself was taken for dead.
  func beat(_ node: Int64, stamp: UInt64?) async throws -> Bool

  /// Deletes what no node needs any more.
  func clean(_ node: Int64) async throws

  /// The node writes no more.
  func end(_ node: Int64) async throws

  /// Takes so many numbers for conversations, and returns the last of them.
  func takeNumbers(_ count: Int64) async throws -> Int64

  // MARK: - Writing

  /// The rows of look-ups, in their order.
  func fetch(_ keys: [RowKey]) async throws -> [StoredRows.Fetched]

  /// What is to be written for the changes of a commit; throws `MissingRows`.
  nonisolated func writes(of layer: Layer, from rows: StoredRows) throws -> Writes

  /// Fails unless conversations are at these positions.
  func check(_ bases: [DecidingView<StoredRows>.Basis]) async throws

  /// Begins a transaction that holds conversations until its end, so that what is read of them next stays true.
  func hold(_ conversations: [Int64]) async throws

  /// Ends a transaction that `hold` began, without a commit.
  func letGo() async

  /// Commits, in the transaction that `hold` began if it `isHeld`; a refused transaction is at its end.
  func commit(
    _ writes: Writes, decidedFrom bases: [DecidingView<StoredRows>.Basis], _ note: CommitNote, isHeld: Bool
  ) async throws

  /// Finds out whether the commit of a node with this number took place; if not, takes the number, so that it never will.
  ///
  /// It may still be under way: on a broken connection whose server process does not know of that, it may wait for a lock.
  func claim(_ seq: Int64, of node: Int64) async throws -> Bool

  /// Deletes requests made before a time, in milliseconds since 1970.
  func forgetRequests(before horizon: Int64) async throws
}

/// A server among those that write.
package struct WritingNode: Sendable {
  /// A later entry makes a larger one.
  package var id: Int64
  /// Its place in stamps.
  package var slot: UInt64
  /// All stamps are above it.
  package var stamp: UInt64
  /// The newest commits of other nodes when it entered, by their ids.
  package var others: [Int64: Int64]

  package init(id: Int64, slot: UInt64, stamp: UInt64, others: [Int64: Int64]) {
    (self.id, self.slot, self.stamp, self.others) = (id, slot, stamp, others)
  }
}

/// What a commit tells others of it.
package struct CommitNote: Sendable {
  /// The node's id.
  package var node: Int64
  /// The number of the commit, from 1 without gaps for each node.
  package var seq: Int64 = 0
  /// Names what changed.
  package var changes: [UInt8]
  /// The node's stamps up to here are stored.
  package var stamp: UInt64
  /// The newest stamp of each app that it changes.
  package var stamps: [AppID: UInt64]

  init(node: Int64, changes: [UInt8], stamp: UInt64, stamps: [AppID: UInt64]) {
    (self.node, self.changes, self.stamp, self.stamps) = (node, changes, stamp, stamps)
  }
}
