import MartletServer

/// The commands of `martlet`, and how the command line selects one.
enum CommandLineInterface {
  static let version = Server.version

  static let commands: [CommandDescription] = [
    .serve, .config, .token, .app, .backup, .restored, .migrate, .chat, .send, .tail, .doctor, .bench, .check, .completions, .man,
  ]

  /// The topic of `martlet help` that lists the exit codes.
  static let exitCodesTopic = "exit-codes"

  /// The command named by the first word; nil if there is none.
  static func command(in words: [String]) -> CommandDescription? {
    words.first.flatMap { name in commands.first { $0.name == name } }
  }

  /// Runs the command line, given the words after the program's name.
  static func run(_ words: [String], in surroundings: Surroundings) async -> ExitCode {
    do {
      return try await answer(words, in: surroundings)
    } catch let failure as CommandFailure {
      let name = command(in: words).map { " \($0.name)" } ?? ""
      surroundings.say("martlet\(name): \(visible(failure.message, keepingLines: true))")
      if failure.code == .usage { surroundings.say("Try: martlet help\(name)") }
      return failure.code
    } catch is OutputClosed {
      return .success
    } catch {
      surroundings.say("martlet: \(visible("\(error)"))")
      return .internalFailure
    }
  }

  private static func answer(_ words: [String], in surroundings: Surroundings) async throws -> ExitCode {
    guard let first = words.first else {
      surroundings.say(overview)
      return .usage
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "help", "--help", "-h": return try help(on: rest, in: surroundings)
    case "--version", "version":
      try surroundings.output.write("martlet \(version)\n")
      return .success
    default: break
    }
    guard let command = command(in: words) else {
      let names = commands.map(\.name) + ["help"]
      let near = nearest(to: first, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw CommandFailure(.usage, "there is no command '\(visible(first))'\(near)")
    }
    if rest.contains("--help") || rest.contains("-h") { return try help(on: [command.name], in: surroundings) }
    let arguments = try Arguments(parsing: rest, options: command.options, variable: surroundings.variable)
    return try await command.run(arguments, surroundings)
  }

  private static func help(on words: [String], in surroundings: Surroundings) throws -> ExitCode {
    guard let topic = words.first else {
      try surroundings.output.write(overview + "\n")
      return .success
    }
    if topic == exitCodesTopic {
      try surroundings.output.write("Exit codes, for scripts:\n\n" + ExitCode.table)
      return .success
    }
    guard let command = command(in: words) else {
      let near = nearest(to: topic, among: Completions.topics(commands)).map { "; did you mean '\($0)'?" } ?? ""
      throw CommandFailure(.usage, "there is no help on '\(visible(topic))'\(near)")
    }
    try surroundings.output.write(command.help)
    return .success
  }

  static var overview: String {
    let widest = commands.map(\.name.count).max() ?? 0
    var text = "Martlet: a messaging server, and clients for it.\n\nusage: martlet COMMAND [OPTIONS]\n\n"
    for command in commands {
      text += "  \(command.name)\(String(repeating: " ", count: widest + 2 - command.name.count))\(command.summary)\n"
    }
    text += "\n  martlet help COMMAND       examples, options and what the command does"
    text += "\n  martlet help exit-codes    the exit codes, for scripts"
    return text + "\n  martlet --version          the version"
  }
}
