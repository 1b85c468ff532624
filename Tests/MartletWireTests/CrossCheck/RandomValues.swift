import MartletWire

/// A message that can be created with random values.
///
/// The generator writes the conformances.
protocol RandomMessage: WireMessage {
  init(random: inout RandomValues)
}

/// A random number generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Makes values of the schema's types, the odd ones more often than chance would.
struct RandomValues {
  private var generator: SeededGenerator
  private let keepsUnknownFields: Bool
  private var depth = 0
  /// How many more messages may be nested in the value at hand, so that values stay small on average.
  private var budget = 0

  init(seed: UInt64, keepsUnknownFields: Bool) {
    generator = SeededGenerator(seed: seed)
    self.keepsUnknownFields = keepsUnknownFields
  }

  mutating func value<M: RandomMessage>(of type: M.Type) -> M {
    depth = 0
    budget = chance(1, in: 50) ? 60 : 4
    return M(random: &self)
  }

  mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

  mutating func chance(_ favourable: Int, in all: Int) -> Bool { below(all) < favourable }

  mutating func isPresent() -> Bool { chance(3, in: 4) }

  mutating func choice(of count: Int) -> Int { below(count) }
}

// Messages, lists and maps.
extension RandomValues {
  mutating func mayNest() -> Bool {
    guard depth < 6, budget > 0 else { return false }
    budget -= 1
    return chance(4, in: 5)
  }

  mutating func message<M: RandomMessage>() -> M {
    depth += 1
    defer { depth -= 1 }
    return M(random: &self)
  }

  mutating func list<T>(_ make: (inout RandomValues) -> T) -> [T] {
    let count = chance(1, in: 200) ? 40 : max(0, below(6) - 2)
    return (0..<count).map { _ in make(&self) }
  }

  mutating func listOfMessages<M>(_ make: (inout RandomValues) -> M) -> [M] {
    var list: [M] = []
    while list.count < 3, mayNest() { list.append(make(&self)) }
    return list
  }

  mutating func map<K, V>(_ key: (inout RandomValues) -> K, _ value: (inout RandomValues) -> V) -> [K: V] {
    Dictionary(list { (key(&$0), value(&$0)) }) { first, _ in first }
  }

  mutating func mapOfMessages<K, M>(_ key: (inout RandomValues) -> K, _ value: (inout RandomValues) -> M) -> [K: M] {
    Dictionary(listOfMessages { (key(&$0), value(&$0)) }) { first, _ in first }
  }

  /// Fields that no schema here has: a number, a fixed one, a text, a group.
  mutating func unknownFields(_ fields: inout UnknownFields) {
    guard keepsUnknownFields, chance(1, in: 6) else { return }
    let kinds: [[UInt8]] = [
      [0x80, 0xA6, 0x1D, 0x96, 0x01], [0x85, 0xA6, 0x1D, 1, 2, 3, 4], [0x8A, 0xA6, 0x1D, 2, 0xFF, 0x00],
      [0x8B, 0xA6, 0x1D, 0x08, 0x01, 0x8C, 0xA6, 0x1D], [0x81, 0xA6, 0x1D, 8, 7, 6, 5, 4, 3, 2, 1],
    ]
    for _ in 0...below(2) { kinds[below(kinds.count)].withUnsafeBytes { fields.append($0) } }
  }
}

// The values of the schema's types, by the names the generator knows them.
extension RandomValues {
  /// A number whose length in bits is random, so that all lengths of its forms come up.
  private mutating func integer<I: FixedWidthInteger>() -> I {
    switch below(8) {
    case 0: .max
    case 1: .min
    case 2: 0
    default: I(truncatingIfNeeded: generator.next() >> UInt64(below(64)))
    }
  }

  mutating func int32() -> Int32 { integer() }
  mutating func int64() -> Int64 { integer() }
  mutating func uint32() -> UInt32 { integer() }
  mutating func uint64() -> UInt64 { integer() }
  mutating func sint32() -> Int32 { integer() }
  mutating func sint64() -> Int64 { integer() }
  mutating func fixed32() -> UInt32 { integer() }
  mutating func fixed64() -> UInt64 { integer() }
  mutating func sfixed32() -> Int32 { integer() }
  mutating func sfixed64() -> Int64 { integer() }
  mutating func bool() -> Bool { chance(1, in: 2) }

  /// Any bits but those of NaN, which would not be equal to itself.
  mutating func float() -> Float {
    let value = Float(bitPattern: uint32())
    return value.isNaN ? -0.0 : value
  }

  mutating func double() -> Double {
    let value = Double(bitPattern: uint64())
    return value.isNaN ? -.infinity : value
  }

  mutating func enumeration<E: WireEnum>() -> E {
    chance(1, in: 10) ? E(rawValue: int32()) : E(rawValue: E.names[below(E.names.count)].number)
  }

  mutating func bytes() -> [UInt8] {
    (0..<below(chance(1, in: 40) ? 300 : 10)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }

  mutating func string() -> String {
    switch below(40) {
    case 0: return String(repeating: "x", count: 126 + below(5))
    case 1...10: return String(String.UnicodeScalarView((0..<below(12)).map { _ in scalar() }))
    default:
      let letters = Array("abcdefghijklmnopqrstuvwxyzABC 0123456789:._-{}\",".unicodeScalars)
      return String(String.UnicodeScalarView((0..<below(24)).map { _ in letters[below(letters.count)] }))
    }
  }

  private mutating func scalar() -> Unicode.Scalar {
    let odd: [Unicode.Scalar] = [
      "\u{0}", "\u{1}", "\u{8}", "\t", "\n", "\u{C}", "\r", "\u{1F}", "\"", "\\", "/", "<", "\u{7F}", "\u{80}", "\u{7FF}",
      "\u{800}",
      "\u{2028}", "\u{2029}", "\u{301}", "\u{D7FF}", "\u{E000}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{1F426}",
      "\u{10FFFF}",
    ]
    if chance(1, in: 2) { return odd[below(odd.count)] }
    return Unicode.Scalar(UInt32(below(0x11_0000))) ?? "\u{FFFD}"
  }
}
