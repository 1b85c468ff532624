import Foundation
import MartletNet
import MartletServer
import MartletStore
import MartletWire
import Testing

struct APITests {
  private let test: TestAPI

  init() throws { test = try TestAPI() }

  // MARK: Users and tokens

  @Test func userIsMadeOnce() async throws {
    let first: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#)
    let second: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#)
    #expect(first == Wire.User(user: "alice", created: true) && second == Wire.User(user: "alice", created: false))
    #expect(try await test.store.user(userID("alice"), app: appID("main"))?.createdAt == test.time.wallMilliseconds)
  }

  @Test func tokenIsTakenByTheServerThatMadeIt() async throws {
    let _: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#)
    let token: Wire.Token = try await test.call("/v1/tokens", #"{"user":"alice","valid_seconds":60}"#)
    #expect(token.expires == TokenText.now + 60)
    let verified = try TokenGate(apps: test.registry, time: test.time, metrics: test.metrics).verify(token.token)
    #expect(
      try verified
        == VerifiedToken(
          app: appID("main"), user: userID("alice"), issuedAt: TokenText.now, expiresAt: token.expires, key: secret(1).id))
    let week: Wire.Token = try await test.call("/v1/tokens", #"{"user":"alice"}"#)
    #expect(week.expires == TokenText.now + 7 * 86_400)
  }

  @Test func revocationIsStoredBeforeSessionsAreTold() async throws {
    let _: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#)
    let before: Wire.Token = try await test.call("/v1/tokens", #"{"user":"alice"}"#)
    let revoked: Wire.Revoked = try await test.call("/v1/tokens/revoke", #"{"user":"alice"}"#)
    let after: Wire.Token = try await test.call("/v1/tokens", #"{"user":"alice"}"#)
    #expect(try test.sessions.told == [.init(app: appID("main"), user: userID("alice"), until: revoked.issuedUntil)])

    let gate = TokenGate(apps: test.registry, time: test.time, metrics: test.metrics)
    let record = try await test.store.user(userID("alice"), app: appID("main"))
    #expect(throws: Refusal(.tokenRevoked)) { try gate.check(gate.verify(before.token), against: record) }
    #expect(throws: Never.self) { try gate.check(gate.verify(after.token), against: record) }
  }

  @Test func tokensIssuedUpToAMomentAreRefused() async throws {
    let _: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#)
    let early: Wire.Token = try await test.call("/v1/tokens", #"{"user":"alice"}"#)
    test.time.advance(seconds: 100)
    let late: Wire.Token = try await test.call("/v1/tokens", #"{"user":"alice"}"#)
    let between = TokenText.now + 50
    let revoked: Wire.Revoked = try await test.call("/v1/tokens/revoke", #"{"user":"alice","issued_until":\#(between)}"#)
    #expect(revoked.issuedUntil == between)
    #expect(try test.sessions.told == [.init(app: appID("main"), user: userID("alice"), until: between)])
    let gate = TokenGate(apps: test.registry, time: test.time, metrics: test.metrics)
    let record = try await test.store.user(userID("alice"), app: appID("main"))
    #expect(throws: Refusal(.tokenRevoked)) { try gate.check(gate.verify(early.token), against: record) }
    #expect(throws: Never.self) { try gate.check(gate.verify(late.token), against: record) }
    // Nothing that was refused is taken again.
    let earlier: Wire.Revoked = try await test.call("/v1/tokens/revoke", #"{"user":"alice","issued_until":1}"#)
    #expect(earlier.issuedUntil == between)
    // Tokens issued in the future cannot be revoked yet.
    let future: Wire.Revoked = try await test.call("/v1/tokens/revoke", #"{"user":"alice","issued_until":99999999999}"#)
    #expect(future.issuedUntil < TokenText.now + 200)
    #expect(
      try await test.call("POST", "/v1/tokens/revoke", #"{"user":"alice","issued_until":-1}"#)
        .refuses(.fieldInvalid, field: "issued_until"))
  }

  @Test(arguments: ["/v1/tokens", "/v1/tokens/revoke", "/v1/users/suspend"])
  func userMustExist(path: String) async throws {
    #expect(try await test.call("POST", path, #"{"user":"alice"}"#).refuses(.peerUnknown, field: "user"))
    #expect(test.sessions.told.isEmpty && test.sessions.suspended.isEmpty)
  }

  @Test(arguments: ["/v1/tokens", "/v1/tokens/revoke"])
  func appsShareNoUsers(path: String) async throws {
    let _: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#)
    #expect(try await test.call("POST", path, #"{"user":"alice"}"#, app: "other", secret: 3).refuses(.peerUnknown, field: "user"))
    #expect(try await test.store.user(userID("alice"), app: appID("main"))?.tokensRevokedUntil == 0)
    let other: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#, app: "other", secret: 3)
    #expect(other.created)
  }

  @Test(arguments: ["/v1/users", "/v1/users/suspend", "/v1/tokens", "/v1/tokens/revoke"])
  func bodyMustBeOfTheSchema(path: String) async throws {
    for body in ["", "[]", "{", "null", #"{"user":7}"#, #"{"user":"a","user":"b"}"#, #"{"user":"a"} x"#, "\u{0}"] {
      #expect(try await test.call("POST", path, body).refuses(.fieldInvalid, field: "body"))
    }
    for user in ["", "a b", "a:b", "é", String(repeating: "a", count: 65), "../x"] {
      let response = try await test.call("POST", path, #"{"user":"\#(user)"}"#)
      #expect(response.refuses(.fieldInvalid, field: "user") && response.failure?.actual == UInt64(user.utf8.count))
    }
    #expect(
      try await test.call("POST", path, "{\"user\":\"\(String(repeating: "a", count: 100_000))\"}").refuses(
        .fieldInvalid, field: "body"))
  }

  @Test func tokenOfAThousandYearsIsRefused() async throws {
    let _: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#)
    let response = try await test.call("POST", "/v1/tokens", #"{"user":"alice","validSeconds":4000000000}"#)
    #expect(response.refuses(.fieldInvalid, field: "valid_seconds") && response.failure?.limit == 366 * 86_400)
  }

  @Test func issuerThatMustWaitSaysForHowLong() async throws {
    let _: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#)
    for _ in 0..<61 { let _: Wire.Revoked = try await test.call("/v1/tokens/revoke", #"{"user":"alice"}"#) }
    let response = try await test.call("POST", "/v1/tokens", #"{"user":"alice"}"#)
    #expect(
      response.refuses(.unavailable) && response.failure?.retryAfterMs == 1000
        && response.headers.first(name: "Retry-After") == "1")
  }

  // MARK: The administrator

  @Test func administratorSpeaksForTheFirstAppOrTheOneNamed() async throws {
    func create(_ headers: HTTPHeaders) async throws -> HTTPResponse {
      await test.api.respond(to: try test.request("POST", "/v1/users", #"{"user":"alice"}"#, from: .control, headers: headers))
    }
    #expect(try await create([:]).status == 200)
    #expect(try await test.store.user(userID("alice"), app: appID("main")) != nil)
    #expect(try await test.store.user(userID("alice"), app: appID("other")) == nil)
    #expect(try await create(["Martlet-App": "other"]).status == 200)
    #expect(try await test.store.user(userID("alice"), app: appID("other")) != nil)
    for headers in [["Martlet-App": "nobody"], ["Martlet-App": ""], ["Martlet-App": "main", "martlet-app": "other"]]
      as [HTTPHeaders]
    {
      #expect(try await create(headers).refuses(.signatureInvalid, field: "Martlet-App"))
    }
  }

  // MARK: Health and metrics

  @Test func healthTellsTheStatus() async throws {
    for status in ServerStatus.allCases {
      test.status.set(status)
      let response = await test.api.respond(to: try test.request("GET", "/v1/health"))
      #expect(response.status == (status == .ok ? 200 : 503))
      #expect(try Wire.Health(json: response.body) == Wire.Health(status: "\(status)", version: "1.2.3"))
    }
  }

  @Test func metricsAreInThePrometheusFormat() async throws {
    let response = await test.api.respond(to: try test.request("GET", "/v1/metrics", from: .loopback))
    #expect(response.headers.first(name: "Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    let text = try PrometheusText(String(decoding: response.body, as: UTF8.self))
    #expect(text.samples["martlet_build_info{version=\"1.2.3\"}"] == 1)
  }

  @Test(arguments: ["Forwarded", "X-Forwarded-For", "x-forwarded-proto", "X-Real-IP", "Via", "X-FORWARDED-WHATEVER"])
  func metricsAreNotForThoseBehindAProxy(header: String) async throws {
    let request = try test.request("GET", "/v1/metrics", from: .loopback, headers: [header: "x"])
    #expect(await test.api.respond(to: request).status == 401)
  }

  @Test(arguments: [
    ("localhost", true), ("LocalHost:1", true), ("127.0.0.1:4222", true), ("[::1]:4222", true), ("[::1]", true),
    ("evil.example", false),
    ("localhost.evil.example", false), ("localhost:", false), ("localhost:80x", false), ("127.0.0.1.evil.example", false),
    ("", false),
    ("evil@localhost", false), ("127.0.0.2", false),
  ])
  func metricsAreNotForPagesOfOtherSites(host: String, isTaken: Bool) async throws {
    let request = try test.request("GET", "/v1/metrics", from: .loopback, headers: ["Host": host])
    #expect(await test.api.respond(to: request).status == (isTaken ? 200 : 401))
  }

  @Test func anAppsCallsHaveALimit() async throws {
    var limits = Limits()
    limits.callsPerSecond = 1
    limits.callsAtOnce = 3
    let test = try TestAPI(limits: limits)
    for _ in 0..<3 { #expect(try await test.call("POST", "/v1/users", #"{"user":"alice"}"#).status == 200) }
    let refused = try await test.call("POST", "/v1/users", #"{"user":"alice"}"#)
    #expect(refused.refuses(.tooManyRequests) && refused.headers.first(name: "Retry-After") == "1")
    // Neither another app's server nor the administrator has to wait for it.
    #expect(try await test.call("POST", "/v1/users", #"{"user":"alice"}"#, app: "other", secret: 3).status == 200)
    let control = try test.request("POST", "/v1/users", #"{"user":"alice"}"#, from: .control)
    #expect(await test.api.respond(to: control).status == 200)
  }

  @Test func requestsAreCounted() async throws {
    _ = await test.api.respond(to: try test.request("GET", "/v1/health"))
    _ = await test.api.respond(to: try test.request("GET", "/nowhere"))
    test.status.set(.draining)
    _ = await test.api.respond(to: try test.request("GET", "/v1/health"))
    let requests = test.metrics.requests
    #expect([requests[.success].value, requests[.refused].value, requests[.failed].value] == [1, 1, 1])
  }

  // MARK: Addresses

  @Test(arguments: [
    "/v1", "/v1/", "/v1/user", "/v1/users/", "/v1//users", "/V1/users", "/v1/users%2f", "/v1/%75sers", "/./v1/users",
    "/../etc/passwd",
    "//", "", "*", "/index.html/..",
  ])
  func otherAddressesAreNotFound(path: String) async throws {
    for origin in TestAPI.Origin.allCases {
      #expect(await test.api.respond(to: try test.request("GET", path, from: origin)).refuses(.notFound))
    }
  }

  @Test func otherMethodsAreRefusedWithThoseAllowed() async throws {
    for (method, path, allowed) in [
      ("GET", "/v1/users", "POST"), ("DELETE", "/v1/users", "POST"), ("POST", "/v1/health", "GET, HEAD"),
      ("post", "/v1/users", "POST"),
      ("OPTIONS", "/v1/metrics", "GET, HEAD"), ("HEAD", "/v1/tokens", "POST"), ("PUT", "/", "GET, HEAD"),
      ("", "/v1/users", "POST"), ("POST", "/v1/connect", "GET, HEAD"), ("DELETE", "/v1/connect", "GET, HEAD"),
    ] {
      let response = await test.api.respond(to: try test.request(method, path))
      #expect(response.refuses(.methodNotAllowed) && response.headers.first(name: "Allow") == allowed)
    }
  }

  @Test func whereSocketsAreOpenedNothingElseIs() async throws {
    let response = await test.api.respond(to: try test.request("GET", "/v1/connect"))
    #expect(response.refuses(.upgradeRequired) && response.headers.first(name: "Upgrade") == "websocket")
  }

  @Test func headIsAnsweredLikeGet() async throws {
    for path in ["/v1/health", "/", "/v1/openapi.json"] {
      let get = await test.api.respond(to: try test.request("GET", path))
      let head = await test.api.respond(to: try test.request("HEAD", path))
      #expect(head.status == get.status && head.headers == get.headers)
    }
  }

  // MARK: Failures

  @Test(arguments: [
    (StoreError.Code.full, ErrorCode.storageFull), (.readOnly, .unavailable), (.busy, .unavailable), (.closed, .unavailable),
    (.unknown, .internal), (.failed, .unavailable), (.corrupt, .unavailable), (.newer, .unavailable), (.stopped, .unavailable),
  ])
  func failureOfTheStoreIsToldAndLogged(code: StoreError.Code, told: ErrorCode) async throws {
    test.store.fail(with: StoreError(code, "detail of the disk"))
    for path in ["/v1/users", "/v1/tokens", "/v1/tokens/revoke"] {
      let response = try await test.call("POST", path, #"{"user":"alice"}"#)
      #expect(response.refuses(told))
      #expect(!String(decoding: response.body, as: UTF8.self).contains("detail"))
    }
    #expect(
      test.log.all.count == 3 && test.log.all.allSatisfy { $0.contains("level=error") && $0.contains("detail of the disk") })
    #expect(!test.log.all.joined().contains("alice"))
    test.store.fail(with: nil)
    let made: Wire.User = try await test.call("/v1/users", #"{"user":"alice"}"#)
    #expect(made.created)
  }
}
