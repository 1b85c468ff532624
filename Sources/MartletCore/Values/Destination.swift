import MartletWire

/// Where to send: a conversation by its id, or the direct conversation with a user.
///
/// The second form works even before the first connection, when this device does not know its own user yet.
@nonexhaustive
public enum Destination: Hashable, Sendable, CustomStringConvertible {
  /// A conversation by its id.
  case conversation(ConversationID)
  /// The direct conversation with this user.
  case user(UserID)

  /// Parses `direct:BOB`, `direct:ALICE:BOB` or `group:ID`; returns nil for other text.
  public init?(_ text: String) {
    if let id = ConversationID(text) {
      self = .conversation(id)
    } else if text.hasPrefix("direct:"), let user = UserID(String(text.dropFirst("direct:".count))) {
      self = .user(user)
    } else {
      return nil
    }
  }

  /// The form that `init(_:)` parses, as used in requests.
  public var description: String {
    switch self {
    case .conversation(let id): id.text
    case .user(let user): "direct:\(user.text)"
    }
  }

  /// Returns the conversation, from the point of view of the client's user; nil if that user is not known yet.
  package func conversation(of caller: UserID?) -> ConversationID? {
    switch self {
    case .conversation(let id): id
    case .user(let peer): caller.map { .direct($0, peer) }
    }
  }
}
