import MartletSQLite

extension MartletClient {
  /// Deletes a user's local data from this device: the cached conversations, the settings, and messages that were not sent.
  ///
  /// Call it after `close()`, such as when the user signs out. The folder stays, with the app's own files in it and the empty
  /// lock; any user's client may then open it. Other directories are left alone. Does nothing if the directory has no local
  /// data. If the app dies meanwhile, call it again.
  ///
  /// - Parameter directory: The folder, as in `Configuration.directory`.
  /// - Throws: `.directoryInUse` while a client has the directory open; `.configurationInvalid` for an empty path;
  ///   `.storageFailed` if a file could not be deleted; `.systemExhausted`.
  public static func erase(directory: String) async throws(MartletError) {
    let lane: ReadingLane
    do {
      lane = ReadingLane(executor: try ThreadExecutor(name: "martlet-erase"))
    } catch {
      throw MartletError(.systemExhausted, "\(error)")
    }
    try await lane.run { () throws(MartletError) in try SystemFiles.erase(directory) }
  }
}
