import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import MartletCommand
@testable import MartletServer

@Suite(.timeLimit(.minutes(10))) struct AppCommandTests {
  private let output = TestOutput()
  private let errors = TestOutput()

  private func run(_ words: String...) async -> ExitCode {
    await CommandLineInterface.run(["app"] + words, output: output, errors: errors)
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map { String($0) } }

  private func apps(_ directory: String) throws -> Apps { try DataDirectory.apps(at: directory) }

  private static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
    -----END PUBLIC KEY-----

    """

  @Test func anAppIsAddedListedAndRotatedOffline() async throws {
    try await TemporaryDirectory.with { parent in
      let data = parent + "/data"
      #expect(await run("add", "--data", data, "--app", "shop") == .success)
      // Two keys, and no secret among them.
      #expect(output.lines.map { words($0).count } == [4, 4])
      #expect(output.lines.map { Array(words($0)[0...1]) } == [["shop", "secret"], ["shop", "token-key"]])
      let shop = try #require(AppID("shop"))
      let made = try #require(apps(data)[shop])
      #expect(try apps(data).all.map(\.id.text) == ["main", "shop"])
      #expect(output.lines.map { words($0)[2] } == [made.secrets[0].id, made.tokenKeys[0].id])

      #expect(await run("rotate", "secret", "--data", data, "--app", "shop", "--show-secrets") == .success)
      let both = try #require(apps(data)[shop])
      #expect(both.secrets.count == 2 && output.lines.count == 3)
      #expect(words(output.lines[2]) == ["shop", "secret", both.secrets[0].id, "HS256", Base64URL.encode(both.secrets[0].bytes)])
      #expect(await run("rotate", "secret", "--data", data, "--app", "shop") == .malformed)
      #expect(await run("remove", "secret", "--data", data, "--app", "shop", "--key", made.secrets[0].id) == .success)
      #expect(try apps(data)[shop]?.secrets.map(\.id) == [both.secrets[0].id])

      try Self.publicKey.write(toFile: parent + "/login.pem", atomically: true, encoding: .utf8)
      #expect(
        await run(
          "rotate", "token-key", "--data", data, "--app", "shop", "--public-key", parent + "/login.pem", "--kid", "login-1")
          == .success)
      #expect(output.lines.last == "shop token-key login-1 EdDSA")
      #expect(try apps(data)[shop]?.tokenKeys.map(\.id) == ["login-1", made.tokenKeys[0].id])
      #expect(await run("remove", "token-key", "--data", data, "--app", "shop", "--key", made.tokenKeys[0].id) == .success)

      let count = output.lines.count
      #expect(await run("list", "--data", data) == .success)
      #expect(output.lines.dropFirst(count).count == 4 && output.lines.last == "shop token-key login-1 EdDSA")
      let secrets = try apps(data).all.flatMap { $0.secrets + $0.tokenKeys.compactMap(\.secret) }
      for secret in secrets { #expect(!output.lines.dropFirst(count).joined().contains(Base64URL.encode(secret.bytes))) }
      // Its own server signs now.
      #expect(
        await CommandLineInterface.run(["token", "--data", data, "--user", "u", "--app", "shop"], output: output, errors: errors)
          == .refused)
      #expect(errors.lines.last?.contains("public token keys only") == true)
    }
  }

  @Test func aRunningServerTakesEachChangeAtOnce() async throws {
    try await TestServer.with { server in
      let data = server.directory
      #expect(await run("add", "--data", data, "--app", "shop") == .success)
      let shop = try #require(AppID("shop"))
      let old = try #require(server.server.apps.current[shop])
      #expect(await run("rotate", "token-key", "--data", data, "--app", "shop", "--kid", "next") == .success)
      #expect(server.server.apps.current[shop]?.signingKey?.id == "next")
      #expect(await run("remove", "token-key", "--data", data, "--app", "shop", "--key", old.tokenKeys[0].id) == .success)
      #expect(server.server.apps.current[shop]?.tokenKeys.map(\.id) == ["next"])
      #expect(
        await CommandLineInterface.run(["token", "--data", data, "--user", "u", "--app", "shop"], output: output, errors: errors)
          == .success)
      let header = try #require(output.lines.last?.split(separator: ".").first.flatMap { Base64URL.decode($0.utf8) })
      #expect(String(decoding: header, as: UTF8.self).contains(#""kid":"next""#))
    }
  }

  /// The file of a first release, where secrets did both.
  @Test func anOlderFileIsListedAndGetsItsFirstTokenKey() async throws {
    try await TemporaryDirectory.with { parent in
      let data = parent + "/data"
      #expect(await run("add", "--data", data, "--app", "shop") == .success)
      let secret = "_xuo01cjlnfsv9iASdGKSTJNph-NEiZN96rLygfuT7s"
      let file = data + "/apps.json"
      try #"{"apps": [{"id": "main", "secrets": ["\#(secret)"]}]}"#.write(toFile: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      let count = output.lines.count
      #expect(await run("list", "--data", data) == .success)
      let listed = output.lines.dropFirst(count).map(words)
      #expect(listed.map { $0[1] } == ["secret", "token-key"] && listed[0][2] == listed[1][2])
      #expect(errors.lines.last?.contains("its secrets also sign tokens") == true)
      #expect(await run("rotate", "token-key", "--data", data, "--app", "main", "--kid", "first") == .success)
      let main = try #require(apps(data).all.first)
      #expect(main.tokenKeys.map(\.id) == ["first", listed[0][2]] && main.secrets.map(\.id) == [listed[0][2]])
    }
  }

  @Test func whatDoesNotFitIsRefusedAndChangesNothing() async throws {
    try await TemporaryDirectory.with { parent in
      let data = parent + "/data"
      #expect(await run("add", "--data", data, "--app", "shop") == .success)
      let before = try apps(data).json()
      try "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".write(
        toFile: parent + "/private.pem", atomically: true, encoding: .utf8)
      let list: [(ExitCode, [String])] = [
        (.malformed, ["add", "--app", "shop"]), (.missing, ["rotate", "secret", "--app", "none"]),
        (.usage, ["add"]), (.usage, ["rotate", "--app", "shop"]), (.usage, ["add", "secret", "--app", "x"]),
        (.usage, ["remove", "secret", "--app", "shop"]), (.usage, ["rotate", "secret", "--app", "shop", "--key", "x"]),
        (.usage, ["rotate", "secret", "--app", "shop", "--kid", "x"]), (.usage, ["list", "--kid", "x"]),
        (.usage, ["forget", "--app", "shop"]), (.usage, ["rotate", "keys", "--app", "shop"]),
        (.missing, ["remove", "token-key", "--app", "shop", "--key", "none"]), (.missing, ["list", "--app", "none"]),
        (.missing, ["rotate", "token-key", "--app", "shop", "--public-key", parent + "/none.pem"]),
        (.malformed, ["rotate", "token-key", "--app", "shop", "--public-key", parent + "/private.pem"]),
      ]
      for (code, words) in list {
        let answer = await CommandLineInterface.run(["app"] + words + ["--data", data], output: TestOutput(), errors: errors)
        #expect(answer == code, "\(words)")
      }
      #expect(try apps(data).json() == before)
      #expect(await run("list", "--data", parent + "/none") == .missing)
    }
  }
}
