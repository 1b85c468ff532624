import MartletTesting
import MartletWire
import Testing

@testable import MartletStore

@Suite struct ChangeCodingTests {
  private func encoded(_ changes: [Change]) -> [UInt8] {
    var encoder = ChangeEncoder()
    encoder.encode(changes)
    return encoder.bytes
  }

  /// Reads as the store does: conversations are known from the changes before, in this row or in earlier ones.
  private func decoded(_ bytes: [UInt8], knowing known: [Int64: ConversationState] = [:]) throws -> [Change] {
    var conversations = known
    var changes: [Change] = []
    try ChangeDecoder.decode(bytes) { number in
      guard let conversation = conversations[number] else { throw StoreError(.corrupt, "no conversation \(number)") }
      return conversation
    } each: { change in
      switch change {
      case .append(let effects): conversations[effects.conversation.number] = effects.conversation
      case .pair(let state): conversations[state.number] = state
      default: break
      }
      changes.append(change)
    }
    return changes
  }

  private func code(_ bytes: [UInt8], knowing known: [Int64: ConversationState] = [:]) -> StoreError.Code? {
    do {
      _ = try decoded(bytes, knowing: known)
      return nil
    } catch {
      return (error as? StoreError)?.code ?? .failed
    }
  }

  @Test(arguments: SeededRandom.environmentSeeds(1)) func whatIsEncodedIsDecoded(seed: UInt64) throws {
    var random = RandomChanges(seed: seed)
    var encoder = ChangeEncoder()
    for round in 0..<300 {
      let known = random.conversations
      let changes = random.some(Int.random(in: 0...12, using: &random.random))
      encoder.encode(changes)
      let again = try decoded(encoder.bytes, knowing: known)
      #expect(again == changes, "seed \(seed), round \(round)")
      // Texts are equal in several forms of Unicode; the bytes tell.
      #expect(encoded(again) == encoder.bytes, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: SeededRandom.environmentSeeds(1)) func aRowCutShortIsDamaged(seed: UInt64) throws {
    var random = RandomChanges(seed: seed)
    let known = random.conversations
    let bytes = encoded(random.some(40))
    for count in 0..<bytes.count {
      #expect(code(Array(bytes[..<count]), knowing: known) == .corrupt, "seed \(seed), \(count) bytes")
    }
    #expect(code(bytes + [0], knowing: known) == .corrupt)
  }

  @Test(arguments: SeededRandom.environmentSeeds(1)) func damageNeverTraps(seed: UInt64) throws {
    var random = RandomChanges(seed: seed)
    let known = random.conversations
    let bytes = encoded(random.some(12))
    var found = 0
    for index in bytes.indices {
      var broken = bytes
      broken[index] ^= UInt8.random(in: 1...255, using: &random.random)
      let code = code(broken, knowing: known)
      #expect(code == nil || code == .corrupt || (code == .newer && index == 0), "seed \(seed), byte \(index)")
      found += code == nil ? 0 : 1
    }
    #expect(found > 50, "seed \(seed)")
    for _ in 0..<1000 {
      let noise = (0..<Int.random(in: 0...80, using: &random.random)).map { _ in random.random.next() }
      let tail = noise.map { UInt8(truncatingIfNeeded: random.chance(3) ? $0 % 5 : $0) }
      #expect(code([ChangeFormat.version] + tail + [0xFF], knowing: known) == .corrupt, "seed \(seed)")
    }
  }

  @Test(arguments: [
    // A list of 2^64 - 1 users; a text of 2^63 bytes; a number of eleven groups; one beyond 64 bits.
    [1, 0x04, 0x61] + [UInt8](repeating: 0xFF, count: 9) + [1], [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    [UInt8](repeating: 0x80, count: 11), [UInt8](repeating: 0xFF, count: 9) + [2],
  ])
  func impossibleLengthsAreDamage(bytes: [UInt8]) {
    #expect(code([ChangeFormat.version, ChangeFormat.Tag.user.rawValue] + bytes) == .corrupt)
    #expect(code([ChangeFormat.version, ChangeFormat.Tag.mark.rawValue] + bytes) == .corrupt)
  }

  @Test func aLaterVersionIsRefusedAsSuch() {
    #expect(code([ChangeFormat.version, 0]) == nil)
    #expect(code([ChangeFormat.version + 1, 0]) == .newer)
    #expect(code([0, 0]) == .corrupt)
  }

  @Test func errorsOfTheReaderArePassedOn() throws {
    struct Mine: Error {}
    var random = RandomChanges(seed: 1)
    let bytes = encoded(random.some(20))
    #expect(throws: Mine.self) {
      try ChangeDecoder.decode(bytes) { _ in
        throw Mine()
      } each: { _ in
        throw Mine()
      }
    }
  }

  @Test func aGroupOfAnEarlierVersionHasNoAttributesAndNoRelations() throws {
    let state = ConversationState(
      app: .demo, number: 1,
      record: ConversationRecord(
        id: .team, title: "T", owner: .alice, head: 1, countable: 0, time: Append.noon, stamp: 1, memberCount: 1),
      shown: 0)
    let effects = AppendEffects(
      conversation: state, shownBefore: 0, isNew: true,
      entry: LogEntry(
        seq: 1, time: Append.noon, sender: .alice, clientID: .fresh(), countable: 0,
        event: .groupCreated(title: "T", owner: .alice, members: [.alice])), counts: false,
      fingerprint: [UInt8](repeating: 0xAA, count: 16), fold: nil, joins: [], leaves: [], isMessage: false, userEntries: [])
    var bytes = encoded([.append(effects)])
    // Their number stands before the fingerprint.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [16] + effects.fingerprint) })
    #expect(bytes.remove(at: place - 1) == 0)
    // Theirs stand behind the title.
    let title = try #require(bytes.indices.first { bytes[$0...].starts(with: [1, UInt8(ascii: "T")]) })
    #expect(bytes.remove(at: title + 2) == 0)
    bytes[0] = 5
    #expect(try decoded(bytes) == [.append(effects)])
  }

  /// Quotation marks take twice the space in the stored form, which exceeds the limit of one packet.
  @Test func annotationsOfAnyAllowedSizeAreReadAgain() throws {
    let value = String(repeating: "\"", count: 64 << 10)
    let annotation = Annotation(target: 1, kind: .property, items: (0..<40).map { AnnotationItem("p\($0)", value) })
    let effects = append(.annotated(annotation), isMessage: false, at: 2, countable: 1, of: 1, stamp: 2)
    let again = try decoded(encoded([.append(effects)]), knowing: [1: effects.conversation])
    // Too long to be shown where it fails.
    let isSame = again == [.append(effects)]
    #expect(isSame)
  }

  /// The text of a message is the largest part of its row.
  @Test func aPlainMessageIsLittleMoreThanItsText() throws {
    let content = String(repeating: "x", count: 128)
    let effects = append(
      .message(type: "text", content: content), isMessage: true, at: 5000, countable: 5000, of: 70_000, stamp: 3_000_000)
    let overhead = encoded([.append(effects)]).count - content.utf8.count - effects.fingerprint.count
    #expect(overhead < 64, "\(overhead)")
    #expect(try decoded(encoded([.append(effects)]), knowing: [70_000: effects.conversation]) == [.append(effects)])
  }

  /// An append at the newest position of a direct conversation of this number.
  private func append(
    _ event: LogEvent, isMessage: Bool, at seq: UInt64, countable: UInt64, of number: Int64, stamp: UInt64
  ) -> AppendEffects {
    let record = ConversationRecord(
      id: .pair, title: "", owner: nil, head: seq, countable: countable, time: Append.noon, stamp: stamp, memberCount: 2)
    return AppendEffects(
      conversation: ConversationState(app: .demo, number: number, record: record, shown: countable), shownBefore: countable,
      isNew: false,
      entry: LogEntry(seq: seq, time: Append.noon, sender: .alice, clientID: .fresh(), countable: countable, event: event),
      counts: isMessage, fingerprint: [UInt8](repeating: 7, count: 32), fold: nil, joins: [], leaves: [],
      isMessage: isMessage, userEntries: [])
  }
}

@Suite struct PackedUUIDTests {
  @Test func onlyTheLowerCaseFormIsPacked() {
    let text = "01234567-89ab-cdef-fedc-ba9876543210"
    #expect(PackedUUID(text)?.text == text)
    #expect(PackedUUID(text) == PackedUUID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210))
    for other in [
      text.uppercased(), String(text.dropLast()), text + "0", text.replacing("-", with: "0"), "", "g" + text.dropFirst(),
    ] {
      #expect(PackedUUID(other) == nil, "\(other)")
    }
  }
}
