import Martlet

/// Schedules a message.
func remind(_ chat: Chat, in hours: Int64, with client: MartletClient) async throws -> ClientID {
  let time = Timestamp(milliseconds: await client.serverTime.milliseconds + hours * 3_600_000)
  return try await chat.schedule(.text("Swimming starts in an hour"), at: time)
}

/// Cancels all scheduled messages of a conversation, and returns their number.
func cancelReminders(in chat: Chat, with client: MartletClient) async throws -> Int {
  let id = try await chat.id()
  var cancelled = 0
  for message in try await client.scheduled() where message.conversation == id {
    if try await client.cancelScheduled(message.id) { cancelled += 1 }
  }
  return cancelled
}
