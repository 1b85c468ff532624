import Martlet

/// Says in a few words who has a message.
func receipt(of message: MessageID, in chat: Chat) async throws -> String {
  guard let receipt = try await chat.receipts(of: [message]).first else { return "" }
  if receipt.read > 0 { return "Read by \(receipt.read) of \(receipt.members)" }
  return receipt.delivered > 0 ? "Delivered" : "Sent"
}

/// Returns the users who have read a message.
func readers(of message: MessageID, in chat: Chat) async throws -> [UserID] {
  var users: [UserID] = []
  var next: PageCursor?
  repeat {
    let page = try await chat.readers(of: message, .read, after: next)
    users += page.items.map(\.id)
    next = page.next
  } while next != nil
  return users
}

/// Waits until a user has read a message.
func waitUntilRead(_ message: MessageID, by reader: UserID, _ events: Events) async {
  for await event in events {
    guard case .read(message.conversation, by: reader, upTo: let position) = event else { continue }
    if position >= message.seq { return }
  }
}
