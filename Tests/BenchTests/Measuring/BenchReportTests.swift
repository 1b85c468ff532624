import Testing

@testable import MartletBench

@Suite struct BenchReportTests {
  @Test func tableAlignsLabelsAndGroupsDigits() {
    var report = BenchReport()
    report.add("messages", "messages", UInt64(1_234_567))
    report.add("p50_ms", "latency", 1.23456, unit: "ms")
    report.add("hidden", nil, flag: true)
    report.add("rate", "rate", 98_765.4)
    report.notes = ["all of it is made up."]
    #expect(report.table == "messages  1,234,567\nlatency   1.235 ms\nrate      98,765\n\nNote: all of it is made up.\n")
  }

  @Test func whatIsNoNumberIsLeftOut() {
    var report = BenchReport()
    report.add("a", "a", Double.nan)
    report.add("b", "b", 1.0 / 0)
    report.add("c", "c", 2.0)
    #expect(report.rows.map(\.key) == ["c"])
    #expect(report.number("c") == 2)
    #expect(report.number("a") == nil)
  }

  @Test func partsComeBelow() {
    var part = BenchReport()
    part.add("stored", "stored", 5)
    var report = BenchReport()
    report.add("workload", "workload", text: "growth")
    report.add("steps", [part, part])
    #expect(report.table == "workload  growth\n\nstored  5\n\nstored  5\n")
  }
}
