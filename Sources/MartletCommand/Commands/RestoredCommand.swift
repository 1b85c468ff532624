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
      Run it once after you restore a data directory from a volume snapshot, a disk
      image or a plain copy of the files, before the server starts. Clients then drop
      their caches and fetch everything again. Otherwise they would mix old messages
      with new ones that get the same positions.
      """,
      """
      A copy made by `martlet backup` does not need this: its first start does the same.
      """,
    ],
    options: [CommandOption("data", "DIR", .directory, required: true, says: "The restored data directory.")],
    examples: [("martlet restored --data /srv/martlet/data", "after restoring a snapshot, before martlet serve")],
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
    try data.check(.files)
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
