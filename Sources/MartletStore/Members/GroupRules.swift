import MartletWire

/// A member's role in a group.
package enum MemberRole: String, Sendable, CaseIterable, Comparable {
  case member
  case admin
  case owner

  package static func < (one: MemberRole, other: MemberRole) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .member: 0
    case .admin: 1
    case .owner: 2
    }
  }

  /// The role of a member in a group with this owner and these rules.
  package init(of member: UserID, owner: UserID?, _ rules: GroupRules?) {
    self = owner == member ? .owner : rules?.admins.contains(member) == true ? .admin : .member
  }

  /// As a wire role.
  package var wire: Wire.Role {
    switch self {
    case .member: .member
    case .admin: .admin
    case .owner: .owner
    }
  }

  /// Nil for a role that this version does not know.
  package init?(_ wire: Wire.Role) {
    guard let role = Self.allCases.first(where: { $0.wire == wire }) else { return nil }
    self = role
  }
}

extension Roles {
  /// What a member's role adds to being a member.
  package init(of role: MemberRole) {
    switch role {
    case .owner: self = .owner
    case .admin: self = .admin
    case .member: self = []
    }
  }
}

/// How a group is run: who helps its owner, who may write, and who may join.
///
/// An object, because most groups leave all of it as it is at first, and every message hands its conversation on.
package final class GroupRules: Sendable, Equatable {
  /// In ascending byte order; the owner is not among them.
  package let admins: [UserID]
  /// True if only the owner and the admins may write.
  package let isSilenced: Bool
  /// True if every user who knows the group's id may join it.
  package let isOpen: Bool
  /// True if nobody can write or join any more.
  package let isDismissed: Bool
  /// In ascending order of their ids.
  package let links: [JoinLink]
  /// How many entries before their joining new members may read, `.max` for all; nil for what the app's limits say.
  package let history: UInt32?
  /// True if every user who knows the group's id may apply to join it.
  package let takesApplications: Bool
  /// The newest announcement, which has an empty text if it was removed; nil if there never was one.
  package let announcement: Announcement?
  /// True if the group keeps, or kept once, something of users who are not members; otherwise nobody has to look.
  package let hasOutsiders: Bool

  /// Nil if there is nothing to remember.
  package init?(
    admins: [UserID] = [], isSilenced: Bool = false, isOpen: Bool = false, isDismissed: Bool = false, links: [JoinLink] = [],
    history: UInt32? = nil, takesApplications: Bool = false, announcement: Announcement? = nil, hasOutsiders: Bool = false
  ) {
    let isRun = !admins.isEmpty || isSilenced || isOpen || isDismissed || !links.isEmpty || history != nil
    guard isRun || takesApplications || announcement != nil || hasOutsiders else { return nil }
    self.admins = admins.sorted()
    self.isSilenced = isSilenced
    self.isOpen = isOpen
    self.isDismissed = isDismissed
    self.links = links
    self.history = history
    self.takesApplications = takesApplications
    self.announcement = announcement
    self.hasOutsiders = hasOutsiders
  }

  package static func == (one: GroupRules, other: GroupRules) -> Bool {
    one === other
      || one.admins == other.admins && one.isSilenced == other.isSilenced && one.isOpen == other.isOpen
        && one.isDismissed == other.isDismissed && one.links == other.links && one.history == other.history
        && one.hasOutsiders == other.hasOutsiders && one.takesApplications == other.takesApplications
        && one.announcement == other.announcement
  }

  /// The rules after an entry, given those before it.
  ///
  /// `announcement` is the one of the entry, if it has one.
  package static func applying(
    _ event: LogEvent, _ details: Details? = nil, announcement: Announcement? = nil, to before: GroupRules?
  ) -> GroupRules? {
    guard event.changesRules(details) else { return before }
    var admins = Set(before?.admins ?? [])
    var isSilenced = before?.isSilenced ?? false
    var isOpen = before?.isOpen ?? false
    var isDismissed = before?.isDismissed ?? false
    var links = before?.links ?? []
    var history = before?.history
    var hasOutsiders = before?.hasOutsiders ?? false
    var takesApplications = before?.takesApplications ?? false
    switch event {
    case .usersBanned(let change):
      admins.subtract(change.removed)
      if let owner = change.owner { admins.remove(owner) }
      hasOutsiders = true
    case .applied: hasOutsiders = true
    case .rolesSet(let users, .admin): admins.formUnion(users)
    case .rolesSet(let users, _): admins.subtract(users)
    case .membersRemoved(let users, let owner):
      admins.subtract(users)
      if let owner { admins.remove(owner) }
    case .membersAdded:
      if let used = links.firstIndex(where: { $0.id == details?.wire.arrival?.link }) { links[used].used &+= 1 }
    case .conversationChanged(let change):
      isSilenced = change.silenced ?? isSilenced
      isOpen = change.open ?? isOpen
      history = change.history ?? history
      takesApplications = change.applications ?? takesApplications
      isDismissed = isDismissed || change.dismissed
      links.removeAll { change.linksRevoked.contains($0.id) }
      if let made = change.linkMade { links.append(made) }
    case .announced: break
    default: return before
    }
    return GroupRules(
      admins: Array(admins), isSilenced: isSilenced, isOpen: isOpen, isDismissed: isDismissed, links: links,
      history: history, takesApplications: takesApplications, announcement: announcement ?? before?.announcement,
      hasOutsiders: hasOutsiders)
  }

  /// The link of a code.
  package func link(_ code: String) -> JoinLink? { links.first { $0.code == code } }

  /// True if a user who is not a member may join at a time, in milliseconds since 1970: with the code of a link, or because the
  /// group is open.
  package func admits(_ code: String?, at time: Int64) -> Bool {
    code.map { link($0)?.isGood(at: time) ?? false } ?? isOpen
  }

  /// True if a user who is not a member may know of the group at a time: who may join it, or apply to.
  package func shows(to code: String?, at time: Int64) -> Bool { admits(code, at: time) || code == nil && takesApplications }
}

