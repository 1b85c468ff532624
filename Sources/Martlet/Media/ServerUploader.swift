import MartletCore
import MartletWire

/// Uploads to the server of the messages, by the tus protocol.
struct ServerUploader: MediaUploading {
  let connection: MediaConnection

  /// Uploads a file, on from where an earlier attempt ended.
  ///
  /// Each attempt begins the upload again: the hash makes it the same one for the server, which tells how much it has.
  func upload(
    _ file: OutgoingFile, progress: @escaping @Sendable (Int64) async -> Void
  ) async throws(MartletError) -> FilePlace {
    let transfer = try await MediaTransfer(over: connection)
    let bytes = try LocalFile(file.path)
    guard try await bytes.size() == file.size else {
      throw MartletError(.argumentInvalid, "the file is not any more what it was when it was sent", field: "file")
    }
    let begun = try await begin(file, transfer)
    var offset = begun.offset
    await progress(offset)
    while offset < file.size {
      let piece = try await bytes.read(at: offset, count: MediaTransfer.piece)
      guard !piece.isEmpty else {
        throw MartletError(.argumentInvalid, "the file became shorter while it was sent", field: "file")
      }
      let headers = [("Upload-Offset", "\(offset)"), ("Content-Type", "application/offset+octet-stream")]
      let answer = try await transfer.askOnce("PATCH", begun.place, MediaTransfer.tus + headers, body: piece)
      // A server that confirms bytes and takes none would be asked for ever.
      guard let reached = answer.header("Upload-Offset").flatMap({ Int64($0) }), reached > offset, reached <= file.size else {
        throw MartletError(.protocolViolation, "the server told an impossible offset")
      }
      offset = reached
      await progress(offset)
    }
    return .server(id: begun.id)
  }

  private func begin(
    _ file: OutgoingFile, _ transfer: MediaTransfer
  ) async throws(MartletError) -> (place: String, id: String, offset: Int64) {
    let said = [
      ("conversation", file.conversation.text), ("message", file.message.text), ("filename", file.name),
      ("sha256", file.sha256),
    ].filter { !$0.1.isEmpty }.map { "\($0) \(String(decoding: Base64.encode(Array($1.utf8)), as: UTF8.self))" }
    let made = try await transfer.askOnce(
      "POST", "/v1/media/uploads",
      MediaTransfer.tus + [("Upload-Length", "\(file.size)"), ("Upload-Metadata", said.joined(separator: ","))])
    guard let place = made.header("Location"), place.hasPrefix("/"), let id = place.split(separator: "/").last else {
      throw MartletError(.protocolViolation, "the server did not say where to upload")
    }
    let offset = made.header("Upload-Offset").flatMap { Int64($0) } ?? 0
    guard (0...file.size).contains(offset) else {
      throw MartletError(.protocolViolation, "the server told an impossible offset")
    }
    return (place, String(id), offset)
  }

  /// Ends an upload at the server, where it takes the user's room until it has expired.
  func forget(_ file: OutgoingFile) async {
    guard let transfer = try? await MediaTransfer(over: connection), let begun = try? await begin(file, transfer) else { return }
    _ = try? await transfer.askOnce("DELETE", begun.place, MediaTransfer.tus)
  }
}
