import Foundation
import MartletServer
import MartletWire
import Processes
import Testing

/// The tables of `docs/authorization.md`, which state the result of each attempt.
struct AuthorizationPage {
  /// One line of a table, by the names of its columns.
  struct Row: Sendable {
    let cells: [String: String]

    /// The cell in a column that is there.
    func callAsFunction(_ column: String) throws -> String {
      try #require(cells[column], "no cell '\(column)' in \(cells)")
    }
  }

  struct Table: Sendable {
    let columns: [String]
    let rows: [Row]

    /// The columns from the third on: the callers.
    var callers: [String] { Array(columns.dropFirst(2)) }
  }

  /// Stands if there is no such case.
  static let noCase = "–"

  let outsiders: Table
  let sessions: Table
  let routes: Table
  let files: Table

  init() throws {
    let page = try Repository.text("docs/authorization.md")
    outsiders = try Self.table("Without a session", of: page)
    sessions = try Self.table("In a session", of: page)
    routes = try Self.table("Over HTTP", of: page)
    files = try Self.table("Files", of: page)
  }

  /// The last table below a heading; backticks are left out.
  private static func table(_ heading: String, of page: String) throws -> Table {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "## \(heading)"))
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    let last = try #require(section.split(whereSeparator: { !$0.hasPrefix("|") }).last).map(cells)
    let rows = try last.dropFirst(2).map { cells in
      try #require(cells.count == last[0].count, "\(cells)")
      return Row(cells: Dictionary(uniqueKeysWithValues: zip(last[0], cells)))
    }
    return Table(columns: last[0], rows: rows)
  }

  private static func cells(of line: Substring) -> [String] {
    line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") }
  }

  /// The requests of the schema, from its text.
  static func operations() throws -> [String] {
    let schema = try Repository.text("Protocol/martlet.proto")
    let packet = try #require(schema.firstMatch(of: /message ClientPacket \{(?s:.*?)oneof request \{(?<fields>(?s:.*?))\}/))
    return packet.fields.matches(of: /\w+ (\w+) = \d+;/).map { String($0.1) }
  }
}

/// Nothing that can be asked for is forgotten on the page.
struct AuthorizationPageTests {
  @Test func everyRequestOfTheSchemaHasARow() throws {
    let page = try AuthorizationPage()
    let operations = try AuthorizationPage.operations()
    #expect(operations.count >= 13 && Set(operations).count == operations.count)
    #expect(Set(try page.sessions.rows.map { try $0("operation") }) == Set(operations))
  }

  @Test func everyRouteHasARow() throws {
    let page = try AuthorizationPage()
    #expect(Set(try page.routes.rows.map { try $0("operation") }) == Set(API.routes.map(\.operation)))
  }

  @Test func everyCallerHasAColumn() throws {
    let page = try AuthorizationPage()
    #expect(page.sessions.callers == Caller.allCases.map(\.rawValue))
    #expect(page.routes.callers == HTTPCaller.allCases.map(\.rawValue))
    #expect(try page.outsiders.rows.map { try $0("caller") } == Outsider.allCases.map(\.rawValue))
  }

  @Test func cellsNameErrorsOfTheRegistry() throws {
    let registry = try Repository.text("Protocol/errors.json")
    let known = Set(registry.matches(of: /"name": "(\w+)"/).map { String($0.1) } + ["done", "nothing", AuthorizationPage.noCase])
    let page = try AuthorizationPage()
    for table in [page.sessions, page.routes, page.outsiders, page.files] {
      for row in table.rows {
        #expect(table.callers.allSatisfy { known.contains(row.cells[$0] ?? "") }, "\(row.cells)")
      }
    }
    let pairs = try [page.sessions, page.routes].flatMap(\.rows).map { "\(try $0("operation")) \(try $0("object"))" }
    #expect(Set(pairs).count == pairs.count)
  }
}
