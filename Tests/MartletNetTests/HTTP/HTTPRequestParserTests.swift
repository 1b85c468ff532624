import MartletTesting
import Testing

@testable import MartletNet

@Suite struct HTTPRequestParserTests {
  /// The result of parsing a connection's bytes.
  private enum Seen: Equatable {
    case request(String, String, String, [UInt8])
    case wantsContinue
    case streamed(String, wantsContinue: Bool)
    case pieces([UInt8])
    case refused(Int)
  }

  private func parse(_ pieces: [[UInt8]], limits: HTTPLimits = HTTPLimits()) -> [Seen] {
    var parser = HTTPRequestParser(limits: limits, remoteAddress: .local) {
      $0.path.hasPrefix("/stream") ? .streamed(limit: 100) : .whole
    }
    var seen: [Seen] = []
    var streamed: [UInt8] = []
    for piece in pieces {
      var rest = piece[...]
      parsing: while true {
        switch rest.withUnsafeBytes({ parser.receive($0) }) {
        case .more: break parsing
        case .expectsContinue(let consumed):
          seen.append(.wantsContinue)
          rest = rest.dropFirst(consumed)
        case .request(let request, _, let consumed):
          seen.append(.request(request.method, request.path, request.query, request.body))
          rest = rest.dropFirst(consumed)
        case .streamed(let request, _, let expectsContinue, let consumed):
          seen.append(.streamed(request.path, wantsContinue: expectsContinue))
          rest = rest.dropFirst(consumed)
        case .piece(let bytes):
          streamed += bytes
          break parsing
        case .lastPiece(let bytes, let consumed):
          seen.append(.pieces(streamed + bytes))
          streamed = []
          rest = rest.dropFirst(consumed)
        case .refused(let refusal):
          seen.append(.refused(refusal.status))
          return seen
        }
      }
    }
    return seen
  }

  private func parse(_ text: String, limits: HTTPLimits = HTTPLimits()) -> [Seen] {
    let bytes = Array(text.utf8)
    let whole = parse([bytes], limits: limits)
    #expect(parse(bytes.map { [$0] }, limits: limits) == whole, "cut at every byte: \(text)")
    return whole
  }

