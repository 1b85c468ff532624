import Foundation
import MartletNet
import MartletProcess
import MartletTesting
import Testing

@testable import MartletBench

/// Each workload, small and short, against a server in a process of its own.
@Suite(.timeLimit(.minutes(10))) struct WorkloadTests {
  private func report(_ workload: Workload, _ change: (inout BenchPlan) -> Void = { _ in }) async throws -> BenchReport {
    try await TemporaryDirectory.with { directory in
      let own = OwnServer.Settings(program: Self.martlet, parent: directory, options: ["--loops", "2"])
      var plan = BenchPlan(workload, target: .own(own))
      plan.duration = .milliseconds(500)
      plan.warmup = .milliseconds(100)
      plan.connections = 6
      plan.window = 8
      plan.members = 30
      change(&plan)
      let report = try await Bench.run(plan) { _ in }
      #expect(Folder.names(in: directory) == [], "something is left behind")
      return report
    }
  }

  private static var martlet: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("martlet").path
  }

  private func expectSound(_ report: BenchReport, _ keys: String...) {
    #expect(report.tally.isClean)
    #expect(report.tally.received > 0)
    for key in keys + ["lost", "duplicated", "out_of_order"] { #expect(report[key] != nil, "\(key)") }
  }

  @Test func pairsReceiveAndKeepEverything() async throws {
    let report = try await report(.pairs)
    expectSound(
      report, "messages_per_second", "server_cpu_us_per_message", "p50_ms", "p99_ms", "p999_ms", "server_rss_bytes",
      "bytes_written_per_message", "listening_ms", "restart_ms")
    #expect(report.number("stored_after_restart") == Double(report.tally.received))
  }

  @Test func pairsAtARateSendAtThatRate() async throws {
    let report = try await report(.pairs) {
      $0.rate = 200
      $0.duration = .seconds(1)
    }
    expectSound(report, "offered_per_second")
    let (messages, seconds) = (try #require(report.number("messages")), try #require(report.number("seconds")))
    // Without a rate it would be thousands a second.
    #expect(messages <= 200 * seconds * 2)
  }

  @Test func membersOfAGroupReceiveEverything() async throws {
    let report = try await report(.fanout)
    expectSound(report, "deliveries_per_second", "server_cpu_us_per_delivery")
    let stored = try #require(report.number("stored_after_restart"))
    #expect(Double(report.tally.received) == stored * 30)
  }

  @Test func idleConnectionsStayOpen() async throws {
    let report = try await report(.idle) { $0.connections = 40 }
    // Each answered a ping afterwards.
    #expect(report.tally.received == 40)
    expectSound(report, "rss_bytes_per_connection", "server_rss_bytes", "idle_cpu_percent", "logins_per_second", "p99_ms")
  }

  @Test func signInsAreCountedPlainAndOverTLS() async throws {
    let report = try await report(.login)
    expectSound(report, "logins_per_second", "p99_ms", "server_cpu_us_per_login")
    let secure = try #require(report.parts.first { $0.key == "tls" }?.reports.first)
    #expect(secure["transport"] == .text("TLS"))
    expectSound(secure, "logins_per_second", "p99_ms", "server_cpu_us_per_login")
  }

  @Test func readsOfHistoryFindWhatWasWritten() async throws {
    let report = try await report(.history) {
      ($0.messages, $0.conversations, $0.rate, $0.readers) = (1200, 12, 100, 3)
    }
    expectSound(report, "reads_per_second", "p99_ms", "write_p99_ms")
    #expect(report["readers"] == .count(3))
    #expect(report["faulty_reads"] == .count(0))
    let read = try #require(report.number("entries_per_read"))
    #expect(read > 1 && read <= 50)
  }

  @Test func listsAreReadWholeInPages() async throws {
    let report = try await report(.lists) { $0.conversations = 120 }
    expectSound(report, "p99_ms", "server_cpu_us_per_list")
    let lists = try #require(report.number("lists"))
    #expect(report.number("pages") == 2 * lists)
  }

  @Test func aGroupOfManyIsFilledReadAndWrittenTo() async throws {
    let report = try await report(.members) { $0.members = 900 }
    expectSound(
      report, "fill_seconds", "cost_ratio_by_members", "role_p50_ms", "role_small_p50_ms", "page_p99_ms",
      "server_cpu_us_per_message", "server_cpu_us_per_message_of_few")
    #expect(report["members"] == .count(900))
  }

  @Test func growthIsMeasuredInSteps() async throws {
    let report = try await report(.growth) {
      ($0.messages, $0.conversations, $0.duration) = (600, 20, .milliseconds(200))
    }
    expectSound(report, "messages_per_second", "p999_ms", "bytes_written_per_message", "data_bytes", "fill_seconds", "restart_ms")
    #expect(report.parts.map(\.key) == ["by_messages", "history", "by_conversations"])
    let steps = report.parts.filter { $0.key != "history" }.flatMap(\.reports)
    #expect(steps.count == 2)
    for step in steps { #expect(try #require(step.number("stored")) >= 600) }
    let reads = try #require(report.parts.first { $0.key == "history" }?.reports.first)
    #expect(reads["faulty_reads"] == .count(0))
    #expect(try #require(reads.number("stored_before")) >= 600)
  }

  @Test func soakTellsWhatTheServerHolds() async throws {
    let report = try await report(.soak) { $0.duration = .seconds(2) }
    expectSound(
      report, "offered_per_second", "rss_bytes_early", "rss_bytes_late", "descriptors_late", "wal_bytes_late",
      "journal_bytes_late",
      "is_flat")
    let samples = try #require(report.parts.first { $0.key == "samples" }?.reports)
    #expect(!samples.isEmpty)
    for sample in samples {
      for (key, least) in [("rss_bytes", 1_000_000), ("descriptors", 12), ("data_bytes", 1)] as [(String, Double)] {
        #expect(sample.number(key) ?? 0 >= least, "\(key)")
      }
    }
  }

  @Test func givenServerIsMeasuredAndLeftRunning() async throws {
    try await TemporaryDirectory.with { directory in
      let own = try await OwnServer.start(OwnServer.Settings(program: Self.martlet, parent: directory))
      defer { own.remove() }
      var plan = BenchPlan(.pairs, target: .given(try own.address()))
      (plan.connections, plan.duration, plan.warmup) = (3, .milliseconds(300), .zero)
      for _ in 0..<2 {
        let report = try await Bench.run(plan) { _ in }
        expectSound(report, "server_cpu_us_per_message")
        #expect(report["restart_ms"] == nil)
      }
    }
  }

  @Test func serverThatDiesIsAnError() async throws {
    try await TemporaryDirectory.with { directory in
      let own = try await OwnServer.start(OwnServer.Settings(program: Self.martlet, parent: directory))
      defer { own.remove() }
      var plan = BenchPlan(.pairs, target: .given(try own.address()))
      (plan.connections, plan.duration) = (3, .seconds(60))
      await #expect(throws: BenchError.self) {
        try await Bench.run(plan) { line in
          // Told while messages flow; removing it again does nothing.
          if line.contains("deliveries/s") { own.remove() }
        }
      }
    }
  }

  @Test func programThatIsNoServerIsAnError() async throws {
    try await TemporaryDirectory.with { directory in
      await #expect(throws: BenchError.self) {
        try await OwnServer.start(OwnServer.Settings(program: "/bin/true", parent: directory))
      }
      await #expect(throws: BenchError.self) {
        try await OwnServer.start(OwnServer.Settings(program: "/nowhere", parent: directory))
      }
      #expect(Folder.names(in: directory) == [])
    }
  }

  @Test func cancellationEndsTheServer() async throws {
    try await TemporaryDirectory.with { directory in
      var plan = BenchPlan(.pairs, target: .own(OwnServer.Settings(program: Self.martlet, parent: directory)))
      (plan.connections, plan.duration) = (3, .seconds(600))
      let (lines, told) = AsyncStream.makeStream(of: String.self)
      let running = Task { [plan] in try await Bench.run(plan) { told.yield($0) } }
      for await line in lines where line.contains("deliveries/s") { break }
      running.cancel()
      await #expect(throws: CancellationError.self) { try await running.value }
      #expect(Folder.names(in: directory) == [])
    }
  }
}
