import MartletServer
import MartletStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CommandDescription {
  static let restored = CommandDescription(
    name: "restored",
    summary: "mark a data directory as restored from an older copy",
    about: [
      """
      Run it once, before the first start, after you restored a data directory from a
      volume snapshot, a disk image or a plain copy of the files. Clients then drop what
      they cached and fetch again, so that nobody mixes messages of before with others
      that get the same positions.
      """,
      """
      A copy made by `martlet backup` needs no such step: its first start does the same.
      """,
    ],
    options: [CommandOption("data", "DIR", .text, required: true, says: "The restored data directory.")],
    examples: [("martlet restored --data /srv/martlet/data", "after restoring a snapshot, before `martlet serve`")],
    run: { arguments, surroundings in
      try await markRestored(try arguments.required("data"), surroundings)
      return .success
    })
}

/// Gives the data of a directory that no server uses a new generation.
private func markRestored(_ directory: String, _ surroundings: Surroundings) async throws {
  guard exists(directory) else { throw CommandFailure(.missing, "the data directory \(directory) does not exist") }
  umask(0o077)
  do {
    let data = try DataDirectory.open(directory, random: SystemRandomBytes(), attempts: 1)
    defer { data.close() }
    var options = SQLiteStore.Options()
    options.rememberedMilliseconds = .max
    options.isRestored = true
    let store = try await SQLiteStore.open(directory: data.path, options: options)
    await store.close()
  } catch {
    throw CommandFailure(server: error)
  }
  surroundings.say("\(directory) is marked as restored: clients fetch everything again.")
}
