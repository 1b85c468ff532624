import MartletStore
import MartletWire

// Validation of conversation attributes.
extension Form {
  static func title(_ title: String) throws(Refusal) {
    try short(title, Limits.titleBytes, "title")
  }

  /// The attributes of a new group; nil if there are none.
  static func attributes(of create: Wire.CreateGroup, limits: Limits) throws(Refusal) -> Attributes? {
    let values = try attributes(create.attributes, limits: limits)
    guard values.values.allSatisfy({ !$0.isEmpty }) else { throw Refusal(field: "attributes") }
    let attributes = Attributes(values)
    guard attributes?.bytes ?? 0 <= limits.attributeBytes else {
      throw Refusal(attributesFull: "attribute_bytes", limit: limits.attributeBytes)
    }
    return attributes
  }

  static func change(_ change: Wire.ChangeConversation, limits: Limits) throws(Refusal) -> ConversationChange {
    if let title = change.title { try Self.title(title) }
    return ConversationChange(
      title: change.title, attributes: try attributes(change.attributes, limits: limits), silenced: change.silenced,
      open: change.open, history: change.history, applications: change.applications)
  }

  /// Values of different keys, each JSON or empty, and at most as many as a conversation may have.
  private static func attributes(_ attributes: [Wire.Attribute], limits: Limits) throws(Refusal) -> [String: String] {
    guard attributes.count <= limits.attributes else { throw Refusal(attributesFull: "attributes", limit: limits.attributes) }
    var values: [String: String] = [:]
    for attribute in attributes {
      try key(attribute.key)
      guard attribute.value.isEmpty || ContentShape.isJSON(attribute.value) else { throw Refusal(field: "value") }
      guard values.updateValue(attribute.value, forKey: attribute.key) == nil else { throw Refusal(field: "attributes") }
    }
    return values
  }
}

extension Refusal {
  /// A conversation would have more attributes, or more bytes of them, than is allowed; `field` says which.
  init(attributesFull field: String, limit: Int) {
    self.init(.attributesFull, field: field, limit: UInt64(clamping: limit))
  }
}
