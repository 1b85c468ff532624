import MartletMedia
import MartletNet
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The answer of an S3 server to a server that is going to keep files there.
package typealias MediaAnswer = ObjectsProbe

/// How the address of an S3 bucket is made.
package enum BucketAddressing: String, CaseIterable, Sendable {
  /// In the path if an endpoint is named, and otherwise in the host's name.
  case auto
  case path
  case host
}

/// A bucket and what the names of all objects in it begin with, as `media.bucket` has them.
struct BucketAddress {
  let bucket: String
  /// Without a slash at either end; may be empty.
  let prefix: String

  /// Reads `s3://BUCKET` and `s3://BUCKET/PREFIX`; nil for anything else.
  init?(_ text: String) {
    guard text.hasPrefix("s3://") else { return nil }
    let parts = text.dropFirst(5).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    guard let name = parts.first, parts.last?.isEmpty == false else { return nil }
    let prefix = parts.count > 1 ? parts[1] : ""
    // The rules for names of buckets, and only such prefixes as any server takes.
    guard (3...63).contains(name.utf8.count), name.wholeMatch(of: #/[a-z0-9][a-z0-9.-]*[a-z0-9]/#) != nil,
      prefix.isEmpty
        || prefix.utf8.count <= 200
          && prefix.wholeMatch(of: #/[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*/#) != nil
    else { return nil }
    (bucket, self.prefix) = (name, prefix)
  }
}

/// The address of an S3 server, as `media.endpoint` has it.
struct EndpointAddress {
  let host: String
  /// Nil for the usual port.
  let port: UInt16?
  let isEncrypted: Bool

  /// Reads `https://HOST`, `http://HOST:PORT` and the like; nil for anything else.
  init?(_ text: String) {
    isEncrypted = text.hasPrefix("https://")
    guard isEncrypted || text.hasPrefix("http://") else { return nil }
    let rest = text.dropFirst(isEncrypted ? 8 : 7)
    guard let match = rest.wholeMatch(of: #/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::([0-9]{1,5}))?/#) else { return nil }
    host = match.1.first == "[" ? String(match.1.dropFirst().dropLast()) : String(match.1)
    guard let digits = match.2 else {
      port = nil
      return
    }
    guard let number = UInt16(digits), number > 0 else { return nil }
    port = number
  }
}

extension ServerConfiguration {
  private static let credentialsLimit = 16 << 10

  /// Makes the store of files in the bucket that the configuration names; nil if it names none.
  ///
  /// - Parameters:
  ///   - time: The clock of signatures.
  ///   - attempts: How often a request is sent before it fails.
  /// - Returns: Makes it, with the loops for its connections. It reads the keys when it needs them.
  /// - Throws: `ServerError` if the keys or the trusted certificates cannot be read.
  private func objects(time: any TimeSource, attempts: Int = 5) throws -> (@Sendable ([EventLoop]) -> MediaObjects)? {
    guard let place = try mediaPlace() else { return nil }
    _ = try mediaCredentials()
    return { loops in
      MediaObjects(place, loops: loops, time: time, attempts: attempts) {
        do { return try mediaCredentials() } catch { throw MediaError(.failed, (error as? ServerError)?.message ?? "\(error)") }
      }
    }
  }

  private func mediaPlace() throws -> S3Place? {
    guard let address = mediaBucket.flatMap({ BucketAddress($0) }) else { return nil }
    let endpoint = mediaEndpoint ?? "https://s3.\(mediaRegion).amazonaws.com"
    guard let server = EndpointAddress(endpoint) else { throw ServerError(.malformed, "\(endpoint) is not an endpoint.") }
    let isPath = mediaAddressing == .path || mediaAddressing == .auto && mediaEndpoint != nil
    let tls = server.isEncrypted ? try TLSClientConfiguration(trust: mediaTrust.map { .file($0) } ?? .system) : nil
    return S3Place(
      host: server.host, port: server.port, tls: tls, bucket: address.bucket, prefix: address.prefix, region: mediaRegion,
      isPathStyle: isPath)
  }

  /// The keys for S3: those of the file, or of the environment if no file is named.
  ///
  /// - Throws: `ServerError` if there are none, or if the file is missing or open to others; the message does not hold them.
  func mediaCredentials() throws -> S3Credentials {
    guard let mediaCredentialsFile else {
      let values = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"].map { (name: String) in
        getenv(name).map { String(cString: $0) } ?? ""
      }
      guard !values[0].isEmpty, !values[1].isEmpty else {
        throw ServerError(
          .missing,
          "media.bucket needs keys. Name a file with them in media.credentials, or set AWS_ACCESS_KEY_ID and "
            + "AWS_SECRET_ACCESS_KEY in the server's environment.")
      }
      return S3Credentials(id: values[0], secret: values[1], token: values[2])
    }
    let directory = try Directory.openAny(Directory.parent(of: mediaCredentialsFile))
    defer { closeFile(directory.descriptor) }
    let name = mediaCredentialsFile.split(separator: "/").last.map { String($0) } ?? mediaCredentialsFile
    guard let bytes = try directory.read(name, limit: Self.credentialsLimit) else {
      throw ServerError(.missing, "\(mediaCredentialsFile), the keys for S3, does not exist.")
    }
    guard let credentials = S3Credentials(file: String(decoding: bytes, as: UTF8.self)) else {
      throw ServerError(
        .malformed,
        "\(mediaCredentialsFile) must have the lines aws_access_key_id = ID and aws_secret_access_key = SECRET, as AWS's own "
          + "tools write them.")
    }
    return credentials
  }

  /// Asks S3 whether files can be kept there; nil if no bucket is named.
  package func probeMedia(time: any TimeSource = SystemTimeSource()) async throws -> MediaAnswer? {
    guard mediaBucket != nil else { return nil }
    let loop = try EventLoop(name: "martlet-probe")
    let answer: Result<MediaAnswer?, any Error>
    do {
      answer = .success(try await objects(time: time, attempts: 2)?([loop]).probe())
    } catch {
      answer = .failure(error)
    }
    await loop.stop()
    return try answer.get()
  }

  /// Makes the store of files as above; refuses a bucket that cannot be used, or not by several nodes.
  ///
  /// One that is out of reach is logged: messages do not need it.
  func objects(
    log: Log, isShared: Bool, time: any TimeSource
  ) async throws -> (@Sendable ([EventLoop]) -> MediaObjects)? {
    guard let bucket = mediaBucket, let answer = try await probeMedia() else { return nil }
    switch answer {
    case .usable(isFenced: true): break
    case .usable(isFenced: false):
      guard !isShared else {
        throw ServerError(
          .failed,
          "\(bucket) cannot be used by several nodes: S3 ignores conditions on writes (If-None-Match), so two nodes could mix "
            + "the bytes of an upload. Use a server that heeds them, or a shared directory (media.directory).")
      }
      log.warning("S3 ignores conditions on writes; only this server may use the bucket", ["bucket": .text(bucket)])
    case .refused(let reason, let advice): throw ServerError(.failed, "\(bucket) cannot be used: \(reason). \(advice)")
    case .unreachable(let reason): log.error("files cannot be kept now", ["bucket": .text(bucket), "error": .text(reason)])
    }
    return try objects(time: time)
  }
}

extension S3Credentials {
  /// Reads a file of AWS's tools: the first profile in it; nil if that lacks a key.
  package init?(file text: String) {
    var values: [String: String] = [:]
    var sections = 0
    for line in text.split(whereSeparator: \.isNewline) {
      if line.first == "[" { sections += 1 }
      guard sections < 2, line.first != "#", let mark = line.firstIndex(of: "=") else { continue }
      let pair = [line[..<mark], line[line.index(after: mark)...]].map { part in
        String(part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
      }
      values[pair[0]] = pair[1]
    }
    let known = [values["aws_access_key_id"], values["aws_secret_access_key"], values["aws_session_token"]].map { $0 ?? "" }
    // What is signed and sent must be visible.
    guard !known[0].isEmpty, !known[1].isEmpty, known.allSatisfy({ $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) else {
      return nil
    }
    self.init(id: known[0], secret: known[1], token: known[2])
  }
}
