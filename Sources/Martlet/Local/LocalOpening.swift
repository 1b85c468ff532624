import MartletWire

/// How a client opens its local data: at its start, and again after each suspension.
struct LocalOpening: Sendable {
  let configuration: MartletClient.Configuration
  /// The name of a registered SQLite file layer; nil for the system's.
  let vfs: String?
  let bounds: SyncBounds

  /// Local data that is open and locked.
  struct Opened {
    let core: ClientCore
    /// The damage that was found, if any.
    let reset: LocalFolder.Reset?
    /// Nil if everything is in memory.
    let databasePath: String?
    /// Counts the clients that have locked the folder; 0 if everything is in memory.
    let holder: UInt64
  }

  /// Opens the local data, which then belongs to this client until the core is closed.
  func open(at wall: Int64, random: () -> UInt64) throws(MartletError) -> Opened {
    let installation = random()
    let files: SystemFiles? =
      if let directory = configuration.directory { try SystemFiles(directory, layer: vfs) } else { nil }
    let (core, reset) = try ClientCore.open(
      files.map { LocalFolder($0) }, device: configuration.device, outboxLimit: max(1, configuration.outboxLimit),
      seed: random(), wallMilliseconds: wall, bounds: bounds, contents: configuration.contents,
      hidesReceipts: configuration.hidesReceipts, receiptKinds: configuration.receiptKinds,
      recallEditWindow: configuration.recallEditWindow,
      yieldsWhenReconnecting: configuration.yieldsWhenReconnecting, requestTimeout: configuration.requestTimeout,
      makeDeviceID: { ClientCore.deviceID(from: installation, at: wall) })
    return Opened(core: core, reset: reset, databasePath: files?.databasePath, holder: files?.holder ?? 0)
  }
}
