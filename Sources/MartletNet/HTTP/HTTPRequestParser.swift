/// Reads the requests of one connection: bytes in, cut anywhere; requests out, or the status that refuses them.
///
/// Nothing of a request stays when it has been handed out. If its body is streamed, the request comes without it, and then the
/// body's pieces.
struct HTTPRequestParser {
  /// The result of a piece.
  enum Step {
    /// All of the piece was used.
    case more
    /// The client waits for a word before it sends the body; the piece was used so far.
    case expectsContinue(consumed: Int)
    case request(HTTPRequest, HTTPHead, consumed: Int)
    /// A request whose body follows in pieces, even if it has none; the client may wait for a word before it sends them.
    case streamed(HTTPRequest, HTTPHead, expectsContinue: Bool, consumed: Int)
    /// A piece of the body; all of the input was used.
    case piece([UInt8])
    /// The last piece of the body.
    case lastPiece([UInt8], consumed: Int)
    /// Nothing that follows can be understood.
    case refused(HTTPRefusal)
  }

  private let limits: HTTPLimits
  private let remoteAddress: SocketAddress
  private let intake: (HTTPRequest) -> HTTPIntake
  private var stage = Stage.idle

  private enum Stage {
    case idle
    case head(HTTPHeadScanner)
    case body(HTTPHead, HTTPBodyDecoder)
    case streamed(HTTPBodyDecoder)
    case refused(HTTPRefusal)
  }

  init(
    limits: HTTPLimits, remoteAddress: SocketAddress, intake: @escaping (HTTPRequest) -> HTTPIntake = { _ in .whole }
  ) {
    self.limits = limits
    self.intake = intake
    self.remoteAddress = remoteAddress
  }

  /// Whether it is between requests.
  var isIdle: Bool { if case .idle = stage { true } else { false } }
  /// Whether it has read a head and waits for the body.
  var isInBody: Bool { if case .body = stage { true } else { false } }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Step {
    let present = stage
    stage = .idle
    switch present {
    case .refused(let refusal): return refuse(refusal)
    case .idle: return bytes.isEmpty ? .more : receive(bytes, HTTPHeadScanner(limits: limits))
    case .head(let scanner): return receive(bytes, scanner)
    case .body(let head, let decoder): return receive(bytes, head, decoder, before: 0)
    case .streamed(let decoder): return receivePiece(bytes, decoder)
    }
  }

  private mutating func refuse(_ refusal: HTTPRefusal) -> Step {
    stage = .refused(refusal)
    return .refused(refusal)
  }

  private mutating func receive(_ bytes: UnsafeRawBufferPointer, _ scanner: consuming HTTPHeadScanner) -> Step {
    var scanner = scanner
    switch scanner.receive(bytes) {
    case .refused(let refusal): return refuse(refusal)
    case .more:
      stage = .head(scanner)
      return .more
    case .complete(let used):
      do {
        let head = try HTTPHead(scanner.head, kind: .request)
        try check(head)
        let request = request(head)
        if case .streamed(let limit) = intake(request) {
          stage = .streamed(try HTTPBodyDecoder(head.framing(), limit: limit))
          return .streamed(
            request, head, expectsContinue: try expectsContinue(head) && !head.isBodyless, consumed: used)
        }
        let decoder = try HTTPBodyDecoder(head.framing(), limit: limits.bodyBytes)
        if try expectsContinue(head), !head.isBodyless {
          stage = .body(head, decoder)
          return .expectsContinue(consumed: used)
        }
        return receive(UnsafeRawBufferPointer(rebasing: bytes[used...]), head, decoder, before: used)
      } catch {
        return refuse(error as? HTTPRefusal ?? .bad("not HTTP"))
      }
    }
  }

  private mutating func receive(
    _ bytes: UnsafeRawBufferPointer, _ head: HTTPHead, _ decoder: consuming HTTPBodyDecoder, before: Int
  ) -> Step {
    var decoder = decoder
    switch decoder.receive(bytes) {
    case .refused(let refusal): return refuse(refusal)
    case .more:
      stage = .body(head, decoder)
      return .more
    case .complete(let used):
      return .request(request(head, body: decoder.body), head, consumed: before + used)
    }
  }

  private mutating func receivePiece(_ bytes: UnsafeRawBufferPointer, _ decoder: consuming HTTPBodyDecoder) -> Step {
    var decoder = decoder
    switch decoder.receive(bytes) {
    case .refused(let refusal): return refuse(refusal)
    case .more:
      let piece = decoder.take()
      stage = .streamed(decoder)
      return .piece(piece)
    case .complete(let used): return .lastPiece(decoder.take(), consumed: used)
    }
  }

  private func request(_ head: HTTPHead, body: [UInt8] = []) -> HTTPRequest {
    let (path, query) = Self.split(head.target)
    return HTTPRequest(
      method: head.method, path: path, query: query, headers: head.headers, body: body, remoteAddress: remoteAddress)
  }

  private func check(_ head: HTTPHead) throws {
    let hosts = head.headers.all(name: "Host")
    guard hosts.count == 1 || hosts.isEmpty && head.minorVersion == 0 else {
      throw HTTPRefusal.bad("exactly one Host field is required")
    }
    guard head.method != "CONNECT" else { throw HTTPRefusal(status: 501, reason: "CONNECT is not supported") }
    guard
      head.target.hasPrefix("/") || head.target == "*" && head.method == "OPTIONS" || head.target.hasPrefix("http://")
        || head.target.hasPrefix("https://")
    else { throw HTTPRefusal.bad("malformed target") }
  }

  private func expectsContinue(_ head: HTTPHead) throws -> Bool {
    let expectations = head.headers.list(name: "Expect")
    guard !expectations.isEmpty, head.minorVersion == 1 else { return false }
    guard expectations.allSatisfy({ HTTPHeaders.isSame($0, "100-continue") }) else {
      throw HTTPRefusal(status: 417, reason: "the only supported expectation is 100-continue")
    }
    return true
  }

  /// Path and query of a target; for an absolute target, the part after the host.
  private static func split(_ target: String) -> (path: String, query: String) {
    var rest = target[...]
    if !rest.hasPrefix("/"), rest != "*", let colon = rest.firstIndex(of: ":") {
      let authority = rest[colon...].dropFirst(3)
      rest = authority.firstIndex { $0 == "/" || $0 == "?" }.map { authority[$0...] } ?? ""
    }
    guard let mark = rest.firstIndex(of: "?") else { return (rest.isEmpty ? "/" : String(rest), "") }
    let path = rest[..<mark]
    return (path.isEmpty ? "/" : String(path), String(rest[rest.index(after: mark)...]))
  }
}

extension HTTPHead {
  /// Whether no body follows.
  var isBodyless: Bool { headers.all(name: "Transfer-Encoding").isEmpty && (headers.first(name: "Content-Length") ?? "0") == "0" }
}
