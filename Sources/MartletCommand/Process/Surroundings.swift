import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A command's access to the world outside the process; tests pass in their own.
struct Surroundings: Sendable {
  /// Looks up an environment variable.
  let variable: @Sendable (String) -> String?
  /// The descriptor of standard input.
  let input: Int32
  /// Standard output.
  let output: any TextOutput
  /// Standard error.
  let errors: any TextOutput
  let time: any TimeSource
  /// The signals the command asked for, as they arrive.
  let signals: AsyncStream<Int32>

  /// Writes a notice for people to standard error.
  ///
  /// Write errors are ignored: a closed standard error is no reason to stop.
  func say(_ text: String) { try? errors.write(text + "\n") }
}

/// An output for a command's text.
protocol TextOutput: Sendable {
  /// Writes all of the text before it returns.
  ///
  /// - Throws: `OutputClosed` where nobody reads any more, `CommandFailure` if it cannot be written.
  func write(_ text: String) throws
}

/// The reader of the output is gone, as `head` is after its last line: a reason to end, not an error to report.
struct OutputClosed: Error {}

/// An open file the process was started with.
struct FileOutput: TextOutput {
  let descriptor: Int32

  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = systemWrite(descriptor, rest)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&one, 1, -1)
        } else if errno == EPIPE {
          throw OutputClosed()
        } else if errno != EINTR {
          throw CommandFailure(.storage, "the output cannot be written: \(systemError(errno))")
        }
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// The system's words for an error number.
func systemError(_ number: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 128)
  guard strerror_r(number, &buffer, buffer.count) == 0 else { return "system error \(number)" }
  return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
