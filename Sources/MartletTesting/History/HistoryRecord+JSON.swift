import MartletWire

/// The line of a record: flat, the fields that say nothing left out.
extension HistoryRecord {
  package var json: String {
    var line = FactWriter()
    line.add("n", UInt64(clamping: number), always: true)
    line.add("at", at, always: true)
    line.add("device", device)
    line.add("user", user)
    event.write(to: &line)
    return line.text
  }

  package init?(json text: String) {
    guard let line = FactReader(text), let number = line.number("n"), let at = line.number("at"), let event = HistoryEvent(line)
    else { return nil }
    self.init(number: Int(clamping: number), at: at, device: line.text("device"), user: line.text("user"), event: event)
  }
}

extension HistoryEvent {
  fileprivate func write(to line: inout FactWriter) {
    switch self {
    case .invoke(let call, let operation):
      line.event("invoke", call: call)
      operation.write(to: &line)
    case .ok(let call, let seq):
      line.event("ok", call: call)
      line.add("seq", seq)
    case .refused(let call, let code):
      line.event("refused", call: call)
      line.add("code", UInt64(code))
    case .unknown(let call): line.event("unknown", call: call)
    case .entry(let entry, let source):
      line.event("entry", from: source)
      entry.write(to: &line)
    case .marker(let conversation, let user, let read, let source):
      line.event("marker", from: source)
      line.add("conversation", conversation)
      line.add("of", user)
      line.add("read", read)
    case .told(let entry, let source):
      line.event("told", from: source)
      entry.write(to: &line)
    case .summary(let summary, let source):
      line.event("summary", from: source)
      summary.write(to: &line)
    case .opened(let tokenAt, let askedAt, let userHead):
      line.add("event", "opened")
      line.add("token", tokenAt)
      line.add("asked", askedAt)
      if let userHead { line.add("user_head", userHead, always: true) }
    case .closed(let code):
      line.add("event", "closed")
      line.add("code", UInt64(code))
    case .restarted(let how):
      line.add("event", "restarted")
      line.add("how", how)
    case .backedUp(let backup):
      line.add("event", "backedUp")
      line.add("backup", backup)
    case .wentBack(let backup):
      line.add("event", "wentBack")
      line.add("backup", backup)
    case .phase(let phase):
      line.add("event", "phase")
      line.add("phase", phase.rawValue)
    case .delayed: line.add("event", "delayed")
    case .stalled(let nanoseconds):
      line.add("event", "stalled")
      line.add("ns", nanoseconds)
    }
  }

  fileprivate init?(_ line: FactReader) {
    let call = line.number("call") ?? 0
    switch line.text("event") {
    case "invoke":
      guard let operation = Operation(line) else { return nil }
      self = .invoke(call: call, operation)
    case "ok": self = .ok(call: call, seq: line.number("seq") ?? 0)
    case "refused": self = .refused(call: call, code: UInt32(clamping: line.number("code") ?? 0))
    case "unknown": self = .unknown(call: call)
    case "opened":
      self = .opened(
        tokenAt: line.number("token") ?? 0, askedAt: line.number("asked") ?? 0, userHead: line.number("user_head"))
    case "closed": self = .closed(code: UInt32(clamping: line.number("code") ?? 0))
    case "restarted": self = .restarted(how: line.text("how"))
    case "backedUp": self = .backedUp(line.number("backup") ?? 0)
    case "wentBack": self = .wentBack(to: line.number("backup") ?? 0)
    case "delayed": self = .delayed
    case "stalled": self = .stalled(nanoseconds: line.number("ns") ?? 0)
    case "phase":
      guard let phase = Phase(rawValue: line.text("phase")) else { return nil }
      self = .phase(phase)
    default:
      guard let seen = Self.seen(line) else { return nil }
      self = seen
    }
  }

  private static func seen(_ line: FactReader) -> HistoryEvent? {
    let source: Source =
      line.number("answer").map { .answer($0) } ?? line.number("selection").map { .selection($0) }
      ?? (line.flag("shown") ? .shown : .push)
    switch line.text("event") {
    case "entry": return EntryFact(line).map { .entry($0, source) }
    case "told": return UserEntryFact(line).map { .told($0, source) }
    case "summary": return .summary(SummaryFact(line), source)
    case "marker":
      return .marker(
        conversation: line.text("conversation"), user: line.text("of"), read: line.number("read") ?? 0, source)
    default: return nil
    }
  }
}
