import MartletWire

/// The part of a conversation's changes that a scan of its entries needs.
package struct TailPage: Sendable {
  /// The first or the newest appends in the range, ascending.
  private var appends: [AppendEffects] = []
  /// The position of the first entry that is not in the rows; nil if all are.
  private(set) var first: UInt64?
  /// Changes of entries, in the rows or here.
  private(set) var patches: [UInt64: EntryPatch] = [:]

  /// Copies the requested part of the layers, oldest first; nil if there are none.
  ///
  /// The writer waits meanwhile, so this copies and does nothing else.
  init?(_ layers: [ConversationTail], in range: ClosedRange<UInt64>, limit: Int, newest: Bool) {
    guard !layers.isEmpty else { return nil }
    for tail in layers {
      first = first ?? tail.first
      for (seq, patch) in tail.patches where range.contains(seq) { patches[seq, default: EntryPatch()].add(patch) }
      let found = tail.appends(in: range)
      if newest {
        appends = (appends + found.suffix(limit)).suffix(limit)
      } else {
        appends += found.prefix(limit &- appends.count)
      }
    }
  }

  var count: Int { appends.count }

  /// Visits the entries with their later changes; returns true if all visits did.
  func each(backwards: Bool, _ visit: (AppendEffects, EntryPatch?) throws -> Bool) rethrows -> Bool {
    for index in appends.indices {
      let append = appends[backwards ? appends.count &- 1 &- index : index]
      guard try visit(append, patches.isEmpty ? nil : patches[append.entry.seq]) else { return false }
    }
    return true
  }
}
