import MartletWire
import Synchronization

/// What the server counts of itself; `docs/metrics.md` explains each name.
///
/// Adding is safe from any thread and never waits; reading sums up what all threads added.
package final class Metrics: Sendable {
  /// How a WebSocket connection ended.
  package enum ConnectionOutcome: Int, MetricLabel {
    /// The client closed it.
    case client
    /// It broke, or the peer vanished.
    case lost
    /// Hello did not come, or was refused.
    case refused
    /// Nothing was heard for too long.
    case idle
    /// The client read more slowly than events arrived.
    case slow
    /// The client broke the protocol or a limit of it.
    case violation
    /// The same device, or another of its class, connected.
    case replaced
    /// The token was revoked or ran out.
    case revoked
    /// The server shut down.
    case drained
    /// The server failed.
    case failed
  }

  /// What became of something to append.
  package enum AppendResult: Int, MetricLabel {
    case stored, repeated, conflict, refused, failed
  }

  /// How a REST request was answered.
  package enum RequestResult: Int, MetricLabel {
    case success, refused, failed
  }

  package let connectionsOpen: Gauge
  package let sessionsOpen: Gauge
  package let connectionsEnded: LabelledCounter<ConnectionOutcome>
  package let connectionsTurnedAway: Counter
  /// Connections and tokens refused because of where they came from.
  package let addressLimits: LabelledCounter<AddressGate.Kind>
  package let packetsReceived: Counter
  package let packetsSent: Counter
  package let appends: LabelledCounter<AppendResult>
  package let deliveries: Counter
  package let slowConsumers: Counter
  package let writesOverRate: Counter
  package let readsOverRate: Counter
  package let scheduledSent: Counter
  package let scheduledDropped: Counter
  package let tokenFailures: FailureCounter
  package let requests: LabelledCounter<RequestResult>
  /// Entries in one commit of the store.
  package let storeBatchEntries: Histogram
  /// Nanoseconds one commit of the store took.
  package let storeCommitTime: Histogram

  private let families: [MetricFamily]
  private let gauges = Mutex<[MetricFamily]>([])

  /// Everything at 0.
  ///
  /// - Parameters:
  ///   - version: The server's version, shown as a label.
  ///   - time: From which the uptime is read, beginning now.
  package init(version: String, time: any TimeSource) {
    var families = MetricFamilies()
    connectionsOpen = families.gauge("connections_open", "WebSocket connections open now.")
    sessionsOpen = families.gauge("sessions_open", "Sessions past Hello open now.")
    connectionsEnded = families.labelled("connections_ended_total", "WebSocket connections ended, by how.", label: "outcome")
    connectionsTurnedAway = families.counter(
      "connections_turned_away_total", "Connections that found the server full or the system out of resources.")
    addressLimits = families.labelled(
      "address_limits_total", "Connections and tokens refused because their network address passed a limit.", label: "limit")
    packetsReceived = families.counter("packets_received_total", "Packets received from clients.")
    packetsSent = families.counter("packets_sent_total", "Packets sent to clients.")
    appends = families.labelled("appends_total", "Entries clients asked to append, by what became of them.", label: "result")
    deliveries = families.counter("deliveries_total", "Entries pushed to sessions.")
    slowConsumers = families.counter("slow_consumers_total", "Connections closed because the client read too slowly.")
    scheduledSent = families.counter("scheduled_sent_total", "Scheduled messages that were sent at their time.")
    scheduledDropped = families.counter(
      "scheduled_dropped_total", "Scheduled messages that were dropped at their time: their user may not write there any more.")
    writesOverRate = families.counter("writes_over_rate_total", "Requests refused because their user wrote too fast.")
    readsOverRate = families.counter("reads_over_rate_total", "Requests refused because their user read too fast.")
    tokenFailures = families.failures(
      "token_failures_total", "Tokens refused, by error.", codes: ErrorCode.all.filter { (1200...1207).contains($0.rawValue) })
    requests = families.labelled("rest_requests_total", "REST requests, by how they were answered.", label: "result")
    storeBatchEntries = families.histogram(
      "store_batch_entries", "Entries in one commit of the store.", unit: .one,
      bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000])
    storeCommitTime = families.histogram(
      "store_commit_seconds", "Time one commit of the store took.", unit: .nanoseconds,
      bounds: [
        100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000, 100_000_000,
        200_000_000, 500_000_000, 1_000_000_000, 5_000_000_000,
      ])
    let start = time.monotonicNanoseconds
    families.read("uptime_seconds", "Time since the server started.", kind: .gauge) {
      .nanoseconds(Int64(clamping: time.monotonicNanoseconds &- start))
    }
    families.read("process_resident_bytes", "Memory of the process that is in RAM.", kind: .gauge) {
      .integer(ProcessUsage.residentBytes ?? 0)
    }
    families.read("process_cpu_seconds_total", "CPU time the process used.", kind: .counter) {
      .nanoseconds(ProcessUsage.cpuNanoseconds ?? 0)
    }
    families.constant("build_info", "Always 1; the label tells the version.", label: "version", text: version)
    self.families = families.all
  }

  /// Adds a gauge whose value is asked for at each reading.
  ///
  /// - Parameters:
  ///   - name: What follows `martlet_`; `[a-z_]` and not in use.
  ///   - help: One sentence.
  ///   - read: Called at each reading, on the reader's thread.
  package func addGauge(_ name: String, _ help: String, read: @escaping @Sendable () -> Int64) {
    var added = MetricFamilies()
    added.read(name, help, kind: .gauge) { .integer(read()) }
    gauges.withLock { $0 += added.all }
  }

  /// All values in the Prometheus text format 0.0.4.
  package func prometheusText() -> String {
    var text = ""
    for family in families + gauges.withLock({ $0 }) { family.write(to: &text) }
    return text
  }
}
