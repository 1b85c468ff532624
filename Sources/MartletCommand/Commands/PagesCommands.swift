extension CommandDescription {
  static let completions = CommandDescription(
    name: "completions",
    summary: "print a shell's completion script",
    about: [
      """
      Prints a script that lets the Tab key complete commands, options and their values.
      The Debian package installs all three scripts.
      """
    ],
    options: [
      CommandOption(
        operand: "shell", "SHELL", .choice(Completions.Shell.allCases.map(\.rawValue)), says: "The shell: bash, zsh or fish.")
    ],
    examples: [
      ("martlet completions bash > ~/.local/share/bash-completion/completions/martlet", "for bash, from the next shell on"),
      ("martlet completions fish > ~/.config/fish/completions/martlet.fish", "for fish"),
    ],
    run: { arguments, surroundings in
      guard let shell = Completions.Shell(rawValue: try arguments.required("shell")) else {
        throw CommandFailure(.usage, "SHELL is missing")
      }
      try surroundings.output.write(Completions.script(for: shell))
      return .success
    })

  static let man = CommandDescription(
    name: "man",
    summary: "print a manual page",
    about: [
      """
      Prints the manual page martlet(1), or that of one command, for man(1). The Debian
      package installs all of them.
      """
    ],
    options: [
      CommandOption(operand: "command", "COMMAND", .text, says: "The command, such as serve.", required: false)
    ],
    examples: [
      ("martlet man | man -l -", "read the page"),
      ("martlet man serve > martlet-serve.1", "the page of a command, as a file"),
    ],
    run: { arguments, surroundings in
      guard let name = arguments.text("command") else {
        try surroundings.output.write(ManualPage.overview(of: CommandLineInterface.commands))
        return .success
      }
      guard let command = CommandLineInterface.command(in: [name]) else {
        throw CommandFailure(.usage, "there is no command '\(visible(name))'")
      }
      try surroundings.output.write(ManualPage.page(of: command))
      return .success
    })
}
