// I6: a read marker only moves forward, and only by whose it is.
extension Checker {
  private struct Place: Hashable {
    var conversation: String
    var user: String
    /// True if its owner sees it, who alone knows quiet reading.
    var isOwn = true
  }

  /// A known marker, and the time from which it was known.
  private struct Mark {
    var read: UInt64
    var record: HistoryRecord
  }

  mutating func checkMarkers() {
    let asked = askedMarks
    // Of each place, the highest so far, whenever it rose.
    var known: [Place: [Mark]] = [:]
    var pushed: [String: [Place: Mark]] = [:]
    for record in records {
      switch record.event {
      case .opened, .closed, .restarted: pushed[record.device] = nil
      case .ok(let number, let read):
        guard let call = calls[number], call.operation.kind == .mark else { continue }
        let place = Place(conversation: call.operation.conversation, user: record.user)
        checkRead(Mark(read: read, record: record), at: place, since: call.begin, known[place] ?? [])
        note(Mark(read: read, record: record), at: place, in: &known)
        guard !call.operation.isQuiet else { continue }
        let others = Place(conversation: place.conversation, user: place.user, isOwn: false)
        note(Mark(read: min(read, call.operation.target), record: record), at: others, in: &known)
      case .summary(let summary, .answer(let number)):
        guard let call = calls[number] else { continue }
        let place = Place(conversation: summary.conversation, user: record.user)
        let mark = Mark(read: summary.read, record: record)
        checkBounds(mark, at: place, asked)
        checkRead(mark, at: place, since: call.begin, known[place] ?? [])
        note(mark, at: place, in: &known)
      case .marker(let conversation, let user, let read, let source):
        verdict.figures.markersSeen += 1
        let place = Place(conversation: conversation, user: user, isOwn: user == record.user)
        let mark = Mark(read: read, record: record)
        checkBounds(mark, at: place, asked)
        switch source {
        case .push:
          if let last = pushed[record.device]?[place], read < last.read {
            verdict.add(.markers, "\(user)'s marker in \(conversation) fell from \(last.read) to \(read)", [last.record, record])
          }
          pushed[record.device, default: [:]][place] = mark
        case .answer(let number):
          if let call = calls[number] { checkRead(mark, at: place, since: call.begin, known[place] ?? []) }
        case .shown, .selection: break
        }
        note(mark, at: place, in: &known)
      default: break
      }
    }
    if dump != nil { checkKept(asked) }
  }

  /// The furthest positions to which users asked to move their markers.
  private var askedMarks: [Place: UInt64] {
    calls.values.reduce(into: [:]) { asked, call in
      guard call.operation.kind == .mark else { return }
      let place = Place(conversation: call.operation.conversation, user: call.begin.user)
      asked[place] = max(asked[place] ?? 0, call.operation.target)
    }
  }

  private func note(_ mark: Mark, at place: Place, in known: inout [Place: [Mark]]) {
    if mark.read > known[place]?.last?.read ?? 0 { known[place, default: []].append(mark) }
  }

  /// A read marker is never behind an earlier known one.
  ///
  /// A new membership begins with 0, and its markers go beyond all earlier ones.
  private mutating func checkRead(_ mark: Mark, at place: Place, since begin: HistoryRecord, _ known: [Mark]) {
    guard let before = known.last(where: { $0.record.number < begin.number }), mark.read < before.read else { return }
    if mark.read == 0, folds[place.conversation]?.memberships[place.user]?.count ?? 2 > 1 { return }
    verdict.add(
      .markers, "\(place.user)'s marker in \(place.conversation) was read as \(mark.read) after it had been \(before.read)",
      [before.record, begin, mark.record])
  }

  private mutating func checkBounds(_ mark: Mark, at place: Place, _ asked: [Place: UInt64]) {
    guard options.isComplete, mark.read > asked[Place(conversation: place.conversation, user: place.user)] ?? 0 else { return }
    verdict.add(
      .markers, "\(place.user)'s marker in \(place.conversation) stands at \(mark.read); nobody moved it there", [mark.record])
  }

  /// Acknowledged markers are kept, and kept markers were requested.
  private mutating func checkKept(_ asked: [Place: UInt64]) {
    for call in calls.values where call.operation.kind == .mark {
      guard let read = call.position, let log = dump?.logs[call.operation.conversation],
        let member = log.members[call.begin.user], read >= member.joined, member.read < read
      else { continue }
      verdict.add(
        .durable,
        "\(call.begin.user)'s marker in \(call.operation.conversation) was acknowledged at \(read) but stored as \(member.read)",
        call.evidence)
    }
    for (name, log) in dump?.logs ?? [:] {
      for (user, member) in log.members where member.read > 0 {
        let bound = options.isComplete ? asked[Place(conversation: name, user: user)] ?? 0 : .max
        if member.read > min(bound, log.head) {
          verdict.add(.markers, "\(user)'s marker in \(name) is stored as \(member.read), beyond every move", [])
        }
      }
    }
  }
}
