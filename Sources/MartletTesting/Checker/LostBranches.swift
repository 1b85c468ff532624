// A server restored from a backup has forgotten everything after the backup. Acknowledged changes between the backup and the
// restore may be gone, entries seen then may never be seen again, and the log continues differently. Nothing else is excused:
// everything acknowledged before the backup or after the restore must be there.
extension [HistoryRecord] {
  /// The history as the restored data has it: in the time that is lost, requests were asked and not answered, and nobody was
  /// told anything.
  var withoutLostBranches: [HistoryRecord] {
    let lost = lostNumbers
    guard !lost.isEmpty else { return self }
    let uninformed = uninformedAnswers
    return compactMap { record in
      guard lost.contains(where: { $0.contains(record.number) }) || uninformed.contains(record.number) else { return record }
      var record = record
      switch record.event {
      case .ok(let call, _), .refused(let call, _): record.event = .unknown(call: call)
      case .entry, .marker, .told, .summary: return nil
      case .invoke, .unknown, .opened, .closed, .restarted, .phase, .delayed, .stalled, .backedUp, .wentBack: break
      }
      return record
    }
  }

  /// The records from each backup to the return to it.
  private var lostNumbers: [Range<Int>] {
    var made: [UInt64: Int] = [:]
    var lost: [Range<Int>] = []
    for record in self {
      switch record.event {
      case .backedUp(let backup): made[backup] = record.number
      case .wentBack(let backup):
        guard let begin = made[backup], begin < record.number else { continue }
        lost.append(begin..<record.number)
      default: break
      }
    }
    return lost
  }

  /// The answers that devices gave themselves after a return to a backup, before they connected to the restored server: a
  /// device then still knows the acknowledgements that are lost, and answers a repeated request by them.
  private var uninformedAnswers: Set<Int> {
    let (acknowledged, asked) = (lostAcknowledgements, requests)
    var isRestored = false
    var informed: Set<String> = []
    var answers: Set<Int> = []
    for record in self {
      switch record.event {
      case .wentBack: (isRestored, informed) = (true, [])
      case .opened: informed.insert(record.device)
      case .ok(let call, _):
        guard isRestored, !informed.contains(record.device), let request = asked[call], acknowledged.contains(request) else {
          continue
        }
        answers.insert(record.number)
      default: break
      }
    }
    return answers
  }

  /// The user and client id of each call.
  private var requests: [UInt64: [String]] {
    var requests: [UInt64: [String]] = [:]
    for record in self {
      if case .invoke(let call, let operation) = record.event { requests[call] = [record.user, operation.clientID] }
    }
    return requests
  }

  /// The user and client id of each request that was acknowledged in a time that is lost.
  var lostAcknowledgements: Set<[String]> {
    let (lost, asked) = (lostNumbers, requests)
    var acknowledged: Set<[String]> = []
    for record in self {
      guard case .ok(let call, _) = record.event, lost.contains(where: { $0.contains(record.number) }) else { continue }
      if let request = asked[call] { acknowledged.insert(request) }
    }
    return acknowledged
  }
}
