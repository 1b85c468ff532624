import MartletMedia
import MartletNet
import MartletStore
import MartletWire

// Uploads, in the tus protocol.
extension MediaService {
  func answerUpload(_ request: HTTPRequest) async throws -> HTTPResponse {
    let method = request.method == "POST" ? request.headers.first(name: "X-HTTP-Method-Override") ?? "POST" : request.method
    guard method != "OPTIONS" else { return options() }
    guard request.headers.first(name: "Tus-Resumable") == Tus.version else { throw Refusal(.uploadVersionUnknown) }
    let name = request.path.dropFirst(Self.uploads.utf8.count + 1)
    let allowed = name.isEmpty ? ["POST"] : ["HEAD", "PATCH", "DELETE"]
    guard allowed.contains(method) else { return HTTPResponse(methodsAllowed: allowed + ["OPTIONS"]) }
    let caller = try await caller(of: request)
    var response: HTTPResponse
    if name.isEmpty {
      response = try await create(request, for: caller)
    } else {
      guard let id = MediaID(String(name)) else { throw Refusal(.mediaUnknown) }
      let key = MediaKey(id, of: caller)
      response =
        switch method {
        case "HEAD": try await tell(key)
        case "PATCH": try await add(request, to: key)
        default: try await end(key)
        }
    }
    Tus.mark(&response)
    response.protect()
    response.headers.add(name: "Cache-Control", value: "no-store")
    return response
  }

  private func options() -> HTTPResponse {
    HTTPResponse(
      status: 204,
      headers: [
        "Tus-Resumable": Tus.version, "Tus-Version": Tus.version, "Tus-Extension": Tus.extensions,
        "Tus-Max-Size": "\(limits.mediaBytes)",
        "Tus-Checksum-Algorithm": Digest.Function.allCases.map(\.rawValue).joined(separator: ","),
      ])
  }

  // MARK: - Creation

  private func create(_ request: HTTPRequest, for caller: MediaOwner) async throws -> HTTPResponse {
    let limits = limits.of(caller.app)
    let size = try Tus.number("Upload-Length", in: request.headers)
    guard size <= limits.mediaBytes else {
      throw Refusal(.mediaTooLarge, limit: UInt64(clamping: limits.mediaBytes), actual: UInt64(clamping: size))
    }
    let upload = try await upload(size, Tus.metadata(request.headers), for: caller)
    var response = HTTPResponse(status: 201, headers: ["Location": "\(Self.uploads)/\(upload.key.id)"])
    if let offset = try await offset(ofKnown: upload) {
      response.headers.add(name: "Upload-Offset", value: "\(offset)")
      expire(upload, &response)
      return response
    }
    try await begin(upload, limits)
    let hasBytes = request.headers.first(name: "Content-Type") == Tus.contentType
    if hasBytes || size == 0 {
      let offset = try await take(request.bodyStream, hasBytes ? try Tus.checksum(request.headers) : nil, upload, at: 0)
      response.headers.add(name: "Upload-Offset", value: "\(offset)")
    }
    expire(upload, &response)
    return response
  }

  /// The offset of an upload that was begun before; nil if there is none that can go on.
  private func offset(ofKnown upload: MediaUpload) async throws -> Int64? {
    switch try await files.state(of: upload.key) {
    case nil: return nil
    case .complete: return upload.size
    case .arriving(let before, let offset):
      if before.expires > now { return offset }
      _ = try await files.abandon(upload.key)
      return nil
    }
  }

  private func begin(_ upload: MediaUpload, _ limits: Limits) async throws {
    do {
      try await files.begin(upload, most: MediaUsage(uploads: limits.mediaUploads, bytes: Int64(limits.mediaBytesOfUser)))
    } catch let error as MediaError where error.code == .tooMany {
      throw Refusal(.uploadsFull, limit: UInt64(clamping: limits.mediaUploads))
    } catch let error as MediaError where error.code == .quota {
      throw Refusal(.mediaFull, limit: UInt64(clamping: limits.mediaBytesOfUser))
    }
  }

  /// The upload that a client asks for, in checked form.
  private func upload(_ size: Int64, _ said: [String: String], for caller: MediaOwner) async throws -> MediaUpload {
    guard let conversation = store.kinds.id(said["conversation"] ?? "", caller: caller.user) else {
      throw Refusal(.fieldInvalid, field: "conversation")
    }
    guard let message = said["message"].flatMap({ ClientID($0) }) else { throw Refusal(.fieldInvalid, field: "message") }
    let name = said["filename"] ?? said["name"] ?? ""
    guard name.utf8.count <= Self.nameBytes else {
      throw Refusal(.fieldInvalid, field: "filename", limit: UInt64(Self.nameBytes), actual: UInt64(name.utf8.count))
    }
    let sha256 = said["sha256"].map { Hexadecimal.decode($0.utf8) }
    guard sha256 == nil || sha256??.count == SHA256.byteCount else { throw Refusal(.fieldInvalid, field: "sha256") }
    try await checkWriter(caller, in: conversation)
    // Whoever says the hash and begins again, after a crash or a lost answer, goes on with the same upload.
    var random = SystemRandomNumberGenerator()
    let id =
      said["sha256"].map {
        MediaID(announced: [caller.app.text, caller.user.text, conversation.text, message.text, "\(size)", $0, name])
      } ?? MediaID(random: &random)
    return MediaUpload(
      MediaKey(id, of: caller), conversation: conversation, message: message, size: size, name: name,
      sha256: sha256 ?? nil, expires: now &+ limits.of(caller.app).mediaWaits.milliseconds)
  }

