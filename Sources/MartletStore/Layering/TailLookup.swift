/// What the layers of a conversation know of one position.
struct TailLookup: Sendable {
  /// The append, where it is not in the tables yet.
  private(set) var entry: AppendEffects?
  /// How the entry changed since, or since it was put into the tables; without what is attached to it.
  private(set) var patch = EntryPatch()

  /// Looks into layers, the older first.
  init(_ seq: UInt64, in layers: [ConversationTail]) {
    for layer in layers {
      entry = entry ?? layer.append(at: seq)
      if let change = layer.patches[seq] { patch.addWithoutAnnotations(change) }
    }
  }
}

/// What the layers of a conversation know of what is attached to a message, of one kind and for one owner.
struct TailAnnotations: Sendable {
  /// What changed, by name; nil for what was taken away.
  private(set) var changed: [String: AnnotationValue?] = [:]
  /// Whether the message was recalled: nothing is attached to it any more, also of what is in the tables.
  let isRecalled: Bool

  /// Looks into layers, the older first.
  init(of target: UInt64, kind: AnnotationKind, owner: String, in layers: [ConversationTail]) {
    // The patches stay where they are: nothing of them is copied but what is asked for.
    isRecalled = layers.contains { $0.patches[target]?.isRecalled == true }
    guard !isRecalled else { return }
    for layer in layers {
      for (slot, value) in layer.patches[target]?.annotations ?? [:] where slot.kind == kind && slot.owner == owner {
        changed.updateValue(value, forKey: slot.name)
      }
    }
  }
}
