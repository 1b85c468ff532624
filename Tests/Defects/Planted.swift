import Glibc

/// Which of the defects of `Tests/Defects` this process has: the one that the environment names.
///
/// In no program that is built from the sources as they are; `./dev check defects` adds it to a copy of them.
package enum Planted {
  private static let name = getenv("MARTLET_PLANTED").map { String(cString: $0) }

  package static func `is`(_ name: String) -> Bool { self.name == name }
}
