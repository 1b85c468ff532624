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

  /// A page after whose last item more follow, or none.
  package init(_ items: [Item], hasMore: Bool, place: (Item) -> PageCursor.Place) {
    self.init(items: items, next: hasMore ? items.last.map { PageCursor(place($0)) } : nil)
  }
}

/// The beginning of a page of a list.
public struct PageCursor: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case position(UInt64)
    case user(UserID)
    case conversation(ConversationID)
    case hit(time: Int64, id: Int64)
  }

  /// The last conversation of a page of search hits.
  package typealias Hit = (time: Int64, id: Int64)

  private let place: Place

  package init(_ place: Place) { self.place = place }

  /// A cursor at a message's place, for calls that page through messages.
  public static func at(_ message: MessageID) -> PageCursor { PageCursor(.position(message.seq)) }

  package static func position(_ cursor: PageCursor?) throws(MartletError) -> UInt64? {
    try place(cursor) { if case .position(let position) = $0 { position } else { nil } }
  }

  package static func user(_ cursor: PageCursor?) throws(MartletError) -> UserID? {
    try place(cursor) { if case .user(let user) = $0 { user } else { nil } }
  }

  package static func conversation(_ cursor: PageCursor?) throws(MartletError) -> ConversationID? {
    try place(cursor) { if case .conversation(let id) = $0 { id } else { nil } }
  }

  package static func hit(_ cursor: PageCursor?) throws(MartletError) -> Hit? {
    try place(cursor) { if case .hit(let time, let id) = $0 { (time, id) } else { nil } }
  }

  /// Where a cursor stands, which has to be of the same call; nil for the first page.
  private static func place<Value>(_ cursor: PageCursor?, _ pick: (Place) -> Value?) throws(MartletError) -> Value? {
    guard let cursor else { return nil }
    guard let value = pick(cursor.place) else { throw .invalid("the cursor is of another call", field: "after") }
    return value
  }
}

extension PageCursor {
  /// The text form, for shells whose apps keep cursors as text: a letter for the kind of place, and the place.
  package var text: String {
    switch place {
    case .position(let position): "p\(position)"
    case .user(let user): "u\(user.text)"
    case .conversation(let id): "c\(id.text)"
    case .hit(let time, let id): "h\(time),\(id)"
    }
  }

  /// Reads the text form; nil if it is malformed.
  package init?(text: String) {
    guard let kind = text.first else { return nil }
    let rest = String(text.dropFirst())
    switch kind {
    case "p":
      guard let position = UInt64(rest) else { return nil }
      self.init(.position(position))
    case "u":
      guard let user = UserID(rest) else { return nil }
      self.init(.user(user))
    case "c":
      guard let id = ConversationID(rest) else { return nil }
      self.init(.conversation(id))
    case "h":
      let numbers = rest.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
      guard numbers.count == 2, let time = numbers[0], let id = numbers[1] else { return nil }
      self.init(.hit(time: time, id: id))
    default: return nil
    }
  }
}
