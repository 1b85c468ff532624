import Martlet

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CommandDescription {
  static let chat = CommandDescription(
    name: "chat",
    summary: "talk to others in this terminal",
    about: [
      """
      Shows a conversation and sends what you type. What you type is on this machine's
      disk before the next line is taken, and is sent once, however often this program,
      the network or the server fails; start chat again and it goes on. In the chat,
      /help lists what else it can do. Ctrl-D ends it.
      """,
      """
      In a script: each line of the input is a message (or a /command), each message of
      the conversation is a line #POSITION SENDER: TEXT of the output, everything else
      goes to standard error. At the end of the input chat waits until all is sent.
      A line is read only when the one before it is stored, and byte by byte, so
      that no line is lost in this process but the one it was reading when it was
      killed. With --batch NAME not even that: line N is sent under the id NAME-N, so
      after a kill give the whole input again and each line is still sent once.
      """,
    ],
    options: ClientAccess.options + [
      CommandOption("to", "WHERE", .conversation, says: "Open this conversation: direct:USER or group:ID."),
      CommandOption(
        "data", "DIR", .text, standard: "~/.local/state/martlet/SERVER/USER",
        says: "Where this user's messages are kept. One chat at a time uses it."),
      CommandOption("history", "N", .number(0...100_000), standard: "20", says: "How many messages to show at the start."),
      CommandOption("verbatim", says: "In a script: every line is a message, also with a slash."),
      CommandOption("batch", "NAME", .clientID, says: "In a script: as --verbatim, and safe to repeat as a whole."),
    ],
    examples: [
      ("martlet chat --server ws://localhost:7777 --token-file alice.token --to direct:bob", "talk to bob"),
      (
        "martlet chat --token-file alice.token --to group:team --batch report-7 < report.txt",
        "send the lines of a file; repeat it if it was interrupted"
      ),
    ],
    signals: [SIGINT, SIGTERM, SIGHUP, SIGWINCH],
    run: { arguments, surroundings in try await ChatRun(arguments, surroundings).run() })
}

/// Sets a chat up and takes it down.
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
        throw CommandFailure(.malformed, "the token does not say whose it is; name a place for the messages with --data DIR")
      }
      directory = try LocalPlace.directory(of: address, app: claims.app, user: claims.user, variable: surroundings.variable)
    }
  }

  func run() async throws -> ExitCode {
    try LocalPlace.makeParents(of: directory)
    let isInteractive = surroundings.input == STDIN_FILENO && Terminal.isInteractive(variable: surroundings.variable)
    return try await access.withClient(directory: directory) { client in
      let session = try ChatSession(
        client: client, directory: directory, model: ChatModel(me: me, destination: destination),
        text: ChatText(isForTerminal: isInteractive, clock: { LocalTime.clock(milliseconds: $0) }), historyLimit: historyLimit,
        display: try display(isInteractive))
      defer { TerminalRescue.restore() }
      return try await run(session, client, isInteractive)
    }
  }

  private func display(_ isInteractive: Bool) throws -> ChatDisplay {
    guard isInteractive else { return .plain(PlainDisplay(output: surroundings.output, errors: surroundings.errors)) }
    guard let terminal = Terminal.takeKeys() else {
      throw CommandFailure(.internalFailure, "the terminal refuses to be read key by key; try with a pipe")
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

  /// A task that ends without saying how the run is to end.
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
