// Any headers and targets as a signed request, and any bytes as the body of one.

import MartletNet
import MartletWire

@testable import MartletServer

/// A clock that stands.
private struct Stopped: TimeSource {
  let wallMilliseconds: Int64 = 1_800_000_000_000
  let monotonicNanoseconds: UInt64 = 1
}

private let apps: Apps? = {
  guard let id = AppID("main"), let secret = Secret([UInt8](repeating: 1, count: 32)),
    let keys = AppKeys(id: id, secrets: [secret])
  else { return nil }
  return try? Apps([keys])
}()

/// Called by libFuzzer with one input: method, path, query and headers a line each, and behind an empty line the body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let apps else { fatalError("no apps") }
  let lines = [UInt8](UnsafeBufferPointer(start: start, count: count))
    .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  guard lines.count >= 3 else { return -1 }
  let head = lines.prefix { !$0.isEmpty }
  let body = Array(lines.dropFirst(head.count + 1).joined(separator: [UInt8(ascii: "\n")]))
  let texts = head.map { String(decoding: $0, as: UTF8.self) }
  guard texts.count >= 3 else { return -1 }
  var headers: HTTPHeaders = [:]
  for text in texts.dropFirst(3) {
    let field = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if field.count == 2 { headers.add(name: field[0], value: field[1]) }
  }
  let request = HTTPRequest(
    method: texts[0], path: texts[1], query: texts[2], headers: headers, body: body, remoteAddress: .local)
  if (try? SignatureGate(time: Stopped()).admit(request, apps: apps)) != nil { fatalError("nobody has signed this") }
  _ = request.isFromThisMachine
  _ = StaticPages().response(path: request.path, headers: headers)
  let limits = DecodingLimits(bytes: API.bodyBytes, depth: 8, elements: 1024)
  if let message = try? Wire.CreateToken(json: body, limits: limits) { _ = UserID(message.user) }
  _ = try? Wire.CreateUser(json: body, limits: limits)
  _ = try? Wire.RevokeTokens(json: body, limits: limits)
  return 0
}
