// Any bytes as a row of the store's journal.

import MartletWire

@testable import MartletStore

/// Called by libFuzzer with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let changes = decode([UInt8](UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  // What decodes must encode to something that decodes to the same.
  var encoder = ChangeEncoder()
  encoder.encode(changes)
  let bytes = encoder.bytes
  guard let again = decode(bytes), again == changes else { fatalError("changed by encoding: \(changes)") }
  encoder.encode(again)
  guard encoder.bytes == bytes else { fatalError("encoded otherwise: \(changes)") }
  return 0
}

/// Takes every conversation of an even number as known.
private func decode(_ bytes: [UInt8]) -> [Change]? {
  guard let app = AppID("demo"), let group = ConversationID.group("known") else { return nil }
  var made: [Int64: ConversationState] = [:]
  var changes: [Change] = []
  do {
    try ChangeDecoder.decode(bytes) { number in
      if let state = made[number] { return state }
      guard number % 2 == 0 else { throw StoreError(.corrupt, "not known") }
      let record = ConversationRecord(
        id: group, title: "Known", owner: nil, head: 7, countable: 5, time: 1_750_000_000_000, stamp: 9, memberCount: 3)
      return ConversationState(app: app, number: number, record: record, shown: 6)
    } each: { change in
      if case .append(let effects) = change { made[effects.conversation.number] = effects.conversation }
      changes.append(change)
    }
  } catch {
    guard let error = error as? StoreError, error.code == .corrupt || error.code == .newer else {
      fatalError("not the right error: \(error)")
    }
    return nil
  }
  return changes
}
