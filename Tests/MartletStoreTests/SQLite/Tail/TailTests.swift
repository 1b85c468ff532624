import MartletWire
import Testing

@testable import MartletStore

/// Layers over tables: reading them, and dropping them.
@Suite struct TailTests {
  private let tail = Tail(Slicing(runBits: 0), folded: [Int64](repeating: 0, count: Slicing.count), row: 0)

  private func state(_ number: Int64, head: UInt64) -> ConversationState {
    ConversationState(
      app: .demo, number: number,
      record: ConversationRecord(
        id: .sample("g\(number)"), title: "", owner: nil, head: head, countable: head, time: 0, stamp: head, memberCount: 2),
      shown: head)
  }

  private func message(
    _ seq: UInt64, in number: Int64, isNew: Bool = false, event: LogEvent? = nil, annotations: [AnnotationChange] = []
  ) -> Change {
    let event = event ?? .message(type: "text", content: "\(seq)")
    var fold: AppendEffects.Fold?
    var annotations = annotations
    if case .edited(let target, let type, let content) = event {
      fold = .edit(target: target, type: type, content: content, previous: 0)
      annotations.append(
        AnnotationChange(target: target, slot: .version(seq &- 1), value: AnnotationValue("text\nbefore", seq: seq &- 1)))
    }
    if case .recalled(let target) = event { fold = .recall(target: target, edits: [], counted: true) }
    return .append(
      AppendEffects(
        conversation: state(number, head: seq), shownBefore: seq &- 1, isNew: isNew,
        entry: LogEntry(seq: seq, time: 0, sender: .alice, clientID: .fresh(), countable: seq, event: event),
        counts: true, fingerprint: [], fold: fold, annotations: annotations, joins: [], leaves: [], isMessage: fold == nil,
        userEntries: []))
  }

  private func page(
    of number: Int64, in range: ClosedRange<UInt64> = 1...UInt64.max, limit: Int = .max, newest: Bool = false,
    above position: Int64?
  ) throws -> TailPage? {
    try tail.read(number, above: position) { TailPage($0, in: range, limit: limit, newest: newest) }
  }

  private func contents(_ number: Int64, above position: Int64?) throws -> [String] {
    try page(of: number, above: position)?.entries.map {
      if case .message(_, let content) = $0.event { content } else { "" }
    } ?? []
  }

  @Test func bothLayersReadAsOneUntilTheOlderIsInTheTables() throws {
    tail.publish([message(1, in: 5, isNew: true), message(2, in: 5)], row: 1)
    #expect(tail.freeze(5)?.last == 1)
    tail.publish([message(3, in: 5), message(4, in: 5, event: .edited(target: 2, type: "text", content: "two"))], row: 2)
    #expect(try contents(5, above: 0) == ["1", "two", "3", ""])
    #expect(try tail.read(5, above: 0) { $0.last?.state.record.head } == 4)
    // The tables have the older layer in this snapshot; the edit still applies to their entries.
    #expect(try contents(5, above: 1) == ["3", ""])
    let page = try page(of: 5, above: 1)
    #expect(page?.patches[2]?.content == "two")
    #expect(page?.first == 3)
  }

  @Test func lookingForAMessageCopiesNothingThatIsAttachedToIt() throws {
    let edits = (2...1001).map { seq in
      message(UInt64(seq), in: 5, event: .edited(target: 1, type: "text", content: "\(seq)"))
    }
    tail.publish([message(1, in: 5, isNew: true)] + edits, row: 1)
    let changed = try #require(try tail.read(5, above: nil) { $0.last })
    #expect(changed.patches[1]?.annotations.count == 1000)
    let found = TailLookup(1, in: [changed])
    #expect(found.patch.annotations.isEmpty)
    #expect(found.entry?.entry.seq == 1)
    #expect(found.patch.content == "1001")
    #expect(found.patch.revision == 1001)
  }

