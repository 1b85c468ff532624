import Martlet
import MartletBrowser
import MartletTesting
import MartletWire

// Records of devices on the JavaScript SDK. They write what passes between them and the client core; here it becomes facts.
extension HistoryRecord {
  /// Reads a line of `Web/check/device.mjs`; nil if it is malformed.
  init?(script text: String) {
    guard let line = ScriptLine(text), line.text("script") == "1", let at = line.number("at"), let event = HistoryEvent(line)
    else { return nil }
    self.init(number: 0, at: at, device: line.text("device"), user: line.text("user"), event: event)
  }
}

/// A flat object of texts.
private struct ScriptLine {
  private let object: JSONObject

  init?(_ text: String) {
    guard case .object(let object)? = try? JSONValue(json: [UInt8](text.utf8), limits: DecodingLimits()) else { return nil }
    self.object = object
  }

  func text(_ name: String) -> String { if case .string(let text)? = object[name] { text } else { "" } }

  func number(_ name: String) -> UInt64? { UInt64(text(name)) }

  func bytes(_ name: String) -> [UInt8] { [UInt8](text(name).utf8) }
}

extension HistoryEvent {
  fileprivate init?(_ line: ScriptLine) {
    let call = line.number("call") ?? 0
    switch line.text("event") {
    case "invoke":
      guard let submit = try? Bridge.Submit(json: line.bytes("submit")), let operation = Operation(submit) else { return nil }
      self = .invoke(call: call, operation)
    case "hide":
      var operation = Operation(.hide, conversation: line.text("conversation"))
      operation.targets = [line.number("position") ?? 0]
      self = .invoke(call: call, operation)
    case "mark":
      self = .invoke(
        call: call, Operation(.mark, conversation: line.text("conversation"), target: line.number("position") ?? 0))
    case "ok": self = .ok(call: call, seq: line.number("seq") ?? 0)
    case "refused":
      let code = ErrorCode.all.first { $0.name == line.text("name") }
      // A client core that stopped says so with `internal`, too.
      self = HistoryEvent(call: call, failure: Wire.Failure(code: code?.rawValue ?? 0))
    case "unknown": self = .unknown(call: call)
    case "restarted": self = .restarted(how: line.text("how"))
    case "shown":
      guard let message = try? Bridge.Message(json: line.bytes("message")) else { return nil }
      self = .entry(EntryFact(message), .shown)
    default: return nil
    }
  }
}

extension Operation {
  fileprivate init?(_ submit: Bridge.Submit) {
    guard let action = try? PendingSend.Action(submit.action), let details = try? MessageDetails(submit.details) else {
      return nil
    }
    switch action {
    case .send(let content):
      var send = Wire.Send(conversation: submit.to, clientId: submit.id, type: content.type, content: content.json)
      details.write(to: &send)
      self.init(send, in: submit.to)
    case .edit(let target, let content):
      self.init(
        .edit, conversation: submit.to, clientID: submit.id,
        payload: PayloadHash.of(type: content.type, content: content.json), target: target)
    case .recall(let target, _):
      self.init(.recall, conversation: submit.to, clientID: submit.id, target: target)
    case .annotate(let target, let change):
      self.init(annotate: target, change.kind, change.items, in: submit.to, clientID: submit.id)
    }
  }
}

extension EntryFact {
  fileprivate init(_ message: Bridge.Message) {
    self.init(conversation: message.conversation, seq: message.position, kind: .unknown)
    (time, sender, clientID) = (message.time, message.sender, message.clientId)
    if let notice = message.notice { note(notice) }
    guard message.notice == nil, !message.type.isEmpty || message.recalled else { return }
    kind = .message
    revision = message.revision
    isRecalled = message.recalled
    payload = PayloadHash.of(type: message.type, content: message.content)
    let details = try? MessageDetails(message.details)
    self.details = DetailsFact(details?.wire, parent: message.details?.replyTo ?? 0)
    marks = MarkLine.lines(Wire.Annotations(message))
  }

  private mutating func note(_ notice: Bridge.MessageNotice) {
    users = notice.users
    switch notice.kind {
    case "group_created": (kind, title, owner) = (.groupCreated, notice.title ?? "", notice.owner)
    case "members_added": (kind, target, earlier) = (.membersAdded, notice.arrival?.link ?? 0, notice.arrival?.history ?? 0)
    case "link_made": (kind, changes) = (.conversationChanged, [MarkLine.link(notice.link?.id ?? 0, true)])
    case "links_revoked": (kind, changes) = (.conversationChanged, notice.links.map { MarkLine.link($0, false) })
    case "dismissed": (kind, changes) = (.conversationChanged, [MarkLine.dismissed])
    case "members_removed": (kind, owner) = (.membersRemoved, notice.owner)
    case "conversation_changed":
      (kind, title, isTitled) = (.conversationChanged, notice.title ?? "", notice.title != nil)
      changes = notice.attributes.map { MarkLine.change($0.key, $0.value.isEmpty ? nil : $0.value) }.sorted()
      changes += MarkLine.rules(
        silenced: notice.silenced, open: notice.open, history: notice.history,
        applications: notice.applications)
    case "roles_set": note(role: notice.role, of: notice.users)
    case "speakers_set": note(silenced: notice.users, until: MarkLine.speaker)
    case "members_silenced": note(silenced: notice.users, until: notice.until)
    case "applied": note(applied: notice.text, until: notice.until)
    case "applications_refused": note(refused: notice.users)
    case "member_named": note(nickname: notice.name, of: notice.users.first ?? "")
    case "announced": note(announced: notice.text)
    case "users_banned": note(banned: notice.users, until: notice.until, removed: notice.removed, owner: notice.owner)
    default: break
    }
  }
}

extension Wire.Annotations {
  fileprivate init(_ message: Bridge.Message) {
    self.init(
      tallies: message.reactions.map { Wire.Tally(kind: .reaction, key: $0.key, count: $0.count, mine: $0.mine) },
      properties: message.properties.map { Wire.AnnotationItem(key: $0.key, value: $0.value) },
      expandable: message.expandable, pinnedBy: message.pinnedBy, pinnedAt: message.pinnedAt,
      closed: message.poll?.closed ?? false)
    for vote in message.poll?.votes ?? [] {
      tallies.append(Wire.Tally(kind: .vote, key: String(vote.choice), count: vote.count, mine: vote.mine))
    }
    if message.replyCount > 0 { tallies.append(Wire.Tally(kind: .reply, count: message.replyCount)) }
  }
}
