import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// The limits of one network address before any sign-in from it.
@Suite(.timeLimit(.minutes(5))) struct AddressGateTests {
  private let time = FixedTime()
  private let here = Self.address("192.0.2.1")
  private let elsewhere = Self.address("192.0.2.2")

  private static func address(_ host: String, port: UInt16 = 1) -> SocketAddress {
    SocketAddress(numeric: host, port: port) ?? .local
  }

  private func made(_ change: (inout Limits) -> Void) -> AddressGate {
    var limits = Limits()
    change(&limits)
    return AddressGate(limits: limits, metrics: Metrics(version: "1", time: time), time: time)
  }

  @Test func anAddressHasOnlySoManyConnectionsOpen() {
    let gate = made { $0.connectionsPerAddress = 2 }
    #expect(gate.opened(here) == nil && gate.opened(Self.address("192.0.2.1", port: 9)) == nil)
    let answer = String(decoding: gate.opened(here) ?? [], as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.contains("Retry-After: 1\r\n") && answer.contains("address_limited"))
    #expect(gate.opened(elsewhere) == nil)
    gate.closed(here)
    #expect(gate.opened(here) == nil && gate.opened(here) != nil)
  }

  @Test func anAddressOpensConnectionsFastForAWhileAndSlowlyForEver() {
    let gate = made { ($0.handshakesPerSecond, $0.handshakesAtOnce) = (2, 3) }
    func open(_ count: Int) -> Int { (0..<count).count { _ in gate.opened(here) == nil } }
    #expect(open(5) == 3)
    #expect(gate.opened(elsewhere) == nil)
    time.advance(seconds: 1)
    #expect(open(5) == 2)
  }

  @Test func onlyTokensThatWereNeverGoodCount() throws {
    let gate = made { $0.failedTokensPerMinute = 2 }
    for code in [ErrorCode.tokenExpired, .tokenRevoked, .userUnknown, .tokenNotYetValid, .addressLimited] {
      for _ in 0..<5 { gate.note(Refusal(code), from: here) }
    }
    try gate.checkTokens(from: here)
    gate.note(Refusal(.tokenSignature), from: here)
    try gate.checkTokens(from: here)
    gate.note(Refusal(.tokenMalformed), from: here)
    #expect(throws: Refusal(.addressLimited, retryAfterMilliseconds: 1000)) { try gate.checkTokens(from: here) }
    try gate.checkTokens(from: elsewhere)
    time.advance(seconds: 30)
    try gate.checkTokens(from: here)
  }

  @Test func exemptAddressesHaveNoLimit() throws {
    let gate = made {
      ($0.connectionsPerAddress, $0.handshakesAtOnce, $0.failedTokensPerMinute) = (1, 1, 1)
      $0.exemptAddresses = AddressRanges("127.0.0.0/8, ::1, 198.51.100.0/24, 2001:db8::/32") ?? .loopback
    }
    for host in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "198.51.100.77", "2001:db8:1::2"] {
      let address = Self.address(host)
      for _ in 0..<3 {
        #expect(gate.opened(address) == nil, "\(host)")
        gate.note(Refusal(.tokenSignature), from: address)
        try gate.checkTokens(from: address)
      }
    }
    for _ in 0..<3 { #expect(gate.opened(.local) == nil) }
    for host in ["198.51.101.1", "2001:db9::1", "192.0.2.1"] {
      #expect(gate.opened(Self.address(host)) == nil && gate.opened(Self.address(host)) != nil, "\(host)")
    }
    #expect(gate.addressCount == 3)
  }

  @Test func anIPv6NetworkOf64BitsIsOneAddress() {
    let gate = made { $0.connectionsPerAddress = 1 }
    #expect(gate.opened(Self.address("2001:db8::1")) == nil && gate.opened(Self.address("2001:db8::ffff:2")) != nil)
    #expect(gate.opened(Self.address("2001:db8:0:1::1")) == nil)
    #expect(gate.opened(Self.address("192.0.2.1")) == nil && gate.opened(Self.address("::ffff:192.0.2.1")) != nil)
  }

  @Test func addressesOfWhichNothingIsLeftAreForgotten() {
    let gate = made { $0.handshakesPerSecond = 1000 }
    for number in 0..<5000 {
      let address = Self.address("10.0.\(number / 250).\(number % 250)")
      #expect(gate.opened(address) == nil)
      gate.closed(address)
      time.advance(seconds: 1)
    }
    #expect(gate.addressCount < 1100)
  }

  // MARK: - The server

  /// Limits for this machine too, which usually has none.
  private func limits(_ change: (inout Limits) -> Void) throws -> Limits {
    var limits = Limits()
    limits.exemptAddresses = try #require(AddressRanges("none"))
    change(&limits)
    return limits
  }

  @Test func connectionsBeyondThoseOfAnAddressAreAnswered429() async throws {
    try await TestServer.with(limits: try limits { $0.connectionsPerAddress = 2 }) { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.client(user: "bob")
      // It says nothing, so nothing is lost by the server's closing.
      let answer = try await RawConnection.exchange([], with: server)
      #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.contains(#""name":"address_limited""#))
      #expect(server.server.metrics.addressLimits[.connections].value == 1)
      guard case .pong = try await alice.request(.ping(Wire.Ping())) else { throw TestError("not answered") }
      await alice.close()
      await alice.until { $0.closeCode != nil }
      while (try? await server.client(user: "carol")) == nil { await Task.yield() }
    }
  }

  @Test func anAddressThatTriesTokensIsTurnedAwayForAWhile() async throws {
    let time = ManualTime(wallMilliseconds: SystemTimeSource().wallMilliseconds)
    try await TestServer.with(limits: try limits { $0.failedTokensPerMinute = 3 }, time: time) { server in
      let good = try await server.token(for: "alice")
      // Opened while that was still allowed.
      let early = try await server.connection()
      for _ in 0..<3 {
        let client = try await server.connection()
        _ = try? await client.hello(token: "a.b.c")
        await client.until { $0.closeCode != nil }
        #expect(await client.closing?.failure?.errorCode == .tokenMalformed)
      }
      _ = try? await early.hello(token: good)
      await early.until { $0.closeCode != nil }
      let closing = await early.closing
      #expect(closing?.failure?.errorCode == .addressLimited && closing?.reconnect == true)
      #expect(closing?.failure?.retryAfterMs == 1000)
      let answer = try await RawConnection.exchange(RawConnection.handshake("Connection: close\r\n"), with: server)
      #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.contains("Retry-After: 1\r\n"))
      #expect(server.server.metrics.addressLimits[.failedTokens].value == 2)
      time.advance(by: .seconds(21))
      _ = try await server.client(user: "alice")
    }
  }

  @Test func rangesAreReadAndWritten() {
    for text in ["none", "127.0.0.0/8, ::1/128", "10.1.2.3", "2001:db8::/32, 10.0.0.0/8", "0.0.0.0/0"] {
      #expect(AddressRanges(text)?.text == text)
    }
    #expect(AddressRanges("10.0.0.1,10.0.0.2")?.ranges.count == 2)
    for text in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "host", "10.0.0.1/", "10.0.0.1/-1", "10.0.0.1,", "none, 10.0.0.1"] {
      #expect(AddressRanges(text) == nil, "\(text)")
    }
  }
}
