import Foundation
import MartletStore
import MartletWire

/// The annotations of one message, as plainly as possible.
struct ModelAttachments {
  /// The users who set a key, each with the entry; and the last entry that changed that.
  struct Count {
    var users: [UserID: UInt64] = [:]
    var changed: UInt64 = 0
  }

  var counts: [AnnotationKind: [String: Count]] = [:]
  /// With the entries that set them; under the empty name that there may be any.
  var properties: [String: (value: String, seq: UInt64)] = [:]
  var pin: (user: UserID, seq: UInt64)?
  var closing: UInt64?
  var replies: Set<UInt64> = []
  var repliesChanged: UInt64 = 0
  var newest: UInt64 = 0

  init() {}

  /// Those that a message has from the beginning.
  init(first items: [AnnotationItem], by sender: UserID, at seq: UInt64) {
    properties[""] = ("", seq)
    let first = items.filter { $0.value != nil }
    _ = apply(Annotation(target: seq, kind: .property, items: first), by: sender, at: seq, poll: nil)
  }

  /// Applies an annotation, and returns its result.
  mutating func apply(_ asked: Annotation, by sender: UserID, at seq: UInt64, poll: ModelPoll?) -> Annotation {
    var settled = asked
    settled.items = []
    let items = Self.lastOfEach(asked.items)
    switch asked.kind {
    case .reaction:
      for item in items where set(.reaction, item.key, item.value != nil, sender, seq) { settled.items.append(item) }
    case .vote:
      settled.isSecret = poll?.isSecret ?? false
      let ballot = Set(items.filter { $0.value != nil }.map(\.key))
      let before = own(.vote, of: sender)
      for key in before.subtracting(ballot).sorted() where set(.vote, key, false, sender, seq) {
        settled.items.append(AnnotationItem(key, nil))
      }
      for key in ballot.subtracting(before).sorted() where set(.vote, key, true, sender, seq) {
        settled.items.append(AnnotationItem(key))
      }
    case .property:
      for item in items where !item.key.isEmpty && (item.value != nil || properties[item.key] != nil) {
        properties[item.key] = item.value.map { ($0, seq) }
        settled.items.append(item)
      }
    case .pin:
      guard let last = asked.items.last, (last.value != nil) == (pin == nil) else { break }
      pin = last.value == nil ? nil : (sender, seq)
      settled.items = [AnnotationItem("", last.value == nil ? nil : "")]
    case .closing:
      guard closing == nil, asked.items.last?.value != nil else { break }
      closing = seq
      settled.items = [AnnotationItem("")]
    case .reply, .version: break
    }
    if !settled.items.isEmpty { newest = seq }
    return settled
  }

  /// Of each key the last item.
  static func lastOfEach(_ asked: [AnnotationItem]) -> [AnnotationItem] {
    asked.indices.filter { at in !asked[(at + 1)...].contains { $0.key == asked[at].key } }.map { asked[$0] }
  }

  private mutating func set(_ kind: AnnotationKind, _ key: String, _ isSet: Bool, _ user: UserID, _ seq: UInt64) -> Bool {
    var count = counts[kind]?[key] ?? Count()
    guard (count.users[user] != nil) != isSet else { return false }
    count.users[user] = isSet ? seq : nil
    count.changed = seq
    counts[kind, default: [:]][key] = count.users.isEmpty ? nil : count
    return true
  }

  func own(_ kind: AnnotationKind, of user: UserID) -> Set<String> {
    Set((counts[kind] ?? [:]).filter { $0.value.users[user] != nil }.keys)
  }

  func keys(_ kind: AnnotationKind) -> Int {
    kind == .property ? properties.keys.count { !$0.isEmpty } : counts[kind]?.count ?? 0
  }

  /// The annotations as a user sees them; nil for the shared ones.
  func shown(to user: UserID?) -> [AttachedAnnotation] {
    var shared: [AttachedAnnotation] = []
    var own: [AttachedAnnotation] = []
    func show(_ kind: AnnotationKind, _ name: String, _ text: String, _ seq: UInt64) {
      shared.append(AttachedAnnotation(AnnotationSlot(kind, "", name), AnnotationValue(text, seq: seq)))
    }
    for kind in AnnotationKind.allCases {
      for (key, count) in (counts[kind] ?? [:]).sorted(by: { $0.key < $1.key }) {
        show(kind, key, String(count.users.count), count.changed)
        if let user, let seq = count.users[user] {
          own.append(AttachedAnnotation(AnnotationSlot(kind, user.text, key), AnnotationValue("", seq: seq)))
        }
      }
      switch kind {
      case .property: for (key, it) in properties.sorted(by: { $0.key < $1.key }) { show(kind, key, it.value, it.seq) }
      case .pin: if let pin { show(kind, "", pin.user.text, pin.seq) }
      case .closing: if let closing { show(kind, "", "", closing) }
      case .reply: if !replies.isEmpty { show(kind, "", String(replies.count), repliesChanged) }
      case .reaction, .vote, .version: break
      }
    }
    return shared + own
  }
}

/// The voting rules in a poll's content.
struct ModelPoll {
  var choices: Int
  var most: Int
  var deadline: Int64
  var isSecret: Bool

  init?(_ event: LogEvent) {
    guard case .message("poll", let content) = event,
      let json = try? JSONSerialization.jsonObject(with: Data(content.utf8)) as? [String: Any],
      let choices = json["choices"] as? [Any], !choices.isEmpty
    else { return nil }
    self.choices = choices.count
    most = json["most"] as? Int ?? 1
    deadline = (json["deadline"] as? NSNumber)?.int64Value ?? 0
    isSecret = json["secret"] as? Bool ?? false
  }
}
