import Foundation
import Testing

@testable import MartletServer

struct LineOutputTests {
  @Test func linesOfAStuckReaderAreDroppedAndCounted() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let output = LineOutput(descriptor: ends[1])
    let line = String(repeating: "x", count: 4000) + "\n"
    // A pipe holds 64 KiB; writing more would block forever if the output waited.
    for _ in 0..<40 { output.write(line) }
    var received = try drain(ends[0])
    let taken = received.filter { $0 == UInt8(ascii: "\n") }.count
    #expect(taken > 10 && taken < 40)

    output.write("after\n")
    received = try drain(ends[0])
    #expect(
      String(decoding: received, as: UTF8.self) == "level=warning message=\"log lines were dropped\" count=\(40 - taken)\nafter\n"
    )
  }

  @Test func linesToAClosedReaderAreDropped() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    close(ends[0])
    LineOutput(descriptor: ends[1]).write("x\n")
  }

  private func drain(_ end: Int32) throws -> [UInt8] {
    try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0)
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(end, &buffer, buffer.count)
      guard count > 0 else { return all }
      all += buffer[..<count]
    }
  }
}
