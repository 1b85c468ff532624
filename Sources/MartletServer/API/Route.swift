import MartletNet
import MartletWire

/// One operation of the REST interface.
///
/// The access decides what a handler gets: only a route for apps gets an app, and always the app that signed the request.
package struct Route: Sendable {
  enum Handler: Sendable {
    case anyone(@Sendable (API) -> HTTPResponse)
    case local(@Sendable (API) -> HTTPResponse)
    case administrator(@Sendable (API, [UInt8]) async throws -> HTTPResponse)
    case signed(@Sendable (API, AppKeys, [UInt8]) async throws -> HTTPResponse)
    /// What a session could ask, too.
    case served(@Sendable (AppCaller, [UInt8]) async throws -> HTTPResponse)
  }

  package let method: String
  package let path: String
  /// The name of the operation, also in `docs/openapi.json`.
  package let operation: String
  let handler: Handler

  init(_ method: String, _ path: String, _ operation: String, _ handler: Handler) {
    self.method = method
    self.path = path
    self.operation = operation
    self.handler = handler
  }

  /// The callers that the route accepts.
  package var access: Access {
    switch handler {
    case .anyone: .anyone
    case .local: .local
    case .administrator: .administrator
    case .signed, .served: .signed
    }
  }

  /// Whether the request is one that a session could make, and needs all of the server.
  package var isServed: Bool { if case .served = handler { true } else { false } }
}

extension API {
  /// Every operation there is.
  package static let routes = serverRoutes + userRoutes + groupRoutes + messageRoutes

  private static let serverRoutes: [Route] = [
    Route("GET", "/v1/health", "getHealth", .anyone { $0.health() }),
    Route("GET", "/v1/metrics", "getMetrics", .local { HTTPResponse(metrics: $0.metrics.prometheusText()) }),
    Route("GET", "/v1/openapi.json", "getOpenAPI", .anyone { $0.pages.description }),
    Route("POST", "/v1/apps/reload", "reloadApps", .administrator { api, _ in try await api.reloadApps() }),
    Route("POST", "/v1/backup", "createBackup", .administrator { try await $0.createBackup($1) }),
    Route("GET", "/v1/backup", "getBackup", .administrator { api, _ in await api.backup() }),
    Route("POST", "/v1/users", "createUser", .signed { try await $0.createUser(in: $1, $2) }),
    Route("POST", "/v1/users/profile", "setProfile", .signed { try await $0.setProfile(in: $1, $2) }),
    Route("POST", "/v1/tokens", "createToken", .signed { try await $0.createToken(in: $1, $2) }),
    Route("POST", "/v1/tokens/revoke", "revokeTokens", .signed { try await $0.revokeTokens(in: $1, $2) }),
  ]
}
