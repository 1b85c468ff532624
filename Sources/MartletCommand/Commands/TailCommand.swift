import Martlet
import Synchronization

extension CommandDescription {
  static let tail = CommandDescription(
    name: "tail",
    summary: "print the entries of a user's conversations as they arrive",
    about: [
      """
      Prints a line for each log entry of all the user's conversations: each once,
      without gaps, in order within a conversation. Continues across restarts of the
      server. Keeps nothing on this machine.
      """,
      """
      With --json, each line is an object with conversation, seq, sender, type, text,
      time (milliseconds since 1970) and event. Where they apply it also has client_id,
      content, target, content_type, edited, recalled, recalled_by, title, owner, users
      and attributes. For a message, event is message and type is the content type, such
      as text. Other types are edit, recall, annotation, group_created, members_added,
      members_removed, conversation_changed, roles_set, members_silenced, users_banned,
      applied, applications_refused, member_named, announced, link_made, links_revoked
      and dismissed.
      """,
    ],
    options: ClientAccess.options + [
      CommandOption("json", says: "Print one JSON object for each entry."),
      CommandOption("from-start", says: "Begin with the first entry that the user may see, not with the next."),
      CommandOption("conversation", "WHERE", .conversation, says: "Only this conversation: direct:USER or group:ID."),
      CommandOption(
        "idle-exit", "TIME", .duration(1...86400),
        says:
          """
          End with exit code 0 once everything is printed and nothing new
          came for this long; with 69 if the server is away for a minute.
          """
      ),
    ],
    examples: [
      ("martlet tail --server ws://localhost:7777 --token-file bob.token", "print new entries, for people"),
      (
        "martlet tail --token-file bob.token --json --from-start --idle-exit 2",
        "print all entries, and end; the server is in MARTLET_SERVER"
      ),
    ],
    run: { arguments, surroundings in try await Tail(arguments, surroundings).run() })
}

/// Follows logs and prints them.
struct Tail: Sendable {
  private let access: ClientAccess
  private let only: Destination?
  private let start: LogStart
  private let isJSON: Bool
  private let idle: Duration?
  private let surroundings: Surroundings

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    access = try ClientAccess(arguments)
    only = arguments.destination("conversation")
    start = arguments.has("from-start") ? .first : .next
    isJSON = arguments.has("json")
    idle = arguments.duration("idle-exit").map { .seconds($0) }
    self.surroundings = surroundings
  }

  func run() async throws -> ExitCode {
    try await access.withClient(directory: nil) { try await run(with: $0) }
  }

  private func run(with client: MartletClient) async throws -> ExitCode {
    let progress = TailProgress()
    await client.connect()
    return try await withThrowingTaskGroup(of: ExitCode?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await follow(client, progress) }
      group.addTask { await tellStates(of: client) }
      if let idle { group.addTask { try await watch(client, progress, idle) } }
      while let code = try await group.next() {
        if let code { return code }
      }
      return .success
    }
  }

  private func follow(_ client: MartletClient, _ progress: TailProgress) async throws -> ExitCode? {
    do {
      // Only once the client knows all old entries can it tell which ones are new.
      if start == .next { try await client.caughtUp() }
      let logs = only.map { client.chat(to: $0).log(from: start) } ?? client.logs(from: start)
      for try await item in logs {
        try surroundings.output.write(isJSON ? JSONLine(item).text + "\n" : Tail.line(for: item))
        progress.note(item)
      }
      return nil
    } catch let error as MartletError {
      throw CommandFailure(error)
    }
  }

  /// Reports on standard error when the server is away.
  private func tellStates(of client: MartletClient) async -> ExitCode? {
    var isTold = false
    for await state in client.states() {
      switch state {
      case .connecting(_, _?) where !isTold:
        let cause = await client.lastConnectionError.map { ": \($0.connectionAdvice)" } ?? "."
        surroundings.say("martlet tail: no connection to \(access.server)\(visible(cause)) Trying again.")
        isTold = true
      case .online where isTold:
        surroundings.say("martlet tail: connected")
        isTold = false
      default: break
      }
    }
    return nil
  }

  /// The time that the server may be away before `--idle-exit` gives up.
  private static let patience = Duration.seconds(60)

  /// Waits until every entry is printed, and no new one has come for `idle` while connected.
  private func watch(_ client: MartletClient, _ progress: TailProgress, _ idle: Duration) async throws -> ExitCode? {
    var lastConnected = ContinuousClock.now
    var seen = progress.count
    var since = ContinuousClock.now
    while true {
      try await Task.sleep(for: min(idle / 10, .milliseconds(200)))
      let now = ContinuousClock.now
      let isCaughtUp = (try? await client.caughtUp(within: .zero)) != nil
      let isCurrent = isCaughtUp && client.state == .online
      if isCurrent { lastConnected = now }
      let isComplete = if isCurrent { try await progress.isComplete(of: client, only: only) } else { false }
      if progress.count != seen || !isComplete {
        seen = progress.count
        since = now
      }
      if now - since >= idle { return .success }
      if now - max(lastConnected, progress.last) > Tail.patience + idle {
        throw CommandFailure(
          .unavailable,
          "\(access.server) was away for too long: some entries may be missing. Check the server, and run tail again.")
      }
    }
  }

  /// A line for people.
  static func line(for item: LogItem) -> String {
    var words: String
    switch item.event {
    case .message(let content, _): words = ChatText.words(of: content)
    case .recalledMessage: words = "(recalled)"
    case .edited(let target, let content): words = "edited #\(target): \(content.map { ChatText.words(of: $0) } ?? "(recalled)")"
    case .recalled(let target): words = "recalled #\(target)"
    case .annotated(let target, let change): words = "#\(target): \(change.map { ChatText.words(of: $0) } ?? "annotation")"
    case .notice(let notice): return visible("\(item.id) \(ChatText.words(of: notice, by: item.sender))") + "\n"
    case .hidden: words = "(hidden)"
    case .unknown: words = "(unknown to this version; update martlet)"
    }
    return visible("\(item.id) \(item.sender): \(words)") + "\n"
  }
}

/// The progress of a tail, shared by the task that prints and the task that watches.
final class TailProgress: Sendable {
  private struct State {
    var count = 0
    var last = ContinuousClock.now
    var positions: [ConversationID: UInt64] = [:]
  }

  private let state = Mutex(State())

  /// The number of printed entries.
  var count: Int { state.withLock { $0.count } }
  /// The time when the last entry was printed.
  var last: ContinuousClock.Instant { state.withLock { $0.last } }

  func note(_ item: LogItem) {
    state.withLock { state in
      state.count &+= 1
      state.last = .now
      state.positions[item.conversation] = item.seq
    }
  }

  /// Whether every entry that the client knows of was printed.
  ///
  /// - Parameters:
  ///   - client: The client whose conversations are compared.
  ///   - only: The conversation that is followed; nil for all.
  /// - Returns: True if nothing is left to print.
  /// - Throws: `CommandFailure` if the conversations cannot be read.
  func isComplete(of client: MartletClient, only: Destination?) async throws -> Bool {
    do {
      let conversations = try await client.conversations()
      var wanted: ConversationID?
      if let only { wanted = try await client.chat(to: only).id() }
      let followed = wanted
      return state.withLock { state in
        conversations.allSatisfy { followed != nil && $0.id != followed || state.positions[$0.id] ?? 0 >= $0.head }
      }
    } catch {
      throw CommandFailure(error)
    }
  }
}
