import Foundation
import MartletNet
import MartletServer
import MartletTesting
import MartletWire
import Processes
import Testing

/// The interface over sockets, with a data directory.
struct LiveAPITests {
  /// Serves the interface alone.
  private struct Application: HTTPApplication {
    let api: API

    func respond(to request: HTTPRequest) async -> HTTPResponse { await api.respond(to: request) }
    func upgrade(_ request: HTTPRequest) -> HTTPUpgrade { .refuse(HTTPResponse(.notFound)) }
  }

  private let parent: TemporaryDirectory
  private let time = SystemTimeSource()

  init() throws { parent = try TemporaryDirectory() }

  /// Runs a server for as long as `body` takes.
  private func withServer(
    _ body: (_ directory: DataDirectory, _ address: SocketAddress, _ loop: EventLoop) async throws -> Void
  ) async throws {
    let directory = try DataDirectory.open(parent.file("data"), random: SystemRandomBytes())
    let metrics = Metrics(version: "1", time: time)
    let api = API(
      API.Environment(
        apps: AppRegistry(try directory.apps()), store: UserStore(), sessions: TestAPI.Sessions(), backups: NoBackups(),
        metrics: metrics,
        log: LogTests.Lines().log(), time: time, version: "1", status: { .ok }))
    let loop = try EventLoop(name: "test")
    let server = HTTPServer(loops: [loop], application: Application(api: api))
    let address = try await server.listen(host: "127.0.0.1", port: 0)
    try await server.listen(path: directory.controlSocketPath)
    do {
      try await body(directory, address, loop)
    } catch {
      Issue.record(error)
    }
    await server.close()
    await loop.stop()
    directory.close()
  }

  @Test func administratorNeedsNoSignatureAndOthersDo() async throws {
    try await withServer { directory, address, loop in
      #expect(try parent.mode("data/control.sock") & 0o077 == 0)
      let body = Array(#"{"user":"alice"}"#.utf8)
      let local = Endpoint.local(path: directory.controlSocketPath)
      let remote = Endpoint.tcp(host: address.host, port: address.port)
      let made = try await HTTPClient.request(method: "POST", at: local, path: "/v1/users", body: body, loop: loop)
      #expect(try Wire.User(json: made.body) == Wire.User(user: "alice", created: true))
      let refused = try await HTTPClient.request(method: "POST", at: remote, path: "/v1/tokens", body: body, loop: loop)
      #expect(refused.refuses(.signatureInvalid, field: "Martlet-App"))

      let keys = try #require(directory.apps().all.first)
      let headers = try RequestSignature.headers(
        method: "POST", path: "/v1/tokens", query: "x=%20", body: body, app: keys.id, secret: keys.secrets[0],
        seconds: time.wallMilliseconds / 1000, nonce: "0123456789abcdef")
      for status in [200, 401] {
        let response = try await HTTPClient.request(
          method: "POST", at: remote, path: "/v1/tokens?x=%20", headers: headers, body: body, loop: loop)
        #expect(response.status == status)
      }
    }
  }

  @Test func pagesAndMetricsAreServed() async throws {
    try await withServer { _, address, loop in
      let remote = Endpoint.tcp(host: address.host, port: address.port)
      let metrics = try await HTTPClient.request(at: remote, path: "/v1/metrics", loop: loop)
      #expect(metrics.status == 200)
      #expect(throws: Never.self) { try PrometheusText(String(decoding: metrics.body, as: UTF8.self)) }
      let page = try await HTTPClient.request(at: remote, path: "/", loop: loop)
      #expect(page.status == 200 && String(decoding: page.body, as: UTF8.self).contains("<title>Martlet</title>"))
      let known = try await HTTPClient.request(
        at: remote, path: "/", headers: ["If-None-Match": try #require(page.headers.first(name: "ETag"))], loop: loop)
      #expect(known.status == 304 && known.body.isEmpty)
      let head = try await HTTPClient.request(method: "HEAD", at: remote, path: "/", loop: loop)
      #expect(head.status == 200 && head.body.isEmpty)
    }
  }

  /// The example of `docs/protocol.md`, as a reader would copy it.
  @Test func documentedExampleWorks() async throws {
    let page = try Repository.text("docs/protocol.md")
    let example = try #require(page.firstMatch(of: /```python\n((?s).*?)```/)).1
    try await withServer { directory, address, _ in
      let keys = try #require(directory.apps().all.first)
      let output = try await run(
        String(example), environment: ["SERVER": "http://\(address)", "SECRET": Base64URL.encode(keys.secrets[0].bytes)])
      let token = try TokenVerifier().verify(
        output.trimmingCharacters(in: .newlines), apps: directory.apps(), now: time.wallMilliseconds)
      #expect(token.user.text == "alice" && token.app == keys.id)
    }
  }

  private func run(_ program: String, environment: [String: String]) async throws -> String {
    let process = TestProcess()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = .pipe(output)
    return try await withCheckedThrowingContinuation { continuation in
      // The output fits into the pipe.
      process.whenEnded { _ in
        continuation.resume(returning: String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
      }
      do {
        try process.run()
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
