import MartletNet
import MartletServer
import MartletWire

/// A server that lets everyone in and answers nothing else.
struct DeafServer: HTTPApplication {
  /// Starts one, runs `body` with its URL, and ends it.
  static func with(_ body: (String) async throws -> Void) async throws {
    let loop = try EventLoop(name: "deaf")
    let server = HTTPServer(loops: [loop], application: DeafServer())
    let address = try await server.listen(host: "127.0.0.1", port: 0)
    do {
      try await body("ws://\(address)")
    } catch {
      await server.close()
      await loop.stop()
      throw error
    }
    await server.close()
    await loop.stop()
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse { HTTPResponse(status: 404) }

  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade {
    .accept(subprotocol: Gateway.binaryProtocol) { Deaf(socket: $0) }
  }

  /// `@unchecked Sendable`: used on its socket's loop only.
  private final class Deaf: WebSocketHandler, @unchecked Sendable {
    private let socket: WebSocket

    init(socket: WebSocket) { self.socket = socket }

    func socketReceived(_ message: WebSocketMessage) {
      guard case .binary(let bytes) = message, let packet = try? Wire.ClientPacket(decoding: Array(bytes)),
        case .hello = packet.request
      else {
        return
      }
      let welcome = Wire.Welcome(
        version: 1, session: "s", user: "alice", time: SystemTimeSource().wallMilliseconds,
        limits: Wire.Limits(heartbeatMs: 60000, packetBytes: 65536, contentBytes: 65536, pageEntries: 100, requestsInFlight: 16))
      _ = socket.send(binary: SharedBytes(Wire.ServerPacket(id: packet.id, body: .welcome(welcome)).encoded()))
    }

    func socketDrained() {}
    func socketClosed(code: UInt16, reason: String) {}
  }
}
