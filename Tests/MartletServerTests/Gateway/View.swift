import MartletTesting
import MartletWire

/// The state of one user's device, computed from a snapshot and later pushes: a second, independent reading of the protocol's
/// rules.
struct View: Equatable {
  /// A conversation as shown.
  struct Conversation: Equatable {
    var title: String
    var attributes: [String: String]
    var owner: String
    var admins: Set<String>
    var isSilenced: Bool
    var isOpen: Bool
    var history: UInt32?
    var isDismissed: Bool
    var takesApplications: Bool
    var announcement: Wire.Announcement?
    var silencedUntil: Int64
    var head: UInt64
    var countable: UInt64
    var joined: UInt64
    var read: UInt64
    var lastSent: UInt64
    var cleared: UInt64
    /// Every visible entry, in its present form; of hidden ones nothing but that.
    var entries: [UInt64: Wire.Entry]
    var members: [String: Member]

    private var unreadEntries: [Wire.Entry] {
      let floor = max(max(joined, cleared), max(read, lastSent))
      return entries.values.filter { $0.seq > floor && $0.isMessage && !$0.isRecalled && $0.details?.policy?.counted != .no }
    }

    var unread: UInt64 { UInt64(unreadEntries.count) }

    /// Positions of unread messages that mention a user.
    func mentions(of user: String) -> [UInt64] {
      unreadEntries.filter { entry in
        guard let mentions = entry.details?.mentions else { return false }
        return mentions.all || mentions.users.contains(user)
      }.map(\.seq).sorted()
    }

    var lastMessage: Wire.Entry? {
      entries.values.filter { $0.isMessage && !$0.isRecalled && $0.details?.policy?.listed != .no }.max { $0.seq < $1.seq }
    }
  }

  /// A member as shown.
  struct Member: Equatable {
    var joined: UInt64
    var read: UInt64
    var role: Wire.Role = .member
    var silencedUntil: Int64 = 0
    var nickname = ""
  }

  let user: String
  var userHead: UInt64
  var conversations: [String: Conversation]
  /// By conversation and key.
  var settings: [[String]: Wire.Setting] = [:]
  /// By user.
  var relations: [String: Wire.Relation] = [:]

  // MARK: - Events

  /// Applies a push.
  ///
  /// Conversations that appear are added to `appeared`, and the caller fetches them.
  mutating func apply(_ push: Wire.Push, appeared: inout Set<String>) {
    for entry in push.userEntries { apply(entry, appeared: &appeared) }
    for entry in push.entries {
      if conversations[entry.conversation] == nil {
        // A direct conversation has no `joined`: its first entry makes it appear.
        if entry.conversation.hasPrefix("direct:") { appeared.insert(entry.conversation) }
      } else {
        conversations[entry.conversation]?.apply(entry, user: user)
      }
    }
    for marker in push.markers {
      // A marker below `joined` is of an earlier membership.
      guard let member = conversations[marker.conversation]?.members[marker.user], marker.read >= member.joined else { continue }
      conversations[marker.conversation]?.members[marker.user]?.read = max(member.read, marker.read)
    }
  }

  private mutating func apply(_ entry: Wire.UserEntry, appeared: inout Set<String>) {
    guard entry.seq > userHead else { return }
    userHead = entry.seq
    switch entry.event {
    case .joined: appeared.insert(entry.conversation)
    case .left:
      conversations[entry.conversation] = nil
      settings = settings.filter { $0.key[0] != entry.conversation }
      appeared.remove(entry.conversation)
    case .readTo(let to):
      guard let read = conversations[entry.conversation]?.read else { return }
      conversations[entry.conversation]?.read = max(read, to.seq)
    case .hidden(let hidden): conversations[entry.conversation]?.apply(hidden)
    case .settingChanged(let changed):
      for setting in changed.settings {
        settings[[setting.conversation, setting.key]] = setting.value.isEmpty ? nil : setting
      }
    case .applicationChanged: break
    case .relationsChanged(let changed):
      for relation in changed.relations { relations[relation.user] = RelationFlags(relation).isEmpty ? nil : relation }
    case nil: break
    }
  }
}

