import Glibc

/// The planted defect (`Tests/Defects`) of this process, named by the environment.
///
/// No program built from the unchanged sources contains it; `./dev check defects` adds it to a copy of them.
package enum Planted {
  private static let name = getenv("MARTLET_PLANTED").map { String(cString: $0) }

  package static func `is`(_ name: String) -> Bool { self.name == name }
}
