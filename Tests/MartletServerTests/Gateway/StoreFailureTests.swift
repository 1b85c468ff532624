import MartletServer
import MartletStore
import MartletTesting
import MartletWire
import Testing

/// The messages to clients and the operator when the store fails.
@Suite(.timeLimit(.minutes(10))) struct StoreFailureTests {
  private func send(_ conversation: String, id: String) -> Wire.ClientPacket.Request {
    .send(Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"a"}"#))
  }

  private func code(_ body: Wire.ServerPacket.Body) -> ErrorCode? {
    if case .failure(let failure) = body { failure.errorCode } else { nil }
  }

  @Test(arguments: [
    (StoreError.Code.full, ErrorCode.storageFull), (.failed, .unavailable), (.corrupt, .unavailable), (.readOnly, .unavailable),
    (.unknown, .internal),
  ])
  func everyRequestIsAnsweredAndServedAgainLater(error: StoreError.Code, expected: ErrorCode) async throws {
    try await TestServer.gated { server, store in
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      _ = try await alice.request(send("direct:alice", id: "1"))
      let cases: [(GatedStore.Call, Wire.ClientPacket.Request)] = [
        (.append, send("direct:alice", id: "2")), (.existing, send("direct:bob", id: "3")),
        (.conversation, send("group:g", id: "4")), (.mark, .markRead(Wire.MarkRead(conversation: "direct:alice", seq: 1))),
        (.page, .fetchEntries(Wire.FetchEntries(conversation: "direct:alice"))),
        (.userLog, .fetchUserEntries(Wire.FetchUserEntries())), (.summaries, .listConversations(Wire.ListConversations())),
        (.stamp, .listConversations(Wire.ListConversations())),
        (.members, .listMembers(Wire.ListMembers(conversation: "direct:alice"))),
      ]
      for (call, request) in cases {
        store.fail(call, with: StoreError(error, "a test"))
        #expect(code(try await alice.request(request)) == expected, "\(call)")
        store.fail(call, with: nil)
        let later = code(try await alice.request(request))
        #expect(later == nil || later == .conversationUnknown, "\(call) \(later as Any)")
      }
    }
  }

  @Test(arguments: [GatedStore.Call.user, .userLog, .stamp])
  func signingInIsRefusedForNow(call: GatedStore.Call) async throws {
    try await TestServer.gated { server, store in
      let token = try await server.token(for: "alice")
      store.fail(call, with: StoreError(.failed, "a test"))
      let client = try await server.connection()
      _ = try? await client.hello(token: token)
      await client.until { $0.closeCode != nil }
      #expect(await client.closing?.failure?.errorCode == .unavailable)
      #expect(await client.closing?.reconnect == true)
      store.fail(call, with: nil)
      _ = try await server.client(user: "alice")
    }
  }

  @Test func targetThatCannotBeLookedUpIsNotSaidToBeUnknown() async throws {
    let lines = LogTests.Lines()
    try await TestServer.gated(log: lines.log()) { server, store in
      let alice = try await server.client(user: "alice")
      _ = try await alice.request(send("direct:alice", id: "1"))
      let edit = Wire.Edit(conversation: "direct:alice", clientId: "e", target: 9, type: "text", content: #"{"text":"b"}"#)
      #expect(code(try await alice.request(.edit(edit))) == .targetUnknown)
      store.fail(.append, with: StoreError(.corrupt, "a page of it is damaged"))
      #expect(code(try await alice.request(.edit(edit))) == .unavailable)
      #expect(lines.all.contains { $0.contains("level=error") && $0.contains("a page of it is damaged") })
    }
  }

  @Test func whatCouldNotBeStoredIsPushedToNobody() async throws {
    try await TestServer.gated { server, store in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      _ = try await alice.request(send("direct:bob", id: "1"))
      store.fail(.append, with: StoreError(.full, "a test"))
      #expect(code(try await alice.request(send("direct:bob", id: "2"))) == .storageFull)
      store.fail(.append, with: nil)
      _ = try await alice.request(send("direct:bob", id: "3"))
      for client in [alice, bob] {
        await client.until { $0.entries(of: "direct:alice:bob").contains { $0.clientId == "3" } }
        #expect(await client.entries(of: "direct:alice:bob").map(\.clientId) == ["1", "3"])
      }
    }
  }

  /// After an append whose fate is not known, a retry must find out.
  @Test func appendThatWasStoredThoughTheStoreFailedIsFoundByTheRetry() async throws {
    try await TestServer.gated { server, store in
      let alice = try await server.client(user: "alice")
      store.fail(.append, .after, with: StoreError(.unknown, "a test"))
      #expect(code(try await alice.request(send("direct:alice", id: "1"))) == .internal)
      store.fail(.append, .after, with: nil)
      guard case .appended(let appended) = try await alice.request(send("direct:alice", id: "1")) else {
        throw TestError("not found")
      }
      #expect(appended.seq == 1)
    }
  }

  @Test(arguments: [StoreError.Code.unknown, .stopped]) func serverEndsWhenTheStoreCannotBeTrusted(error: StoreError.Code)
    async throws
  {
    try await TestServer.gated { server, store in
      let alice = try await server.client(user: "alice")
      store.fail(.append, with: StoreError(error, "a test"))
      _ = try await alice.request(send("direct:alice", id: "1"))
      #expect(await server.server.failed().code == error)
    }
  }

  @Test(arguments: [GatedStore.Call.mark, .createUser, .revokeTokens])
  func serverEndsWhicheverWriteFindsOut(call: GatedStore.Call) async throws {
    try await TestServer.gated { server, store in
      let alice = try await server.client(user: "alice")
      _ = try await alice.request(send("direct:alice", id: "1"))
      store.fail(call, with: StoreError(.unknown, "a test"))
      switch call {
      case .mark: _ = try await alice.request(.markRead(Wire.MarkRead(conversation: "direct:alice", seq: 1)))
      case .createUser: _ = try? await server.token(for: "bob")
      default: _ = try? await server.revokeTokens(of: "alice")
      }
      #expect(await server.server.failed().code == .unknown)
    }
  }

  // MARK: - The disk

  private func withDisk(_ body: (TestServer, FaultDisk) async throws -> Void) async throws {
    let disk = FaultDisk()
    try await TestServer.with(
      limits: Limits(),
      openStore: { directory in
        var options = SQLiteStore.Options()
        options.vfs = disk.name
        return try await SQLiteStore.open(directory: directory, options: options)
      }, { try await body($0, disk) })
  }

  @Test func fullDiskRefusesSendsUntilThereIsRoomAgain() async throws {
    try await withDisk { server, disk in
      let alice = try await server.client(user: "alice")
      _ = try await alice.request(send("direct:alice", id: "0"))
      disk.limit(to: disk.used)
      let content = #"{"text":"\#(String(repeating: "x", count: 60_000))"}"#
      func large(_ id: Int) -> Wire.ClientPacket.Request {
        .send(Wire.Send(conversation: "direct:alice", clientId: "l\(id)", type: "text", content: content))
      }
      var refused = 0
      var stored: [UInt64] = [1]
      for index in 0..<200 where refused < 3 {
        switch try await alice.request(large(index)) {
        case .appended(let appended): stored.append(appended.seq)
        case .failure(let failure):
          #expect(failure.errorCode == .storageFull)
          #expect(failure.retryAfterMs > 0)
          refused += 1
        case let other: throw TestError("\(other)")
        }
      }
      #expect(refused == 3)
      guard
        case .entries(let page) = try await alice.request(
          .fetchEntries(Wire.FetchEntries(conversation: "direct:alice", limit: 1)))
      else { throw TestError("reading does not work") }
      #expect(page.head == stored.last)
      disk.heal()
      guard case .appended(let later) = try await alice.request(large(1_000)) else { throw TestError("it did not recover") }
      #expect(later.seq == stored.count + 1)
    }
  }

  @Test func failedSyncIsNoAcknowledgementAndEndsTheServer() async throws {
    try await withDisk { server, disk in
      let alice = try await server.client(user: "alice")
      disk.fail(.sync, after: 0, lasts: true)
      // The folding of the sign-in may meet the failure before the send does; then the send is refused for that.
      let refusal = code(try await alice.request(send("direct:alice", id: "1")))
      #expect(refusal == .internal || refusal == .unavailable)
      #expect(await server.server.failed().code == (refusal == .internal ? .unknown : .stopped))
      #expect(code(try await alice.request(send("direct:alice", id: "2"))) == .unavailable)
    }
  }
}
