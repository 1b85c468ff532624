import MartletStore
import MartletWire
import Synchronization

/// The server's counters and gauges; `docs/metrics.md` explains each name.
///
/// Adding is safe from any thread and never waits; reading sums the parts of all threads.
package final class Metrics: Sendable {
  /// The way in which a WebSocket connection ended.
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

  /// The outcome of an append.
  package enum AppendResult: Int, MetricLabel {
    case stored, repeated, unchanged, conflict, refused, failed
  }

  /// The direction of a packet on the bus.
  package enum NodePacket: Int, MetricLabel {
    case sent, received
  }

  /// The outcome of a REST request.
  package enum RequestResult: Int, MetricLabel {
    case success, refused, failed
  }

  package let connectionsOpen: Gauge
  package let sessionsOpen: Gauge
  package let connectionsEnded: LabelledCounter<ConnectionOutcome>
  package let connectionsTurnedAway: Counter
  /// Connections and tokens refused because of their network address.
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

  /// Nanoseconds a read of a session took.
  package let readTime: Histogram
  /// Nanoseconds by which loops ran timers too late.
  package let loopLag: Histogram
  package let nodesLive: Gauge
  package let busConnected: Gauge
  package let nodePackets: LabelledCounter<NodePacket>
  package let nodeHoles: Counter
  package let nodeRowsRead: Counter
  package let nodeEntriesTold: Counter
  package let nodeEntriesCarried: Counter
  /// As of each loop's last look at itself.
  package let requestsWaiting: Gauge
  package let pushBytesWaiting: Gauge
  /// Metrics by app.
  package let apps: AppFigures

  private let storeLoad: StoreLoadSource
  private let families: [MetricFamily]
  private let gauges = Mutex<[MetricFamily]>([])

  /// Upper ends of ranges, from 0.1 ms to 5 s, in nanoseconds.
  private static let timesOfWork: [Int64] = [
    100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000, 100_000_000,
    200_000_000, 500_000_000, 1_000_000_000, 5_000_000_000,
  ]

  /// Everything at 0.
  ///
  /// - Parameters:
  ///   - version: The server's version, shown as a label.
  ///   - time: From which the uptime is read, beginning now.
  package init(version: String, time: any TimeSource) {
    var families = MetricFamilies()
    connectionsOpen = families.gauge("connections_open", "Open WebSocket connections.")
    sessionsOpen = families.gauge("sessions_open", "Open sessions.")
    connectionsEnded = families.labelled("connections_ended_total", "Closed WebSocket connections, by outcome.", label: "outcome")
    connectionsTurnedAway = families.counter(
      "connections_turned_away_total", "Connections refused because the server was full or the system out of resources.")
    addressLimits = families.labelled(
      "address_limits_total", "Connections and tokens refused because their network address passed a limit.", label: "limit")
    packetsReceived = families.counter("packets_received_total", "Packets received from clients.")
    packetsSent = families.counter("packets_sent_total", "Packets sent to clients.")
    appends = families.labelled("appends_total", "Entries that clients asked to append, by result.", label: "result")
    deliveries = families.counter("deliveries_total", "Entries pushed to sessions.")
    slowConsumers = families.counter("slow_consumers_total", "Connections closed because the client read too slowly.")
    scheduledSent = families.counter("scheduled_sent_total", "Scheduled messages sent at their time.")
    scheduledDropped = families.counter(
      "scheduled_dropped_total", "Scheduled messages dropped at their time because their user may no longer write there.")
    writesOverRate = families.counter("writes_over_rate_total", "Requests refused because their user wrote too fast.")
    readsOverRate = families.counter("reads_over_rate_total", "Requests refused because their user read too fast.")
    tokenFailures = families.failures(
      "token_failures_total", "Tokens refused, by error.",
      codes: ErrorCode.all.filter { (1200...1207).contains($0.rawValue) } + [.userSuspended])
    requests = families.labelled("rest_requests_total", "REST requests, by result.", label: "result")
    storeBatchEntries = families.histogram(
      "store_batch_entries", "Entries per batch that a loop hands to the store.", unit: .one,
      bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000])
    storeCommitTime = families.histogram(
      "store_commit_seconds", "Time until a batch of entries is durable.", unit: .nanoseconds, bounds: Self.timesOfWork)
    readTime = families.histogram(
      "read_seconds", "Time to answer a request that reads.", unit: .nanoseconds, bounds: Self.timesOfWork)
    loopLag = families.histogram(
      "loop_lag_seconds", "How late loops run their timers.", unit: .nanoseconds,
      bounds: Array(Self.timesOfWork.drop { $0 < 1_000_000 }))
    nodesLive = families.gauge("nodes_live", "Nodes that use the store, this one included; 0 for a server that is alone.")
    busConnected = families.gauge("bus_connected", "1 while the bus is connected.")
    nodePackets = families.labelled("node_packets_total", "Packets on the bus, by direction.", label: "direction")
    nodeHoles = families.counter("node_holes_total", "Packets of other nodes that showed that one was missing.")
    nodeRowsRead = families.counter("node_rows_read_total", "Commits of other nodes that were read from the feed.")
    nodeEntriesTold = families.counter("node_entries_told_total", "Entries read from the store to tell them to sessions.")
    nodeEntriesCarried = families.counter(
      "node_entries_carried_total", "Messages told to sessions as the bus carried them, without reading the store.")
    requestsWaiting = families.gauge("requests_waiting", "Requests on conversations that are not answered yet.")
    pushBytesWaiting = families.gauge("push_bytes_waiting", "Bytes that wait to be pushed.")
    let load = StoreLoadSource()
    storeLoad = load
    let apps = AppFigures()
    self.apps = apps
    families.load { load.current }
    families.figures(of: apps)
    Self.addProcess(to: &families, time)
    families.constant("build_info", "Always 1; the label is the version.", label: "version", text: version)
    self.families = families.all
  }

  private static func addProcess(to families: inout MetricFamilies, _ time: any TimeSource) {
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
  }

  /// Shows the load of a store from now on.
  package func show(_ store: any Store) { storeLoad.store.withLock { $0 = store } }

  /// Adds a gauge whose value is read at each scrape.
  ///
  /// - Parameters:
  ///   - name: The part after `martlet_`; `[a-z_]` and not in use.
  ///   - help: One sentence.
  ///   - read: Called at each scrape, on the reader's thread.
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

extension MetricFamilies {
  fileprivate mutating func load(_ load: @escaping @Sendable () -> StoreLoad) {
    read("store_waiting_rows", "Approximate number of rows that wait for a commit.", kind: .gauge) {
      .integer(Int64(load().waitingRows))
    }
    read("store_tail_rows", "Approximate number of durable rows that are not folded yet.", kind: .gauge) {
      .integer(Int64(load().tailRows))
    }
    read("store_fold_lag_seconds", "Age of the oldest change that is not folded yet.", kind: .gauge) {
      .nanoseconds(Int64(clamping: load().foldLag.nanoseconds))
    }
  }

  fileprivate mutating func figures(of apps: AppFigures) {
    app("messages_total", "Messages stored, by app.", .counter, apps, .messages)
    app("sessions_open", "Open sessions, by app.", .gauge, apps, .sessions)
    app("users_connected", "Users with at least one open session, by app.", .gauge, apps, .users)
    app("refusals_total", "Requests of sessions answered with an error, by app.", .counter, apps, .refusals)
  }
}

/// The store whose load is shown, once there is one.
private final class StoreLoadSource: Sendable {
  let store = Mutex<(any Store)?>(nil)

  var current: StoreLoad { store.withLock { $0 }?.load ?? StoreLoad() }
}
