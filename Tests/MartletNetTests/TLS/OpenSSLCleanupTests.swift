import Foundation
import Testing

@testable import MartletNet

/// A process that ends while its loops still run.
@Suite struct OpenSSLCleanupTests {
  @Test func loopsMayStillHashWhileTheProcessEnds() async {
    await #expect(processExitsWith: .exitCode(42)) {
      // Handlers run in reverse order, so this one would run after OpenSSL's own.
      atexit { _exit(WebSocketHandshake.proof(key: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" ? 42 : 1) }
      let loop = try EventLoop(name: "test")
      _ = WebSocketHandshake.proof(key: "any")
      withExtendedLifetime(loop) { exit(2) }
    }
  }
}
