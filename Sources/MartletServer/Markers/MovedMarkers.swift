import MartletStore
import MartletWire

/// The markers that a batch moved.
///
/// When many members read one message at the same time, each of them is told once of all, and not once for each.
struct MovedMarkers {
  /// In the order of each conversation's first marker; no page is longer than `most`.
  private(set) var pages: [(key: ConversationKey, markers: [Wire.Marker])] = []
  /// The newest page of each conversation.
  private var newest: [ConversationKey: Int] = [:]

  /// Few enough to fit into the shortest queue of a session.
  private static let most = 64

  mutating func add(_ marker: Wire.Marker, of key: ConversationKey) {
    if let index = newest[key], pages[index].markers.count < Self.most { return pages[index].markers.append(marker) }
    newest[key] = pages.count
    pages.append((key, [marker]))
  }
}
