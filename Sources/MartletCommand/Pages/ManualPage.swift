/// The manual pages, generated from the table of commands, in the macros of man(7).
enum ManualPage {
  /// The page martlet(1): the commands, the exit codes and the environment.
  static func overview(of commands: [CommandDescription]) -> String {
    var page = head("martlet", "self-hosted messaging server, and clients for it")
    page += ".SH SYNOPSIS\n.B martlet\n.I COMMAND\n.RI [ OPTION ...]\n.br\n.B martlet help\n.RI [ COMMAND ]\n"
    page += ".SH DESCRIPTION\n"
    page += "A server keeps every conversation as a log with positions 1, 2, 3 ... without gaps.\n"
    page += "The commands run the server, administer it, and send and read messages.\n"
    page += ".SH COMMANDS\n"
    for command in commands { page += ".TP\n.BR \(Roff.option("martlet-\(command.name)")) (1)\n\(Roff.line(command.summary))\n" }
    page += ".SH EXAMPLES\n"
    for command in commands.prefix(4) { page += examples(command.examples.prefix(1)) }
    page += ".SH EXIT STATUS\n"
    for code in ExitCode.allCases { page += ".TP\n.B \(code.rawValue)\n\(Roff.line(code.meaning))\n" }
    page += ".SH ENVIRONMENT\n"
    for (name, options) in variables(of: commands) { page += ".TP\n.B \(name)\nThe default of \(options).\n" }
    return page
  }

  /// The page martlet-NAME(1).
  static func page(of command: CommandDescription) -> String {
    var page = head("martlet-\(command.name)", command.summary)
    page += ".SH SYNOPSIS\n.B martlet \(command.name)\n"
    for (option, form) in zip(command.options, command.usageForms) { page += synopsis(option, isOptional: form.hasPrefix("[")) }
    page += ".SH DESCRIPTION\n" + command.about.map { Roff.paragraph($0) }.joined(separator: ".PP\n")
    if !command.options.isEmpty { page += ".SH OPTIONS\n" }
    for option in command.options {
      page += ".TP\n\(form(of: option))\n\(Roff.line(option.summary))\n"
      for note in option.notes { page += Roff.line(note) + "\n" }
    }
    page += ".SH EXAMPLES\n" + examples(command.examples[...])
    return page + ".SH EXIT STATUS\n0 if all is well.\n.BR martlet (1)\nlists the other codes.\n.SH SEE ALSO\n.BR martlet (1)\n"
  }

  private static func head(_ name: String, _ summary: String) -> String {
    let name = Roff.option(name)
    return ".\\\" Printed by `martlet man` from the table of commands.\n"
      + ".TH \(name.uppercased()) 1 \"\" \"Martlet \(CommandLineInterface.version)\" \"Martlet Manual\"\n"
      // Words are not broken, so that options can be searched for.
      + ".nh\n.ad l\n.SH NAME\n\(name) \\- \(Roff.text(summary))\n"
  }

  private static func form(of option: CommandOption) -> String {
    if option.isOperand { return ".I \(option.placeholder)" }
    let name = Roff.option("--\(option.name)")
    return option.isFlag ? ".B \(name)" : ".BI \(name) \" \(option.placeholder)\""
  }

  private static func synopsis(_ option: CommandOption, isOptional: Bool) -> String {
    guard isOptional else { return form(of: option) + "\n" }
    if option.isOperand { return ".RI [ \(option.placeholder) ]\n" }
    let name = Roff.option("--\(option.name)")
    return option.isFlag ? ".RB [ \(name) ]\n" : "[\\fB\(name)\\fR \\fI\(option.placeholder)\\fR]\n"
  }

  private static func examples(_ examples: ArraySlice<(line: String, what: String)>) -> String {
    examples.map { ".TP\n.B \(Roff.option(Roff.text($0.line)))\n\(Roff.line($0.what))\n" }.joined()
  }

  /// The environment variables of all options, with the options that read them.
  private static func variables(of commands: [CommandDescription]) -> [(name: String, options: String)] {
    var names: [String: Set<String>] = [:]
    for option in commands.flatMap(\.options) {
      if let variable = option.variable { names[variable, default: []].insert(Roff.option("\\fB--\(option.name)\\fR")) }
    }
    return names.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted().joined(separator: " and ")) }
  }
}

/// Text as troff takes it.
enum Roff {
  /// Text within a line, with nothing that troff would act on.
  static func text(_ text: String) -> String {
    var result = ""
    for letter in text {
      switch letter {
      case "\\": result += "\\e"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      default: result.append(letter)
      }
    }
    return result
  }

  /// Text as an input line of its own; line ends in it are blanks.
  static func line(_ text: String) -> String {
    let words = text.split(separator: "\n").joined(separator: " ").split(separator: " ", omittingEmptySubsequences: false)
    // A dash within a word of prose is a hyphen, which troff may show as one.
    let line = words.map { $0.hasPrefix("-") ? option(self.text(String($0))) : self.text(String($0)) }.joined(separator: " ")
    return line.hasPrefix(".") ? "\\&" + line : line
  }

  /// Escaped text in which each dash stays a dash, so that it can be copied into a shell.
  static func option(_ text: String) -> String { String(text.flatMap { $0 == "-" ? ["\\", $0] : [$0] }) }

  /// A paragraph of help; rows that are indented stay as they are.
  static func paragraph(_ text: String) -> String {
    var result = ""
    var isTable = false
    for row in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if row.hasPrefix(" ") != isTable {
        isTable.toggle()
        result += isTable ? ".PP\n.EX\n" : ".EE\n"
      }
      result += line(row) + "\n"
    }
    return isTable ? result + ".EE\n" : result
  }
}
