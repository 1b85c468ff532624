import MartletStore
import MartletWire

// What the store checks of roles, by the role alone.
extension Condition {
  static func member(_ user: UserID) -> Condition { .allowed(user, .member, to: .read) }

  static func owner(_ user: UserID) -> Condition { .allowed(user, .owner, to: .removeMembers) }

  static func sentBy(_ user: UserID, _ seq: UInt64) -> Condition { .allowed(user, .sender, to: .edit, at: seq) }
}
