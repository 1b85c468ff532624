import MartletWire

// Converts wire forms into facts of a history.
extension DetailsFact {
  /// The details of a stored message, nil for none, and its parent.
  package init(_ details: Wire.Details?, parent: UInt64 = 0) {
    self.parent = parent
    guard var rest = details else { return }
    let policy = rest.policy ?? Wire.MessagePolicy()
    let choices = [("counted", policy.counted), ("listed", policy.listed), ("live", policy.live), ("pushed", policy.pushed)]
    denied = choices.filter { $0.1 == .no }.map(\.0)
    directed = rest.directed
    if let named = rest.mentions { mentions = (named.all ? [Self.everyone] : []) + named.users }
    isGone = rest.recall?.silent ?? false
    (rest.policy, rest.recall) = (nil, nil)
    if rest.mentions.map({ !$0.all && $0.users.isEmpty }) ?? false { rest.mentions = nil }
    hash = PayloadHash.of(rest.encoded())
  }
}

/// The lines in which a history records annotations.
package enum MarkLine {
  package static func tally(_ kind: String, _ key: String, _ count: Int, isMine: Bool) -> String {
    "\(self.key(kind, key)) \(count)\(isMine ? " mine" : "")"
  }

  /// A reaction, or a choice that was voted for.
  package static func key(_ kind: String, _ key: String) -> String { "\(kind) \(key)" }

  package static func property(_ key: String, _ value: String) -> String { property(key, hash: hash(value)) }

  package static func property(_ key: String, hash: UInt64) -> String { "property \(key) \(hash)" }

  package static func pin(by user: String, at seq: UInt64) -> String { "pin \(user) \(seq)" }

  package static func replies(_ count: Int) -> String { "replies \(count)" }

  package static let expandable = "expandable"
  package static let closed = "closed"

  /// The change that an annotation makes to one key; nil removes it.
  package static func change(_ key: String, _ value: String?) -> String { value.map { "+\(key) \(hash($0))" } ?? "-\(key)" }

  /// Of a value, which may be empty.
  static func hash(_ value: String) -> UInt64 { PayloadHash.of(type: "", content: value) }

  /// Those of a message as the wire has them.
  package static func lines(_ attached: Wire.Annotations?) -> [String] {
    guard let attached else { return [] }
    var lines = attached.tallies.map { tally in
      tally.kind == .reply
        ? replies(Int(tally.count)) : self.tally(name(of: tally.kind), tally.key, Int(tally.count), isMine: tally.mine)
    }
    lines += attached.properties.map { property($0.key, $0.value) }
    if attached.expandable { lines.append(expandable) }
    if !attached.pinnedBy.isEmpty { lines.append(pin(by: attached.pinnedBy, at: attached.pinnedAt)) }
    if attached.closed { lines.append(closed) }
    return lines.sorted()
  }

  package static func name(of kind: Wire.AnnotationKind) -> String {
    switch kind {
    case .reaction: "reaction"
    case .property: "property"
    case .vote: "vote"
    case .pin: "pin"
    case .closing: "closing"
    default: "other"
    }
  }

  package static func changes(_ items: [Wire.AnnotationItem]) -> [String] {
    items.map { change($0.key, $0.removed ? nil : $0.value) }.sorted()
  }

  /// The changes of attributes.
  package static func changes(_ attributes: [Wire.Attribute]) -> [String] {
    attributes.map { change($0.key, $0.value.isEmpty ? nil : $0.value) }.sorted()
  }

  /// The hashes of attributes, given as JSON, by key.
  package static func attributes(_ values: [String: String]) -> [String: String] { values.mapValues { "\(hash($0))" } }

  /// Applies the output of `changes`.
  package static func change(_ attributes: inout [String: String], by changes: [String]) {
    for change in changes {
      let words = change.dropFirst().split(separator: " ").map(String.init)
      guard let key = words.first else { continue }
      attributes[key] = change.hasPrefix("+") ? words.last : nil
    }
  }
}

extension SettingFact {
  package init(_ setting: Wire.Setting) { self.init(setting.key, of: setting.conversation, json: setting.value) }

  static func list(_ settings: [Wire.Setting]) -> [SettingFact] { settings.map { SettingFact($0) }.sorted { $0.name < $1.name } }
}

extension RelationFact {
  package init(_ relation: Wire.Relation) {
    self.init(relation.user, UInt64(bitPattern: RelationFlags(relation).rawValue))
  }

  static func list(_ relations: [Wire.Relation]) -> [RelationFact] {
    relations.map { RelationFact($0) }.sorted { $0.user < $1.user }
  }

  /// The form in the line of a record; no user has a space.
  var text: String { "\(user) \(flags)" }

  init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, let flags = UInt64(words[1]) else { return nil }
    self.init(String(words[0]), flags)
  }
}

extension Operation {
  /// The message of a request.
  package init(_ send: Wire.Send, in conversation: String, kind: Kind = .send) {
    self.init(
      kind, conversation: conversation, clientID: send.clientId, payload: PayloadHash.of(type: send.type, content: send.content))
    details = DetailsFact(send.details, parent: send.replyTo)
    annotation = send.expandable ? MarkLine.expandable : ""
    changes = MarkLine.changes(send.properties)
  }

  /// The annotation of a request.
  package init(
    annotate target: UInt64, _ kind: Wire.AnnotationKind, _ items: [Wire.AnnotationItem], in conversation: String,
    clientID: String
  ) {
    self.init(.annotate, conversation: conversation, clientID: clientID, target: target)
    annotation = MarkLine.name(of: kind)
    changes = MarkLine.changes(items)
  }
}
