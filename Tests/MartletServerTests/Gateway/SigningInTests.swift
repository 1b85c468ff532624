import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Events while a session opens.
@Suite(.timeLimit(.minutes(10))) struct SigningInTests {
  private func send(_ conversation: String, _ text: String, id: String) -> Wire.ClientPacket.Request {
    .send(Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"\#(text)"}"#))
  }

  private func closing(_ client: WireClient) async -> ErrorCode? {
    await client.until { $0.closeCode != nil }
    return await client.closing?.failure?.errorCode
  }

  // MARK: - Pushes

  @Test func whatIsStoredAfterTheStampOfWelcomeIsPushed() async throws {
    try await TestServer.gated { server, store in
      let bob = try await server.client(user: "bob")
      let token = try await server.token(for: "alice")
      let alice = try await server.connection()
      store.hold(.stamp, .after)
      async let welcome = alice.hello(token: token)
      await store.arrived(.stamp, .after)
      guard case .appended = try await bob.request(send("direct:alice", "a", id: "1")) else { throw TestError("not sent") }
      store.release(.stamp, .after)
      guard case .welcome(let welcomed) = try await welcome else { throw TestError("not welcome") }
      #expect(welcomed.stamp == 0)
      _ = try await alice.request(.ping(Wire.Ping()))
      #expect(await alice.entries(of: "direct:alice:bob").map(\.seq) == [1])
    }
  }

  @Test func whatIsSentBeforeWelcomeIsServedInOrderAfterIt() async throws {
    try await TestServer.gated { server, store in
      let token = try await server.token(for: "alice")
      let alice = try await server.connection()
      store.hold(.user)
      let text = String(repeating: "x", count: 50_000)
      async let welcome = alice.hello(token: token)
      await store.arrived(.user)
      let seqs = try await withThrowingTaskGroup(of: (Int, UInt64).self) { group in
        for index in 0..<60 {
          group.addTask {
            let answer = try await alice.request(self.send("direct:alice", text, id: "m\(index)"))
            guard case .appended(let appended) = answer else { throw TestError("\(answer)") }
            return (index, appended.seq)
          }
        }
        store.release(.user)
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      _ = try await welcome
      #expect(Set(seqs.values) == Set(1...60))
    }
  }

  /// A push that comes before Welcome waits in memory, as one in a socket's queue does, and has the same limit.
  @Test func pushesThatWaitForWelcomeAreBoundedInBytes() async throws {
    var limits = Limits()
    limits.queuedBytes = 1 << 20
    try await TestServer.gated(limits: limits) { server, store in
      let bob = try await server.client(user: "bob")
      let token = try await server.token(for: "alice")
      let alice = try await server.connection()
      store.hold(.stamp, .after)
      let welcome = Task { try await alice.hello(token: token) }
      await store.arrived(.stamp, .after)
      let text = String(repeating: "x", count: 60_000)
      for index in 0..<20 {
        let answer = try await bob.request(send("direct:alice", text, id: "\(index)"))
        guard case .appended = answer else { throw TestError("not sent: \(answer)") }
      }
      // The session ends although the store still holds its answer back.
      for _ in 0..<2000 where server.server.metrics.slowConsumers.value == 0 { _ = try await bob.request(.ping(Wire.Ping())) }
      let ended = server.server.metrics.slowConsumers.value
      store.release(.stamp, .after)
      try #require(ended == 1)
      if case .success(.welcome) = await welcome.result { Issue.record("welcome after the end") }
      #expect(await closing(alice) == .slowConsumer)
    }
  }

  // MARK: - Revocation

  /// The moments of a sign-in at which a revocation may arrive: before or after a call of the store.
  @Test(arguments: [
    (GatedStore.Call.user, GatedStore.Point.before), (.user, .after), (.userLog, .after), (.stamp, .after),
  ])
  func revocationDuringSigningInIsNeverMissed(call: GatedStore.Call, point: GatedStore.Point) async throws {
    let closing = try await TestServer.whileSigningIn(call, point) { try await $0.revokeTokens(of: "alice") }
    #expect(closing == .tokenRevoked)
  }

  @Test func nothingIsPushedAfterTheRevocation() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      _ = try await bob.request(send("direct:alice", "before", id: "1"))
      await alice.until { !$0.pushes.isEmpty }
      try await server.revokeTokens(of: "alice")
      _ = try await bob.request(send("direct:alice", "after", id: "2"))
      #expect(await closing(alice) == .tokenRevoked)
      #expect(await alice.entries(of: "direct:alice:bob").map(\.seq) == [1])
    }
  }

  @Test func revocationLeavesOtherUsersSessionsOpen() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      try await server.revokeTokens(of: "bob")
      #expect(await closing(bob) == .tokenRevoked)
      guard case .pong = try await alice.request(.ping(Wire.Ping())) else { throw TestError("the wrong session ended") }
    }
  }

  @Test func sessionEndsWhenItsTokenRunsOut() async throws {
    let time = ManualTime()
    try await TestServer.with(limits: Limits(), time: time) { server in
      let alice = try await server.client(user: "alice")
      time.advance(by: .seconds(2))
      guard case .pong = try await alice.request(.ping(Wire.Ping())) else { throw TestError("ended too soon") }
      // A token is good for a week.
      time.setWall(time.wallMilliseconds + 8 * 86_400_000)
      while await alice.closeCode == nil { time.advance(by: .milliseconds(10)) }
      #expect(await closing(alice) == .tokenExpired)
      #expect(await alice.closing?.reconnect == false)
    }
  }

  // MARK: - Devices

  @Test func classesOfDevicesThatAreNotKnownCountAsTools() async throws {
    var limits = Limits()
    limits.devicesPerClass[.tool] = 2
    try await TestServer.with(limits: limits) { server in
      let first = try await server.client(user: "alice", device: "a", class: Wire.DeviceClass(rawValue: 77))
      let second = try await server.client(user: "alice", device: "b", class: .unspecified)
      let third = try await server.client(user: "alice", device: "c", class: Wire.DeviceClass(rawValue: 78))
      #expect(await closing(first) == .signedInElsewhere)
      for client in [second, third] {
        guard case .pong = try await client.request(.ping(Wire.Ping())) else { throw TestError("a session is dead") }
      }
    }
  }
}

extension TestServer {
  /// Has something happen while alice signs in, and gives the reason with which her connection is closed.
  ///
  /// Records an issue if she was let in.
  static func whileSigningIn(
    _ call: GatedStore.Call, _ point: GatedStore.Point, _ happening: (TestServer) async throws -> Void
  ) async throws -> ErrorCode? {
    try await gated { server, store in
      let token = try await server.token(for: "alice")
      let alice = try await server.connection()
      store.hold(call, point)
      let welcome = Task { try await alice.hello(token: token) }
      await store.arrived(call, point)
      store.holdNoMore(call, point)
      try await happening(server)
      store.release(call, point)
      if case .success(.welcome) = await welcome.result { throw TestError("let in") }
      await alice.until { $0.closeCode != nil }
      return await alice.closing?.failure?.errorCode
    }
  }
}
