import MartletNet
import MartletTesting
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine's clocks, where the wall clock is as wrong as a file says: eight bytes, milliseconds.
///
/// `@unchecked Sendable`: the mapping is made once, lasts as long as the process, and is only read here.
package final class ClockByFile: TimeSource, @unchecked Sendable {
  private let offset: UnsafeRawPointer
  private let system = SystemTimeSource()

  /// Looks at a file from now on; nil where it cannot be mapped.
  package init?(file path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // A read behind the end of a mapped file traps.
    guard lseek(file, 0, SEEK_END) >= 8, let map = mmap(nil, 8, PROT_READ, MAP_SHARED, file, 0), map != MAP_FAILED else {
      return nil
    }
    offset = UnsafeRawPointer(map)
  }

  package var wallMilliseconds: Int64 { system.wallMilliseconds &+ offset.load(as: Int64.self) }

  package var monotonicNanoseconds: UInt64 { system.monotonicNanoseconds }
}
