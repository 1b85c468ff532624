import Martlet
import MartletWire

/// What the client library shows, in the words of a history.
extension EntryFact {
  package init(_ message: Message) {
    self.init(conversation: message.conversation.text, seq: message.seq, kind: .unknown)
    time = message.time.milliseconds
    sender = message.sender.text
    clientID = message.clientID?.text ?? ""
    switch message.kind {
    case .content(let content):
      kind = .message
      payload = PayloadHash.of(type: content.type, content: content.json)
      revision = message.revision
    case .recalled:
      kind = .message
      revision = message.revision
      isRecalled = true
    case .notice(.groupCreated(let title, let owner, let members)):
      kind = .groupCreated
      (self.title, self.owner) = (title, owner?.text ?? "")
      users = members.map(\.text)
    case .notice(.membersAdded(let added)):
      kind = .membersAdded
      users = added.map(\.text)
    case .notice(.membersRemoved(let removed, let owner)):
      kind = .membersRemoved
      users = removed.map(\.text)
      self.owner = owner?.text ?? ""
    case .unknown: break
    }
  }
}

extension MartletError {
  /// The number of the registry, where the server refused; 0 for everything else.
  package var serverCode: UInt32 {
    code.server?.rawValue ?? 0
  }
}

extension DeviceState {
  /// What a client that has caught up shows: its list, every line of its conversations, and their members.
  ///
  /// - Throws: `MartletError` where the client cannot say.
  package static func read(
    of client: MartletClient, device: String, user: String, origin: Origin
  ) async throws -> DeviceState {
    var state = DeviceState(device: device, user: user, origin: origin)
    for one in try await client.conversations() {
      var shown = Conversation()
      (shown.title, shown.owner, shown.memberCount) = (one.title, one.owner?.text ?? "", one.memberCount)
      (shown.head, shown.first, shown.read, shown.unread) = (one.head, one.first, one.readUpTo, one.unread)
      shown.lastMessage = one.lastMessage?.seq ?? 0
      let chat = client.chat(one.id)
      while true {
        let page = try await chat.history(before: shown.lines.first?.seq, limit: 1000)
        if page.isEmpty { break }
        shown.lines = page.map(Line.init) + shown.lines
      }
      shown.members = Dictionary(
        try await chat.members().map { ($0.id.text, Dump.Member(joined: $0.joined, read: $0.readUpTo)) }, uniquingKeysWith: { $1 }
      )
      state.conversations[one.id.text] = shown
    }
    state.waiting = try await client.pending().filter { $0.state == .waiting }.map(\.id.text)
    return state
  }
}

extension DeviceState.Line {
  fileprivate init(_ message: Message) {
    let fact = EntryFact(message)
    self.init(
      seq: fact.seq, sender: fact.sender, time: fact.time, payload: fact.payload, revision: fact.revision,
      isRecalled: fact.isRecalled)
  }
}
