import MartletMedia
import MartletNet
import MartletProcess
import MartletWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An S3 server of a test run: moto, which keeps objects in memory, and checks signatures with AWS's own code.
///
/// It ends with the process that started it, however that ends.
package final class MotoServer: Sendable {
  /// The port on host `127.0.0.1`.
  package let port: UInt16
  package let credentials: S3Credentials
  /// The keys again, as a file of `media.credentials` has them.
  package let credentialsText: String
  private let process: ChildProcess

  /// The bucket that it has.
  package static let bucket = "media"

  /// The server that the tests of a process share, started by the first that needs it.
  package static let shared = Task { try await MotoServer() }

  /// Starts a server.
  ///
  /// - Throws: `TestError` if `./dev test` has not installed moto, or it does not start.
  package init() async throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    process = try ChildProcess("/\(root)/.local/python/bin/python", ["/\(root)/Tests/moto_server.py", "\(getpid())"])
    let words = await process.firstLine(within: 60)?.split(separator: " ").map { String($0) } ?? []
    guard words.count == 3, let port = UInt16(words[0]) else {
      process.kill()
      throw TestError("moto did not start")
    }
    self.port = port
    credentials = S3Credentials(id: words[1], secret: words[2])
    credentialsText = "[default]\naws_access_key_id = \(words[1])\naws_secret_access_key = \(words[2])\n"
  }

  deinit { process.send(SIGKILL) }

  /// A place in its bucket.
  package func place(prefix: String, bucket: String = MotoServer.bucket, port: UInt16? = nil) -> S3Place {
    S3Place(
      host: "127.0.0.1", port: port ?? self.port, tls: nil, bucket: bucket, prefix: prefix, region: "us-east-1", isPathStyle: true
    )
  }
}
