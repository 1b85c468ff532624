/// Where something is sent: a conversation by its id, or the direct conversation with a user.
///
/// The second form works before this device knows whose it is, that is before its first connection.
public enum Destination: Hashable, Sendable, CustomStringConvertible {
  /// A conversation by its id.
  case conversation(ConversationID)
  /// The direct conversation with this user.
  case user(UserID)

  /// Reads `direct:BOB`, `direct:ALICE:BOB` or `group:ID`; nil for other text.
  public init?(_ text: String) {
    if let id = ConversationID(text) {
      self = .conversation(id)
    } else if text.hasPrefix("direct:"), let user = UserID(String(text.dropFirst("direct:".count))) {
      self = .user(user)
    } else {
      return nil
    }
  }

  /// The form `init(_:)` reads, which is also the form requests on the wire take.
  public var description: String {
    switch self {
    case .conversation(let id): id.text
    case .user(let user): "direct:\(user.text)"
    }
  }

  /// The conversation, for a user whose client it is.
  func conversation(of caller: UserID?) -> ConversationID? {
    switch self {
    case .conversation(let id): id
    case .user(let peer): caller.map { .direct($0, peer) }
    }
  }
}
