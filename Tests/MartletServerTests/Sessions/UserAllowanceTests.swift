import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// A user may write and read fast for a while and slowly without limit, however many devices there are.
@Suite(.timeLimit(.minutes(10))) struct UserAllowanceTests {
  private static let second: UInt64 = 1_000_000_000

  // MARK: - The bucket

  @Test func tokensComeBackOneByOne() {
    var bucket = TokenBucket(perSecond: 4, capacity: 3, pause: .zero)
    let start = 5 * Self.second
    let times = [0, 0, 0, 0, 1, 1, 400, 400, 400, 400].map { start + $0 * Self.second / 4 }
    let taken = times.map { bucket.take(at: $0) }
    #expect(taken == [true, true, true, false, true, false, true, true, true, false])
  }

  @Test func whoIsRefusedIsRefusedForThePause() {
    var bucket = TokenBucket(perSecond: 100, capacity: 1, pause: .seconds(1))
    let taken = [0, 1, Self.second, Self.second + 1].map { bucket.take(at: $0) }
    #expect(taken == [true, false, false, true])
  }

  @Test(arguments: [(0, 0), (-5, -5), (1, .max), (.max, 1), (.max, .max)])
  func numbersOutsideOfAllMeasureAreTakenAsTheNearest(perSecond: Int, capacity: Int) {
    var bucket = TokenBucket(perSecond: perSecond, capacity: capacity, pause: .seconds(1))
    let taken = [0, 1, .max - 1, .max].map { bucket.take(at: $0) }
    #expect(taken[0] && taken[2])
  }

  @Test func severalAreTakenTogetherOrNone() {
    var bucket = TokenBucket(perSecond: 1, capacity: 10, pause: .zero)
    let taken = [6, 5, 4, 1].map { bucket.take($0, at: 0) }
    #expect(taken == [true, false, true, false])
    // More than there can be are all there are.
    let all = bucket.take(11, at: 10 * Self.second)
    #expect(all)
    let more = bucket.take(at: 10 * Self.second)
    #expect(!more)
  }

  @Test func whatTakesMoreCountsAsMore() {
    let marks = (0..<101).map { Wire.Delivered(conversation: "direct:bob", seq: $0 + 1) }
    #expect(MarkDeliveredRequest.cost(of: Wire.MarkDelivered(marks: marks)) == 11)
    #expect(MarkDeliveredRequest.cost(of: Wire.MarkDelivered(marks: [marks[0]])) == 1)
    #expect(HideRequest.cost(of: Wire.Hide(conversation: "direct:bob", until: 1)) == 5)
    #expect(SendRequest.cost(of: Wire.Send()) == 1)
  }

  @Test func whatBringsMuchCountsAsMuch() {
    func users(_ count: Int) -> [String] { (0..<count).map { "u\($0)" } }
    func send(_ bytes: Int, to directed: [String] = [], mentioning users: [String] = []) -> Wire.Send {
      let details = Wire.Details(mentions: Wire.Mentions(users: users), directed: directed)
      return Wire.Send(
        conversation: "group:g", clientId: "1", type: "text", content: String(repeating: "x", count: bytes),
        details: directed.isEmpty && users.isEmpty ? nil : details)
    }
    func settings(_ count: Int) -> [Wire.Setting] { users(count).map { Wire.Setting(key: $0, value: "1") } }
    let property = Wire.AnnotationItem(key: "k", value: String(repeating: "x", count: 4096))
    let cases: [(Wire.ClientPacket.Request, ClosedRange<Int>)] = [
      (.send(send(2000)), 1...1), (.send(send(64 << 10)), 16...18), (.send(send(160 << 10)), 40...42),
      (.send(send(0, to: users(8))), 1...1), (.send(send(0, to: users(250), mentioning: users(250))), 60...65),
      (.schedule(Wire.Schedule(send: send(64 << 10, to: users(500)))), 75...82),
      (.edit(Wire.Edit(content: String(repeating: "x", count: 64 << 10))), 16...18),
      (.annotate(Wire.Annotate(items: Array(repeating: property, count: 20))), 20...22),
      (.createGroup(Wire.CreateGroup(members: users(8))), 1...1),
      (.createGroup(Wire.CreateGroup(members: users(500))), 60...65),
      (.addMembers(Wire.AddMembers(users: users(500))), 60...65),
      (.removeMembers(Wire.RemoveMembers(users: users(500))), 60...65),
      (.changeSetting(Wire.ChangeSetting(settings: settings(1))), 1...1),
      (.changeSetting(Wire.ChangeSetting(settings: settings(100))), 12...14), (.createGroup(Wire.CreateGroup()), 1...1),
    ]
    for (index, (request, cost)) in cases.enumerated() {
      let found = request.visit(Costing())
      #expect(cost.contains(found), "case \(index): \(found)")
    }
  }

  @Test func isFullAgainWhenAllHaveComeBack() {
    var bucket = TokenBucket(perSecond: 2, capacity: 4, pause: .seconds(1))
    #expect(bucket.isFull(at: 0))
    for _ in 0..<3 { _ = bucket.take(at: 0) }
    #expect(!bucket.isFull(at: Self.second * 3 / 2 - 1))
    #expect(bucket.isFull(at: Self.second * 3 / 2))
  }

  // MARK: - The server

  private func send(_ id: String, _ client: WireClient) async throws -> ErrorCode? {
    let answer = try await client.request(
      .send(Wire.Send(conversation: "direct:alice", clientId: id, type: "text", content: #"{"text":"a"}"#)))
    guard case .failure(let failure) = answer else { return nil }
    #expect(failure.retryAfterMs == 1000)
    return failure.errorCode
  }

  @Test func devicesOfAUserShareWhatTheUserMayWrite() async throws {
    var limits = Limits()
    (limits.writesPerSecond, limits.writesAtOnce) = (2, 5)
    let time = ManualTime()
    try await TestServer.with(limits: limits, time: time) { server in
      var devices: [WireClient] = []
      for index in 0..<4 { devices.append(try await server.client(user: "alice", device: "d\(index)")) }
      for index in 0..<5 { #expect(try await send("\(index)", devices[index % 4]) == nil) }
      for device in devices { #expect(try await send("5", device) == .tooManyRequests) }
      // Neither another connection helps, nor another kind of request.
      let late = try await server.client(user: "alice", device: "late")
      #expect(try await send("5", late) == .tooManyRequests)
      let mark = try await late.request(.markRead(Wire.MarkRead(conversation: "direct:alice", seq: 5)))
      guard case .failure(let failure) = mark else { throw TestError("\(mark)") }
      #expect(failure.errorCode == .tooManyRequests)
      // Others write, and everybody reads.
      #expect(try await send("other", try await server.client(user: "bob")) == nil)
      let page = try await late.request(.fetchEntries(Wire.FetchEntries(conversation: "direct:alice")))
      guard case .entries(let entries) = page else { throw TestError("\(page)") }
      #expect(entries.entries.count == 5)
      #expect(server.server.metrics.writesOverRate.value == 6)

      time.advance(by: .milliseconds(1500))
      // Three have come back.
      #expect(try await send("5", late) == nil)
      #expect(try await send("6", devices[0]) == nil)
      #expect(try await send("7", late) == nil)
      #expect(try await send("8", late) == .tooManyRequests)
    }
  }

  @Test func devicesOfAUserShareWhatTheUserMayRead() async throws {
    var limits = Limits()
    (limits.readsPerSecond, limits.readsAtOnce) = (2, 6)
    let time = ManualTime()
    try await TestServer.with(limits: limits, time: time) { server in
      let devices = [try await server.client(user: "alice"), try await server.client(user: "alice", device: "other")]
      #expect(try await send("1", devices[0]) == nil)
      func read(_ index: Int, _ request: Wire.ClientPacket.Request? = nil) async throws -> ErrorCode? {
        let fetch = Wire.ClientPacket.Request.fetchEntries(Wire.FetchEntries(conversation: "direct:alice"))
        guard case .failure(let failure) = try await devices[index % 2].request(request ?? fetch) else { return nil }
        #expect(failure.retryAfterMs == 1000)
        return failure.errorCode
      }
      // Twenty-one names count as two requests.
      let many = Wire.ListConversations(only: (0..<21).map { "group:g\($0)" })
      #expect(try await read(0, .listConversations(many)) == nil)
      for index in 0..<4 { #expect(try await read(index) == nil) }
      for index in 0..<2 { #expect(try await read(index) == .tooManyRequests) }
      #expect(try await read(0, .fetchSettings(Wire.FetchSettings())) == .tooManyRequests)
      // Everybody writes, and others read.
      #expect(try await send("2", devices[1]) == nil)
      let bob = try await server.client(user: "bob")
      guard case .conversations = try await bob.request(.listConversations(Wire.ListConversations())) else {
        throw TestError("bob cannot read")
      }
      #expect(server.server.metrics.readsOverRate.value == 3)
      time.advance(by: .milliseconds(1001))
      for index in 0..<2 { #expect(try await read(index) == nil) }
    }
  }

  @Test func whoIsGoneIsForgottenWhenNothingIsOwed() async throws {
    var limits = Limits()
    limits.idle = .seconds(1_000_000)
    let time = ManualTime()
    try await TestServer.with(limits: limits, time: time) { server in
      let alice = try await server.client(user: "alice")
      #expect(try await send("1", alice) == nil)
      func known() async -> Int {
        var count = 0
        for shard in server.server.engine.shards { count += await shard.run { $0.users.allowances.count } }
        return count
      }
      for _ in 0..<40 { time.advance(by: .seconds(1)) }
      #expect(await known() == 1)
      await alice.close()
      while await known() > 0 {
        time.advance(by: .seconds(1))
        await Task.yield()
      }
    }
  }

  @Test func whoComesBackFindsTheAllowanceAsItWas() async throws {
    var limits = Limits()
    (limits.writesPerSecond, limits.writesAtOnce, limits.idle) = (1, 100, .seconds(1_000_000))
    let time = ManualTime()
    try await TestServer.with(limits: limits, time: time) { server in
      let alice = try await server.client(user: "alice")
      for index in 0..<100 { #expect(try await send("\(index)", alice) == nil) }
      #expect(try await send("100", alice) == .tooManyRequests)
      await alice.close()
      // Longer than unused allowances are kept, and shorter than it takes until all have come back.
      let bob = try await server.client(user: "bob")
      for _ in 0..<60 {
        time.advance(by: .seconds(1))
        _ = try await bob.request(.ping(Wire.Ping()))
      }
      let again = try await server.client(user: "alice")
      for index in 0..<60 { #expect(try await send("again-\(index)", again) == nil) }
      #expect(try await send("last", again) == .tooManyRequests)
    }
  }

  @Test func serverWithoutALimitTakesAllThatIsWritten() async throws {
    var limits = Limits()
    (limits.writesPerSecond, limits.writesAtOnce) = (0, 0)
    // The clock stands, so that nothing comes back.
    try await TestServer.with(limits: limits, time: ManualTime()) { server in
      let alice = try await server.client(user: "alice")
      for index in 0..<50 { #expect(try await send("\(index)", alice) == nil) }
    }
  }
}

struct Costing: RequestVisitor {
  typealias Result = Int
  typealias Failure = Never

  func visit<Request: ServedRequest>(_ request: Request.Type, _ message: Request.Message) -> Int { Request.cost(of: message) }
}
