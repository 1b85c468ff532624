extension [Wire.Attribute] {
  /// In ascending byte order of keys.
  package init(_ values: [String: String]) {
    self = values.inOrder.map { Wire.Attribute(key: $0.key, value: $0.value) }
  }

  /// By key; of several under one the last.
  package var values: [String: String] { Dictionary(latest: map { ($0.key, $0.value) }) }
}

extension [Wire.ProfileField] {
  /// In ascending byte order of keys.
  package init(_ values: [String: String]) {
    self = values.inOrder.map { Wire.ProfileField(key: $0.key, value: $0.value) }
  }

  /// By key; of several under one the last.
  package var values: [String: String] { Dictionary(latest: map { ($0.key, $0.value) }) }
}

// Attributes by their keys.
extension [String: String] {
  /// In ascending byte order of keys.
  package var inOrder: [(key: String, value: String)] { sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } }

  /// Sets attributes, and takes away those whose new value is empty.
  package mutating func change(_ attributes: [String: String]) {
    for (key, value) in attributes { self[key] = value.isEmpty ? nil : value }
  }
}
