import Foundation
import MartletServer
import Synchronization
import Testing

struct LogTests {
  /// Collects lines.
  final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }

    func log(level: Log.Level = .info, at milliseconds: Int64 = 0) -> Log {
      Log(level: level, time: FixedTime(milliseconds: milliseconds)) { line in self.lines.withLock { $0.append(line) } }
    }
  }

  @Test func lineHasTimeLevelMessageAndFields() {
    let lines = Lines()
    lines.log(at: 1_769_850_300_250).info(
      "listening", ["address": "127.0.0.1:4222", "loops": 2, "state": "up and well", "none": ""])
    #expect(
      lines.all == [
        #"time=2026-01-31T09:05:00.250Z level=info message=listening address=127.0.0.1:4222 loops=2 state="up and well" none="""#
          + "\n"
      ])
  }

  @Test func eventsBelowTheLevelAreLeftOut() {
    let lines = Lines()
    let log = lines.log(level: .warning)
    log.debug("a")
    log.info("b")
    log.warning("c")
    log.error("d")
    #expect(lines.all.map { $0.contains("level=warning") || $0.contains("level=error") } == [true, true])
  }

  @Test func theLevelCanBeChangedWhileTheLogIsInUse() {
    let lines = Lines()
    let log = lines.log(level: .error)
    let copy = log
    copy.info("before")
    log.keep(from: .info)
    copy.info("after")
    #expect(lines.all.count == 1 && lines.all[0].contains("message=after"))
  }

  @Test(arguments: [
    "a\nlevel=error message=forged", "\u{1B}[2J", "\u{202E}x", "\r\n", "\u{2028}", "a\"b\\c", "\u{0}", "\u{E0001}",
  ])
  func noFieldCanForgeALineOrSteerATerminal(text: String) {
    let lines = Lines()
    lines.log().info("m", ["field": .text(text), "last": 1])
    let line = lines.all.joined()
    #expect(line.hasSuffix(" last=1\n"))
    #expect(
      line.unicodeScalars.dropLast().allSatisfy { $0.value >= 0x20 && ![0x7F, 0x202E, 0x2028, 0xE0001].contains($0.value) })
    #expect(!line.contains(" level=error message=forged last"))
  }

  @Test func longLinesAreCutAtACharacter() throws {
    for shift in 0..<4 {
      let lines = Lines()
      lines.log().info("m", ["f": .text(String(repeating: "x", count: shift) + String(repeating: "🕊", count: 2000))])
      let line = try #require(lines.all.first)
      #expect(line.utf8.count <= Log.maximumLineBytes && line.utf8.count > Log.maximumLineBytes - 8)
      #expect(line.hasSuffix("🕊…\n"))
    }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (Int64.max, "9999-12-31T23:59:59.999Z"), (Int64.min, "0000-01-01T00:00:00.000Z"),
  ])
  func momentsAreShownInUTC(milliseconds: Int64, text: String) {
    #expect(UTCTime.text(milliseconds: milliseconds) == text)
  }
}
