import MartletWire

/// The attributes of a conversation: JSON values under keys, the same for all its members.
///
/// An object, because most conversations have none and every message hands its conversation on.
package final class Attributes: Sendable, Equatable {
  /// By key; none is empty.
  package let values: [String: String]
  /// Of all keys and values.
  package let bytes: Int

  /// Nil if there are none.
  package init?(_ values: [String: String]) {
    guard !values.isEmpty else { return nil }
    self.values = values
    bytes = values.bytes
  }

  package static func == (one: Attributes, other: Attributes) -> Bool { one === other || one.values == other.values }
}

/// A change of a conversation's title, attributes or rules.
package struct ConversationChange: Sendable, Equatable {
  /// Nil leaves the title as it is.
  package var title: String?
  /// New values by key, empty to remove a key; other keys stay unchanged.
  package var attributes: [String: String]
  /// Whether only the owner and the admins may write from now on; nil leaves it as it is.
  package var silenced: Bool?
  /// Whether every user who knows the group's id may join it from now on; nil leaves it as it is.
  package var open: Bool?
  /// How many entries before their joining new members may read from now on; nil leaves it as it is.
  package var history: UInt32?
  /// Whether every user who knows the group's id may apply to join it from now on; nil leaves it as it is.
  package var applications: Bool?
  /// A new link; its id is set when the change is settled.
  package var linkMade: JoinLink?
  /// The ids of links that end.
  package var linksRevoked: [UInt64] = []
  /// True if the group ends.
  package var dismissed = false

  package init(
    title: String? = nil, attributes: [String: String] = [:], silenced: Bool? = nil, open: Bool? = nil, history: UInt32? = nil,
    applications: Bool? = nil
  ) {
    self.title = title
    self.attributes = attributes
    self.silenced = silenced
    self.open = open
    self.history = history
    self.applications = applications
  }

  package var isEmpty: Bool { !describes && silenced == nil && !admits && !dismissed }

  /// True if it changes who may join, or what they may read.
  package var admits: Bool {
    open != nil || history != nil || linkMade != nil || !linksRevoked.isEmpty || applications != nil
  }

  /// True if it names a title or attributes.
  package var describes: Bool { title != nil || !attributes.isEmpty }

  /// The length of the user's texts.
  package var bytes: Int { (title?.utf8.count ?? 0) &+ attributes.bytes }

  /// The part of it that actually changes a conversation.
  func settled(on record: ConversationRecord) -> ConversationChange {
    let known = record.attributes?.values ?? [:]
    let rules = record.rules
    var settled = ConversationChange(
      title: title.flatMap { $0.hasSameBytes(as: record.title) ? nil : $0 },
      attributes: attributes.filter { !$0.value.hasSameBytes(as: known[$0.key] ?? "") },
      silenced: silenced.flatMap { $0 == rules?.isSilenced ?? false ? nil : $0 },
      open: open.flatMap { $0 == rules?.isOpen ?? false ? nil : $0 },
      history: history.flatMap { $0 == rules?.history ? nil : $0 },
      applications: applications.flatMap { $0 == rules?.takesApplications ?? false ? nil : $0 })
    settled.linkMade = linkMade
    settled.linkMade?.id = record.head &+ 1
    settled.linksRevoked = rules?.links.map(\.id).filter { linksRevoked.contains($0) } ?? []
    settled.dismissed = dismissed && rules?.isDismissed != true
    return settled
  }

  /// The attributes that a conversation has afterwards.
  func applied(to before: Attributes?) -> Attributes? {
    guard !attributes.isEmpty else { return before }
    var values = before?.values ?? [:]
    values.change(attributes)
    return Attributes(values)
  }
}

extension ConversationRecord {
  /// Folds in what an entry says of the title, the attributes and the rules.
  ///
  /// `isNew` if it is the first one, whose title is applied already.
  mutating func fold(_ entry: LogEntry, isNew: Bool) {
    rules = GroupRules.applying(entry.event, entry.details, announcement: Announcement(entry), to: rules)
    switch entry.event {
    case .groupCreated(_, _, _, let attributes) where isNew: self.attributes = attributes
    case .conversationChanged(let change):
      title = change.title ?? title
      attributes = change.applied(to: attributes)
    default: break
    }
  }
}

// MARK: - Forms

extension ConversationChange {
  /// As the wire shows it: a link without its code.
  package var wire: Wire.ConversationChanged {
    var shown = stored
    shown.linkMade?.code = ""
    return shown
  }

  private var stored: Wire.ConversationChanged {
    Wire.ConversationChanged(
      title: title, attributes: [Wire.Attribute](attributes), silenced: silenced, open: open, linkMade: linkMade?.wire,
      linksRevoked: linksRevoked, dismissed: dismissed, history: history, applications: applications)
  }

  /// The form in which it lies in a column: a wire `ConversationChanged` as JSON.
  package var json: String { String(decoding: stored.json(), as: UTF8.self) }

  /// The part about joining and the end of the group; nil if there is none.
  var beyondSilence: ConversationChange? {
    var part = self
    (part.title, part.attributes, part.silenced) = (nil, [:], nil)
    return part.isEmpty ? nil : part
  }

  /// Reads that form; nil if it is malformed.
  init?(json: String) {
    guard let wire = try? Wire.ConversationChanged(json: Array(json.utf8), limits: .stored) else { return nil }
    self.init(
      title: wire.title, attributes: wire.attributes.values, silenced: wire.silenced, open: wire.open, history: wire.history,
      applications: wire.applications)
    if let made = wire.linkMade {
      guard let link = JoinLink(made) else { return nil }
      linkMade = link
    }
    (linksRevoked, dismissed) = (wire.linksRevoked, wire.dismissed)
  }
}

extension Attributes {
  /// The same form of all attributes.
  package var json: String { ConversationChange(attributes: values).json }
}

extension [String: String] {
  fileprivate var bytes: Int { reduce(0) { $0 &+ $1.key.utf8.count &+ $1.value.utf8.count } }
}

extension String {
  /// Strings also compare equal if characters are encoded in different ways.
  fileprivate func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
