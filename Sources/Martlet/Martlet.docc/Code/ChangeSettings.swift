import Martlet

/// Changes settings of a conversation and of the user.
func arrange(_ chat: Chat, with client: MartletClient) async throws {
  try await chat.pinToTop()
  try await chat.setLevel(.mentions)
  try await chat.setAlias("Bobby")
  try await chat.saveDraft("I was about to")
  try await client.setQuietHours(QuietHours(from: 22 * 60, to: 7 * 60, zoneOffset: 60))
}

/// Tags a conversation, and returns all that have the tag.
func tag(_ chat: Chat, with client: MartletClient) async throws -> [Conversation] {
  guard let work = TagID("work") else { return [] }
  try await client.setTag(work, name: "Work")
  try await client.addTag(work, to: [chat.id()])
  return try await client.conversations(matching: ConversationQuery(tag: work))
}

/// Returns the first change that the server refuses.
func firstRefusal(_ events: Events) async -> (Setting.Name, MartletError)? {
  for await event in events {
    if case .settingRefused(let name, let error) = event { return (name, error) }
  }
  return nil
}
