import Foundation
import MartletNet
import MartletServer
import MartletWire
import Processes
import Testing

/// The access of each caller to each route, from the table of routes itself.
struct RoutesTests {
  /// A call of a route in one of the ways a call can be made.
  struct Attempt: Sendable, CustomStringConvertible {
    enum Proof: CaseIterable {
      case none, signature, wrongSignature
    }

    let route: Route
    let origin: TestAPI.Origin
    let proof: Proof

    var description: String { "\(route.operation) \(origin) \(proof)" }

    /// The result according to the access rules of `docs/protocol.md`.
    var isAllowed: Bool {
      if origin == .control { return true }
      switch route.access {
      case .anyone: return true
      case .local: return origin == .loopback || proof == .signature
      case .administrator: return false
      case .signed: return proof == .signature
      }
    }
  }

  static let attempts = API.routes.flatMap { route in
    TestAPI.Origin.allCases.flatMap { origin in Attempt.Proof.allCases.map { Attempt(route: route, origin: origin, proof: $0) } }
  }

  /// A body each operation takes.
  static let bodies = [
    "createUser": #"{"user":"alice"}"#, "createToken": #"{"user":"alice"}"#, "revokeTokens": #"{"user":"alice"}"#,
    "setProfile": #"{"user":"alice"}"#, "importUsers": #"{"users":[{"user":"alice"}]}"#, "listSuspended": "{}",
    "suspendUser": #"{"user":"alice","until":"253402300799999"}"#,
    "createBackup": "{}", "reloadApps": "{}",
  ]

  @Test(arguments: attempts)
  func routeAnswersExactlyThoseWhoMayCallIt(_ attempt: Attempt) async throws {
    let test = try TestAPI()
    _ = try await test.store.createUser(userID("alice"), app: appID("main"), at: 0)
    var request = try test.request(
      attempt.route.method, attempt.route.path, Self.bodies[attempt.route.operation] ?? "", from: attempt.origin)
    switch attempt.proof {
    case .none: break
    case .signature: request = try test.signed(request)
    case .wrongSignature: request = try test.signed(request, secret: 9)
    }
    let response = await test.api.respond(to: request)
    if attempt.isAllowed {
      // There is nothing here that serves what a session could ask.
      #expect(response.status == (attempt.route.isServed ? 503 : 200))
    } else {
      #expect(response.status == 401 && response.failure?.errorCode == .signatureInvalid)
      #expect(try await test.store.user(userID("alice"), app: appID("main"))?.tokensRevokedUntil == 0)
      #expect(test.sessions.told.isEmpty && test.sessions.suspended.isEmpty)
    }
  }

  @Test func everyRouteAnswersWithoutBeingStoredOrGuessedAt() async throws {
    let test = try TestAPI()
    for route in API.routes {
      for origin in TestAPI.Origin.allCases {
        let response = await test.api.respond(to: try test.request(route.method, route.path, from: origin))
        #expect(response.headers.all(name: "X-Content-Type-Options") == ["nosniff"])
        #expect(response.headers.all(name: "Cache-Control").count == 1)
        #expect(response.headers.first(name: "Cache-Control") == (route.operation == "getOpenAPI" ? "no-cache" : "no-store"))
        #expect(response.headers.all(name: "Content-Type").count == 1)
      }
    }
  }

  @Test func routesAreToldApart() {
    #expect(Set(API.routes.map { "\($0.method) \($0.path)" }).count == API.routes.count)
    #expect(Set(API.routes.map(\.operation)).count == API.routes.count)
  }

  /// The parts of an OpenAPI description that this test looks at.
  private struct Description: Decodable {
    struct Operation: Decodable {
      var operationId: String
      var security: [[String: [String]]]?
    }
    var paths: [String: [String: Operation]]
    var security: [[String: [String]]]
  }

  @Test func openAPINamesExactlyTheRoutesAndWhoMayCallThem() throws {
    let data = try Data(contentsOf: Repository.root.appending(path: "docs/openapi.json"))
    let description = try JSONDecoder().decode(Description.self, from: data)
    let described = description.paths.flatMap { path, operations in
      operations.map { method, operation in
        let security = operation.security ?? description.security
        let access =
          security.contains { $0["administrator"] != nil }
          ? "administrator" : security.isEmpty ? "anyone" : security.contains([:]) ? "local" : "signed"
        return "\(method.uppercased()) \(path) \(operation.operationId) \(access)"
      }
    }
    #expect(described.sorted() == API.routes.map { "\($0.method) \($0.path) \($0.operation) \($0.access)" }.sorted())
  }

  @Test func protocolPageHasASectionForEachRoute() throws {
    let page = try Repository.text("docs/protocol.md")
    let sections = page.split(separator: "\n").filter { $0.hasPrefix("### `") && $0.hasSuffix("`") }.map {
      $0.dropFirst(5).dropLast()
    }
    #expect(sections.sorted() == API.routes.map { "\($0.method) \($0.path)" }.map { $0[...] }.sorted())
  }
}
