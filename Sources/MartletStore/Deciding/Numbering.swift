import MartletWire

/// Numbers for new conversations, and stamps for changes.
///
/// Numbers have to be unique, and stamps have to grow. Gaps are allowed, so several nodes can each give their own.
package protocol Numbering: AnyObject {
  /// An unused number; the same again until `use`.
  func nextNumber() throws -> Int64

  /// A stamp above all stamps of the app used here, and above `stamp`, the conversation's newest; the same again until
  /// `use`.
  func nextStamp(of app: AppID, above stamp: UInt64) -> UInt64

  /// Marks a conversation's stamp as used, and its number if the conversation is new.
  ///
  /// Throws if the engine has no room for the conversation's newest position.
  func use(_ state: ConversationState, isNew: Bool) throws

  /// Keeps the numbers and stamps used since the last commit, which are stored.
  func commit()

  /// Forgets the numbers and stamps used since the last commit, which will never be stored.
  func discard()
}

/// Consecutive numbers, for an engine with one writer.
package final class CountingNumbers: Numbering {
  private let storedStamp: (AppID) -> UInt64
  private let lastNumber: Int64
  private let lastPosition: UInt64
  /// The newest used stamps; emptied when a commit is discarded.
  private var stamps: [AppID: UInt64] = [:]
  /// The newest number, and the newest at the last commit.
  private var number: Int64
  private var storedNumber: Int64

  /// - Parameters:
  ///   - number: The newest number in use; 0 for none.
  ///   - lastNumber: The highest possible number.
  ///   - lastPosition: The highest possible position of a log.
  ///   - storedStamp: Returns the newest stored stamp of an app.
  package init(
    after number: Int64, lastNumber: Int64 = .max, lastPosition: UInt64 = .max, storedStamp: @escaping (AppID) -> UInt64
  ) {
    self.number = number
    storedNumber = number
    self.lastNumber = lastNumber
    self.lastPosition = lastPosition
    self.storedStamp = storedStamp
  }

  package func nextNumber() throws -> Int64 {
    guard number < lastNumber else { throw StoreError(.failed, "the database can hold no more conversations") }
    return number &+ 1
  }

  package func nextStamp(of app: AppID, above stamp: UInt64) -> UInt64 { max(stamps[app] ?? storedStamp(app), stamp) &+ 1 }

  package func use(_ state: ConversationState, isNew: Bool) throws {
    guard state.record.head <= lastPosition else {
      throw StoreError(.failed, "a conversation's log can hold no more entries")
    }
    if isNew { number = state.number }
    stamps[state.app] = state.record.stamp
  }

  package func commit() { storedNumber = number }

  package func discard() {
    number = storedNumber
    stamps = [:]
  }
}

/// Numbers and stamps for one of several nodes that write to the same database.
///
/// A stamp is a hybrid clock: milliseconds since 1970, a count within the millisecond, and in the lowest bits the node's slot,
/// so that no two nodes give the same. It is above all stamps that this node gave, and above the conversation's newest,
/// whatever the clocks say. Numbers come from blocks that belong to the node.
package final class HybridNumbers: Numbering {
  /// Bits of the slot, and of the count within a millisecond.
  package static let slotBits = 8
  private static let countBits = 13
  /// The number of nodes that can write at the same time.
  package static let slots = 1 << slotBits

  private let clock: () -> Int64
  /// Of the node; changes if the node enters anew.
  package var slot: UInt64
  /// The newest stamp without its slot that was used or promised never to be used.
  private var newest: UInt64
  private var numbers: Range<Int64> = 0..<0
  /// How many of them the changes since the last commit use.
  private var used: Int64 = 0

  /// - Parameters:
  ///   - slot: Of the node, below `slots`.
  ///   - stamp: All stamps are above it.
  ///   - clock: Milliseconds since 1970.
  package init(slot: UInt64, above stamp: UInt64, clock: @escaping () -> Int64) {
    self.slot = slot
    self.clock = clock
    newest = stamp >> UInt64(Self.slotBits)
  }

  private var tick: UInt64 { UInt64(clamping: clock()) &<< UInt64(Self.countBits) }

  /// How many numbers are left.
  package var numbersLeft: Int64 { Int64(numbers.count) &- used }

  /// Gives the node a block of numbers; those left of the one before are never used.
  package func take(_ block: Range<Int64>) {
    numbers = block
    used = 0
  }

  /// The node enters anew: all stamps are above this one.
  package func enter(slot: UInt64, above stamp: UInt64) {
    self.slot = slot
    newest = max(newest, stamp >> UInt64(Self.slotBits))
  }

  /// The horizon of this node: it has given no stamp above it, and will give no stamp up to it.
  package func promise() -> UInt64 {
    newest = max(newest, tick)
    return newest &<< UInt64(Self.slotBits) | UInt64(Self.slots &- 1)
  }

  package func nextNumber() throws -> Int64 {
    guard numbersLeft > 0 else { throw StoreError(.failed, "a commit made more conversations than it has numbers for") }
    return numbers.lowerBound &+ used
  }

  package func nextStamp(of app: AppID, above stamp: UInt64) -> UInt64 {
    let next = max(newest &+ 1, max(tick, stamp >> UInt64(Self.slotBits) &+ 1))
    return next &<< UInt64(Self.slotBits) | slot
  }

  package func use(_ state: ConversationState, isNew: Bool) throws {
    if isNew { used &+= 1 }
    newest = max(newest, state.record.stamp >> UInt64(Self.slotBits))
  }

  package func commit() {
    numbers = numbers.lowerBound &+ used..<numbers.upperBound
    used = 0
  }

  /// Stamps that were not stored are not given again, because a promise may be above them.
  package func discard() { used = 0 }
}
