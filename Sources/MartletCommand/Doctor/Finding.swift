/// The result of one check.
struct Finding: Sendable, Equatable {
  enum Status: String, Sendable {
    case ok
    case warn
    case fail
  }

  /// The subject of the check, in a word or two.
  let subject: String
  let status: Status
  let found: String
  /// The remedy; empty if none is needed.
  let advice: String

  static func ok(_ subject: String, _ found: String) -> Finding {
    Finding(subject: subject, status: .ok, found: found, advice: "")
  }

  static func warn(_ subject: String, _ found: String, _ advice: String) -> Finding {
    Finding(subject: subject, status: .warn, found: found, advice: advice)
  }

  static func fail(_ subject: String, _ found: String, _ advice: String) -> Finding {
    Finding(subject: subject, status: .fail, found: found, advice: advice)
  }

  /// The finding on one line, and the advice on a second.
  var text: String {
    let mark = status.rawValue + String(repeating: " ", count: 5 - status.rawValue.count)
    let head = "\(mark) \(subject): \(visible(found))"
    return advice.isEmpty ? head : "\(head)\n      \(visible(advice))"
  }

  var json: JSONLine {
    var line = JSONLine()
    line.add("check", subject)
    line.add("status", status.rawValue)
    line.add("found", found)
    if !advice.isEmpty { line.add("advice", advice) }
    return line
  }
}
