import CSpawn
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
  private let pipe: Int32
  private let status = Mutex<Int32?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: The arguments after its name.
  ///   - environment: Added to this process's own.
  ///   - errors: The descriptor for its standard error; nil to share this process's.
  ///   - isGroup: True to make it the leader of a group, which signal 9 ends with it.
  ///   - isConfined: True to give it no descriptor of this process: nothing to read, and its errors go nowhere.
  /// - Throws: `ProcessError` if it cannot be started.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], errors: Int32? = nil, isGroup: Bool = false,
    isConfined: Bool = false
  ) throws {
    self.isGroup = isGroup
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) == 0 else { throw ProcessError("cannot create a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    if isConfined { Self.confine(&actions) }
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
    pipe = ends[0]
    _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(pipe)
    guard !hasEnded else { return }
    // Nobody else takes its end in, and whoever waits for any child would be told of this one for ever.
    Task.detached { [id] in
      while waitpid(id, nil, WNOHANG) == 0 { try? await Task.sleep(for: .milliseconds(100)) }
    }
  }

  private static func confine(_ actions: inout posix_spawn_file_actions_t) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
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
        let count = read(pipe, &byte, 1)
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

  /// Reads its standard output to the end, while the calling thread waits, and then waits for its own end.
  ///
  /// - Parameters:
  ///   - limit: It is killed if it writes more bytes.
  ///   - time: It is killed if it takes longer.
  ///   - take: Gets the bytes as they come.
  /// - Returns: Its exit code, below zero for a signal; nil if it was killed here.
  package func output(
    atMost limit: Int, within time: Duration, _ take: (UnsafeRawBufferPointer) -> Void
  ) -> Int32? {
    let end = ContinuousClock.now + time
    var total = 0
    var isOpen = true
    return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      while true {
        let rest = (end - ContinuousClock.now).components
        guard rest.seconds >= 0, rest.attoseconds >= 0 else { break }
        if isOpen {
          var wait = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
          _ = poll(&wait, 1, Int32(clamping: rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000 + 1))
          let count = read(pipe, buffer.baseAddress, buffer.count)
          if count > 0 {
            total += count
            guard total <= limit else { break }
            take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          } else if count == 0 {
            isOpen = false
          }
        } else if hasEnded {
          return status.withLock { $0 } ?? -SIGKILL
        } else {
          _ = poll(nil, 0, 1)
        }
      }
      kill()
      return nil
    }
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

/// The system's `pipe`, likewise.
private func makePipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
