import MartletWire

/// The error of a look-up whose rows are not in memory: the engine fetches them and runs the same work again.
package struct MissingRows: Error, Sendable, Equatable {
  package let keys: Set<RowKey>

  package init(_ keys: Set<RowKey>) { self.keys = keys }

  package init(_ key: RowKey) { keys = [key] }
}

extension Sequence {
  /// Maps the elements, and goes on after rows that are not in memory, so that all of them are fetched at once.
  ///
  /// Another error ends it, unless rows are missing by then: it may be a consequence of that.
  func mapGathering<Result>(_ body: (Element) throws -> Result) throws -> [Result] {
    var missing: Set<RowKey> = []
    var results: [Result] = []
    results.reserveCapacity(underestimatedCount)
    for element in self {
      do {
        results.append(try body(element))
      } catch let error as MissingRows {
        missing.formUnion(error.keys)
      } catch {
        guard !missing.isEmpty else { throw error }
        break
      }
    }
    guard missing.isEmpty else { throw MissingRows(missing) }
    return results
  }
}

/// Identifies one look-up or scan of `Rows`, with all that it was asked.
package enum RowKey: Sendable, Hashable {
  case conversation(ConversationKey)
  case numbered(Int64)
  case access(UserID, ConversationKey)
  case memberships(UserKey)
  case conversations(ConversationID.Kind, AppID)
  case member(UserID, Int64)
  case members(Int64, after: UserID?, limit: Int)
  case outsider(UserID, Int64)
  case outsiders(Int64, OutsiderRecord.Standing, at: Int64, after: UserID?, limit: Int)
  case readMove(UInt64, UserID, Int64)
  case hidden(UserID, Int64)
  case entry(UInt64, Int64)
  case entries(Int64, ClosedRange<UInt64>, limit: Int, newest: Bool)
  /// The newest messages of a range that are not recalled.
  case messages(Int64, ClosedRange<UInt64>)
  case recalled(UInt64, Int64)
  case listed(UInt64, Int64)
  case changes(UInt64, Int64)
  case addressed(UserID, Int64, after: UInt64)
  case slots(UInt64, AnnotationKind, String, Int64)
  /// What everyone sees at a message, and what an owner does.
  case attached(UInt64, String, Int64)
  case kept(UInt64, AnnotationKind, Int64, after: UInt64, limit: Int)
  case annotators(UInt64, AnnotationKind, String, Int64, after: String, limit: Int)
  case pinned(Int64)
  case user(UserKey)
  case accountNumber(AccountNumber)
  case named(NameBeginning, limit: Int)
  case suspended(AppID, since: Int64, after: UserID?, limit: Int)
  case userHead(UserKey)
  case userLog(UserKey, after: UInt64, limit: Int)
  case settings(UserKey, after: SettingName?, limit: Int)
  case relation(UserKey, UserID)
  case relations(UserKey, RelationFlags, after: UserID?, limit: Int)
  case request(ClientID, UserKey)
  case scheduled(ScheduledKey)
  case scheduledNames(UserKey, limit: Int)
  case scheduledOf(UserKey, after: ClientID?, limit: Int)
  case due(after: ScheduledPlace?, limit: Int)
  case rememberedSchedule(ScheduledKey)
}
