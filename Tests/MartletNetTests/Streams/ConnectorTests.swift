import Glibc
import MartletTesting
import Testing

@testable import MartletNet

/// Connecting to a host with several addresses, some of which fail.
@Suite struct ConnectorTests {
  /// Addresses without an answer: a closed port, and an unreachable address.
  enum Nowhere: CaseIterable, Sendable { case closedPort, noWay }

  @Test(arguments: Nowhere.allCases)
  func anAddressThatFailsLeavesAnotherItsHandshake(_ nowhere: Nowhere) async throws {
    let time = ManualTime()
    try await withAuthority(time: time) { scratch, server, _, loops in
      let slow = try await SlowPort(loops[1])
      let failing = try await address(nowhere, loops[1])
      let client = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")))
      let connecting = connect([slow.address, failing], loops[0], client)
      let stream = try await slow.next()
      try await streams(1, on: loops[0])
      time.advance(by: .milliseconds(250))
      // A refusal takes a look at the sockets.
      for _ in 0..<3 { await loops[0].run {} }
      try await SlowPort.goOn(stream, server)
      #expect(try await connecting.value.remoteAddress.port == slow.port)
    }
  }

  @Test func aHandshakeThatFailsLeavesAnotherToGoOn() async throws {
    let time = ManualTime()
    try await withAuthority(time: time) { scratch, server, _, loops in
      let (failing, slow) = (try await SlowPort(loops[1]), try await SlowPort(loops[1]))
      let client = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")))
      let connecting = connect([failing.address, slow.address], loops[0], client)
      let first = try await failing.next()
      try await streams(1, on: loops[0])
      time.advance(by: .milliseconds(250))
      let second = try await slow.next()
      try await streams(2, on: loops[0])
      await loops[1].run { first.abort() }
      try await streams(1, on: loops[0])
      try await SlowPort.goOn(second, server)
      #expect(try await connecting.value.remoteAddress.port == slow.port)
    }
  }

  @Test func theFirstHandshakeThatIsDoneEndsTheOthers() async throws {
    let time = ManualTime()
    try await withAuthority(time: time) { scratch, server, _, loops in
      let (slower, slow) = (try await SlowPort(loops[1]), try await SlowPort(loops[1]))
      let client = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")))
      let connecting = connect([slower.address, slow.address], loops[0], client)
      _ = try await slower.next()
      try await streams(1, on: loops[0])
      time.advance(by: .milliseconds(250))
      try await SlowPort.goOn(try await slow.next(), server)
      #expect(try await connecting.value.remoteAddress.port == slow.port)
      try await streams(1, on: loops[0])
    }
  }

  @Test func ofSeveralErrorsTheOneThatCameFarthestIsSaid() async throws {
    try await withAuthority { scratch, server, _, loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: [loops[1]], tls: server) { StreamEcho($0) }
      let answers = Numeric(host: "127.0.0.1", port: listener.address.port)
      let (closed, noWay) = (try await address(.closedPort, loops[1]), try await address(.noWay, loops[1]))
      let distrusting = try TLSClientConfiguration(trust: .system)
      for addresses in [[answers, closed, noWay], [noWay, closed, answers]] {
        #expect(await code { _ = try await connect(addresses, loops[0], distrusting).value } == .tls)
      }
      for addresses in [[closed, noWay], [noWay, closed]] {
        #expect(await code { _ = try await connect(addresses, loops[0], distrusting).value } == .refused)
      }
    }
  }

  @Test func aSessionThatCannotBeginLeavesNoStream() async throws {
    try await withAuthority { scratch, server, _, loops in
      let slow = try await SlowPort(loops[1])
      let client = try TLSClientConfiguration(trust: .system, serverName: String(repeating: "n", count: 300))
      #expect(await code { _ = try await connect([slow.address], loops[0], client).value } == .tls)
      try await streams(0, on: loops[0])
    }
  }

  /// Waits until so many streams are open on a loop.
  private func streams(_ count: Int, on loop: EventLoop) async throws {
    try await eventually { await loop.run { loop.openStreams } == count }
  }

  private func connect(_ addresses: [Numeric], _ loop: EventLoop, _ client: TLSClientConfiguration)
    -> Task<ByteStream, any Error>
  {
    let connector = Connector(loop: loop, target: "the host", tls: (client, "127.0.0.1"), options: StreamOptions()) { _ in
      StreamWitness()
    }
    return Task {
      try await connector.connect(timeout: .seconds(10)) {
        var all: [sockaddr_storage] = []
        for address in addresses { all += try await Resolver.addresses(of: address.host, port: address.port) }
        return all
      }
    }
  }

  private func address(_ nowhere: Nowhere, _ loop: EventLoop) async throws -> Numeric {
    switch nowhere {
    case .closedPort:
      let port = try await SlowPort(loop)
      await port.listener.close()
      return port.address
    // TCP has no broadcast.
    case .noWay: return Numeric(host: "255.255.255.255", port: 443)
    }
  }
}

/// A numeric address.
private struct Numeric {
  let host: String
  let port: UInt16
}

/// A port that accepts, and does its part of a handshake only when told.
private struct SlowPort {
  let listener: Listener
  private let accepted: Inbox<ByteStream>

  init(_ loop: EventLoop) async throws {
    let accepted = Inbox<ByteStream>()
    self.accepted = accepted
    listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: [loop]) { stream in
      stream.pauseReading()
      accepted.put(stream)
      return StreamWitness()
    }
  }

  var port: UInt16 { listener.address.port }

  var address: Numeric { Numeric(host: "127.0.0.1", port: port) }

  /// The next connection that was accepted.
  func next() async throws -> ByteStream { try await accepted.next() }

  static func goOn(_ stream: ByteStream, _ server: TLSServerConfiguration) async throws {
    try await stream.loop.runThrowing {
      stream.secure(try TLSSession(server: server)) { error in
        if error == nil { stream.begin(StreamEcho(stream)) }
      }
      stream.resumeReading()
    }
  }
}
