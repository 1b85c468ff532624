import Martlet

/// A group chat in a terminal: `group-chat SERVER TOKEN DIRECTORY GROUP [MEMBER...]`; creates the group if it is missing.
///
/// Sends each typed line, except for `/react N EMOJI`, `/reply N TEXT`, `/fix N TEXT`, `/undo N`, `/who N`, `/find WORDS`.
@main struct GroupChat {
  let chat: Chat, group: ConversationID
  static func main() async throws {
    let (words, device) = (CommandLine.arguments, Device(class: .tool))
    guard words.count >= 5, let group = ConversationID.group(words[4]) else { return print("SERVER TOKEN DIRECTORY GROUP") }
    let client = try MartletClient(configuration: .init(server: words[1], directory: words[3], device: device) { words[2] })
    let (app, events) = (GroupChat(chat: client.chat(group), group: group), client.events())
    await client.connect()
    if (try? await client.caughtUp(within: .seconds(5))) == nil { print("-- not connected") }
    if try await app.chat.summary() == nil {
      _ = try await client.createGroup(title: words[4], members: words[5...].compactMap { UserID($0) }, id: words[4])
    }
    let history = try await app.chat.history(limit: 20)
    history.forEach(show)
    try await app.chat.markRead()
    async let watching: Void = app.watch(events, after: history.last?.seq ?? 0)
    while let line = await Task.detached(operation: { readLine() }).value {
      do { try await app.perform(line) } catch { print("! \(error)") }
    }
    await client.close()
    await watching
  }
  func perform(_ line: String) async throws {
    let (words, soon) = (line.split(separator: " ", maxSplits: 2).map(String.init), Duration.seconds(5))
    let (text, target) = (MessageContent.text(words.last ?? ""), UInt64(words.dropFirst().first ?? "").map(group.message(at:)))
    var result = SendResult.unchanged
    switch (words.first, target) {
    case ("/react", let message?): result = await chat.react(words.last ?? "", to: message, within: soon)
    case ("/reply", let message?): result = await chat.send(text, details: .init(replyTo: message.seq), within: soon)
    case ("/fix", let message?): result = await chat.edit(message, to: text, within: soon)
    case ("/undo", let message?): result = await chat.recall(message, within: soon)
    case ("/who", let message?): print("  #\(message.seq) was read by", try await chat.readers(of: message).items.map(\.id))
    case ("/find", _): try await chat.search(SearchQuery(words.dropFirst().joined(separator: " "))).items.forEach(Self.show)
    default: if !words.isEmpty { result = await chat.send(.text(line), within: soon) }
    }
    if case .failed(let error) = result { throw error }
    if result == .unknown { print("-- will be sent once there is a connection") }
  }
  func watch(_ events: Events, after shown: UInt64) async {
    for await event in events {
      if case .read(group, let user, let seq) = event { print("  ✓ \(user) read #\(seq)") }
      if case .messageChanged(let message) = event, message.conversation == group { Self.show(message) }
      guard case .message(let message) = event, message.conversation == group, message.seq > shown else { continue }
      Self.show(message)
      try? await chat.markRead(upTo: message.id)
    }
  }
  static func show(_ message: Message) {
    let reactions = message.annotations.reactions.map { "  \($0.key) \($0.count)" }.joined()
    let to = message.replyTo.map { " to #\($0)" } ?? ""
    print("#\(message.seq) \(message.sender)\(to): \(message.summary())\(message.isEdited ? " (edited)" : "")\(reactions)")
  }
}
