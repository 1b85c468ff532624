import MartletStore
import MartletWire

/// Answers read requests.
///
/// Each function checks that the caller may see the result.
package struct Reading: Sendable {
  let store: any Store
  let limits: Limits

  /// Bytes of one answer, above which the rest is left for the next request; see `AnswerRoom`.
  ///
  /// JSON may double them, and several answers must find room in a connection's queue.
  private var answerBytes: Int { min(AnswerRoom.most, limits.queuedBytes / 8) }

  /// A page of a conversation log, its entries in their binary form already unless they are wanted as values.
  func entries(_ request: Wire.FetchEntries, for caller: UserKey, asValues: Bool) async throws -> Wire.ServerPacket.Body {
    guard let id = ConversationID(request.conversation, caller: caller.user) else { return invalid("conversation") }
    let wanted = PageRequest(
      from: request.from, to: request.to, limit: page(request.limit, default: 100), newest: request.newest)
    let sink = EncodedEntries(of: id, limit: answerBytes)
    guard let page = try await store.page(wanted, of: id, app: caller.app, for: caller.user, into: sink) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let answer = page.sink.answer(head: page.head, first: page.first, backwards: request.newest)
    return .entries(asValues ? try Wire.Entries(decoding: answer.encoded()) : answer)
  }

  /// A page of the caller's user log.
  func userEntries(_ request: Wire.FetchUserEntries, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    let found = try await store.userLog(
      of: caller.user, app: caller.app, after: request.after, limit: page(request.limit, default: 100))
    let count = fitting(found.entries) { (bytes: $0.bytes, text: $0.textBytes) }
    var entries: [Wire.UserEntry] = []
    for entry in found.entries.prefix(count) {
      var told = Wire.UserEntry(entry)
      if case .left(let seq) = entry.event, let id = entry.conversation, let removal = try await removal(seq, of: id, caller.app)
      {
        told.complete(by: removal.sender, removal.details)
      }
      entries.append(told)
    }
    return .userEntries(Wire.UserEntries(entries: entries, head: found.head, first: found.first))
  }

  /// The entry that removed the caller, who has no other access to it.
  private func removal(_ seq: UInt64, of id: ConversationID, _ app: AppID) async throws -> LogEntry? {
    guard seq > 0 else { return nil }
    return try await store.entries(of: id, app: app, range: seq...seq, limit: 1, newest: false).first
  }

  /// A page of the caller's conversations.
  func conversations(_ request: Wire.ListConversations, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    var only: [ConversationID]?
    if !request.only.isEmpty {
      let ids = request.only.map { ConversationID($0, caller: caller.user) }
      guard !ids.contains(nil) else { return invalid("only") }
      only = ids.compactMap { $0 }
    }
    let stamp = try await store.stamp(app: caller.app)
    let lowest = only == nil ? request.changedAfter : 0
    let highest = only == nil && request.changedBefore > 0 ? request.changedBefore - 1 : .max
    guard lowest < highest else { return .conversations(Wire.Conversations(stamp: stamp)) }
    let limit = only.map(\.count) ?? page(request.limit, default: 50)
    let found = try await store.summaries(
      of: caller.user, app: caller.app, changed: lowest + 1...highest, only: only, limit: limit + 1)
    let count = min(limit, fitting(found) { (bytes: $0.bytes, text: $0.lastMessage?.textBytes ?? 0) })
    return .conversations(
      Wire.Conversations(
        conversations: found.prefix(count).map(Wire.Conversation.init), more: found.count > count, stamp: stamp))
  }

  /// Some of the caller's unread mentions in a conversation.
  func mentions(_ request: Wire.ListMentions, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    guard let id = ConversationID(request.conversation, caller: caller.user) else { return invalid("conversation") }
    let limit = page(request.limit, default: 100)
    guard
      let found = try await store.mentions(
        of: caller.user, in: id, app: caller.app, after: request.after, limit: limit + 1, newest: request.newest)
    else { return .failure(Wire.Failure(.conversationUnknown)) }
    let count = min(limit, fitting(request.newest ? found.reversed() : found) { (bytes: $0.bytes, text: $0.textBytes) })
    let entries = request.newest ? found.suffix(count) : found.prefix(count)
    return .messages(
      Wire.Messages(conversation: id.text, entries: entries.map { Wire.Entry($0, of: id) }, more: found.count > count))
  }

  /// A page of the caller's settings.
  func settings(_ request: Wire.FetchSettings, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    var after: SettingName?
    if !request.afterKey.isEmpty || !request.afterConversation.isEmpty {
      let conversation = ConversationID(request.afterConversation, caller: caller.user)
      guard conversation != nil || request.afterConversation.isEmpty else { return invalid("after_conversation") }
      after = SettingName(request.afterKey, of: conversation)
    }
    let found = try await store.settings(
      of: caller.user, app: caller.app, after: after, limit: page(request.limit, default: 100))
    let count = fitting(found.settings) { (bytes: 200 + $0.value.utf8.count, text: $0.value.utf8.count) }
    return .settings(
      Wire.Settings(
        settings: found.settings.prefix(count).map(\.wire), head: found.head, more: found.more || found.settings.count > count))
  }

  /// A page of a conversation's members.
  func members(_ request: Wire.ListMembers, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    guard let id = ConversationID(request.conversation, caller: caller.user) else { return invalid("conversation") }
    var after: UserID?
    if !request.after.isEmpty {
      guard let user = UserID(request.after) else { return invalid("after") }
      after = user
    }
    guard let record = try await store.conversation(id, app: caller.app),
      try await store.member(caller.user, of: id, app: caller.app) != nil
    else { return try await absence(of: id, for: caller) }
    let limit = page(request.limit, default: 100)
    let found = try await store.members(of: id, app: caller.app, after: after, limit: limit + 1)
    return .members(
      Wire.Members(
        conversation: id.text, members: found.prefix(limit).map { Wire.Member($0, owner: record.owner, to: caller.user) },
        more: found.count > limit))
  }

  /// The reason why the caller has no such conversation: it has no messages yet, or the peer does not exist.
  private func absence(of id: ConversationID, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    if let (first, second) = id.directUsers, first == caller.user || second == caller.user {
      let peer = first == caller.user ? second : first
      guard try await store.user(peer, app: caller.app) != nil else {
        return .failure(Wire.Failure(.peerUnknown, field: peer.text))
      }
    }
    return .failure(Wire.Failure(.conversationUnknown))
  }

  /// The users who reacted to a message or voted; for secret votes only the caller.
  func annotators(_ request: Wire.ListAnnotators, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    guard let id = ConversationID(request.conversation, caller: caller.user) else { return invalid("conversation") }
    guard let kind = AnnotationKind(request.kind), kind.isCounted else { return invalid("kind") }
    var after: UserID?
    if !request.after.isEmpty {
      guard let user = UserID(request.after) else { return invalid("after") }
      after = user
    }
    guard let member = try await store.member(caller.user, of: id, app: caller.app) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let (app, target) = (caller.app, request.target)
    guard let entry = try await store.entry(at: target, of: id, app: app, for: member),
      case .message(let type, let content) = entry.event
    else { return .failure(Wire.Failure(.targetUnknown)) }
    guard !entry.isRecalled else { return .failure(Wire.Failure(.targetRecalled)) }
    let limit = page(request.limit, default: 100)
    let isSecret = kind == .vote && PollRules.isSecret(type: type, content: content)
    var found = try await store.annotators(
      of: request.key, kind: kind, at: target, in: id, app: app, after: isSecret ? nil : after, limit: isSecret ? .max : limit + 1
    )
    if isSecret { found.removeAll { $0.user != caller.user } }
    return .annotators(
      Wire.Annotators(
        conversation: id.text, target: target,
        annotators: found.prefix(limit).map { Wire.Annotator(user: $0.user.text, seq: $0.seq) }, more: found.count > limit))
  }

  /// Messages that reply to a message.
  func replies(_ request: Wire.ListReplies, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    guard let id = ConversationID(request.conversation, caller: caller.user) else { return invalid("conversation") }
    let limit = page(request.limit, default: 100)
    let found = try await store.replies(
      to: request.target, in: id, app: caller.app, for: caller.user, after: request.after, limit: limit + 1)
    return messages(found, of: id, limit: limit)
  }

  /// All versions of a message.
  func versions(_ request: Wire.ListVersions, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    guard let id = ConversationID(request.conversation, caller: caller.user) else { return invalid("conversation") }
    let limit = page(request.limit, default: 100)
    let found = try await store.versions(
      of: request.target, in: id, app: caller.app, for: caller.user, after: request.after, limit: limit + 1)
    return messages(found, of: id, limit: limit)
  }

  /// The pinned messages of a conversation.
  func pinned(_ request: Wire.ListPinned, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    guard let id = ConversationID(request.conversation, caller: caller.user) else { return invalid("conversation") }
    let found = try await store.pinned(in: id, app: caller.app, for: caller.user, after: request.after)
    return messages(found, of: id, limit: .max)
  }

  private func messages(_ found: [LogEntry]?, of id: ConversationID, limit: Int) -> Wire.ServerPacket.Body {
    guard let found else { return .failure(Wire.Failure(.conversationUnknown)) }
    let count = min(limit, fitting(found) { (bytes: $0.bytes, text: $0.textBytes) })
    return .messages(
      Wire.Messages(
        conversation: id.text, entries: found.prefix(count).map { Wire.Entry($0, of: id) }, more: found.count > count))
  }

  func page(_ asked: UInt32, default usual: Int) -> Int {
    min(asked == 0 ? usual : Int(asked), limits.pageEntries)
  }

  /// The number of leading elements whose approximate sizes on the wire fit an answer; at least one.
  func fitting<Element>(_ elements: some Sequence<Element>, size: (Element) -> (bytes: Int, text: Int)) -> Int {
    var room = AnswerRoom(bytes: answerBytes)
    var count = 0
    for element in elements {
      let (bytes, text) = size(element)
      guard room.take(bytes: bytes, text: text) else { break }
      count += 1
    }
    return count
  }

  func invalid(_ field: String, limit: Int = 0, _ actual: Int = 0) -> Wire.ServerPacket.Body {
    .failure(Wire.Failure(.fieldInvalid, field: field, limit: UInt64(clamping: limit), actual: UInt64(clamping: actual)))
  }
}

