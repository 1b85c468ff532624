import Processes
import Testing

/// The planted defects (`Tests/Defects`) are only worth something while they fit the sources.
@Suite struct DefectsTests {
  @Test(arguments: Repository.files(below: "Tests/Defects", ".patch")) func everyDefectFitsTheSources(patch: String) throws {
    var source = ""
    var hunk: [Substring] = []
    var hunks = 0
    func check() {
      guard !hunk.isEmpty else { return }
      #expect(source.contains(hunk.joined(separator: "\n") + "\n"), "\(patch): make it anew")
      hunks += 1
      hunk = []
    }
    for line in try Repository.text(patch).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("--- a/") {
        check()
        source = try Repository.text(String(line.dropFirst("--- a/".count)))
      } else if line.hasPrefix("@@") {
        check()
      } else if line.hasPrefix(" ") || line.hasPrefix("-") {
        hunk.append(line.dropFirst())
      }
    }
    check()
    #expect(hunks > 0)
  }
}
