/// A request, whole but for a body that is streamed.
package struct HTTPRequest: Sendable {
  /// In capitals: `GET`.
  package var method: String
  /// As sent, still percent-encoded, from the slash up to the question mark; `*` for all of the server.
  package var path: String
  /// The part after the question mark; empty if there is none.
  package var query: String
  package var headers: HTTPHeaders
  package var body: [UInt8]
  /// The body, if the application wants it streamed; `body` is empty then.
  package var bodyStream: HTTPBodyStream?
  package var remoteAddress: SocketAddress

  package init(
    method: String, path: String, query: String = "", headers: HTTPHeaders = [:], body: [UInt8] = [],
    remoteAddress: SocketAddress
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
  }

  /// True if it came by a Unix domain socket, whose file mode decides who may connect.
  package var isLocalSocket: Bool { remoteAddress.isLocalSocket }
}

/// A response, whole or with a body that is streamed.
package struct HTTPResponse: Sendable {
  /// 200 to 599.
  package var status: Int
  /// Length, connection and date are added.
  package var headers: HTTPHeaders
  package var body: [UInt8]
  /// Makes the body, in place of `body`.
  package var bodyStream: HTTPResponseStream?

  package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A line of text.
  package init(status: Int, text: String) {
    self.init(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array((text + "\n").utf8))
  }
}

/// An application's answer to a request to become a WebSocket.
package enum HTTPUpgrade: Sendable {
  /// Take it.
  ///
  /// `subprotocol` must be one that the client offered, or nil; `handler` is called on the connection's loop.
  case accept(subprotocol: String?, handler: @Sendable (WebSocket) -> any WebSocketHandler)
  case refuse(HTTPResponse)
}

/// The application behind a server.
package protocol HTTPApplication: Sendable {
  /// Answers a request.
  ///
  /// Cancelled if the client disconnects meanwhile.
  func respond(to request: HTTPRequest) async -> HTTPResponse

  /// How the body of a request is to come, whose head has come; by default whole.
  ///
  /// Called on the connection's loop, so it must be quick.
  func intake(of request: HTTPRequest) -> HTTPIntake

  /// Decides on a valid request to become a WebSocket; called on the connection's loop, so it must be quick.
  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade

  /// Words the response to a request that the server itself refuses: one it cannot read, or one beyond a limit.
  ///
  /// By default it is the reason as a line of text. Called on the connection's loop.
  func response(to refusal: HTTPRefusal) -> HTTPResponse
}

extension HTTPApplication {
  package func intake(of request: HTTPRequest) -> HTTPIntake { .whole }

  package func response(to refusal: HTTPRefusal) -> HTTPResponse { HTTPResponse(status: refusal.status, text: refusal.reason) }
}

/// The largest accepted messages.
package struct HTTPLimits: Sendable {
  /// Bytes up to and including the empty line; default 64 KiB.
  package var headerBytes = 65_536
  /// Fields; default 100.
  package var headerCount = 100
  /// Bytes of the body, decoded; default 1 MiB.
  package var bodyBytes = 1 << 20

  package init() {}
}

/// Why a message is not taken, as the status that says so.
package struct HTTPRefusal: Error, Equatable {
  package let status: Int
  /// For the response's body.
  package let reason: String
  /// The limit that was passed; 0 if it was none.
  package let limit: Int

  init(status: Int, reason: String, limit: Int = 0) {
    self.status = status
    self.reason = reason
    self.limit = limit
  }

  static func bad(_ reason: String) -> HTTPRefusal { HTTPRefusal(status: 400, reason: reason) }
}
