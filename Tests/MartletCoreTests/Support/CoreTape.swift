import CoreReplay
import Foundation
import MartletCore
import Testing

/// A recording of one core of a test: its inputs, what it told, and the rows of its database now and then.
///
/// With the variable `MARTLET_RECORD` each recording becomes a file in that folder, which `CoreReplayTests` plays to the
/// WebAssembly module.
final class CoreTape {
  private static let folder = ProcessInfo.processInfo.environment["MARTLET_RECORD"]
  /// Commits between two looks at the rows.
  private static let pause = 25

  private let folder: String
  private let name = Test.current?.name ?? ""
  private var steps: [[String: Any]] = []
  private var commits = 0

  /// Nil if nobody wants recordings.
  init?() {
    guard let folder = Self.folder else { return nil }
    self.folder = folder
  }

  func note(_ opening: CoreOpening) { note(opening.line, []) }

  func note(_ step: CoreStep, _ effects: [ClientCore.Effect], _ store: LocalStore) {
    note(step.line, CoreTold.lines(effects))
    guard case .commit = step else { return }
    commits += 1
    if commits % Self.pause == 0 { note("rows", CoreTold.rows(store)) }
  }

  private func note(_ line: String, _ told: [String]) { steps.append(["do": "play", "text": line, "out": told]) }

  /// Writes the recording.
  func finish(_ store: LocalStore) {
    note("rows", CoreTold.rows(store))
    let recording: [String: Any] = ["seed": name, "steps": steps]
    do {
      try JSONSerialization.data(withJSONObject: recording).write(to: URL(filePath: "\(folder)/\(UUID().uuidString).json"))
    } catch {
      Issue.record("a recording cannot be written: \(error)")
    }
    steps = []
  }
}
