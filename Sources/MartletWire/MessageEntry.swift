extension Wire {
  /// A message entry whose texts are bytes in memory owned by others.
  ///
  /// Has the binary form of the generated types. Decoding each text into a string, or the entry into a large value of strings,
  /// only to copy the bytes again costs several times as much as the copy; and most of the server's output is messages.
  package struct MessageEntry {
    package var conversation: UnsafeRawBufferPointer
    package var seq: UInt64
    package var time: Int64
    package var sender: UnsafeRawBufferPointer
    package var clientID: UnsafeRawBufferPointer
    package var countable: UInt64
    package var type: UnsafeRawBufferPointer
    package var content: UnsafeRawBufferPointer
    package var revision: UInt64
    package var isRecalled: Bool
    package var replyTo: UInt64
    /// The binary form of the message's `Details`; empty for none.
    package var details: UnsafeRawBufferPointer

    package init(
      conversation: UnsafeRawBufferPointer, seq: UInt64, time: Int64, sender: UnsafeRawBufferPointer,
      clientID: UnsafeRawBufferPointer, countable: UInt64, type: UnsafeRawBufferPointer, content: UnsafeRawBufferPointer,
      revision: UInt64, isRecalled: Bool, replyTo: UInt64 = 0, details: UnsafeRawBufferPointer
    ) {
      self.conversation = conversation
      self.seq = seq
      self.time = time
      self.sender = sender
      self.clientID = clientID
      self.countable = countable
      self.type = type
      self.content = content
      self.revision = revision
      self.isRecalled = isRecalled
      self.replyTo = replyTo
      self.details = details
    }

    private var messageSize: Int {
      Self.size(type) &+ Self.size(content) &+ Self.size(revision) &+ (isRecalled ? 2 : 0) &+ Self.size(replyTo)
        &+ Self.size(details)
    }

    private var entrySize: Int {
      Self.size(conversation) &+ Self.size(seq) &+ Self.size(UInt64(bitPattern: time)) &+ Self.size(sender)
        &+ Self.size(clientID) &+ Self.size(countable) &+ 1 &+ BinarySize.prefixed(messageSize)
    }

    /// The message of the schema that lists the entry; the raw value is the tag of its field `entries`.
    package enum Place: UInt32 {
      case page = 18
      case push = 10
    }

    /// The length in bytes of the entry in a list of entries.
    package var encodedSize: Int { 1 &+ BinarySize.prefixed(entrySize) }

    /// Appends the entry to a page.
    package func encode(into bytes: inout ByteWriter) {
      bytes.append(count: encodedSize) { buffer in
        var writer = BinaryWriter(buffer, count: buffer.count)
        encode(in: .page, into: &writer)
        writer.finish()
      }
    }

    /// The length in bytes of a `ServerPacket` that pushes entries of this total length.
    package static func pushSize(ofEntries bytes: Int) -> Int { 1 &+ BinarySize.prefixed(bytes) }

    /// Writes a `ServerPacket` that pushes entries into memory of exactly `pushSize(ofEntries:)` bytes.
    ///
    /// `entries` encodes each entry in `.push`, the last one first.
    package static func encodePush(into buffer: UnsafeMutableRawBufferPointer, entries: (inout BinaryWriter) -> Void) {
      var writer = BinaryWriter(buffer, count: buffer.count)
      let push = writer.mark
      entries(&writer)
      writer.length(since: push)
      writer.tag(98)
      writer.finish()
    }

    /// Writes the entry; its fields in reverse order, with the tags of the schema.
    package func encode(in place: Place, into writer: inout BinaryWriter) {
      let entry = writer.mark
      let message = writer.mark
      writer.text(details, tag: 82)
      if replyTo != 0 { writer.uint64(replyTo); writer.tag(48) }
      if isRecalled { writer.bool(true); writer.tag(32) }
      if revision != 0 { writer.uint64(revision); writer.tag(24) }
      writer.text(content, tag: 18)
      writer.text(type, tag: 10)
      writer.length(since: message)
      writer.tag(58)
      if countable != 0 { writer.uint64(countable); writer.tag(48) }
      writer.text(clientID, tag: 42)
      writer.text(sender, tag: 34)
      if time != 0 { writer.int64(time); writer.tag(24) }
      if seq != 0 { writer.uint64(seq); writer.tag(16) }
      writer.text(conversation, tag: 10)
      writer.length(since: entry)
      writer.tag(place.rawValue)
    }

    /// The sizes of fields with tags below 128; those at their defaults are left out.
    private static func size(_ value: UInt64) -> Int { value == 0 ? 0 : 1 &+ BinarySize.varint(value) }
    private static func size(_ text: UnsafeRawBufferPointer) -> Int {
      text.isEmpty ? 0 : 1 &+ BinarySize.prefixed(text.count)
    }
  }
}

extension BinaryWriter {
  /// Writes a text with its length and tag, unless it is empty.
  fileprivate mutating func text(_ bytes: UnsafeRawBufferPointer, tag number: UInt32) {
    guard !bytes.isEmpty else { return }
    raw(bytes)
    varint(UInt64(truncatingIfNeeded: bytes.count))
    tag(number)
  }
}
