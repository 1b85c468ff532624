import Martlet

/// The state of a chat: takes events of the client, and returns effects to perform.
///
/// Does no input or output.
struct ChatModel: Sendable {
  /// An action after an event; performed in order.
  enum Effect: Sendable, Equatable {
    /// Show a message of the open conversation; with `isChange`, one that was shown before and has changed.
    case show(Message, isChange: Bool)
    /// Announce a message of another conversation.
    case announce(Message, in: String)
    /// Tell the user something; `isBad` for a failure.
    case tell(String, isBad: Bool)
    /// The connection is in this state.
    case state(String)
    /// Remove a refused send from the outbox.
    case discard(ClientID)
    /// The open conversation was shown up to this position.
    case markRead(UInt64)
    /// Read the open conversation from the local database and hand it to `historyRead`.
    case readHistory
    /// Read the conversation list and pass it to `listed`, then read missed messages of the open one.
    case readAgain
    /// Read the members of the open conversation and pass them to `membersRead`.
    case readMembers
  }

  private(set) var me: UserID?
  private(set) var connection = ConnectionState.offline
  private(set) var destination: Destination?
  private(set) var conversations: [ConversationID: Conversation] = [:]
  /// The last position shown of the open conversation; nil until its history was shown.
  private(set) var lastShown: UInt64?
  private(set) var firstShown: UInt64?
  /// The other members' read markers in the open conversation.
  private(set) var readers: [UserID: UInt64] = [:]
  /// The other members' delivered markers in it, and the members who are typing.
  private(set) var holders: [UserID: UInt64] = [:]
  private(set) var writers: Set<UserID> = []
  /// The names that users have given.
  private(set) var names: [UserID: String] = [:]
  /// The messages in the outbox, oldest first.
  private(set) var outbox: [PendingSend] = []
  /// The number of messages refused since the start.
  private(set) var refused = 0
  private(set) var isCaughtUp = false
  /// Why there is no connection, as it was told; nil once there is one.
  private var toldFailure: String?

  init(me: UserID?, destination: Destination?) {
    self.me = me
    self.destination = destination
  }

  /// The open conversation; nil for none, or while the user is unknown.
  var open: ConversationID? { destination?.conversation(of: me) }

  /// The number of waiting sends that are not stored on the server yet.
  var waiting: Int { outbox.reduce(0) { $0 + ($1.isWaiting ? 1 : 0) } }

  /// The user's own newest message shown.
  private(set) var ownNewest: UInt64 = 0
}

extension ChatModel {
  mutating func stateChanged(_ state: ConnectionState) -> [Effect] {
    let before = connection
    connection = state
    if state == .online { toldFailure = nil } else { isCaughtUp = false }
    let words = ChatText.words(of: state)
    guard words != ChatText.words(of: before) else { return [] }
    return [.state(words)]
  }

  /// A connection could not be made, or was lost: told once for each reason.
  mutating func connectionFailed(_ words: String) -> [Effect] {
    guard toldFailure != words else { return [] }
    toldFailure = words
    return [.tell(words, isBad: true)]
  }

  /// The client's user became known.
  mutating func identified(as user: UserID) -> [Effect] {
    guard me == nil else { return [] }
    me = user
    return destination == nil ? [] : [.readHistory]
  }

