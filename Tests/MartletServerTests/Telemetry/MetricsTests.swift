import Foundation
import MartletWire
import Processes
import Testing

@testable import MartletServer

struct MetricsTests {
  @Test func additionsOfAllThreadsAreSummedUp() async {
    let metrics = Metrics(version: "1", time: FixedTime())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10_000 {
            metrics.packetsReceived.add()
            metrics.connectionsOpen.add(1)
            metrics.connectionsOpen.add(-1)
            metrics.storeCommitTime.record(3_000_000)
          }
        }
      }
    }
    #expect(metrics.packetsReceived.value == 80_000)
    #expect(metrics.connectionsOpen.value == 0)
    #expect(metrics.storeCommitTime.cumulative.last == 80_000)
    #expect(metrics.storeCommitTime.sum == 240_000_000_000)
  }

  @Test func valuesFallIntoTheRangeThatEndsAtOrAboveThem() throws {
    let metrics = Metrics(version: "1", time: FixedTime())
    for value in [0, 1, 2, 3, 5, 6, 5_000, 5_001, -7] { metrics.storeBatchEntries.record(Int64(value)) }
    let samples = try PrometheusText(metrics.prometheusText()).samples
    func bucket(_ end: String) -> Double? { samples["martlet_store_batch_entries_bucket{le=\"\(end)\"}"] }
    #expect([bucket("1"), bucket("2"), bucket("5"), bucket("10")] == [3, 4, 6, 7])
    #expect([bucket("2000"), bucket("5000"), bucket("+Inf")] == [7, 8, 9])
    #expect(samples["martlet_store_batch_entries_count"] == 9)
    #expect(samples["martlet_store_batch_entries_sum"] == 10_011)
  }

  @Test func textIsWellFormedAndShowsWhatWasCounted() throws {
    let time = FixedTime()
    let metrics = Metrics(version: #"1"\2"#, time: time)
    metrics.appends[.stored].add(3)
    metrics.appends[.conflict].add()
    metrics.storeCommitTime.record(1_500_000)
    metrics.addGauge("store_waiting", "Entries waiting for a commit.") { 17 }
    time.advance(seconds: 90)
    let text = try PrometheusText(metrics.prometheusText())
    #expect(text.samples["martlet_appends_total{result=\"stored\"}"] == 3)
    #expect(text.samples["martlet_appends_total{result=\"conflict\"}"] == 1)
    #expect(text.samples["martlet_appends_total{result=\"failed\"}"] == 0)
    #expect(text.samples["martlet_store_commit_seconds_sum"] == 0.0015)
    #expect(text.samples["martlet_store_commit_seconds_bucket{le=\"0.002\"}"] == 1)
    #expect(text.samples["martlet_store_commit_seconds_bucket{le=\"0.001\"}"] == 0)
    #expect(text.samples["martlet_store_waiting"] == 17)
    #expect(text.samples["martlet_uptime_seconds"] == 90)
    #expect(text.samples[#"martlet_build_info{version="1\"\\2"}"#] == 1)
    #expect(text.samples["martlet_process_resident_bytes", default: 0] > 1_000_000)
    #expect(text.samples["martlet_process_cpu_seconds_total", default: 0] > 0)
  }

  @Test func appsBeyondTheFirstHundredShareTheirFigures() throws {
    let metrics = Metrics(version: "1", time: FixedTime())
    for number in 0..<150 {
      let figures = metrics.apps.of(try appID("app\(number)"))
      figures.messages.add(number)
      figures.sessions.add(2)
      figures.sessions.add(-1)
    }
    metrics.apps.of(try appID("app7")).messages.add(3)
    let samples = try PrometheusText(metrics.prometheusText()).samples
    #expect(samples["martlet_app_messages_total{app=\"app7\"}"] == 10)
    #expect(samples["martlet_app_messages_total{app=\"app99\"}"] == 99)
    #expect(samples["martlet_app_messages_total{app=\"app100\"}"] == nil)
    #expect(samples["martlet_app_messages_total{app=\"(others)\"}"] == Double((100..<150).reduce(0, +)))
    #expect(samples["martlet_app_sessions_open{app=\"(others)\"}"] == 50)
    #expect(samples["martlet_app_users_connected{app=\"app7\"}"] == 0)
    #expect(samples.keys.count { $0.hasPrefix("martlet_app_refusals_total{") } == 101)
    #expect(try appID("others").text != AppFigures.others && AppID(AppFigures.others) == nil)
  }

  @Test func documentationNamesExactlyWhatIsShown() throws {
    let page = try Repository.text("docs/metrics.md")
    let documented = page.split(separator: "\n").compactMap { line in
      line.hasPrefix("| `martlet_") ? line.dropFirst(3).prefix { $0 != "`" && $0 != "{" } : nil
    }
    let shown = try PrometheusText(Metrics(version: "1", time: FixedTime()).prometheusText()).types.keys
    #expect(documented.map(String.init).sorted() == shown.sorted())
  }
}
