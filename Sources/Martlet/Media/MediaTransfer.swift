import MartletCore
import MartletWire

/// How far the transfer of a file is.
public struct TransferProgress: Hashable, Sendable {
  /// The bytes that have arrived.
  public let bytes: Int64
  /// All bytes of the file.
  public let total: Int64
}

/// One upload or download of a client: pieces by HTTP, and patience if the network is not there.
struct MediaTransfer: Sendable {
  let client: MartletClient
  private let token: String

  /// The bytes of one request.
  static let piece = 1 << 20
  /// How often in a row a request may fail for the network's sake, with a second in between.
  private static let tries = 5

  /// Gets a token for the transfer.
  init(of client: MartletClient) async throws(MartletError) {
    self.client = client
    do {
      token = try await client.configuration.token()
    } catch {
      throw MartletError(.tokenUnavailable, "the token for the transfer of a file could not be had")
    }
  }

  /// Sends a request, again if the network fails.
  ///
  /// - Returns: The answer, of any status but those of errors; of 416 too.
  func ask(
    _ method: String, _ path: String, _ headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) async throws(MartletError) -> TransportResponse {
    for attempt in 1... {
      do throws(MartletError) {
        return try await askOnce(method, path, headers, body: body)
      } catch {
        guard attempt < Self.tries, error.code == .unreachable || error.code == .timedOut else { throw error }
        try await pause()
      }
    }
    throw .cancelled
  }

  /// Sends a request once.
  func askOnce(
    _ method: String, _ path: String, _ headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) async throws(MartletError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled }
    let address = client.address
    let request = TransportRequest(
      method, path.hasPrefix(address.prefix) ? path : address.prefix + path,
      headers: [("Authorization", "Bearer \(token)")] + headers, body: body)
    let response = try await client.transport.exchange(request, with: address)
    guard response.status >= 400, response.status != 416 else { return response }
    if let failure = try? Wire.Failure(json: response.body, limits: DecodingLimits()), failure.code > 0 {
      throw MartletError(failure)
    }
    throw MartletError(.protocolViolation, "the server answered with the status \(response.status)")
  }

  private func pause() async throws(MartletError) {
    let promise = Promise<Bool>()
    let timer = await client.schedule(after: .seconds(1)) { promise.resolve(true) }
    defer { timer.cancel() }
    guard await promise.value(ifCancelled: false) else { throw .cancelled }
  }

  static let tus: [(name: String, value: String)] = [("Tus-Resumable", "1.0.0")]
}

extension MartletClient {
  fileprivate func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any TransportTimer {
    transport.schedule(after: delay, action)
  }
}

// Uploads.
extension MediaTransfer {
  /// Uploads a file for one message of a conversation.
  func upload(
    _ path: String, name: String, to conversation: ConversationID, for message: ClientID,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(MartletError) -> Media {
    let file = try LocalFile(path)
    let (size, sha256) = (try await file.size(), try await file.sha256())
    let said = [("conversation", conversation.text), ("message", message.text), ("filename", name), ("sha256", sha256)]
      .map { "\($0) \(String(decoding: Base64.encode(Array($1.utf8)), as: UTF8.self))" }.joined(separator: ",")
    let made = try await ask(
      "POST", "/v1/media/uploads", Self.tus + [("Upload-Length", "\(size)"), ("Upload-Metadata", said)])
    guard let place = made.header("Location"), place.hasPrefix("/"), let id = place.split(separator: "/").last else {
      throw MartletError(.protocolViolation, "the server did not say where to upload")
    }
    // An earlier attempt may have brought some of it.
    var offset = made.header("Upload-Offset").flatMap { Int64($0) } ?? 0
    progress?(TransferProgress(bytes: offset, total: size))
    while offset < size {
      let bytes = try await file.read(at: offset, count: Self.piece)
      guard !bytes.isEmpty else {
        throw MartletError(.argumentInvalid, "the file became shorter while it was sent", field: "file")
      }
      offset = try await add(bytes, at: offset, to: place)
      progress?(TransferProgress(bytes: offset, total: size))
    }
    return Media(id: String(id), size: size, name: name.isEmpty ? nil : name, sha256: sha256)
  }

  /// Adds bytes to an upload, or learns how many of them have come.
  ///
  /// - Returns: The offset afterwards.
  private func add(_ bytes: [UInt8], at offset: Int64, to place: String) async throws(MartletError) -> Int64 {
    let headers = [("Upload-Offset", "\(offset)"), ("Content-Type", "application/offset+octet-stream")]
    let answer: TransportResponse
    do throws(MartletError) {
      answer = try await askOnce("PATCH", place, Self.tus + headers, body: bytes)
    } catch {
      guard error.code == .unreachable || error.code == .timedOut || error.code == .server(.uploadOffsetWrong) else {
        throw error
      }
      answer = try await ask("HEAD", place, Self.tus)
    }
    guard let reached = answer.header("Upload-Offset").flatMap({ Int64($0) }), reached >= 0 else {
      throw MartletError(.protocolViolation, "the server did not say how far the upload is")
    }
    return reached
  }
}

// Downloads.
extension MediaTransfer {
  /// Downloads a file of a message, on from what an earlier attempt left behind.
  func download(
    _ id: String, of message: MessageID, to path: String, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(MartletError) {
    let part = path + ".part"
    let file = try LocalFile(part, writes: true)
    var offset = try await file.size()
    while true {
      let range = "bytes=\(offset)-\(offset + Int64(Self.piece) - 1)"
      let answer = try await ask("GET", "/v1/media/\(message.conversation.text)/\(message.seq)/\(id)", [("Range", range)])
      guard let total = answer.header("Content-Range")?.split(separator: "/").last.flatMap({ Int64($0) }) else {
        throw MartletError(.protocolViolation, "the server did not say how large the file is")
      }
      if answer.status == 206 {
        try await file.write(answer.body, at: offset)
        offset += Int64(answer.body.count)
      }
      // The earlier attempt left more bytes than the file has: they are of another file.
      if offset > total { try await restart(file, &offset) }
      progress?(TransferProgress(bytes: offset, total: total))
      guard offset == total else { continue }
      let hash = try await file.sha256()
      guard answer.header("ETag").map({ $0 == "\"\(hash)\"" }) ?? true else {
        try await file.cut(at: 0)
        throw MartletError(.protocolViolation, "the bytes that came are not those of the file; download it again")
      }
      try await file.sync()
      return try LocalFile.move(part, to: path)
    }
  }

  private func restart(_ file: LocalFile, _ offset: inout Int64) async throws(MartletError) {
    try await file.cut(at: 0)
    offset = 0
  }
}
