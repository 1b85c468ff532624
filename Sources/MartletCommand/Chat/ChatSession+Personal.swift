import Martlet

// Per-user settings. They need an open conversation, and mostly no connection.
extension ChatSession {
  func take(_ line: PersonalLine) async throws {
    if line == .tags { return try await showTags() }
    guard model.destination != nil else { return try tell("no conversation is open") }
    switch line {
    case .hide(let positions):
      try await ask("cannot hide") { _, chat in
        let id = try await chat.id()
        try await chat.hide(positions.map(id.message(at:)))
      }
    case .hideAll: try await ask("cannot hide") { _, chat in try await chat.hide(upTo: nil) }
    case .pin(true): try await change("pinned") { _, chat in try await chat.pinToTop() }
    case .pin(false): try await change("unpinned") { _, chat in try await chat.unpinFromTop() }
    case .mute(let isMuted):
      try await change(isMuted ? "muted" : "unmuted") { _, chat in try await chat.setMuted(isMuted) }
    case .draft(let text):
      try await change(text.isEmpty ? "draft deleted" : "draft saved") { _, chat in try await chat.saveDraft(text) }
    case .showDraft:
      let draft = try await ask("cannot read the draft") { _, chat in try await chat.settings().draft }
      if let draft { try tell(draft.map { "draft: \($0.text)" } ?? "there is no draft") }
    case .tag(let tag, let isSet): try await put(tag, isSet)
    // The event says so, on each device of the user.
    case .away: try await ask("not changed") { _, chat in try await chat.removeFromList() }
    case .tags: break
    }
  }

  /// Changes something, and says so.
  private func change(
    _ words: String, _ request: @escaping @Sendable (MartletClient, Chat) async throws -> Void
  ) async throws {
    if try await ask("not changed", { try await request($0, $1) }) != nil { try tell(words) }
  }

  /// Adds or removes a tag; one that does not exist is created.
  private func put(_ tag: TagID, _ isSet: Bool) async throws {
    try await change(isSet ? "tagged \(tag)" : "tag \(tag) removed") { client, chat in
      let id = try await chat.id()
      guard isSet else { return try await client.removeTag(tag, from: [id]) }
      let isKnown = try await client.tags().contains { $0.id == tag }
      if !isKnown { try await client.setTag(tag, name: tag.text) }
      try await client.addTag(tag, to: [id])
    }
  }

  private func showTags() async throws {
    let rows = try await ask("cannot read the tags") { client, _ in
      var rows: [String] = []
      for tag in try await client.tags() {
        let tagged = try await client.conversations(matching: ConversationQuery(tag: tag.id))
        let unread = tagged.reduce(0) { $0 + $1.unread }
        rows.append("\(tag.id): \(counted(tagged.count, "conversation"))\(unread > 0 ? ", \(unread) unread" : "")")
      }
      return rows
    }
    if let rows { try tell(rows.isEmpty ? "no tags yet; /tag NAME creates one" : rows.joined(separator: "\n")) }
  }
}
