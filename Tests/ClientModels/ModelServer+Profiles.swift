import MartletWire

// Profiles. Those who fetched one are told of its changes.
extension ModelServer {
  mutating func answerOnProfiles(_ request: Wire.ClientPacket.Request, _ user: UserID) -> Wire.ServerPacket.Body {
    switch request {
    case .changeProfile(let change): changeProfile(change, user)
    case .fetchProfiles(let fetch): fetchProfiles(fetch, user)
    case .findProfile(let find): findProfile(find, user)
    case .findUsers(let find): findUsers(find, user)
    default: .failure(Wire.Failure(.unknownRequest))
    }
  }

  mutating func changeProfile(_ change: Wire.ChangeProfile, _ user: UserID) -> Wire.ServerPacket.Body {
    let known = ["name", "picture", "about", "location", "team"]
    if let unknown = change.fields.first(where: { !known.contains($0.key) }) {
      return .failure(Wire.Failure(.profileFieldUnknown, field: unknown.key))
    }
    setProfile(
      of: user, Dictionary(change.fields.map { ($0.key, $0.value) }) { $1 },
      visibility: change.visibility == .unspecified ? nil : change.visibility)
    return .profiles(Wire.Profiles(profiles: [profile(of: user, for: user)]))
  }

  /// Changes a user's profile, as the app's server may.
  package mutating func setProfile(
    of user: UserID, _ fields: [String: String], visibility: Wire.ProfileVisibility? = nil, number: String? = nil
  ) {
    let before = profiles[user] ?? Wire.Profile(user: user.text, visibility: .app)
    var after = before
    var values = Dictionary(before.fields.map { ($0.key, $0.value) }) { $1 }
    for (key, value) in fields { values[key] = value.isEmpty ? nil : value }
    after.fields = values.sorted { $0.key < $1.key }.map { Wire.ProfileField(key: $0.key, value: $0.value) }
    after.visibility = visibility ?? before.visibility
    after.number = number ?? before.number
    guard after != before else { return }
    after.revision = max(before.revision + 1, UInt64(time))
    let seen = watchers[user, default: []].union([user]).sorted().map { ($0, self.profile(of: user, for: $0)) }
    profiles[user] = after
    for (reader, known) in seen {
      let now = profile(of: user, for: reader)
      let isAnew = reader != user && before.visibility != after.visibility
      let changed =
        isAnew
        ? now.fields
        : now.fields.filter { !known.fields.contains($0) }
          + known.fields.filter { field in !now.fields.contains { $0.key == field.key } }.map { Wire.ProfileField(key: $0.key) }
      let change = Wire.ProfileChange(
        user: user.text, revision: after.revision, base: isAnew ? 0 : before.revision, fields: changed, number: now.number,
        visibility: now.visibility)
      deliveries.append(Delivery(user: reader, push: Wire.Push(profiles: [change])))
    }
  }

  /// What a reader may see.
  package func profile(of user: UserID, for reader: UserID) -> Wire.Profile {
    var profile = profiles[user] ?? Wire.Profile(user: user.text, visibility: .app)
    guard reader != user else { return profile }
    if profile.visibility != .everyone {
      profile.fields.removeAll { $0.key != "name" && $0.key != "picture" }
      profile.number = ""
    }
    profile.visibility = .unspecified
    return profile
  }

  mutating func fetchProfiles(_ fetch: Wire.FetchProfiles, _ reader: UserID) -> Wire.ServerPacket.Body {
    profileFetches += 1
    // Few at once, so that clients have to ask again.
    let asked = fetch.users.prefix(3)
    var found: [Wire.Profile] = []
    for known in asked {
      guard let user = UserID(known.user) else { continue }
      watchers[user, default: []].insert(reader)
      let profile = profile(of: user, for: reader)
      if profiles[user] != nil, profile.revision != known.revision { found.append(profile) }
    }
    return .profiles(Wire.Profiles(profiles: found, covered: UInt32(asked.count)))
  }

  func findProfile(_ find: Wire.FindProfile, _ reader: UserID) -> Wire.ServerPacket.Body {
    guard let user = profiles.first(where: { $0.value.number == find.number && $0.value.visibility == .everyone })?.key else {
      return .failure(Wire.Failure(.profileNotFound))
    }
    return .profiles(Wire.Profiles(profiles: [profile(of: user, for: reader)], covered: 1))
  }

  /// Finds names that begin so, as this model has no words.
  func findUsers(_ find: Wire.FindUsers, _ reader: UserID) -> Wire.ServerPacket.Body {
    guard limits.directory else { return .failure(Wire.Failure(.directoryOff)) }
    let users = profiles.filter { $0.value.fields.values["name"]?.hasPrefix(find.name) == true }.keys.sorted()
    return .profiles(Wire.Profiles(profiles: users.prefix(Int(find.limit)).map { profile(of: $0, for: reader) }))
  }
}
