import MartletStore
import MartletWire

/// Who sees the profiles of users who did not choose.
package enum ProfileViewers: String, Sendable, CaseIterable {
  case nobody, everyone
}

/// Profiles as others see them.
struct ProfileView: Sendable {
  /// Whether everyone sees the profiles of users who did not choose.
  let showsByDefault: Bool

  init(_ limits: Limits) { showsByDefault = limits.profileVisibility == .everyone }

  /// Whether everyone sees all of a profile.
  func shows(_ profile: ProfileRecord) -> Bool {
    switch profile.visibility {
    case .app: showsByDefault
    case .nobody: false
    case .everyone: true
    }
  }

  /// A user's profile as a caller sees it.
  func profile(of record: UserRecord, for caller: UserID) -> Wire.Profile {
    let profile = record.profile ?? ProfileRecord()
    var wire = Wire.Profile(
      user: record.id.text, revision: profile.revision, fields: fields(of: profile, isOwn: record.id == caller))
    if record.id == caller || shows(profile) { wire.number = profile.number }
    if record.id == caller { wire.visibility = Wire.ProfileVisibility(rawValue: profile.visibility.rawValue) }
    return wire
  }

  private func fields(of profile: ProfileRecord, isOwn: Bool) -> [Wire.ProfileField] {
    let all = [Wire.ProfileField](profile.fields)
    return isOwn || shows(profile) ? all : all.filter { StandardField.ofEveryone.contains($0.key) }
  }

  /// The change as its user is told of it, or as others are.
  func change(
    of user: UserID, from before: ProfileRecord, to after: ProfileRecord, isOwn: Bool
  ) -> Wire.ProfileChange {
    let isAnew = !isOwn && shows(before) != shows(after)
    let (known, now) = (fields(of: before, isOwn: isOwn), fields(of: after, isOwn: isOwn))
    var changed = now
    if !isAnew {
      let kept = Set(now.map(\.key))
      let removed = known.filter { !kept.contains($0.key) }.map { Wire.ProfileField(key: $0.key) }
      changed = (now.filter { !known.contains($0) } + removed).sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
    var wire = Wire.ProfileChange(
      user: user.text, revision: after.revision, base: isAnew ? 0 : before.revision, fields: changed)
    if isOwn || shows(after) { wire.number = after.number }
    if isOwn { wire.visibility = Wire.ProfileVisibility(rawValue: after.visibility.rawValue) }
    return wire
  }
}

/// A profile that changed.
struct ChangedProfile: Sendable {
  let user: UserKey
  let before: ProfileRecord
  let after: ProfileRecord
}

extension Shard {
  /// Tells the user's sessions and those that fetched the profile, at all nodes.
  func tell(_ changed: ChangedProfile) {
    let view = ProfileView(limitsOfApps.of(changed.user.app).value)
    func push(isOwn: Bool) -> Wire.Push {
      Wire.Push(profiles: [view.change(of: changed.user.user, from: changed.before, to: changed.after, isOwn: isOwn)])
    }
    let own = Delivery(to: Audience(app: changed.user.app, users: [changed.user.user]), push(isOwn: true))
    mail(own)
    environment.link?.push(own, to: changed.user)
    let others = Delivery(to: Audience(watching: changed.user), .push(push(isOwn: false)))
    mail(others)
    environment.link?.pushProfile(others, of: changed.user)
  }

  /// Has a session on this loop told of changes of profiles from now on.
  func watch(_ users: [UserKey], for session: any LiveSession) { sessions.watchers.add(session, to: users) }
}
