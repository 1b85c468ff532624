import MartletWire
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Log {
  /// A log on standard error.
  ///
  /// The server never waits for a stuck reader of standard error. It drops lines instead; the next line that gets through is
  /// preceded by one with the number of dropped lines.
  package static func standardError(level: Level = .info, time: any TimeSource) -> Log {
    let output = LineOutput(descriptor: STDERR_FILENO)
    return Log(level: level, time: time) { output.write($0) }
  }
}

/// Writes lines to a descriptor without ever waiting for its reader.
final class LineOutput: Sendable {
  private let descriptor: Int32
  private let dropped = Atomic<Int>(0)

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes the line as a whole, or drops it.
  func write(_ line: String) {
    guard hasRoom else {
      dropped.wrappingAdd(1, ordering: .relaxed)
      return
    }
    let missing = dropped.exchange(0, ordering: .relaxed)
    if missing > 0 { put("level=warning message=\"log lines were dropped\" count=\(missing)\n") }
    if missing > 0, !hasRoom { dropped.wrappingAdd(1, ordering: .relaxed) } else { put(line) }
  }

  // A pipe that is ready accepts at least 4096 bytes, the maximum length of a line. A pipe without a reader also reports an
  // error; writing to it would raise SIGPIPE.
  private var hasRoom: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents == Int16(POLLOUT)
  }

  private func put(_ line: String) {
    var line = line
    line.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while rest.count > 0 {
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
        guard count > 0 || errno == EINTR else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
      }
    }
  }
}
