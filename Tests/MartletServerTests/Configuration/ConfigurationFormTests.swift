import Testing

@testable import MartletServer

@Suite struct ConfigurationFormTests {
  @Test(arguments: [
    ("250ms", 250), ("90s", 90_000), ("15m", 900_000), ("12h", 43_200_000), ("7d", 604_800_000), ("0ms", 0), ("90 s", 90_000),
  ])
  func timesHaveUnits(text: String, milliseconds: Int) {
    #expect(ConfigurationNumber.duration(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "90", "s", "-1s", "1.5s", "9s9", "90S", "99999999999999999999s", "9223372036854775807d", "٣s"])
  func anythingElseIsNoTime(text: String) { #expect(ConfigurationNumber.duration(text) == nil) }

  @Test(arguments: [("0", 0), ("1000", 1000), ("64KiB", 65_536), ("4 MiB", 4_194_304), ("2GiB", 2_147_483_648)])
  func bytesHaveUnits(text: String, bytes: Int) { #expect(ConfigurationNumber.bytes(text) == bytes) }

  @Test(arguments: ["", "KiB", "64KB", "-1", "1.5KiB", "9223372036854775807GiB", "99999999999999999999"])
  func anythingElseIsNoBytes(text: String) { #expect(ConfigurationNumber.bytes(text) == nil) }

  @Test func whatIsWrittenReadsTheSame() {
    for bytes in [0, 1, 1023, 1024, 1500, 1 << 20, 3 << 30, .max] {
      #expect(ConfigurationNumber.bytes(ConfigurationNumber.bytes(bytes)) == bytes)
    }
    for milliseconds in [0, 1, 999, 1000, 61_000, 60_000, 7_200_000, 86_400_000, 90_000_000] {
      let duration = Duration.milliseconds(milliseconds)
      #expect(ConfigurationNumber.duration(ConfigurationNumber.duration(duration)) == duration)
    }
  }

  @Test func rangesHoldAtBothEnds() {
    let count = ConfigurationForm.count(2...5)
    #expect(["1", "2", "5", "6"].map(count.read) == [nil, 2, 5, nil])
    let endless = ConfigurationForm.count(1...5, or: "unlimited", for: .max)
    #expect(["unlimited", "5", "6", "endless"].map(endless.read) == [.max, 5, nil, nil])
    #expect(endless.write(.max) == "unlimited" && endless.write(3) == "3")
    let bytes = ConfigurationForm.bytes(1024...2048)
    #expect(["1023", "1KiB", "2KiB", "2049"].map(bytes.read) == [nil, 1024, 2048, nil])
    let words = ConfigurationForm<Recallers>.word
    #expect(
      ["nobody", "sender_or_owner", "members", "all", ""].map(words.read) == [.nobody, .senderOrOwner, .members, nil, nil])
    #expect(Recallers.allCases.allSatisfy { words.write($0).flatMap(words.read) == $0 })
    #expect(["member", "owner", "nobody"].map(ConfigurationForm<Changers>.word.read) == [.member, .owner, nil])
    let duration = ConfigurationForm.duration(.seconds(1)...(.seconds(60)))
    #expect(["999ms", "1s", "1m", "61s"].map(duration.read) == [nil, .seconds(1), .seconds(60), nil])
  }
}
