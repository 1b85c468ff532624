extension Dictionary {
  /// A dictionary of pairs; if several have one key, the last one counts.
  ///
  /// Embedded Swift, in which the core is compiled for browsers, lacks `init(_:uniquingKeysWith:)`.
  package init(latest pairs: some Sequence<(Key, Value)>) {
    self.init(minimumCapacity: pairs.underestimatedCount)
    for (key, value) in pairs { self[key] = value }
  }

  /// Takes pairs in; `choose` gets the value that is there and the new one, and returns the one that stays.
  ///
  /// In place of `merge(_:uniquingKeysWith:)`, which Embedded Swift lacks too.
  package mutating func merge(_ pairs: some Sequence<(key: Key, value: Value)>, choosing choose: (Value, Value) -> Value) {
    for (key, value) in pairs {
      if let known = self[key] { self[key] = choose(known, value) } else { self[key] = value }
    }
  }
}
