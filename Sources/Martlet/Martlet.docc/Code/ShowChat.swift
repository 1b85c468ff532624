import Martlet

/// Shows a chat until it has `lines` lines.
func show(_ chat: Chat, lines: Int) async throws -> [String] {
  for try await update in chat.timeline() {
    try? await chat.markRead(upTo: update.messages.last?.id)
    if update.messages.count >= lines { return update.messages.map { "\($0.sender): \($0.summary())" } }
  }
  return []
}
