import Martlet

/// Shows a chat until it shows `lines` lines.
func show(_ chat: Chat, lines: Int) async throws -> [String] {
  for try await update in chat.timeline() {
    if let newest = update.rows.last?.message { try? await chat.markRead(upTo: newest.id) }
    let messages = update.rows.compactMap(\.message)
    if messages.count >= lines { return messages.map { "\($0.sender): \($0.summary())" } }
  }
  return []
}
