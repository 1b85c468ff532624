import Processes
import Testing

@Suite struct ArrowsTests {
  @Test(arguments: Arrows.allowed.keys.sorted())
  func targetImportsOnlyWhatItMay(target: String) throws {
    let folder = target == "MartletGenerator" ? "Protocol/Generator" : "Sources/\(target)"
    let files = Repository.files(below: folder, target == "BrowserModule" ? ".c" : ".swift")
    #expect(!files.isEmpty, "\(folder) holds no source")
    for file in files {
      let violations = Arrows.violations(of: try Repository.text(file), in: target, file: file)
      #expect(violations.isEmpty, "\(file)")
    }
  }

  @Test func everyFolderOfSourcesHasArrows() {
    let folders = Set(
      Repository.files(below: "Sources", ".swift").compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) })
    #expect(folders.subtracting(["System"]).isSubset(of: Arrows.allowed.keys))
  }

  @Test func manifestDeclaresNoOtherArrows() throws {
    let declared = Arrows.declared(in: try Repository.text("Package.swift"))
    #expect(Set(declared.keys) == Set(Arrows.allowed.keys))
    for (target, dependencies) in declared {
      #expect(dependencies.isSubset(of: Arrows.allowed[target] ?? []), "\(target)")
    }
  }

  @Test func arrowsNeverLeadBack() {
    // Taking away the targets that use none of those left must take away all.
    var left = Arrows.allowed
    while let end = left.first(where: { $0.value.isDisjoint(with: left.keys) })?.key { left[end] = nil }
    #expect(left.isEmpty)
  }

  @Test(arguments: [
    ("import MartletServer", "Martlet"),
    ("@testable import MartletStore", "Martlet"),
    ("package import struct Martlet.Message", "MartletServer"),
    ("@_exported import Foundation", "MartletWire"),
    ("  import FoundationNetworking", "MartletNet"),
    ("import CSQLite", "MartletStore"),
  ])
  func forbiddenImportIsFound(line: String, target: String) {
    #expect(Arrows.violations(of: "import Glibc\n\(line)\n", in: target).count == 1)
  }

  @Test func manifestInEitherFormIsRead() {
    let manifest = """
      library("One", []), library("Two", ["One", "CUV"]),
      .executableTarget(
        name: "Three", dependencies: ["Two"], swiftSettings: settings),
      """
    #expect(Arrows.declared(in: manifest) == ["One": [], "Two": ["One", "CUV"], "Three": ["Two"]])
  }
}
