/// The completion scripts of shells, generated from the table of commands.
enum Completions {
  /// The shells that there is a script for.
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  static func script(for shell: Shell) -> String {
    let commands = CommandLineInterface.commands
    return switch shell {
    case .bash: BashCompletion(commands: commands).script
    case .zsh: ZshCompletion(commands: commands).script
    case .fish: FishCompletion(commands: commands).script
    }
  }

  /// The words that may follow `martlet help`.
  static func topics(_ commands: [CommandDescription]) -> [String] {
    commands.map(\.name) + [CommandLineInterface.exitCodesTopic]
  }

  /// Text as one word in single quotes.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}

/// Shell completions for a value.
enum ValueCompletion: Equatable {
  case nothing
  case words([String])
  case files
  case directories
}

extension CommandOption {
  var completion: ValueCompletion {
    switch value {
    case .choice(let words): .words(words)
    case .file: .files
    case .directory: .directories
    case .none, .text, .number, .duration, .address, .server, .user, .app, .conversation, .clientID: .nothing
    }
  }

  /// The summary up to its first sentence's end, on one line, without the full stop.
  var shortSummary: String {
    let line = summary.split(separator: "\n").joined(separator: " ")
    let end = line.indices.first { line[$0] == "." && line[line.index(after: $0)...].first ?? " " == " " }
    return String(end.map { line[..<$0] } ?? line[...])
  }
}
