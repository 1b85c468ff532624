import MartletWire

// Profiles of users.
extension MartletClient {
  /// Returns the profile of a user.
  ///
  /// A cached profile is returned at once, also offline; otherwise it is fetched. From now on the client keeps it up to date
  /// while it is connected, and publishes ``Event/profile(_:changed:)`` when it differs. It does so for the last 1,000 users.
  ///
  /// - Parameter user: The user. Of one who does not exist nothing is set.
  /// - Returns: The profile, as far as this user may see it.
  /// - Throws: `.notConnected` and `.timedOut` if it is not cached and cannot be fetched; `.storageFailed`.
  public func profile(of user: UserID) async throws(MartletError) -> Profile {
    guard let profile = try await profiles(of: [user])[user] else { throw MartletError.unexpectedAnswer }
    return profile
  }

  /// Returns the profiles of several users, as ``profile(of:)`` does.
  ///
  /// - Parameter users: The users.
  /// - Returns: The profiles. Without a connection, those that are cached.
  /// - Throws: As ``profile(of:)``, if none of them is cached.
  public func profiles(of users: [UserID]) async throws(MartletError) -> [UserID: Profile] {
    try await outcome { $0.profiles(of: users, for: $1, then: $2) }
  }

  /// Changes fields of the own profile, and leaves the others as they are.
  ///
  /// All changes take effect, or none. All of the user's devices publish ``Event/profile(_:changed:)``, and so do other users'
  /// devices that look at the profile, for what they may see. If the connection is lost, the request is retried.
  ///
  /// - Parameters:
  ///   - fields: The changed fields; nil removes a field.
  ///   - visibility: The users who see all of the profile; nil leaves it as it is.
  /// - Returns: The whole profile.
  /// - Throws: `.server(.profileFieldUnknown)` and `.server(.fieldInvalid)`, which name the field. After `.cancelled`,
  ///   `.notConnected` and `.timedOut` the profile may or may not have been changed.
  @discardableResult
  public func updateProfile(
    _ fields: [Profile.Field: String?], visibility: Profile.Visibility? = nil
  ) async throws(MartletError) -> Profile {
    let values = Dictionary(fields.map { ($0.key.rawValue, $0.value ?? "") }) { $1 }
    return try await outcome { $0.updateProfile(values, visibility: visibility, for: $1, then: $2) }
  }

  /// Finds the user with an account number, which only the app's server gives.
  ///
  /// - Parameter accountNumber: The whole number.
  /// - Returns: The profile; nil if nobody has the number, or the user does not show the profile to everyone.
  /// - Throws: `.server(.fieldInvalid)` for anything but 1 to 32 letters and digits; `.notConnected`, `.timedOut`.
  public func findProfile(accountNumber: String) async throws(MartletError) -> Profile? {
    try await outcome { $0.findProfile(number: accountNumber, for: $1, then: $2) }
  }

  /// Finds users by their names, if the app lets users find each other.
  ///
  /// It suffices to write the beginnings of words, in any order; case and accents do not count. In scripts without spaces between
  /// words, any part of a name will do. Users who hide their profiles are not found.
  ///
  /// - Parameters:
  ///   - name: One or more words, up to 64 characters, of which one word has at least two.
  ///   - limit: At most so many users, up to 50.
  /// - Returns: The profiles as far as this user may see them, in the order of the names' words. They are not cached.
  /// - Throws: `.server(.directoryOff)` if the app does not allow it, `.server(.fieldInvalid)` if the name is too short or too
  ///   long; `.notConnected`, `.timedOut`.
  public func findUsers(named name: String, limit: Int = 20) async throws(MartletError) -> [Profile] {
    try await outcome { $0.findUsers(named: name, limit: max(1, limit), for: $1, then: $2) }
  }
}
