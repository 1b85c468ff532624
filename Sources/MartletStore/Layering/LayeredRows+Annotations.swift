import MartletWire

// Annotations of messages.
extension LayeredRows {
  private func changed(
    _ target: UInt64, _ kind: AnnotationKind, _ owner: String, in number: Int64
  ) throws -> TailAnnotations {
    try source.look(at: number) { TailAnnotations(of: target, kind: kind, owner: owner, in: $0) }
  }

  package func slots(of seq: UInt64, kind: AnnotationKind, owner: String, in number: Int64) throws -> [String: SlotBrief] {
    let recent = try changed(seq, kind, owner, in: number)
    guard !recent.isRecalled else { return [:] }
    var found = try base.slots(of: seq, kind: kind, owner: owner, in: number)
    for (name, value) in recent.changed { found[name] = value.map { SlotBrief($0.text) } }
    return found
  }

  package func kept(
    _ kind: AnnotationKind, at seq: UInt64, of number: Int64, after: UInt64, limit: Int
  ) throws -> [(seq: UInt64, text: String)] {
    let recent = try changed(seq, kind, AnnotationSlot.replies, in: number)
    guard !recent.isRecalled else { return [] }
    // More, because some may have been removed.
    let stored = try base.kept(kind, at: seq, of: number, after: after, limit: limit.addingClamped(recent.changed.count))
    guard !recent.changed.isEmpty else { return stored }
    var all = Dictionary(stored.map { ($0.seq, $0.text) }) { $1 }
    for (name, value) in recent.changed {
      guard let position = UInt64(name), position > after else { continue }
      all[position] = value?.text
    }
    return all.sorted { $0.key < $1.key }.prefix(limit).map { ($0.key, $0.value) }
  }

  package func annotators(
    of name: String, kind: AnnotationKind, at seq: UInt64, in number: Int64, after: String, limit: Int
  ) throws -> [(user: String, seq: UInt64)] {
    let changes = try source.look(at: number) { layers -> [String: AnnotationValue?]? in
      guard !layers.contains(where: { $0.patches[seq]?.isRecalled == true }) else { return nil }
      var changes: [String: AnnotationValue?] = [:]
      for layer in layers {
        for (slot, value) in layer.patches[seq]?.annotations ?? [:]
        where slot.kind == kind && slot.name == name && slot.owner > after {
          changes.updateValue(value, forKey: slot.owner)
        }
      }
      return changes
    }
    guard let changes else { return [] }
    // More, because some may have been removed.
    let stored = try base.annotators(
      of: name, kind: kind, at: seq, in: number, after: after, limit: limit.addingClamped(changes.count))
    guard !changes.isEmpty else { return stored }
    var all = Dictionary(stored.map { ($0.user, $0.seq) }) { $1 }
    for (owner, value) in changes { all[owner] = value?.seq }
    return all.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.prefix(limit).map { ($0.key, $0.value) }
  }

  package func pinned(of number: Int64) throws -> Set<UInt64> {
    let changed = try source.look(at: number) { $0.map(\.pins) }
    var pinned = try base.pinned(of: number)
    for (seq, isPinned) in changed.joined() { if isPinned { pinned.insert(seq) } else { pinned.remove(seq) } }
    return pinned
  }
}
