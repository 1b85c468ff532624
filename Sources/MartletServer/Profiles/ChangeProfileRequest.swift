import MartletStore
import MartletWire

/// Changes the caller's profile.
struct ChangeProfileRequest: ServedRequest, PersonalChange {
  typealias Message = Wire.ChangeProfile

  let fields: [String: String]
  let visibility: ProfileVisibility?

  static var effort: RequestEffort { .write }

  static func serve(_ change: Wire.ChangeProfile, for context: RequestContext) throws(Refusal) {
    let fields = try context.limits.value.profileFields.check(change.fields)
    context.submit(ChangeProfileRequest(fields: fields, visibility: try ProfileFields.visibility(change.visibility)))
  }

  func place(of caller: UserKey) -> Place { .user(caller) }
  var bytes: Int { fields.values.reduce(256) { $0 &+ 128 &+ $1.utf8.count } }
  static func queue(in queues: PersonalQueues) -> PersonalQueue<ChangeProfileRequest> { queues.profiles }

  func item(of caller: UserKey, at time: Int64, _ limits: Limits) -> ProfileChange {
    ProfileChange(app: caller.app, user: caller.user, fields: fields, visibility: visibility, time: time)
  }

  static func store(_ items: [ProfileChange], in store: any Store) async throws -> [ProfileOutcome] {
    try await store.change(items)
  }

  func settle(_ outcome: ProfileOutcome, of caller: UserKey, _ limits: Limits) -> PersonalSettlement {
    func answer(_ profile: ProfileRecord) -> Wire.ServerPacket.Body {
      let record = UserRecord(id: caller.user, createdAt: 0, tokensRevokedUntil: 0, profile: profile)
      return .profiles(Wire.Profiles(profiles: [ProfileView(limits).profile(of: record, for: caller.user)]))
    }
    switch outcome {
    case .changed(let before, let after):
      return PersonalSettlement(
        answer: answer(after), profile: ChangedProfile(user: caller, before: before, after: after))
    case .unchanged(let profile): return PersonalSettlement(answer: answer(profile))
    case .numberTaken, .userUnknown: return .failure(Wire.Failure(.peerUnknown))
    }
  }
}
