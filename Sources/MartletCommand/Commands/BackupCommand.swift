import MartletServer
import MartletStore
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CommandDescription {
  static let backup = CommandDescription(
    name: "backup",
    summary: "copy a server's data while it runs",
    about: [
      """
      Copies the data directory and prints the path of the copy. The copy holds every
      message acknowledged before the backup began. The server may be running or
      stopped. The copy gets its name when it is complete; until then it is called
      *.unfinished and is of no use.
      """,
      """
      A running server makes the copy itself, so it must be able to write to PATH.
      """,
      """
      The copy is a data directory. To restore it, stop the server and copy it to the
      place of the old one, with its modes: cp -a.
      """,
    ],
    options: [
      CommandOption("data", "DIR", .directory, required: true, says: "The server's data directory."),
      CommandOption(
        "to", "PATH", .directory, standard: "DIR/backups/TIME",
        says: "The path of the copy, which must not exist yet."),
    ],
    examples: [
      ("martlet backup --data /srv/martlet --to /backup/martlet-monday", "copies to a path of your choice"),
      ("martlet backup --data /srv/martlet", "copies into the data directory itself"),
    ],
    run: { arguments, surroundings in try await BackupMaking(arguments, surroundings).run() })
}

/// Makes a backup: asks the server that uses the data directory, or copies the directory if no server runs.
struct BackupMaking: Sendable {
  private let directory: String
  /// The absolute path of the copy; empty if the server chooses it.
  private let path: String
  private let surroundings: Surroundings

  /// The interval between progress requests.
  private static let interval = Duration.milliseconds(200)

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    directory = try arguments.required("data")
    guard exists(directory) else { throw CommandFailure(.missing, "the data directory \(directory) does not exist") }
    path = arguments.text("to").map { BackupMaking.absolute($0) } ?? ""
    guard path.isEmpty || !exists(path) else {
      throw CommandFailure(.unwritable, "\(path) exists already. Choose a new path for --to.")
    }
    self.surroundings = surroundings
  }

  func run() async throws -> ExitCode {
    do {
      let place = try await Administrator.of(directory) {
        try await asked($0)
      } alone: {
        try await made()
      }
      try surroundings.output.write(place + "\n")
      return .success
    } catch {
      throw error is OutputClosed ? error : CommandFailure(server: error)
    }
  }

  /// Asks the server to make the copy, and reports its progress.
  private func asked(_ server: Administrator) async throws -> String {
    var state = try Wire.Backup(json: try await server.call("POST", "/v1/backup", Wire.CreateBackup(directory: path)))
    // A backup that cannot begin has a bad path; one that fails later has a bad disk.
    if state.state == "failed" { throw CommandFailure(.unwritable, "the backup cannot be made: \(state.problem)") }
    var told = ContinuousClock.now
    while state.state == "running" {
      try await Task.sleep(for: BackupMaking.interval)
      state = try Wire.Backup(json: try await server.call("GET", "/v1/backup", Wire.CreateBackup?.none))
      if ContinuousClock.now - told >= .seconds(5), state.totalBytes > 0 {
        told = ContinuousClock.now
        let (copied, total) = (state.copiedBytes >> 20, state.totalBytes >> 20)
        surroundings.say("martlet backup: \(copied) of \(total) MiB")
      }
    }
    guard state.state == "done" else { throw CommandFailure(.storage, "the backup failed: \(state.problem)") }
    return state.directory
  }

  /// Copies the directory while no server uses it.
  private func made() async throws -> String {
    umask(0o077)
    let data = try DataDirectory.open(directory, random: SystemRandomBytes(), attempts: 1)
    defer { data.close() }
    try data.check(.files)
    var options = SQLiteStore.Options()
    options.rememberedMilliseconds = .max
    let store = try await SQLiteStore.open(directory: data.path, options: options)
    do {
      let place = try await Backups.make(of: data, store: store, at: path, time: surroundings.time)
      await store.close()
      return place
    } catch {
      await store.close()
      throw error
    }
  }

  private static func absolute(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }
}
