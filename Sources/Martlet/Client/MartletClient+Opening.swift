extension MartletClient {
  /// Opens the local data as `init(configuration:)` does, on the client's own thread.
  ///
  /// Suits callers whose thread must not wait for a disk, such as the main thread.
  ///
  /// - Parameter configuration: The server, the user and the local data.
  /// - Throws: As `init(configuration:)`.
  /// - Returns: The client, which is not connected yet.
  public static func open(_ configuration: Configuration) async throws(MartletError) -> MartletClient {
    try await open(configuration, transport: platformTransport(configuration))
  }

  /// The same with a thread, clock and network that are given.
  static func open(_ configuration: Configuration, transport: any Transport) async throws(MartletError) -> MartletClient {
    try await Opening(transport).open(configuration)
  }
}

/// Opens a client on the thread it will live on.
private actor Opening {
  private nonisolated let transport: any Transport
  nonisolated var unownedExecutor: UnownedSerialExecutor { transport.executor.asUnownedSerialExecutor() }

  init(_ transport: any Transport) { self.transport = transport }

  func open(_ configuration: MartletClient.Configuration) throws(MartletError) -> MartletClient {
    try MartletClient(configuration: configuration, transport: transport, random: SystemRandomNumberGenerator())
  }
}
