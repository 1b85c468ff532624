import Martlet

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CommandDescription {
  static let chat = CommandDescription(
    name: "chat",
    summary: "chat in this terminal, or send the lines of a file",
    about: [
      """
      Shows a conversation and sends the lines you type. Each line is stored on this
      machine's disk before chat reads the next one, and is sent exactly once. If this
      program, the network or the server fails, start chat again: it sends the rest.
      Type /help for the commands of the chat. Ctrl-D ends it.
      """,
      """
      In a script, each line of the input is a message or a /command. Chat prints each
      message of the conversation as a line #POSITION SENDER: TEXT; everything else
      goes to standard error. Blank lines are not sent. At the end of the input, chat
      waits until every line is sent.
      """,
      """
      Chat reads the input byte by byte, and no line before the last one is stored.
      If chat is killed, at most the line that it was reading is lost. With --batch
      NAME no line is lost: chat sends line N under the id NAME-N, so you can repeat
      the whole input, and the server still stores each line once.
      """,
    ],
    options: ClientAccess.options + [
      CommandOption("to", "WHERE", .conversation, says: "The conversation to open: direct:USER or group:ID."),
      CommandOption(
        "data", "DIR", .directory, standard: "~/.local/state/martlet/SERVER/USER",
        says: "Where to keep this user's messages. One chat at a time uses it."),
      CommandOption("history", "N", .number(0...100_000), standard: "20", says: "How many messages to show at the start."),
      CommandOption("verbatim", says: "In a script: send every line as a message, even if it begins with\na slash."),
      CommandOption("batch", "NAME", .clientID, says: "In a script: like --verbatim, and the whole input can be repeated."),
    ],
    examples: [
      ("martlet chat --server ws://localhost:7777 --token-file alice.token --to direct:bob", "talk to bob"),
      (
        "martlet chat --token-file alice.token --to group:team --batch report-7 < report.txt",
        "send the lines of a file; if it is interrupted, run it again"
      ),
    ],
    signals: [SIGINT, SIGTERM, SIGHUP, SIGWINCH],
    run: { arguments, surroundings in try await ChatRun(arguments, surroundings).run() })
}

/// Sets up a chat, runs it, and cleans up.
struct ChatRun: Sendable {
  private let access: ClientAccess
  private let destination: Destination?
  private let directory: String
  private let me: UserID?
  private let historyLimit: Int
  private let form: ChatSession.InputForm
  private let surroundings: Surroundings

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    access = try ClientAccess(arguments)
    destination = arguments.destination("to")
    let claims = TokenSource.claims(of: try access.tokens.read())
    me = claims?.user
    historyLimit = arguments.number("history") ?? 20
    form = arguments.text("batch").map { .batch($0) } ?? (arguments.has("verbatim") ? .verbatim : .typed)
    self.surroundings = surroundings
    if let data = arguments.text("data") {
      directory = data
    } else {
      guard let claims, let address = ServerAddress(access.server) else {
        throw CommandFailure(.malformed, "the token does not name its user. Say where to keep the messages with --data DIR.")
      }
      directory = try LocalPlace.directory(of: address, app: claims.app, user: claims.user, variable: surroundings.variable)
    }
  }

  func run() async throws -> ExitCode {
    try LocalPlace.makeParents(of: directory)
    let isInteractive = surroundings.input == STDIN_FILENO && Terminal.isInteractive(variable: surroundings.variable)
    return try await access.withClient(directory: directory) { client in
      let session = try ChatSession(
        client: client, server: access.server, directory: directory, model: ChatModel(me: me, destination: destination),
        text: ChatText(isForTerminal: isInteractive, clock: { LocalTime.clock(milliseconds: $0) }), historyLimit: historyLimit,
        display: try display(isInteractive))
      defer { TerminalRescue.restore() }
      return try await run(session, client, isInteractive)
    }
  }

  private func display(_ isInteractive: Bool) throws -> ChatDisplay {
    guard isInteractive else { return .plain(PlainDisplay(output: surroundings.output, errors: surroundings.errors)) }
    guard let terminal = Terminal.takeKeys() else {
      throw CommandFailure(.internalFailure, "the terminal cannot be read key by key. Use a pipe instead.")
    }
    let size = terminal.size
    let hasColours = surroundings.variable("NO_COLOR").map(\.isEmpty) ?? true
    return .screen(ScreenDisplay(output: surroundings.output, columns: size.columns, rows: size.rows, hasColours: hasColours))
  }

  private func run(_ session: ChatSession, _ client: MartletClient, _ isInteractive: Bool) async throws -> ExitCode {
    let input = try StandardInput(descriptor: surroundings.input)
    await client.connect()
    do {
      let code = try await run(session, input, isInteractive)
      await session.leave()
      return code
    } catch {
      await session.leave()
      throw error
    }
  }

  private func run(_ session: ChatSession, _ input: StandardInput, _ isInteractive: Bool) async throws -> ExitCode {
    try await withThrowingTaskGroup(of: ExitCode?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await session.endings.first { _ in true }?.get() }
      group.addTask { try await nothing(session.followEvents()) }
      group.addTask { try await nothing(session.followStates()) }
      group.addTask { try await nothing(session.keepMarks()) }
      group.addTask { try await nothing(follow(surroundings.signals, for: session)) }
      group.addTask {
        try await nothing(isInteractive ? session.takeKeys(from: input) : session.takeLines(from: input, as: form))
      }
      while let code = try await group.next() {
        if let code { return code }
      }
      return .success
    }
  }

  /// The result of a task that does not end the run.
  private func nothing(_ done: Void) -> ExitCode? { nil }

  private func follow(_ signals: AsyncStream<Int32>, for session: ChatSession) async throws {
    for await signal in signals {
      switch signal {
      case SIGWINCH: try await session.resized()
      case SIGINT: session.end(.interrupted)
      case SIGHUP: session.end(.hungUp)
      default: session.end(.terminated)
      }
    }
  }
}
