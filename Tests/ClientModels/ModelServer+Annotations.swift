import MartletCore
import MartletWire

/// The annotations of a message in the model server.
package struct ModelAttached {
  package var through: UInt64 = 0
  package var users: [String: Set<UserID>] = [:]
  package var votes: [String: Set<UserID>] = [:]
  package var properties: [String: String] = [:]
  package var isExpandable = false
  package var pin: (by: UserID, at: UInt64)?
  package var isClosed = false
  package var replies: Set<UInt64> = []

  package func shown(to user: UserID) -> Wire.Annotations {
    var shown = Wire.Annotations(through: through, expandable: isExpandable, closed: isClosed)
    for (kind, all) in [(Wire.AnnotationKind.reaction, users), (.vote, votes)] {
      for (key, users) in all.sorted(by: { $0.key < $1.key }) where !users.isEmpty {
        shown.tallies.append(Wire.Tally(kind: kind, key: key, count: UInt32(users.count), mine: users.contains(user)))
      }
    }
    if !replies.isEmpty { shown.tallies.append(Wire.Tally(kind: .reply, count: UInt32(replies.count))) }
    shown.properties = properties.sorted { $0.key < $1.key }.map { Wire.AnnotationItem(key: $0.key, value: $0.value) }
    if let pin { (shown.pinnedBy, shown.pinnedAt) = (pin.by.text, pin.at) }
    return shown
  }
}

extension ModelServer.Log {
  /// An entry as a member sees it.
  package func shown(_ entry: Wire.Entry, to user: UserID) -> Wire.Entry {
    var shown = entry
    guard case .message(var message)? = entry.event else { return entry }
    message.annotations = attached[entry.seq]?.shown(to: user)
    shown.event = .message(message)
    return shown
  }

  package func isStanding(_ seq: UInt64) -> Bool {
    guard seq >= 1, seq <= head, case .message(let message)? = entries[Int(seq) - 1].event else { return false }
    return !message.recalled
  }
}

extension ModelServer {
  /// The event of a message, as it is pushed.
  package func message(_ send: Wire.Send, in id: ConversationID) -> Wire.Entry.Event {
    var message = Wire.Message(type: send.type, content: send.content, replyTo: send.replyTo, details: send.details)
    if send.expandable {
      message.annotations = Wire.Annotations(
        through: (logs[id]?.head ?? 0) + 1, properties: send.properties.sorted { $0.key < $1.key }, expandable: true)
    }
    return .message(message)
  }

  package mutating func attach(_ send: Wire.Send, at seq: UInt64, in id: ConversationID) {
    if send.expandable {
      let properties = Dictionary(send.properties.map { ($0.key, $0.value) }) { $1 }
      logs[id]?.attached[seq] = ModelAttached(through: seq, properties: properties, isExpandable: true)
    }
    guard send.replyTo < seq, logs[id]?.isStanding(send.replyTo) == true else { return }
    logs[id]?.attached[send.replyTo, default: ModelAttached()].replies.insert(seq)
    logs[id]?.attached[send.replyTo]?.through = seq
  }

  package mutating func detach(_ seq: UInt64, by recall: UInt64, parent: UInt64, in id: ConversationID) {
    logs[id]?.attached[seq] = nil
    guard logs[id]?.isStanding(parent) == true, logs[id]?.attached[parent]?.replies.remove(seq) != nil else { return }
    logs[id]?.attached[parent]?.through = recall
  }

  package mutating func annotate(_ annotate: Wire.Annotate, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let (id, member) = try membership(annotate.conversation, user)
    let (entry, _) = try target(annotate.target, in: id, member, of: user)
    var state = logs[id]?.attached[annotate.target] ?? ModelAttached()
    if annotate.kind == .property, !state.isExpandable { throw Refusal(code: .notExpandable) }
    if annotate.kind == .closing, entry.sender != user.text { throw Refusal(code: .notPermitted) }
    if annotate.kind == .vote, state.isClosed { throw Refusal(code: .pollClosed) }
    let items = state.settle(annotate, user, at: (logs[id]?.head ?? 0) + 1)
    guard !items.isEmpty else { return nil }
    let event = Wire.Annotated(target: annotate.target, kind: annotate.kind, items: items)
    let seq = store(.annotated(event), in: id, by: user, annotate.clientId)
    state.through = seq
    logs[id]?.attached[annotate.target] = state
    return (id, seq)
  }

