import Martlet
import MartletWire
import Synchronization

extension CommandDescription {
  static let send = CommandDescription(
    name: "send",
    summary: "send one message and print its position",
    about: [
      """
      Sends one message. Once the server has it on disk, send prints its position in the
      conversation's log, such as direct:alice:bob#12. Keeps nothing on this machine.
      """,
      """
      With --id, you can repeat the command: the server stores the message once, and
      each run prints the same position. Exit code 75 means that the message may or may
      not be stored: repeat the command with the same --id. Without --id, send prints
      the id that it used.
      """,
    ],
    options: ClientAccess.options + [
      CommandOption("to", "WHERE", .conversation, required: true, says: "The conversation: direct:USER or group:ID."),
      CommandOption("text", "TEXT", .text, says: "The text of the message."),
      CommandOption("file", "FILE", .file, says: "Instead of --text: a file to upload, which the message names."),
      CommandOption("type", "TYPE", .text, says: "Instead of --text: a content type of your own, with --content."),
      CommandOption("content", "JSON", .text, says: "The content of that type: a JSON object."),
      CommandOption(
        "id", "ID", .clientID, standard: "a new one", says: "The idempotency key: 1 to 64 visible ASCII characters."),
      CommandOption(
        "timeout", "TIME", .duration(1...86400), standard: "30",
        says: "How long to try; with --file, how long to wait while nothing moves."),
      CommandOption(
        "json", says: "Print a JSON object: conversation, seq, time, id, client_id; or on\nfailure error and client_id."),
    ],
    examples: [
      (
        "martlet send --server ws://localhost:7777 --token-file bob.token --to direct:alice --text Tea",
        "prints direct:alice:bob#12"
      ),
      (
        "martlet send --token-file bob.token --to group:team --text 'All is well' --id report-1",
        "can be repeated; the server is in MARTLET_SERVER"
      ),
    ],
    run: { arguments, surroundings in try await SendOne(arguments, surroundings).run() })
}

/// Sends one message and reports the outcome.
struct SendOne: Sendable {
  private let access: ClientAccess
  private let destination: Destination
  private let cargo: Cargo
  private let given: ClientID?
  private let timeout: Duration
  private let isJSON: Bool
  private let surroundings: Surroundings

  /// What is sent.
  private enum Cargo {
    case content(MessageContent)
    case file(String)
  }

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    access = try ClientAccess(arguments)
    guard let destination = arguments.destination("to") else { throw CommandFailure(.usage, "--to is missing: --to WHERE") }
    self.destination = destination
    if let path = arguments.text("file") {
      guard arguments.text("text") == nil, arguments.text("type") == nil, arguments.text("content") == nil else {
        throw CommandFailure(.usage, "give --file FILE alone, without --text, --type and --content")
      }
      cargo = .file(path)
    } else {
      cargo = .content(try SendOne.content(arguments))
    }
    given = arguments.text("id").flatMap { ClientID($0) }
    timeout = .seconds(arguments.duration("timeout") ?? 30)
    isJSON = arguments.has("json")
    self.surroundings = surroundings
  }

  private static func content(_ arguments: Arguments) throws -> MessageContent {
    switch (arguments.text("text"), arguments.text("type"), arguments.text("content")) {
    case (let text?, nil, nil):
      guard !isBlank(text) else { throw CommandFailure(.usage, "--text is blank: there is nothing to send") }
      return .text(text)
    case (nil, let type?, let json?):
      // The server's answer would not say that it is no JSON.
      guard case .object = try? JSONValue(json: Array(json.utf8), limits: DecodingLimits()) else {
        throw CommandFailure(.malformed, "--content is not a JSON object. Write it as in '{\"key\": \"value\"}'.")
      }
      return .custom(type: type, json: json)
    case (nil, nil, nil):
      throw CommandFailure(.usage, "the message is missing: give --text TEXT, --file FILE, or --type TYPE with --content JSON")
    default: throw CommandFailure(.usage, "give either --text TEXT, or --type TYPE with --content JSON")
    }
  }

  func run() async throws -> ExitCode {
    try await access.withClient(directory: nil) { try await send(with: $0) }
  }

  private func send(with client: MartletClient) async throws -> ExitCode {
    let id: ClientID = if let given { given } else { await client.newClientID() }
    let end = ContinuousClock.now + timeout
    await client.connect()
    do {
      try await client.connected(within: timeout)
    } catch {
      guard error.code == .timedOut else { return try tell(CommandFailure(error), id) }
      let cause = await client.lastConnectionError.map { ": \($0.connectionAdvice)" } ?? "."
      return try tell(CommandFailure(.unavailable, "nothing was sent, no connection to \(access.server)\(cause)"), id)
    }
    switch await result(of: client, id: id, within: max(.zero, end - .now)) {
    case .sent(let entry, let time):
      try surroundings.output.write(isJSON ? SendOne.json(entry, time, id) : "\(entry)\n")
      return .success
    case .failed(let error): return try tell(CommandFailure(error), id, error.code.server)
    // A message is never `unchanged`, and the command has no interceptor.
    case .unknown, .unchanged, .takenOver:
      return try tell(
        CommandFailure(
          .outcomeUnknown, "the server did not answer: the message may or may not be stored. Repeat the command with --id \(id)"),
        id)
    }
  }

  /// Sends; gives up if the server ends the session for good, or takes nothing of a file for as long as the limit.
  private func result(of client: MartletClient, id: ClientID, within limit: Duration) async -> SendResult {
    let motion = Motion()
    return await withTaskGroup(of: SendResult?.self) { group in
      group.addTask {
        let chat = client.chat(to: destination)
        return switch cargo {
        case .content(let content): await chat.send(content, id: id, within: limit)
        case .file(let path):
          await chat.send(file: path, id: id) { _ in motion.last.withLock { $0 = .now } }
        }
      }
      group.addTask {
        guard case .file = cargo else { return nil }
        while case let end = motion.last.withLock({ $0 }) + limit, end > .now {
          do { try await Task.sleep(until: end) } catch { return nil }
        }
        return .unknown
      }
      group.addTask {
        for await state in client.states() {
          if case .ended = state { return .unknown }
        }
        return nil
      }
      defer { group.cancelAll() }
      while let result = await group.next() {
        if let result { return result }
      }
      return .unknown
    }
  }

  /// When bytes of a file arrived last.
  private final class Motion: Sendable {
    let last = Mutex(ContinuousClock.now)
  }

  private func tell(_ failure: CommandFailure, _ id: ClientID, _ code: ErrorCode? = nil) throws -> ExitCode {
    guard isJSON else { throw failure }
    try surroundings.output.write(SendOne.json(failure, id, code))
    return failure.code
  }

  static func json(_ entry: MessageID, _ time: Timestamp, _ id: ClientID) -> String {
    var line = JSONLine()
    line.add("conversation", entry.conversation.text)
    line.add("seq", entry.seq)
    line.add("time", time.milliseconds)
    line.add("id", entry.description)
    line.add("client_id", id.text)
    return line.text + "\n"
  }

  static func json(_ failure: CommandFailure, _ id: ClientID, _ code: ErrorCode?) -> String {
    var line = JSONLine()
    line.add("error", failure.message)
    if let code {
      line.add("code", code.rawValue)
      line.add("name", code.name)
    }
    line.add("client_id", id.text)
    return line.text + "\n"
  }
}
