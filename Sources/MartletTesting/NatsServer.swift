import MartletProcess
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A NATS server of a test run, on a port and in a directory of its own, which can be killed and started again.
///
/// It ends with the process that started it, however that ends.
package final class NatsServer: Sendable {
  /// The port on host `127.0.0.1`, the same after each start.
  package let port: UInt16
  private let place: TemporaryDirectory
  private let process: Mutex<ChildProcess?>

  private static let attempts = 10
  private static let program = "/usr/sbin/nats-server"

  /// Its address, as `--bus` takes it.
  package var address: String { "nats://127.0.0.1:\(port)" }

  /// Starts a server.
  ///
  /// - Parameter parent: Where its directory is made; nil for the usual place.
  /// - Throws: `TestError` if NATS is not installed or does not start.
  package init(in parent: String? = nil) async throws {
    place = try parent.map { try TemporaryDirectory(in: $0) } ?? TemporaryDirectory()
    for _ in 0..<Self.attempts {
      // Not a port that a client takes by chance while it reconnects.
      let port = UInt16.random(in: 20_000..<30_000)
      guard let process = try await Self.start(port, place) else { continue }
      self.port = port
      self.process = Mutex(process)
      return
    }
    throw TestError("NATS did not start: \(Folder.text(place.file("log")).suffix(1000))")
  }

  deinit { process.withLock { $0?.send(SIGKILL) } }

  /// Nil if it does not start.
  private static func start(_ port: UInt16, _ place: TemporaryDirectory) async throws -> ChildProcess? {
    let script = """
      set -e
      program=$1 port=$2 log=$3 parent=$4
      \(Guardian.closingPipes)
      rm -f "$log"
      "$program" -a 127.0.0.1 -p "$port" -l "$log" >/dev/null 2>&1 &
      server=$!
      until grep -qs 'Server is ready' "$log"; do kill -0 $server; sleep 0.02; done
      echo ready
      exec >/dev/null 2>&1
      while kill -0 "$parent" && kill -0 $server; do sleep 0.5; done
      kill -9 $server
      """
    // All of the group are killed at once.
    let process = try ChildProcess(
      "/bin/bash", ["-c", script, "nats", program, "\(port)", place.file("log"), "\(getpid())"], isGroup: true)
    if await process.firstLine(within: 30) == "ready" { return process }
    _ = await process.end(SIGKILL)
    return nil
  }

  /// Kills it with signal 9.
  package func kill() async {
    let process = process.withLock { process in
      defer { process = nil }
      return process
    }
    _ = await process?.end(SIGKILL)
  }

  /// Starts it again on its port.
  ///
  /// - Throws: `TestError` if it does not start.
  package func start() async throws {
    for _ in 0..<Self.attempts {
      if let started = try await Self.start(port, place) { return process.withLock { $0 = started } }
      try? await Task.sleep(for: .milliseconds(200))
    }
    throw TestError("NATS did not start again: \(Folder.text(place.file("log")).suffix(1000))")
  }
}
