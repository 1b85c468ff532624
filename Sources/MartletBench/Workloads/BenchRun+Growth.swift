import MartletNet
import MartletProcess
import MartletWire

extension BenchRun {
  /// Measures the cost of a message as the number of stored messages grows, then as the number of conversations grows.
  func growth() async throws -> BenchReport {
    let mesh = try await Mesh(self, conversations: plan.conversations)
    let few = min(plan.conversations, Self.fewConversations)
    await loop.run { mesh.use(conversations: few) }
    let begun = loop.time.monotonicNanoseconds
    var byMessages: [BenchReport] = []
    for count in Self.decades(from: 100_000, to: plan.messages) {
      try await fill(mesh, with: count)
      byMessages.append(try await step(mesh, conversations: few))
    }
    let seconds = Double(loop.time.monotonicNanoseconds &- begun) / 1_000_000_000
    let (history, faulty) = try await reads(mesh, rate: BenchPlan.writesDuringReads)
    var byConversations: [BenchReport] = []
    for count in Self.decades(from: UInt64(Self.fewConversations), to: UInt64(clamping: plan.conversations)) {
      let conversations = Int(clamping: count)
      await loop.run { mesh.use(conversations: conversations) }
      // Once around, so that all of them exist.
      let stored = await loop.run { mesh.traffic.counters.completed }
      try await fill(mesh, with: stored &+ count)
      byConversations.append(try await step(mesh, conversations: conversations))
    }
    var report = BenchReport()
    report.add("workload", "workload", text: "growth")
    report.add("connections", "connections", mesh.accounts.count)
    report.add("window", "window of each sender", plan.window)
    report.add("size_bytes", "text of a message", plan.size, unit: "bytes")
    report.add("fill_seconds", "time to store the messages, measurements included", seconds, unit: "s")
    addRatio("cost_ratio_by_messages", "cost with the most messages, relative to the fewest", byMessages, &report)
    addRatio(
      "cost_ratio_by_conversations", "cost with the most conversations, relative to the fewest", byConversations, &report)
    if let last = byConversations.last ?? byMessages.last { for key in Self.summary { report.copy(key, from: last) } }
    report.add("by_messages", byMessages)
    report.add("history", [history])
    report.add("by_conversations", byConversations)
    var known = Tally()
    known.outOfOrder = faulty
    let lanes = await loop.run { Confined(mesh.lanes) }
    try await check(mesh.crowd, mesh.accounts, lanes.value, and: known, killing: .underLoad(mesh.traffic), into: &report)
    return report
  }

  /// Messages are made more in so many conversations, and conversations from so many on.
  private static let fewConversations = 1000
  /// The figures of the last step that summarise the run.
  private static let summary = [
    "messages_per_second", "p50_ms", "p99_ms", "p999_ms", "server_cpu_us_per_message", "server_rss_bytes",
    "bytes_written_per_message", "data_bytes",
  ]

  /// Ten times as many at each step, the last of them exactly as many as wanted.
  static func decades(from first: UInt64, to last: UInt64) -> [UInt64] {
    var steps: [UInt64] = []
    var next = max(1, first)
    while next < last {
      steps.append(next)
      let (product, overflow) = next.multipliedReportingOverflow(by: 10)
      if overflow { break }
      next = product
    }
    return steps + [last]
  }

  /// Measures with as much stored as there is now.
  private func step(_ mesh: Mesh, conversations: Int) async throws -> BenchReport {
    let stored = await loop.run { mesh.traffic.counters.completed }
    let span = try await measure(mesh.traffic, rate: plan.rate)
    var report = BenchReport()
    report.add("stored", "messages stored", stored)
    report.add("conversations", "conversations in use", conversations)
    report.add("messages_per_second", "messages per second", Double(span.messages) / span.seconds)
    report.add(latency: span.latency)
    report.add(serverDuring: span, per: "message", count: span.messages)
    if let directory = server.dataDirectory {
      report.add("data_bytes", "files of the server", DataFiles(directory).total, unit: "bytes")
    }
    report.add(generatorDuring: span)
    return report
  }

  private func addRatio(_ key: String, _ label: String, _ steps: [BenchReport], _ report: inout BenchReport) {
    guard let first = steps.first?.number("server_cpu_us_per_message"), let last = steps.last?.number("server_cpu_us_per_message")
    else { return }
    report.add(key, label, last / first)
  }
}

/// The sizes of a data directory's files, by purpose.
struct DataFiles: Sendable, Equatable {
  var total: UInt64 = 0
  /// The write-ahead logs of the databases.
  var writeAhead: UInt64 = 0
  /// Acknowledged rows that are not in the tables yet, with their own write-ahead log.
  var journal: UInt64 = 0

  init(_ directory: String) {
    for name in Folder.names(in: directory) {
      let size = Folder.size("\(directory)/\(name)")
      total &+= size
      if name.hasPrefix("journal") {
        journal &+= size
      } else if name.hasSuffix("-wal") {
        writeAhead &+= size
      }
    }
  }
}
