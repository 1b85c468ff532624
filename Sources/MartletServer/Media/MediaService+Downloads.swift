import MartletMedia
import MartletNet
import MartletStore
import MartletWire

// Downloads: a file belongs to a message, and whoever may read the message may have it.
extension MediaService {
  func answerDownload(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else { return HTTPResponse(methodsAllowed: ["GET"]) }
    let path = request.path.dropFirst(Self.path.utf8.count)
    if !request.query.isEmpty {
      let link = try MediaLink(path: path, query: request.query, apps: apps.current, kinds: store.kinds, now: now)
      return try await send(link.place.product, of: try await record(at: link.place, to: link.reader), request.headers)
    }
    let reader = try await caller(of: request)
    let isLink = path.hasSuffix("/link")
    guard let place = MediaPlace(isLink ? path.dropLast(5) : path, caller: reader.user, kinds: store.kinds) else {
      throw Refusal(.mediaUnknown)
    }
    let record = try await record(at: place, to: reader)
    return try await isLink ? link(to: place, for: reader) : send(place.product, of: record, request.headers)
  }

  /// The file of a message that a user may read now; what the user may not know of is as unknown as what is not there.
  private func record(at place: MediaPlace, to reader: MediaOwner) async throws -> MediaRecord {
    let (conversation, seq) = (place.message.conversation, place.message.seq)
    guard let user = try await store.user(reader.user, app: reader.app), !user.isSuspended(at: now),
      let member = try await store.member(reader.user, of: conversation, app: reader.app),
      let entry = try await store.entry(at: seq, of: conversation, app: reader.app, for: member), entry.names(place.id),
      case .complete(let record)? = try await files.state(
        of: MediaKey(place.id, of: MediaOwner(app: reader.app, user: entry.sender)))
    else { throw Refusal(.mediaUnknown) }
    return record
  }

  /// A link that is as good as the token for this file, until it expires.
  private func link(to place: MediaPlace, for reader: MediaOwner) throws -> HTTPResponse {
    guard let keys = apps.current[reader.app] else { throw Refusal(.mediaUnknown) }
    let expires = (now &+ limits.of(reader.app).mediaLink.milliseconds) / 1000
    let target = try MediaLink(place, for: reader, expires: expires).target(keys)
    return HTTPResponse(Wire.MediaLink(path: target, expires: expires))
  }

  /// Sends a file, or a product of it.
  private func send(
    _ product: VariantMaker.Product?, of record: MediaRecord, _ asked: HTTPHeaders
  ) async throws -> HTTPResponse {
    let hash = Hexadecimal.encode(record.sha256)
    guard let product else { return try await send(record, tag: "\"\(hash)\"", asked) }
    let tag = "\"\(hash).\(product.name)\""
    guard let bytes = try await variants?.product(product, of: record) else { throw Refusal(.mediaNoVariant) }
    let type = product == .facts ? "application/json" : Variant.type
    var response = HTTPResponse(status: 200, headers: Self.headers(type: type, tag: tag))
    response.headers.add(name: "Content-Disposition", value: "inline")
    response.protect()
    if asked.knows(tag) { response.status = 304 } else { response.body = bytes.withUnsafeBytes { [UInt8]($0) } }
    return response
  }

  private func send(_ record: MediaRecord, tag: String, _ asked: HTTPHeaders) async throws -> HTTPResponse {
    let size = record.upload.size
    var response = HTTPResponse(status: 200, headers: Self.headers(of: record, tag: tag))
    response.protect()
    if asked.knows(tag) {
      response.status = 304
      return response
    }
    let isSame = asked.first(name: "If-Range").map { $0 == tag } ?? true
    var bytes = 0..<size
    switch ByteRange(isSame ? asked.first(name: "Range") : nil, size: size) {
    case .whole: break
    case .part(let part):
      bytes = part
      response.status = 206
      response.headers.add(name: "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
    case .outside:
      var refusal = HTTPResponse(Refusal(.rangeInvalid, limit: UInt64(clamping: size)))
      refusal.headers.add(name: "Content-Range", value: "bytes */\(size)")
      return refusal
    }
    response.bodyStream = stream(record.key, bytes)
    return response
  }

  /// The bytes of a file, read as the client takes them.
  private func stream(_ key: MediaKey, _ bytes: Range<Int64>) -> HTTPResponseStream {
    let progress = Progress(at: bytes.lowerBound)
    return HTTPResponseStream(length: bytes.count) { [files] in
      let offset = progress.offset
      let piece = try await files.read(key, at: offset, count: min(256 << 10, Int(bytes.upperBound - offset)))
      progress.offset += Int64(piece.count)
      return piece
    }
  }

  /// How far a download is.
  ///
  /// `@unchecked Sendable`: the connection asks for one piece after another.
  private final class Progress: @unchecked Sendable {
    var offset: Int64
    init(at offset: Int64) { self.offset = offset }
  }

  private static func headers(of record: MediaRecord, tag: String) -> HTTPHeaders {
    let (type, name) = (record.type, record.upload.name)
    var headers = headers(type: type.rawValue, tag: tag)
    // The name is the sender's choice, so nothing of it may be anything but a name.
    let file = name.isEmpty ? "" : "; filename*=UTF-8''\(PercentEncoding.encode(name))"
    headers.add(name: "Content-Disposition", value: (type.isInline ? "inline" : "attachment") + file)
    headers.add(name: "Accept-Ranges", value: "bytes")
    return headers
  }

  private static func headers(type: String, tag: String) -> HTTPHeaders {
    [
      "Content-Type": type, "Content-Security-Policy": "default-src 'none'; sandbox", "ETag": tag,
      // A browser may keep it, and asks each time whether it may still show it.
      "Cache-Control": "private, no-cache",
    ]
  }
}

extension HTTPHeaders {
  /// Whether the client has what this tag names.
  fileprivate func knows(_ tag: String) -> Bool {
    let known = list(name: "If-None-Match")
    return known.contains(tag) || known.contains("W/" + tag) || known.contains("*")
  }
}

extension LogEntry {
  /// Whether it is a message that was not recalled and names a file.
  func names(_ id: MediaID) -> Bool {
    guard !isRecalled, case .message(let type, let content) = event else { return false }
    return (try? MediaNames.of(content, type: type).contains(id.text)) ?? false
  }
}
