import MartletProcess
import MartletTesting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The PostgreSQL database of the nodes of a run: a primary, and now and then a standby that takes its place.
actor Database {
  /// The address for `--store`: whichever of two servers takes writes.
  nonisolated let address: String
  private let scratch: String
  /// Where the sockets of the two servers are: links to their directories.
  private let places: [String]
  private var primary: PostgresServer
  private var standby: PostgresServer?
  /// The place of the primary.
  private var current = 0

  /// Starts the first server.
  ///
  /// - Parameters:
  ///   - folder: Where the links are made.
  ///   - scratch: Where the servers' directories are made.
  /// - Throws: `TestError` if PostgreSQL is not installed or does not start.
  init(folder: String, scratch: String) async throws {
    self.scratch = scratch
    places = ["primary", "standby"].map { "\(folder)/\($0)" }
    address = PostgresServer.address(ofPrimaryIn: places)
    primary = try await PostgresServer(isDurable: true, in: scratch)
    try Self.link(places[0], to: primary)
  }

  private static func link(_ place: String, to server: PostgresServer) throws {
    unlink(place)
    guard symlink(server.directory, place) == 0 else { throw CheckError("cannot make \(place) (system error \(errno))") }
  }

  /// The type of the file system that its data is on.
  var fileSystem: String? { FileSystem.type(of: primary.directory) }

  /// Ends the primary without any tidying up, and starts it again.
  func crash() async throws { try await primary.crash() }

  /// Makes a standby that has everything, and without which no commit is answered from now on.
  func addStandby() async throws {
    let standby = try await PostgresServer(isDurable: true, from: .standby(of: primary), in: scratch)
    self.standby = standby
    try Self.link(places[1 - current], to: standby)
    try await primary.waitForStandby(isSynchronous: true)
  }

  /// Ends the primary without any tidying up, for good.
  func losePrimary() async { await primary.stop() }

  /// Makes the standby the primary.
  func promoteStandby() async throws {
    guard let standby else { return }
    try await standby.promote()
    (primary, self.standby, current) = (standby, nil, 1 - current)
  }

  /// What the database holds, as statements.
  func dump(to path: String) async throws { try await primary.dump(to: path) }

  func stop() async {
    await standby?.stop()
    await primary.stop()
  }
}
