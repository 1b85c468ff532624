import Martlet

extension JSONLine {
  /// One entry of a conversation's log, as `tail --json` prints it.
  ///
  /// The first six keys and `event` are always there. For a message `type` is its content type; for other entries it is `edit`,
  /// `recall`, `annotation`, `group_created`, `members_added`, `members_removed`, `conversation_changed` or `unknown`. An app may
  /// use the same names for content types, so `event` distinguishes them: it is `message` for messages only.
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
    case .notice(.groupCreated(let title, let owner, let members)):
      add("title", title)
      if let owner { add("owner", owner.text) }
      add("users", members.map(\.text))
    case .notice(.membersAdded(let users)): add("users", users.map(\.text))
    case .notice(.membersRemoved(let users, let owner, let reason)):
      add("users", users.map(\.text))
      if let owner { add("owner", owner.text) }
      if !reason.isEmpty { add("reason", reason) }
    case .notice(.conversationChanged(let title, let attributes)):
      if let title { add("title", title) }
      if attributes.isEmpty { break }
      var values = JSONLine()
      for (key, value) in attributes.sorted(by: { $0.key < $1.key }) { values.add(key, value?.json ?? "") }
      add("attributes", values)
    case .hidden, .unknown: break
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
