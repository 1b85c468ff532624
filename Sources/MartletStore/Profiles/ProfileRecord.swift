import MartletWire

/// A user's profile as stored.
package struct ProfileRecord: Sendable, Equatable {
  /// Grows with every change, also after a backup was restored.
  package var revision: UInt64
  /// By key; no value is empty.
  package var fields: [String: String]
  /// The account number; empty for none.
  package var number: String
  package var visibility: ProfileVisibility

  package init(
    revision: UInt64 = 0, fields: [String: String] = [:], number: String = "", visibility: ProfileVisibility = .app
  ) {
    self.revision = revision
    self.fields = fields
    self.number = number
    self.visibility = visibility
  }
}

/// Who sees all of a profile.
///
/// Everyone sees the name and the picture.
package enum ProfileVisibility: Int32, Sendable, CaseIterable {
  /// As the app decides.
  case app = 1
  case nobody = 2
  case everyone = 3
}

/// An account number within its app.
package struct AccountNumber: Hashable, Sendable {
  package let app: AppID
  package let text: String

  package init(_ text: String, app: AppID) {
    self.app = app
    self.text = text
  }
}

/// A change of one user's profile.
package struct ProfileChange: Sendable, Equatable {
  package var app: AppID
  package var user: UserID
  /// The changed fields by key; an empty value removes the field.
  package var fields: [String: String]
  /// Nil leaves it as it is.
  package var visibility: ProfileVisibility?
  /// Empty removes it, nil leaves it as it is.
  package var number: String?
  /// Milliseconds since 1970.
  package var time: Int64

  package init(
    app: AppID, user: UserID, fields: [String: String] = [:], visibility: ProfileVisibility? = nil, number: String? = nil,
    time: Int64
  ) {
    self.app = app
    self.user = user
    self.fields = fields
    self.visibility = visibility
    self.number = number
    self.time = time
  }

  /// About how many rows of a quarter of a KiB it writes.
  package var weight: Int { fields.values.reduce(2) { $0 &+ $1.utf8.count / 128 } }
}

/// The outcome of one `ProfileChange`.
package enum ProfileOutcome: Sendable, Equatable {
  /// Stored now; the profile before and after.
  case changed(from: ProfileRecord, to: ProfileRecord)
  /// Everything was so already.
  case unchanged(ProfileRecord)
  /// Another user of the app has the account number.
  case numberTaken
  /// The app has no such user.
  case userUnknown
}

extension ProfileRecord {
  /// The profile after a change; nil if the change changes nothing.
  func changed(by change: ProfileChange) -> ProfileRecord? {
    var changed = self
    // Compares bytes, because texts that look the same may be written in several ways.
    var differs = false
    for (key, value) in change.fields where !value.utf8.elementsEqual((fields[key] ?? "").utf8) {
      changed.fields[key] = value.isEmpty ? nil : value
      differs = true
    }
    if let number = change.number, number != self.number { (changed.number, differs) = (number, true) }
    if let visibility = change.visibility, visibility != self.visibility { (changed.visibility, differs) = (visibility, true) }
    guard differs else { return nil }
    changed.revision = max(revision &+ 1, UInt64(clamping: change.time))
    return changed
  }

  /// The form in which engines keep it: a wire Profile, the same for equal profiles.
  package var bytes: [UInt8] {
    Wire.Profile(
      revision: revision, fields: [Wire.ProfileField](fields), number: number,
      visibility: Wire.ProfileVisibility(rawValue: visibility.rawValue)
    ).encoded()
  }

  /// Decodes what `bytes` made; nil for anything else.
  package init?(_ bytes: [UInt8]) {
    guard let wire = try? Wire.Profile(decoding: bytes, limits: .stored),
      let visibility = ProfileVisibility(rawValue: wire.visibility.rawValue)
    else { return nil }
    self.init(
      revision: wire.revision, fields: wire.fields.values, number: wire.number, visibility: visibility)
  }
}

extension StoredRow {
  /// created, revoked, profile, suspended, seen.
  package func user(_ id: UserID) throws -> UserRecord {
    var profile: ProfileRecord?
    if !isNull(2) {
      profile = ProfileRecord(try blob(2))
      guard profile != nil else { throw damaged("user.profile") }
    }
    return UserRecord(
      id: id, createdAt: try integer(0), tokensRevokedUntil: try integer(1), profile: profile, suspendedUntil: try integer(3),
      lastSeen: try integer(4))
  }
}
