import MartletWire

/// Of a conversation's changes, what a scan of its entries needs.
package struct TailPage: Sendable {
  /// Of those appended in the range, the first or the newest ones, ascending.
  private var appends: [AppendEffects] = []
  /// The position of the first entry that is not in the rows; nil where all are.
  private(set) var first: UInt64?
  /// Changes of entries, in the rows or here.
  private(set) var patches: [UInt64: EntryPatch] = [:]

  /// Of layers, the older first; nil where there are none.
  ///
  /// Who writes waits meanwhile: so nothing is made of what is found here, and only what is asked for is copied.
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

  /// Visits the entries, each with how it changed since, and tells whether all visits returned true.
  func each(backwards: Bool, _ visit: (AppendEffects, EntryPatch?) throws -> Bool) rethrows -> Bool {
    for index in appends.indices {
      let append = appends[backwards ? appends.count &- 1 &- index : index]
      guard try visit(append, patches.isEmpty ? nil : patches[append.entry.seq]) else { return false }
    }
    return true
  }
}
