import MartletNet
import MartletWire

/// A TCP proxy between clients and a server that injects network faults.
///
/// Random values come from a seed, independently for each connection.
public final class FaultProxy: Sendable {
  /// The faults of a connection; by default none.
  public struct Faults: Sendable {
    /// The delay of each piece, drawn per piece; bytes stay in order.
    public var delay: ClosedRange<Duration>?

    /// The number of bytes sent at once, drawn per piece; `1...1` splits at every byte.
    ///
    /// A receiver slower than the proxy may still read several pieces at once.
    public var piece: ClosedRange<Int>?

    /// The number of bytes, in both directions together, after which the connection is reset on both sides; drawn per
    /// connection.
    public var cutAfter: ClosedRange<Int>?

    /// The number of bytes, in both directions together, after which the proxy silently stops forwarding; drawn per
    /// connection.
    ///
    /// The connection stays open, as after a peer lost its power or its cable.
    public var silentAfter: ClosedRange<Int>?

    /// True if each connection opens a second one to the server, which gets the same bytes and whose answers are dropped.
    ///
    /// Simulates a client that retries while its first attempt is still in flight.
    public var duplicates = false

    /// The delay before the proxy connects to the server, drawn per connection, so that later attempts overtake earlier ones.
    public var connectDelay: ClosedRange<Duration>?

    /// Creates a value without faults.
    public init() {}
  }

  /// The port that clients connect to, on host `127.0.0.1`.
  public let port: UInt16
  private let switchboard: FaultSwitchboard

  /// Starts a proxy on a free port of this machine.
  ///
  /// - Parameters:
  ///   - host: The server's host.
  ///   - port: The server's port.
  ///   - seed: The seed of all random values.
  ///   - time: The clock for delays; nil means the machine's clock.
  /// - Throws: If no port or thread is available.
  public init(host: String = "127.0.0.1", port: UInt16, seed: UInt64, time: (any TimeSource)? = nil) async throws {
    switchboard = try FaultSwitchboard(host: host, port: port, seed: seed, time: time ?? SystemTimeSource())
    do {
      self.port = try await switchboard.listen(port: 0)
    } catch {
      await switchboard.loop.stop()
      throw error
    }
  }

  /// The faults of connections made from now on.
  public var faults: Faults {
    get { switchboard.state.withLock { $0.faults } }
    set { switchboard.state.withLock { $0.faults = newValue } }
  }

  /// The number of client connections accepted so far.
  public var accepted: Int { switchboard.state.withLock { $0.accepted } }

  /// Returns the number of open client connections.
  public func connections() async -> Int { await switchboard.loop.run { self.switchboard.links.count } }

  /// Routes new connections to another server, as after a restart on another port.
  ///
  /// - Parameters:
  ///   - host: The server's host.
  ///   - port: The server's port.
  public func retarget(host: String = "127.0.0.1", port: UInt16) {
    switchboard.state.withLock { ($0.host, $0.ports) = (host, [port]) }
  }

  /// Routes each new connection to one of several servers of this machine, drawn at random.
  package func spread(over ports: [UInt16]) {
    switchboard.state.withLock { ($0.host, $0.ports) = ("127.0.0.1", ports) }
  }

  /// Resets all open connections on both sides.
  public func cut() async {
    await switchboard.loop.run { for link in self.switchboard.links.values { link.cut() } }
  }

  /// A direction of traffic.
  public enum Way: Sendable {
    /// To the server only.
    case toServer
    /// To the client only.
    case toClient
    /// Both directions.
    case both
  }

  /// Silently stops forwarding on all open connections, which stay open.
  ///
  /// - Parameter way: The direction to silence; the other one continues.
  public func silence(_ way: Way = .both) async {
    await switchboard.loop.run { for link in self.switchboard.links.values { link.silence(way) } }
  }

  /// Refuses new connections; open ones stay.
  public func refuse() async { await switchboard.stopListening() }

  /// Accepts new connections again, on the same port.
  ///
  /// - Throws: If another process has taken the port meanwhile.
  public func accept() async throws { _ = try await switchboard.listen(port: port) }

  /// Closes all connections and stops the proxy.
  ///
  /// A proxy that is not closed keeps running.
  public func close() async {
    await switchboard.stopListening()
    await switchboard.loop.stop()
  }
}