  /// The most bytes of a file's name.
  static let nameBytes = 255

  /// Refuses a user who is not in the conversation; whether one may write there is asked when the message is sent.
  private func checkWriter(_ caller: MediaOwner, in conversation: ConversationID) async throws {
    if conversation.pair != nil {
      guard conversation.peer(of: caller.user) != nil else { throw Refusal(.conversationUnknown) }
    } else {
      _ = try await reader(caller, of: conversation)
    }
  }

  private func expire(_ upload: MediaUpload, _ response: inout HTTPResponse) {
    response.headers.add(name: "Upload-Expires", value: HTTPDate.text(milliseconds: upload.expires))
  }

  // MARK: - Bytes

  private func known(_ key: MediaKey) async throws -> MediaState {
    guard let state = try await files.state(of: key) else { throw Refusal(.mediaUnknown) }
    guard case .arriving(let upload, let offset) = state else { return state }
    guard upload.expires > now else { throw Refusal(.mediaUnknown) }
    // The server was killed before it completed the file.
    return offset == upload.size ? .complete(try await finish(upload)) : state
  }

  private func finish(_ upload: MediaUpload) async throws -> MediaRecord {
    try await files.finish(upload.key, until: now &+ limits.of(upload.key.owner.app).mediaWaits.milliseconds)
  }

  private func tell(_ key: MediaKey) async throws -> HTTPResponse {
    let state = try await known(key)
    let upload = state.upload
    var response = HTTPResponse(status: 200, headers: ["Upload-Length": "\(upload.size)"])
    switch state {
    case .complete: response.headers.add(name: "Upload-Offset", value: "\(upload.size)")
    case .arriving(_, let offset):
      response.headers.add(name: "Upload-Offset", value: "\(offset)")
      expire(upload, &response)
    }
    return response
  }

  private func add(_ request: HTTPRequest, to key: MediaKey) async throws -> HTTPResponse {
    guard request.headers.first(name: "Content-Type") == Tus.contentType else { throw Refusal(.uploadTypeWrong) }
    let offset = try Tus.number("Upload-Offset", in: request.headers)
    let checksum = try Tus.checksum(request.headers)
    let state = try await known(key)
    let upload = state.upload
    let after: Int64
    switch state {
    case .complete:
      guard offset == upload.size else { throw Refusal(.uploadOffsetWrong) }
      after = offset
    case .arriving(_, let known):
      guard known == offset else { throw Refusal(.uploadOffsetWrong) }
      after = try await take(request.bodyStream, checksum, upload, at: offset)
    }
    var response = HTTPResponse(status: 204, headers: ["Upload-Offset": "\(after)"])
    expire(upload, &response)
    return response
  }

  /// Adds the bytes of a request, which are on disk when this returns; completes the file after the last.
  ///
  /// - Returns: The offset afterwards.
  private func take(
    _ body: HTTPBodyStream?, _ checksum: Tus.Checksum?, _ upload: MediaUpload, at start: Int64
  ) async throws -> Int64 {
    let (key, digest) = (upload.key, checksum.map { Digest($0.function) })
    try await files.resume(key, at: start, isChecked: checksum != nil)
    var offset = start
    do {
      while let piece = try await body?.next() {
        try await files.append(piece, to: key, at: offset)
        if let digest { piece.withUnsafeBytes { digest.add($0) } }
        offset += Int64(piece.count)
      }
    } catch {
      // Somebody else goes on where the offset is another one.
      if (error as? MediaError)?.code != .offset { _ = try? await files.settle(key, isSound: checksum == nil) }
      throw error
    }
    guard checksum.map({ $0.bytes == digest?.finish() }) ?? true else {
      _ = try await files.settle(key, isSound: false)
      throw Refusal(.uploadChecksumWrong)
    }
    offset = try await files.settle(key, isSound: true)
    if offset == upload.size { _ = try await finish(upload) }
    return offset
  }

  private func end(_ key: MediaKey) async throws -> HTTPResponse {
    guard try await files.state(of: key) != nil else { throw Refusal(.mediaUnknown) }
    guard try await files.abandon(key) else { throw Refusal(.uploadComplete) }
    return HTTPResponse(status: 204)
  }
}
