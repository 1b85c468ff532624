import MartletSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The standard input, read on a thread of its own, and only on request.
///
/// A line is read byte by byte, so that later bytes stay in the pipe or file for the next process that reads it.
actor StandardInput {
  /// A longer line is truncated; no server accepts that much.
  static let lineBytes = 4 << 20

  private let executor: ThreadExecutor
  private let descriptor: Int32
  /// Closing the second end wakes a read that waits.
  private let wake: (read: Int32, write: Int32)

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(descriptor: Int32) throws {
    executor = try ThreadExecutor(name: "input")
    self.descriptor = descriptor
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CommandFailure(.internalFailure, "no pipe can be made: \(systemError(errno))") }
    wake = (ends[0], ends[1])
  }

  deinit {
    close(wake.read)
    close(wake.write)
  }

  /// The next line without its end; nil at the end of the input or when the task is cancelled.
  func line() async throws -> String? {
    try await withTaskCancellationHandler {
      try readLine()
    } onCancel: {
      interrupt()
    }
  }

  /// The available bytes, at least one.
  ///
  /// - Parameter milliseconds: The longest wait; nil for no limit.
  /// - Throws: `CommandFailure` if the input cannot be read.
  /// - Returns: Empty when the time is over; nil at the end of the input or when the task is cancelled.
  func bytes(within milliseconds: Int32? = nil) async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      switch try wait(milliseconds ?? -1) {
      case .ready: return try read(4096)
      case .timedOut: return []
      case .interrupted: return nil
      }
    } onCancel: {
      interrupt()
    }
  }

  /// Wakes a read that waits, for good.
  private nonisolated func interrupt() {
    var byte: UInt8 = 0
    _ = write(wake.write, &byte, 1)
  }

  private func readLine() throws -> String? {
    var line: [UInt8] = []
    while true {
      guard case .ready = try wait(-1), let byte = try read(1)?.first else {
        return line.isEmpty || Task.isCancelled ? nil : StandardInput.text(line)
      }
      if byte == UInt8(ascii: "\n") { return StandardInput.text(line) }
      if line.count < StandardInput.lineBytes { line.append(byte) }
    }
  }

  private static func text(_ line: [UInt8]) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
  }

  private enum Readiness { case ready, timedOut, interrupted }

  private func wait(_ milliseconds: Int32) throws -> Readiness {
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&requests, 2, milliseconds)
      if count == 0 { return .timedOut }
      if count > 0 { return requests[1].revents != 0 ? .interrupted : .ready }
      guard errno == EINTR else { throw CommandFailure(.storage, "the input cannot be read: \(systemError(errno))") }
    }
  }

  /// At most so many bytes; nil at the end.
  private func read(_ limit: Int) throws -> [UInt8]? {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        let result = systemRead(descriptor, buffer.baseAddress, limit)
        failure = result < 0 ? errno : 0
        count = max(0, result)
      }
      if failure == 0 { return bytes.isEmpty ? nil : bytes }
      // A terminal that is gone: the end of the input.
      if failure == EIO { return nil }
      guard failure == EINTR || failure == EAGAIN else {
        throw CommandFailure(.storage, "the input cannot be read: \(systemError(failure))")
      }
    }
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
