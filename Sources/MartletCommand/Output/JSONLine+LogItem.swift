import Martlet

extension JSONLine {
  /// One entry of a conversation's log, as `tail --json` prints it.
  ///
  /// The first six keys and `event` are always there. For a message `type` is its content type; for other entries it is `edit`,
  /// `recall`, `annotation`, `group_created`, `members_added`, `members_removed`, `conversation_changed`, `roles_set`,
  /// `members_silenced`, `speakers_set`, `users_banned`, `applied`, `applications_refused`, `member_named`, `announced`,
  /// `link_made`, `links_revoked`, `dismissed` or `unknown`. An app may use the same names for content types, so `event`
  /// distinguishes them: it is `message` for messages only.
  init(_ item: LogItem) {
    self.init()
    add("conversation", item.conversation.text)
    add("seq", item.seq)
    add("sender", item.sender.text)
    add("type", JSONLine.type(of: item))
    add("text", item.text ?? "")
    add("time", item.time.milliseconds)
    add("event", item.kind)
    if let clientID = item.clientID { add("client_id", clientID.text) }
    switch item.event {
    case .message(let content, let revision):
      if content.text == nil { add("content", content.json) }
      if revision > 0 { add("edited", revision) }
    case .recalledMessage(_, let by):
      add("recalled", true)
      add("recalled_by", by)
    case .edited(let target, let content):
      add("target", target)
      if let content {
        add("content_type", content.type)
        if content.text == nil { add("content", content.json) }
      } else {
        add("recalled", true)
      }
    case .recalled(let target): add("target", target)
    case .annotated(let target, let change):
      add("target", target)
      if let change { add("change", ChatText.words(of: change)) }
    case .notice(let notice): add(notice)
    case .hidden, .unknown: break
    }
  }

  private mutating func add(_ notice: Notice) {
    switch notice {
    case .groupCreated(let title, let owner, let members):
      add("title", title)
      if let owner { add("owner", owner.text) }
      add("users", members.map(\.text))
    case .membersAdded(let users, let arrival):
      add("users", users.map(\.text))
      if let link = arrival?.link { add("link", link) }
      if let sharer = arrival?.sharedBy { add("shared_by", sharer.text) }
      if let history = arrival?.history, history > 0 { add("history", String(history)) }
      if let way = arrival?.way, !way.isEmpty { add("way", way) }
      if arrival?.isAccepted == true { add("accepted", true) }
    case .linkMade(let id, let until, let uses):
      add("link", id)
      if let until { add("until", until.milliseconds) }
      if let uses { add("uses", uses) }
    case .linksRevoked(let links): add("links", links.map { String($0) })
    case .dismissed: break
    case .membersRemoved(let users, let owner, let reason):
      add("users", users.map(\.text))
      if let owner { add("owner", owner.text) }
      if !reason.isEmpty { add("reason", reason) }
    case .rolesSet(let users, let role):
      add("users", users.map(\.text))
      add("role", role.rawValue)
    case .membersSilenced(let users, let until):
      add("users", users.map(\.text))
      if let until { add("until", until.milliseconds) }
    case .speakersSet(let users): add("users", users.map(\.text))
    case .applied(let text, let until):
      if let until { add("until", until.milliseconds) }
      if !text.isEmpty { add("says", text) }
    case .applicationsRefused(let users, let reason):
      add("users", users.map(\.text))
      if !reason.isEmpty { add("reason", reason) }
    case .memberNamed(let user, let name):
      add("users", [user.text])
      add("name", name)
    case .announced(let text): add("says", text)
    case .usersBanned(let users, let until, let removed, let owner, let reason):
      add("users", users.map(\.text))
      if let until { add("until", until.milliseconds) }
      add("removed", removed.map(\.text))
      if let owner { add("owner", owner.text) }
      if !reason.isEmpty { add("reason", reason) }
    case .conversationChanged(let title, let attributes, let isSilenced, let isOpen, let history, let applications):
      if let applications { add("applications", applications) }
      if let isSilenced { add("silenced", isSilenced) }
      if let isOpen { add("open", isOpen) }
      if let history { add("history", history.words) }
      if let title { add("title", title) }
      if attributes.isEmpty { break }
      var values = JSONLine()
      for (key, value) in attributes.sorted(by: { $0.key < $1.key }) { values.add(key, value?.json ?? "") }
      add("attributes", values)
    }
  }

  private static func type(of item: LogItem) -> String {
    switch item.event {
    case .message(let content, _): content.type
    case .recalledMessage(let type, _): type
    case .edited: "edit"
    case .recalled: "recall"
    case .annotated: "annotation"
    case .notice, .hidden, .unknown: item.kind
    }
  }
}
