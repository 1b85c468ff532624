/// The promises of the system, each with its number in `docs/reliability.md`.
package enum Promise: String, Sendable, CaseIterable {
  case durable = "I1"
  case once = "I2"
  case order = "I3"
  case noGap = "I4"
  case noLeak = "I5"
  case markers = "I6"
  case convergence = "I7"
  case counters = "I8"
  case liveness = "I9"

  /// In a few words.
  package var text: String {
    switch self {
    case .durable: "acknowledged entries survive"
    case .once: "each request is stored once"
    case .order: "one order for everyone, without gaps"
    case .noGap: "devices miss nothing"
    case .noLeak: "nobody receives entries of others"
    case .markers: "markers only move forward"
    case .convergence: "all devices converge"
    case .counters: "counts equal a recount"
    case .liveness: "every request ends"
    }
  }
}

/// A promise that was not kept, with the least that shows it.
package struct Violation: Sendable {
  package var promise: Promise
  /// In a sentence.
  package var text: String
  /// The records that show it, in order.
  package var evidence: [HistoryRecord]

  /// The text, and a line for each record.
  package var description: String {
    (["\(promise.rawValue) (\(promise.text)): \(text)"] + evidence.map { "  \($0.json)" }).joined(separator: "\n")
  }
}

/// The findings of a check.
package struct Verdict: Sendable {
  /// Of each promise the first few that were not kept.
  package var violations: [Violation] = []
  /// The number of violations of each promise.
  package var counts: [Promise: Int] = [:]
  /// The amount of data checked.
  package var figures = Figures()

  package struct Figures: Sendable {
    package var records = 0
    package var appendsAcknowledged = 0
    package var appendsRefused = 0
    package var appendsUnknown = 0
    package var entriesStored = 0
    package var entriesSeen = 0
    package var markersSeen = 0
    package var summariesSeen = 0
    /// Pages of logs, and whole lists, that were checked for completeness.
    package var pagesSeen = 0
    package var listsSeen = 0
    package var statesCompared = 0
    package var linesCompared = 0
    package var memberChanges = 0
    package var revocations = 0
    /// Settings and hidings that were acknowledged.
    package var ownChanges = 0
    /// Acknowledged requests to block users, or to lift blocks.
    package var blocks = 0
    /// Entries stored that attach something to a message, or are for some members only.
    package var annotations = 0
    package var directed = 0
    /// Changes of titles and attributes that are stored.
    package var conversationChanges = 0
    /// Roles that were given, and silences.
    package var ruleChanges = 0
    /// Scheduled messages that were sent.
    package var scheduledSent = 0
    /// Receipts compared, and lines with something attached.
    package var receiptsCompared = 0
    package var markedLinesCompared = 0
    /// Messages whose versions were compared, and keys whose annotators were compared.
    package var wordingsCompared = 0
    package var annotatorsCompared = 0
    /// Messages that a device had hidden for itself alone.
    package var hiddenHere = 0
    /// From a request to its end while there was no fault, in nanoseconds: the 99th of a hundred, and the longest.
    package var calmCallP99: UInt64 = 0
    package var calmCallMaximum: UInt64 = 0
    /// From a request to the push of its entry to another device while there was no fault, in nanoseconds.
    package var calmDeliveryP99: UInt64 = 0
    package var calmDeliveries = 0
    /// The longest time after a revocation or a removal at which anything still arrived, in nanoseconds.
    package var longestAfterEnd: UInt64 = 0

    package init() {}

    /// Adds counts; of times, keeps the longest.
    package mutating func add(_ other: Figures) {
      records += other.records
      appendsAcknowledged += other.appendsAcknowledged
      appendsRefused += other.appendsRefused
      appendsUnknown += other.appendsUnknown
      entriesStored += other.entriesStored
      entriesSeen += other.entriesSeen
      markersSeen += other.markersSeen
      summariesSeen += other.summariesSeen
      pagesSeen += other.pagesSeen
      listsSeen += other.listsSeen
      statesCompared += other.statesCompared
      linesCompared += other.linesCompared
      memberChanges += other.memberChanges
      revocations += other.revocations
      ownChanges += other.ownChanges
      blocks += other.blocks
      annotations += other.annotations
      directed += other.directed
      conversationChanges += other.conversationChanges
      ruleChanges += other.ruleChanges
      scheduledSent += other.scheduledSent
      receiptsCompared += other.receiptsCompared
      markedLinesCompared += other.markedLinesCompared
      wordingsCompared += other.wordingsCompared
      annotatorsCompared += other.annotatorsCompared
      hiddenHere += other.hiddenHere
      calmDeliveries += other.calmDeliveries
      calmCallP99 = max(calmCallP99, other.calmCallP99)
      calmCallMaximum = max(calmCallMaximum, other.calmCallMaximum)
      calmDeliveryP99 = max(calmDeliveryP99, other.calmDeliveryP99)
      longestAfterEnd = max(longestAfterEnd, other.longestAfterEnd)
    }
  }

  package var isClean: Bool { counts.isEmpty }

  /// The number kept for each promise; further ones are only counted.
  private static let kept = 5

  mutating func add(_ promise: Promise, _ text: String, _ evidence: [HistoryRecord]) {
    counts[promise, default: 0] += 1
    guard violations.count(where: { $0.promise == promise }) < Self.kept else { return }
    violations.append(
      Violation(promise: promise, text: text, evidence: evidence.sorted { $0.number < $1.number }))
  }
}

extension Verdict.Figures {
  /// The numbers of records and requests, for people.
  package var askedText: String {
    "\(records) records; appends: \(appendsAcknowledged) acknowledged, \(appendsRefused) refused, \(appendsUnknown) unknown"
  }

  /// The numbers of reads, for people.
  package var readText: String { "\(pagesSeen) pages of logs, \(listsSeen) whole lists with \(summariesSeen) lines" }

  /// The numbers of per-user data, annotations, and directed or scheduled messages, for people.
  package var personalText: String {
    """
    \(ownChanges) settings and hidings, \(blocks) changes of blocks, \(annotations) annotations, \
    \(directed) entries for some only, \(scheduledSent) \
    scheduled messages sent, \(conversationChanges) changes of titles and attributes, \(ruleChanges) of roles and \
    silences; at the end \(markedLinesCompared) \
    lines with something attached, \(annotatorsCompared) lists of who attached it, \(wordingsCompared) messages with all \
    their wordings, \(receiptsCompared) receipts, \(hiddenHere) messages hidden on one device only
    """
  }
}
