/// A tenant of the server.
///
/// Apps share no users, conversations or keys.
public struct AppID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 1 to 64 bytes of `[A-Za-z0-9_.-]`.
  public let text: String

  /// Creates an id, or returns nil if the text is malformed.
  public init?(_ text: String) {
    guard Self.isName(text.utf8) else { return nil }
    self.text = text
  }

  /// The text form.
  public var description: String { text }

  /// Orders ids by bytes.
  public static func < (left: AppID, right: AppID) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

  /// Whether the bytes are a plain name: 1 to 64 bytes of `[A-Za-z0-9_.-]`.
  static func isName(_ bytes: some Collection<UInt8>) -> Bool { NameBytes.plain.hold(bytes) }
}

/// The bytes a name may have, and no more than 64 of them.
///
/// Names are looked at with every request, so this is a look into two words for each byte and nothing else.
struct NameBytes: Sendable {
  static let plain = NameBytes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-")
  static let user = NameBytes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.@+=-")
  static let lower = NameBytes("abcdefghijklmnopqrstuvwxyz0123456789_.-")
  /// Visible ASCII.
  static let visible = NameBytes(0x21...0x7E)

  /// A bit for each byte below 128.
  private var bits: UInt128 = 0

  private init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where byte < 128 { bits |= 1 &<< UInt128(byte) }
  }

  private init(_ text: String) { self.init(text.utf8) }

  /// Whether these are 1 to 64 bytes, all of them allowed.
  func hold(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable { areAllowed($0) } ?? areAllowed(bytes)
  }

  private func areAllowed(_ bytes: some Collection<UInt8>) -> Bool {
    guard (1...64).contains(bytes.count) else { return false }
    for byte in bytes {
      guard byte < 128, bits &>> UInt128(byte) & 1 == 1 else { return false }
    }
    return true
  }
}

/// The form of names that are no ids.
package enum NameForm {
  /// Whether a text can name a content type: 1 to 64 bytes of `[a-z0-9._-]`.
  package static func isContentType(_ text: String) -> Bool { NameBytes.lower.hold(text.utf8) }

  /// Whether a text can be a setting's key: 1 to 64 bytes of `[A-Za-z0-9_.-]`.
  package static func isSettingKey(_ text: String) -> Bool { NameBytes.plain.hold(text.utf8) }
}

/// The id of a user, chosen by the app.
public struct UserID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 1 to 64 bytes of `[A-Za-z0-9_.@+=-]`.
  public let text: String

  /// Creates an id, or returns nil if the text is malformed.
  public init?(_ text: String) {
    guard NameBytes.user.hold(text.utf8) else { return nil }
    self.text = text
  }

  private init(known: String) { text = known }

  /// The name under which the app's server changes groups.
  ///
  /// No rights come with it: a user of this name has those of any other.
  public static let app = UserID(known: "=app")

  /// The text form.
  public var description: String { text }

  /// Orders ids by bytes, in the order of a direct conversation's name.
  public static func < (left: UserID, right: UserID) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
}

/// The id of a conversation within an app, in canonical form: `KIND:NAME`.
public struct ConversationID: Hashable, Sendable, CustomStringConvertible {
  /// A kind of conversation: the prefix of the id.
  ///
  /// A server has a table of the kinds it knows. A client shows a kind that it does not know like a group.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 1 to 16 lower-case letters.
    public let rawValue: String

    /// Creates a kind, or returns nil if the text is not 1 to 16 lower-case letters.
    public init?(rawValue: String) {
      guard Self.isPrefix(rawValue.utf8) else { return nil }
      self.rawValue = rawValue
    }

    fileprivate init(known: String) { rawValue = known }

    /// The conversation of two users, whom its id names.
    public static let direct = Kind(known: "direct")
    /// A conversation with a list of members.
    public static let group = Kind(known: "group")
    /// What an account of the app tells one user, whom the id names both; only the app's server writes.
    public static let system = Kind(known: "system")

    /// The text form.
    public var description: String { rawValue }

    /// A kind whose ids name two users; nil for other bytes.
    fileprivate init?(ofPairs bytes: Slice<UnsafeBufferPointer<UInt8>>) {
      if bytes.elementsEqual("direct".utf8) {
        self = .direct
      } else if bytes.elementsEqual("system".utf8) {
        self = .system
      } else {
        return nil
      }
    }

