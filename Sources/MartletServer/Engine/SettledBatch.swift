import MartletNet
import MartletStore
import MartletWire

/// A batch that the store has answered.
struct SettledBatch {
  let appends: [Shared<Append>]
  let waiting: [WaitingAppend]
  let outcomes: [AppendOutcome]
  /// For each kept message, the index of the message of its conversation that was kept before it.
  private var previous: [Int?]

  init(_ batch: AppendBatch, _ outcomes: [AppendOutcome]) {
    appends = batch.appends
    waiting = batch.waiting
    self.outcomes = outcomes
    previous = [Int?](repeating: nil, count: appends.count)
  }

  /// Keeps a message of `bytes` bytes for a common push.
  mutating func keep(_ index: Int, bytes: Int, for slot: Slot) {
    previous[index] = slot.unpushed.last
    slot.unpushed.last = index
    slot.unpushed.count &+= 1
    slot.unpushed.bytes &+= bytes
  }

  /// Removes a conversation's kept messages and returns them as one frame; nil for none.
  func takeFrame(of slot: Slot) -> (frame: SharedBytes, count: Int)? {
    let unpushed = slot.unpushed
    guard unpushed.count > 0 else { return nil }
    slot.unpushed = UnpushedMessages()
    let frame = WebSocket.serverFrame(opcode: .binary, count: Wire.MessageEntry.pushSize(ofEntries: unpushed.bytes)) {
      Wire.MessageEntry.encodePush(into: $0) { encode(unpushed, into: &$0) }
    }
    return (frame, unpushed.count)
  }

  private func encode(_ messages: UnpushedMessages, into writer: inout BinaryWriter) {
    var next = messages.last
    while let index = next {
      if case .stored(let stored) = outcomes[index] {
        appends[index].lendMessage(as: stored) { $0.encode(in: .push, into: &writer) }
      }
      next = previous[index]
    }
  }
}

/// The kept messages of one conversation.
struct UnpushedMessages {
  /// The index of the newest in the batch.
  var last: Int?
  var count = 0
  /// The bytes of the encoded entries.
  var bytes = 0
}
