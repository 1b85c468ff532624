import MartletNet
import MartletProcess

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs a program that reads one file of a user's, in a place where it can do no harm.
///
/// The bytes may have been made to take over the program. So it has no network and no other process in sight, sees nothing of
/// the machine but the system's programs and libraries and the one file, and can write nothing but its answer. Bubblewrap makes
/// that place, also for a server without rights of its own. Time of the processor, memory and the size of files are limited.
package struct Sandbox: Sendable {
  /// The programs that make variants, by what they are needed for.
  package enum Program: String, Sendable, CaseIterable {
    case vipsheader, vipsthumbnail, ffprobe, ffmpeg

    var path: String { "/usr/bin/\(rawValue)" }
    /// The Debian package that has it.
    package var package: String { self == .vipsheader || self == .vipsthumbnail ? "libvips-tools" : "ffmpeg" }
  }

  /// How a program ended.
  enum Ending: Equatable {
    case done
    /// It gave up, or was ended: it took too long, wanted too much memory, or wrote too much.
    case gaveUp
  }

  /// Where the program sees the file.
  static let input = "/in"

  private static let bubblewrap = "/usr/bin/bwrap"
  private static let limiter = "/usr/bin/prlimit"

  /// The longest that a program may run, in seconds.
  let seconds: Int

  package init(seconds: Int = 60) { self.seconds = seconds }

  /// Why nothing can be made here; nil if something can.
  ///
  /// Blocks the calling thread for a moment.
  package func obstacle() -> String? {
    for (path, package) in [(Self.bubblewrap, "bubblewrap"), (Self.limiter, "util-linux")] where access(path, X_OK) != 0 {
      return "\(path) is missing; install \(package)"
    }
    guard Program.allCases.contains(where: { isInstalled($0) }) else {
      return "\(Program.vipsthumbnail.path) is missing; install libvips-tools, and ffmpeg for videos and recordings"
    }
    guard works(on: "/dev/null") else {
      return "\(Self.bubblewrap) cannot make a namespace; allow unprivileged user namespaces to the server"
    }
    return nil
  }

  /// Whether a program that does nothing runs in its place with a file.
  func works(on input: String) -> Bool {
    guard let process = try? start(["/usr/bin/true"], input: input) else { return false }
    return process.output(atMost: 1 << 16, within: .seconds(10)) { _ in } == 0
  }

  package func isInstalled(_ program: Program) -> Bool { access(program.path, X_OK) == 0 }

  /// Runs a program and takes its output as it comes, on the calling thread.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - arguments: The arguments after its name.
  ///   - input: The path of the file, which the program sees as `Sandbox.input`.
  ///   - limit: The most bytes of output.
  ///   - take: Gets the output as it comes.
  /// - Returns: How it ended.
  /// - Throws: `MediaError` if it could not be run at all.
  func run(
    _ program: Program, _ arguments: [String], input: String, atMost limit: Int, _ take: (UnsafeRawBufferPointer) -> Void
  ) throws -> Ending {
    let process: ChildProcess
    do {
      process = try start([program.path] + arguments, input: input)
    } catch {
      throw MediaError(.failed, "cannot make variants: \(error)")
    }
    // The time that it may compute is limited too; this is the end of one that waits.
    let code = process.output(atMost: limit, within: .seconds(seconds + 10), take)
    // The shell's codes for a program that could not be started.
    guard code != 126, code != 127 else { throw MediaError(.failed, "cannot run \(program.path)") }
    return code == 0 ? .done : .gaveUp
  }

  /// Runs a program and gathers its output; nil if it gave up.
  ///
  /// Throws as `run` does.
  func output(of program: Program, _ arguments: [String], input: String, atMost limit: Int) throws -> [UInt8]? {
    var output: [UInt8] = []
    let ending = try run(program, arguments, input: input, atMost: limit) { output += $0 }
    return ending == .done ? output : nil
  }

  /// Runs a program that makes a variant; nil if it makes none.
  ///
  /// Throws as `run` does.
  func variant(by program: Program, _ arguments: [String], input: String) throws -> SharedBytes? {
    try output(of: program, arguments, input: input, atMost: Variant.bytesAtMost)
      .flatMap { WebP.withoutMetadata($0) }.map { SharedBytes($0) }
  }

  private func start(_ command: [String], input: String) throws -> ChildProcess {
    try ChildProcess(Self.bubblewrap, place(input) + ["--"] + limits + command, isConfined: true)
  }

  private func place(_ input: String) -> [String] {
    var words = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"]
    for (name, value) in [
      ("PATH", "/usr/bin"), ("HOME", "/tmp"), ("LC_ALL", "C"), ("VIPS_BLOCK_UNTRUSTED", "1"), ("VIPS_CONCURRENCY", "1"),
    ] {
      words += ["--setenv", name, value]
    }
    words += ["--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"]
    for path in ["/etc/ld.so.cache", "/etc/alternatives"] { words += ["--ro-bind-try", path, path] }
    return words + ["--ro-bind", input, Self.input, "--tmpfs", "/tmp", "--remount-ro", "/", "--chdir", "/tmp"]
  }

  private var limits: [String] {
    [
      "/usr/bin/nice", "-n", "10", Self.limiter, "--as=\(2 << 30)", "--cpu=\(seconds)", "--nofile=64", "--fsize=\(16 << 20)",
      "--core=0",
    ]
  }
}
