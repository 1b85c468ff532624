import Foundation
import Testing

@testable import MartletCommand

@Suite struct StandardInputTests {
  private func lines(of bytes: [UInt8]) async throws -> [String] {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    let input = try StandardInput(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var lines: [String] = []
    while let line = try await input.line() { lines.append(line) }
    return lines
  }

  @Test(arguments: [
    ("", []), ("one\ntwo\n", ["one", "two"]), ("one\r\ntwo", ["one", "two"]), ("\n\nx", ["", "", "x"]), ("世界\n", ["世界"]),
  ])
  func linesAreCut(text: String, expected: [String]) async throws {
    #expect(try await lines(of: Array(text.utf8)) == expected)
  }

  @Test func whatIsNotTextIsRepaired() async throws {
    #expect(try await lines(of: [0x61, 0xFF, 0x62, 0x0A]) == ["a\u{FFFD}b"])
  }

  @Test func whatFollowsALineStaysForOthers() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("one\ntwo\nthree".utf8))
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(try await StandardInput(descriptor: descriptor).line() == "one")
    #expect(try await StandardInput(descriptor: descriptor).line() == "two")
    #expect(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) == "three")
  }

  @Test func aReadThatWaitsEndsWithItsTask() async throws {
    let pipe = Pipe()
    let input = try StandardInput(descriptor: pipe.fileHandleForReading.fileDescriptor)
    let reading = Task { try await input.line() }
    reading.cancel()
    #expect(try await reading.value == nil)
    withExtendedLifetime(pipe) {}
  }

  @Test func bytesComeAsTheyAreOrNotInTime() async throws {
    let pipe = Pipe()
    let input = try StandardInput(descriptor: pipe.fileHandleForReading.fileDescriptor)
    #expect(try await input.bytes(within: 1) == [])
    try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2, 3]))
    #expect(try await input.bytes() == [1, 2, 3])
    try pipe.fileHandleForWriting.close()
    #expect(try await input.bytes() == nil)
  }
}
