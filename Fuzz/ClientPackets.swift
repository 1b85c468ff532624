// Any packets of clients, given to a whole server: sessions, engine and store, on one thread and a clock of its own.
// Leaks are not looked for: what weak references keep of an object is noted where the sanitizer cannot see it.

import Martlet
import MartletNet
import MartletServer
import MartletWire

@testable import MartletTesting

/// Called by libFuzzer with one input: packets, each with a byte before it that says who sends it, and two with its length.
///
/// Each input has a server of its own. It must answer each request once, or close the connection.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let house = try? House(users: ["alice", "bob", "carol"]) else { fatalError("the server does not start") }
  defer { house.tearDown() }
  var input = UnsafeRawBufferPointer(start: start, count: count)
  while input.count >= 3 {
    let length = min(Int(input[1]) << 8 | Int(input[2]), input.count - 3)
    house.send([UInt8](input[3..<3 + length]), as: Int(input[0]))
    input = UnsafeRawBufferPointer(rebasing: input[(3 + length)...])
  }
  house.settle()
  for peer in house.peers { peer.check() }
  return 0
}

/// One input after the other uses the same disk.
private let disks = SimulatedDisks()

/// A server and its clients.
private final class House {
  private let time = ManualTime()
  private let network: SimulatedNetwork
  private let server: SimulatedServer
  private let loop: EventLoop
  private let directory: TemporaryDirectory
  private let disk = disks.take()
  private(set) var peers: [Peer] = []

  init(users: [String]) throws {
    directory = try TemporaryDirectory(inMemory: true)
    network = SimulatedNetwork(time: time, random: SeededRandom(seed: 7))
    loop = EventLoop(driven: "clients", time: time)
    var settings = SimulatedServer.Settings()
    settings.users = users.compactMap { UserID($0) }
    server = SimulatedServer(
      settings, name: "server", generation: "life-1", .files(directory: directory.path, disk: disk, isRestored: false),
      network: network, time: SkewedTime(time), seed: 7)
    network.servers = [server]
    settle()
    guard server.takesConnections else { throw TestError(server.failure ?? "the server does not run") }
    for (index, user) in settings.users.enumerated() { peers.append(try open(index, user)) }
  }

  /// Connects and signs in.
  private func open(_ index: Int, _ user: UserID) throws -> Peer {
    let peer = Peer()
    peer.connection = network.dial(device: index, loop: loop, handler: peer)
    settle()
    let token = Token()
    Task(executorPreference: loop) { [server] in token.text = try? await server.token(for: user, lifetime: 3600) }
    settle()
    guard let text = token.text else { throw TestError("there is no token for \(user)") }
    let hello = Wire.Hello(
      versionMin: 1, versionMax: 1, token: text, device: Wire.Device(id: "d\(index)", class: .tool))
    peer.send(Wire.ClientPacket(id: 1, request: .hello(hello)).encoded())
    settle()
    guard peer.isSignedIn else { throw TestError("\(user) was not let in") }
    return peer
  }

  /// Sends what may be a packet; the high bit of `sender` lets what was sent before have its effects first.
  func send(_ bytes: [UInt8], as sender: Int) {
    if sender & 0x80 != 0 { settle() }
    peers[sender % peers.count].send(bytes)
  }

  /// Lets everything happen that follows from what was sent, and half a second pass.
  func settle() {
    let end = time.monotonicNanoseconds &+ 500_000_000
    let driven: [any Driven] = server.driven + [loop]
    while time.monotonicNanoseconds < end {
      let due = (server.driven + [loop]).filter(\.isDue)
      let channels = network.deliverable
      for one in due { one.turn() }
      var trace = Trace()
      for channel in channels { channel.deliver(&trace) }
      if due.isEmpty, channels.isEmpty { pass(driven, until: end) }
    }
  }

  private func pass(_ driven: [any Driven], until end: UInt64) {
    let now = time.monotonicNanoseconds
    let next = (driven.compactMap(\.deadline) + [network.deadline].compactMap(\.self)).min() ?? end
    time.advance(by: .nanoseconds(Int64(clamping: max(min(next, end), now &+ 1_000) &- now)))
  }

  func tearDown() {
    for peer in peers { peer.connection?.close() }
    server.kill()
    network.servers = []
    let loop = loop
    Task(executorPreference: loop) { await loop.stop() }
    [loop as any Driven].exhaust()
    disks.give(disk)
  }
}

/// Where a task leaves a token.
///
/// `@unchecked Sendable` holds because all that runs here runs on the one thread of the fuzzer.
private final class Token: @unchecked Sendable {
  var text: String?
}

/// One client, and what it asked and was answered.
///
/// `@unchecked Sendable` holds because all that runs here runs on the one thread of the fuzzer.
private final class Peer: TransportHandler, @unchecked Sendable {
  var connection: SimulatedConnection?
  private(set) var isSignedIn = false
  private var isOpen = true
  /// How often each id was asked with, and answered.
  private var asked: [UInt32: Int] = [:]
  private var answered: [UInt32: Int] = [:]

  func send(_ bytes: [UInt8]) {
    if let packet = bytes.withUnsafeBytes({ try? Wire.ClientPacket(decoding: $0) }) { asked[packet.id, default: 0] += 1 }
    _ = connection?.send(bytes)
  }

  func opened() {}

  func received(_ packet: UnsafeRawBufferPointer) {
    guard let packet = try? Wire.ServerPacket(decoding: packet) else { fatalError("the server sent no packet") }
    if packet.id > 0 { answered[packet.id, default: 0] += 1 }
    if case .welcome = packet.body { isSignedIn = true }
    if case .closing = packet.body { isOpen = false }
  }

  func closed(_ reason: MartletError) { isOpen = false }

  func check() {
    for (id, count) in answered where count > asked[id, default: 0] { fatalError("request \(id) was answered \(count) times") }
    guard isOpen else { return }
    for (id, count) in asked where id > 0 && answered[id, default: 0] < count { fatalError("request \(id) was not answered") }
  }
}
