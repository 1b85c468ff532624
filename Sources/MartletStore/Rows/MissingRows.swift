import MartletWire

/// The error of a look-up whose rows are not in memory: the engine fetches them and runs the same work again.
package struct MissingRows: Error, Sendable, Equatable {
  package let keys: Set<RowKey>

  package init(_ keys: Set<RowKey>) { self.keys = keys }

  package init(_ key: RowKey) { keys = [key] }
}

/// Identifies one look-up or scan of `Rows`.
package enum RowKey: Sendable, Hashable {
  case conversation(ConversationKey)
  case numbered(Int64)
  case memberships(UserKey)
  case conversations(ConversationID.Kind, AppID)
  case member(UserID, Int64)
  case members(Int64, after: UserID?)
  case readMove(UInt64, UserID, Int64)
  case hidden(UserID, Int64)
  case entries(Int64, ClosedRange<UInt64>)
  case recalled(UInt64, Int64)
  case listed(UInt64, Int64)
  case changes(UInt64, Int64)
  case addressed(UserID, Int64, after: UInt64)
  case slots(UInt64, AnnotationKind, String, Int64)
  case kept(UInt64, AnnotationKind, Int64)
  case annotators(UInt64, AnnotationKind, String, Int64)
  case pinned(Int64)
  case user(UserKey)
  case userLog(UserKey)
  case settings(UserKey)
  case request(ClientID, UserKey)
  case scheduled(UserKey)
  case due
}
