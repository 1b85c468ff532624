import MartletWire
@_spi(_Unicode) import Swift

/// The words of a name by which users are found.
///
/// Case and accents do not count. A name in a script without spaces between words is found by any of its parts, so each of its
/// ends counts as a word.
enum NameWords {
  /// A name has 64 characters; so many words at most are kept of it.
  private static let most = 16
  /// A word is cut after so many scalars.
  private static let scalars = 32

  /// The words of a name, each once.
  static func words(of name: String) -> [String] {
    var known: Set<String> = []
    let words = words(of: name) { run in run.indices.map { cut(run[$0...]) } }
    return Array(words.filter { known.insert($0).inserted }.prefix(most))
  }

  /// The words of a query, all of which a name must have, as the beginnings of its own.
  static func beginnings(of query: String) -> [String] { words(of: query) { [cut($0)] } }

  private static func words(of text: String, dense: ([Unicode.Scalar]) -> [String]) -> [String] {
    TextPiece.pieces(of: plain(text)).flatMap { piece -> [String] in
      switch piece {
      case .word(let word): [cut(word.unicodeScalars)]
      case .dense(let run): dense(run)
      case .symbol(let symbol): [String(symbol)]
      case .blank: []
      }
    }
  }

  /// True if each beginning is one of a word of the name.
  static func match(_ name: String, _ beginnings: [String]) -> Bool {
    let words = words(of: name)
    return beginnings.allSatisfy { beginning in words.contains { begins($0, with: beginning) } }
  }

  /// Compares bytes, as engines do.
  static func begins(_ word: String, with beginning: String) -> Bool { word.utf8.starts(with: beginning.utf8) }

  /// Takes away case and accents.
  private static func plain(_ text: String) -> String {
    // The standard library has the normal forms of Unicode, but only as an SPI.
    let letters = text.lowercased()._nfd.filter { $0.properties.generalCategory != .nonspacingMark }
    return String(String.UnicodeScalarView(letters))
  }

  private static func cut(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars.prefix(Self.scalars)))
  }
}

/// The beginning of a word of names within an app.
package struct NameBeginning: Hashable, Sendable {
  package let app: AppID
  package let text: String

  package init(_ text: String, app: AppID) {
    self.app = app
    self.text = text
  }

  /// True if one of the words in a query is long enough to find few users: two characters, or one of a script without spaces
  /// between words.
  package static func isEnough(_ query: String) -> Bool {
    TextPiece.pieces(of: query).contains { piece in
      switch piece {
      case .word(let word): word.unicodeScalars.count > 1
      case .dense, .symbol: true
      case .blank: false
      }
    }
  }

  /// The first text in the order of bytes that does not begin so, but for words that nobody writes.
  package var end: String { text + "\u{10FFFF}" }
}

/// A user whose name has a word, or had it before.
package struct NamedUser: Hashable, Sendable {
  package let word: String
  package let user: UserID

  package init(word: String, user: UserID) {
    self.word = word
    self.user = user
  }

  /// The order of engines.
  package static func precedes(_ one: NamedUser, _ other: NamedUser) -> Bool {
    if one.word.utf8.elementsEqual(other.word.utf8) { return one.user < other.user }
    return one.word.utf8.lexicographicallyPrecedes(other.word.utf8)
  }
}

extension ProfileRecord {
  /// The words of the name.
  package var words: [String] { fields["name"].map(NameWords.words(of:)) ?? [] }
}

/// Users in memory by the first scalar of their names' words, so that a search looks at few of them.
struct NameIndex: Sendable {
  private struct Place: Hashable, Sendable {
    let app: AppID
    let first: Unicode.Scalar
  }

  private var users: [Place: Set<NamedUser>] = [:]

  mutating func add(_ words: [String], of user: UserID, app: AppID) {
    for word in words {
      guard let first = word.unicodeScalars.first else { continue }
      users[Place(app: app, first: first), default: []].insert(NamedUser(word: word, user: user))
    }
  }

  func users(_ beginning: NameBeginning) -> [NamedUser] {
    guard let first = beginning.text.unicodeScalars.first else { return [] }
    return (users[Place(app: beginning.app, first: first)] ?? []).filter { NameWords.begins($0.word, with: beginning.text) }
  }
}
