import MartletNet
import MartletWire

extension HTTPResponse {
  /// A message of the schema as proto3 JSON.
  package init(_ message: some WireMessage, status: Int = 200) {
    self.init(status: status, headers: ["Content-Type": "application/json"], body: message.json())
    protect()
    headers.add(name: "Cache-Control", value: "no-store")
  }

  /// A refusal, with the status of its row in the error registry.
  package init(_ refusal: Refusal) {
    self.init(Wire.Failure(refusal), status: refusal.code.httpStatus)
    if status == 401 { headers.add(name: "WWW-Authenticate", value: "Martlet-Signature") }
    if refusal.retryAfterMilliseconds > 0 {
      headers.add(name: "Retry-After", value: "\((UInt64(refusal.retryAfterMilliseconds) + 999) / 1000)")
    }
  }

  /// A request that the HTTP server itself refused, in the same form as any other error.
  init(_ refusal: HTTPRefusal) {
    let code = ErrorCode(httpStatus: refusal.status)
    // The registry's text names the remedy; the reason names the exact fault.
    let message = "\(code.text) Reason: \(refusal.reason)."
    self.init(Wire.Failure(code, limit: UInt64(clamping: refusal.limit), message: message), status: refusal.status)
  }

  /// A refusal without details beyond its field.
  package init(_ code: ErrorCode, field: String = "") { self.init(Refusal(code, field: field)) }

  /// A page that exists, but not for this method.
  init(methodsAllowed methods: [String]) {
    self.init(.methodNotAllowed)
    let allowed = methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
    headers.add(name: "Allow", value: allowed.joined(separator: ", "))
  }

  /// Text in the Prometheus format.
  init(metrics: String) {
    self.init(
      status: 200, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
      body: Array(metrics.utf8))
    protect()
  }

  /// Keeps browsers from taking the body for something else than it says, and from showing it in other sites' pages.
  mutating func protect() {
    headers.add(name: "X-Content-Type-Options", value: "nosniff")
    headers.add(name: "Cross-Origin-Resource-Policy", value: "same-origin")
  }
}

extension ErrorCode {
  /// The row for a request that the HTTP server refused with this status.
  fileprivate init(httpStatus: Int) {
    self =
      switch httpStatus {
      case 400: .requestMalformed
      case 408: .requestTimeout
      case 413: .bodyTooLarge
      case 417: .expectationUnknown
      case 426: .upgradeRequired
      case 431: .headerTooLarge
      case 501: .notImplemented
      case 505: .httpVersionUnsupported
      default: .internal
      }
  }
}
