import MartletTesting
import Testing

extension SeededRandom {
  /// The comment of a failing expectation.
  var comment: Comment { "\(description)" }

  /// The bytes cut into pieces at random.
  mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    var rest = bytes[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let count = Int.random(in: 1...min(rest.count, Bool.random(using: &self) ? 3 : 4_000), using: &self)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
