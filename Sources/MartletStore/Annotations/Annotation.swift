import MartletWire

/// A kind of annotation, and its owner; the numbers are those of the wire schema.
package enum AnnotationKind: Int64, Sendable, CaseIterable {
  /// Each member's own.
  case reaction = 1
  /// The message's, set by any member.
  case property
  /// Each member's own, on a poll.
  case vote
  /// The message's: it is pinned to its conversation.
  case pin
  /// An annotation of the message itself: its poll takes no more votes.
  case closing
  /// The message's: how many messages reply to it.
  case reply
  /// An earlier version of an edited message; returned only on request.
  case version

  /// True if each member has keys of their own, which the message counts.
  package var isCounted: Bool { self == .reaction || self == .vote }
}

/// One key that is set or taken away.
package struct AnnotationItem: Sendable, Hashable {
  package var key: String
  /// Nil if the key is taken away.
  package var value: String?

  package init(_ key: String, _ value: String? = "") {
    self.key = key
    self.value = value
  }
}

/// A change of a message's annotations.
///
/// As requested, a vote names the whole ballot. As stored, it names the actual changes: each added item was absent before (except
/// properties), and each removed item was present.
package struct Annotation: Sendable, Equatable {
  package var target: UInt64
  package var kind: AnnotationKind
  /// Empty once the message was recalled.
  package var items: [AnnotationItem]
  /// Whether nobody is told whose doing it is.
  package var isSecret: Bool

  package init(target: UInt64, kind: AnnotationKind, items: [AnnotationItem], isSecret: Bool = false) {
    self.target = target
    self.kind = kind
    self.items = items
    self.isSecret = isSecret
  }

  var bytes: Int { items.reduce(0) { $0 &+ 8 &+ $1.key.utf8.count &+ ($1.value?.utf8.count ?? 0) } }
}

/// The place of an annotation: a kind and a name, for the message or for one member.
package struct AnnotationSlot: Sendable, Hashable {
  package var kind: AnnotationKind
  /// A user's id, or one of the two constants below, which are not ids.
  package var owner: String
  package var name: String

  /// The message's own annotations, shown to everyone: counts, properties, and the message's state.
  package static let shared = ""
  /// Data returned on request: each reply under its position, each earlier version under its entry's position.
  package static let replies = "#"

  package init(_ kind: AnnotationKind, _ owner: String, _ name: String) {
    self.kind = kind
    self.owner = owner
    self.name = name
  }

  /// That a message may have properties.
  package static let expandable = AnnotationSlot(.property, shared, "")
  package static let pin = AnnotationSlot(.pin, shared, "")
  package static let closing = AnnotationSlot(.closing, shared, "")
  package static let replyCount = AnnotationSlot(.reply, shared, "")

  /// A reply, by its position.
  package static func reply(_ seq: UInt64) -> AnnotationSlot { AnnotationSlot(.reply, replies, sortable(seq)) }

  /// The version of a message that begins at the entry at a position: the original or an edit.
  static func version(_ seq: UInt64) -> AnnotationSlot { AnnotationSlot(.version, replies, sortable(seq)) }

  /// A name by which slots sort as positions.
  private static func sortable(_ seq: UInt64) -> String {
    let digits = String(seq)
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }
}

/// The value of a slot.
package struct AnnotationValue: Sendable, Hashable {
  /// A property's value, a count, or the user who pinned; otherwise empty.
  package var text: String
  /// The entry that put it there, or changed it last.
  package var seq: UInt64

  package init(_ text: String = "", seq: UInt64) {
    self.text = text
    self.seq = seq
  }
}

/// A slot and its value.
package struct AttachedAnnotation: Sendable, Hashable {
  package var slot: AnnotationSlot
  package var value: AnnotationValue

  package init(_ slot: AnnotationSlot, _ value: AnnotationValue) {
    self.slot = slot
    self.value = value
  }
}

extension [AttachedAnnotation] {
  /// The shared ones first, then a member's own; of each by kind and name.
  init(sorting slots: [AnnotationSlot: AnnotationValue]) {
    self = slots.map { AttachedAnnotation($0, $1) }.sorted { one, other in
      if one.slot.owner != other.slot.owner { return one.slot.owner < other.slot.owner }
      if one.slot.kind != other.slot.kind { return one.slot.kind.rawValue < other.slot.kind.rawValue }
      return one.slot.name.utf8.lexicographicallyPrecedes(other.slot.name.utf8)
    }
  }
}

/// The user who made a counted annotation, and its entry.
package struct AnnotatorRecord: Sendable, Equatable {
  package var user: UserID
  package var seq: UInt64

  package init(user: UserID, seq: UInt64) {
    self.user = user
    self.seq = seq
  }
}
