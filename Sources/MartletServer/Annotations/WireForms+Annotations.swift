import MartletStore
import MartletWire

extension AnnotationKind {
  /// A kind that a request may name; nil for one that this server does not know, or that follows from others.
  init?(_ wire: Wire.AnnotationKind) {
    guard let kind = AnnotationKind(rawValue: Int64(wire.rawValue)), kind != .reply, kind != .version else { return nil }
    self = kind
  }

  var wire: Wire.AnnotationKind { Wire.AnnotationKind(rawValue: Int32(truncatingIfNeeded: rawValue)) }
}

extension Wire.Annotated {
  init(_ annotation: Annotation) {
    self.init(target: annotation.target, kind: annotation.kind.wire, items: annotation.items.map { Wire.AnnotationItem($0) })
  }
}

extension Wire.Annotations {
  /// Those that a message has from the beginning, at the position it got.
  init(first properties: [AnnotationItem], at seq: UInt64) {
    let slots = properties.filter { $0.value != nil }.map { AnnotationSlot(.property, AnnotationSlot.shared, $0.key) }
    let values = Dictionary(zip(slots, properties.compactMap(\.value))) { $1 }
    self.init(through: seq, expandable: true)
    for (slot, text) in values.sorted(by: { $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8) }) {
      take(AttachedAnnotation(slot, AnnotationValue(text, seq: seq)))
    }
  }

  /// Those of a stored message, as its reader sees them; nil if there never were any.
  init?(of entry: LogEntry) {
    guard entry.annotated > 0, !entry.isRecalled else { return nil }
    self.init(through: entry.annotated)
    for annotation in entry.annotations where annotation.slot.owner == AnnotationSlot.shared { take(annotation) }
    for annotation in entry.annotations where annotation.slot.owner != AnnotationSlot.shared {
      let slot = annotation.slot
      if slot.kind == .vote, entry.isSecretPoll { continue }
      guard let index = tallies.firstIndex(where: { $0.kind == slot.kind.wire && $0.key == slot.name }) else { continue }
      tallies[index].mine = true
    }
  }

  private mutating func take(_ annotation: AttachedAnnotation) {
    let (slot, value) = (annotation.slot, annotation.value)
    switch slot.kind {
    case .reaction, .vote, .reply:
      tallies.append(Wire.Tally(kind: slot.kind.wire, key: slot.name, count: UInt32(value.text) ?? .max))
    case .property where slot == .expandable: expandable = true
    case .property: properties.append(Wire.AnnotationItem(key: slot.name, value: value.text))
    case .pin: (pinnedBy, pinnedAt) = (value.text, value.seq)
    case .closing: closed = true
    case .version: break
    }
  }
}

extension LogEntry {
  /// True for a poll whose votes are secret, even from the voter's other devices.
  fileprivate var isSecretPoll: Bool {
    if case .message(let type, let content) = event { PollRules.isSecret(type: type, content: content) } else { false }
  }
}
