import MartletWire

/// A link by which users join a group.
package struct JoinLink: Sendable, Equatable {
  /// The position of the entry that made it; 0 before that is known.
  package var id: UInt64
  package let by: UserID
  /// It lets nobody in from this time, in milliseconds since 1970; 0 for never.
  package let until: Int64
  /// It lets in this many users; 0 for any number.
  package let uses: UInt32
  /// It has let in this many.
  package var used: UInt32
  /// The text by which users join.
  package let code: String

  package init(id: UInt64 = 0, by: UserID, until: Int64, uses: UInt32, used: UInt32 = 0, code: String) {
    self.id = id
    self.by = by
    self.until = until
    self.uses = uses
    self.used = used
    self.code = code
  }

  /// True if it lets in one more user at a time, in milliseconds since 1970.
  package func isGood(at time: Int64) -> Bool { (until == 0 || until > time) && (uses == 0 || used < uses) }

  /// As the wire shows it.
  package var wire: Wire.JoinLink {
    Wire.JoinLink(id: id, by: by.text, until: until, uses: uses, used: used, code: code)
  }

  /// Nil if it is malformed.
  package init?(_ wire: Wire.JoinLink) {
    guard let by = UserID(wire.by) else { return nil }
    self.init(id: wire.id, by: by, until: wire.until, uses: wire.uses, used: wire.used, code: wire.code)
  }
}
