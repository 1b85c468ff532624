import Foundation
import MartletTesting

/// Seeds for property tests: the one in MARTLET_SEED, or `count` new ones.
///
/// A failing test says its seed, so that it can be run again with that alone.
func seeds(_ count: Int) -> [UInt64] {
  if let text = ProcessInfo.processInfo.environment["MARTLET_SEED"], let seed = UInt64(text) { return [seed] }
  var random = SystemRandomNumberGenerator()
  return (0..<count).map { _ in random.next() }
}

/// A folder that is removed with this object.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    do {
      path = try TemporaryDirectory.make()
    } catch {
      preconditionFailure("\(error)")
    }
  }

  deinit { TemporaryDirectory.remove(path) }
}
