// Any bytes as the frames of a client, and of a server.

@testable import MartletNet

/// Called by libFuzzer with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  let limits = WebSocketLimits(message: 3_000, frame: 2_000)
  for expectsMask in [false, true] {
    let whole = events(input, expectsMask, limits, step: max(1, count))
    for step in [1, 5] {
      guard events(input, expectsMask, limits, step: step) == whole else {
        fatalError("cut every \(step) bytes it is read differently")
      }
    }
  }
  return 0
}

/// What the bytes come to, when they arrive in pieces of `step` bytes.
private func events(_ input: UnsafeRawBufferPointer, _ expectsMask: Bool, _ limits: WebSocketLimits, step: Int) -> [String] {
  var decoder = WebSocketDecoder(expectsMask: expectsMask, limits: limits)
  var seen: [String] = []
  for start in stride(from: 0, to: input.count, by: step) {
    decoder.receive(UnsafeRawBufferPointer(rebasing: input[start..<min(input.count, start + step)])) { event in
      seen.append(describe(event, limits))
      return true
    }
  }
  return seen
}

/// The event's content, held against what a handler may rely on.
private func describe(_ event: WebSocketDecoder.Event, _ limits: WebSocketLimits) -> String {
  switch event {
  case .message(.text(let bytes)):
    guard bytes.count <= limits.message, let text = String(validating: bytes, as: UTF8.self) else {
      fatalError("a text that should have been refused")
    }
    return "text \(text)"
  case .message(.binary(let bytes)):
    guard bytes.count <= limits.message else { fatalError("a message over the limit") }
    return "binary \(Array(bytes))"
  case .ping(let bytes): return "ping \(Array(bytes))"
  case .pong(let bytes): return "pong \(Array(bytes))"
  case .close(let code, let reason):
    guard code == WebSocketCloseCode.none || WebSocketCloseCode.mayBeSent(code), reason.utf8.count <= 123 else {
      fatalError("a close frame that should have been refused")
    }
    return "close \(code) \(reason)"
  case .failure(let code, let reason): return "failure \(code) \(reason)"
  }
}
