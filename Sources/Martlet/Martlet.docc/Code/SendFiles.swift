import Martlet

/// Sends a picture, and tells how far its upload is: the bytes that have arrived, and all.
func sendPicture(
  _ path: String, _ size: PixelSize, to chat: Chat, with client: MartletClient, show: (Int64, Int64) -> Void
) async throws -> ClientID {
  let id = try await chat.enqueue(file: path) { ImageContent(Attachment(media: $0), pixels: size) }
  for await step in client.uploadProgress(of: id) { show(step.bytes, step.total) }
  return id
}

/// The small picture of a message, for a list; nil if the message has none.
func smallPicture(of message: Message, in chat: Chat) async throws -> [UInt8]? {
  guard let picture = message.content?.read(as: ImageContent.self) else { return nil }
  return try await chat.variant(.small, of: picture.media, in: message.id)
}
