import MartletStore
import MartletWire

/// Answers profiles as the caller may see them, and has the session told of their changes.
enum FetchProfilesRequest: ServedRequest {
  typealias Message = Wire.FetchProfiles

  static var effort: RequestEffort { .read }

  static func named(_ request: Wire.FetchProfiles) -> Int { request.users.count }

  static func serve(_ request: Wire.FetchProfiles, for context: RequestContext) throws(Refusal) {
    let caller = context.user
    let limits = context.limits.value
    try Form.count(of: request.users, "users", in: 1...limits.usersPerRequest)
    let users = try Form.users(request.users.map(\.user), "users", limits: limits)
    guard users.count == request.users.count else { throw Refusal(field: "users") }
    let known = Dictionary(zip(users, request.users.map(\.revision))) { $1 }
    // First, so that no change after the reading is missed.
    context.session.watch(users.map { UserKey(app: caller.app, user: $0) })
    context.read { reading in
      let records = try await reading.store.users(users, app: caller.app)
      let found = Dictionary(records.map { ($0.id, $0) }) { $1 }
      let view = ProfileView(limits)
      let profiles = users.map { user in
        found[user].flatMap { ($0.profile?.revision ?? 0) == known[user] ? nil : view.profile(of: $0, for: caller.user) }
      }
      let count = reading.fitting(profiles) { profile in
        let bytes = profile.map { $0.fields.reduce(100) { $0 + 40 + $1.value.utf8.count } } ?? 0
        return (bytes: bytes, text: bytes)
      }
      return .profiles(
        Wire.Profiles(profiles: profiles.prefix(count).compactMap(\.self), covered: UInt32(clamping: count)))
    }
  }
}

/// Answers the profile of the user with an account number.
enum FindProfileRequest: ServedRequest {
  typealias Message = Wire.FindProfile

  static var effort: RequestEffort { .read }

  static func serve(_ request: Wire.FindProfile, for context: RequestContext) throws(Refusal) {
    let (caller, view) = (context.user, ProfileView(context.limits.value))
    guard !request.number.isEmpty else { throw Refusal(field: "number") }
    let number = AccountNumber(try ProfileFields.number(request.number), app: caller.app)
    context.read { reading in
      guard let record = try await reading.store.user(numbered: number), let profile = record.profile,
        record.id == caller.user || view.shows(profile)
      else { return .failure(Wire.Failure(.profileNotFound)) }
      return .profiles(Wire.Profiles(profiles: [view.profile(of: record, for: caller.user)], covered: 1))
    }
  }
}
