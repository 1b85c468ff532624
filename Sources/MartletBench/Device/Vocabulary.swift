import Martlet

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Words that are used as words are: a few in every other sentence, most hardly ever.
enum Vocabulary {
  /// The number of words with letters, and of characters written without spaces.
  static let words = 30_000
  static let characters = 3_000
  private static let consonants = Array("bcdfghjklmnpqrstvwxz")
  private static let vowels = Array("aeiou")

  /// The word that is used most often but for so many others.
  static func word(_ rank: Int) -> String {
    var number = rank + 100
    var text = ""
    while number > 0 {
      text.append(consonants[number % 20])
      text.append(vowels[number / 20 % 5])
      number /= 100
    }
    return text
  }

  /// The Chinese characters that are used most often but for so many others, one after another.
  static func han(_ ranks: Range<Int>) -> String {
    var text = ""
    for rank in ranks {
      if let scalar = Unicode.Scalar(0x4E00 + UInt32(clamping: rank)) { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// A sentence, in every other case a Chinese one.
  static func sentence(_ random: inout SplitMix64) -> String {
    if Bool.random(using: &random) {
      return (0..<Int.random(in: 3...18, using: &random)).map { _ in word(rank(of: words, &random)) }.joined(separator: " ")
    }
    return (0..<Int.random(in: 4...36, using: &random)).map { _ in
      let rank = rank(of: characters, &random)
      return han(rank..<rank + 1)
    }.joined()
  }

  /// Low ranks often, high ones seldom.
  private static func rank(of count: Int, _ random: inout SplitMix64) -> Int {
    min(count - 1, Int(pow(Double(count), Double.random(in: 0..<1, using: &random))) - 1)
  }
}
