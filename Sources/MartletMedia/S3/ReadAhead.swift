import MartletNet
import Synchronization

/// Bytes that came with a read and that the next read of the same download asks for.
///
/// A download asks for one small piece after the other, and S3 takes some time to answer each request, whatever its size.
final class ReadAhead: Sendable {
  /// Read at a time, if whoever reads takes whole pieces.
  static let bytes: Int64 = 1 << 20
  /// A download that is forgotten reads again.
  private static let downloads = 64

  private struct Entry {
    let name: String
    var offset: Int64
    var bytes: ArraySlice<UInt8>
  }

  private let entries = Mutex<[Entry]>([])

  /// Takes bytes of an object at an offset; nil if none are here.
  func take(_ name: String, at offset: Int64, count: Int) -> SharedBytes? {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.offset == offset && $0.name == name }) else { return nil }
      var entry = entries.remove(at: index)
      let taken = SharedBytes(entry.bytes.prefix(count))
      entry.bytes = entry.bytes.dropFirst(count)
      entry.offset += Int64(taken.count)
      if !entry.bytes.isEmpty { entries.append(entry) }
      return taken
    }
  }

  /// Keeps bytes of an object that nobody asked for yet.
  func keep(_ bytes: ArraySlice<UInt8>, of name: String, at offset: Int64) {
    guard !bytes.isEmpty else { return }
    entries.withLock { entries in
      if entries.count >= Self.downloads { entries.removeFirst() }
      entries.append(Entry(name: name, offset: offset, bytes: bytes))
    }
  }

  /// The bytes held.
  var count: Int { entries.withLock { $0.reduce(0) { $0 + $1.bytes.count } } }
}
