import MartletWire

/// What an engine gives to decisions that stands in no row: numbers for new conversations, and stamps for changes.
///
/// Both only have to be new, and stamps to grow. There may be gaps, so each of several nodes can give its own.
package protocol Numbering: AnyObject {
  /// A number that no conversation has; before `use` it may be the same again.
  func nextNumber() throws -> Int64

  /// A stamp above all of an app that were used here, and above `stamp`, the conversation's newest; before `use` it may be
  /// the same again.
  func nextStamp(of app: AppID, above stamp: UInt64) -> UInt64

  /// Notes a conversation as an append leaves it, whose stamp and, where the append makes it, number are used now.
  ///
  /// Throws where the engine has no room for its newest position.
  func use(_ state: ConversationState, isNew: Bool) throws

  /// What was used since the last commit is stored.
  func commit()

  /// What was used since the last commit is not stored and never will be.
  func discard()
}

/// Counts on without gaps, for an engine with one writer.
package final class CountingNumbers: Numbering {
  private let storedStamp: (AppID) -> UInt64
  private let lastNumber: Int64
  private let lastPosition: UInt64
  /// The newest stamps used since the last commit that was taken back.
  private var stamps: [AppID: UInt64] = [:]
  /// The newest number, and as of the last commit.
  private var number: Int64
  private var storedNumber: Int64

  /// - Parameters:
  ///   - number: The newest that was given; 0 for none.
  ///   - lastNumber: The highest there can be.
  ///   - lastPosition: The highest that a log can have.
  ///   - storedStamp: Gives the newest stored stamp of an app.
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
