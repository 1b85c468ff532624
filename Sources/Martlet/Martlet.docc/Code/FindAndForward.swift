import Martlet

/// Finds messages and forwards the newest ones as one message.
func forward(_ words: String, to peer: UserID, with client: MartletClient) async throws -> [BroadcastResult] {
  let page = try await client.search(SearchQuery(words))
  for hit in page.items { print("\(hit.conversation.id): \(hit.count) messages") }
  guard let first = page.items.first else { return [] }
  let found = try await client.chat(first.conversation.id).search(SearchQuery(words), limit: 10)
  return try await client.forward(
    found.items.reversed(), to: [.user(peer)], .combined(title: "About \(words)"))
}
