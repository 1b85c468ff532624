/// The name most similar to a word; nil if none is similar enough.
package func nearest(to word: String, among names: [String]) -> String? {
  let written = Array(word.lowercased().utf8.prefix(64))
  let measured = names.map { (name: $0, distance: editDistance(written, Array($0.utf8))) }
  guard let best = measured.min(by: { $0.distance < $1.distance }) else { return nil }
  if best.distance <= max(1, written.count / 3) { return best.name }
  let beginning = names.filter { written.count >= 2 && $0.hasPrefix(word) }
  return beginning.count == 1 ? beginning.first : nil
}

/// The edit distance of two words: the number of letters to insert, remove, change or swap with the next.
func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
  var before: [Int] = []
  var last = Array(0...other.count)
  for row in one.indices {
    var current = [row + 1]
    current.reserveCapacity(other.count + 1)
    for column in other.indices {
      var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (one[row] == other[column] ? 0 : 1))
      if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
        cost = min(cost, before[column - 1] + 1)
      }
      current.append(cost)
    }
    (before, last) = (last, current)
  }
  return last.last ?? 0
}
