import MartletStore
import MartletWire

/// A conversation's title, attributes and rules, as plainly as possible.
struct ModelDescription {
  var title: String
  var attributes: [String: String] = [:]
  var owner: UserID?
  var admins: Set<UserID> = []
  var isSilenced = false
  var hasOutsiders = false
  var isOpen = false
  var isDismissed = false
  var links: [JoinLink] = []
  var history: UInt32?
  var takesApplications = false
  var announcement: Announcement?

  init(_ create: NewConversation?) { (title, owner) = (create?.title ?? "", create?.owner) }

  func rank(_ user: UserID) -> Int { user == owner ? 2 : admins.contains(user) ? 1 : 0 }

  /// The link by which a user joins; 0 without one.
  func link(of append: Append) -> UInt64 {
    guard case .membersAdded = append.event else { return 0 }
    for case .admits(let code?, _) in append.conditions {
      if let link = links.first(where: { $0.code == code }) { return link.id }
    }
    return 0
  }

  /// How many entries before it the users whom an append adds may read, after so many.
  func earlier(_ append: Append, after head: Int) -> UInt64 {
    guard case .membersAdded = append.event, !append.conversation.isOfTwo else { return 0 }
    let most = history ?? append.history
    return most == .max ? UInt64(head) : min(UInt64(head), UInt64(most))
  }

  /// The details of the entry of an append after so many others.
  func details(of append: Append, after head: Int) -> Details? {
    switch append.event {
    case .membersAdded: break
    case .applied, .applicationsRefused:
      // Only owner and admins see them.
      let leaders = (Array(admins) + (owner.map { [$0] } ?? [])).sorted().map(\.text)
      var details = append.details?.wire ?? Wire.Details()
      details.directed = leaders.isEmpty ? [append.sender.text] : leaders
      return Details(details)
    default: return append.details
    }
    var arrival = append.details?.wire.arrival ?? Wire.Arrival()
    arrival.link = link(of: append)
    arrival.history = earlier(append, after: head)
    guard arrival != Wire.Arrival() else { return append.details }
    var details = append.details?.wire ?? Wire.Details()
    details.arrival = arrival
    return Details(details)
  }

  /// Applies an event; returns it as stored, with a change reduced to its result.
  ///
  /// `seq` is the position of its entry, and `link` the one by which a user joins.
  mutating func apply(_ event: LogEvent, at seq: UInt64 = 0, by link: UInt64 = 0, isFirst: Bool) -> LogEvent {
    switch event {
    case .groupCreated(_, _, _, let first):
      if isFirst { attributes = first?.values ?? [:] }
      return event
    case .conversationChanged(let asked):
      var settled = ConversationChange()
      if let new = asked.title, new != title {
        title = new
        settled.title = new
      }
      for (key, value) in asked.attributes where attributes[key] ?? "" != value {
        settled.attributes[key] = value
        attributes[key] = value.isEmpty ? nil : value
      }
      if let asked = asked.silenced, asked != isSilenced {
        isSilenced = asked
        settled.silenced = asked
      }
      if let asked = asked.open, asked != isOpen {
        isOpen = asked
        settled.open = asked
      }
      if let asked = asked.applications, asked != takesApplications {
        takesApplications = asked
        settled.applications = asked
      }
      if let asked = asked.history, asked != history {
        history = asked
        settled.history = asked
      }
      for link in links where asked.linksRevoked.contains(link.id) { settled.linksRevoked.append(link.id) }
      links.removeAll { settled.linksRevoked.contains($0.id) }
      if var made = asked.linkMade {
        made.id = seq
        links.append(made)
        settled.linkMade = made
      }
      settled.dismissed = asked.dismissed && !isDismissed
      isDismissed = isDismissed || asked.dismissed
      return .conversationChanged(settled)
    case .membersAdded: for index in links.indices where links[index].id == link { links[index].used += 1 }
    case .rolesSet(let users, let role):
      if role == .admin { admins.formUnion(users) } else { admins.subtract(users) }
      return event
    case .membersRemoved(let users, let next):
      admins.subtract(users)
      if let next { admins.remove(next) }
      return event
    case .usersBanned(let change):
      admins.subtract(change.removed)
      if let next = change.owner { admins.remove(next) }
      hasOutsiders = true
    case .applied: hasOutsiders = true
    case .announced(let text, _): return .announced(text, previous: announcement?.seq ?? 0)
    default: break
    }
    return event
  }

  /// The entry of an append, which is applied.
  mutating func entry(_ accepted: ModelStore.Accepted, at seq: UInt64, _ countable: UInt64) -> LogEntry {
    let append = accepted.append
    let (link, details) = (link(of: append), details(of: append, after: Int(seq) - 1))
    defer { take(accepted, at: seq) }
    return LogEntry(
      seq: seq, time: accepted.time, sender: append.sender, clientID: append.clientID, countable: countable,
      event: apply(append.event, at: seq, by: link, isFirst: seq == 1), details: details)
  }

  /// The owner after an append, and its announcement.
  mutating func take(_ accepted: ModelStore.Accepted, at seq: UInt64) {
    let append = accepted.append
    switch append.owner {
    case .user(let user): owner = user
    case .nobody: owner = nil
    case nil: break
    }
    guard case .announced(let text, _) = append.event else { return }
    announcement = Announcement(
      LogEntry(
        seq: seq, time: accepted.time, sender: append.sender, clientID: append.clientID, countable: 0,
        event: .announced(text, previous: announcement?.seq ?? 0)))
  }

  private var bytes: Int { attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }

  func holds(_ condition: Condition, _ event: LogEvent, isFirst: Bool) -> Bool {
    switch (condition, event) {
    case (.notDismissed, _): return !isDismissed
    case (.admits(nil, _), _): return isOpen
    case (.admits(let code?, let time), _):
      return links.contains {
        $0.code == code && ($0.until == 0 || $0.until > time) && ($0.uses == 0 || $0.used < $0.uses)
      }
    case (.linksAtMost(let limit), .conversationChanged(let change)): return change.linkMade == nil || links.count < limit
    case (.outranks(let user, let others), _): return others.allSatisfy { rank($0) < rank(user) }
    case (.rolesChange, .rolesSet(let users, let role)):
      return users.contains { rank($0) != [.member: 0, .admin: 1, .owner: 2][role] }
    case (.adminsAtMost(let limit), _):
      var after = self
      _ = after.apply(event, isFirst: isFirst)
      return after.admins.count <= limit || after.admins.count <= admins.count
    case (.rolesChange, _): return true
    case (.takesApplications, _): return takesApplications
    case (.announcementChanges, .announced(let text, _)): return announcement?.text ?? "" != text
    case (.announcementChanges, _): return true
    default: break
    }
    var after = self
    guard case .conversationChanged(let settled) = after.apply(event, isFirst: isFirst) else {
      if case .conversationChanges = condition { return false }
      return true
    }
    switch condition {
    case .conversationChanges: return settled != ConversationChange()
    case .attributesAtMost(let limit): return after.attributes.count <= limit || after.attributes.count <= attributes.count
    case .attributeBytesAtMost(let limit): return after.bytes <= limit || after.bytes <= bytes
    default: return true
    }
  }
}
