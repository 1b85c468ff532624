import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A process that was started here.
package final class ChildProcess: Sendable {
  package let id: Int32
  /// True if it leads a group of processes, which signal 9 ends with it.
  private let isGroup: Bool
  private let output: Int32
  private let status = Mutex<Int32?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: The arguments after its name.
  ///   - environment: Added to this process's own.
  ///   - errors: The descriptor for its standard error; nil to share this process's.
  ///   - isGroup: True to make it the leader of a group, which signal 9 ends with it.
  /// - Throws: `ProcessError` if it cannot be started.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], errors: Int32? = nil, isGroup: Bool = false
  ) throws {
    self.isGroup = isGroup
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ProcessError("cannot create a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = Self.settings(adding: environment).map { strdup($0) } + [nil]
    defer { for word in words + settings { free(word) } }
    var process: pid_t = 0
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a pool block most signals, and a program that is started by one would be deaf to them.
    var nothing = sigset_t()
    sigemptyset(&nothing)
    posix_spawnattr_setsigmask(&attributes, &nothing)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | (isGroup ? POSIX_SPAWN_SETPGROUP : 0)))
    let result = posix_spawn(&process, program, &actions, &attributes, &words, &settings)
    guard result == 0 else {
      close(ends[0])
      throw ProcessError("cannot start \(program) (system error \(result))")
    }
    id = process
    output = ends[0]
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(output)
    guard !hasEnded else { return }
    // Nobody else takes its end in, and whoever waits for any child would be told of this one for ever.
    Task.detached { [id] in
      while waitpid(id, nil, WNOHANG) == 0 { try? await Task.sleep(for: .milliseconds(100)) }
    }
  }

  private static func settings(adding added: [String: String]) -> [String] {
    var settings: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if added[String(text.prefix { $0 != "=" })] == nil { settings.append(text) }
      next += 1
    }
    return settings + added.map { "\($0.key)=\($0.value)" }
  }

  /// The first line of its standard output; nil if it ends before, or it takes longer than so many seconds.
  package func firstLine(within seconds: Int) async -> String? {
    var line: [UInt8] = []
    for _ in 0..<seconds * 100 {
      // Checked before reading, so that output written before the process ended is still read.
      let isLast = hasEnded
      var byte: UInt8 = 0
      while true {
        let count = read(output, &byte, 1)
        if count == 0 { return nil }
        if count < 0 { break }
        if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
      }
      if isLast { return nil }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }

  /// Whether it is over.
  package var hasEnded: Bool {
    status.withLock { status in
      guard status == nil else { return true }
      var value: Int32 = 0
      let result = waitpid(id, &value, WNOHANG)
      guard result == id else { return result < 0 && errno != EINTR }
      status = value & 0x7F == 0 ? value >> 8 & 0xFF : -(value & 0x7F)
      return true
    }
  }

  /// Sends it a signal, without waiting for anything.
  package func send(_ signal: Int32) {
    guard !hasEnded else { return }
    sendSignal(signal, to: isGroup && signal == SIGKILL ? -id : id)
  }

  /// Sends it a signal and waits for its end; one that does not end within half a minute is killed.
  ///
  /// - Returns: Its exit code, below zero for a signal.
  package func end(_ signal: Int32) async -> Int32 {
    send(signal)
    for turn in 0..<6000 {
      if hasEnded { break }
      if turn == 3000 { send(SIGKILL) }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return status.withLock { $0 } ?? -SIGKILL
  }

  /// Kills it with signal 9 and waits for its end, which takes no time worth mentioning.
  package func kill() {
    send(SIGKILL)
    while !hasEnded { _ = poll(nil, 0, 1) }
  }
}

/// The system's `kill`, by a name that no method here has.
private func sendSignal(_ signal: Int32, to process: Int32) { _ = kill(process, signal) }
