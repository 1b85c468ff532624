import MartletNet
import Synchronization

/// Answers a request with a description of it, and echoes WebSocket messages.
struct Mirror: HTTPApplication {
  var subprotocol: String?
  /// Told when a socket opens and when it closes.
  var sockets: Inbox<WebSocket>?
  var closings: Inbox<Closing>?

  struct Closing: Equatable, Sendable {
    let code: UInt16
    let reason: String
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    if request.path == "/refused" { return HTTPResponse(status: 403, text: "no") }
    if request.path == "/large" { return HTTPResponse(status: 200, body: [UInt8](repeating: 97, count: 5_000_000)) }
    if request.path == "/huge" { return HTTPResponse(status: 200, body: [UInt8](repeating: 97, count: 40_000_000)) }
    let text = "\(request.method) \(request.path) \(request.query) \(request.body.count)"
    return HTTPResponse(status: 200, headers: ["X-Local": "\(request.isLocalSocket)"], body: Array(text.utf8) + request.body)
  }

  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade {
    guard request.path != "/refused" else { return .refuse(HTTPResponse(status: 403, text: "no")) }
    let offered = request.headers.list(name: "Sec-WebSocket-Protocol")
    let chosen = request.path == "/wrong" ? "never-offered" : subprotocol.flatMap { offered.contains($0) ? $0 : nil }
    return .accept(subprotocol: chosen) { socket in
      sockets?.put(socket)
      return SocketEcho(socket, closings)
    }
  }
}

/// Sends messages back as they came.
final class SocketEcho: WebSocketHandler {
  private let socket: WebSocket
  private let closings: Inbox<Mirror.Closing>?

  init(_ socket: WebSocket, _ closings: Inbox<Mirror.Closing>? = nil) {
    self.socket = socket
    self.closings = closings
  }

  func socketReceived(_ message: WebSocketMessage) {
    switch message {
    case .text(let bytes): _ = socket.send(text: SharedBytes(copying: bytes))
    case .binary(let bytes): _ = socket.send(binary: bytes)
    }
  }

  func socketDrained() {}

  func socketClosed(code: UInt16, reason: String) { closings?.put(Mirror.Closing(code: code, reason: reason)) }
}

/// Reports a WebSocket's events to a test.
final class SocketWitness: WebSocketHandler {
  enum Event: Equatable, Sendable {
    case text(String)
    case binary([UInt8])
    case drained
    case closed(UInt16, String)
  }

  let events = Inbox<Event>()

  func socketReceived(_ message: WebSocketMessage) {
    switch message {
    case .text(let bytes): events.put(.text(String(decoding: bytes, as: UTF8.self)))
    case .binary(let bytes): events.put(.binary(Array(bytes)))
    }
  }

  func socketDrained() { events.put(.drained) }

  func socketClosed(code: UInt16, reason: String) { events.put(.closed(code, reason)) }
}