  @Test func ofWhatIsAttachedTheNewestLayerCounts() throws {
    func own(_ name: String, _ text: String?, at seq: UInt64) -> AnnotationChange {
      AnnotationChange(
        target: 1, slot: AnnotationSlot(.property, AnnotationSlot.shared, name),
        value: text.map { AnnotationValue($0, seq: seq) })
    }
    let old = ["a", "b", "c"].map { own($0, "old", at: 2) }
    tail.publish([message(1, in: 5, isNew: true), message(2, in: 5, annotations: old)], row: 1)
    _ = tail.freeze(5)
    let others = AnnotationChange(
      target: 1, slot: AnnotationSlot(.property, UserID.alice.text, "c"), value: AnnotationValue("hers", seq: 3))
    tail.publish([message(3, in: 5, annotations: [own("a", "new", at: 3), own("b", nil, at: 3), others])], row: 2)
    func changed() throws -> [String: AnnotationValue?] {
      try tail.read(5, above: nil) { layers in
        TailAnnotations(of: 1, kind: .property, owner: AnnotationSlot.shared, in: layers).changed
      }
    }
    let expected: [String: AnnotationValue?] = [
      "a": AnnotationValue("new", seq: 3), "b": nil, "c": AnnotationValue("old", seq: 2),
    ]
    #expect(try changed() == expected)
    tail.publish([message(4, in: 5, event: .recalled(target: 1))], row: 3)
    #expect(try changed().isEmpty, "nothing is attached to what was recalled")
  }

  @Test func aSnapshotFromBeforeALayerWasDroppedIsTooOld() throws {
    tail.publish([message(1, in: 5)], row: 7)
    _ = tail.freeze(5)
    tail.drop(5)
    #expect(throws: StaleSnapshot.self) { try contents(5, above: 6) }
    #expect(try contents(5, above: 7) == [])
    #expect(try contents(5, above: nil) == [], "the writer reads the tables afterwards")
    #expect(try contents(6, above: 0) == [], "other slices are not concerned")
  }

  @Test func theJournalMayLetGoOfWhatNoSliceNeeds() {
    #expect(tail.foldedThrough == 0)
    tail.publish([message(1, in: 1), message(1, in: 2)], row: 1)
    tail.publish([message(2, in: 1)], row: 2)
    tail.publish([message(2, in: 3)], row: 3)
    #expect(tail.foldedThrough == 0)
    for (slice, through) in [(1, Int64(0)), (2, 2), (3, 3)] {
      _ = tail.freeze(slice)
      #expect(tail.weight > 0)
      tail.drop(slice)
      #expect(tail.foldedThrough == through)
    }
    #expect(tail.weight == 0)
    tail.publish([message(3, in: 1)], row: 4)
    #expect(tail.foldedThrough == 3)
  }

  @Test func aLayerIsFrozenOnceUntilItIsDropped() {
    tail.publish([message(1, in: 5)], row: 1)
    #expect(tail.freeze(5)?.last == 1)
    tail.publish([message(2, in: 5)], row: 2)
    #expect(tail.freeze(5)?.last == 1, "a fold that failed is tried again")
    tail.drop(5)
    #expect(tail.freeze(5)?.last == 2)
    #expect(tail.freeze(4) == nil)
  }

  @Test(arguments: [true, false], [1, 2, 3, 9]) func pagesEndWhereTheyShould(newest: Bool, limit: Int) throws {
    tail.publish((1...3).map { message($0, in: 5) }, row: 1)
    _ = tail.freeze(5)
    tail.publish((4...6).map { message($0, in: 5) }, row: 2)
    for lower in UInt64(1)...6 {
      for upper in lower...7 {
        let page = try page(of: 5, in: lower...upper, limit: limit, newest: newest, above: 0)
        let all = Array(lower...min(upper, 6))
        #expect(page?.entries.map(\.seq) == Array(newest ? all.suffix(limit) : all.prefix(limit)))
      }
    }
  }

  @Test func ageIsThatOfTheOldestChangeThatIsNotFolded() {
    let tail = Tail(Slicing(runBits: 0), folded: [Int64](repeating: 0, count: Slicing.count), row: 0)
    #expect(tail.oldest == nil)
    tail.publish([message(1, in: 1)], row: 1, at: .seconds(10))
    tail.publish([message(2, in: 1), message(1, in: 2)], row: 2, at: .seconds(20))
    #expect(tail.oldest == .seconds(10))
    _ = tail.freeze(1)
    tail.publish([message(3, in: 1)], row: 3, at: .seconds(30))
    #expect(tail.oldest == .seconds(10))
    tail.drop(1)
    #expect(tail.oldest == .seconds(20))
    _ = tail.freeze(2)
    tail.drop(2)
    #expect(tail.oldest == .seconds(30))
    _ = tail.freeze(1)
    tail.drop(1)
    #expect(tail.oldest == nil)
  }
}

extension TailPage {
  /// The entries as they are now.
  fileprivate var entries: [LogEntry] {
    var entries: [LogEntry] = []
    _ = each(backwards: false) { append, patch in
      var entry = append.entry
      patch?.apply(to: &entry)
      entries.append(entry)
      return true
    }
    return entries
  }
}
