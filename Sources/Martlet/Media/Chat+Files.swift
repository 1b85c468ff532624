import MartletCore
import MartletWire

extension Chat {
  /// Uploads a file, and sends a message that names it.
  ///
  /// The upload needs the server: if it cannot be reached for some seconds, the call fails and nothing is sent. A link that
  /// breaks off is resumed where it ended. Once the file is there, the message goes through the outbox as by
  /// `send(_:details:id:within:)`; the server keeps the file for it for a day. The file is read twice, and must not change
  /// meanwhile. If the app is killed during the upload, send the file again with the same id: the upload goes on where it ended.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name that others see; nil for the last part of the path. At most 255 bytes.
  ///   - details: As for `send(_:details:id:within:)`.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: The time to wait for the result after the upload; nil to wait without limit.
  ///   - progress: Called as bytes arrive at the server, on any thread.
  ///   - content: Makes the content that names the file; by default a `FileContent`. The app knows what the file is, and may
  ///     make an `ImageContent` with a size, for example.
  /// - Returns: The outcome. `.failed` has `.argumentInvalid` with the field `file` for a file that cannot be read, or
  ///   `.server(.mediaTooLarge)`, `.server(.mediaFull)`, `.server(.uploadsFull)`, `.server(.storageFull)`, `.unreachable`,
  ///   `.tokenUnavailable` and `.cancelled` if the upload fails, too.
  public func send(
    file path: String, name: String? = nil, details: MessageDetails = MessageDetails(), id: ClientID? = nil,
    within limit: Duration? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    content: @Sendable (Media) -> any TypedContent = { FileContent(Attachment(media: $0)) }
  ) async -> SendResult {
    do throws(MartletError) {
      let message: ClientID = if let id { id } else { await client.newClientID() }
      let shown = name ?? path.split(separator: "/").last.map(String.init) ?? ""
      let media = try await MediaTransfer(of: client).upload(
        path, name: shown, to: try await self.id(), for: message, progress: progress)
      return await send(try MessageContent(content(media)), details: details, id: message, within: limit)
    } catch {
      return .failed(error)
    }
  }

  /// Downloads a file that a message names.
  ///
  /// The bytes are written to a file beside it, whose name ends in `.part`, and checked against the hash that the server says. If
  /// that file is left from an earlier call, the download goes on where it ended.
  ///
  /// - Parameters:
  ///   - media: The file, as the message's content names it.
  ///   - message: The message.
  ///   - path: Where to put the file. One that is there is replaced.
  ///   - progress: Called as bytes arrive, on any thread.
  /// - Throws: `.server(.mediaUnknown)` if the message was recalled, or this user may not read it; `.argumentInvalid` with the
  ///   field `media.id` for a file that lies elsewhere, and with the field `file` for a path that cannot be written;
  ///   `.storageFull`;
  ///   `.protocolViolation` for bytes that are not those of the file; `.unreachable`; `.tokenUnavailable`; `.cancelled`.
  public func download(
    _ media: Media, of message: MessageID, to path: String, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(MartletError) {
    guard let id = media.id else {
      throw MartletError(.argumentInvalid, "the file lies elsewhere; load its URL", field: "media.id")
    }
    try await MediaTransfer(of: client).download(id, of: message, to: path, progress: progress)
  }
}
