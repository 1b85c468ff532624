/// The completion script for fish.
struct FishCompletion {
  let commands: [CommandDescription]

  var script: String {
    var script = "# fish completion for martlet, printed by `martlet completions fish`\ncomplete -c martlet -f\n"
    for command in commands { script += line("__fish_use_subcommand", ["-a", command.name], command.summary) }
    script += line("__fish_use_subcommand", ["-a", "help"], "show the help of a command")
    script += line("__fish_use_subcommand", ["-l", "version"], "print the version")
    for topic in Completions.topics(commands) { script += line(seen("help"), ["-a", topic], "") }
    for command in commands {
      for option in command.options { script += line(seen(command.name), words(for: option), option.shortSummary) }
      script += line(seen(command.name), ["-l", "help"], "show the help of this command")
    }
    return script
  }

  private func seen(_ command: String) -> String { "__fish_seen_subcommand_from \(command)" }

  private func line(_ condition: String, _ words: [String], _ description: String) -> String {
    let words = words.map { $0.allSatisfy { $0.isLetter || $0 == "-" } ? $0 : quoted($0) }
    let note = description.isEmpty ? "" : " -d \(quoted(description))"
    return "complete -c martlet -n \(quoted(condition)) \(words.joined(separator: " "))\(note)\n"
  }

  private func words(for option: CommandOption) -> [String] {
    var words = option.isOperand ? [] : ["-l", option.name]
    if option.isFlag { return words }
    switch option.completion {
    case .nothing: words.append("-x")
    case .words(let choices): words += (option.isOperand ? [] : ["-x"]) + ["-a", choices.joined(separator: " ")]
    case .files: words += ["-r", "-F"]
    case .directories: words += ["-x", "-a", "(__fish_complete_directories)"]
    }
    return words
  }

  /// Text in single quotes, in which fish reads a backslash before a quote or a backslash.
  private func quoted(_ text: String) -> String {
    "'" + text.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] } + "'"
  }
}
