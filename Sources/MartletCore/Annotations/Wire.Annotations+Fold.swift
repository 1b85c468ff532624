import MartletWire

extension Wire.Annotations {
  /// More than this, no server allows.
  private static let mostKeys = 2_000
  private static let mostValueBytes = 64 << 10

  /// Folds in the entry at a position, unless it is contained already.
  ///
  /// - Parameters:
  ///   - annotated: The entry's changes.
  ///   - seq: Its position.
  ///   - sender: The user who made the changes; empty if unknown.
  ///   - user: The reader of the message.
  /// - Returns: True if the entry was new.
  mutating func fold(_ annotated: Wire.Annotated, at seq: UInt64, by sender: String, for user: UserID?) -> Bool {
    guard seq > through, !annotated.items.isEmpty else { return false }
    through = seq
    for item in annotated.items {
      switch annotated.kind {
      case .reaction, .vote: count(annotated.kind, item.key, isGone: item.removed, isMine: sender == user?.text)
      case .property: set(item)
      case .pin: (pinnedBy, pinnedAt) = item.removed ? ("", 0) : (sender, seq)
      case .closing: closed = true
      // A kind of a later version: only a fresh snapshot shows it.
      default: break
      }
    }
    return true
  }

  /// Folds in a reply at a position, or the recall of one.
  mutating func foldReply(at seq: UInt64, isGone: Bool) -> Bool {
    guard seq > through else { return false }
    through = seq
    count(.reply, "", isGone: isGone, isMine: false)
    return true
  }

  private mutating func count(_ kind: Wire.AnnotationKind, _ key: String, isGone: Bool, isMine: Bool) {
    let index =
      tallies.firstIndex { !isOrdered(($0.kind.rawValue, $0.key.utf8), before: (kind.rawValue, key.utf8)) } ?? tallies.count
    let isThere = index < tallies.count && tallies[index].kind == kind && tallies[index].key == key
    if !isThere {
      if !isGone, tallies.count < Self.mostKeys {
        tallies.insert(Wire.Tally(kind: kind, key: key, count: 1, mine: isMine), at: index)
      }
    } else if isGone, tallies[index].count <= 1 {
      tallies.remove(at: index)
    } else {
      tallies[index].count = isGone ? tallies[index].count &- 1 : tallies[index].count.addingClamped(1)
      if isMine { tallies[index].mine = !isGone }
    }
  }

  private mutating func set(_ item: Wire.AnnotationItem) {
    let index = properties.firstIndex { !$0.key.utf8.lexicographicallyPrecedes(item.key.utf8) } ?? properties.count
    if index < properties.count, properties[index].key == item.key { properties.remove(at: index) }
    guard !item.removed, properties.count < Self.mostKeys, item.value.utf8.count <= Self.mostValueBytes else { return }
    properties.insert(Wire.AnnotationItem(key: item.key, value: item.value), at: index)
  }
}

extension UInt32 {
  fileprivate func addingClamped(_ other: UInt32) -> UInt32 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

/// Whether a kind and key sort before others.
private func isOrdered(_ one: (Int32, String.UTF8View), before other: (Int32, String.UTF8View)) -> Bool {
  one.0 != other.0 ? one.0 < other.0 : one.1.lexicographicallyPrecedes(other.1)
}
