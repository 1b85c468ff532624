import MartletWire

/// Computes the changes that an append makes to annotations, from the current annotations.
struct AnnotationSettling<R: Rows> {
  let view: DecidingView<R>
  let conversation: ConversationState
  /// The position that the append gets.
  let seq: UInt64

  /// The result of an annotation.
  struct Settled {
    /// The actual changes.
    var annotation: Annotation
    var changes: [AnnotationChange] = []
    /// The number of keys of the kind afterwards: of the message and, if members have keys of their own, of the sender.
    var keys = 0
    var ownKeys = 0
    /// Bytes of the names and values of the message's properties afterwards.
    var propertyBytes = 0
    /// The rules of the poll being voted on, and the ballot; nil if the message is not a poll.
    var poll: PollRules?
    var ballot: Set<String> = []

    /// True if anything is added.
    ///
    /// Removing alone never exceeds a limit.
    var sets: Bool { annotation.items.contains { $0.value != nil } }
  }

  func settle(_ asked: Annotation, by sender: UserID) throws -> Settled {
    var settled = Settled(annotation: asked)
    settled.annotation.items = []
    guard try view.message(at: asked.target, in: conversation)?.isRecalled == false else { return settled }
    switch asked.kind {
    case .reaction:
      let own = try own(asked, of: sender)
      count(asked.items.lastOfEach.filter { ($0.value != nil) != (own[$0.key] != nil) }, own: own, by: sender, &settled)
    case .vote:
      settled.poll = try view.content(at: asked.target, in: conversation).flatMap {
        PollRules(type: $0.type, content: $0.content)
      }
      settled.annotation.isSecret = settled.poll?.isSecret ?? false
      settled.ballot = Set(asked.items.lastOfEach.lazy.filter { $0.value != nil }.map(\.key))
      let own = try own(asked, of: sender)
      let gone = own.keys.filter { !settled.ballot.contains($0) }.sorted().map { AnnotationItem($0, nil) }
      let new = settled.ballot.filter { own[$0] == nil }.sorted().map { AnnotationItem($0) }
      count(gone + new, own: own, by: sender, &settled)
    case .property: try setProperties(asked, &settled)
    case .pin, .closing: try setMark(asked, by: sender, &settled)
    case .reply, .version: break
    }
    if settled.annotation.kind.isCounted { try addTallies(&settled) }
    return settled
  }

  private func own(_ asked: Annotation, of sender: UserID) throws -> [String: SlotBrief] {
    try view.slots(of: asked.target, kind: asked.kind, owner: sender.text, in: conversation)
  }

  private func shared(_ asked: Annotation) throws -> [String: SlotBrief] {
    try view.slots(of: asked.target, kind: asked.kind, owner: AnnotationSlot.shared, in: conversation)
  }

  private func change(_ asked: Annotation, _ slot: AnnotationSlot, _ text: String?) -> AnnotationChange {
    AnnotationChange(target: asked.target, slot: slot, value: text.map { AnnotationValue($0, seq: seq) })
  }

  private func count(
    _ items: [AnnotationItem], own: [String: SlotBrief], by sender: UserID, _ settled: inout Settled
  ) {
    let asked = settled.annotation
    settled.annotation.items = items
    settled.changes = items.map { change(asked, AnnotationSlot(asked.kind, sender.text, $0.key), $0.value.map { _ in "" }) }
    settled.ownKeys = own.count &+ items.reduce(0) { $0 &+ ($1.value == nil ? -1 : 1) }
  }

  private func addTallies(_ settled: inout Settled) throws {
    let asked = settled.annotation
    guard !asked.items.isEmpty else { return }
    let before = try shared(asked)
    settled.keys = before.count
    for item in asked.items {
      let known = before[item.key].flatMap { Int64($0.beginning) } ?? 0
      let now = known &+ (item.value == nil ? -1 : 1)
      settled.keys &+= (now > 0 ? 1 : 0) &- (known > 0 ? 1 : 0)
      settled.changes.append(change(asked, AnnotationSlot(asked.kind, AnnotationSlot.shared, item.key), now > 0 ? "\(now)" : nil))
    }
  }

