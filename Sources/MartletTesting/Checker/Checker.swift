/// Finds broken promises from the history of a run and the final contents of the store.
///
/// Each check takes time about linear in the history. It judges only its input: without a dump the records alone, without states
/// nothing about the end.
package struct Checker {
  /// The limits of a check.
  package struct Options: Sendable {
    /// The time after the end of a membership or a token in which entries may still arrive; nanoseconds.
    package var grace: UInt64 = 1_000_000_000
    /// The time that a call may take without faults.
    package var callLimit: UInt64 = 10_000_000_000
    /// The time after the last fault that an earlier call may take.
    package var healLimit: UInt64 = 30_000_000_000
    /// The time after its acknowledgement in which an entry must be pushed to an open session.
    package var pushLimit: UInt64 = 5_000_000_000
    /// Whether the history has all requests that were made, so that an entry nobody asked for is a fault.
    package var isComplete = true

    /// The usual, each time so many times longer.
    package init(slack: UInt64 = 1) {
      let slack = min(max(slack, 1), 1000)
      grace *= slack
      callLimit *= slack
      healLimit *= slack
      pushLimit *= slack
    }
  }

  /// A request with its end.
  struct Call {
    let begin: HistoryRecord
    let operation: Operation
    var end: HistoryRecord?

    /// The position at which it took effect; nil if it did not, or if that is unknown.
    var position: UInt64? { if case .ok(_, let seq)? = end?.event { seq } else { nil } }

    var refusal: UInt32? { if case .refused(_, let code)? = end?.event { code } else { nil } }

    /// Whether it may have had an effect though nobody said so.
    var isOpen: Bool {
      switch end?.event {
      case .ok, .refused: false
      default: true
      }
    }

    var evidence: [HistoryRecord] { [begin] + (end.map { [$0] } ?? []) }
  }

  /// A request by its user and client id.
  struct Key: Hashable {
    var user: String
    var clientID: String
  }

  let records: [HistoryRecord]
  let dump: Dump?
  let states: [DeviceState]
  let options: Options
  private(set) var calls: [UInt64: Call] = [:]
  /// In the order in which they began.
  private(set) var requests: [Key: [UInt64]] = [:]
  private(set) var folds: [String: LogFold] = [:]
  /// By user.
  private(set) var userFolds: [String: UserFold] = [:]
  private(set) var stored: [Key: [EntryFact]] = [:]
  /// From which record on the times of a device say nothing.
  private var delayed: [String: Int] = [:]
  private(set) var stalls: [(at: UInt64, nanoseconds: UInt64)] = []
  var verdict = Verdict()

  private init(_ records: [HistoryRecord], _ dump: Dump?, _ states: [DeviceState], _ options: Options) {
    (self.records, self.dump, self.states, self.options) = (records, dump, states, options)
    for record in records { index(record) }
    userFolds = (dump?.userLogs ?? [:]).mapValues { UserFold($0) }
    for (name, log) in dump?.logs ?? [:] {
      folds[name] = LogFold(name, log.entries) { properties(of: $0) }
      for entry in log.entries { stored[Key(user: entry.sender, clientID: entry.clientID), default: []].append(entry) }
      verdict.figures.entriesStored += log.entries.count
    }
    verdict.figures.records = records.count
  }

  /// Checks a history.
  ///
  /// - Parameters:
  ///   - records: In their order.
  ///   - dump: The final contents of the store; nil checks the records alone.
  ///   - states: The final states of the devices.
  ///   - options: The limits.
  /// - Returns: The findings.
  package static func check(
    _ records: [HistoryRecord], dump: Dump?, states: [DeviceState] = [], options: Options = Options()
  ) -> Verdict {
    var checker = Checker(records.withoutLostBranches, dump, states, options)
    checker.checkRequests()
    checker.checkTables()
    checker.checkOrder()
    checker.checkSeen()
    checker.checkStreams()
    checker.checkEntitlement()
    checker.checkMarkers()
    checker.checkSummaries()
    checker.checkOwn()
    checker.checkRelations()
    checker.checkStates()
    checker.checkEnds()
    return checker.verdict
  }

  private mutating func index(_ record: HistoryRecord) {
    switch record.event {
    case .invoke(let call, let operation):
      calls[call] = Call(begin: record, operation: operation)
      if operation.appends { requests[Key(user: record.user, clientID: operation.clientID), default: []].append(call) }
    case .ok(let call, _), .refused(let call, _), .unknown(let call): calls[call]?.end = record
    case .delayed: if delayed[record.device] == nil { delayed[record.device] = record.number }
    case .stalled(let nanoseconds): stalls.append((record.at, nanoseconds))
    default: break
    }
  }

  /// The first properties of a message as requested; nil if it may have none.
  private func properties(of message: EntryFact) -> [String]? {
    let calls = calls(of: Key(user: message.sender, clientID: message.clientID))
    let asked = calls.first { $0.position == message.seq } ?? calls.last { $0.isOpen }
    return asked.flatMap { $0.operation.annotation == MarkLine.expandable ? $0.operation.changes : nil }
  }

  // MARK: - Shared by several checks

  /// The entries of a conversation that a user hid, as of a user-log entry.
  func hiding(of user: String, in conversation: String, asOf seq: UInt64 = .max) -> UserFold.Hiding {
    userFolds[user]?.hiding(in: conversation, asOf: seq) ?? UserFold.Hiding()
  }

  /// The calls of a request, in the order in which they began.
  func calls(of key: Key) -> [Call] { (requests[key] ?? []).compactMap { calls[$0] } }

  /// The call that was acknowledged first with an entry's position.
  func acknowledgement(of entry: EntryFact) -> Call? {
    calls(of: Key(user: entry.sender, clientID: entry.clientID)).filter { $0.position == entry.seq }
      .min { ($0.end?.number ?? .max) < ($1.end?.number ?? .max) }
  }

  /// Whether a device's times say nothing by then.
  func isDelayed(_ device: String, at number: Int) -> Bool { delayed[device].map { $0 <= number } ?? false }

  /// The time for which the recorder did not run between two times and shortly after; its records may be late by that much.
  func stall(from start: UInt64, to end: UInt64) -> UInt64 {
    stalls.reduce(0) { $1.at >= start && $1.at <= end &+ 1_000_000_000 ? $0 &+ $1.nanoseconds : $0 }
  }

  /// A duration for people.
  static func milliseconds(_ nanoseconds: UInt64) -> String { "\(nanoseconds / 1_000_000) ms" }
}
