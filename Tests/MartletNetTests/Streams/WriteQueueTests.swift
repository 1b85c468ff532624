import MartletTesting
import Testing

@testable import MartletNet

@Suite struct WriteQueueTests {
  private func first(_ queue: WriteQueue) -> [UInt8] {
    queue.withFirst { list, count, total in
      let bytes = (0..<Int(count)).flatMap { index in
        Array(UnsafeRawBufferPointer(start: list[index].base, count: list[index].len))
      }
      #expect(bytes.count == total)
      return bytes
    } ?? []
  }

  @Test func whatIsDroppedIsWholePiecesThatHaveNotBegun() {
    var random = SeededRandom.fromEnvironment()
    for _ in 0..<500 {
      var queue = WriteQueue()
      let sizes = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 1...9, using: &random) }
      for (index, size) in sizes.enumerated() { queue.append(SharedBytes([UInt8](repeating: UInt8(index), count: size))) }
      let written = Int.random(in: 0...sizes.reduce(0, +), using: &random)
      queue.remove(written)
      let kept = Int.random(in: 0...queue.count, using: &random)
      // Exactly the pieces with a byte that is written or to be kept.
      var (start, expected) = (0, 0)
      for size in sizes {
        let hasBegun = start < written || start < written + kept
        if hasBegun, start + size > written { expected += start + size - max(start, written) }
        start += size
      }
      queue.dropPieces(after: kept)
      #expect(queue.count == expected, random.comment)
      queue.append(count: 1) { $0[0] = 255 }
      #expect(queue.count == expected + 1, random.comment)
      #expect(first(queue).last == 255, random.comment)
    }
  }

  @Test func bytesLeaveInTheOrderTheyCame() {
    var random = SeededRandom.fromEnvironment()
    for _ in 0..<50 {
      var queue = WriteQueue()
      var model: [UInt8] = []
      for _ in 0..<300 {
        if Bool.random(using: &random) {
          let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
          // Small pieces share a buffer; one in thirty is larger than that.
          if Bool.random(using: &random) {
            queue.append(SharedBytes(bytes))
          } else {
            let copies = Int.random(in: 0..<30, using: &random) == 0 ? 100 : 1
            for _ in 0..<copies { queue.append(count: bytes.count) { $0.copyBytes(from: bytes) } }
            for _ in 1..<copies { model += bytes }
          }
          model += bytes
        } else {
          let count = Int.random(in: 0...first(queue).count, using: &random)
          queue.remove(count)
          model.removeFirst(count)
        }
        #expect(queue.count == model.count, random.comment)
        #expect(queue.isEmpty == model.isEmpty, random.comment)
        #expect(queue.isEmpty == (queue.pieces == 0), random.comment)
        #expect(Array(model.prefix(first(queue).count)) == first(queue), random.comment)
        let copied = [UInt8](unsafeUninitializedCapacity: 20) { room, count in
          count = queue.copyFirst(into: UnsafeMutableRawBufferPointer(room))
        }
        #expect(copied == Array(model.prefix(20)), random.comment)
      }
    }
  }

  @Test func nothingIsRemovedBeyondTheEnd() {
    var queue = WriteQueue()
    queue.remove(5)
    queue.append(SharedBytes([1, 2]))
    queue.remove(50)
    #expect(queue.isEmpty)
    #expect(queue.withFirst { _, _, _ in true } == nil)
  }

  @Test func smallPiecesShareABufferUntilItIsFull() {
    var queue = WriteQueue()
    let piece = WriteQueue.gathered / 4
    for _ in 0..<4 { queue.append(count: piece) { $0.initializeMemory(as: UInt8.self, repeating: 1) } }
    #expect(queue.pieces == 1)
    queue.append(count: 1) { $0[0] = 2 }
    #expect(queue.pieces == 2)
    // Behind a buffer that others have, another begins.
    queue.append(SharedBytes([3]))
    queue.append(count: 1) { $0[0] = 4 }
    #expect(queue.pieces == 4)
    #expect(first(queue) == [UInt8](repeating: 1, count: 4 * piece) + [2, 3, 4])
  }

  @Test func bytesAreLetGoWhenTheyHaveLeft() {
    var queue = WriteQueue()
    for index in 0..<200 { queue.append(SharedBytes([UInt8(truncatingIfNeeded: index)])) }
    queue.remove(150)
    #expect(queue.pieces == 50)
    #expect(first(queue) == (150..<200).map { UInt8(truncatingIfNeeded: $0) })
  }
}
