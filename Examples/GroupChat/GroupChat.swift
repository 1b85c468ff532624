import Martlet

/// A group chat in a terminal: `group-chat SERVER TOKEN DIRECTORY GROUP [MEMBER...]`; members are invited by whoever makes it.
@main struct GroupChat {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 5, let group = ConversationID.group(arguments[4]) else {
      return print("usage: group-chat SERVER TOKEN DIRECTORY GROUP [MEMBER...]")
    }
    let client = try MartletClient(configuration: .init(server: arguments[1], directory: arguments[3]) { arguments[2] })
    let chat = client.chat(group)
    await client.connect()
    try await client.caughtUp(within: .seconds(30))
    let events = client.events
    if try await chat.summary() == nil {
      _ = try await client.createGroup(title: arguments[4], members: arguments[5...].compactMap { UserID($0) }, id: arguments[4])
    }
    let history = (try? await chat.history(limit: 20)) ?? []
    history.forEach(show)
    try? await chat.markRead()
    async let watching: Void = watch(events, chat, group, after: history.last?.seq ?? 0)
    while let line = await Task.detached(operation: { readLine() }).value {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      switch (words.first, words.dropFirst().first) {
      case ("/who", _): for member in try await chat.members() { print("  \(member.id) has read up to #\(member.readUpTo)") }
      case ("/find", let text?): try await chat.search(SearchQuery(text)).messages.forEach(show)
      case ("/undo", _): if let last = try await own(chat, client) { report(await chat.recall(last.seq)) }
      case ("/fix", let text?): if let last = try await own(chat, client) { report(await chat.edit(last.seq, to: .text(text))) }
      case (nil, _): break
      default: report(await chat.send(.text(line)))
      }
    }
    await client.close()
    await watching
  }

  static func watch(_ events: Events, _ chat: Chat, _ group: ConversationID, after shown: UInt64) async {
    for await event in events {
      switch event {
      case .message(let message) where message.conversation == group && message.seq > shown:
        show(message)
        try? await chat.markRead(upTo: message.seq)
      case .messageChanged(let message) where message.conversation == group: show(message)
      case .read(group, let user, let seq): print("  ✓ \(user) read #\(seq)")
      default: break
      }
    }
  }
  static func show(_ message: Message) {
    print("#\(message.seq) \(message.sender): \(message.summary())\(message.isEdited ? " (edited)" : "")")
  }
  static func report(_ result: SendResult) { if case .failed(let error) = result { print("! \(error.message)") } }
  static func own(_ chat: Chat, _ client: MartletClient) async throws -> Message? {
    let me = await client.user
    return try await chat.history().last { $0.sender == me && $0.content != nil }
  }
}
