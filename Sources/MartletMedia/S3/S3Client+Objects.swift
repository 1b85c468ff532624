import MartletNet
import MartletWire

// The requests about objects that the media store needs.
extension S3Client {
  /// A condition under which S3 writes an object.
  enum Condition {
    case none
    /// There is no such object.
    case isNew
    /// Its entity tag is this one.
    case isSame(String)
  }

  /// An object as a list shows it.
  struct Listed {
    let name: String
    let size: Int64
    /// The digits of its time, `YYYYMMDDhhmmss`, which sort by time.
    let modified: String
  }

  /// One page of a list.
  struct Page {
    var objects: [Listed] = []
    /// Names up to and with the delimiter, each once.
    var folders: [String] = []
    /// Asks for the next page; empty after the last.
    var next = ""
  }

  /// The bytes of an object and its entity tag; nil if there is none.
  ///
  /// Fewer than in `range` only at the object's end.
  func get(_ name: String, range: Range<Int64>? = nil, limit: Int) async throws -> (bytes: [UInt8], tag: String)? {
    var request = S3Request(name: name)
    request.answerLimit = max(limit, 64 << 10)
    if let range { request.headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")] }
    let answer = try await send(request)
    switch answer.status {
    case 200 where range == nil, 206 where range != nil: return (answer.body, answer.headers.first(name: "ETag") ?? "")
    case 404 where answer.code == "NoSuchKey": return nil
    default: throw answer.failure(doing: "give an object")
    }
  }

  /// The size of an object; nil if there is none.
  func size(of name: String) async throws -> Int64? {
    let answer = try await send(S3Request(method: "HEAD", name: name))
    switch answer.status {
    case 200: return answer.headers.first(name: "Content-Length").flatMap { Int64($0) }
    case 404: return nil
    default: throw answer.failure(doing: "tell of an object")
    }
  }

  /// Writes an object.
  ///
  /// - Returns: Its entity tag; nil if the condition is not met, and nothing was written.
  func put(
    _ name: String, _ body: [SharedBytes], payload: [UInt8]? = nil, if condition: Condition = .none
  ) async throws -> String? {
    var request = S3Request(method: "PUT", name: name, body: body, payload: payload)
    request.headers = [("content-type", "application/octet-stream")]
    var isConditional = true
    switch condition {
    case .none: isConditional = false
    case .isNew: request.headers.append(("if-none-match", "*"))
    case .isSame(let tag): request.headers.append(("if-match", tag))
    }
    let answer = try await send(request)
    switch answer.status {
    case 200: return try answer.tag(doing: "keep an object")
    case 409 where isConditional, 412 where isConditional: return nil
    case 404 where isConditional && answer.code == "NoSuchKey": return nil
    default: throw answer.failure(doing: "keep an object")
    }
  }

  /// Deletes an object if it exists.
  func delete(_ name: String) async throws {
    let answer = try await send(S3Request(method: "DELETE", name: name))
    guard [200, 204].contains(answer.status) || answer.status == 404 && answer.code == "NoSuchKey" else {
      throw answer.failure(doing: "delete an object")
    }
  }

  /// Lists objects in the order of their names.
  ///
  /// - Parameters:
  ///   - prefix: What their names begin with.
  ///   - delimiter: Gathers the names that have it after the prefix; empty gathers none.
  ///   - token: As the page before said; empty for the first.
  ///   - most: Objects and folders of a page.
  /// - Returns: One page.
  /// - Throws: `MediaError`.
  func list(_ prefix: String, delimiter: String = "", token: String = "", most: Int = 1000) async throws -> Page {
    var request = S3Request()
    request.query = [("list-type", "2"), ("prefix", prefix), ("max-keys", "\(most)")]
    if !delimiter.isEmpty { request.query.append(("delimiter", delimiter)) }
    if !token.isEmpty { request.query.append(("continuation-token", token)) }
    let answer = try await send(request)
    guard answer.status == 200, let result = XMLElement.parse(answer.body), result.name == "ListBucketResult" else {
      throw answer.failure(doing: "list objects")
    }
    var page = Page()
    page.objects = result.all("Contents").compactMap { entry in
      let digits = entry.text(of: "LastModified").filter { $0.isASCII && $0.isNumber }.prefix(14)
      return Int64(entry.text(of: "Size")).map { Listed(name: entry.text(of: "Key"), size: $0, modified: String(digits)) }
    }
    page.folders = result.all("CommonPrefixes").map { $0.text(of: "Prefix") }
    if result.text(of: "IsTruncated") == "true" {
      page.next = result.text(of: "NextContinuationToken")
      guard !page.next.isEmpty, page.next != token else { throw MediaError(.failed, "S3 did not say where its list goes on") }
    }
    return page
  }

  /// Calls `body` with every page of a list.
  func listAll(_ prefix: String, delimiter: String = "", _ body: (Page) async throws -> Void) async throws {
    var token = ""
    repeat {
      let page = try await list(prefix, delimiter: delimiter, token: token)
      try await body(page)
      token = page.next
    } while !token.isEmpty
  }
}

// Objects that are put together from parts.
extension S3Client {
  /// A part that S3 has.
  struct Part: Equatable {
    let number: Int
    let tag: String
  }