extension View.Conversation {
  fileprivate mutating func apply(_ entry: Wire.Entry, user: String) {
    guard entry.seq == head + 1 else { return }
    head = entry.seq
    countable = entry.countable
    entries[entry.seq] = isHidden(entry) ? entry.hidden : entry
    annotate(by: entry, user: user)
    switch entry.event {
    case .message: if entry.sender == user { lastSent = entry.seq }
    case .edited(let edit): rewrite(edit.target, by: entry.seq) { ($0.type, $0.content) = (edit.type, edit.content) }
    case .recalled(let recall):
      let sender = entries[recall.target]?.sender
      rewrite(recall.target, by: entry.seq) { message in
        (message.content, message.recalled, message.annotations) = ("", true, nil)
        var told = recall.details ?? Wire.RecallDetails()
        told.push = nil
        if entry.sender != sender { told.by = entry.sender }
        var rest = message.details ?? Wire.Details()
        (rest.extra, rest.sender, rest.priority, rest.push, rest.text) = ("", nil, .normal, nil, "")
        rest.mentions?.text = ""
        rest.recall = told == Wire.RecallDetails() ? nil : told
        message.details = rest == Wire.Details() ? nil : rest
      }
      for (seq, other) in entries {
        if case .edited(var edit)? = other.event, edit.target == recall.target {
          edit.content = ""
          entries[seq]?.event = .edited(edit)
        }
        if case .annotated(var annotated)? = other.event, annotated.target == recall.target {
          annotated.items = []
          entries[seq]?.event = .annotated(annotated)
        }
      }
    case .membersAdded(let added):
      for member in added.users { members[member] = View.Member(joined: entry.seq, read: 0) }
    case .membersRemoved(let removed): remove(removed.users, owner: removed.owner)
    case .usersBanned(let banned): remove(banned.removed, owner: banned.owner)
    case .conversationChanged(let changed):
      title = changed.title ?? title
      for one in changed.attributes { attributes[one.key] = one.value.isEmpty ? nil : one.value }
      isSilenced = changed.silenced ?? isSilenced
      isOpen = changed.open ?? isOpen
      history = changed.history ?? history
      isDismissed = isDismissed || changed.dismissed
      takesApplications = changed.applications ?? takesApplications
    case .memberNamed(let named): members[named.user]?.nickname = named.name
    case .announced(let new):
      announcement =
        new.text.isEmpty ? nil : Wire.Announcement(text: new.text, by: entry.sender, time: entry.time, seq: entry.seq)
    case .rolesSet(let set):
      if set.role == .admin { admins.formUnion(set.users) } else { admins.subtract(set.users) }
      if set.role == .owner { owner = set.users.first ?? "" }
    case .membersSilenced(let silenced):
      for member in silenced.users { members[member]?.silencedUntil = silenced.until }
      if silenced.users.contains(user) { silencedUntil = silenced.until }
    case .groupCreated, .annotated, .applied, .applicationsRefused, .withheld, .hidden, nil: break
    }
    for member in members.keys { members[member]?.role = member == owner ? .owner : admins.contains(member) ? .admin : .member }
  }

  private mutating func remove(_ users: [String], owner: String) {
    for member in users { members[member] = nil }
    admins.subtract(users + [owner])
    self.owner = owner
  }

  /// The annotations of messages, by the plainest reading of the schema.
  private mutating func annotate(by entry: Wire.Entry, user: String) {
    switch entry.event {
    case .message(let message): countReply(entry.seq, to: message.replyTo, by: entry.seq, 1)
    case .recalled(let recall):
      switch entries[recall.target]?.event {
      case .message(let reply): countReply(recall.target, to: reply.replyTo, by: entry.seq, -1)
      case .hidden(let reply): countReply(recall.target, to: reply.replyTo, by: entry.seq, -1)
      default: break
      }
    case .annotated(let annotated) where !annotated.items.isEmpty:
      attach(to: annotated.target, by: entry.seq) { shown in
        for item in annotated.items {
          switch annotated.kind {
          case .reaction, .vote:
            Self.count(annotated.kind, item.key, item.removed ? -1 : 1, mine: entry.sender == user ? !item.removed : nil, &shown)
          case .property:
            shown.properties.removeAll { $0.key == item.key }
            if !item.removed { shown.properties.append(item) }
            shown.properties.sort { $0.key < $1.key }
          case .pin: (shown.pinnedBy, shown.pinnedAt) = item.removed ? ("", 0) : (entry.sender, entry.seq)
          case .closing: shown.closed = true
          default: break
          }
        }
      }
    default: break
    }
  }

