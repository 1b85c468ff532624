import Processes
import Testing

@Suite struct CoverageTableTests {
  private static func tests() throws -> Set<Substring> {
    try Repository.files(below: "Tests", ".swift", ".py", ".mjs").reduce(into: []) {
      $0.formUnion(CoverageTable.functions(in: try Repository.text($1)))
    }
  }

  @Test func tableNamesEveryRowOnceAndOnlyTestsThatExist() throws {
    let problems = CoverageTable.problems(in: try Repository.text("docs/coverage.tsv"), tests: try Self.tests())
    #expect(problems.isEmpty)
  }

  @Test func testsOfAllLanguagesAreFound() {
    let text = """
      @Test(arguments: [1]) func one(x: Int) async throws {
        private func two<T>(_ t: T) {}
      def three(self):
      # four
      test("five", async (test) => {
      """
    #expect(CoverageTable.functions(in: text) == ["one", "two<T>", "three", "five"])
  }

  @Test func wrongRowsAreFound() throws {
    let whole = try Repository.text("docs/coverage.tsv").split(separator: "\n").map(String.init)
    let first = try #require(whole.firstIndex { $0.hasPrefix("LTIM-01\t") })
    func problems(with row: String?) -> [String] {
      var rows = whole
      if let row { rows[first] = row } else { rows.remove(at: first) }
      return CoverageTable.problems(in: rows.joined(separator: "\n"), tests: ["known"])
        .filter { $0.contains("LTIM-01") || $0.contains("LTIM-999") || $0.contains("columns") }
    }
    #expect(problems(with: "LTIM-01\tdone\tAPI\tknown") == [])
    #expect(problems(with: "LTIM-01\tpartial\tAPI, without X\t") == [])
    #expect(problems(with: nil) == ["LTIM-01 is missing"])
    #expect(problems(with: "LTIM-01\tdone\tAPI\t") == ["LTIM-01: done without a test"])
    #expect(problems(with: "LTIM-01\tdone\tAPI\tknown unknown") == ["LTIM-01: there is no test called unknown"])
    #expect(problems(with: "LTIM-01\tn/a\t\t") == ["LTIM-01: n/a does not say how or why"])
    #expect(problems(with: "LTIM-01\tready\tAPI\tknown") == ["LTIM-01: 'ready' is no status"])
    #expect(problems(with: "LTIM-01\tlater\t\t\nLTIM-01\tlater\t\t") == ["LTIM-01 appears twice"])
    #expect(problems(with: "LTIM-01\tlater\t\t\nLTIM-999\tlater\t\t") == ["LTIM-999 is no row of the catalogue"])
    #expect(problems(with: "LTIM-01\tlater").first == "line \(first + 1) has 2 columns")
  }
}
