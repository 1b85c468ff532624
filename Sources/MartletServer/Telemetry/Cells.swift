import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A few numbers that many threads add to without waiting for each other.
///
/// Each number is kept in several rows, one cache line apart, and a thread adds to the row its identity
/// falls on; a read adds the rows up. Two threads on one row are correct, only slower.
///
/// `@unchecked Sendable`: the pointer is set once, its memory is touched only through `Atomic` until `deinit`.
final class Cells: @unchecked Sendable {
  private static let rowCount = 16
  private static let cellsPerLine = 8

  private let cells: UnsafeMutablePointer<Atomic<Int64>>
  private let columnCount: Int
  private let stride: Int

  /// Numbers at 0.
  init(columnCount: Int) {
    self.columnCount = columnCount
    stride = (columnCount + Self.cellsPerLine - 1) / Self.cellsPerLine * Self.cellsPerLine
    cells = .allocate(capacity: stride * Self.rowCount)
    for index in 0..<stride * Self.rowCount { (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    cells.deinitialize(count: stride * Self.rowCount)
    cells.deallocate()
  }

  /// Adds to a number, wrapping at the ends of `Int64`; a column that does not exist is passed over.
  func add(_ amount: Int64, column: Int) {
    guard column >= 0, column < columnCount else { return }
    cells[Self.rowOfThread &* stride &+ column].wrappingAdd(amount, ordering: .relaxed)
  }

  /// A number's value, in which additions under way may or may not be contained.
  func sum(column: Int) -> Int64 {
    guard column >= 0, column < columnCount else { return 0 }
    var sum: Int64 = 0
    for row in 0..<Self.rowCount { sum &+= cells[row &* stride &+ column].load(ordering: .relaxed) }
    return sum
  }

  /// Thread identities are addresses some pages apart; the multiplication spreads them over the rows.
  private static var rowOfThread: Int {
    #if canImport(Darwin)
      let identity = UInt64(UInt(bitPattern: pthread_self()))
    #else
      let identity = UInt64(pthread_self())
    #endif
    return Int(((identity >> 6) &* 0x9E37_79B9_7F4A_7C15) >> 60) % rowCount
  }
}
