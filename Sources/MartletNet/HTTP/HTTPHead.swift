import CHTTPParser

/// The head of a message: the output of http-parser, checked against the rules on which it is lax.
struct HTTPHead {
  /// Empty in a response.
  private(set) var method = ""
  private(set) var target = ""
  /// 0 in a request.
  private(set) var status = 0
  /// 0 or 1, of HTTP/1.
  private(set) var minorVersion = 1
  private(set) var headers = HTTPHeaders()
  /// Whether the sender keeps the connection open afterwards.
  private(set) var keepsAlive = false

  enum Kind { case request, response }

  /// Reads a head that an `HTTPHeadScanner` let pass.
  init(_ bytes: [UInt8], kind: Kind) throws {
    let parts = Parts()
    var parser = http_parser()
    http_parser_init(&parser, kind == .request ? HTTP_REQUEST : HTTP_RESPONSE)
    parser.data = Unmanaged.passUnretained(parts).toOpaque()
    var settings = Parts.settings
    let parsed = bytes.withUnsafeBytes { raw in
      http_parser_execute(&parser, &settings, raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count)
    }
    guard parts.isComplete, parsed == bytes.count else { throw HTTPRefusal.bad("not HTTP") }
    guard parser.http_major == 1, parser.http_minor <= 1 else {
      throw HTTPRefusal(status: 505, reason: "only HTTP/1.0 and 1.1 are supported")
    }
    minorVersion = Int(parser.http_minor)
    status = kind == .response ? Int(parser.status_code) : 0
    method = kind == .request ? String(cString: http_method_str(http_method(rawValue: UInt32(parser.method)))) : ""
    guard parts.target.allSatisfy({ HTTPSyntax.isTarget($0) }) else { throw HTTPRefusal.bad("malformed target") }
    target = String(decoding: parts.target, as: UTF8.self)
    for (name, value) in zip(parts.names, parts.values) {
      guard !name.isEmpty, name.allSatisfy({ HTTPSyntax.isToken($0) }) else { throw HTTPRefusal.bad("malformed field name") }
      let text = String(decoding: value, as: UTF8.self)
      headers.add(name: String(decoding: name, as: UTF8.self), value: String(HTTPSyntax.trimmed(text[...])))
    }
    guard parts.names.count == parts.values.count else { throw HTTPRefusal.bad("malformed field") }
    keepsAlive =
      minorVersion == 1 ? !headers.contains("close", name: "Connection") : headers.contains("keep-alive", name: "Connection")
  }

  /// The framing of the body that follows.
  ///
  /// Refuses any head that two readers could understand differently: a length beside chunks, two lengths, a coding other than
  /// chunks.
  func framing() throws -> HTTPBodyDecoder.Framing {
    let lengths = headers.all(name: "Content-Length")
    let codings = headers.all(name: "Transfer-Encoding")
    guard lengths.isEmpty || codings.isEmpty else { throw HTTPRefusal.bad("both Content-Length and Transfer-Encoding") }
    if let coding = codings.first {
      guard minorVersion == 1, codings.count == 1, HTTPHeaders.isSame(coding, "chunked") else {
        throw HTTPRefusal(status: 501, reason: "the only supported transfer coding is chunked")
      }
      return .chunked
    }
    guard let length = lengths.first else { return .none }
    guard lengths.count == 1, (1...18).contains(length.utf8.count), length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(length)
    else { throw HTTPRefusal.bad("malformed length") }
    return .length(count)
  }

  /// The output of http-parser.
  private final class Parts {
    var target: [UInt8] = []
    var names: [[UInt8]] = []
    var values: [[UInt8]] = []
    var isComplete = false

    static func of(_ parser: UnsafeMutablePointer<http_parser>?) -> Parts? {
      parser?.pointee.data.map { Unmanaged<Parts>.fromOpaque($0).takeUnretainedValue() }
    }

    static let settings: http_parser_settings = {
      var settings = http_parser_settings()
      http_parser_settings_init(&settings)
      settings.on_url = { parser, start, count in
        Parts.of(parser)?.target += UnsafeRawBufferPointer(start: start, count: count)
        return 0
      }
      settings.on_header_field = { parser, start, count in
        Parts.of(parser)?.names.append(Array(UnsafeRawBufferPointer(start: start, count: count)))
        return 0
      }
      settings.on_header_value = { parser, start, count in
        Parts.of(parser)?.values.append(Array(UnsafeRawBufferPointer(start: start, count: count)))
        return 0
      }
      settings.on_headers_complete = { parser in
        Parts.of(parser)?.isComplete = true
        // Makes the parser expect neither a body nor another protocol.
        return 2
      }
      return settings
    }()
  }
}
