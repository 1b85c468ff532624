import MartletTesting

/// What the devices on one kind of host did.
package struct HostShare: Sendable {
  /// The number of devices, those of later installations too.
  package var devices = 0
  /// The number of requests.
  package var calls = 0
  /// The number of entries shown to the app.
  package var shown = 0
  /// The number of times local data was found damaged and fetched again.
  package var resets = 0

  /// Counts the records of a host's devices.
  package init(_ records: [HistoryRecord]) {
    devices = Set(records.map(\.device)).count
    for record in records {
      switch record.event {
      case .invoke: calls += 1
      case .entry(_, .shown): shown += 1
      case .restarted("local data reset"): resets += 1
      default: break
      }
    }
  }

  package static func + (one: HostShare, other: HostShare) -> HostShare {
    var sum = one
    sum.devices += other.devices
    sum.calls += other.calls
    sum.shown += other.shown
    sum.resets += other.resets
    return sum
  }
}

/// The findings of a check.
package struct CheckReport: Sendable {
  package var seed: UInt64
  package var seconds: Double = 0
  package var verdict: Verdict
  /// The number of injections of each fault.
  package var faults: [Fault: Int] = [:]
  /// The number of times a fault took effect, for faults where that is known.
  package var effects: [Fault: Int] = [:]
  /// Faults that were left out, with the reason.
  package var skipped: [String] = []
  /// What the devices on each kind of host did.
  package var shares: [DeviceHost: HostShare] = [:]
  package var serverStarts = 0
  /// Messages that apps sent during rolling restarts, and how many of them failed.
  package var restartSends = 0
  package var restartFailures = 0
  /// The type of the file system that the server's data lay on.
  package var fileSystem = ""
  /// Failures outside of any history: processes that ended unexpectedly or did not restart, and data that could not be read at
  /// the end.
  package var failures: [String] = []
  /// The directory of the evidence; nil if nothing was kept.
  package var evidence: String?

  package var isClean: Bool { verdict.isClean && failures.isEmpty }

  /// For people.
  package var text: String {
    let figures = verdict.figures
    var lines = [
      "seed \(seed), \(Int(seconds)) s, server started \(serverStarts) times, its data on \(fileSystem)",
      "faults: "
        + (faults.isEmpty
          ? "none"
          : faults.sorted { $0.key.rawValue < $1.key.rawValue }.map { text(of: $0.key, $0.value) }.joined(separator: ", ")),
    ]
    if restartSends > 0 { lines.append("during rolling restarts: \(restartSends) sends by apps, \(restartFailures) failed") }
    lines += skipped.map { "skipped: \($0)" }
    for (host, share) in shares.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append(
        """
        \(host.rawValue): \(share.devices) devices made \(share.calls) requests and showed \(share.shown) entries; damaged data \
        was fetched again \(share.resets) times
        """)
    }
    lines += [
      figures.askedText,
      """
      \(figures.entriesStored) entries stored, \(figures.entriesSeen) seen, \(figures.markersSeen) markers, \
      \(figures.readText), \(figures.memberChanges) member changes, \(figures.revocations) revocations
      """,
      "\(figures.statesCompared) devices compared at the end, \(figures.linesCompared) lines",
      figures.personalText,
      """
      without faults: calls p99 \(figures.calmCallP99 / 1_000_000) ms, deliveries p99 \
      \(figures.calmDeliveryP99 / 1_000_000) ms of \(figures.calmDeliveries); after a removal or revocation, entries \
      arrived for at most \(figures.longestAfterEnd / 1_000_000) ms
      """,
    ]
    for promise in Promise.allCases {
      let count = verdict.counts[promise] ?? 0
      lines.append("\(promise.rawValue) \(promise.text): \(count == 0 ? "kept" : "NOT KEPT, \(count) times")")
    }
    lines += failures.map { "FAILURE: \($0)" }
    lines += verdict.violations.map(\.description)
    if let evidence { lines.append("evidence: \(evidence)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(of fault: Fault, _ count: Int) -> String {
    "\(fault.rawValue) \(count)" + (effects[fault].map { " (\($0) took effect)" } ?? "")
  }
}