  package func replies(_ list: Wire.ListReplies, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let (id, _) = try? membership(list.conversation, user), let log = logs[id] else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let all = (log.attached[list.target]?.replies ?? []).filter { $0 > list.after }.sorted()
    let page = all.prefix(2).map { log.shown(log.entries[Int($0) - 1], to: user) }
    return .messages(Wire.Messages(conversation: id.text, entries: page, more: all.count > 2))
  }

  /// One wording at a time, as a server gives them where they are long.
  package func versions(_ list: Wire.ListVersions, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let (id, _) = try? membership(list.conversation, user), let log = logs[id] else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    guard log.isStanding(list.target) else { return .messages(Wire.Messages(conversation: id.text)) }
    var all = [log.first[list.target]].compactMap { $0 }
    for entry in log.entries {
      guard case .edited(let edited)? = entry.event, edited.target == list.target else { continue }
      var version = entry
      version.event = .message(Wire.Message(type: edited.type, content: edited.content))
      all.append(version)
    }
    let rest = all.filter { $0.seq > list.after }
    return .messages(Wire.Messages(conversation: id.text, entries: Array(rest.prefix(1)), more: rest.count > 1))
  }

  package func pinned(_ list: Wire.ListPinned, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let (id, _) = try? membership(list.conversation, user), let log = logs[id] else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let all = log.attached.filter { $0.value.pin != nil && $0.key > list.after }.keys.sorted()
    return .messages(
      Wire.Messages(
        conversation: id.text, entries: all.prefix(1).map { log.shown(log.entries[Int($0) - 1], to: user) }, more: all.count > 1))
  }

  package func annotators(_ list: Wire.ListAnnotators, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let (id, _) = try? membership(list.conversation, user) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let state = logs[id]?.attached[list.target]
    let all = ((list.kind == .vote ? state?.votes : state?.users)?[list.key] ?? []).map(\.text).sorted()
    let page = all.filter { $0 > list.after }
    return .annotators(
      Wire.Annotators(
        conversation: id.text, target: list.target, annotators: page.prefix(2).map { Wire.Annotator(user: $0) },
        more: page.count > 2))
  }
}

extension ModelAttached {
  /// Applies the change, and returns the part that changed something.
  fileprivate mutating func settle(_ annotate: Wire.Annotate, _ user: UserID, at seq: UInt64) -> [Wire.AnnotationItem] {
    switch annotate.kind {
    case .reaction: return annotate.items.filter { change(&users[$0.key, default: []], user, isIn: !$0.removed) }
    case .vote:
      let ballot = Set(annotate.items.map(\.key))
      let gone = votes.keys.sorted().filter { !ballot.contains($0) && change(&votes[$0, default: []], user, isIn: false) }
      let new = ballot.sorted().filter { change(&votes[$0, default: []], user, isIn: true) }
      return gone.map { Wire.AnnotationItem(key: $0, removed: true) } + new.map { Wire.AnnotationItem(key: $0) }
    case .property:
      return annotate.items.filter { item in
        if item.removed { return properties.removeValue(forKey: item.key) != nil }
        properties[item.key] = item.value
        return true
      }
    case .pin:
      return annotate.items.filter { item in
        guard item.removed == (pin != nil) else { return false }
        pin = item.removed ? nil : (user, seq)
        return true
      }
    case .closing:
      defer { isClosed = true }
      return isClosed ? [] : annotate.items
    default: return []
    }
  }

  private func change(_ users: inout Set<UserID>, _ user: UserID, isIn: Bool) -> Bool {
    isIn ? users.insert(user).inserted : users.remove(user) != nil
  }
}