  private mutating func countReply(_ reply: UInt64, to parent: UInt64, by seq: UInt64, _ change: Int) {
    // A message replies only to an earlier one.
    guard parent < reply else { return }
    attach(to: parent, by: seq) { Self.count(.reply, "", change, mine: nil, &$0) }
  }

  private static func count(
    _ kind: Wire.AnnotationKind, _ key: String, _ change: Int, mine: Bool?, _ shown: inout Wire.Annotations
  ) {
    var tally = shown.tallies.first { $0.kind == kind && $0.key == key } ?? Wire.Tally(kind: kind, key: key)
    shown.tallies.removeAll { $0.kind == kind && $0.key == key }
    tally.count = UInt32(Int(tally.count) + change)
    tally.mine = mine ?? tally.mine
    if tally.count > 0 { shown.tallies.append(tally) }
    shown.tallies.sort { ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key) }
  }

  private mutating func attach(to target: UInt64, by seq: UInt64, _ change: (inout Wire.Annotations) -> Void) {
    guard case .message(var message)? = entries[target]?.event, !message.recalled else { return }
    var shown = message.annotations ?? Wire.Annotations()
    change(&shown)
    shown.through = seq
    message.annotations = shown
    entries[target]?.event = .message(message)
  }

  private func isHidden(_ entry: Wire.Entry) -> Bool {
    guard case .edited(let edited)? = entry.event else { return false }
    return edited.target <= cleared || entries[edited.target]?.isHidden ?? false
  }

  fileprivate mutating func apply(_ hidden: Wire.Hidden) {
    cleared = max(cleared, hidden.until)
    entries = entries.filter { $0.key > cleared }
    for target in hidden.targets {
      if let entry = entries[target] { entries[target] = entry.hidden }
    }
    for (seq, entry) in entries where isHidden(entry) { entries[seq] = entry.hidden }
  }

  private mutating func rewrite(_ target: UInt64, by revision: UInt64, _ change: (inout Wire.Message) -> Void) {
    guard case .message(var message)? = entries[target]?.event, message.revision < revision else { return }
    change(&message)
    message.revision = revision
    entries[target]?.event = .message(message)
  }
}

extension Wire.Entry {
  var isMessage: Bool { if case .message? = event { true } else { false } }
  var details: Wire.Details? { if case .message(let message)? = event { message.details } else { nil } }
  var isRecalled: Bool { if case .message(let message)? = event { message.recalled } else { false } }
  var isHidden: Bool { if case .hidden? = event { true } else { false } }

  /// The entry as a page shows it to a user who hid it.
  var hidden: Wire.Entry {
    guard !isHidden else { return self }
    var hidden = Wire.HiddenEntry(message: isMessage)
    if case .message(let message)? = event { hidden.replyTo = message.replyTo }
    return Wire.Entry(
      conversation: conversation, seq: seq, time: time, sender: sender, countable: countable, event: .hidden(hidden))
  }
}

// MARK: - Snapshots

