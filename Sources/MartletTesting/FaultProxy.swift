import MartletNet
import MartletWire

/// Stands between clients and a server on TCP, and does to their connections what bad networks do.
///
/// What is random about it is drawn from a seed, for each connection apart.
public final class FaultProxy: Sendable {
  /// What happens to a connection; by default nothing.
  public struct Faults: Sendable {
    /// How long each piece waits before it goes on, drawn for each; the order of bytes stays.
    public var delay: ClosedRange<Duration>?

    /// How many bytes are sent at once, drawn for each piece; `1...1` splits at every byte.
    ///
    /// A receiver that is slower than the proxy may still find several pieces at once.
    public var piece: ClosedRange<Int>?

    /// Breaks the connection off on both sides, with a reset, when so many bytes have gone on either way, drawn for
    /// each connection.
    public var cutAfter: ClosedRange<Int>?

    /// Lets nothing more through, and says nothing about it, when so many bytes have gone on either way, drawn for
    /// each connection: what a peer leaves behind that lost its power or its cable.
    public var silentAfter: ClosedRange<Int>?

    /// Whether each connection makes a second one to the server, which gets the same bytes and whose answers go
    /// nowhere: a client that tried again while its first attempt was still under way.
    public var duplicates = false

    /// How long a connection waits before it is made to the server, drawn for each: so later attempts overtake earlier ones.
    public var connectDelay: ClosedRange<Duration>?

    /// Makes faults that do nothing.
    public init() {}
  }

  /// Where clients connect to; the host is `127.0.0.1`.
  public let port: UInt16
  private let switchboard: FaultSwitchboard

  /// Starts a proxy on a free port of this machine.
  ///
  /// - Parameters:
  ///   - host: The server's host.
  ///   - port: The server's port.
  ///   - seed: What all that is drawn comes from.
  ///   - time: What delays follow; nil is the machine's clock.
  /// - Throws: Where no port or no thread is left.
  public init(host: String = "127.0.0.1", port: UInt16, seed: UInt64, time: (any TimeSource)? = nil) async throws {
    switchboard = try FaultSwitchboard(host: host, port: port, seed: seed, time: time ?? SystemTimeSource())
    do {
      self.port = try await switchboard.listen(port: 0)
    } catch {
      await switchboard.loop.stop()
      throw error
    }
  }

  /// What happens to connections made from now on.
  public var faults: Faults {
    get { switchboard.state.withLock { $0.faults } }
    set { switchboard.state.withLock { $0.faults = newValue } }
  }

  /// How many connections clients have made so far.
  public var accepted: Int { switchboard.state.withLock { $0.accepted } }

  /// How many connections of clients are open.
  public func connections() async -> Int { await switchboard.loop.run { self.switchboard.links.count } }

  /// Leads connections made from now on to another server, as after a restart on another port.
  ///
  /// - Parameters:
  ///   - host: The server's host.
  ///   - port: The server's port.
  public func retarget(host: String = "127.0.0.1", port: UInt16) {
    switchboard.state.withLock { ($0.host, $0.port) = (host, port) }
  }

  /// Breaks all open connections off, with a reset on both sides.
  public func cut() async {
    await switchboard.loop.run { for link in self.switchboard.links.values { link.cut() } }
  }

  /// Where bytes go.
  public enum Way: Sendable {
    /// To the server only.
    case toServer
    /// To the client only.
    case toClient
    /// Both ways.
    case both
  }

  /// Lets nothing more through on the connections that are open, and says nothing about it.
  ///
  /// - Parameter way: Which way; the other one goes on.
  public func silence(_ way: Way = .both) async {
    await switchboard.loop.run { for link in self.switchboard.links.values { link.silence(way) } }
  }

  /// Refuses new connections; those that are open stay.
  public func refuse() async { await switchboard.stopListening() }

  /// Takes new connections again, on the same port.
  ///
  /// - Throws: Where someone else has taken the port meanwhile.
  public func accept() async throws { _ = try await switchboard.listen(port: port) }

  /// Breaks everything off and ends the proxy, which would live on otherwise.
  public func close() async {
    await switchboard.stopListening()
    await switchboard.loop.stop()
  }
}
