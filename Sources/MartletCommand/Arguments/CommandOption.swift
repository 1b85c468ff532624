import Martlet
import MartletServer
import MartletWire

/// The kind of value that an option takes.
enum OptionValue: Sendable {
  /// No value: the option is a flag.
  case none
  case text
  /// The path of a file, or a place for one.
  case file
  /// The path of a directory, or a place for one.
  case directory
  case number(ClosedRange<Int>)
  /// Seconds, or a number with one of the units s, m, h, d.
  case duration(ClosedRange<Int>)
  case choice([String])
  /// HOST:PORT to listen on.
  case address
  /// ws://HOST:PORT or wss://HOST:PORT.
  case server
  case user
  case app
  /// `direct:USER`, `direct:USER:USER` or `group:ID`.
  case conversation
  case clientID

  /// The error in a value; nil if it is valid.
  func complaint(about text: String) -> String? {
    switch self {
    case .none, .text, .file, .directory: nil
    case .number(let range):
      Int(text).map(range.contains) == true ? nil : "takes a number from \(range.lowerBound) to \(range.upperBound)"
    case .duration(let range):
      OptionValue.seconds(text).map(range.contains) == true
        ? nil
        : "takes seconds, or a number with s, m, h or d (such as 90, 15m or 7d), \(range.lowerBound) to \(range.upperBound) s"
    case .choice(let choices): choices.contains(text) ? nil : "takes one of \(choices.joined(separator: ", "))"
    case .address: ListenAddress(text) == nil ? "takes HOST:PORT, such as 127.0.0.1:7777 or [::]:7777" : nil
    case .server: ServerAddress(text) == nil ? "takes ws://HOST:PORT or wss://HOST:PORT" : nil
    case .user: UserID(text) == nil ? "takes a user id: 1 to 64 of letters, digits and _ . @ + = -" : nil
    case .app: AppID(text) == nil ? "takes an app id: 1 to 64 of letters, digits and _ . -" : nil
    case .conversation: Destination(text) == nil ? "takes direct:USER or group:ID" : nil
    case .clientID: ClientID(text) == nil ? "takes 1 to 64 visible ASCII characters" : nil
    }
  }

  /// Parses a duration into seconds; nil if it is malformed or too large.
  static func seconds(_ text: String) -> Int? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
    guard let last = text.last else { return nil }
    let unit = units[last]
    let digits = unit == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(digits) else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit ?? 1)
    return overflow ? nil : product
  }
}

/// One option of a command.
///
/// The parser, the help, the manual pages and the shell completions all read the same row.
struct CommandOption: Sendable {
  /// The name without dashes.
  let name: String
  let value: OptionValue
  /// The name of the value in the help, such as `DIR`; empty for a flag.
  let placeholder: String
  /// The effect of the option: one line, or several.
  let summary: String
  let isRequired: Bool
  /// The default as the help shows it; the command applies it.
  let standard: String?
  /// The environment variable that is read if the option is missing.
  let variable: String?
  /// Whether the value is given without the option's name, such as `pairs` in `martlet bench pairs`.
  let isOperand: Bool

  init(
    _ name: String, _ placeholder: String = "", _ value: OptionValue = .none, required: Bool = false, standard: String? = nil,
    variable: String? = nil, says summary: String
  ) {
    self.name = name
    self.placeholder = placeholder
    self.value = value
    self.summary = summary
    self.isRequired = required
    self.standard = standard
    self.variable = variable
    isOperand = false
  }

  /// An operand: a value without an option's name, such as `pairs` in `martlet bench pairs`.
  init(operand name: String, _ placeholder: String, _ value: OptionValue, says summary: String, required: Bool = true) {
    self.name = name
    self.placeholder = placeholder
    self.value = value
    self.summary = summary
    isRequired = required
    standard = nil
    variable = nil
    isOperand = true
  }

  var isFlag: Bool { if case .none = value { true } else { false } }

  /// The option as the usage line shows it.
  var form: String { isOperand ? placeholder : isFlag ? "--\(name)" : "--\(name) \(placeholder)" }
}
