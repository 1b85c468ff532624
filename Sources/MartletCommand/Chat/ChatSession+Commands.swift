import Martlet

// Performs typed lines.
extension ChatSession {
  func take(_ line: TypedLine) async throws {
    switch line {
    case .empty: break
    case .message(let words):
      try await say(words, MessageDetails(mentions: TypedLine.mentions(in: words)), id: nil)
    case .edit(let target, let words): try await edit(target, words)
    case .recall(let target): try await recall(target, "/recall")
    case .delete(let target): try await recall(target, "/delete", RecallDetails(isSilent: true))
    case .again(let target): try await bringBack(target)
    case .reply(let target, let words): try await reply(to: target, words)
    case .annotate(let target, let change): try await annotate(target, change)
    case .poll(let question, let choices): try await sendPoll(question, choices)
    case .pins: try await showPins()
    case .replies(let target): try await showReplies(to: target)
    case .edits(let target): try await showEdits(of: target)
    case .help: try tell(ChatSession.help)
    case .mistaken(let words): try tell(words, isBad: true)
    case .quit: end(.success)
    case .list:
      try await readConversations()
      try tell(list())
    case .open(let destination): try await open(destination)
    case .history(let count): try await showOlder(count)
    case .new(let title, let users): try await openNew(title, users)
    case .add(let users): try await ask("cannot add") { _, chat in try await chat.add(users) }
    case .remove(let users): try await ask("cannot remove") { _, chat in try await chat.remove(users) }
    case .title(let title): try await ask("cannot change the title") { _, chat in try await chat.change(title: title) }
    case .leave: try await ask("cannot leave") { _, chat in try await chat.leave() }
    case .members: try await showMembers()
    case .file(let line): try await take(line)
    case .group(let line): try await take(line)
    case .joining(let line): try await take(line)
    case .answer(let line): try await take(line)
    case .announcement(let line): try await take(line)
    case .relation(let line): try await take(line)
    case .personal(let line): try await take(line)
    case .find(let name): try await showUsers(named: name)
    case .presence(let users): try await showPresence(of: users)
    case .status(let text): try await setStatus(text)
    case .receipts(let target): try await showReceipts(target)
    case .mentions: try await showMentions()
    case .later(let minutes, let words): try await schedule(words, inMinutes: minutes)
    case .scheduled: try await showScheduled()
    case .cancel(let id): try await cancel(id)
    }
  }

  private static let help = TypedLine.commands.map { form, summary in
    form + String(repeating: " ", count: max(1, 26 - form.count)) + summary
  }.joined(separator: "\n")

  private func list() -> String {
    func place(_ row: Conversation) -> (Int64, Int64, String) {
      (row.settings.pin?.at.milliseconds ?? 0, row.lastActivity?.milliseconds ?? 0, row.id.text)
    }
    let rows = model.conversations.values.sorted { place($0) > place($1) }
    if rows.isEmpty { return "no conversations yet; /open USER starts one" }
    return rows.map { row in
      let name = model.name(of: row.id)
      let title = row.id.pair == nil && name != row.id.text ? " (\(row.id))" : ""
      let mentions = row.unreadMentions > 0 ? ", \(row.unreadMentions) for you" : ""
      let unread = (row.unread > 0 ? ", \(row.unread) unread" : "") + mentions
      let last = row.lastMessage.flatMap(\.content).map { ": " + DisplayWidth.cut(visible(ChatText.words(of: $0)), to: 50) } ?? ""
      return name + title + marks(of: row.settings) + unread + last
    }.joined(separator: "\n")
  }

  private func marks(of own: ConversationSettings) -> String {
    var marks: [String] = []
    if own.pin != nil { marks.append("pinned") }
    if own.isMuted { marks.append("muted") }
    if own.draft != nil { marks.append("draft") }
    marks += own.tags.keys.sorted().map(\.text)
    return marks.isEmpty ? "" : " [\(marks.joined(separator: ", "))]"
  }

  /// Opens a conversation that the server says exists.
  func open(_ destination: Destination) async throws {
    if !isOnline {
      try tell("not connected: the server will say whether \(destination.name) exists")
    } else if let id = destination.conversation(of: model.me), model.conversations[id] == nil {
      do {
        _ = try await answer(destination) { _, chat in try await chat.members() }
      } catch let error as MartletError {
        if let absence = error.absence(of: destination) {
          // In a script, the lines that follow would go to another conversation.
          guard text.isForTerminal else { throw CommandFailure(.missing, absence) }
          return try tell(absence, isBad: true)
        }
      } catch is NoAnswer {
        // Whether it exists is told when its members are read.
      }
    }
    try await change { $0.opened(destination) }
  }

  private func showOlder(_ count: Int) async throws {
    guard let destination = model.destination else { return try tell("no conversation is open") }
    guard let older = await messages(of: destination, before: model.firstShown, count: count) else {
      return try tell("cannot read the history now; try again when online")
    }
    guard let first = older.first, let last = older.last else { return try tell("there are no older messages") }
    try tell("older messages, #\(first.seq) to #\(last.seq):")
    try await change { model in
      model.olderRead(older)
      return older.map { .show($0, isChange: false) }
    }
  }

  private func openNew(_ title: String, _ users: [UserID]) async throws {
    let made = try await ask("cannot create the group") { client, _ in try await client.createGroup(title: title, members: users)
    }
    if let made { try await change { $0.opened(.conversation(made)) } }
  }

  private func showPins() async throws {
    guard let pinned = try await ask("cannot read the pinned messages", { _, chat in try await chat.pinnedMessages() }) else {
      return
    }
    try tell(pinned.isEmpty ? "nothing is pinned" : rows(pinned))
  }

