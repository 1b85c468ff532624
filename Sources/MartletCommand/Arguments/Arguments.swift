import Martlet
import MartletServer
import MartletWire

/// The options given to a command, checked against its table.
struct Arguments: Sendable {
  private let values: [String: String]

  init(values: [String: String]) { self.values = values }

  func has(_ name: String) -> Bool { values[name] != nil }

  func text(_ name: String) -> String? { values[name] }

  /// The value of a required option, which the parser has checked for.
  func required(_ name: String) throws -> String {
    guard let value = values[name] else { throw CommandFailure(.usage, "--\(name) is missing") }
    return value
  }

  func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// A duration in seconds.
  func duration(_ name: String) -> Int? { values[name].flatMap { OptionValue.seconds($0) } }

  func address(_ name: String) -> ListenAddress? { values[name].flatMap { ListenAddress($0) } }

  func destination(_ name: String) -> Destination? { values[name].flatMap { Destination($0) } }
}

extension Arguments {
  /// Parses the words after the command's name.
  ///
  /// An option's value is the next word, or the text after `=`. A word that is one of the command's options is not taken
  /// as a value: more likely the value was forgotten.
  ///
  /// - Parameters:
  ///   - words: The words after the command's name.
  ///   - options: The command's options.
  ///   - variable: Looks up an environment variable.
  /// - Throws: `CommandFailure` with `.usage`; for an unknown option it suggests the nearest one.
  init(parsing words: [String], options: [CommandOption], variable: (String) -> String?) throws {
    var values: [String: String] = [:]
    var rest = words[...]
    while let word = rest.popFirst() {
      if !word.hasPrefix("-"), let operand = options.first(where: { $0.isOperand && values[$0.name] == nil }) {
        values[operand.name] = try Arguments.checked(word, for: operand, given: operand.placeholder)
        continue
      }
      let (option, inline) = try Arguments.option(named: word, among: options)
      guard values[option.name] == nil else { throw CommandFailure(.usage, "--\(option.name) is given twice") }
      if option.isFlag {
        guard inline == nil else { throw CommandFailure(.usage, "--\(option.name) takes no value") }
        values[option.name] = ""
        continue
      }
      let value: String
      if let inline {
        value = inline
      } else if let next = rest.first, !options.contains(where: { "--\($0.name)" == next }) {
        value = next
        rest.removeFirst()
      } else {
        let hint = rest.first.map { "; if \($0) is the value, write --\(option.name)=\($0)" } ?? ""
        throw CommandFailure(.usage, "--\(option.name) needs a value: \(option.form)\(hint)")
      }
      values[option.name] = try Arguments.checked(value, for: option, given: "--\(option.name)")
    }
    for option in options where values[option.name] == nil {
      if let name = option.variable, let value = variable(name), !value.isEmpty {
        values[option.name] = try Arguments.checked(value, for: option, given: "the environment variable \(name)")
      } else if option.isRequired {
        throw CommandFailure(
          .usage, option.isOperand ? "\(option.form) is missing" : "--\(option.name) is missing: \(option.form)")
      }
    }
    self.init(values: values)
  }

  private static func option(named word: String, among options: [CommandOption]) throws -> (CommandOption, inline: String?) {
    guard word.hasPrefix("--"), word != "--" else {
      throw CommandFailure(.usage, "'\(visible(word))' is not an option; options begin with --")
    }
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map { String($0) } ?? ""
    let options = options.filter { !$0.isOperand }
    if let option = options.first(where: { $0.name == name }) { return (option, parts.count > 1 ? String(parts[1]) : nil) }
    let near = nearest(to: name, among: options.map(\.name)).map { "; did you mean --\($0)?" } ?? ""
    throw CommandFailure(.usage, "there is no option --\(visible(name))\(near)")
  }

  private static func checked(_ value: String, for option: CommandOption, given: String) throws -> String {
    guard let complaint = option.value.complaint(about: value) else { return value }
    throw CommandFailure(.usage, "\(given) \(complaint)")
  }
}
