import MartletStore
import MartletWire

// Users whom the server makes by itself, if the app lets it (`Limits.makesUsers`).
extension Store {
  /// A user's record; a user who does not exist is made, if a time is given.
  func user(_ id: UserID, app: AppID, madeAt milliseconds: Int64?) async throws -> UserRecord? {
    if let record = try await user(id, app: app) { return record }
    guard let milliseconds else { return nil }
    return try await createUser(id, app: app, at: milliseconds).record
  }

  /// The users among these who exist; the others are made, if a time is given.
  func known(_ users: [UserID], app: AppID, madeAt milliseconds: Int64?) async throws -> Set<UserID> {
    let existing = try await existing(users, app: app)
    guard let milliseconds else { return existing }
    for user in users where !existing.contains(user) { _ = try await createUser(user, app: app, at: milliseconds) }
    return existing.union(users)
  }
}
