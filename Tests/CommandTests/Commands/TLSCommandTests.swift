import Foundation
import Martlet
import MartletServer
import MartletTesting
import Testing

@testable import MartletCommand

/// The client commands and a server with TLS.
@Suite(.timeLimit(.minutes(10))) struct TLSCommandTests {
  /// Runs `body` with a server, the file of its certificate, and a token of alice.
  private func withServer(_ body: (_ url: String, _ certificate: String, _ token: String) async throws -> Void) async throws {
    try await TemporaryDirectory.with { directory in
      let (certificate, key) = (directory + "/cert.pem", directory + "/key.pem")
      try Data(Self.certificate.utf8).write(to: URL(fileURLWithPath: certificate))
      #expect(FileManager.default.createFile(atPath: key, contents: Data(Self.key.utf8), attributes: [.posixPermissions: 0o600]))
      let token = TestOutput()
      #expect(
        await CommandLineInterface.run(["token", "--data", directory + "/data", "--user", "alice"], output: token) == .success)

      let (signals, ending) = AsyncStream.makeStream(of: Int32.self)
      let output = TestOutput()
      let words = [
        "serve", "--data", directory + "/data", "--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key,
      ]
      let serving = Task { await CommandLineInterface.run(words + ["--log-level", "error"], output: output, signals: signals) }
      await output.until("\n")
      let url = output.lines[0].replacing("listening on ", with: "wss://")
      do {
        try await body(url, certificate, token.lines[0])
      } catch {
        ending.yield(SIGTERM)
        _ = await serving.value
        throw error
      }
      // Reading the same certificate again changes nothing.
      ending.yield(SIGHUP)
      ending.yield(SIGTERM)
      #expect(await serving.value == .success)
    }
  }

  private func send(_ url: String, _ token: String, _ words: [String], errors: TestOutput) async -> ExitCode {
    await CommandLineInterface.run(
      ["send", "--server", url, "--to", "direct:alice", "--text", "x", "--timeout", "3"] + words,
      variables: ["MARTLET_TOKEN": token],
      output: TestOutput(), errors: errors)
  }

  @Test func aTrustedServerIsUsed() async throws {
    try await withServer { url, certificate, token in
      let errors = TestOutput()
      #expect(await send(url, token, ["--trust", certificate], errors: errors) == .success)
      let doctor = TestOutput()
      #expect(await CommandLineInterface.run(["doctor", "--server", url, "--trust", certificate], output: doctor) == .success)
      #expect(doctor.text.contains("ok    certificate: valid for "))
      #expect(doctor.text.contains("ok    server: Martlet "))
    }
  }

  @Test func aServerThatIsNotTrustedIsToldNothing() async throws {
    try await withServer { url, certificate, token in
      let errors = TestOutput()
      #expect(await send(url, token, [], errors: errors) == .unavailable)
      #expect(errors.text.contains("the certificate is not trusted"))
      #expect(errors.text.contains("--trust FILE"))
      let doctor = TestOutput()
      #expect(await CommandLineInterface.run(["doctor", "--server", url], output: doctor) == .checkFailed)
      #expect(doctor.text.contains("not trusted"))
    }
  }

  @Test func aSecureAddressIsNeverSpokenToInTheClear() async throws {
    try await TestServer.with { server in
      let errors = TestOutput()
      let token = try await server.token(for: "alice")
      #expect(await send(server.url.replacing("ws://", with: "wss://"), token, [], errors: errors) == .unavailable)
      #expect(errors.text.contains("nothing was sent"))
    }
  }

  @Test func chatSaysThatAServerMaySpeakTLS() async throws {
    try await withServer { url, _, _ in
      let said = try await ChatFailure.said(of: url.replacing("wss://", with: "ws://"))
      #expect(said.contains("closed the connection without an answer"))
      #expect(said.contains("wss://"))
      #expect(try await ChatFailure.said(of: url).contains("the certificate is not trusted"))
    }
  }

  @Test func filesThatDoNotFitKeepAServerFromStarting() async throws {
    try await TemporaryDirectory.with { directory in
      let (certificate, key) = (directory + "/cert.pem", directory + "/key.pem")
      try Data(Self.certificate.utf8).write(to: URL(fileURLWithPath: certificate))
      func serve(_ certificate: String, _ key: String) async -> ExitCode {
        await CommandLineInterface.run(
          ["serve", "--data", directory + "/data", "--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key],
          output: TestOutput())
      }
      #expect(await serve(certificate, key) == .missing)
      #expect(await serve(directory + "/none.pem", key) == .missing)
      #expect(FileManager.default.createFile(atPath: key, contents: Data(Self.key.utf8), attributes: [.posixPermissions: 0o644]))
      #expect(await serve(certificate, key) == .insecure)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
      #expect(await serve(key, key) == .malformed)
      #expect(
        await CommandLineInterface.run(["serve", "--data", directory, "--tls-cert", certificate], output: TestOutput()) == .usage)
    }
  }

  /// For 127.0.0.1, good until 2126; used nowhere else.
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBVjCCAQigAwIBAgIUDDSngnPf8sBlD2/WSKGFYDfIYecwBQYDK2VwMBcxFTAT
    BgNVBAMMDE1hcnRsZXQgdGVzdDAgFw0yNjExMjAxNTAyMDFaGA8yMTI2MTAyNzE1
    MDIwMVowFzEVMBMGA1UEAwwMTWFydGxldCB0ZXN0MCowBQYDK2VwAyEAGq5SrofV
    t/1Kzha9PhmreV07qKRRNiApobQesWnnJ82jZDBiMB0GA1UdDgQWBBSNjGv5dYGH
    K8xOtafUy7Z51r4+CDAfBgNVHSMEGDAWgBSNjGv5dYGHK8xOtafUy7Z51r4+CDAP
    BgNVHRMBAf8EBTADAQH/MA8GA1UdEQQIMAaHBH8AAAEwBQYDK2VwA0EAU85J2ltd
    b9cdeV48ILC9XHZlPBe8zA/ZvHqz6TfSJ1k/imSf7ATATWXp2GdOV0jiT+Wosape
    K/3U3IdHqpxPDA==
    -----END CERTIFICATE-----

    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIJ/g6WztqNQcDN0sihOx+eY5kuZ81m6cfZtoDTIQKHfu
    -----END PRIVATE KEY-----

    """
}
