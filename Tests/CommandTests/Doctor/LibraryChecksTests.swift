import Testing

@testable import MartletCommand

@Suite struct LibraryChecksTests {
  @Test(arguments: [
    ("3.40.1", [3, 40, 1]), ("OpenSSL 3.0.17 1 Jul 2025", [3, 0, 17]), ("1.44.2-dev", [1, 44, 2]), ("2.9", [2, 9]),
    ("OpenSSL 1.1.1w  11 Sep 2023", [1, 1, 1]),
  ])
  func versionsAreRead(text: String, numbers: [Int]) {
    #expect(LibraryChecks.Version(in: text)?.numbers == numbers)
  }

  @Test func whatIsNoVersionIsSaid() {
    #expect(LibraryChecks.Version(in: "unknown") == nil)
    #expect(LibraryChecks.library("x", found: "unknown", least: .init(1, 0)).status == .warn)
  }

  @Test func versionsAreCompared() {
    #expect(LibraryChecks.library("x", found: "1.9.0", least: .init(1, 10)).status == .fail)
    #expect(LibraryChecks.library("x", found: "1.10.0", least: .init(1, 10)).status == .ok)
    #expect(LibraryChecks.library("x", found: "2.0", least: .init(1, 10)).status == .ok)
  }

  @Test(arguments: [("3.37.0", Finding.Status.fail, false), ("3.40.1", .ok, true), ("3.51.2", .ok, true), ("3.51.3", .ok, false)])
  func theBugOfTheWriteAheadLogIsTold(version: String, status: Finding.Status, isTold: Bool) {
    let finding = LibraryChecks.sqlite(found: version)
    #expect(finding.status == status)
    #expect(finding.found.contains("write-ahead log") == isTold)
  }
}
