/// The completion script for bash, which needs nothing but bash.
struct BashCompletion {
  let commands: [CommandDescription]

  var script: String {
    """
    # bash completion for martlet, printed by `martlet completions bash`
    _martlet() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]-}
      # bash splits --data=DIR at the equals sign.
      if [[ $word == '=' ]]; then
        word=''
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        _martlet_words \(words(commands.map(\.name) + ["help", "--help", "--version"]))
        return
      fi
      case $command:$previous in
        help:help) _martlet_words \(words(Completions.topics(commands))) ;;
    \(commands.map(values).joined())    *)
          case $command in
    \(commands.map(options).joined())      esac
          ;;
      esac
    }
    _martlet_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
    _martlet_files() {
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
    }
    complete -F _martlet martlet

    """
  }

  private func words(_ words: [String]) -> String { Completions.quoted(words.joined(separator: " ")) }

  /// The lines that complete the values of a command's options.
  private func values(of command: CommandDescription) -> String {
    command.options.filter { !$0.isFlag && !$0.isOperand }.map { option in
      let action =
        switch option.completion {
        case .nothing: ":"
        case .words(let choices): "_martlet_words \(words(choices))"
        case .files: "_martlet_files -f"
        case .directories: "_martlet_files -d"
        }
      return "    \(command.name):--\(option.name)) \(action) ;;\n"
    }.joined()
  }

  /// The line that completes a command's options and operands.
  private func options(of command: CommandDescription) -> String {
    var offered: [String] = []
    for option in command.options {
      if !option.isOperand {
        offered.append("--\(option.name)")
      } else if case .words(let choices) = option.completion {
        offered += choices
      }
    }
    return "        \(command.name)) _martlet_words \(words(offered + ["--help"])) ;;\n"
  }
}