  /// An upload that was begun and not completed.
  struct Unfinished {
    let name: String
    let id: String
    /// As `Listed.modified`.
    let begun: String
  }

  /// Begins to put an object together.
  ///
  /// - Returns: The upload's id.
  func beginParts(_ name: String) async throws -> String {
    var request = S3Request(method: "POST", name: name, query: [("uploads", "")])
    request.headers = [("content-type", "application/octet-stream")]
    let answer = try await send(request)
    let id = answer.status == 200 ? XMLElement.parse(answer.body)?.text(of: "UploadId") ?? "" : ""
    guard !id.isEmpty else { throw answer.failure(doing: "begin an upload") }
    return id
  }

  /// Adds a part; nil if S3 does not know the upload any more.
  func putPart(_ number: Int, of id: String, to name: String, _ body: [SharedBytes], payload: [UInt8]) async throws -> Part? {
    var request = S3Request(method: "PUT", name: name, body: body, payload: payload)
    request.query = [("partNumber", "\(number)"), ("uploadId", id)]
    let answer = try await send(request)
    if answer.status == 404, answer.code == "NoSuchUpload" { return nil }
    guard answer.status == 200 else { throw answer.failure(doing: "keep a part") }
    return Part(number: number, tag: try answer.tag(doing: "keep a part"))
  }

  /// Puts an object together from parts, whose tags S3 checks.
  ///
  /// - Returns: False if the upload or a part is not there.
  func complete(_ id: String, _ name: String, _ parts: [Part]) async throws -> Bool {
    let list = parts.map { "<Part><PartNumber>\($0.number)</PartNumber><ETag>\(XMLElement.escape($0.tag))</ETag></Part>" }
    let text = "<CompleteMultipartUpload>\(list.joined())</CompleteMultipartUpload>"
    var request = S3Request(method: "POST", name: name, query: [("uploadId", id)], body: SharedBytes.pieces(of: Array(text.utf8)))
    request.headers = [("content-type", "application/xml")]
    // S3 takes minutes for large objects.
    request.timeout = .seconds(600)
    let answer = try await send(request)
    if ["NoSuchUpload", "InvalidPart"].contains(answer.code) { return false }
    // An error may come with status 200, for S3 begins to answer before it knows.
    guard answer.status == 200, XMLElement.parse(answer.body)?.name == "CompleteMultipartUploadResult" else {
      throw answer.failure(doing: "complete an upload")
    }
    return true
  }

  /// Forgets an upload and its parts, if it exists.
  func abort(_ id: String, _ name: String) async throws {
    let answer = try await send(S3Request(method: "DELETE", name: name, query: [("uploadId", id)]))
    guard answer.status == 204 || answer.status == 200 || answer.status == 404 else {
      throw answer.failure(doing: "abort an upload")
    }
  }

  /// The uploads of objects whose names begin with a prefix.
  func unfinished(_ prefix: String) async throws -> [Unfinished] {
    var found: [Unfinished] = []
    var marker: (name: String, id: String)?
    while true {
      var request = S3Request(query: [("uploads", ""), ("prefix", prefix)])
      if let marker { request.query += [("key-marker", marker.name), ("upload-id-marker", marker.id)] }
      let answer = try await send(request)
      guard answer.status == 200, let result = XMLElement.parse(answer.body), result.name == "ListMultipartUploadsResult" else {
        throw answer.failure(doing: "list uploads")
      }
      found += result.all("Upload").map { upload in
        let digits = upload.text(of: "Initiated").filter { $0.isASCII && $0.isNumber }.prefix(14)
        return Unfinished(name: upload.text(of: "Key"), id: upload.text(of: "UploadId"), begun: String(digits))
      }
      let next = (name: result.text(of: "NextKeyMarker"), id: result.text(of: "NextUploadIdMarker"))
      guard result.text(of: "IsTruncated") == "true", !next.name.isEmpty, marker.map({ $0 != next }) ?? true else { return found }
      marker = next
    }
  }
}

extension S3Answer {
  /// The entity tag of what was written.
  fileprivate func tag(doing action: String) throws -> String {
    guard let tag = headers.first(name: "ETag"), !tag.isEmpty else {
      throw MediaError(.failed, "S3 did not \(action): no entity tag")
    }
    return tag
  }
}

extension SharedBytes {
  /// Bytes in pieces that a connection takes.
  static func pieces(of bytes: [UInt8], each size: Int = 256 << 10) -> [SharedBytes] {
    stride(from: 0, to: bytes.count, by: size).map { SharedBytes(bytes[$0..<min($0 + size, bytes.count)]) }
  }
}
