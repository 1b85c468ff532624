import Foundation
import MartletWire
import Synchronization

@testable import MartletCommand

/// Output that a test can look at and wait for.
final class TestOutput: TextOutput {
  private struct State {
    var text = ""
    var waiters: [(isMet: @Sendable (String) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let lineLimit: Int

  /// After so many lines, however they are written, nobody reads any more.
  init(closedAfter lineLimit: Int = .max) { self.lineLimit = lineLimit }

  var text: String { state.withLock { $0.text } }
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  func write(_ text: String) throws {
    let (met, isClosed) = state.withLock { state in
      let room = lineLimit - state.text.split(separator: "\n").count
      let ends = text.indices.filter { text[$0] == "\n" }
      // Of one write a part may still be read.
      let part = room <= 0 ? "" : room < ends.count ? text[...ends[room - 1]] : text[...]
      state.text += part
      let met = state.waiters.filter { $0.isMet(state.text) }
      state.waiters.removeAll { $0.isMet(state.text) }
      return (met, room <= 0 || part.count < text.count)
    }
    for waiter in met { waiter.continuation.resume() }
    if isClosed { throw OutputClosed() }
  }

  /// Waits until the output contains the text.
  func until(_ wanted: String) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.text.contains(wanted) { return true }
        state.waiters.append((isMet: { $0.contains(wanted) }, continuation: continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}

/// Standard input for a command in the test's process.
final class TestInput: Sendable {
  let descriptor: Int32
  /// The descriptor for more input; -1 if all of it is there.
  private let writing: Int32

  /// A pipe.
  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    (descriptor, writing) = (ends[0], ends[1])
  }

  /// A file with this text.
  init(_ text: String) {
    var name = Array("/tmp/martlet-input-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    writing = -1
    unlink(name)
    try? FileOutput(descriptor: descriptor).write(text)
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  func write(_ text: String) { try? FileOutput(descriptor: writing).write(text) }

  /// No more comes.
  func end() { close(writing) }
}

extension CommandLineInterface {
  /// Runs the words as the program would, in this process.
  static func run(
    _ words: [String], variables: [String: String] = [:], input: TestInput? = nil, output: TestOutput,
    errors: TestOutput = TestOutput(), signals: AsyncStream<Int32> = AsyncStream { $0.finish() }
  ) async -> ExitCode {
    let input = input ?? TestInput("")
    return await run(
      words,
      in: Surroundings(
        variable: { variables[$0] }, input: input.descriptor, output: output, errors: errors, time: SystemTimeSource(),
        signals: signals))
  }
}
