import MartletCore

/// How a test opens a core.
package struct CoreOpening {
  /// The name of the database's file; nil for one in memory.
  let file: String?
  let seed: UInt64
  let bounds: Sync.Bounds

  package init(file: String?, seed: UInt64, bounds: Sync.Bounds) {
    self.file = file
    self.seed = seed
    self.bounds = bounds
  }

  package var line: String {
    let bounds = self.bounds
    return "open \(file ?? "-") \(seed) \(bounds.forward) \(bounds.prefetched) \(bounds.prefetchPage)"
      + " \(bounds.asked) \(bounds.ahead) \(bounds.notes) \(bounds.callsWaiting)"
  }

  /// Reads a line; nil if it is malformed.
  package init?(_ line: String) {
    let words = line.split(separator: " ").map { String($0) }
    let numbers = words.dropFirst(2).compactMap { UInt64($0) }
    guard words.count == 10, numbers.count == 8 else { return nil }
    var bounds = Sync.Bounds()
    bounds.forward = numbers[1]
    bounds.prefetched = Int(numbers[2])
    bounds.prefetchPage = Int(numbers[3])
    bounds.asked = Int(numbers[4])
    bounds.ahead = Int(numbers[5])
    bounds.notes = Int(numbers[6])
    bounds.callsWaiting = Int(numbers[7])
    self.init(file: words[1] == "-" ? nil : words[1], seed: numbers[0], bounds: bounds)
  }

  /// Opens the core on a folder, or in memory.
  package func open(_ folder: LocalFolder?) throws(MartletError) -> ClientCore {
    try ClientCore.open(
      folder, device: Device(class: .tool), outboxLimit: 10_000, seed: seed, wallMilliseconds: 1_700_000_000_000,
      bounds: bounds, makeDeviceID: { "device-\(seed)" }
    ).core
  }
}
