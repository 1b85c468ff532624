import Martlet
import MartletServer
import MartletWire

extension CommandDescription {
  static let config = CommandDescription(
    name: "config",
    summary: "print which roles may do what",
    about: [
      """
      Prints what members of a group and the users of a direct conversation may do,
      by role, under this configuration. The keys that change it are
      limits.recall_by, limits.silent_recall_by, limits.change_conversation_by and
      limits.owner_pins, for all apps or for one.
      """,
      """
      A member who is silenced may not write, and in a dismissed group all that is
      left is reading and leaving. A role may be refused besides because a limit is
      reached or a time is over.
      """,
    ],
    options: [
      CommandOption(operand: "what", "WHAT", .choice(["roles"]), says: "What to print: roles."),
      CommandOption("data", "DIR", .text, says: "The server's data directory, whose martlet.conf is read if it exists."),
      CommandOption("config", "FILE", .file, standard: "martlet.conf in DIR, if it exists", says: "The configuration file."),
      CommandOption("app", "ID", .app, says: "What is so for this app."),
    ],
    examples: [
      ("martlet config roles", "by default"),
      ("martlet config roles --data /srv/martlet --app shop", "as an app has it"),
    ],
    run: { arguments, surroundings in
      let configuration = try ServeConfiguration(arguments, needsStore: false)
      let limits = configuration.values.limits
      let app = arguments.text("app").flatMap { AppID($0) }
      try surroundings.output.write(RoleTable(app.map(limits.of) ?? limits).text)
      return .success
    })
}

/// Which roles may do what, for people to read.
struct RoleTable {
  private static let columns: [(title: String, role: Member.Role, kind: ConversationID.Kind)] = [
    ("member", .member, .group), ("admin", .admin, .group), ("owner", .owner, .group), ("direct", .member, .direct),
  ]

  let text: String

  init(_ limits: Limits) {
    let permissions = Self.columns.map { Permissions(of: $0.role, in: $0.kind, limits.bounds) }
    let operations = Permissions.Operation.allCases
    let width = operations.map(\.rawValue.count).max() ?? 0
    func line(_ name: String, _ cells: [String]) -> String {
      let padded = zip(cells, Self.columns).map { cell, column in padding(cell, to: column.title.count) }
      var line = ([padding(name, to: width)] + padded).joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }
    text =
      line("", Self.columns.map(\.title))
      + operations.map { operation in
        line(operation.rawValue, permissions.map { Self.cell(operation, $0) })
      }
      .joined()
  }

  /// Whom a role may remove, ban and silence is said where it is not everybody.
  private static func cell(_ operation: Permissions.Operation, _ permissions: Permissions) -> String {
    guard permissions.contains(operation) else { return "-" }
    let concernsMembers = [.removeMembers, .ban, .silence].contains(operation)
    let isBelow = concernsMembers && !permissions.manages.contains(.admin)
    return isBelow ? "below" : "yes"
  }
}

/// A text with blanks up to a width.
private func padding(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
