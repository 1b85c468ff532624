import Foundation
import Synchronization

/// A program that a test runs, with the part of the interface of Foundation's `Process` that tests need.
///
/// Foundation's own class reads beyond the end of the list of open descriptors when it starts a program. With a thousand open
/// descriptors, as in these tests, that crashes the process now and then.
///
/// `@unchecked Sendable` holds because its creator sets the properties before `run()`, and a lock protects everything that
/// changes afterwards.
package final class TestProcess: @unchecked Sendable {
  private struct State {
    var status: Int32?
    var handler: (@Sendable (TestProcess) -> Void)?
  }

  package var executableURL: URL?
  package var arguments: [String] = []
  /// Nil for the environment of the tests.
  package var environment: [String: String]?
  package var currentDirectoryURL: URL?
  /// Its standard streams; nil for those of the tests.
  package var standardInput: Stream?
  package var standardOutput: Stream?
  package var standardError: Stream?
  package private(set) var processIdentifier: Int32 = 0
  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  /// A standard stream.
  package enum Stream {
    /// The other end is the test's.
    case pipe(Pipe)
    case file(FileHandle)
  }

  /// It could not be started.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package init() {}

  /// Its exit code, below zero for the signal that ended it; nil while it runs.
  package var terminationStatus: Int32? { state.withLock { $0.status } }

  package var isRunning: Bool { processIdentifier > 0 && terminationStatus == nil }

  /// Calls `handler` when it has ended, on a thread of its own.
  package func whenEnded(_ handler: @escaping @Sendable (TestProcess) -> Void) {
    let isOver = state.withLock { state in
      if state.status == nil { state.handler = handler }
      return state.status != nil
    }
    if isOver { handler(self) }
  }

  /// Starts it; only its standard streams are open in it.
  package func run() throws {
    let program = executableURL?.path ?? ""
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    for (number, stream) in [standardInput, standardOutput, standardError].enumerated() {
      if let handle = stream?.theirs(isInput: number == 0) {
        posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, Int32(number))
      }
    }
    for descriptor in Self.openDescriptors where descriptor > 2 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    let settings = environment ?? ProcessInfo.processInfo.environment
    let place = currentDirectoryURL.map { ["/usr/bin/env", "--chdir=\($0.path)"] } ?? []
    let line = place + [program] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = settings.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    let result = posix_spawn(&processIdentifier, line[0], &actions, &attributes, &words, &variables)
    guard result == 0 else { throw Failure(description: "\(program) cannot be started: \(String(cString: strerror(result)))") }
    if case .pipe(let pipe) = standardInput { try pipe.fileHandleForReading.close() }
    // Two streams may share a pipe.
    var closed: Pipe?
    for case .pipe(let pipe)? in [standardOutput, standardError] where pipe !== closed {
      try pipe.fileHandleForWriting.close()
      closed = pipe
    }
    Thread.detachNewThread { self.waitForEnd() }
  }

  /// The descriptors of this process; one that is closed meanwhile does no harm.
  private static var openDescriptors: [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    while let entry = readdir(folder) {
      // The name in place: bytes after its end do not belong to the entry.
      let name = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      if let number = Int32(String(cString: name.assumingMemoryBound(to: CChar.self))) { found.append(number) }
    }
    return found
  }

  private func waitForEnd() {
    var value: Int32 = 0
    while waitpid(processIdentifier, &value, 0) < 0, errno == EINTR {}
    let handler = state.withLock { state in
      state.status = value & 0x7F == 0 ? value >> 8 & 0xFF : -(value & 0x7F)
      return state.handler
    }
    ended.signal()
    handler?(self)
  }

  /// Waits for its end, which blocks the thread.
  package func waitUntilExit() {
    ended.wait()
    ended.signal()
  }

  /// Asks it to end.
  package func terminate() { if isRunning { kill(processIdentifier, SIGTERM) } }
}

extension TestProcess.Stream {
  fileprivate func theirs(isInput: Bool) -> FileHandle {
    switch self {
    case .pipe(let pipe): isInput ? pipe.fileHandleForReading : pipe.fileHandleForWriting
    case .file(let file): file
    }
  }
}
