import Foundation

/// The seed of property tests: that of MARTLET_SEED, or a new one.
enum Seed {
  static var current: UInt64 {
    ProcessInfo.processInfo.environment["MARTLET_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
  }
}
