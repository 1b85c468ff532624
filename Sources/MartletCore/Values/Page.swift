import MartletWire

/// A part of a list that is fetched page by page.
public struct Page<Item: Hashable & Sendable>: Hashable, Sendable {
  /// The items; there may be fewer than the limit even if more follow.
  public let items: [Item]
  /// Where the next page begins: pass it as `after` to the same call; nil at the end.
  public let next: PageCursor?
  /// False if items may be missing, because the search index is still being built; see `MartletClient.waitForIndex()`.
  public let isComplete: Bool

  package init(items: [Item], next: PageCursor?, isComplete: Bool = true) {
    self.items = items
    self.next = next
    self.isComplete = isComplete
  }
}

/// The beginning of a page of a list.
public struct PageCursor: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case position(UInt64)
    case user(UserID)
    case conversation(ConversationID)
    case hit(time: Int64, id: Int64)
  }

  let place: Place

  init(_ place: Place) { self.place = place }

  /// A cursor at a message's place, for calls that page through messages.
  public static func at(_ message: MessageID) -> PageCursor { PageCursor(.position(message.seq)) }

  typealias Hit = (time: Int64, id: Int64)

  init?(hit: Hit?) {
    guard let hit else { return nil }
    place = .hit(time: hit.time, id: hit.id)
  }

  /// The place among search hits; nil for a cursor of another call, which `check(hit:)` refuses.
  var hit: Hit? { if case .hit(let time, let id) = place { (time, id) } else { nil } }

  package init(position: UInt64) { place = .position(position) }

  package init(user: UserID) { place = .user(user) }

  package init(conversation: ConversationID) { place = .conversation(conversation) }

  private static let foreign = MartletError.invalid("the cursor is of another call", field: "after")

  package static func check(hit cursor: PageCursor?) throws(MartletError) {
    guard cursor == nil || cursor?.hit != nil else { throw foreign }
  }

  package static func position(_ cursor: PageCursor?) throws(MartletError) -> UInt64? {
    guard let cursor else { return nil }
    guard case .position(let position) = cursor.place else { throw foreign }
    return position
  }

  package static func user(_ cursor: PageCursor?) throws(MartletError) -> UserID? {
    guard let cursor else { return nil }
    guard case .user(let user) = cursor.place else { throw foreign }
    return user
  }

  package static func conversation(_ cursor: PageCursor?) throws(MartletError) -> ConversationID? {
    guard let cursor else { return nil }
    guard case .conversation(let id) = cursor.place else { throw foreign }
    return id
  }
}
