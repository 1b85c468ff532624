import MartletWire

/// A filter for the members of a conversation.
public struct MemberFilter: Hashable, Sendable {
  /// The roles; nil for all.
  public var roles: Set<Member.Role>?
  /// A part of the member's id, or of the name in a cached profile; empty for any.
  ///
  /// Upper and lower case of A to Z are the same.
  public var text: String
  /// True for members whom somebody silenced, false for the others; nil for both.
  public var isSilenced: Bool?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - roles: The roles; nil for all.
  ///   - text: A part of the member's id, or of the name in a cached profile; empty for any.
  ///   - isSilenced: True for members whom somebody silenced, false for the others; nil for both.
  public init(roles: Set<Member.Role>? = nil, text: String = "", isSilenced: Bool? = nil) {
    self.roles = roles
    self.text = text
    self.isSilenced = isSilenced
  }

  /// Whether a member passes at a time; `name` reads the name in the member's profile, if it is needed.
  func passes<Failure>(
    _ member: Member, at time: Timestamp, name: () throws(Failure) -> String?
  ) throws(Failure) -> Bool {
    if let roles, !roles.contains(member.role) { return false }
    if let isSilenced, (member.silencedUntil.map { $0 > time } ?? false) != isSilenced { return false }
    guard !text.isEmpty else { return true }
    let part = Self.folded(text)
    if Self.holds(Self.folded(member.id.text), part) { return true }
    return try name().map { Self.holds(Self.folded($0), part) } ?? false
  }

  private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  }
}