    fileprivate static func isPrefix(_ bytes: some Collection<UInt8>) -> Bool {
      (1...16).contains(bytes.count) && bytes.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }
  }

  /// `direct:alice:bob`, `group:ID`, `system:alice:orders`, or the id of another kind.
  public let text: String
  /// How many bytes of the text are the kind.
  private let kindLength: UInt8
  /// What stands after the kind.
  package let names: Names

  /// What an id has after the kind.
  package enum Names: Sendable { case one, two, pairOfUsers }

  /// The kind, which is the prefix of the text form.
  public var kind: Kind { Kind(known: String(text.utf8.prefix(Int(kindLength))) ?? "") }

  /// Returns the conversation of two users, in either order.
  ///
  /// With the same user twice, it is that user's conversation with themselves.
  public static func direct(_ one: UserID, _ other: UserID) -> ConversationID { ConversationID(.direct, one, other) }

  /// Returns the conversation in which an account of the app writes to a user.
  public static func system(_ account: UserID, to user: UserID) -> ConversationID { ConversationID(.system, account, user) }

  private init(_ kind: Kind, _ one: UserID, _ other: UserID) {
    let (first, second) = one < other ? (one, other) : (other, one)
    let length = UInt8(truncatingIfNeeded: kind.rawValue.utf8.count)
    self.init(kindLength: length, .pairOfUsers, text: "\(kind.rawValue):\(first.text):\(second.text)")
  }

  /// Returns a group, or nil if `name` is not 1 to 64 bytes of `[A-Za-z0-9_.-]`.
  public static func group(_ name: String) -> ConversationID? {
    AppID.isName(name.utf8) ? ConversationID(kindLength: 5, .one, text: "group:\(name)") : nil
  }

  private init(kindLength: UInt8, _ names: Names, text: String) {
    self.kindLength = kindLength
    self.names = names
    self.text = text
  }

  /// Parses the text form; returns nil if it is malformed.
  ///
  /// Only the form counts: the kind need not be one that a server has.
  ///
  /// - Parameters:
  ///   - text: `direct:ALICE:BOB` or `system:ALICE:BOB` with the users in ascending order, `group:NAME`, or `KIND:NAME` or
  ///     `KIND:NAME:NAME` of another kind; a name has 1 to 64 bytes of `[A-Za-z0-9_.-]`. With `caller` also `direct:BOB` and
  ///     `system:BOB`.
  ///   - caller: The user who completes the short form.
  public init?(_ text: String, caller: UserID? = nil) {
    var text = text
    switch text.withUTF8({ Form($0) }) {
    case .named(let kindLength, let names): self.init(kindLength: kindLength, names, text: text)
    case .toPeer(let kind):
      guard let caller, let peer = UserID(String(text.utf8.dropFirst(kind.rawValue.utf8.count &+ 1)) ?? "") else { return nil }
      self.init(kind, caller, peer)
    case nil: return nil
    }
  }

  /// The result of parsing the bytes of a text form.
  private enum Form {
    case named(kindLength: UInt8, Names)
    /// `direct:BOB`.
    case toPeer(Kind)

    init?(_ text: UnsafeBufferPointer<UInt8>) {
      guard let colon = text.prefix(17).firstIndex(of: UInt8(ascii: ":")), Kind.isPrefix(text[..<colon]) else { return nil }
      let name = text[(colon &+ 1)...]
      var form = Names.one
      if let kind = Kind(ofPairs: text[..<colon]) {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
          self = .toPeer(kind)
          return
        }
        let (first, second) = (name[..<colon], name[(colon &+ 1)...])
        guard NameBytes.user.hold(first), NameBytes.user.hold(second), !second.lexicographicallyPrecedes(first) else {
          return nil
        }
        form = .pairOfUsers
      } else if text[..<colon].elementsEqual("group".utf8) {
        guard AppID.isName(name) else { return nil }
      } else {
        // Kinds to come may name what they belong to as well.
        let names = name.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard names.count <= 2, names.allSatisfy({ AppID.isName($0) }) else { return nil }
        if names.count == 2 { form = .two }
      }
      self = .named(kindLength: UInt8(truncatingIfNeeded: colon), form)
    }
  }

  /// Compares the text forms, which hold everything.
  public static func == (left: ConversationID, right: ConversationID) -> Bool { left.text == right.text }

  /// Hashes the text form.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The two users whom the id names, equal for notes to oneself; nil if it names none.
  ///
  /// The conversation needs no list of members, and need not have begun.
  public var pair: (UserID, UserID)? {
    guard names == .pairOfUsers else { return nil }
    let users = text.utf8.dropFirst(Int(kindLength) &+ 1)
    guard let colon = users.firstIndex(of: UInt8(ascii: ":")), let first = UserID(String(Substring(users[..<colon]))),
      let second = UserID(String(Substring(users[users.index(after: colon)...])))
    else { return nil }
    return (first, second)
  }

  /// The other of the two users whom the id names, or the user for notes to oneself; nil if it does not name the user.
  public func peer(of user: UserID) -> UserID? {
    guard let (first, second) = pair, user == first || user == second else { return nil }
    return user == first ? second : first
  }

  /// The text form.
  public var description: String { text }
}

