/// One command: what it is called, what it takes, how its help reads, what it does.
struct CommandDescription: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// Paragraphs of the help, each already broken into lines.
  let about: [String]
  let options: [CommandOption]
  /// Command lines to try, with what each does.
  let examples: [(line: String, what: String)]
  /// Signals it wants to hear of instead of being ended by them.
  var signals: [Int32] = []
  let run: @Sendable (Arguments, Surroundings) async throws -> ExitCode
}

extension CommandDescription {
  /// The lines of `martlet help NAME`.
  var help: String {
    var text = "usage: \(usage)\n\n"
    for paragraph in about { text += paragraph + "\n\n" }
    if !options.isEmpty { text += optionTable + "\n" }
    if !examples.isEmpty {
      text += "examples:\n"
      for example in examples { text += "  \(example.line)\n      \(example.what)\n" }
      text += "\n"
    }
    return text + "Exit codes: martlet help exit-codes\n"
  }

  /// `martlet NAME` with its options, those that may be left out in brackets, broken at 80 columns.
  private var usage: String {
    var lines = ["martlet \(name)"]
    for option in options {
      let form = option.isRequired && option.variable == nil ? option.form : "[\(option.form)]"
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
      if let standard = option.standard { text += indent + "Without it: \(standard)." }
      if let variable = option.variable { text += indent + "Also read from the environment variable \(variable)." }
      text += "\n"
    }
    return text
  }
}
