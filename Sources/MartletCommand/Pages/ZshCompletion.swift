/// The completion script for zsh, for `$fpath` or for `source`.
struct ZshCompletion {
  let commands: [CommandDescription]

  var script: String {
    """
    #compdef martlet
    # zsh completion for martlet, printed by `martlet completions zsh`
    _martlet() {
      local -a commands=(
    \(commands.map { "    \(Completions.quoted("\($0.name):\($0.summary)"))\n" }.joined())\
        'help:show the help of a command'
      )
      if ((CURRENT == 2)); then
        _describe command commands
        return
      fi
      local command=$words[2]
      shift words
      ((CURRENT--))
      case $command in
        help) _values topic \(Completions.topics(commands).joined(separator: " ")) ;;
    \(commands.map(arguments).joined())  esac
    }
    if [[ ${funcstack[1]} == _martlet ]]; then _martlet "$@"; else compdef _martlet martlet; fi

    """
  }

  private func arguments(of command: CommandDescription) -> String {
    let specifications = command.options.map { specification(of: $0) } + ["--help[show the help of this command]"]
    return "    \(command.name))\n      _arguments"
      + specifications.map { " \\\n        \(Completions.quoted($0))" }.joined() + "\n      ;;\n"
  }

  private func specification(of option: CommandOption) -> String {
    let name = escaped(option.placeholder)
    let action =
      switch option.completion {
      case .nothing: " "
      case .words(let choices): "(\(choices.joined(separator: " ")))"
      case .files: "_files"
      case .directories: "_files -/"
      }
    if option.isOperand { return "1\(option.isRequired ? "" : ":"):\(name):\(action)" }
    let summary = escaped(option.shortSummary)
    return option.isFlag ? "--\(option.name)[\(summary)]" : "--\(option.name)=[\(summary)]:\(name):\(action)"
  }

  /// Text within a specification, in which colons and brackets would end a part.
  private func escaped(_ text: String) -> String { String(text.flatMap { "[]:\\".contains($0) ? ["\\", $0] : [$0] }) }
}
