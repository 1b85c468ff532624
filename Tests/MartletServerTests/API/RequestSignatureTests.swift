import MartletNet
import MartletServer
import MartletWire
import Testing

struct RequestSignatureTests {
  private let test: TestAPI
  private let body = #"{"user":"alice"}"#

  init() throws { test = try TestAPI() }

  private func request() throws -> HTTPRequest { try test.request("POST", "/v1/users", query: "a=b", body) }

  private func respond(_ request: HTTPRequest) async -> HTTPResponse { await test.api.respond(to: request) }

  private func replacing(_ name: String, in request: HTTPRequest, with values: String...) -> HTTPRequest {
    var changed = request
    changed.headers = HTTPHeaders()
    for field in request.headers.fields where field.name != name { changed.headers.add(name: field.name, value: field.value) }
    for value in values { changed.headers.add(name: name, value: value) }
    return changed
  }

  /// Computed by another implementation (Python's hmac and hashlib).
  @Test func signatureIsTheDocumentedOne() throws {
    let key = try #require(Secret(Array(0..<32)))
    let headers = try RequestSignature.headers(
      method: "POST", path: "/v1/users", query: "x=%20y", body: Array(body.utf8), app: appID("main"), secret: key,
      seconds: 1_800_000_000, nonce: "0123456789abcdef")
    #expect(
      headers.fields.map { "\($0.name): \($0.value)" } == [
        "Martlet-App: main", "Martlet-Time: 1800000000", "Martlet-Nonce: 0123456789abcdef",
        "Martlet-Signature: v1=89415469895fbf22b38f1e1ce233f1cde6f4a5344dd9a5c6927efeef979c794a",
      ])
  }

  @Test func eachSecretOfTheAppSigns() async throws {
    for byte: UInt8 in [1, 2] { #expect(await respond(try test.signed(request(), secret: byte)).status == 200) }
  }

  @Test func everythingSignedIsProtected() async throws {
    let good = try test.signed(request())
    var changes: [HTTPRequest] = []
    for change in [
      { $0.path = "/v1/tokens" }, { $0.query = "a=c" }, { $0.query = "" }, { $0.body[9] ^= 1 }, { $0.body.append(0x20) },
      { $0.body = [] },
    ] as [(inout HTTPRequest) -> Void] {
      var changed = good
      change(&changed)
      changes.append(changed)
    }
    changes.append(replacing("Martlet-App", in: good, with: "other"))
    changes.append(replacing("Martlet-Time", in: good, with: "\(TokenText.now + 1)"))
    changes.append(replacing("Martlet-Nonce", in: good, with: "0123456789abcdef"))
    for changed in changes { #expect(await respond(changed).refuses(.signatureInvalid, field: "Martlet-Signature")) }
    #expect(await respond(good).status == 200)
  }

  @Test(arguments: ["Martlet-App", "Martlet-Time", "Martlet-Nonce", "Martlet-Signature"])
  func headerThatIsMissingOrThereTwiceIsNamed(name: String) async throws {
    let good = try test.signed(request())
    let value = try #require(good.headers.first(name: name))
    #expect(await respond(replacing(name, in: good)).refuses(.signatureInvalid, field: name))
    #expect(await respond(replacing(name, in: good, with: value, value)).refuses(.signatureInvalid, field: name))
    #expect(await respond(replacing(name, in: good, with: value)).status == 200)
  }

  @Test(arguments: [
    ("Martlet-Time", "-1"), ("Martlet-Time", "+1800000000"), ("Martlet-Time", "1.8e9"), ("Martlet-Time", ""),
    ("Martlet-Time", "now"),
    ("Martlet-Time", "9999999999999"), ("Martlet-Time", "99999999999999999999"), ("Martlet-Nonce", ""),
    ("Martlet-Nonce", "short"), ("Martlet-Nonce", String(repeating: "a", count: 65)), ("Martlet-Nonce", "0123456789abcde!"),
    ("Martlet-Nonce", "0123456789abcdé"), ("Martlet-Signature", ""), ("Martlet-Signature", "v1="), ("Martlet-Signature", "v1=00"),
    ("Martlet-Signature", "v2=\(String(repeating: "0", count: 64))"), ("Martlet-Signature", String(repeating: "0", count: 64)),
    ("Martlet-Signature", "v1=\(String(repeating: "0", count: 66))"),
    ("Martlet-Signature", "v1=\(String(repeating: "A", count: 64))"),
    ("Martlet-Signature", "v1=\(String(repeating: "g", count: 64))"),
    ("Martlet-Signature", "v1==\(String(repeating: "0", count: 64))"),
  ])
  func malformedHeaderIsNamed(name: String, value: String) async throws {
    let response = await respond(replacing(name, in: try test.signed(request()), with: value))
    #expect(response.refuses(.signatureInvalid, field: name))
    #expect(response.headers.first(name: "WWW-Authenticate") != nil)
  }

  @Test func upperCaseSignatureIsRefused() async throws {
    let good = try test.signed(request())
    let value = try #require(good.headers.first(name: "Martlet-Signature"))
    let changed = replacing("Martlet-Signature", in: good, with: "v1=" + value.dropFirst(3).uppercased())
    #expect(await respond(changed).refuses(.signatureInvalid, field: "Martlet-Signature"))
  }

  @Test func clocksMayDifferByFiveMinutes() async throws {
    test.time.advance(seconds: 1000)
    for skew: Int64 in [-300, 300] { #expect(await respond(try test.signed(request(), skew: skew)).status == 200) }
    for skew: Int64 in [-301, 301, -100_000, 100_000] {
      #expect(await respond(try test.signed(request(), skew: skew)).refuses(.signatureInvalid, field: "Martlet-Time"))
    }
  }

  @Test func replayIsRefusedAndChangesNothing() async throws {
    let good = try test.signed(request())
    #expect(await respond(good).status == 200)
    #expect(await respond(good).refuses(.signatureReplayed))
    test.time.advance(seconds: 300)
    #expect(await respond(good).refuses(.signatureReplayed))
    test.time.advance(seconds: 1)
    #expect(await respond(good).refuses(.signatureInvalid, field: "Martlet-Time"))
    test.time.advance(seconds: -301)
    #expect(!(await respond(good).status == 200))
  }

  @Test func serverThatStartedAnewTakesNothingSignedBefore() async throws {
    test.time.advance(seconds: 10)
    let good = try test.signed(request())
    test.time.advance(seconds: 1)
    let gate = SignatureGate(time: test.time)
    #expect(throws: Refusal(.signatureInvalid, field: "Martlet-Time")) { try gate.admit(good, apps: test.registry.current) }
  }

  @Test func fullMemoryRefusesOneAppOnly() throws {
    let gate = SignatureGate(time: test.time, capacity: 2)
    let apps = test.registry.current
    for _ in 0..<2 { #expect(try gate.admit(test.signed(request()), apps: apps).app.id.text == "main") }
    #expect(throws: Refusal(.overloaded, retryAfterMilliseconds: 1000)) { try gate.admit(test.signed(request()), apps: apps) }
    #expect(try gate.admit(test.signed(request(), app: "other", secret: 3), apps: apps).app.id.text == "other")
    test.time.advance(seconds: 301)
    #expect(try gate.admit(test.signed(request()), apps: apps).app.id.text == "main")
  }

  @Test func unsignedRequestsFillNoMemory() throws {
    let gate = SignatureGate(time: test.time, capacity: 1)
    for _ in 0..<10 {
      #expect(throws: Refusal.self) { try gate.admit(test.signed(request(), secret: 9), apps: test.registry.current) }
    }
    #expect(throws: Never.self) { try gate.admit(test.signed(request()), apps: test.registry.current) }
  }

  @Test func unknownAppLooksLikeAWrongSignature() async throws {
    let wrong = await respond(try test.signed(request(), secret: 9))
    for app in ["nobody", "Main", "x"] {
      let unknown = await respond(try test.signed(request(), app: app, secret: 9))
      #expect(unknown.status == wrong.status && unknown.body == wrong.body && unknown.headers == wrong.headers)
    }
    let malformed = await respond(replacing("Martlet-App", in: try test.signed(request()), with: "no such/app"))
    #expect(malformed.body == wrong.body)
    // The key of all zeros stands in for the keys of unknown apps, and opens nothing.
    #expect(await respond(try test.signed(request(), app: "nobody", secret: 0)).body == wrong.body)
    #expect(await respond(try test.signed(request(), app: "other", secret: 0)).body == wrong.body)
  }

  @Test func keyOfOneAppDoesNotSignForAnother() async throws {
    #expect(
      await respond(try test.signed(request(), app: "other", secret: 1)).refuses(.signatureInvalid, field: "Martlet-Signature"))
    #expect(
      await respond(try test.signed(request(), app: "main", secret: 3)).refuses(.signatureInvalid, field: "Martlet-Signature"))
    #expect(await respond(try test.signed(request(), app: "other", secret: 3)).status == 200)
  }

  @Test func withdrawnSecretIsRefusedAtOnce() async throws {
    test.registry.replace(with: try Apps([appKeys("main", secret(2))]))
    #expect(await respond(try test.signed(request(), secret: 1)).refuses(.signatureInvalid, field: "Martlet-Signature"))
    #expect(await respond(try test.signed(request(), secret: 2)).status == 200)
  }
}
