/// One position as the unfolded layers see it.
struct TailLookup: Sendable {
  /// The append, if it is not in the tables yet.
  private(set) var entry: AppendEffects?
  /// Changes of the entry after its append, or after it was folded into the tables; without annotations.
  private(set) var patch = EntryPatch()

  /// Searches layers, oldest first.
  init(_ seq: UInt64, in layers: [ConversationTail]) {
    for layer in layers {
      entry = entry ?? layer.append(at: seq)
      if let change = layer.patches[seq] { patch.addWithoutAnnotations(change) }
    }
  }
}

/// A message's annotations of one kind and owner as the unfolded layers see them.
struct TailAnnotations: Sendable {
  /// Changes by name; nil for removed annotations.
  private(set) var changed: [String: AnnotationValue?] = [:]
  /// True if the message was recalled, which drops its annotations, stored ones included.
  let isRecalled: Bool

  /// Searches layers, oldest first.
  init(of target: UInt64, kind: AnnotationKind, owner: String, in layers: [ConversationTail]) {
    // Copies only the requested parts of the patches.
    isRecalled = layers.contains { $0.patches[target]?.isRecalled == true }
    guard !isRecalled else { return }
    for layer in layers {
      for (slot, value) in layer.patches[target]?.annotations ?? [:] where slot.kind == kind && slot.owner == owner {
        changed.updateValue(value, forKey: slot.name)
      }
    }
  }
}
