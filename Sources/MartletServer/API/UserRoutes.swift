import MartletNet
import MartletStore
import MartletWire

// What an app's server may do with users.
extension API {
  static let userRoutes: [Route] = [
    Route("POST", "/v1/users/import", "importUsers", .signed { try await $0.importUsers(in: $1, $2) }),
    Route("POST", "/v1/users/suspend", "suspendUser", .signed { try await $0.suspendUser(in: $1, $2) }),
    Route("POST", "/v1/users/suspended", "listSuspended", .signed { try await $0.listSuspended(in: $1, $2) }),
    Route("POST", "/v1/users/presence", "fetchPresence", .served { try await $0.answer(FetchPresenceRequest.self, to: $1) }),
    Route("POST", "/v1/users/groups", "listUserGroups", .served { try await $0.listGroups($1) }),
    Route("POST", "/v1/users/groups/sync", "syncGroups", .served { try await $0.syncGroups($1) }),
    Route("POST", "/v1/users/relations", "listUserRelations", .served { try await $0.listRelations($1) }),
    Route("POST", "/v1/users/relations/set", "setUserRelations", .served { try await $0.setRelations($1) }),
  ]

  // MARK: - Profiles

  func setProfile(in app: AppKeys, _ body: [UInt8]) async throws -> HTTPResponse {
    let change = try profileChange(try Self.read(Wire.SetProfile.self, body), in: app.id)
    let stored = try await settle(change, try await environment.store.change([change]).first)
    let record = UserRecord(id: change.user, createdAt: 0, tokensRevokedUntil: 0, profile: stored)
    return HTTPResponse(ProfileView(environment.limits.of(app.id)).profile(of: record, for: change.user))
  }

  /// The change that a call asks for, in checked form.
  private func profileChange(_ request: Wire.SetProfile, in app: AppID) throws(Refusal) -> ProfileChange {
    ProfileChange(
      app: app, user: try Self.user(request.user), fields: try environment.limits.of(app).profileFields.check(request.fields),
      visibility: try ProfileFields.visibility(request.visibility), number: try request.number.map(ProfileFields.number),
      time: environment.time.wallMilliseconds)
  }

  /// Tells of a changed profile, or refuses; returns the profile as it is.
  private func settle(_ change: ProfileChange, _ outcome: ProfileOutcome?) async throws(Refusal) -> ProfileRecord {
    switch outcome {
    case .changed(let before, let after):
      await environment.sessions.profileChanged(change.user, app: change.app, from: before, to: after)
      return after
    case .unchanged(let profile): return profile
    case .numberTaken: throw Refusal(.accountNumberTaken, field: "number")
    case .userUnknown, nil: throw Self.unknownUser
    }
  }

  // MARK: - Many users

  /// The most users of one import, and the lists in it.
  private static let usersAtOnce = 200
  private static let importLimits = DecodingLimits(bytes: bodyBytes, depth: 8, elements: 8192)

  /// Makes users unless they exist, and changes their profiles: each by itself, so that one that is wrong holds up no other.
  func importUsers(in app: AppKeys, _ body: [UInt8]) async throws -> HTTPResponse {
    let request = try Self.read(Wire.ImportUsers.self, body, limits: Self.importLimits)
    guard (1...Self.usersAtOnce).contains(request.users.count),
      Set(request.users.map { Array($0.user.utf8) }).count == request.users.count
    else { throw Refusal(field: "users", limit: Self.usersAtOnce, request.users.count) }
    var results = request.users.map { Wire.ImportedUser(user: $0.user) }
    var changes: [(index: Int, change: ProfileChange)] = []
    for (index, user) in request.users.enumerated() {
      do throws(Refusal) {
        changes.append((index, try profileChange(user, in: app.id)))
      } catch {
        results[index].failure = Wire.Failure(error)
      }
    }
    for (index, isNew) in try await make(changes, in: app.id) { results[index].created = isNew }
    let outcomes = try await environment.store.change(changes.map(\.change))
    for ((index, change), outcome) in zip(changes, outcomes) {
      do throws(Refusal) {
        _ = try await settle(change, outcome)
      } catch {
        results[index].failure = Wire.Failure(error)
      }
    }
    return HTTPResponse(Wire.ImportedUsers(users: results))
  }

  /// Makes users at the same time, so that the store commits them together; says whether each is new.
  private func make(
    _ users: [(index: Int, change: ProfileChange)], in app: AppID
  ) async throws -> [(index: Int, isNew: Bool)] {
    let (store, now) = (environment.store, environment.time.wallMilliseconds)
    return try await withThrowingTaskGroup(of: (index: Int, isNew: Bool).self) { group in
      for (index, change) in users {
        group.addTask { (index, try await store.createUser(change.user, app: app, at: now).created) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  // MARK: - Suspension

  func suspendUser(in app: AppKeys, _ body: [UInt8]) async throws -> HTTPResponse {
    let request = try Self.read(Wire.SuspendUser.self, body)
    let user = try Self.user(request.user)
    guard (0...Wire.SilenceMembers.forever).contains(request.until) else { throw Refusal(field: "until") }
    let stored = try await environment.store.suspend(
      user, app: app.id, until: request.until, at: environment.time.wallMilliseconds)
    guard let until = stored else { throw Self.unknownUser }
    if until > 0 { await environment.sessions.suspended(user, app: app.id, until: until) }
    return HTTPResponse(Wire.Suspension(user: user.text, until: until))
  }

  func listSuspended(in app: AppKeys, _ body: [UInt8]) async throws -> HTTPResponse {
    let request = try Self.read(Wire.ListSuspended.self, body)
    let after = UserID(request.after)
    guard after != nil || request.after.isEmpty else { throw Refusal(field: "after") }
    let limit = request.limit == 0 ? 100 : min(Int(clamping: request.limit), environment.limits.pageEntries)
    let found = try await environment.store.suspended(
      of: app.id, at: environment.time.wallMilliseconds, after: after, limit: limit + 1)
    return HTTPResponse(
      Wire.Suspensions(
        users: found.prefix(limit).map { Wire.Suspension(user: $0.user.text, until: $0.until) }, more: found.count > limit))
  }
}
