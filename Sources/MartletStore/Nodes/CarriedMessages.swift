import MartletWire

// New messages that the bus carries, so that a node with members need not read them from the store.

extension Layer {
  /// The most bytes of messages in one packet; NATS takes a MiB in all, unless it is told otherwise.
  private static let carriedAtMost = 256 << 10

  /// The changes, with the new messages of conversations that have nothing else new.
  ///
  /// - Parameter named: The changes of this layer.
  /// - Returns: The changes for the bus; the feed has them without messages.
  package func carried(in named: Nodes.Changes) -> Nodes.Changes {
    var (changes, left) = (named, Self.carriedAtMost)
    let appended = inOrder.filter { !$0.entries.isEmpty }
    for (index, tail) in zip(changes.logs.indices, appended) {
      guard let messages = tail.messages(upTo: left) else { continue }
      left -= messages.count
      changes.logs[index].messages = messages
    }
    return changes
  }
}

extension ConversationTail {
  /// The new entries, if all are messages that nothing here has changed.
  fileprivate func messages(upTo limit: Int) -> [UInt8]? {
    var messages = Nodes.Messages()
    for effects in entries {
      let seq = effects.entry.seq
      guard effects.fold == nil, patches[seq] == nil, effects.annotations.allSatisfy({ $0.target != seq }),
        let message = Nodes.StoredMessage(effects.entry)
      else { return nil }
      messages.messages.append(message)
    }
    return messages.encodedSize <= limit ? messages.encoded() : nil
  }
}

extension Nodes.StoredMessage {
  /// Nil for anything but a message.
  fileprivate init?(_ entry: LogEntry) {
    guard case .message(let type, let content) = entry.event else { return nil }
    self.init(
      time: entry.time, sender: entry.sender.text, clientId: entry.clientID.text, countable: entry.countable, type: type,
      content: content, details: entry.details?.bytes ?? [], parent: entry.parent)
  }

  /// Nil if it is malformed.
  fileprivate func entry(at seq: UInt64) -> LogEntry? {
    guard let sender = UserID(sender), let clientID = ClientID(clientId) else { return nil }
    var entry = LogEntry(
      seq: seq, time: time, sender: sender, clientID: clientID, countable: countable,
      event: .message(type: type, content: content), parent: parent)
    if !details.isEmpty {
      guard let details = try? Details(bytes: details) else { return nil }
      entry.details = details
    }
    return entry
  }
}

extension Nodes.LogChange {
  /// The entries that the bus carried with the change; nil if it carried none, or not exactly those that the change names.
  package var entries: [LogEntry]? {
    guard !messages.isEmpty, let carried = try? Nodes.Messages(decoding: messages).messages, first > 0, last >= first,
      UInt64(carried.count) == last &- first &+ 1
    else { return nil }
    var entries: [LogEntry] = []
    entries.reserveCapacity(carried.count)
    for (index, message) in carried.enumerated() {
      guard let entry = message.entry(at: first &+ UInt64(index)) else { return nil }
      entries.append(entry)
    }
    return entries
  }
}
