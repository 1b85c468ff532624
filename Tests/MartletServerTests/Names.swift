import MartletStore
import MartletWire

/// Ids of tests, which are of the right form.
enum Names {
  static func app(_ text: String) -> AppID { right(AppID(text), text) }
  static func user(_ text: String) -> UserID { right(UserID(text), text) }
  static func group(_ text: String) -> ConversationID { right(ConversationID.group(text), text) }
  static func client(_ text: String) -> ClientID { right(ClientID(text), text) }

  /// A record of a user as a store would give it.
  static func record(_ name: String) -> UserRecord { UserRecord(id: user(name), createdAt: 0, tokensRevokedUntil: 0) }

  private static func right<ID>(_ id: ID?, _ text: String) -> ID {
    guard let id else { fatalError("\(text) is not of the right form") }
    return id
  }
}
