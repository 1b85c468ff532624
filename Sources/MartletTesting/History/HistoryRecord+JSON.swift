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
    case .opened(let tokenAt, let askedAt):
      line.add("event", "opened")
      line.add("token", tokenAt)
      line.add("asked", askedAt)
    case .closed(let code):
      line.add("event", "closed")
      line.add("code", UInt64(code))
    case .restarted(let how):
      line.add("event", "restarted")
      line.add("how", how)
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
    case "opened": self = .opened(tokenAt: line.number("token") ?? 0, askedAt: line.number("asked") ?? 0)
    case "closed": self = .closed(code: UInt32(clamping: line.number("code") ?? 0))
    case "restarted": self = .restarted(how: line.text("how"))
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
    let source: Source = line.number("answer").map { .answer($0) } ?? (line.flag("shown") ? .shown : .push)
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

extension Operation {
  fileprivate func write(to line: inout FactWriter) {
    line.add("kind", kind.rawValue)
    line.add("conversation", conversation)
    line.add("client", clientID)
    line.add("payload", payload)
    line.add("target", target)
    line.add("users", users)
  }

  fileprivate init?(_ line: FactReader) {
    guard let kind = Kind(rawValue: line.text("kind")) else { return nil }
    self.init(
      kind, conversation: line.text("conversation"), clientID: line.text("client"), payload: line.number("payload") ?? 0,
      target: line.number("target") ?? 0, users: line.list("users"))
  }
}

extension EntryFact {
  fileprivate func write(to line: inout FactWriter) {
    line.add("kind", kind.rawValue)
    line.add("conversation", conversation)
    line.add("seq", seq)
    line.add("time", UInt64(bitPattern: time))
    line.add("sender", sender)
    line.add("client", clientID)
    line.add("countable", countable)
    line.add("payload", payload)
    line.add("target", target)
    line.add("revision", revision)
    line.add("recalled", isRecalled ? 1 : 0)
    line.add("users", users)
    line.add("owner", owner)
    line.add("title", title)
  }

  fileprivate init?(_ line: FactReader) {
    guard let kind = Kind(rawValue: line.text("kind")) else { return nil }
    self.init(conversation: line.text("conversation"), seq: line.number("seq") ?? 0, kind: kind)
    time = Int64(bitPattern: line.number("time") ?? 0)
    sender = line.text("sender")
    clientID = line.text("client")
    countable = line.number("countable") ?? 0
    payload = line.number("payload") ?? 0
    target = line.number("target") ?? 0
    revision = line.number("revision") ?? 0
    isRecalled = line.number("recalled") == 1
    users = line.list("users")
    owner = line.text("owner")
    title = line.text("title")
  }
}

extension UserEntryFact {
  fileprivate func write(to line: inout FactWriter) {
    line.add("kind", kind.rawValue)
    line.add("conversation", conversation)
    line.add("seq", seq)
    line.add("position", position)
  }

  fileprivate init?(_ line: FactReader) {
    guard let kind = Kind(rawValue: line.text("kind")) else { return nil }
    self.init(
      seq: line.number("seq") ?? 0, conversation: line.text("conversation"), kind: kind, position: line.number("position") ?? 0)
  }
}

extension SummaryFact {
  fileprivate func write(to line: inout FactWriter) {
    line.add("conversation", conversation)
    line.add("head", head)
    line.add("unread", unread)
    line.add("read", read)
    line.add("joined", joined)
    line.add("members", members)
    line.add("owner", owner)
    line.add("stamp", stamp)
    line.add("last", lastMessage)
  }

  fileprivate init(_ line: FactReader) {
    self.init(
      conversation: line.text("conversation"), head: line.number("head") ?? 0, unread: line.number("unread") ?? 0,
      read: line.number("read") ?? 0, joined: line.number("joined") ?? 0, members: line.number("members") ?? 0,
      owner: line.text("owner"), stamp: line.number("stamp") ?? 0, lastMessage: line.number("last") ?? 0)
  }
}

/// Writes one flat object.
private struct FactWriter {
  private var writer = JSONWriter()

  init() { writer.beginObject() }

  var text: String {
    var whole = writer
    whole.endObject()
    return String(decoding: whole.output.bytes, as: UTF8.self)
  }

  mutating func event(_ name: String, call: UInt64) {
    add("event", name)
    add("call", call)
  }

  mutating func event(_ name: String, from source: HistoryEvent.Source) {
    add("event", name)
    switch source {
    case .push: break
    case .answer(let call): add("answer", call, always: true)
    case .shown: add("shown", 1)
    }
  }

  mutating func add(_ name: StaticString, _ value: String) {
    guard !value.isEmpty else { return }
    writer.field(name)
    writer.string(value)
  }

  mutating func add(_ name: StaticString, _ value: UInt64, always: Bool = false) {
    guard value != 0 || always else { return }
    writer.field(name)
    writer.uint64(value)
  }

  mutating func add(_ name: StaticString, _ values: [String]) {
    guard !values.isEmpty else { return }
    writer.field(name)
    writer.beginList()
    for value in values {
      writer.element()
      writer.string(value)
    }
    writer.endList()
  }
}

/// Reads one flat object; what is not there is empty.
private struct FactReader {
  private let object: JSONObject

  init?(_ text: String) {
    guard case .object(let object)? = try? JSONValue(json: [UInt8](text.utf8), limits: DecodingLimits()) else { return nil }
    self.object = object
  }

  func text(_ name: String) -> String { if case .string(let text)? = object[name] { text } else { "" } }

  func number(_ name: String) -> UInt64? { if case .string(let text)? = object[name] { UInt64(text) } else { nil } }

  func flag(_ name: String) -> Bool { number(name) == 1 }

  func list(_ name: String) -> [String] {
    guard case .array(let values)? = object[name] else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
