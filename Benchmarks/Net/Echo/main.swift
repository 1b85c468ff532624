// What the benchmark of MartletNet drives: an echo on a plain stream, or a server of silent WebSockets.
//
// usage: net-echo stream|websocket [PAUSE]
//          prints "listening PORT", then serves until it is killed, and prints what goes wrong in accepting;
//          PAUSE is how many milliseconds it waits where the system has no descriptors left

import Glibc
import MartletNet

final class Echo: ByteStreamHandler {
  private let stream: ByteStream

  init(_ stream: ByteStream) { self.stream = stream }

  func streamReceived(_ bytes: UnsafeRawBufferPointer) { _ = stream.write(SharedBytes(copying: bytes)) }
  func streamDrained() {}
  func streamClosed(_ error: NetError?) {}
}

final class Silent: WebSocketHandler {
  func socketReceived(_ message: WebSocketMessage) {}
  func socketDrained() {}
  func socketClosed(code: UInt16, reason: String) {}
}

struct Silence: HTTPApplication {
  func respond(to request: HTTPRequest) async -> HTTPResponse { HTTPResponse(status: 404) }
  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade { .accept(subprotocol: nil) { _ in Silent() } }
}

let loop = try EventLoop(name: "echo")
var port: UInt16 = 0
var configuration = HTTPServerConfiguration()
if let pause = CommandLine.arguments.dropFirst(2).first.flatMap({ Int($0) }) {
  configuration.listen.exhaustedPause = .milliseconds(pause)
}
configuration.listen.report = { error in
  print("report \(error.code)")
  fflush(nil)
}
switch CommandLine.arguments.dropFirst().first {
case "stream":
  let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: [loop], options: configuration.listen) { Echo($0) }
  port = listener.address.port
case "websocket":
  port = try await HTTPServer(loops: [loop], configuration: configuration, application: Silence()).listen(
    host: "127.0.0.1", port: 0
  ).port
default:
  print("usage: net-echo stream|websocket [PAUSE]")
  exit(2)
}
print("listening \(port)")
fflush(nil)
while true { try await Task.sleep(for: .seconds(3_600)) }
