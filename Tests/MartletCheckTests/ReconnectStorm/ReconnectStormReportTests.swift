import Testing

@testable import MartletCheck

@Suite struct ReconnectStormReportTests {
  /// A herd of one that came back at once, while others waited so many milliseconds for each message.
  private func report(_ milliseconds: [UInt64]) -> ReconnectStormReport {
    var plan = CheckPlan(program: "martlet", seed: 1, seconds: 1, scratch: "/tmp")
    plan.connections = 1
    var report = ReconnectStormReport(plan)
    report.synced = 1
    report.bystander = milliseconds.map { $0 * 1_000_000 }
    return report
  }

  @Test func herdThatCameBackAmongThoseWhoTalkOnIsClean() {
    #expect(report(Array(repeating: 1, count: 150)).failures == [])
    #expect(report(Array(repeating: 1, count: 149) + [5000]).failures == [])
  }

  @Test(arguments: [[], [5000], [1, 5000], Array(repeating: 1, count: 98) + [5000, 5000]] as [[UInt64]])
  func bystandersWhoWaitedTooLongOrForNothingAreAFailure(milliseconds: [UInt64]) {
    #expect(report(milliseconds).failures == ["bystanders waited longer than 1 s (p99)"])
  }

  @Test func bystanderWhoCouldNotTalkToTheEndIsAFailure() {
    var report = report(Array(repeating: 1, count: 150))
    report.bystanderObstacle = "message 151 of the bystanders never arrived"
    #expect(report.failures == ["message 151 of the bystanders never arrived"])
  }
}
