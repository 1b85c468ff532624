import MartletWire

/// A text about a group, for all its members.
package struct Announcement: Sendable, Equatable {
  /// Empty for one that was removed.
  package var text: String
  package var by: UserID
  /// Milliseconds since 1970.
  package var time: Int64
  /// The position of its entry.
  package var seq: UInt64
  /// The position of the one before; 0 for none.
  package var previous: UInt64

  /// Nil if an entry is none.
  package init?(_ entry: LogEntry) {
    guard case .announced(let text, let previous) = entry.event else { return nil }
    (self.text, self.previous) = (text, previous)
    (by, time, seq) = (entry.sender, entry.time, entry.seq)
  }

  /// Nil if it is malformed.
  init?(_ wire: Wire.Announcement) {
    guard let by = UserID(wire.by) else { return nil }
    self.by = by
    (text, time, seq, previous) = (wire.text, wire.time, wire.seq, wire.previous)
  }

  /// As the wire shows it.
  package var wire: Wire.Announcement { Wire.Announcement(text: text, by: by.text, time: time, seq: seq) }

  /// As it lies in the rules.
  var stored: Wire.Announcement {
    var stored = wire
    stored.previous = previous
    return stored
  }
}
