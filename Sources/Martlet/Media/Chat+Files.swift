import MartletCore
import MartletWire

extension Chat {
  /// Sends a message with a file, which is uploaded first.
  ///
  /// The file is copied into the client's directory, and the message is written to the outbox on disk. From then on nothing needs
  /// the file or the app: the upload goes on where it was after a lost connection, after the app was killed, and after days
  /// offline. Then the message is sent as by `send(_:details:id:within:)`. Messages sent later to the same conversation wait for
  /// it, unless `ordering` says otherwise; other conversations do not. While it is uploaded, `PendingSend.state` is `.uploading`,
  /// in `pending()` and in timelines. Discard the message (`MartletClient.discard(_:)`) to cancel the upload; see also
  /// `MartletClient.pauseUpload(of:)` and `MartletClient.retry(_:)`.
  ///
  /// Until the copy is on disk, which takes as long as reading the file, nothing is in the outbox, and messages sent meanwhile
  /// come first. A client without a directory copies nothing, and uploads the file from where it lies; it must not change
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name that others see; nil for the last part of the path. At most 255 bytes.
  ///   - details: As for `send(_:details:id:within:)`.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - limit: The time to wait for the result, from when the message is in the outbox; nil to wait without limit.
  ///   - ordering: Whether later messages wait.
  ///   - progress: Called as bytes arrive at the server, on any thread; `MartletClient.uploadProgress(of:)` is a sequence of
  ///     the same.
  ///   - content: Makes the content that names the file; by default a `FileContent`. The app knows what the file is, and may
  ///     make an `ImageContent` with a size, for example. The `Media` is a place for the file (`Media.isAwaited`), which the
  ///     client fills in once the file is uploaded.
  /// - Returns: The outcome. `.failed` has `.argumentInvalid` with the field `file` for a file that cannot be read,
  ///   `.storageFull` if the copy finds no room, or the server's refusal of the file: `.server(.mediaTooLarge)`,
  ///   `.server(.mediaFull)`, `.server(.uploadsFull)`; `.cancelled` if the message is discarded before its file is uploaded.
  public func send(
    file path: String, name: String? = nil, details: MessageDetails = MessageDetails(), id: ClientID? = nil,
    within limit: Duration? = nil, ordering: FileOrdering = .inOrder, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    content: @Sendable (Media) -> any TypedContent = { FileContent(Attachment(media: $0)) }
  ) async -> SendResult {
    let message: ClientID = if let id { id } else { await client.newClientID() }
    do throws(MartletError) {
      return await client.send(
        try await unprepared(path, name, content), details, to: destination, id: message, ordering, within: limit,
        progress: progress)
    } catch {
      return .failed(error)
    }
  }

  /// Puts a message with a file into the outbox, and returns when both are on disk.
  ///
  /// The file is then uploaded, and the message sent, as by
  /// `send(file:name:details:id:within:ordering:progress:content:)`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: As for `send(file:name:details:id:within:ordering:progress:content:)`.
  ///   - details: As for `send(_:details:id:within:)`.
  ///   - id: As for `send(_:details:id:within:)`.
  ///   - ordering: Whether later messages wait.
  ///   - content: As for `send(file:name:details:id:within:ordering:progress:content:)`.
  /// - Throws: As `enqueue(_:details:id:)`; `.argumentInvalid` with the field `file` for a file that cannot be read.
  /// - Returns: The message's client id.
  @discardableResult
  public func enqueue(
    file path: String, name: String? = nil, details: MessageDetails = MessageDetails(), id: ClientID? = nil,
    ordering: FileOrdering = .inOrder,
    content: @Sendable (Media) -> any TypedContent = { FileContent(Attachment(media: $0)) }
  ) async throws(MartletError) -> ClientID {
    let message: ClientID = if let id { id } else { await client.newClientID() }
    try await client.enqueue(try await unprepared(path, name, content), details, to: destination, id: message, ordering)
    return message
  }

  private func unprepared(
    _ path: String, _ name: String?, _ content: @Sendable (Media) -> any TypedContent
  ) async throws(MartletError) -> UnpreparedFile {
    let shown = name ?? path.split(separator: "/").last.map(String.init) ?? ""
    let size = try await LocalFile(path).size()
    let media = Media(awaited: shown.isEmpty ? nil : shown, size: size)
    return UnpreparedFile(path: path, name: shown, content: try MessageContent(content(media)))
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
    try await MediaTransfer(over: MediaConnection(of: client)).download(id, of: message, to: path, progress: progress)
  }
}
