import Foundation
import Processes
import Testing

/// `tools/house.py`, which `./dev lint` runs, finds every kind of violation, and finds none here.
@Suite struct HouseRulesTests {
  @Test func repositoryKeepsTheRules() throws {
    #expect(try findings(in: Repository.root) == [])
  }

  @Test(arguments: [
    ("Sources/A.swift", "let a = try! b()", "try! traps"),
    ("Sources/A.swift", "let a = b as! C", "as! traps"),
    ("Tests/A.swift", "nonisolated" + "(unsafe) var a = 1", "is banned"),
    ("Sources/MartletStore/A.swift", "let start = ContinuousClock.now", "a clock of its own"),
    ("Sources/MartletCore/Sync/A.swift", "let now = Date()", "a clock of its own"),
    ("Sources/Martlet/Search/A.swift", "try await Task.sleep(for: .seconds(1))", "a clock of its own"),
    ("Sources/MartletServer/Engine/A.swift", "let now = SystemTimeSource().wallMilliseconds", "a clock of its own"),
    ("Sources/MartletServer/Engine/A.swift", "let loop = try EventLoop(name: \"shard\")", "a clock of its own"),
    ("Sources/MartletServer/Engine/A.swift", "let dice = Int.random(in: 1...6)", "chance of its own"),
    ("Sources/MartletServer/Gateway/A.swift", "Task { await body() }", "on no given executor"),
    ("Sources/MartletStore/A.swift", "Task(priority: .high) { await body() }", "on no given executor"),
    ("Sources/A.swift", "// TO" + "DO: more", "unfinished mark"),
    ("Web/a.js", "// FIX" + "ME", "unfinished mark"),
    ("Sources/A.swift", "struct Session" + "Manager {}", "says nothing"),
    ("Sources/A.swift", "final class A: @unchecked " + "Sendable {}", "without a comment"),
    ("Tests/A.swift", "Thread." + "sleep(forTimeInterval: 1)", "sleeping"),
    ("Sources/A.swift", "if isBusy { await with" + "CheckedContinuation { idle = $0 } }", "the wake-up is lost"),
    ("Sources/A.swift", "log.error(\"存储失败\")", "letters of another script"),
    ("Sources/Martlet/A.swift", "/// An end.\npublic enum End {}", "would break apps"),
    ("Sources/MartletCore/A.swift", "let members = Int(" + "wire.members)", "Int has 32 bits in browsers"),
    ("Sources/A.swift", "let a = 1 ", "blanks at the end"),
    ("Sources/A.swift", String(repeating: "let a = 1\n", count: 800) + "let a = 1", "801 lines"),
    ("Sources/A.swift", String(repeating: "let a = 1\n", count: 500) + "let a = 1", "501 lines"),
    ("Sources/A.swift", "let a = \"" + String(repeating: "a", count: 130) + "\"", "140 columns"),
    ("Sources/A.swift", "func long() {\n" + String(repeating: "  a()\n", count: 60) + "}", "has 62 lines"),
    ("tools/a.py", "def a(:", "not Python"),
    ("docs/a.md", "[there](b.md)", "links to b.md"),
    ("docs/a.md", "[there](#nowhere)", "links to #nowhere"),
    ("docs/a.md", "see `docs/b.md`", "names docs/b.md"),
  ])
  func breachIsFound(path: String, text: String, finding: String) throws {
    let found = try findings(inFile: path, text + "\n")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("\(path):") == true)
    #expect(found.first?.contains(finding) == true)
  }

  @Test(arguments: [
    ("Sources/A.swift", "// Only its loop touches it.\nfinal class A: @unchecked " + "Sendable {}"),
    ("Sources/A.swift", "// This file is long because it is a list.\n" + String(repeating: "let a = 1\n", count: 600)),
    ("Sources/A.swift", "func short() {\n  a()\n}\n" + String(repeating: "let a = 1\n", count: 70) + "func other() {\n}"),
    ("Sources/Martlet/A.swift", "/// An end.\n@nonexhaustive\npublic enum End {}"),
    ("Sources/MartletCore/A.swift", "/// JSON. Closed: there are no other kinds.\npublic indirect enum JSON {}"),
    ("Tests/A.swift", "let a = try! b()"),
    ("Sources/MartletBrowser/A.swift", "let a = (Int(clamping: wire.a), Int(text, radix: 10))"),
    ("Sources/MartletStore/A.swift", "let dice = Int.random(in: 1...6, using: &random)"),
    ("Sources/MartletServer/Engine/A.swift", "Task(executorPreference: loop) { await body() }"),
    ("Sources/MartletServer/Engine/A.swift", "let loop = try EventLoop(name: \"shard\", time: time)"),
    ("Sources/Martlet/Transport/A.swift", "Task { await body() }"),
    ("Sources/MartletNet/A.swift", "let start = ContinuousClock.now"),
    ("docs/a.md", "# A title: of two\n[above](#a-title-of-two), [itself](a.md), `docs/a.md:3`, [far](https://example.org/)"),
  ])
  func whatTheRulesAllowPasses(path: String, text: String) throws {
    #expect(try findings(inFile: path, text + (text.hasSuffix("\n") ? "" : "\n")) == [])
  }

  private func findings(inFile path: String, _ text: String) throws -> [String] {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("house-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let file = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try findings(in: root)
  }

  /// The lines the script prints for a folder; none only where it also ended with status 0.
  private func findings(in root: URL) throws -> [String] {
    let process = TestProcess()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [Repository.root.appendingPathComponent("tools/house.py").path, "--root", root.path]
    process.standardOutput = .pipe(output)
    process.standardError = .pipe(output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n").map(String.init)
    return lines.isEmpty && process.terminationStatus != 0 ? ["status \(process.terminationStatus ?? 0)"] : lines
  }
}
