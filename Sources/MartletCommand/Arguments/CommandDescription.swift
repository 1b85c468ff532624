/// One command: its name, its options, its help, and the function that runs it.
struct CommandDescription: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// The paragraphs of the help, each already broken into lines.
  let about: [String]
  let options: [CommandOption]
  /// Example command lines, each with its effect.
  let examples: [(line: String, what: String)]
  /// Signals that the command handles itself.
  var signals: [Int32] = []
  let run: @Sendable (Arguments, Surroundings) async throws -> ExitCode
}

extension CommandDescription {
  /// The text of `martlet help NAME`: an example first.
  var help: String {
    var text = "martlet \(name): \(summary)\n\n"
    if !examples.isEmpty {
      text += "examples:\n"
      for example in examples { text += "  \(example.line)\n      \(example.what)\n" }
      text += "\n"
    }
    text += "usage: \(usage)\n\n"
    for paragraph in about { text += paragraph + "\n\n" }
    if !options.isEmpty { text += "options:\n" + optionTable + "\n" }
    return text + "Exit codes: martlet help exit-codes\n"
  }

  /// Each option as the usage line shows it, with brackets around those that may be left out.
  var usageForms: [String] {
    options.map { $0.isRequired && $0.variable == nil ? $0.form : "[\($0.form)]" }
  }

  /// `martlet NAME` with its options, broken at 80 columns.
  private var usage: String {
    var lines = ["martlet \(name)"]
    for form in usageForms {
      let last = lines[lines.count - 1]
      // "usage: " stands before the first line only.
      if last.count + form.count + 8 > 80 {
        lines.append("         " + form)
      } else {
        lines[lines.count - 1] = last + " " + form
      }
    }
    return lines.joined(separator: "\n")
  }

  private var optionTable: String {
    let widest = min(26, options.map { $0.form.count }.max() ?? 0)
    var text = ""
    for option in options {
      let indent = "\n" + String(repeating: " ", count: widest + 4)
      text += "  " + option.form
      text += option.form.count > widest ? indent : String(repeating: " ", count: widest + 2 - option.form.count)
      text += option.summary.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: indent)
      for note in option.notes { text += indent + note }
      text += "\n"
    }
    return text
  }
}

extension CommandOption {
  /// Sentences on the option's default and its environment variable.
  var notes: [String] {
    (standard.map { ["Default: \($0)."] } ?? []) + (variable.map { ["Environment variable: \($0)."] } ?? [])
  }
}
