import MartletWire

/// What a group keeps of a user who is not a member.
package struct OutsiderRecord: Sendable, Equatable {
  /// What the user is to the group.
  package enum Standing: Int64, Sendable, CaseIterable {
    /// Cannot join or be added.
    case banned = 1
    /// Wants to join.
    case applied
  }

  package var user: UserID
  package var standing: Standing
  /// The user whose request made it so.
  package var by: UserID
  /// The time of that request, in milliseconds since 1970.
  package var since: Int64
  /// It is over at this time, in milliseconds since 1970.
  package var until: Int64
  /// The reason of a ban, or what an applicant says; usually empty.
  package var text: String

  package init(user: UserID, standing: Standing, by: UserID, since: Int64, until: Int64, text: String) {
    self.user = user
    self.standing = standing
    self.by = by
    self.since = since
    self.until = until
    self.text = text
  }

  /// True if it is not over at a time, in milliseconds since 1970.
  package func holds(at time: Int64) -> Bool { until > time }
}

/// A change of who is banned from a group.
package struct BanChange: Sendable, Equatable {
  package var users: [UserID]
  /// They are banned until then, in milliseconds since 1970; 0 if they may join again.
  package var until: Int64
  /// Those of them who were members.
  package var removed: [UserID]
  /// The group's owner afterwards.
  package var owner: UserID?

  package init(users: [UserID], until: Int64, removed: [UserID] = [], owner: UserID?) {
    self.users = users
    self.until = until
    self.removed = removed
    self.owner = owner
  }
}

extension LogEntry {
  /// What the group keeps of users from this entry on who are not members; nil for users of whom it keeps nothing more.
  var outsiders: [(user: UserID, record: OutsiderRecord?)] {
    switch event {
    case .usersBanned(let change):
      change.users.map { user in
        guard change.until > 0 else { return (user, nil) }
        let reason = details?.wire.reason ?? ""
        return (
          user, OutsiderRecord(user: user, standing: .banned, by: sender, since: time, until: change.until, text: reason)
        )
      }
    case .applied(let text, let until):
      [
        (
          sender,
          until > 0
            ? OutsiderRecord(user: sender, standing: .applied, by: sender, since: time, until: until, text: text) : nil
        )
      ]
    case .applicationsRefused(let users): users.map { ($0, nil) }
    default: []
    }
  }
}

extension StoredRow {
  /// user, standing, author, since, until, text.
  package func outsider() throws -> OutsiderRecord {
    guard let standing = OutsiderRecord.Standing(rawValue: try integer(1)) else { throw damaged("outsider.standing") }
    return OutsiderRecord(
      user: try userID(0), standing: standing, by: try userID(2), since: try integer(3), until: try integer(4), text: try text(5))
  }
}