extension ConversationRecord {
  /// The role of a member.
  package func role(of member: UserID) -> MemberRole { MemberRole(of: member, owner: owner, rules) }
}

// MARK: - Forms

extension GroupRules {
  /// As the wire shows it: without links.
  package var wire: Wire.GroupRules {
    Wire.GroupRules(
      admins: admins.map(\.text), silenced: isSilenced, open: isOpen, dismissed: isDismissed, history: history,
      applications: takesApplications,
      announcement: announcement.flatMap { $0.text.isEmpty ? nil : $0.wire })
  }

  /// The form in which it lies in a column: a wire `GroupRules` as JSON.
  package var json: String {
    var stored = wire
    stored.links = links.map(\.wire)
    stored.outsiders = hasOutsiders
    stored.announcement = announcement?.stored
    return String(decoding: stored.json(), as: UTF8.self)
  }
}

extension StoredRow {
  /// The rules of a group as JSON; nil if there are none.
  package func rules(_ column: Int32, _ name: String) throws -> GroupRules? {
    guard !isNull(column) else { return nil }
    guard let wire = try? Wire.GroupRules(json: Array(try text(column).utf8), limits: .stored) else { throw damaged(name) }
    let admins = wire.admins.compactMap { UserID($0) }
    let links = wire.links.compactMap { JoinLink($0) }
    guard admins.count == wire.admins.count, links.count == wire.links.count else { throw damaged(name) }
    return GroupRules(
      admins: admins, isSilenced: wire.silenced, isOpen: wire.open, isDismissed: wire.dismissed, links: links,
      history: wire.history, takesApplications: wire.applications,
      announcement: try wire.announcement.map { wire in
        guard let announcement = Announcement(wire) else { throw damaged(name) }
        return announcement
      }, hasOutsiders: wire.outsiders)
  }
}
