import MartletNet
import MartletWire
import Synchronization

/// Limits each network address before sign-in: its open connections, its new connections, and its malformed or forged tokens.
///
/// An address is as much as one client can choose freely: an IPv4 address, or an IPv6 network of 64 bits.
/// `Limits.exemptAddresses` are not limited.
package final class AddressGate: ConnectionGate {
  /// The limit that an address passed.
  package enum Kind: Int, MetricLabel {
    case connections, handshakes, failedTokens

    package var text: String { self == .failedTokens ? "failed_tokens" : "\(self)" }
  }

  private struct Address {
    var open = 0
    var handshakes: TokenBucket
    var failures: TokenBucket

    /// Nothing is lost if it is forgotten.
    func isFresh(at now: UInt64) -> Bool { open == 0 && handshakes.isFull(at: now) && failures.isFull(at: now) }
  }

  private struct State {
    var addresses: [AddressRange: Address] = [:]
    /// Look for addresses to forget once there are this many.
    var prunesAt = 1024
  }

  /// Maximum number of remembered addresses.
  ///
  /// Beyond it a new address is not limited: these limits would not stop an attacker with so many addresses.
  private static let addressesAtMost = 1 << 18

  private let limits: Limits
  private let metrics: Metrics
  private let time: any TimeSource
  private let state = Mutex(State())

  package init(limits: Limits, metrics: Metrics, time: any TimeSource) {
    self.limits = limits
    self.metrics = metrics
    self.time = time
  }

  private func key(of address: SocketAddress) -> AddressRange? {
    limits.exemptAddresses.ranges.contains { $0.contains(address) } ? nil : AddressRange(around: address)
  }

  private func fresh() -> Address {
    func bucket(_ interval: Duration, _ capacity: Int) -> TokenBucket {
      TokenBucket(every: interval, capacity: capacity, pause: .zero)
    }
    let perSecond = limits.handshakesPerSecond
    let handshakes =
      perSecond > 0 ? bucket(.seconds(1) / perSecond, limits.handshakesAtOnce) : bucket(.zero, .max)
    let perMinute = limits.failedTokensPerMinute
    return Address(
      handshakes: handshakes, failures: perMinute > 0 ? bucket(.seconds(60) / perMinute, perMinute) : bucket(.zero, .max))
  }

  /// Changes the record of an address; nil if the address is not limited.
  private func with<Result: Sendable>(_ address: SocketAddress, _ body: (inout Address, UInt64) -> Result) -> Result? {
    guard let key = key(of: address) else { return nil }
    let now = time.monotonicNanoseconds
    return state.withLock { state -> Result? in
      if var known = state.addresses[key] {
        defer { state.addresses[key] = known.isFresh(at: now) ? nil : known }
        return body(&known, now)
      }
      if state.addresses.count >= state.prunesAt {
        state.addresses = state.addresses.filter { !$0.value.isFresh(at: now) }
        state.prunesAt = max(1024, 2 &* state.addresses.count)
      }
      guard state.addresses.count < Self.addressesAtMost else { return nil }
      var new = fresh()
      defer { if !new.isFresh(at: now) { state.addresses[key] = new } }
      return body(&new, now)
    }
  }

  /// Addresses remembered now.
  var addressCount: Int { state.withLock { $0.addresses.count } }

  // MARK: - Connections

  package func opened(_ address: SocketAddress) -> [UInt8]? {
    let passed = with(address) { known, now -> Kind? in
      guard known.open < limits.connectionsPerAddress else { return .connections }
      guard known.handshakes.take(at: now) else { return .handshakes }
      known.open &+= 1
      return nil
    }
    guard let passed = passed.flatMap({ $0 }) else { return nil }
    metrics.addressLimits[passed].add()
    return HTTPResponse(Self.refusal).lastBytes(at: time.wallMilliseconds)
  }

  package func closed(_ address: SocketAddress) { _ = with(address) { known, _ in known.open = max(0, known.open &- 1) } }

  // MARK: - Tokens

  /// The refusal for a client whose address is over its limit.
  private static let refusal = Refusal(.addressLimited, retryAfterMilliseconds: 1000)

  /// Throws if too many malformed or forged tokens came from the address.
  func checkTokens(from address: SocketAddress) throws(Refusal) {
    guard with(address, { $0.failures.holds(at: $1) }) == false else { return }
    metrics.addressLimits[.failedTokens].add()
    throw Self.refusal
  }

  /// Records a refused token.
  ///
  /// Only tokens that look like guesses count.
  func note(_ refusal: Refusal, from address: SocketAddress) {
    switch refusal.code {
    case .tokenMalformed, .tokenAlgorithm, .tokenSignature, .tokenClaims: _ = with(address) { $0.failures.take(at: $1) }
    // The holder of such a token had a valid one before.
    default: break
    }
  }
}