extension UserLogEntry {
  /// About how many bytes it has on the wire.
  fileprivate var bytes: Int {
    switch event {
    case .joined, .readTo: 100
    case .left: 500
    case .hidden(_, let targets): 100 + 5 * targets.count
    case .settingsChanged(let settings): settings.reduce(100) { $0 + 200 + $1.value.utf8.count }
    }
  }

  /// The bytes of setting values among them.
  fileprivate var textBytes: Int {
    if case .settingsChanged(let settings) = event { settings.reduce(0) { $0 + $1.value.utf8.count } } else { 0 }
  }
}

extension ConversationSummary {
  /// About how many bytes it has on the wire.
  fileprivate var bytes: Int {
    let attributes = record.attributes.map { 10 * $0.values.count + $0.bytes } ?? 0
    return 100 + record.title.utf8.count + attributes + (lastMessage?.bytes ?? 0)
  }
}

extension LogEntry {
  /// About how many bytes it has on the wire.
  fileprivate var bytes: Int { eventBytes + (details?.bytes.count ?? 0) }

  /// The bytes of content among them.
  fileprivate var textBytes: Int {
    switch event {
    case .message(_, let content), .edited(_, _, let content): content.utf8.count
    default: 0
    }
  }

  private var eventBytes: Int {
    switch event {
    case .message(_, let content), .edited(_, _, let content):
      200 + content.utf8.count + annotations.reduce(0) { $0 + 100 + $1.value.text.utf8.count }
    case .annotated: 200 + event.contentBytes
    case .groupCreated(_, _, let users, _): 200 + 66 * users.count + event.contentBytes
    case .membersAdded(let users), .membersRemoved(let users, _): 200 + 66 * users.count
    case .conversationChanged: 300 + 2 * event.contentBytes
    case .recalled: 200
    }
  }
}