  mutating func listed(_ list: [Conversation]) {
    conversations = Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  mutating func outboxRead(_ pending: [PendingSend]) { outbox = pending.filter { !$0.isRefused } }

  mutating func named(_ profiles: [UserID: Profile]) { for profile in profiles.values { names[profile.user] = profile.name } }

  /// Goes over to another conversation.
  mutating func opened(_ destination: Destination) -> [Effect] {
    self.destination = destination
    (lastShown, firstShown, ownNewest) = (nil, nil, 0)
    forgetMarkers()
    return [.readHistory, .readMembers]
  }

  /// The newest messages of the open conversation, ascending; empty for none.
  mutating func historyRead(_ messages: [Message]) -> [Effect] {
    let new = messages.filter { $0.seq > lastShown ?? 0 }
    lastShown = max(lastShown ?? 0, new.last?.seq ?? 0)
    firstShown = firstShown ?? messages.first?.seq
    for message in new { noteOwn(message) }
    return new.map { .show($0, isChange: false) } + markers()
  }

  /// Messages before the first one shown.
  mutating func olderRead(_ messages: [Message]) {
    if let first = messages.first?.seq { firstShown = min(first, firstShown ?? first) }
  }

  mutating func membersRead(_ members: [Member]) {
    for member in members where member.id != me {
      readers[member.id] = max(member.readUpTo, readers[member.id] ?? 0)
      holders[member.id] = max(member.deliveredUpTo, holders[member.id] ?? 0)
    }
  }

  mutating func apply(_ event: Event) -> [Effect] {
    switch event {
    case .conversation(let conversation):
      conversations[conversation.id] = conversation
      // It may be new: only just made, or known to the server only until now.
      return conversation.id == open && lastShown == nil ? [.readHistory] : []
    case .conversationRemoved(let id, let removal): return removed(id, removal)
    case .message(let message): return received(message)
    case .messageChanged(let message): return changed(message)
    case .application(let id, let state): return [.tell(ChatText.words(of: state, to: name(of: id)), isBad: false)]
    case .read(let id, let user, let position):
      if id == open, user != me { readers[user] = max(position, readers[user] ?? 0) }
      return []
    case .pending(let pending): return pendingChanged(pending)
    case .pendingRemoved(let id):
      outbox.removeAll { $0.id == id }
      return []
    case .caughtUp:
      isCaughtUp = true
      return (lastShown == nil && destination != nil ? [.readHistory] : []) + (destination == nil ? [] : [.readMembers])
    case .hidden(let id, let until, let positions): return hidden(id, until, positions)
    case .hidingRefused(let id, _, _, let error):
      return [.tell("cannot hide on your other devices, in \(name(of: id)): \(error)", isBad: true)]
    case .settingRefused(let name, let error): return [.tell("the setting \(name.key) was refused: \(error)", isBad: true)]
    case .delivered(let id, let user, let position):
      if id == open, user != me { holders[user] = max(position, holders[user] ?? 0) }
      return []
    case .typing(let id, let user, let type):
      if id == open { if type != nil { writers.insert(user) } else { writers.remove(user) } }
      return []
    case .profile(let profile, _):
      names[profile.user] = profile.name
      return []
    case .localMessages, .members, .annotated, .setting, .relation, .signal, .scheduled, .scheduledEnded: return []
    case .localDataReset(let path, let outboxKept): return [.tell(ChatModel.reset(path, outboxKept), isBad: true), .readAgain]
    case .resynced(let missing):
      let lost = missing == 0 ? "" : "; it has lost at least \(missing) entries that were shown here"
      return [.tell("the server's data was restored from a backup\(lost)", isBad: missing > 0), .readAgain]
    case .missed: return [.readAgain]
    }
  }

  /// Messages already on the screen stay there; a notice reports the hiding.
  private func hidden(_ id: ConversationID, _ until: UInt64, _ positions: [UInt64]) -> [Effect] {
    guard id == open, until > 0 || !positions.isEmpty else { return [] }
    let words = (until > 0 ? ["up to #\(until)"] : []) + positions.map { "#\($0)" }
    return [.tell("hidden: \(words.joined(separator: ", "))", isBad: false)]
  }

  private mutating func received(_ message: Message) -> [Effect] {
    guard message.conversation == open else {
      guard message.sender != me, message.content != nil else { return [] }
      return [.announce(message, in: name(of: message.conversation))]
    }
    // Until the history is shown, arriving messages become part of it.
    guard let shown = lastShown, message.seq > shown else { return [] }
    lastShown = message.seq
    firstShown = firstShown ?? message.seq
    noteOwn(message)
    return [.show(message, isChange: false)] + markers()
  }

  private func changed(_ message: Message) -> [Effect] {
    guard message.conversation == open, let first = firstShown, let last = lastShown,
      (first...max(first, last)).contains(message.seq)
    else { return [] }
    return [.show(message, isChange: true)]
  }

  private mutating func pendingChanged(_ pending: PendingSend) -> [Effect] {
    if case .failed(let error) = pending.state {
      outbox.removeAll { $0.id == pending.id }
      refused += 1
      return [.tell("not sent: '\(pending.words)': \(error)", isBad: true), .discard(pending.id)]
    }
    if let index = outbox.firstIndex(where: { $0.id == pending.id }) { outbox[index] = pending } else { outbox.append(pending) }
    return []
  }

  private mutating func removed(_ id: ConversationID, _ removal: Removal?) -> [Effect] {
    let name = name(of: id)
    conversations[id] = nil
    guard id == open else { return [] }
    destination = nil
    (lastShown, firstShown, ownNewest) = (nil, nil, 0)
    forgetMarkers()
    guard let removal else { return [.tell("\(name) is no longer in your list", isBad: false)] }
    guard removal.by != me else { return [.tell("you are no longer in \(name)", isBad: false)] }
    let why = removal.reason.isEmpty ? "" : ": \(removal.reason)"
    let how = removal.bannedUntil.map { "banned you from \(name) \(ChatText.words(until: $0))" } ?? "removed you from \(name)"
    return [.tell("\(removal.by) \(how)\(why)", isBad: false)]
  }

  private mutating func forgetMarkers() { (readers, holders, writers) = ([:], [:], []) }

  private mutating func noteOwn(_ message: Message) {
    if message.sender == me, message.content != nil { ownNewest = max(ownNewest, message.seq) }
  }

  private func markers() -> [Effect] {
    guard let last = lastShown, last > 0 else { return [] }
    if let id = open, let conversation = conversations[id], conversation.readUpTo >= last { return [] }
    return [.markRead(last)]
  }

  private static func reset(_ path: String?, _ outboxKept: Bool) -> String {
    let kept =
      path.map { "the local data was damaged; a copy is in \($0)" } ?? "the local data did not match the server any more"
    return "\(kept). It is fetched again." + (outboxKept ? "" : " Messages that were not sent yet are only in that copy.")
  }
}

extension ChatModel {
  /// The display name of a conversation.
  func name(of id: ConversationID) -> String {
    if let conversation = conversations[id] {
      if let peer = conversation.peer { return peer.text }
      if !conversation.title.isEmpty { return conversation.title }
    }
    guard let (first, second) = id.pair else { return id.text }
    return first == me ? second.text : first.text
  }

