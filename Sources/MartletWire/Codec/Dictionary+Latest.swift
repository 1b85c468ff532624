extension Dictionary {
  /// A dictionary of pairs; if several have one key, the last one counts.
  ///
  /// Embedded Swift, in which the core is compiled for browsers, lacks `init(_:uniquingKeysWith:)`.
  package init(latest pairs: some Sequence<(Key, Value)>) {
    self.init(minimumCapacity: pairs.underestimatedCount)
    for (key, value) in pairs { self[key] = value }
  }
}
