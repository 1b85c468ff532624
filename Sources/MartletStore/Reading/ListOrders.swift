import MartletWire
import Synchronization

/// The orders of conversation lists whose next pages are expected.
///
/// The first page of a list looks at all conversations of the user. The pages after it follow the order that was found then, and
/// look only at what they return. That is sound because stamps only grow: a conversation that changed since then has left the
/// range of the later pages, and no conversation has entered it.
package final class ListOrders: Sendable {
  /// A part of a user's list at one moment.
  package struct Order {
    /// The lowest stamp in the part.
    package let lowest: UInt64
    /// The highest stamp in the part: every change with a stamp up to this one was visible at that moment.
    package let seen: UInt64
    /// The conversations, each with its stamp at that moment, latest change first.
    package let places: [(number: Int64, stamp: UInt64)]

    package init(lowest: UInt64, seen: UInt64, places: [(number: Int64, stamp: UInt64)]) {
      self.lowest = lowest
      self.seen = seen
      self.places = places
    }

    /// The conversations whose stamps may lie in a range; nil if the order cannot tell.
    package func places(in changed: ClosedRange<UInt64>) -> ArraySlice<(number: Int64, stamp: UInt64)>? {
      guard changed.lowerBound >= lowest, changed.upperBound <= seen else { return nil }
      var low = places.startIndex
      var high = places.endIndex
      while low < high {
        let middle = low + (high - low) / 2
        if places[middle].stamp > changed.upperBound { low = middle + 1 } else { high = middle }
      }
      return places[low...]
    }
  }

  fileprivate struct State {
    var orders: [UserKey: Order] = [:]
    /// The users of `orders`, the longest unused first.
    var users: [UserKey] = []
    var places = 0
  }

  private let state = Mutex(State())
  private let placesAtMost: Int
  private let listsAtMost: Int

  /// - Parameters:
  ///   - places: Maximum number of conversations in all orders together. Longer lists are sorted for each page.
  ///   - lists: Maximum number of orders.
  package init(places: Int = 200_000, lists: Int = 256) {
    placesAtMost = places
    listsAtMost = lists
  }

  /// The number of orders that are kept.
  package var count: Int { state.withLock(\.orders.count) }

  package func order(of user: UserKey) -> Order? { state.withLock { $0.orders[user] } }

  /// Keeps the order of a list whose next page may follow.
  ///
  /// Orders that were kept longest ago make room for it.
  package func keep(_ order: Order, of user: UserKey) {
    state.withLock { state in
      state.drop(user)
      guard order.places.count <= placesAtMost else { return }
      while let oldest = state.users.first,
        state.users.count >= listsAtMost || state.places + order.places.count > placesAtMost
      { state.drop(oldest) }
      state.orders[user] = order
      state.users.append(user)
      state.places += order.places.count
    }
  }

  /// Forgets the order of a list that was read to its end.
  package func drop(_ user: UserKey) { state.withLock { $0.drop(user) } }
}

extension ListOrders.State {
  fileprivate mutating func drop(_ user: UserKey) {
    guard let order = orders.removeValue(forKey: user) else { return }
    users.removeAll { $0 == user }
    places -= order.places.count
  }
}
