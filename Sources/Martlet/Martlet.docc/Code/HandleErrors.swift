import Martlet

/// Sends a text, and returns what to tell the user; nil if there is nothing to tell.
func say(_ text: String, in chat: Chat, within limit: Duration = .seconds(5)) async -> String? {
  switch await chat.send(.text(text), within: limit) {
  case .sent, .unchanged, .takenOver: nil
  case .unknown: "Waiting for the network."
  case .failed(let error): words(for: error)
  }
}

/// Returns what to tell the user about an error.
func words(for error: MartletError) -> String {
  switch error.code {
  case .notConnected, .timedOut: "There is no connection. Try again later."
  case .storageFull: "This device is full."
  case .conversationUnknown: "You are not a member of this conversation."
  case .server(.groupFull): "A group has at most \(error.limit ?? 0) members."
  case .server(.tooManyRequests): "Too fast. Try again in a moment."
  default: "This did not work (\(error.code))."
  }
}

/// Drops the operations that the server refused, and returns why.
func dropRefused(from client: MartletClient) async throws -> [String] {
  var reasons: [String] = []
  for pending in try await client.pending() {
    guard case .failed(let error) = pending.state else { continue }
    reasons.append(words(for: error))
    try await client.discard(pending.id)
  }
  return reasons
}
