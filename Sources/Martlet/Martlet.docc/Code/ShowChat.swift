import Martlet

/// Shows a chat until it has shown `lines` lines.
func show(_ chat: Chat, of client: MartletClient, lines: Int) async throws -> [String] {
  // Listen before reading: messages that arrive in between are events, deduplicated by position.
  var events = client.events.makeAsyncIterator()
  let id = try await chat.id()
  var shown = try await chat.history(limit: 50)
  try? await chat.markRead()
  while shown.count < lines, let event = await events.next() {
    switch event {
    case .message(let message) where message.conversation == id && message.seq > shown.last?.seq ?? 0:
      shown.append(message)
      try await chat.markRead(upTo: message.seq)
    case .messageChanged(let message):
      if let index = shown.firstIndex(where: { $0.id == message.id }) { shown[index] = message }
    case .missed: shown = try await chat.history(limit: 50)
    default: break
    }
  }
  return shown.map { "\($0.sender): \($0.summary())" }
}
