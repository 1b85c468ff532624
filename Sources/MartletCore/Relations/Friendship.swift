import MartletWire

/// A request to become friends that waits for an answer.
public struct FriendRequest: Hashable, Sendable {
  /// The other user: the one who asks this user, or whom this user has asked.
  public let user: UserID
  /// The words with the request; empty for none.
  public let text: String

  package init(_ relation: Relation) { (user, text) = (relation.user, relation.text) }
}

/// A change of friendship, as the server has done it.
package enum Friendship: Sendable, Equatable {
  case asked(String)
  case made
  case ended
}

extension Relation {
  /// The relation after a change of friendship that the server has done.
  func after(_ change: Friendship) -> Relation {
    let others = kinds.subtracting(.friendship)
    switch change {
    case .ended: return Relation(user: user, others)
    case .asked(let text) where !isFriend && !isAsking: return Relation(user: user, others.union(.asked), text: text)
    case .asked, .made: return Relation(user: user, others.union(.friend))
    }
  }
}

// Friends of the user, and requests to become friends.
extension ClientEngine {
  /// Asks users to become friends, or accepts where they have asked.
  package func requestFriends(_ users: [UserID], text: String, for operation: Operation, then: @escaping Completion<Void>) {
    let isMadeAtOnce = core.sync.limits.makesFriendsAtOnce
    changeFriends(users, set: true, text: text, to: isMadeAtOnce ? .made : .asked(text), for: operation, then: then)
  }

  /// Accepts requests.
  package func acceptFriends(_ users: [UserID], for operation: Operation, then: @escaping Completion<Void>) {
    changeFriends(users, set: true, accept: true, to: .made, for: operation, then: then)
  }

  /// Declines requests, withdraws them, or ends friendships.
  package func endFriends(_ users: [UserID], for operation: Operation, then: @escaping Completion<Void>) {
    changeFriends(users, set: false, to: .ended, for: operation, then: then)
  }

  private func changeFriends(
    _ users: [UserID], set: Bool, accept: Bool = false, text: String = "", to friendship: Friendship,
    for operation: Operation, then: @escaping Completion<Void>
  ) {
    guard !users.isEmpty else { return then(.success(())) }
    let request = Wire.SetRelations(users: users.map { $0.text }, kind: .friend, set: set, text: text, accept: accept)
    call(.request(.setRelations(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .changed(let changed) = body else { throw .unexpectedAnswer }
        sync { $0.friendshipTold(users, friendship, revision: changed.revision, at: now) }
        then(.success(()))
      }
    }
  }
}
