/// The difference between two states of some rows.
///
/// To bring the old rows up to date, remove `removed`, insert `inserted`, and replace `updated`, each in its order.
public struct RowChange<Row: Hashable & Sendable>: Hashable, Sendable {
  /// A row and its place.
  public struct Placed: Hashable, Sendable {
    /// The index in the new rows.
    public let index: Int
    /// The new row.
    public let row: Row
  }

  /// Indices in the old rows, descending.
  public let removed: [Int]
  /// New rows, by ascending index.
  public let inserted: [Placed]
  /// Rows that were there before and have changed, by ascending index.
  public let updated: [Placed]

  /// True if nothing differs.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && updated.isEmpty }

  /// Brings rows up to date.
  ///
  /// - Parameter rows: The old rows; other rows give an undefined result.
  public func apply(to rows: inout [Row]) {
    for index in removed where rows.indices.contains(index) { rows.remove(at: index) }
    for placed in inserted { rows.insert(placed.row, at: min(placed.index, rows.count)) }
    for placed in updated where rows.indices.contains(placed.index) { rows[placed.index] = placed.row }
  }
}

extension RowChange where Row: Identifiable {
  /// Compares rows, which have the same id in both states.
  ///
  /// As few rows as possible move; a row that moves is removed and inserted.
  init(from old: [Row], to new: [Row]) {
    var places: [Row.ID: Int] = [:]
    for (index, row) in old.enumerated() { places[row.id] = index }
    // Each old row is taken once, should two new rows have the same id.
    let origins = new.map { places.removeValue(forKey: $0.id) }
    let kept = Self.longestAscent(origins)
    var stays = [Bool](repeating: false, count: old.count)
    var inserted: [Placed] = []
    var updated: [Placed] = []
    for (index, row) in new.enumerated() {
      guard kept[index], let origin = origins[index] else {
        inserted.append(Placed(index: index, row: row))
        continue
      }
      stays[origin] = true
      if old[origin] != row { updated.append(Placed(index: index, row: row)) }
    }
    self.inserted = inserted
    self.updated = updated
    removed = old.indices.reversed().filter { !stays[$0] }
  }

  /// Which of the numbers belong to their longest ascending subsequence.
  private static func longestAscent(_ numbers: [Int?]) -> [Bool] {
    // For each length, the place of the smallest number that ends such a subsequence.
    var ends: [Int] = []
    var smallest: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for (place, number) in numbers.enumerated() {
      guard let number else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if smallest[middle] < number { low = middle + 1 } else { high = middle }
      }
      previous[place] = low > 0 ? ends[low - 1] : nil
      if low == ends.count {
        ends.append(place)
        smallest.append(number)
      } else {
        ends[low] = place
        smallest[low] = number
      }
    }
    var isKept = [Bool](repeating: false, count: numbers.count)
    var place = ends.last
    while let kept = place {
      isKept[kept] = true
      place = previous[kept]
    }
    return isKept
  }
}
