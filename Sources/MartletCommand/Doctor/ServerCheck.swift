import Martlet
import MartletNet
import MartletWire

/// Checks that a server answers, its state, and how long its certificate is valid.
struct ServerCheck: Sendable {
  let address: ServerAddress
  let time: any TimeSource
  /// The file of PEM certificates to trust; nil for the system's.
  let trust: String?

  private static let patience = Duration.seconds(10)

  func findings() async -> [Finding] {
    do {
      let loop = try EventLoop(name: "doctor")
      let findings = await findings(on: loop)
      await loop.stop()
      return findings
    } catch {
      return [
        .fail(
          "server", "cannot start an event loop: \(error)",
          "Raise the limits of processes (ulimit -u) and open files (ulimit -n).")
      ]
    }
  }

  private func findings(on loop: EventLoop) async -> [Finding] {
    var findings: [Finding] = []
    if address.isSecure, let expires = await certificateExpiry(on: loop) {
      findings.append(CertificateCheck.judged(expires: expires, now: time.wallMilliseconds / 1000))
    }
    do {
      let start = time.monotonicNanoseconds
      let response = try await HTTPClient.request(
        at: .tcp(host: address.host, port: address.port), path: "/v1/health", tls: try tls(), loop: loop,
        timeout: ServerCheck.patience)
      let health = try? Wire.Health(json: response.body)
      findings.append(
        ServerCheck.judged(
          status: response.status, health: health, milliseconds: (time.monotonicNanoseconds &- start) / 1_000_000))
    } catch {
      findings.append(ServerCheck.judged(error, address))
    }
    return findings
  }

  private func tls() throws -> TLSClientConfiguration? {
    guard address.isSecure else { return nil }
    return try TLSClientConfiguration(trust: trust.map { .file($0) } ?? .system)
  }

  /// Connects without verification, so that an expired certificate is not reported as an untrusted one.
  private func certificateExpiry(on loop: EventLoop) async -> Int64? {
    guard let tls = try? TLSClientConfiguration(trust: .nobodyChecked, serverName: address.host),
      let stream = try? await TCP.connect(
        host: address.host, port: address.port, loop: loop, tls: tls, timeout: ServerCheck.patience, handler: { _ in Silent() })
    else { return nil }
    return await withCheckedContinuation { continuation in
      loop.post {
        let expires = stream.peerCertificateExpiry
        stream.abort()
        continuation.resume(returning: expires)
      }
    }
  }

  static func judged(status: Int, health: Wire.Health?, milliseconds: UInt64) -> Finding {
    guard let health, !health.version.isEmpty else {
      return .fail("server", "the answer is not from a Martlet server (HTTP status \(status))", "Check host and port.")
    }
    guard status == 200, health.status == "ok" else {
      return .warn(
        "server", "Martlet \(health.version) is \(health.status)", "Wait until it has started or stopped. Its log says more.")
    }
    return .ok("server", "Martlet \(health.version) answered in \(milliseconds) ms")
  }

  static func judged(_ error: any Error, _ address: ServerAddress) -> Finding {
    let found = "no answer from \(address.host) port \(address.port): \((error as? NetError)?.message ?? "\(error)")"
    let advice =
      switch (error as? NetError)?.code {
      case NetError.Code.refused: "No server listens there. Start one, or check host and port."
      case NetError.Code.timedOut, NetError.Code.unreachable: "Check host and port, and the firewalls in between."
      case NetError.Code.unknownHost: "Check the host's name."
      case NetError.Code.tls: "If the server does not speak TLS, use ws://. To trust its certificate, name it with --trust FILE."
      default: "If the server speaks TLS, use wss://. Check host and port."
      }
    return .fail("server", found, advice)
  }
}

/// Ignores all bytes.
private final class Silent: ByteStreamHandler {
  func streamReceived(_ bytes: UnsafeRawBufferPointer) {}
  func streamDrained() {}
  func streamClosed(_ error: NetError?) {}
}
