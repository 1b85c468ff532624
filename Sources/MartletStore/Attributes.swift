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

/// A change of a conversation's title or attributes.
package struct ConversationChange: Sendable, Equatable {
  /// Nil leaves the title as it is.
  package var title: String?
  /// New values by key, empty to remove a key; other keys stay unchanged.
  package var attributes: [String: String]

  package init(title: String? = nil, attributes: [String: String] = [:]) {
    self.title = title
    self.attributes = attributes
  }

  package var isEmpty: Bool { title == nil && attributes.isEmpty }

  /// The length of the user's texts.
  package var bytes: Int { (title?.utf8.count ?? 0) &+ attributes.bytes }

  /// The part of it that actually changes a conversation.
  func settled(on record: ConversationRecord) -> ConversationChange {
    let known = record.attributes?.values ?? [:]
    return ConversationChange(
      title: title.flatMap { $0.hasSameBytes(as: record.title) ? nil : $0 },
      attributes: attributes.filter { !$0.value.hasSameBytes(as: known[$0.key] ?? "") })
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
  /// Folds in the title and attributes of an entry; `isNew` if it is the first one and its title is applied already.
  mutating func fold(_ event: LogEvent, isNew: Bool) {
    switch event {
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
  /// As the wire shows it.
  package var wire: Wire.ConversationChanged {
    Wire.ConversationChanged(title: title, attributes: [Wire.Attribute](attributes))
  }

  /// The form in which it lies in a column: a wire `ConversationChanged` as JSON.
  package var json: String { String(decoding: wire.json(), as: UTF8.self) }

  /// Reads that form; nil if it is malformed.
  init?(json: String) {
    guard let wire = try? Wire.ConversationChanged(json: Array(json.utf8), limits: .stored) else { return nil }
    self.init(title: wire.title, attributes: wire.attributes.values)
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
