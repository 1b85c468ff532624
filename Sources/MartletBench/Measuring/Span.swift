import MartletNet
import MartletProcess

/// The state of everything that is counted, at one moment.
struct Snapshot: Sendable {
  let nanoseconds: UInt64
  let counters: Traffic.Counters
  let server: ProcessSample?
  let generator: ThreadSample

  /// Taken on the loop of the generator.
  init(_ loop: EventLoop, _ counters: Traffic.Counters = Traffic.Counters(), of server: BenchServer) {
    self.server = server.sample
    generator = ThreadSample.own
    nanoseconds = loop.time.monotonicNanoseconds
    self.counters = counters
  }
}

/// The changes between two moments.
struct Span: Sendable {
  let begin: Snapshot
  let end: Snapshot
  var latency = Histogram()

  var seconds: Double { Double(end.nanoseconds &- begin.nanoseconds) / 1_000_000_000 }
  var messages: UInt64 { end.counters.completed &- begin.counters.completed }
  var deliveries: UInt64 { end.counters.delivered &- begin.counters.delivered }

  /// Microseconds of CPU the server used; nil if that is not known.
  var serverCPU: Double? {
    guard let first = begin.server, let last = end.server else { return nil }
    return Double(last.cpuMicroseconds &- first.cpuMicroseconds)
  }

  /// Bytes the server had written to disks; nil if that is not known.
  var bytesWritten: Double? {
    guard let first = begin.server?.writtenBytes, let last = end.server?.writtenBytes else { return nil }
    return Double(last &- first)
  }

  /// The part of the time that the generator's thread used a processor, and that it waited for one.
  var generatorBusy: Double { Double(end.generator.used &- begin.generator.used) / 1_000_000_000 / seconds }
  var generatorWaiting: Double { Double(end.generator.waited &- begin.generator.waited) / 1_000_000_000 / seconds }

  /// Whether the generator would have done more, had it had more of a processor.
  var isGeneratorLimited: Bool { generatorBusy + generatorWaiting > 0.85 }
}

extension BenchReport {
  /// Adds how long things took.
  mutating func add(latency: Histogram) {
    for (key, label, part) in [("p50_ms", "p50", 0.5), ("p99_ms", "p99", 0.99), ("p999_ms", "p99.9", 0.999)] {
      add(key, "latency \(label)", Double(latency.percentile(part)) / 1_000_000, unit: "ms")
    }
    add("max_ms", "latency max", Double(latency.largest) / 1_000_000, unit: "ms")
  }

  /// Adds the resource usage of the server's process.
  ///
  /// - Parameters:
  ///   - span: The time span.
  ///   - noun: The unit of work, such as `message`.
  ///   - count: The number of units.
  mutating func add(serverDuring span: Span, per noun: String, count: UInt64) {
    if let cpu = span.serverCPU {
      add("server_cpu_us_per_\(noun)", "server CPU per \(noun)", cpu / Double(count), unit: "µs")
      add("server_cores", "server CPU", cpu / 1_000_000 / span.seconds, unit: "cores")
    }
    if let sample = span.end.server {
      add("server_rss_bytes", "server memory (RSS)", sample.residentBytes, unit: "bytes")
    }
    if let bytes = span.bytesWritten {
      add("bytes_written_per_\(noun)", "written to disk per \(noun)", bytes / Double(count), unit: "bytes")
    }
  }

  /// Adds the generator's usage, and notes whether the generator limited the result.
  mutating func add(generatorDuring span: Span) {
    add("generator_cpu", "generator CPU", span.generatorBusy, unit: "cores")
    add("generator_waiting", "generator waiting for a processor", span.generatorWaiting, unit: "of the time")
    add("generator_limited", nil, flag: span.isGeneratorLimited)
    if span.isGeneratorLimited {
      notes.append(
        "the generator was short of CPU (\(rounded(span.generatorBusy)) used, \(rounded(span.generatorWaiting)) "
          + "waited for): throughput and latency are limited by the generator; the server can do more.")
    }
    if span.begin.server == nil { notes.append("the server's process is unknown, so its CPU and memory are not reported.") }
  }

  /// Adds the outcome of the messages.
  mutating func add(_ tally: Tally) {
    self.tally = tally
    add("lost", "lost", tally.lost)
    add("duplicated", "doubled", tally.duplicated)
    add("out_of_order", "out of order", tally.outOfOrder)
  }

  /// Adds facts on which the figures depend.
  mutating func addMachine() {
    if let load = Folder.text("/proc/loadavg").split(separator: " ").first.flatMap({ Double($0) }) {
      add("load_average", "load average of the machine", load)
    }
    add("debug_build", nil, flag: Bench.isDebugBuild)
    if Bench.isDebugBuild {
      notes.append("this is a debug build: its figures mean nothing. Build with -c release.")
    }
  }

  private func rounded(_ part: Double) -> Double { (part * 100).rounded() / 100 }
}
