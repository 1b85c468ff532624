import Martlet

/// Returns the title of a conversation, as an extension of the app reads it.
func title(of id: ConversationID, in path: String) async throws -> String? {
  let reader = try MartletReader(directory: path)
  let title = try await reader.conversation(.conversation(id))?.title
  return title
}
