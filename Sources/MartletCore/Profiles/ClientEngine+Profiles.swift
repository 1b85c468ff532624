import MartletSQLite
import MartletWire

// Profiles of users.
extension ClientEngine {
  /// The cached profile of a user; nil if none is cached.
  package func cachedProfile(of user: UserID) throws(MartletError) -> Profile? {
    try read { store throws(SQLiteError) in try store.profile(of: user) }.flatMap { Profile($0) }
  }

  /// The profiles of users: the cached ones, and for the others those of the server.
  ///
  /// Keeps all of them up to date from now on. Without a connection, gives what is cached, and fails if that is nothing.
  package func profiles(of users: [UserID], for operation: Operation, then: @escaping Completion<[UserID: Profile]>) {
    attempt(then) { () throws(MartletError) in
      let cached = try cached(users)
      sync { $0.look(at: users.map { ($0, cached[$0]?.revision ?? 0) }, at: now) }
      let missing = users.filter { cached[$0] == nil && !core.sync.isCurrent($0) }
      guard !missing.isEmpty else { return then(.success(known(users, cached))) }
      wait(until: .profiles(missing), within: requestTimeout, for: operation) { [self] result in
        attempt(then) { () throws(MartletError) in
          let found = known(users, try self.cached(users))
          if case .failure(let error) = result, found.isEmpty { throw error }
          then(.success(found))
        }
      }
    }
  }

  private func cached(_ users: [UserID]) throws(MartletError) -> [UserID: Wire.Profile] {
    var cached: [UserID: Wire.Profile] = [:]
    for user in users { cached[user] = try read { store throws(SQLiteError) in try store.profile(of: user) } }
    return cached
  }

  /// What is known of users: nothing is set where the server has no profile.
  private func known(_ users: [UserID], _ cached: [UserID: Wire.Profile]) -> [UserID: Profile] {
    var known: [UserID: Profile] = [:]
    for user in users {
      known[user] = cached[user].flatMap { Profile($0) } ?? (core.sync.isCurrent(user) ? Profile(user: user) : nil)
    }
    return known
  }

  /// Changes fields of the own profile; an empty value removes a field.
  package func updateProfile(
    _ fields: [String: String], visibility: Profile.Visibility?, for operation: Operation, then: @escaping Completion<Profile>
  ) {
    let change = Wire.ChangeProfile(fields: [Wire.ProfileField](fields), visibility: visibility?.wire ?? .unspecified)
    call(.request(.changeProfile(change)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .profiles(let page) = body, let wire = page.profiles.first, let profile = Profile(wire) else {
          throw .unexpectedAnswer
        }
        sync { $0.changedOwn(wire, at: now) }
        then(.success(profile))
      }
    }
  }

  /// The profiles of users whose names have words that begin as those of `name`.
  package func findUsers(named name: String, limit: Int, for operation: Operation, then: @escaping Completion<[Profile]>) {
    let request = Wire.FindUsers(name: name, limit: UInt32(clamping: limit))
    call(.read(.findUsers(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .profiles(let page) = body else { throw .unexpectedAnswer }
        then(.success(page.profiles.compactMap { Profile($0) }))
      }
    }
  }

  /// The profile of the user with an account number; nil if there is none that is shown.
  package func findProfile(number: String, for operation: Operation, then: @escaping Completion<Profile?>) {
    call(.read(.findProfile(Wire.FindProfile(number: number))), for: operation) { [self] result in
      if case .failure(let error) = result, error.code == .server(.profileNotFound) { return then(.success(nil)) }
      proceed(result, then) { body throws(MartletError) in
        guard case .profiles(let page) = body, let wire = page.profiles.first, let profile = Profile(wire) else {
          throw .unexpectedAnswer
        }
        then(.success(profile))
      }
    }
  }
}