  @Test func pipelinedRequestsComeInOrder() {
    let text =
      "GET /a?x=1&y=%20 HTTP/1.1\r\nHost: h\r\n\r\n" + "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
      + "PUT /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\n"
      + "\r\nHEAD / HTTP/1.0\r\n\r\n"
    #expect(
      parse(text) == [
        .request("GET", "/a", "x=1&y=%20", []), .request("POST", "/b", "", Array("abc".utf8)),
        .request("PUT", "/c", "", Array("abc0123456789".utf8)), .request("HEAD", "/", "", []),
      ])
  }

  @Test func targetsInAbsoluteForm() {
    #expect(parse("GET http://h:80/p?q HTTP/1.1\r\nHost: h\r\n\r\n") == [.request("GET", "/p", "q", [])])
    #expect(parse("GET http://h HTTP/1.1\r\nHost: h\r\n\r\n") == [.request("GET", "/", "", [])])
    #expect(parse("GET http://h?q/r HTTP/1.1\r\nHost: h\r\n\r\n") == [.request("GET", "/", "q/r", [])])
    #expect(parse("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n") == [.request("OPTIONS", "*", "", [])])
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
    "garbage\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nA b: c\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: h\r\n: c\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n\tc\r\n\r\n",
    "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/1.1\r\nHost: h\r\nA: b\rc\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nA: b\0c\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: h\r\nA: \u{7F}\r\n\r\n", "GET /\u{E9} HTTP/1.1\r\nHost: h\r\n\r\n",
    "GET x HTTP/1.1\r\nHost: h\r\n\r\n",
    " GET / HTTP/1.1\r\nHost: h\r\n\r\n", "\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
    "get / HTTP/1.1\r\nHost: h\r\n\r\n", "GET  / HTTP/1.1 x\r\nHost: h\r\n\r\n",
  ])
  func malformedHeadsAreRefused(_ text: String) {
    #expect(parse(text) == [.refused(400)])
  }

  /// Messages that two readers may cut differently.
  @Test(arguments: [
    "Content-Length: 3\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 3",
    "Content-Length: 3\r\nContent-Length: 3", "Content-Length: 3, 3", "Content-Length: +3", "Content-Length: -3",
    "Content-Length: 0x3", "Content-Length: 3 ", "Content-Length:", "Content-Length: 99999999999999999999",
    "Content-Length: 3\r\nContent-Length: 4",
  ])
  func ambiguousLengthsAreRefused(_ fields: String) {
    let seen = parse("POST / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\nabc")
    // A length with space behind it is the length: RFC 9110 has that space removed.
    #expect(seen == [fields.hasSuffix("3 ") ? .request("POST", "/", "", Array("abc".utf8)) : .refused(400)])
  }

  @Test(arguments: [
    "gzip", "chunked, chunked", "gzip, chunked", "chunked, identity", "xchunked", "identity",
    "chunked\r\nTransfer-Encoding: chunked",
  ])
  func otherCodingsAreRefused(_ coding: String) {
    let seen = parse("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: \(coding)\r\n\r\n0\r\n\r\n")
    #expect(seen == [.refused(501)])
  }

  @Test func chunksNeedTheNewerVersion() {
    #expect(parse("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n") == [.refused(501)])
  }

  @Test(arguments: [
    "3\nabc\r\n0\r\n\r\n", "3\r\nabcd\r\n0\r\n\r\n", "x\r\n", "\r\n", "3 \r\nabc\r\n0\r\n\r\n", "3;\u{1}\r\nabc\r\n0\r\n\r\n",
    "-3\r\n",
    "3\r\nabc\n0\r\n\r\n", "0\r\nA: \u{0}\r\n\r\n", "0\r\n\n",
  ])
  func malformedChunksAreRefused(_ body: String) {
    #expect(parse("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(body)") == [.refused(400)])
  }

  @Test func otherVersionsAreRefused() {
    #expect(parse("GET / HTTP/1.2\r\nHost: h\r\n\r\n") == [.refused(505)])
    #expect(parse("GET / HTTP/2.0\r\nHost: h\r\n\r\n") == [.refused(505)])
    #expect(parse("GET /\r\n\r\n") == [.refused(505)])
  }

  @Test func tunnelsAreRefused() {
    #expect(parse("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n") == [.refused(501)])
  }

  @Test func limitsAreHeldExactly() {
    var limits = HTTPLimits()
    (limits.headerCount, limits.bodyBytes) = (3, 5)
    let fields = (0..<2).map { "F\($0): v\r\n" }.joined()
    #expect(parse("GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n", limits: limits) == [.request("GET", "/", "", [])])
    #expect(parse("GET / HTTP/1.1\r\nHost: h\r\n\(fields)G: v\r\n\r\n", limits: limits) == [.refused(431)])
    let length = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: "
    #expect(parse("\(length)5\r\n\r\n12345", limits: limits) == [.request("POST", "/", "", Array("12345".utf8))])
    #expect(parse("\(length)6\r\n\r\n", limits: limits) == [.refused(413)])
    let chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(
      parse("\(chunked)3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", limits: limits) == [.request("POST", "/", "", Array("abcde".utf8))])
    #expect(parse("\(chunked)3\r\nabc\r\n3\r\n", limits: limits) == [.refused(413)])
    #expect(parse("\(chunked)fffffffffffffffff\r\n", limits: limits) == [.refused(413)])
    #expect(parse("\(chunked)00000003\r\nabc\r\n0\r\n\r\n", limits: limits).count == 1)
    #expect(parse("\(chunked)000000003\r\n", limits: limits) == [.refused(413)])
    let head = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    limits.headerBytes = head.utf8.count
    #expect(parse(head, limits: limits) == [.request("GET", "/", "", [])])
    limits.headerBytes -= 1
    #expect(parse(head, limits: limits) == [.refused(431)])
  }

  @Test func chunkFramingIsNotEndless() {
    var limits = HTTPLimits()
    limits.bodyBytes = 100_000
    let chunk = "1;\(String(repeating: "x", count: 5_000))\r\na\r\n"
    let text = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 100)
    #expect(parse([Array(text.utf8)], limits: limits) == [.refused(413)])
  }

  @Test func aHundredThousandHeadersAreRefusedEarly() {
    let text = "GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "A: b\r\n", count: 100_000)
    #expect(parse([Array(text.utf8)]) == [.refused(431)])
  }

  @Test func theClientIsToldToContinueOnlyWhereABodyIsWanted() {
    let head = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
    #expect(parse("\(head)Content-Length: 2\r\n\r\nab") == [.wantsContinue, .request("POST", "/", "", Array("ab".utf8))])
    #expect(parse("\(head)\r\n") == [.request("POST", "/", "", [])])
    #expect(parse("\(head)Content-Length: 9999999\r\n\r\n") == [.refused(413)])
    #expect(parse("POST / HTTP/1.1\r\nHost: h\r\nExpect: more\r\n\r\n") == [.refused(417)])
  }

  @Test func nothingFollowsARefusal() {
    var parser = HTTPRequestParser(limits: HTTPLimits(), remoteAddress: .local)
    for text in ["x\n", "GET / HTTP/1.1\r\nHost: h\r\n\r\n"] {
      let step = Array(text.utf8).withUnsafeBytes { parser.receive($0) }
      guard case .refused = step else {
        Issue.record("taken: \(text)")
        continue
      }
    }
  }

  @Test func cutsDoNotMatterWhateverTheBytes() {
    var random = SeededRandom.fromEnvironment()
    let base = Array(
      "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"
        .utf8)
    for _ in 0..<3_000 {
      var bytes = base
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = [0x0D, 0x0A, 0x20, 0x3A, 0x00, 0x30, 0x66, 0xFF].randomElement(using: &random) ?? 0
      }
      #expect(parse([bytes]) == parse(random.pieces(of: bytes)), random.comment)
    }
  }

  @Test func streamedBodiesComeInPieces() {
    let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    let head = " /stream HTTP/1.1\r\nHost: h\r\n"
    #expect(
      parse("PATCH\(head)Content-Length: 5\r\n\r\nabcde" + get)
        == [.streamed("/stream", wantsContinue: false), .pieces(Array("abcde".utf8)), .request("GET", "/", "", [])])
    #expect(
      parse("POST\(head)Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n" + get)
        == [.streamed("/stream", wantsContinue: true), .pieces(Array("abcde".utf8)), .request("GET", "/", "", [])])
    #expect(
      parse("HEAD\(head)\r\n" + get) == [
        .streamed("/stream", wantsContinue: false), .pieces([]), .request("GET", "/", "", []),
      ])
    #expect(parse("POST\(head)Content-Length: 101\r\n\r\n") == [.refused(413)])
    #expect(
      parse("POST\(head)Transfer-Encoding: chunked\r\n\r\n32\r\n" + String(repeating: "a", count: 50) + "\r\n33\r\n")
        == [.streamed("/stream", wantsContinue: false), .refused(413)])
  }
}