  private func showReplies(to target: UInt64) async throws {
    let replies = try await ask("cannot read the replies") { _, chat in
      try await chat.replies(to: chat.messageID(at: target)).items
    }
    guard let replies else { return }
    try tell(replies.isEmpty ? "nobody replied to #\(target)" : rows(replies))
  }

  private func showEdits(of target: UInt64) async throws {
    let versions = try await ask("cannot read the edits") { _, chat in try await chat.versions(of: chat.messageID(at: target)) }
    guard let versions else { return }
    try tell(versions.isEmpty ? "there is no message #\(target), or it was recalled" : rows(versions))
  }

  private func rows(_ messages: [Message]) -> String {
    messages.map { message in
      let words = message.content.map { DisplayWidth.cut(visible(ChatText.words(of: $0)), to: 100) } ?? ""
      return "#\(message.seq) \(message.sender): \(words)" + visible(ChatText.words(of: message.annotations))
    }.joined(separator: "\n")
  }

  private func showMembers() async throws {
    guard let members = try await ask("cannot read the members", { _, chat in try await chat.members() }) else { return }
    try await change { model in
      model.membersRead(members)
      return []
    }
    let rows = members.map { member in
      let role = member.role == .member ? "" : ", \(member.role.rawValue)"
      let silence =
        member.isSpeaker ? ", speaker" : member.silencedUntil.map { ", silenced \(ChatText.words(until: $0))" } ?? ""
      let nickname = member.nickname.isEmpty ? "" : " '\(member.nickname)'"
      return "\(member.id)\(nickname)\(role)\(silence): read up to #\(member.readUpTo)"
    }
    try tell(rows.joined(separator: "\n"))
  }

  private func showReceipts(_ target: UInt64) async throws {
    let found = try await ask("cannot read the receipts") { _, chat in
      let message = try await chat.messageID(at: target)
      return (try await chat.readers(of: message, .any).items, try await chat.receipts(of: [message]).first)
    }
    guard let (members, counts) = found, let counts else { return }
    func names(_ isMeant: (Member) -> Bool) -> String {
      let some = members.filter(isMeant).map(\.id)
      return some.isEmpty ? "" : ": \(ChatText.list(some))"
    }
    try tell(
      """
      read by \(counts.read) of \(counts.members)\(names { $0.readUpTo >= target })
      delivered to \(counts.delivered) of \(counts.members)\(names { $0.deliveredUpTo >= target })
      """)
  }

  private func showMentions() async throws {
    let found = try await ask("cannot read the mentions") { _, chat in try await chat.unreadMentions() }
    guard let found else { return }
    if found.isEmpty { return try tell("no unread message mentions you here") }
    try tell(
      found.map { "#\($0.seq) \($0.sender): \($0.content.map { visible(ChatText.words(of: $0)) } ?? "")" }.joined(separator: "\n")
    )
  }

  private func schedule(_ words: String, inMinutes minutes: Int64) async throws {
    let details = MessageDetails(mentions: TypedLine.mentions(in: words))
    let id = try await ask("not scheduled") { client, chat in
      let time = Timestamp(milliseconds: await client.serverTime.milliseconds + minutes * 60_000)
      return try await chat.schedule(.text(words), details: details, at: time)
    }
    if let id { try tell("scheduled in \(counted(Int(clamping: minutes), "minute")); /cancel \(id) cancels it") }
  }

  private func showScheduled() async throws {
    let found = try await ask("cannot read the scheduled messages") { client, _ in
      (try await client.scheduled(), await client.serverTime)
    }
    guard let (messages, now) = found else { return }
    if messages.isEmpty { return try tell("nothing is scheduled") }
    let rows = messages.map { message in
      let minutes = max(0, (message.time.milliseconds - now.milliseconds + 59_999) / 60_000)
      let words = visible(ChatText.words(of: message.content))
      return "\(message.id) in \(counted(Int(clamping: minutes), "minute")) to \(model.name(of: message.conversation)): \(words)"
    }
    try tell(rows.joined(separator: "\n"))
  }

  private func cancel(_ id: ClientID) async throws {
    guard let isCancelled = try await ask("not cancelled", { client, _ in try await client.cancelScheduled(id) }) else {
      return
    }
    try tell(isCancelled ? "cancelled" : "no message of that name is scheduled any more")
  }

  /// The longest wait for an answer, for an interactive user.
  private static let patience = Duration.seconds(15)

  private struct NoAnswer: Error, CustomStringConvertible {
    let description = "no answer yet; the server may still do it"
  }

  /// Asks the server for something; without an answer, says why and returns nil.
  @discardableResult
  func ask<Answer: Sendable>(
    _ otherwise: String, _ request: @escaping @Sendable (MartletClient, Chat) async throws -> Answer
  ) async throws -> Answer? {
    // Requests that need no conversation ignore it.
    guard let destination = model.destination ?? model.me.map({ .user($0) }) else {
      try tell("not connected yet; try again when online")
      return nil
    }
    do {
      return try await answer(destination, request)
    } catch {
      try Task.checkCancellation()
      try tell("\(otherwise): \((error as? MartletError)?.words ?? "\(error)")", isBad: true)
      return nil
    }
  }

  /// Asks the server for something, for as long as a person waits.
  private func answer<Answer: Sendable>(
    _ destination: Destination, _ request: @escaping @Sendable (MartletClient, Chat) async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer.self) { [client] group in
      defer { group.cancelAll() }
      group.addTask { try await request(client, client.chat(to: destination)) }
      group.addTask {
        try await Task.sleep(for: ChatSession.patience)
        throw NoAnswer()
      }
      guard let answer = try await group.next() else { throw NoAnswer() }
      return answer
    }
  }
}
