import Foundation
import MartletTesting
import Processes
import Testing

/// The document that `Benchmarks/Report` generates.
@Suite struct ReportTests {
  /// The generated document and plots, by name.
  private struct Written {
    var text: String
    var plots: [String: String]
  }

  private func written(
    peers: [[String: Any]], goals: [[String: Any]] = [], cluster: [[String: Any]] = []
  ) async throws -> Written {
    let (peerLines, goalLines, clusterLines) = (try lines(peers), try lines(goals), try lines(cluster))
    return try await TemporaryDirectory.with { directory in
      try peerLines.write(toFile: directory + "/peers.jsonl", atomically: true, encoding: .utf8)
      try goalLines.write(toFile: directory + "/goals.jsonl", atomically: true, encoding: .utf8)
      try clusterLines.write(toFile: directory + "/cluster.jsonl", atomically: true, encoding: .utf8)
      let process = TestProcess()
      process.executableURL = Repository.root.appendingPathComponent("Benchmarks/Report/run")
      let files = ["peers", "goals", "cluster"].flatMap { ["--\($0)", "\(directory)/\($0).jsonl"] }
      process.arguments = files + ["--output", directory]
      process.standardError = .file(.nullDevice)
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      let folder = directory + "/performance"
      var plots: [String: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        plots[name] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      }
      return Written(text: try String(contentsOfFile: directory + "/performance.md", encoding: .utf8), plots: plots)
    }
  }

  private func lines(_ records: [[String: Any]]) throws -> String {
    try records.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n" }.joined()
  }

  private var machine: [String: Any] {
    [
      "kind": "machine", "date": "2030-01-02 03:04", "cpu": "A processor", "cores": 2, "is_virtual": true, "memory_gib": 8,
      "kernel": "6.1", "system": "Debian", "filesystem": "ext4", "descriptors": 1024, "revision": "abc",
      "versions": ["mosquitto": "2.0"],
      "plan": ["rounds": 3, "pairs": 200, "members": 1000, "size": 128, "room_windows": 3],
    ]
  }

  private func window(_ system: String, _ work: String, cost: Double, rate: Double = 1000, lost: Int = 0) -> [String: Any] {
    [
      "kind": "window", "system": system, "work": work, "round": 1, "workload": "pairs", "count": 200, "offered": 0, "seconds": 2,
      "rate": rate, "p50_ms": 1, "p99_ms": 2, "p999_ms": 3, "us_per_message": cost, "server_cpu": 1, "load_cpu": 0.5,
      "load_waited": 0.1, "machine_cpu": 2, "written_per_message": 100, "rss": 1_048_576, "rss_before": 0,
      "rss_logged_in": 819_200,
      "login_seconds": 1, "login_cpu": 0.1, "lost": lost, "duplicated": 0, "out_of_order": 0,
    ]
  }

  @Test func mediansAndRatiosStandInTheTable() async throws {
    let peers =
      [machine] + [10.0, 30, 20].map { window("martlet", "pairs-1", cost: $0) } + [window("mosquitto", "pairs-1", cost: 40)]
    let written = try await written(peers: peers)
    #expect(written.text.contains("| **Martlet** | fsync first | **20.0** (10.0–30.0) | 1.00×"))
    #expect(written.text.contains("| mosquitto QoS 1 | no | **40.0** | 2.00×"))
    #expect(written.text.contains("Every message arrived once and in order."))
    #expect(written.text.contains("| mosquitto QoS 1 | mosquitto 2.0 |"))
    #expect(try #require(written.plots["pairs-1.svg"]).contains("mosquitto QoS 1"))
  }

