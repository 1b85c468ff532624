import Processes
import Testing

/// `docs/dependencies.md` and the lists of `dev` and `Package.swift` name the same packages.
@Suite struct DependenciesTests {
  @Test func documentNamesWhatDevInstalls() throws {
    let document = Set(
      try Repository.text("docs/dependencies.md").matches(of: /^\|.*?`([a-z0-9.+-]+)` \|/.anchorsMatchLineEndings()).map(\.1))
    #expect(document == Set(try installed()))
  }

  @Test func devListsEachPackageOnceAndInOrder() throws {
    #expect(try installed().count == Set(try installed()).count)
    for list in try lists() {
      #expect(list == list.sorted())
      #expect(!list.isEmpty)
    }
  }

  @Test func devInstallsTheLibrariesOfTheManifest() throws {
    let wanted = try Repository.text("Package.swift").matches(of: /apt: "([^"]+)"/).map(\.1)
    #expect(!wanted.isEmpty)
    #expect(Set(wanted).isSubset(of: Set(try installed())))
  }

  @Test func documentNamesThePythonPackages() throws {
    let document = try Repository.text("docs/dependencies.md")
    let pinned = try Repository.text("Tests/requirements.txt").matches(of: /^([a-z0-9-]+)==[0-9.]+$/.anchorsMatchLineEndings())
    #expect(!pinned.isEmpty)
    for package in pinned {
      #expect(document.contains(try Regex("\\| ([a-z0-9]+, )?\(package.1)[ ,|]")), "\(package.1)")
    }
  }

  private func lists() throws -> [[Substring]] {
    try Repository.text("dev").matches(of: /^packages_\w+=\(\n((?:  [^\n]+\n)+)\)/.anchorsMatchLineEndings()).map { list in
      list.1.split(separator: "\n").map { $0.drop { $0 == " " } }
    }
  }

  private func installed() throws -> [Substring] { try lists().flatMap { $0 } }
}
