// Any bytes as a connection's requests, and as a response.

@testable import MartletNet

/// Called by libFuzzer with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  var limits = HTTPLimits()
  (limits.headerBytes, limits.headerCount, limits.bodyBytes) = (2_048, 20, 2_048)
  let whole = requests(input, limits, step: max(1, count))
  for step in [1, 7] {
    guard requests(input, limits, step: step) == whole else { fatalError("cut every \(step) bytes it is read differently") }
  }
  responses(input, limits)
  return 0
}

/// What a connection's bytes come to, when they arrive in pieces of `step` bytes.
private func requests(_ input: UnsafeRawBufferPointer, _ limits: HTTPLimits, step: Int) -> [String] {
  var parser = HTTPRequestParser(limits: limits, remoteAddress: .local) {
    $0.method == "PATCH" ? .streamed(limit: limits.bodyBytes) : .whole
  }
  var seen: [String] = []
  var body: [UInt8] = []
  for start in stride(from: 0, to: input.count, by: step) {
    var rest = UnsafeRawBufferPointer(rebasing: input[start..<min(input.count, start + step)])
    reading: while true {
      let consumed: Int
      switch parser.receive(rest) {
      case .more: break reading
      case .refused(let refusal): return seen + ["\(refusal.status) \(refusal.reason)"]
      case .expectsContinue(let count):
        consumed = count
        seen.append("continue")
      case .request(let request, let head, let count):
        consumed = count
        check(request, limits)
        _ = WebSocketHandshake.isAsked(for: request) ? try? WebSocketHandshake.key(of: request, head) : nil
        seen.append(describe(request))
      case .streamed(let request, _, let expectsContinue, let count):
        consumed = count
        check(request, limits)
        seen.append(describe(request) + (expectsContinue ? " continue" : ""))
      case .piece(let bytes):
        body += bytes
        break reading
      case .lastPiece(let bytes, let count):
        consumed = count
        body += bytes
        guard body.count <= limits.bodyBytes else { fatalError("a body that should have been refused") }
        seen.append("\(body)")
        body = []
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[consumed...])
    }
  }
  return seen
}

/// All of a request; its own description would take longer than parsing it.
private func describe(_ request: HTTPRequest) -> String {
  let fields = request.headers.fields.map { "\($0.name): \($0.value)" }
  let body = String(decoding: request.body.flatMap { [$0 >> 4 &+ 65, $0 & 15 &+ 65] }, as: UTF8.self)
  return ([request.method, request.path, request.query, body] + fields).joined(separator: "\n")
}

/// What an application may rely on.
private func check(_ request: HTTPRequest, _ limits: HTTPLimits) {
  guard request.headers.fields.count <= limits.headerCount, request.body.count <= limits.bodyBytes,
    request.path.hasPrefix("/") || request.path == "*",
    request.headers.fields.allSatisfy({ field in
      HTTPSyntax.isToken(field.name) && field.value.utf8.allSatisfy { HTTPSyntax.isValue($0) }
    })
  else { fatalError("a request that should have been refused: \(request)") }
}

private func responses(_ input: UnsafeRawBufferPointer, _ limits: HTTPLimits) {
  for isHead in [false, true] {
    var parser = HTTPResponseParser(limits: limits, isHead: isHead)
    if case .response(let response, _) = parser.receive(input) {
      _ = try? WebSocketHandshake.agreement(response, key: "dGhlIHNhbXBsZSBub25jZQ==", offered: ["martlet.v1"])
    } else {
      _ = parser.ended()
    }
  }
}
