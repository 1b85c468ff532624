import Foundation
import MartletNet
import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Information that a page, an address or a file must not reveal.
@Suite(.timeLimit(.minutes(10))) struct ExposureTests {
  /// Nothing about the caller is kept by the browser, and other sites' pages read nothing.
  @Test func noAnswerIsForOtherSitesOrSetsACookie() async throws {
    let test = try TestAPI()
    let paths = API.routes.map(\.path) + StaticPages().paths + ["/nowhere"]
    for path in paths {
      for method in ["GET", "POST", "OPTIONS"] {
        let request = try test.request(
          method, path, from: .loopback,
          headers: ["Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"])
        let names = await test.api.respond(to: request).headers.fields.map { $0.name.lowercased() }
        #expect(!names.contains { $0.hasPrefix("access-control-") || $0 == "set-cookie" }, "\(method) \(path)")
      }
    }
  }

  /// A page of another site may open a connection, and a browser may send a good token along: the page cannot say it in
  /// `Hello`, so it has nothing to say at all.
  @Test(arguments: [
    (#"{"id":1,"hello":{"versionMin":1,"versionMax":1,"device":{"id":"page"}}}"#, "token_malformed"),
    (#"{"id":1,"ping":{}}"#, "hello_expected"),
  ])
  func originAndCookiesAreWorthNothing(packet: String, refusal: String) async throws {
    try await TestServer.with { server in
      let token = try await server.token(for: "alice")
      let fields = "Origin: https://elsewhere.example\r\nCookie: token=\(token); session=\(token)\r\n"
      let handshake = RawConnection.handshake(fields, subprotocol: Gateway.jsonProtocol)
      let bytes = handshake + RawConnection.frame(0x81, Array(packet.utf8))
      var isAnswered = false
      let answer = try await RawConnection.exchange(bytes, with: server) { stream, answer in
        // Once the packet is answered, the connection may end.
        guard !isAnswered, answer.contains("}") else { return }
        isAnswered = true
        await stream.loop.run { _ = stream.write(SharedBytes(RawConnection.frame(0x88))) }
      }
      #expect(answer.hasPrefix("HTTP/1.1 101 ") && answer.contains(refusal), "\(answer)")
      #expect(!answer.contains("welcome") && !answer.contains("pong"), "\(answer)")
      // In its place the token is worth something.
      let client = try await server.connection()
      guard case .welcome = try await client.hello(token: token) else { throw TestError("the token is not good") }
    }
  }

  @Test(arguments: [
    "/../apps.json", "/../../etc/passwd", "/%2e%2e/apps.json", "/..%2fapps.json", "/%2e%2e%2f%2e%2e%2fetc/passwd", "//etc/passwd",
    "/index.html%00", "/index.html/../../apps.json", "/./apps.json", "/apps.json", "/store.db", "/control.sock", "/.git/config",
    "\\..\\apps.json", "http://localhost/../apps.json", "/v1/../apps.json", "/chat.js;/../apps.json",
  ])
  func pathsLeadToNoFile(path: String) async throws {
    try await TestServer.with { server in
      let answer = try await RawConnection.exchange("GET \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", with: server)
      #expect(answer.hasPrefix("HTTP/1.1 404 ") || answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
      #expect(!answer.contains("secrets") && !answer.contains("root:"))
    }
  }

  /// Only the file of the apps has their secrets, and no file a token.
  @Test func filesHoldNoSecretsAndNoTokens() async throws {
    let directory = try MartletTesting.TemporaryDirectory()
    let server = try await TestServer.start(directory: directory.path)
    let token = try await server.token(for: "alice")
    let client = try await server.connection()
    _ = try await client.hello(token: token)
    _ = try await client.request(
      .send(Wire.Send(conversation: "direct:alice", clientId: "there-it-is", type: "text", content: #"{"text":"a"}"#)))
    let app = try #require(server.server.apps.current.all.first)
    let keys = app.secrets + app.tokenKeys.compactMap(\.secret)
    #expect(keys.count == 2)
    func files() throws -> [(name: String, content: Data)] {
      try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0 != "control.sock" }
        .map { ($0, try Data(contentsOf: URL(filePath: directory.file($0)))) }
    }
    let kept = try files()
    await server.stop()
    let parts = token.split(separator: ".").dropFirst().map { Data($0.utf8) }
    let secrets = keys.flatMap { [Data($0.bytes), Data(Base64URL.encode($0.bytes).utf8)] }
    for file in try kept + files() {
      #expect(!parts.contains { file.content.range(of: $0) != nil }, "\(file.name)")
      #expect(file.name == "apps.json" || !secrets.contains { file.content.range(of: $0) != nil }, "\(file.name)")
    }
    #expect(kept.contains { $0.content.range(of: Data("there-it-is".utf8)) != nil })
    #expect(
      kept.contains {
        $0.name == "apps.json" && $0.content.range(of: secrets[1]) != nil && $0.content.range(of: secrets[3]) != nil
      })
  }
}
