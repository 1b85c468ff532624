import ClientModels
import MartletNet
import MartletServer
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// The client on real sockets, with a real server behind a bad network.
@Suite(.timeLimit(.minutes(10))) struct NetworkFaultsTests {
  private let folder: TemporaryDirectory
  private let direct = ConversationID.of("direct:alice:bob")

  init() throws { folder = try TemporaryDirectory() }

  private func client(
    _ user: String, _ server: TestServer, over kind: TransportKind, port: UInt16, directory: String? = nil,
    time: any TimeSource = SystemTimeSource()
  ) async throws -> MartletClient {
    let token = try await server.token(for: user)
    let configuration = MartletClient.Configuration(
      server: "ws://127.0.0.1:\(port)", directory: directory, device: .init(class: .tool)
    ) { token }
    return try kind.client(configuration, time: time)
  }

  /// The first entries of a conversation, as a reader of its log sees them.
  private func log(of client: MartletClient, count: Int) async throws -> [LogItem] {
    var items: [LogItem] = []
    for try await item in client.chat(direct).log(from: .first) {
      items.append(item)
      if items.count == count { break }
    }
    return items
  }

  /// Packets split anywhere, delayed, and connections broken again and again: every message is there once, in the order
  /// each sent, and both read the same.
  @Test(arguments: SeededRandom.environmentSeeds(2), TransportKind.allCases)
  func badNetworkLosesAndDoublesNothing(seed: UInt64, over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: seed)
      var faults = FaultProxy.Faults()
      faults.piece = 1...700
      faults.delay = .zero ... .milliseconds(2)
      faults.cutAfter = 3_000...60_000
      proxy.faults = faults
      let alice = try await client("alice", server, over: kind, port: proxy.port, directory: folder.path)
      let bob = try await client("bob", server, over: kind, port: proxy.port)
      for client in [alice, bob] { await client.connect() }
      async let mine = sendAll(alice, to: UserID.of("bob"))
      async let theirs = sendAll(bob, to: UserID.of("alice"))
      let stored = (try await mine, try await theirs)
      #expect(stored == (150, 150), "seed \(seed)")
      proxy.faults = FaultProxy.Faults()
      async let one = log(of: alice, count: 300)
      async let other = log(of: bob, count: 300)
      let (first, second) = (try await one, try await other)
      #expect(first == second && first.map(\.seq) == Array(1...300), "seed \(seed)")
      for user in ["alice", "bob"] {
        let texts = first.filter { $0.sender.text == user }.compactMap(\.text)
        #expect(texts == (0..<150).map { "\(user) \($0)" }, "seed \(seed)")
      }
      #expect(proxy.accepted > 2, "the network was not bad enough to show anything")
      await alice.close()
      await bob.close()
      await proxy.close()
    }
  }

  /// Sends without waiting in between, then waits for all, and counts the stored ones.
  private func sendAll(_ client: MartletClient, to peer: UserID) async throws -> Int {
    try await client.connected()
    let name = try #require(await client.user).text
    let chat = client.chat(with: peer)
    var ids: [ClientID] = []
    for number in 0..<150 { ids.append(try await chat.enqueue(.text("\(name) \(number)"))) }
    var stored = 0
    for (number, id) in ids.enumerated() {
      if case .sent = await chat.send(.text("\(name) \(number)"), id: id) { stored += 1 }
    }
    return stored
  }

  /// One packet may be larger than other queues allow.
  @Test(arguments: TransportKind.allCases) func whatTheServerTakesTheClientSends(over kind: TransportKind) async throws {
    var limits = Limits()
    (limits.packetBytes, limits.contentBytes) = (4 << 20, 3 << 20)
    try await TestServer.with(limits: limits) { server in
      let alice = try await client("alice", server, over: kind, port: server.port)
      await alice.connect()
      let long = String(repeating: "long ", count: 300_000)
      guard case .sent(let id, _) = await alice.chat(with: UserID.of("alice")).send(.text(long)) else {
        return #expect(Bool(false), "it was not sent")
      }
      #expect(try await alice.chat(id.conversation).history(before: nil, limit: 1).first?.text == long)
      await alice.close()
    }
  }

  /// The other side is gone without a word: the client notices by itself, and finds the server again.
  @Test(arguments: TransportKind.allCases) func silentConnectionIsGivenUp(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let time = ManualTime()
      let client = try await client("alice", server, over: kind, port: proxy.port, time: time)
      _ = try await server.token(for: "bob")
      await client.connect()
      try await client.caughtUp()
      await proxy.silence()
      let states = client.states()
      let sending = Task { await client.chat(with: UserID.of("bob")).send(.text("through")) }
      let moving = Task {
        while !Task.isCancelled {
          time.advance(by: .seconds(1))
          await Task.yield()
        }
      }
      for await state in states { if case .connecting = state { break } }
      guard case .sent = await sending.value else { return #expect(Bool(false), "it was not sent again") }
      #expect(await client.lastConnectionError?.code == .timedOut)
      moving.cancel()
      await client.close()
      await proxy.close()
    }
  }

  @Test func socketTellsWhenBytesLastCame() async throws {
    try await TestServer.with { server in
      let time = ManualTime()
      let loop = try EventLoop(name: "client", time: time)
      let transport = LoopTransport(loop: loop)
      let address = try #require(ServerAddress("ws://127.0.0.1:\(server.port)"))
      let hello = Wire.Hello(
        versionMin: 1, versionMax: 1, token: try await server.token(for: "alice"), device: Wire.Device(id: "d"))
      let ear = Ear()
      let socket = await loop.run { transport.dial(address, handler: ear) }
      await ear.open.value()
      let first = try #require(await loop.run { socket.lastReceived })
      time.advance(by: .seconds(5))
      #expect(await loop.run { socket.lastReceived } == first)
      #expect(await loop.run { socket.send(Wire.ClientPacket(id: 1, request: .hello(hello)).encoded()) })
      await ear.packet.value()
      #expect(await loop.run { socket.lastReceived } == first + 5_000_000_000)
      await loop.run { socket.close() }
      transport.stop()
    }
  }

  @Test(arguments: TransportKind.allCases) func serverThatIsNotThereIsFoundWhenItComes(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: 2)
      await proxy.refuse()
      let client = try await client("alice", server, over: kind, port: proxy.port)
      await client.connect()
      for await state in client.states() { if case .connecting(3..., _) = state { break } }
      #expect(await client.lastConnectionError?.code == .unreachable)
      try await proxy.accept()
      try await client.connected()
      await client.close()
      await proxy.close()
    }
  }

  /// A device that was away for more than is fetched forward begins again from the newest page, and misses nothing that
  /// it asks for.
  @Test(arguments: TransportKind.allCases) func longAbsenceIsCaughtUpWith(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let bob = try await client("bob", server, over: kind, port: server.port)
      let alice = try await client("alice", server, over: kind, port: server.port)
      for client in [alice, bob] {
        await client.connect()
        try await client.caughtUp()
      }
      _ = await bob.chat(with: UserID.of("alice")).send(.text("0"))
      _ = try await log(of: alice, count: 1)
      await alice.disconnect()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...1_300 {
          if number > 100 { await group.next() }
          group.addTask { _ = await bob.chat(with: UserID.of("alice")).send(.text("\(number)")) }
        }
      }
      await alice.connect()
      try await alice.caughtUp()
      #expect(try await alice.chat(direct).summary()?.unread == 1_301)
      var history: [Message] = []
      while true {
        let page = try await alice.chat(direct).history(before: history.first?.id, limit: 300)
        if page.isEmpty { break }
        history = page + history
      }
      #expect(history.map(\.seq) == Array(1...1_301))
      #expect(Set(history.compactMap(\.text)).count == 1_301)
      try await alice.chat(direct).markRead(upTo: direct.message(at: 1_000))
      try await alice.caughtUp()
      while try await alice.chat(direct).summary()?.unread != 301 { await Task.yield() }
      await alice.close()
      await bob.close()
    }
  }
}

/// Waits for the first that a socket tells.
private final class Ear: TransportHandler {
  let open = Promise<Void>()
  let packet = Promise<Void>()

  func opened() { open.resolve(()) }
  func received(_ bytes: UnsafeRawBufferPointer) { packet.resolve(()) }
  func closed(_ reason: MartletError) {}
}
