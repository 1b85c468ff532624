import MartletSQLite
import MartletWire

enum ProfileSchema {
  static let table: StaticString = """
    CREATE TABLE profile (            -- of users at whom the app looked, as the server had them last
      user TEXT PRIMARY KEY,
      body BLOB NOT NULL              -- a wire Profile
    ) WITHOUT ROWID;
    """
}

// Cached profiles.
extension LocalStore {
  /// The cached profile of a user; nil if none is cached.
  package func profile(of user: UserID) throws(SQLiteError) -> Wire.Profile? {
    try database.statement("SELECT body FROM profile WHERE user = ?1").first(.text(user.text)) { row throws(SQLiteError) in
      try row.decoded(0, as: "profile") { bytes throws(WireError) in try Wire.Profile(decoding: bytes) }
    }
  }

  func keep(_ profile: Wire.Profile, _ batch: inout Batch) throws(SQLiteError) {
    guard let new = Profile(profile) else { return }
    let known = try self.profile(of: new.user)
    guard known != profile else { return }
    try database.statement("INSERT OR REPLACE INTO profile (user, body) VALUES (?1, ?2)")
      .run(.text(new.user.text), .blob(profile.encoded()))
    let before = known.flatMap { Profile($0) } ?? Profile(user: new.user)
    guard new != before else { return }
    let keys = Set(before.fields.keys).union(new.fields.keys)
    batch.changes.profiles.append((new, keys.filter { before[$0] != new[$0] }))
  }

  /// Applies a change to the revision that is cached.
  func apply(_ change: Wire.ProfileChange, _ batch: inout Batch) throws(SQLiteError) {
    guard let user = UserID(change.user) else { return }
    let known = try profile(of: user) ?? Wire.Profile(user: user.text)
    try keep(known.changed(by: change), &batch)
  }
}
