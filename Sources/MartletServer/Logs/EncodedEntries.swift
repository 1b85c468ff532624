import MartletStore
import MartletWire

/// Entries as a page of a log shows them, put into their binary form one by one as the store reads them.
struct EncodedEntries: EntrySink {
  private let conversation: ConversationID
  private var room: AnswerRoom
  /// One after the other, each a whole field of `Wire.Entries`.
  private var bytes: ByteWriter
  /// The start of each entry.
  private var starts: [Int] = []

  /// Takes entries of a conversation until they fill an answer's room of so many bytes, but one at least.
  init(of conversation: ConversationID, limit: Int) {
    self.conversation = conversation
    room = AnswerRoom(bytes: limit)
    // Some fifty short messages.
    bytes = ByteWriter(capacity: 16 << 10)
  }

  mutating func take(_ message: LentMessage) -> Bool {
    var name = conversation.text
    return name.withUTF8 { name in
      let entry = Wire.MessageEntry(
        conversation: UnsafeRawBufferPointer(name), seq: message.seq, time: message.time, sender: message.sender,
        clientID: message.clientID, countable: message.countable, type: message.type, content: message.content,
        revision: message.revision, isRecalled: message.isRecalled, replyTo: message.parent, details: message.details)
      return take(size: entry.encodedSize, text: message.content.count) { entry.encode(into: &$0) }
    }
  }

  mutating func take(_ entry: LogEntry) -> Bool { take(Wire.Entry(entry, of: conversation)) }

  mutating func takeWithheld(seq: UInt64, time: Int64, countable: UInt64) -> Bool {
    take(Wire.Entry(conversation: conversation.text, seq: seq, time: time, countable: countable).withheld)
  }

  private mutating func take(_ entry: Wire.Entry) -> Bool {
    let field = Wire.Entries(entries: [entry])
    return take(size: field.encodedSize, text: entry.textBytes) { field.encode(into: &$0) }
  }

  mutating func take(_ entry: HiddenLogEntry) -> Bool {
    let field = Wire.Entries(entries: [Wire.Entry(entry, of: conversation)])
    return take(size: field.encodedSize, text: 0) { field.encode(into: &$0) }
  }

  private mutating func take(size: Int, text: Int, encode: (inout ByteWriter) -> Void) -> Bool {
    guard room.take(bytes: size, text: text) else { return false }
    starts.append(bytes.bytes.count)
    encode(&bytes)
    return !room.isFull
  }

  /// The answer with these entries.
  ///
  /// The entries are encoded as unknown fields, which the encoder copies unchanged. A decoder reads them as the fields that the
  /// schema defines.
  ///
  /// - Parameters:
  ///   - head: The newest position of the log.
  ///   - first: The first position visible to the reader.
  ///   - backwards: Whether the entries came in descending order; the answer has them ascending.
  /// - Returns: The page as the wire shows it.
  func answer(head: UInt64, first: UInt64, backwards: Bool) -> Wire.Entries {
    var answer = Wire.Entries(conversation: conversation.text, head: head, first: first)
    bytes.bytes.withUnsafeBytes { all in
      guard backwards else { return answer.unknownFields.append(all) }
      var fields = UnknownFields(capacity: all.count)
      var end = all.count
      for start in starts.reversed() {
        fields.append(UnsafeRawBufferPointer(rebasing: all[start..<end]))
        end = start
      }
      answer.unknownFields = fields
    }
    return answer
  }
}

extension Wire.Entry {
  /// The length of the content that it brings.
  fileprivate var textBytes: Int {
    switch event {
    case .message(let message): message.content.utf8.count
    case .edited(let edited): edited.content.utf8.count
    default: 0
    }
  }
}
