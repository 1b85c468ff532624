import MartletStore
import MartletWire

/// A kind of relation that users set.
struct SettableRelation {
  let flag: RelationFlags
  /// How a refusal names it.
  let name: String
  /// The maximum number of a user's relations of the kind; nil for the one to oneself.
  let most: (@Sendable (Limits) -> Int)?

  /// Nil if users cannot set it.
  init?(_ kind: Wire.RelationKind) {
    guard let flag = RelationFlags(kind) else { return nil }
    self.flag = flag
    switch kind {
    case .blocked: (name, most) = ("blocked", { $0.blockedUsers })
    case .allowed: (name, most) = ("allowed", { $0.allowedUsers })
    case .friend: (name, most) = ("friend", { $0.friendsOfUser })
    case .onlyAllowed: (name, most) = ("only_allowed", nil)
    default: return nil
    }
  }

  /// True if it is about everybody: the relation to oneself.
  var isOfAll: Bool { most == nil }
}
