import Processes
import Testing

/// `docs/security.md` names tests; there they are.
@Suite struct SecurityTableTests {
  @Test func everyAttackHasTestsThatExist() throws {
    let page = try Repository.text("docs/security.md")
    let section = try #require(page.split(separator: "## Tests").last).split(separator: "\n## ").first ?? ""
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let tests = try Repository.files(below: "Tests", ".swift").map { try Repository.text($0) }.joined(separator: "\n")
    #expect(rows.count > 10)
    for row in rows.dropFirst() {
      let names = row.matches(of: /`(\w+)`/).map(\.1)
      #expect(!names.isEmpty, "\(row)")
      for name in names { #expect(tests.contains("func \(name)("), "\(name)") }
    }
  }
}