extension ConversationID {
  /// Returns the id of the message at a position of the conversation's log, from 1, whether or not one exists there.
  public func message(at position: UInt64) -> MessageID { MessageID(conversation: self, seq: position) }
}

/// The id of a message or another log entry: a conversation and a position, printed `CONVERSATION#SEQ`.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
  /// The conversation of the log.
  public let conversation: ConversationID
  /// The position in the conversation's log, from 1.
  public let seq: UInt64

  /// Creates the id of a position, whether or not an entry exists there.
  public init(conversation: ConversationID, seq: UInt64) {
    self.conversation = conversation
    self.seq = seq
  }

  /// Parses the printed form; returns nil if it is malformed or the position is 0.
  public init?(_ text: String) {
    guard let mark = text.lastIndex(of: "#"), let conversation = ConversationID(String(text[..<mark])),
      let seq = UInt64(text[text.index(after: mark)...]), seq > 0
    else { return nil }
    self.init(conversation: conversation, seq: seq)
  }

  /// The text form.
  public var description: String { "\(conversation.text)#\(seq)" }
}

/// The id that a client gives to an append, so that the server recognises a retry (an idempotency key).
///
/// A UUIDv7 contains its creation time, which limits how long the server must remember it. Any other text is remembered for
/// as long as the conversation exists.
public struct ClientID: Hashable, Sendable, CustomStringConvertible {
  /// 1 to 64 visible ASCII characters.
  public let text: String

  /// Creates an id, or returns nil if the text is malformed.
  public init?(_ text: String) {
    guard NameBytes.visible.hold(text.utf8) else { return nil }
    self.text = text
  }

  /// Generates a UUIDv7.
  ///
  /// - Parameters:
  ///   - milliseconds: The time, in milliseconds since 1970; its low 48 bits are used.
  ///   - random: The source of its 74 random bits.
  public init(milliseconds: Int64, random: inout some RandomNumberGenerator) {
    let time = UInt64(bitPattern: milliseconds) & 0xFFFF_FFFF_FFFF
    let high = time << 16 | 0x7000 | random.next() & 0x0FFF
    let low = 0x8000_0000_0000_0000 | random.next() & 0x3FFF_FFFF_FFFF_FFFF
    var text = ""
    text.reserveCapacity(36)
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append("-") }
      let word = index < 16 ? high : low
      let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index % 16))) & 15
      text.unicodeScalars.append(Unicode.Scalar(nibble < 10 ? 48 + nibble : 87 + nibble))
    }
    self.text = text
  }

  /// The creation time of a UUIDv7 in milliseconds since 1970; nil for other ids.
  public var madeAt: Int64? {
    guard text.utf8.count == 36 else { return nil }
    var text = text
    return text.withUTF8(Self.madeAt)
  }

  private static func madeAt(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var digits = 0
    var time: UInt64 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = hexadecimal(byte) else { return nil }
      switch digits {
      case 0..<12: time = time << 4 | UInt64(digit)
      case 12: guard digit == 7 else { return nil }
      case 16: guard digit & 0b1100 == 0b1000 else { return nil }
      default: break
      }
      digits += 1
    }
    return Int64(time)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 55
    default: nil
    }
  }

  /// The text form.
  public var description: String { text }
}