  /// The prompt before the line being typed.
  var prompt: String {
    guard let destination else { return "> " }
    if case .user(let peer) = destination { return "\(peer)> " }
    return open.map { "\(name(of: $0))> " } ?? "> "
  }

  /// One line of status: connection, pending messages, readers, unread messages elsewhere.
  var summary: String {
    var parts = [ChatText.words(of: connection)]
    if waiting > 0 { parts.append("\(waiting) waiting to be sent") }
    if !writers.isEmpty { parts.append("\(ChatText.list(writers.sorted())) \(writers.count == 1 ? "is" : "are") typing") }
    if let reading = reading { parts.append(reading) }
    let elsewhere = conversations.values.filter { $0.unread > 0 && $0.id != open }.sorted { $0.id.text < $1.id.text }
    if !elsewhere.isEmpty {
      let shown = elsewhere.prefix(3).map { "\(name(of: $0.id)) \($0.unread)" }.joined(separator: ", ")
      parts.append("unread: \(shown)" + (elsewhere.count > 3 ? " and \(elsewhere.count - 3) more" : ""))
    }
    return parts.joined(separator: " · ")
  }

  /// The members who have read the user's own newest message.
  private var reading: String? {
    guard ownNewest > 0, let id = open else { return nil }
    let read = readers.filter { $0.value >= ownNewest }.keys.sorted()
    if read.isEmpty { return id.pair != nil && holders.values.contains { $0 >= ownNewest } ? "delivered" : nil }
    if id.pair != nil { return "read" }
    let shown = ChatText.list(Array(read.prefix(3)))
    return "read by \(shown)" + (read.count > 3 ? " and \(read.count - 3) more" : "")
  }
}

extension PendingSend {
  var isRefused: Bool { if case .failed = state { true } else { false } }

  /// How much of the message's file is uploaded; empty if nothing is.
  private var share: String {
    guard case .uploading(let progress, let isPaused) = state else { return "" }
    return isPaused ? " (paused)" : " (\(progress.percent) %)"
  }

  /// A short description for people.
  var words: String {
    switch action {
    case .send(let content): ChatText.words(of: content) + share
    case .edit(let target, let content): "edit of #\(target): \(ChatText.words(of: content))"
    case .recall(let target, _): "recall of #\(target)"
    case .annotate(let target, let change): "\(ChatText.words(of: change)) at #\(target)"
    }
  }
}
