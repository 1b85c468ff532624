import MartletProcess
import MartletTesting
import Testing

struct FolderTests {
  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  @Test func aCopyHoldsWhatTheFileHolds() throws {
    let text = String(repeating: "martlet\n", count: 30_000)
    try Folder.write(text, to: scratch.file("one"))
    try Folder.copy(scratch.file("one"), to: scratch.file("two"))
    #expect(Folder.text(scratch.file("two")) == text)
    // A shorter text replaces a longer one completely.
    try Folder.write("short", to: scratch.file("one"))
    try Folder.copy(scratch.file("one"), to: scratch.file("two"))
    #expect(Folder.text(scratch.file("two")) == "short")
  }

  @Test func aFileThatIsNotThereLeavesNone() throws {
    try Folder.copy(scratch.file("none"), to: scratch.file("copy"))
    #expect(Folder.names(in: scratch.path).isEmpty)
  }

  @Test func aCopyThatIsCutIsAnError() {
    // A directory can be opened, and not be read.
    let error = #expect(throws: ProcessError.self) { try Folder.copy(scratch.path, to: scratch.file("copy")) }
    #expect(error?.description.hasPrefix("\(scratch.path) cannot be read") == true)
    #expect(throws: ProcessError.self) { try Folder.copy("/dev/null", to: scratch.file("nowhere/copy")) }
  }

  @Test(.enabled(if: Folder.names(in: "/dev").contains("full"))) func aFullDiskIsAnError() throws {
    try Folder.write("something", to: scratch.file("one"))
    let error = #expect(throws: ProcessError.self) { try Folder.copy(scratch.file("one"), to: "/dev/full") }
    #expect(error?.description.hasPrefix("/dev/full cannot be written") == true)
    #expect(throws: ProcessError.self) { try Folder.write("something", to: "/dev/full") }
  }

  @Test func aDirectoryThatCannotBeMadeIsAnError() throws {
    for _ in 0..<2 { try Folder.ensure(scratch.file("folder")) }
    #expect(Folder.names(in: scratch.path) == ["folder"])
    #expect(throws: ProcessError.self) { try Folder.ensure(scratch.file("nowhere/folder")) }
    try Folder.write("something", to: scratch.file("file"))
    #expect(throws: ProcessError.self) { try Folder.ensure(scratch.file("file")) }
  }

  @Test func whatCannotBeReadHasNoText() {
    #expect(Folder.text(scratch.path) == "" && Folder.text(scratch.file("none")) == "")
  }
}
