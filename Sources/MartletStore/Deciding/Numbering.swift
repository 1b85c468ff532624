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
