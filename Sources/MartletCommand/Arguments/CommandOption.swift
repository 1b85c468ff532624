import Martlet
import MartletServer
import MartletWire

/// What may follow an option's name.
enum OptionValue: Sendable {
  /// Nothing: the option is there or not.
  case none
  case text
  case number(ClosedRange<Int>)
  /// Seconds, or a number with one of the units s, m, h, d.
  case duration(ClosedRange<Int>)
  case choice([String])
  /// HOST:PORT, as something to listen on.
  case address
  /// ws://HOST:PORT or wss://HOST:PORT.
  case server
  case user
  case app
  /// `direct:USER`, `direct:USER:USER` or `group:ID`.
  case conversation
  case clientID

  /// Says what is wrong with a value, or nil where it fits.
  func complaint(about text: String) -> String? {
    switch self {
    case .none, .text: nil
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

  /// Reads a duration, in seconds; nil where it is none or too large to count.
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

/// One option a command takes: read by the parser and printed by the help from the same row.
struct CommandOption: Sendable {
  /// Without the dashes.
  let name: String
  let value: OptionValue
  /// What stands for the value in the help, such as `DIR`; empty for a flag.
  let placeholder: String
  /// One line, or several separated by line ends.
  let summary: String
  let isRequired: Bool
  /// Told by the help; the command applies it.
  let standard: String?
  /// Read where the option is not given.
  let variable: String?
  /// Whether it is what the command is for, and given without a name.
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

  /// A word that stands for itself, such as `pairs` in `martlet bench pairs`.
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

  /// As the usage line shows it.
  var form: String { isOperand ? placeholder : isFlag ? "--\(name)" : "--\(name) \(placeholder)" }
}
