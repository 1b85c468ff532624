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
      Makes a copy of the data directory that holds every message acknowledged before,
      and prints where it is. Works while the server runs, and while it does not. The
      copy is whole once it has its name; a directory called *.unfinished is of no use.
      """,
      """
      It is itself a data directory: to restore it, copy it to where the server's was,
      with its modes, while no server runs.
      """,
    ],
    options: [
      CommandOption("data", "DIR", .text, required: true, says: "The server's data directory."),
      CommandOption(
        "to", "PATH", .text, standard: "DIR/backups/ and the time",
        says: "Where the copy is to be; there must be nothing yet."),
    ],
    examples: [
      ("martlet backup --data /srv/martlet --to /backup/martlet-monday", "a copy under a name of your own"),
      ("martlet backup --data /srv/martlet", "a copy in the data directory itself"),
    ],
    run: { arguments, surroundings in try await BackupMaking(arguments, surroundings).run() })
}

/// Makes a backup: has the server do it that uses the data directory, or does it in its place where none does.
struct BackupMaking: Sendable {
  private let directory: String
  /// Absolute; empty where the server chooses.
  private let path: String
  private let surroundings: Surroundings

  /// How often to ask how far it is.
  private static let interval = Duration.milliseconds(200)

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    directory = try arguments.required("data")
    guard exists(directory) else { throw CommandFailure(.missing, "the data directory \(directory) does not exist") }
    path = arguments.text("to").map { BackupMaking.absolute($0) } ?? ""
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

  /// Has the server do it, and tells now and then how far it is.
  private func asked(_ server: Administrator) async throws -> String {
    var state = try Wire.Backup(json: try await server.call("POST", "/v1/backup", Wire.CreateBackup(directory: path)))
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
    guard state.state == "done" else { throw ServerError(.failed, "the backup failed: \(state.problem)") }
    return state.directory
  }

  /// Copies what is on the disk, while no server uses that.
  private func made() async throws -> String {
    umask(0o077)
    let data = try DataDirectory.open(directory, random: SystemRandomBytes(), attempts: 1)
    defer { data.close() }
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
