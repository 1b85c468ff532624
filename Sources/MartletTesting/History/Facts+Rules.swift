import MartletWire

// Roles, silences and the rules of a group. A history notes them as attributes of the conversation, under names that no attribute
// can have.
extension MarkLine {
  /// All members but the owner and the admins are silenced.
  private static let everyone = "#silenced"

  /// The change of an admin.
  package static func admin(_ user: String, _ isAdmin: Bool) -> String { change(adminName(user), isAdmin ? "1" : nil) }

  /// The change of the time before which a member may not write; 0 for a member who may, -1 for a speaker.
  package static func silenced(_ user: String, until: Int64) -> String {
    change("\(everyone).\(user)", until != 0 ? String(until) : nil)
  }

  /// Stands in place of a time for a member who may write while the group is silenced.
  package static let speaker: Int64 = -1

  /// The change of a whole group.
  package static func silenced(_ isSilenced: Bool) -> String { change(everyone, isSilenced ? "1" : nil) }

  /// Whether everybody may join.
  package static func open(_ isOpen: Bool) -> String { change("#open", isOpen ? "1" : nil) }

  /// Whether everybody may apply to join.
  package static func applications(_ areTaken: Bool) -> String { change("#applications", areTaken ? "1" : nil) }

  /// A member's name in the group.
  package static func nickname(_ user: String, _ name: String) -> String {
    change("\(nicknames)\(user)", name.isEmpty ? nil : "\(hash(name))")
  }

  private static let nicknames = "#name."

  /// The announcement.
  package static func announcement(_ announcement: Wire.Announcement) -> String {
    let isGone = announcement.text.isEmpty
    return change(
      "#announcement",
      isGone ? nil : "\(announcement.by) \(announcement.time) \(announcement.seq) \(hash(announcement.text))")
  }

  /// The end of a group.
  package static let dismissed = change("#dismissed", "1")

  /// A link that is made or ends.
  package static func link(_ id: UInt64, _ isGood: Bool) -> String { change("\(links)\(id)", isGood ? "1" : nil) }

  private static let links = "#link."

  /// The rules that a change of a conversation names.
  package static func rules(_ changed: Wire.ConversationChanged) -> [String] {
    rules(
      silenced: changed.silenced, open: changed.open, made: changed.linkMade?.id, revoked: changed.linksRevoked,
      dismissed: changed.dismissed, history: changed.history, applications: changed.applications)
  }

  /// The rules that a change of a conversation names.
  package static func rules(
    silenced: Bool?, open: Bool?, made: UInt64? = nil, revoked: [UInt64] = [], dismissed isDismissed: Bool = false,
    history: UInt32? = nil, applications: Bool? = nil
  ) -> [String] {
    var lines = [silenced.map { self.silenced($0) }, open.map { self.open($0) }, made.map { link($0, true) }].compactMap { $0 }
    lines += revoked.map { link($0, false) }
    if let history { lines.append(change("#history", String(history))) }
    if let applications { lines.append(self.applications(applications)) }
    return isDismissed ? lines + [dismissed] : lines
  }

  /// Whether everybody may join.
  package static func isOpen(_ attributes: [String: String]) -> Bool { attributes["#open"] != nil }

  /// Whether everybody may apply to join.
  package static func takesApplications(_ attributes: [String: String]) -> Bool { attributes["#applications"] != nil }

  /// Whether the group has ended.
  package static func isDismissed(_ attributes: [String: String]) -> Bool { attributes["#dismissed"] != nil }

  /// Whether a link lets users in, as long as it has not expired and is not used up.
  package static func isLink(_ id: UInt64, in attributes: [String: String]) -> Bool { attributes["\(links)\(id)"] != nil }

  /// Whether attributes with roles and silences say that a user is an admin.
  package static func isAdmin(_ user: String, in attributes: [String: String]) -> Bool { attributes[adminName(user)] != nil }

  /// Whether they say that all members but the owner and the admins are silenced.
  package static func isSilenced(in attributes: [String: String]) -> Bool { attributes[everyone] != nil }

  /// Whether they say that a user was silenced and not yet let write again; the time may have passed.
  package static func isSilenced(_ user: String, in attributes: [String: String]) -> Bool {
    attributes["\(everyone).\(user)"].map { $0 != String(speaker) } ?? false
  }

  /// The admins, in no order.
  package static func admins(in attributes: [String: String]) -> [String] {
    attributes.keys.filter { $0.hasPrefix(admins) }.map { String($0.dropFirst(admins.count)) }
  }

  private static let admins = "#admin."

  private static func adminName(_ user: String) -> String { admins + user }

  /// Stands for the user of whose list a conversation is.
  package static let own = "*"

  /// All that is the case, as attributes.
  package static func rules(
    _ rules: Wire.GroupRules, silenced: [String: Int64], nicknames: [String: String] = [:]
  ) -> [String: String] {
    var all: [String: String] = [:]
    change(&all, by: rules.admins.map { admin($0, true) } + silenced.map { self.silenced($0.key, until: $0.value) })
    change(
      &all,
      by: self.rules(
        silenced: rules.silenced, open: rules.open, dismissed: rules.dismissed, history: rules.history,
        applications: rules.applications))
    if let announcement = rules.announcement { change(&all, by: [self.announcement(announcement)]) }
    change(&all, by: nicknames.map { nickname($0.key, $0.value) })
    change(&all, by: rules.links.map { link($0.id, true) })
    return all
  }

  /// What the list of a user shows of attributes with roles, silences and rules: of silenced members only the user, no links and
  /// no names of members.
  package static func shown(_ attributes: [String: String], to user: String) -> [String: String] {
    var shown = attributes.filter { name, _ in
      !name.hasPrefix("\(everyone).") && !name.hasPrefix(links) && !name.hasPrefix(nicknames)
    }
    shown["\(everyone).\(own)"] = attributes["\(everyone).\(user)"]
    return shown
  }
}

extension EntryFact {
  /// Notes that users have a role from here on.
  package mutating func note(role: String, of users: [String]) {
    (kind, self.users, annotation) = (.rolesSet, users, role)
    changes = users.map { MarkLine.admin($0, role == "admin") }.sorted()
    if role == "owner" { owner = users.first ?? "" }
  }

  /// Notes that users may not write before a time.
  package mutating func note(banned users: [String], until: Int64, removed: [String], owner: String) {
    (kind, self.users, self.until, self.removed, self.owner) = (.usersBanned, users, until, removed, owner)
  }

  package mutating func note(applied text: String, until: Int64) {
    (kind, payload, self.until) = (.applied, PayloadHash.of(type: "", content: text), until)
  }

  package mutating func note(refused users: [String]) { (kind, self.users) = (.applicationsRefused, users) }

  package mutating func note(nickname name: String, of user: String) {
    (kind, users, payload) = (.memberNamed, [user], PayloadHash.of(type: "", content: name))
    changes = [MarkLine.nickname(user, name)]
  }

  /// Sender, time and position must be known.
  package mutating func note(announced text: String) {
    (kind, payload) = (.announced, PayloadHash.of(type: "", content: text))
    changes = [MarkLine.announcement(Wire.Announcement(text: text, by: sender, time: time, seq: seq))]
  }

  package mutating func note(silenced users: [String], until: Int64) {
    (kind, self.users, self.until) = (.membersSilenced, users, until)
    changes = users.map { MarkLine.silenced($0, until: until) }.sorted()
  }
}

extension Wire.Role {
  /// The role as facts name it.
  package var name: String {
    switch self {
    case .owner: "owner"
    case .admin: "admin"
    case .member: "member"
    default: "other"
    }
  }
}
