import MartletWire

/// A user's profile, as far as this user may see it.
///
/// Everyone sees the name and the picture. The other fields and the account number are there if the user, or else the app, shows
/// them to everyone, and in the own profile.
public struct Profile: Hashable, Sendable {
  /// The user whose profile it is.
  public let user: UserID
  /// The fields that are set; no value is empty.
  public let fields: [Field: String]
  /// The account number, by which the user can be found; nil if there is none, or it is not shown.
  public let accountNumber: String?
  /// The users who see all of it; nil for other users' profiles.
  public let visibility: Visibility?

  /// The key of a field.
  ///
  /// An app may declare more of them on the server, in `limits.profile_fields`.
  public struct Field: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    /// The key.
    public let rawValue: String

    /// A field with a key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A field with a key.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The name to show: up to 64 characters.
    public static let name: Field = "name"
    /// The address of the picture: up to 1,024 characters.
    public static let picture: Field = "picture"
    /// Up to 128 characters.
    public static let email: Field = "email"
    /// Up to 32 characters.
    public static let phone: Field = "phone"
    /// Up to 32 characters.
    public static let birthday: Field = "birthday"
    /// `male`, `female` or `other`.
    public static let gender: Field = "gender"
    /// Up to 64 characters.
    public static let location: Field = "location"
    /// A text about oneself: up to 256 characters.
    public static let about: Field = "about"
    /// A whole number from 0 to 100.
    public static let role: Field = "role"
    /// A whole number from 0 to 100.
    public static let level: Field = "level"
  }

  /// The users who see all of a profile.
  @nonexhaustive
  public enum Visibility: Hashable, Sendable, CaseIterable {
    /// Those whom the app chooses for users who did not choose.
    case asAppDecides
    /// The user alone.
    case nobody
    /// Every user of the app.
    case everyone
  }

  /// The name to show; nil for none.
  public var name: String? { fields[.name] }

  /// The address of the picture; nil for none.
  public var picture: String? { fields[.picture] }

  /// A field; nil if it is not set, or not shown.
  public subscript(field: Field) -> String? { fields[field] }

  package init(
    user: UserID, fields: [Field: String] = [:], accountNumber: String? = nil, visibility: Visibility? = nil
  ) {
    self.user = user
    self.fields = fields
    self.accountNumber = accountNumber
    self.visibility = visibility
  }
}

extension Profile {
  /// Nil if it names no user.
  package init?(_ wire: Wire.Profile) {
    guard let user = UserID(wire.user) else { return nil }
    let fields = wire.fields.filter { !$0.value.isEmpty }.map { (Field(rawValue: $0.key), $0.value) }
    self.init(
      user: user, fields: Dictionary(latest: fields), accountNumber: wire.number.isEmpty ? nil : wire.number,
      visibility: Visibility(wire.visibility))
  }
}

extension Profile.Visibility {
  fileprivate init?(_ wire: Wire.ProfileVisibility) {
    switch wire {
    case .app: self = .asAppDecides
    case .nobody: self = .nobody
    case .everyone: self = .everyone
    default: return nil
    }
  }

  package var wire: Wire.ProfileVisibility {
    switch self {
    case .asAppDecides: .app
    case .nobody: .nobody
    case .everyone: .everyone
    }
  }
}

extension Wire.Profile {
  /// The profile after a change that applies to it, or that replaces its fields.
  package func changed(by change: Wire.ProfileChange) -> Wire.Profile {
    var values = change.base == 0 ? [:] : fields.values
    values.change(change.fields.values)
    return Wire.Profile(
      user: user, revision: change.revision, fields: [Wire.ProfileField](values), number: change.number,
      visibility: change.visibility)
  }
}