  private func setProperties(_ asked: Annotation, _ settled: inout Settled) throws {
    var bytes = try shared(asked).mapValues(\.bytes)
    let items = asked.items.lastOfEach.filter { !$0.key.isEmpty && ($0.value != nil || bytes[$0.key] != nil) }
    for item in items { bytes[item.key] = item.value?.utf8.count }
    bytes[""] = nil
    settled.keys = bytes.count
    settled.propertyBytes = bytes.reduce(0) { $0 &+ $1.key.utf8.count &+ $1.value }
    settled.annotation.items = items
    settled.changes = items.map { change(asked, AnnotationSlot(.property, AnnotationSlot.shared, $0.key), $0.value) }
  }

  /// A pin comes and goes; that a poll was closed stays.
  private func setMark(_ asked: Annotation, by sender: UserID, _ settled: inout Settled) throws {
    guard let item = asked.items.last, asked.kind == .pin || item.value != nil else { return }
    guard try shared(asked).isEmpty == (item.value != nil) else { return }
    settled.annotation.items = [AnnotationItem("", item.value.map { _ in "" })]
    let slot = AnnotationSlot(asked.kind, AnnotationSlot.shared, "")
    settled.changes = [change(asked, slot, item.value.map { _ in asked.kind == .pin ? sender.text : "" })]
  }

  // MARK: - Messages

  /// The first properties of a new message, and its changes to its parent.
  func settle(parent: UInt64, properties: [AnnotationItem]?) throws -> [AnnotationChange] {
    var changes: [AnnotationChange] = []
    if let properties {
      let own = [AnnotationItem("")] + properties.lastOfEach.filter { !$0.key.isEmpty && $0.value != nil }
      changes = own.map {
        AnnotationChange(
          target: seq, slot: AnnotationSlot(.property, AnnotationSlot.shared, $0.key),
          value: AnnotationValue($0.value ?? "", seq: seq))
      }
    }
    if parent > 0 { changes += try countReply(seq, to: parent, isGone: false) }
    return changes
  }

  /// The earlier version that an edit of a message leaves.
  func settleEdit(of target: UInt64) throws -> [AnnotationChange] {
    guard let message = try view.message(at: target, in: conversation), !message.isRecalled,
      let before = try view.content(at: target, in: conversation)
    else { return [] }
    let since = message.revision > 0 ? message.revision : target
    return [
      AnnotationChange(
        target: target, slot: .version(since), value: AnnotationValue(before.type + "\n" + before.content, seq: since))
    ]
  }

  /// The changes that the recall of a message makes to its parent.
  func settleRecall(of reply: UInt64, parent: UInt64) throws -> [AnnotationChange] {
    parent > 0 ? try countReply(reply, to: parent, isGone: true) : []
  }

  private func countReply(_ reply: UInt64, to parent: UInt64, isGone: Bool) throws -> [AnnotationChange] {
    guard parent < reply, try view.message(at: parent, in: conversation)?.isRecalled == false else { return [] }
    let known = try view.slots(of: parent, kind: .reply, owner: AnnotationSlot.shared, in: conversation)
    let now = (known[""].flatMap { Int64($0.beginning) } ?? 0) &+ (isGone ? -1 : 1)
    return [
      AnnotationChange(target: parent, slot: .reply(reply), value: isGone ? nil : AnnotationValue(seq: reply)),
      AnnotationChange(target: parent, slot: .replyCount, value: now > 0 ? AnnotationValue("\(now)", seq: seq) : nil),
    ]
  }
}

/// A slot that gets another value, or loses it.
package struct AnnotationChange: Sendable, Equatable {
  package let target: UInt64
  package let slot: AnnotationSlot
  package let value: AnnotationValue?
}

extension [AnnotationItem] {
  /// Of each key the last item, in the order of these.
  fileprivate var lastOfEach: [AnnotationItem] {
    guard count > 1 else { return self }
    var seen: Set<String> = []
    return Array(reversed().filter { seen.insert($0.key).inserted }.reversed())
  }
}
