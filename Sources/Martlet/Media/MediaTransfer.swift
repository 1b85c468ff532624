import MartletCore
import MartletWire

/// The parts of a client that a transfer uses.
struct MediaConnection: Sendable {
  let transport: any Transport
  let address: ServerAddress
  let token: @Sendable () async throws -> String

  init(transport: any Transport, address: ServerAddress, token: @escaping @Sendable () async throws -> String) {
    self.transport = transport
    self.address = address
    self.token = token
  }

  init(of client: MartletClient) {
    self.init(transport: client.transport, address: client.address, token: client.configuration.token)
  }
}

/// One upload or download of a client: pieces by HTTP.
struct MediaTransfer: Sendable {
  private let connection: MediaConnection
  private let token: String

  /// The bytes of one request.
  static let piece = 1 << 20
  /// How often in a row a request may fail for the network's sake, with a second in between.
  private static let tries = 5

  /// Gets a token for the transfer.
  init(over connection: MediaConnection) async throws(MartletError) {
    self.connection = connection
    do {
      token = try await connection.token()
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
    let address = connection.address
    let request = TransportRequest(
      method, path.hasPrefix(address.prefix) ? path : address.prefix + path,
      headers: [("Authorization", "Bearer \(token)")] + headers, body: body)
    let response = try await connection.transport.exchange(request, with: address)
    guard response.status >= 400, response.status != 416 else { return response }
    if let failure = try? Wire.Failure(json: response.body, limits: DecodingLimits()), failure.code > 0 {
      throw MartletError(failure)
    }
    throw MartletError(.protocolViolation, "the server answered with the status \(response.status)")
  }

  private func pause() async throws(MartletError) {
    let promise = Promise<Bool>()
    let timer = connection.transport.schedule(after: .seconds(1)) { promise.resolve(true) }
    defer { timer.cancel() }
    guard await promise.value(ifCancelled: false) else { throw .cancelled }
  }

  static let tus: [(name: String, value: String)] = [("Tus-Resumable", "1.0.0")]
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
        // A server that sends nothing would be asked for ever.
        guard !answer.body.isEmpty else { throw MartletError(.protocolViolation, "the server sent none of the bytes asked for") }
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
