import CUV

/// Bytes that wait for a socket, in order.
struct WriteQueue {
  private var buffers: [SharedBytes] = []
  /// Buffers before this index were written.
  private var head = 0
  /// The number of buffers that one system call takes.
  private static let most = 64
  /// The number of bytes of the buffer at `head` that were written.
  private var offset = 0
  /// Bytes not written yet.
  private(set) var count = 0
  /// Free bytes at the end of the last buffer; more than 0 only if this queue made it.
  private var room = 0
  /// The size of the buffers in which small pieces are gathered.
  static let gathered = 512

  var isEmpty: Bool { count == 0 }

  /// The number of pieces that hold the bytes.
  var pieces: Int { buffers.count - head }

  mutating func append(_ bytes: SharedBytes) {
    guard bytes.count > 0 else { return }
    buffers.append(bytes)
    room = 0
    count &+= bytes.count
  }

  /// Adds a small piece, which `fill` writes in place; several share one buffer.
  mutating func append(count added: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    guard added > 0 else { return }
    if room < added {
      room = max(added, Self.gathered)
      buffers.append(SharedBytes(capacity: room) { _ in 0 })
    }
    buffers[buffers.count &- 1].grow(by: added, fill)
    room &-= added
    count &+= added
  }

  /// Calls `body` with the first buffers as libuv takes them, 64 at most, and how many bytes they are.
  func withFirst<Result>(_ body: (UnsafePointer<uv_buf_t>, UInt32, Int) -> Result) -> Result? {
    let number = min(buffers.count - head, Self.most)
    guard number > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: uv_buf_t.self, capacity: number) { list in
      var total = 0
      for index in 0..<number {
        let buffer = buffers[head + index]
        let skip = index == 0 ? offset : 0
        let start = UnsafeMutableRawPointer(buffer.start + skip).assumingMemoryBound(to: CChar.self)
        list.initializeElement(at: index, to: uv_buf_t(base: start, len: buffer.count - skip))
        total &+= buffer.count - skip
      }
      guard let base = list.baseAddress else { return nil }
      return body(base, UInt32(number), total)
    }
  }

  /// Copies the first bytes, as many as there is room for, and returns how many.
  func copyFirst(into room: UnsafeMutableRawBufferPointer) -> Int {
    var copied = 0
    for (index, buffer) in buffers[head...].enumerated() where copied < room.count {
      buffer.withUnsafeBytes { bytes in
        let part = bytes[(index == 0 ? offset : 0)...].prefix(room.count - copied)
        UnsafeMutableRawBufferPointer(rebasing: room[copied...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        copied += part.count
      }
    }
    return copied
  }

  /// Drops the unsent pieces that begin after the first `kept` bytes.
  mutating func dropPieces(after kept: Int) {
    var last = head
    var bytes = 0
    if last < buffers.count, offset > 0 || kept > 0 {
      bytes = buffers[last].count - offset
      last += 1
    }
    while last < buffers.count, bytes < kept {
      bytes += buffers[last].count
      last += 1
    }
    buffers.removeSubrange(last...)
    room = 0
    count = bytes
    forgetGone()
  }

  /// Forgets the first `written` bytes.
  mutating func remove(_ written: Int) {
    var left = min(written, count)
    count -= left
    while left > 0, head < buffers.count {
      let rest = buffers[head].count - offset
      if left < rest {
        offset += left
        break
      }
      left -= rest
      head += 1
      offset = 0
    }
    forgetGone()
  }

  private mutating func forgetGone() {
    if head == buffers.count {
      // Room for one call to the system, rounded up as arrays do, stays for the next turn; a burst's does not, since most
      // connections are idle.
      buffers.removeAll(keepingCapacity: buffers.capacity < 2 * Self.most)
      head = 0
      room = 0
    } else if head >= 32 {
      buffers.removeFirst(head)
      head = 0
    }
  }
}