extension View {
  /// Reads everything the user may see, as a device does that has nothing yet.
  static func fresh(_ client: WireClient, user: String) async throws -> View {
    guard case .userEntries(let log) = try await client.request(.fetchUserEntries(Wire.FetchUserEntries(after: .max - 1))) else {
      throw Unexpected()
    }
    var view = View(user: user, userHead: log.head, conversations: [:])
    var before: UInt64 = 0
    while true {
      guard
        case .conversations(let page) = try await client.request(
          .listConversations(Wire.ListConversations(changedBefore: before, limit: 3)))
      else { throw Unexpected() }
      for summary in page.conversations {
        view.conversations[summary.id] = try await Conversation.fetch(summary, client, user: user)
      }
      guard page.more, let lowest = page.conversations.map(\.stamp).min() else { break }
      before = lowest
    }
    var last = Wire.Setting()
    while true {
      let fetch = Wire.FetchSettings(afterConversation: last.conversation, afterKey: last.key, limit: 2)
      guard case .settings(let page) = try await client.request(.fetchSettings(fetch)) else { throw Unexpected() }
      for setting in page.settings { view.settings[[setting.conversation, setting.key]] = setting }
      guard page.more, let next = page.settings.last else { break }
      last = next
    }
    var after = ""
    while true {
      let list = Wire.ListRelations(after: after, limit: 1)
      guard case .relations(let page) = try await client.request(.listRelations(list)) else { throw Unexpected() }
      for relation in page.relations { view.relations[relation.user] = relation }
      guard page.more, let next = page.relations.last else { return view }
      after = next.user
    }
  }

  struct Unexpected: Error {}
}

extension View.Conversation {
  /// Reads one conversation, or nil if the user is not a member.
  static func fetch(_ id: String, _ client: WireClient, user: String) async throws -> View.Conversation? {
    guard case .conversations(let page) = try await client.request(.listConversations(Wire.ListConversations(only: [id]))) else {
      throw View.Unexpected()
    }
    guard let summary = page.conversations.first else { return nil }
    return try await fetch(summary, client, user: user)
  }

  fileprivate static func fetch(
    _ summary: Wire.Conversation, _ client: WireClient, user: String
  ) async throws -> View.Conversation {
    var entries: [UInt64: Wire.Entry] = [:]
    var from: UInt64 = 0
    while true {
      let fetch = Wire.FetchEntries(conversation: summary.id, from: from, to: summary.head, limit: 7)
      guard case .entries(let page) = try await client.request(.fetchEntries(fetch)) else { throw View.Unexpected() }
      for entry in page.entries { entries[entry.seq] = entry }
      guard let last = page.entries.last?.seq, last < summary.head else { break }
      from = last + 1
    }
    var members: [String: View.Member] = [:]
    var after = ""
    while true {
      let list = Wire.ListMembers(conversation: summary.id, after: after, limit: 2)
      guard case .members(let page) = try await client.request(.listMembers(list)) else { throw View.Unexpected() }
      for member in page.members {
        members[member.user] = View.Member(
          joined: member.joined, read: member.read, role: member.role, silencedUntil: member.silencedUntil,
          nickname: member.nickname)
      }
      guard page.more, let last = page.members.last else { break }
      after = last.user
    }
    let conversation = View.Conversation(
      title: summary.title,
      attributes: Dictionary(uniqueKeysWithValues: summary.attributes.map { ($0.key, $0.value) }), owner: summary.owner,
      admins: Set(summary.rules?.admins ?? []), isSilenced: summary.rules?.silenced ?? false,
      isOpen: summary.rules?.open ?? false, history: summary.rules?.history,
      isDismissed: summary.rules?.dismissed ?? false, takesApplications: summary.rules?.applications ?? false,
      announcement: summary.rules?.announcement, silencedUntil: summary.silencedUntil, head: summary.head,
      countable: summary.countable, joined: summary.joined,
      read: summary.read, lastSent: summary.lastSent, cleared: summary.cleared, entries: entries, members: members)
    let mentions = conversation.mentions(of: user)
    guard conversation.unread == summary.unread, conversation.lastMessage == summary.lastMessage,
      summary.mentions == mentions.count, summary.firstMention == mentions.first ?? 0
    else {
      throw SummaryMismatch(summary: summary, unread: conversation.unread, lastMessage: conversation.lastMessage)
    }
    return conversation
  }

  /// A summary that says other than the log it sums up.
  struct SummaryMismatch: Error {
    let summary: Wire.Conversation
    let unread: UInt64
    let lastMessage: Wire.Entry?
  }
}
