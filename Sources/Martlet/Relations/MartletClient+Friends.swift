import MartletCore
import MartletWire

// Friends of the user, and requests to become friends.
extension MartletClient {
  /// Asks a user to become friends.
  ///
  /// If that user has asked this one already, both are friends at once; the same if the app asks for no consent. Otherwise the
  /// other user accepts or declines. All devices of both users publish ``Event/relation(_:)``. A request to a user who blocks
  /// this one looks as if it waited for an answer. If the connection is lost, the request is retried.
  ///
  /// - Parameters:
  ///   - user: The other user. Of a user who was asked already, the text changes.
  ///   - text: The words with the request, for the other user to read; at most 2,048 bytes.
  /// - Throws: `.server(.peerUnknown)` for a user who does not exist, `.server(.relationToSelf)` for the own user,
  ///   `.server(.relationsFull)` and `.server(.peerRelationsFull)` if one of the two has too many friends or requests, and
  ///   `.server(.friendsOff)` if the app lets users make no friends. After `.cancelled`, `.notConnected` and `.timedOut` the
  ///   user may or may not be asked.
  public func requestFriend(_ user: UserID, text: String = "") async throws(MartletError) {
    try await outcome { $0.requestFriends([user], text: text, for: $1, then: $2) }
  }

  /// Accepts requests: from then on the users are friends.
  ///
  /// A friend can write to the user as one on the allow list can (``allow(_:)-(UserID...)``).
  ///
  /// - Parameter users: The users who have asked; friends are ignored. All are accepted, or none on an error.
  /// - Throws: `.server(.friendRequestUnknown)` for a user who has not asked; otherwise as ``requestFriend(_:text:)``.
  public func acceptFriend(_ users: UserID...) async throws(MartletError) {
    try await outcome { $0.acceptFriends(users, for: $1, then: $2) }
  }

  /// Declines requests; the users see that theirs wait no more.
  ///
  /// - Parameter users: The users; those who have not asked are no friends either from then on.
  /// - Throws: After `.cancelled`, `.notConnected` and `.timedOut` the requests may or may not be declined.
  public func declineFriend(_ users: UserID...) async throws(MartletError) { try await removeFriends(users) }

  /// Ends friendships, or withdraws the user's own requests.
  ///
  /// - Parameter users: The users; others than friends and those who were asked are ignored.
  /// - Throws: As ``declineFriend(_:)``.
  public func removeFriend(_ users: UserID...) async throws(MartletError) { try await removeFriends(users) }

  /// Ends friendships and requests, as ``removeFriend(_:)`` does.
  public func removeFriends(_ users: [UserID]) async throws(MartletError) {
    try await outcome { $0.endFriends(users, for: $1, then: $2) }
  }

  /// Returns the user's friends, in the order of their ids, from the local database.
  ///
  /// - Parameters:
  ///   - user: The last user of the previous page; nil for the first page.
  ///   - limit: The largest number of users; 1 to 1,000.
  /// - Throws: `.storageFailed`.
  /// - Returns: The users; fewer than `limit` at the end.
  public nonisolated func friends(after user: UserID? = nil, limit: Int = 1_000) async throws(MartletError) -> [UserID] {
    try await related(.friend, after: user, limit: limit).map(\.user)
  }

  /// Returns the requests of other users that wait for this user's answer, as ``friends(after:limit:)`` does.
  public nonisolated func friendRequests(
    after user: UserID? = nil, limit: Int = 1_000
  ) async throws(MartletError) -> [FriendRequest] {
    try await related(.asks, after: user, limit: limit).map(FriendRequest.init)
  }

  /// Returns the user's own requests that wait for an answer, as ``friends(after:limit:)`` does.
  public nonisolated func askedFriends(
    after user: UserID? = nil, limit: Int = 1_000
  ) async throws(MartletError) -> [FriendRequest] {
    try await related(.asked, after: user, limit: limit).map(FriendRequest.init)
  }
}