  @Test func goalsAreMetOrNot() async throws {
    let cheap = [machine, window("martlet", "pairs-1", cost: 20, rate: 30_000), window("ejabberd", "pairs-1", cost: 90)]
    #expect(
      try await written(peers: cheap).text.contains("| ≤ 30 µs, ≥ 25,000 messages/s | 20.0 µs, 30,000 messages/s | yes |"))
    let dear = [machine, window("martlet", "pairs-1", cost: 31, rate: 30_000)]
    #expect(
      try await written(peers: dear).text.contains("| ≤ 30 µs, ≥ 25,000 messages/s | 31.0 µs, 30,000 messages/s | **no** |"))
    #expect(
      try await written(peers: dear).text.contains(
        "| restart with 10⁷ messages after kill -9 | serving in ≤ 2 s | not measured |"))
  }

  @Test func nodesStandBesideOneServerWithTheCostOfEachPart() async throws {
    var nodes = window("nodes", "offered-10000", cost: 60)
    nodes["processes"] = ["node 1", "node 2", "node 3", "PostgreSQL", "NATS"]
    nodes["server_cpu_by_process"] = [0.01, 0.02, 0.03, 0.05, 0.01]
    nodes["messages"] = 2000
    var (few, ejabberd) = (nodes, window("ejabberd-postgres", "pairs-32", cost: 500))
    few["work"] = "pairs-32"
    few["us_per_message"] = 51
    ejabberd["processes"] = ["ejabberd", "PostgreSQL"]
    ejabberd["server_cpu_by_process"] = [0.6, 0.4]
    ejabberd["messages"] = 2000
    var machine = machine
    machine["plan"] = ["rounds": 1, "pairs": 200, "rate": 10_000]
    let text = try await written(
      peers: [self.machine, window("martlet", "pairs-1", cost: 20)],
      cluster: [machine, ["kind": "commit", "commit_ms": 0.4], nodes, few, ejabberd]
    ).text
    #expect(text.contains("| **Martlet, three nodes** | **60.0** | nodes 30.0, PostgreSQL 25.0, NATS 5.00 |"))
    #expect(text.contains("CPU of nodes | ≤ 15 µs a message | 30.0 µs | **no** |"))
    #expect(text.contains("CPU of PostgreSQL | ≤ 40 µs a message | 25.0 µs | yes |"))
    #expect(text.contains("p50 across nodes | ≤ 2 commits + 1 ms (1.8 ms) | 1.0 ms | yes |"))
    #expect(text.contains("at most 1/10 of the CPU of ejabberd, PostgreSQL archive | 0.10× its CPU | **no** |"))
  }

  @Test func lossIsTold() async throws {
    let written = try await written(peers: [
      machine, window("martlet", "pairs-1", cost: 20), window("nats", "pairs-1", cost: 9, lost: 7),
    ])
    #expect(written.text.contains("NATS core: 7 lost, duplicated or misplaced."))
  }

  @Test func growthAndRestartAreTold() async throws {
    func step(_ stored: Int, _ cost: Double) -> [String: Any] {
      [
        "stored": stored, "conversations": 1000, "messages_per_second": 9000, "server_cpu_us_per_message": cost, "p50_ms": 1,
        "p99_ms": 2,
        "data_bytes": 5 << 20,
      ]
    }
    let growth: [String: Any] = [
      "kind": "report", "work": "messages", "workload": "growth", "by_messages": [step(100_012, 10), step(10_000_300, 12)],
      "by_conversations": [step(10_000_300, 12)], "cost_ratio_by_messages": 1.2, "restart_ms": 1500,
      "stored_after_restart": 10_000_300,
      "lost": 0, "duplicated": 0, "out_of_order": 0,
    ]
    let written = try await written(peers: [machine, window("martlet", "pairs-1", cost: 20)], goals: [growth])
    #expect(written.text.contains("| growth 10⁵ → 10⁷ messages | cost grows ≤ 1.3× | 1.20× | yes |"))
    #expect(written.text.contains("| restart with 10⁷ messages after kill -9 | serving in ≤ 2 s | 1.50 s | yes |"))
    #expect(written.text.contains("10,000,300 messages were read back: lost 0"))
    #expect(written.plots["growth.svg"] != nil)
  }

  @Test func theSDKOnADeviceIsToldBesideWhatItWas() async throws {
    func client(_ kind: String, _ revision: String, search: Double, memory: Int) -> [String: Any] {
      var report: [String: Any] = [
        "kind": kind, "work": "client", "revision": revision, "conversations": 50_000, "messages": 2_000_000, "rounds": 20,
        "data_bytes": 1 << 30, "reads": 99, "faulty_reads": 0, "rss_before_bytes": 9_000_000, "rss_with_list_bytes": memory,
        "rss_after_searches_bytes": memory - 1,
      ]
      for (key, value) in [("start", 120.0), ("page", 7.5), ("search_rare", 2), ("search_frequent", search)] {
        (report["\(key)_p50_ms"], report["\(key)_p99_ms"]) = (value / 2, value)
      }
      return report
    }
    let base = [machine, window("martlet", "pairs-1", cost: 20)]
    let missed = try await written(peers: base, goals: [client("report", "new", search: 101, memory: 61_000_000)])
    let words = "| SDK, 50,000 conversations and 2,000,000 messages on the device: "
    #expect(missed.text.contains(words + "start until the list is on screen | ≤ 150 ms | 120 ms p99 | yes |"))
    #expect(missed.text.contains(words + "first page of the slowest search | ≤ 100 ms | 101 ms p99 | **no** |"))
    #expect(missed.text.contains(words + "opening the largest conversation | ≤ 20 ms | 7.5 ms p99 | yes |"))
    #expect(missed.text.contains(words + "resident memory | ≤ 60 MB | 61.0 MB | **no** |"))
    #expect(!missed.text.contains("p50 ms at"))
    let both = try await written(
      peers: base,
      goals: [
        client("report", "new", search: 50, memory: 50_000_000), client("earlier", "old", search: 300, memory: 70_000_000),
      ])
    #expect(both.text.contains("| p50 ms at `old` |"))
    #expect(both.text.contains("| search: the most frequent word | 100 | 25.0 | 50.0 | 150 | 300 |"))
    #expect(both.text.contains("| with the list on screen | 60 | 50.0 | 70.0 |"))
  }
}
