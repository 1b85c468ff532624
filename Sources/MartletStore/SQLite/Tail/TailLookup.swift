/// What the layers of a conversation know of one position.
struct TailLookup: Sendable {
  /// The entry, where it is not in the tables yet.
  private(set) var entry: TailEntry?
  /// How the entry in the tables changed.
  private(set) var patch = EntryPatch()

  /// Looks into layers, the older first.
  init(_ seq: UInt64, in layers: [ConversationTail]) {
    for layer in layers {
      if let found = layer.entry(at: seq) { entry = found }
      guard let change = layer.patches[seq] else { continue }
      patch.add(change)
      if var changed = entry {
        change.apply(to: &changed.entry)
        entry = changed
      }
    }
  }
}

/// What the layers of a conversation know of its newest message before a position that is not recalled.
struct TailShown: Sendable {
  /// Its position, where it is not in the tables yet.
  private(set) var shown: UInt64?
  /// The positions before this one are in the tables.
  private(set) var first: UInt64
  /// Messages of the tables that were recalled since.
  private(set) var recalled: Set<UInt64> = []

  /// Looks into layers, the older first.
  init(before seq: UInt64, in layers: [ConversationTail]) {
    first = seq
    for layer in layers.reversed() {
      if seq > 1 {
        shown =
          shown
          ?? layer.entries(in: 1...(seq &- 1)).last { entry in
            entry.message.map { !$0.isRecalled } ?? false && !recalled.contains(entry.entry.seq)
          }?.entry.seq
      }
      for (seq, patch) in layer.patches where patch.isRecalled { recalled.insert(seq) }
      if let start = layer.entries.first?.entry.seq { first = min(first, start) }
    }
  }
}
