import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// What the client asks about presence, and what it takes.
@Suite struct PresenceSyncTests {
  private let bob = UserID.of("bob")
  private let limits = Wire.Limits(heartbeatMs: 3_600_000, presenceUsers: 2, presenceLongestMs: 60_000)

  private func online() -> Wirework {
    let wires = Wirework()
    wires.open()
    wires.welcome(limits: limits)
    wires.receive(2, .conversations(Wire.Conversations()))
    _ = wires.take()
    return wires
  }

  /// Opens the next connection.
  private func greet(_ wires: Wirework) throws {
    wires.sync.opened(at: wires.now)
    let hello = try #require(wires.sync.requests.first { $0.value == .hello }?.key)
    wires.receive(hello, .welcome(Wire.Welcome(version: 1, user: "alice", limits: limits)))
  }

  private func asked(_ wires: Wirework) throws -> UInt32 {
    try #require(wires.sync.requests.first { if case .presence = $0.value { true } else { false } }?.key)
  }

  private func answer(_ wires: Wirework, _ presences: [Wire.Presence] = [], unwatched: [String] = []) throws {
    wires.receive(try asked(wires), .presences(Wire.Presences(presences: presences, unwatched: unwatched)))
  }

  private func watch(_ users: String...) -> Wire.ClientPacket.Request { .watchPresence(Wire.WatchPresence(users: users)) }

  @Test func anOlderPresenceDoesNotReplaceANewerOne() throws {
    let wires = online()
    wires.sync.watch([bob], as: "a", at: wires.now)
    #expect(wires.take().sent == [watch("bob")])
    wires.receive(0, .push(Wire.Push(presences: [Wire.Presence(user: "bob", devices: [.web], order: 7)])))
    try answer(wires, [Wire.Presence(user: "bob", order: 6)])
    #expect(wires.sync.presence.presence(of: bob).isOnline, "the push overtook the answer")
    wires.receive(0, .push(Wire.Push(presences: [Wire.Presence(user: "carol", devices: [.web], order: 8)])))
    #expect(wires.sync.presence.presence(of: .of("carol")) == Presence(user: .of("carol")), "nobody watches carol")
    // In another session the numbers begin anew.
    wires.sync.dropped(MartletError(.notConnected, ""), at: wires.now)
    wires.now += 60_000_000_000
    wires.sync.tick(at: wires.now)
    try greet(wires)
    #expect(wires.take().sent.contains(watch("bob")))
    #expect(wires.sync.presence.presence(of: bob).isOnline && wires.sync.presence.current.isEmpty)
    try answer(wires, [Wire.Presence(user: "bob", lastSeen: 60_000, order: 1)])
    #expect(wires.sync.presence.presence(of: bob).lastSeen != nil)
  }

  @Test func watchesAreRenewedBeforeTheyEnd() throws {
    let wires = online()
    wires.sync.watch([bob, .of("carol"), .of("dave")], as: "a", at: wires.now)
    #expect(wires.take().sent == [watch("bob", "carol")])
    try answer(wires, unwatched: ["carol"])
    #expect(wires.take().sent == [watch("dave")])
    try answer(wires)
    #expect(wires.sync.presence.unwatched == [.of("carol")])
    wires.now += 44_999_000_000
    wires.sync.tick(at: wires.now)
    #expect(wires.take().sent.isEmpty)
    #expect(try #require(wires.sync.deadline) == wires.now + 1_000_000)
    wires.now += 1_000_000
    wires.sync.tick(at: wires.now)
    #expect(wires.take().sent == [watch("bob", "carol")])
    try answer(wires)
    #expect(wires.sync.presence.unwatched.isEmpty)
    #expect(wires.take().sent == [watch("dave")])
  }

  @Test func theLastWatchEndsOnTheServer() throws {
    let wires = online()
    wires.sync.watch([bob], as: "a", at: wires.now)
    wires.sync.watch([bob], as: "b", at: wires.now)
    #expect(wires.take().sent == [watch("bob")])
    try answer(wires)
    wires.sync.endWatch("a", at: wires.now)
    #expect(wires.take().sent.isEmpty)
    wires.sync.endWatch("b", at: wires.now)
    #expect(wires.take().sent == [.unwatchPresence(Wire.UnwatchPresence(users: ["bob"]))])
    #expect(wires.sync.deadline != nil && wires.sync.presence.presence(of: bob) == Presence(user: bob))
    // Watched again before the answer: asked again.
    wires.sync.watch([bob], as: "c", at: wires.now)
    wires.receive(try asked(wires), .done(Wire.Done()))
    #expect(wires.take().sent == [watch("bob")])
    // Ended before the answer, and begun again: nothing changes on the server.
    wires.sync.endWatch("c", at: wires.now)
    wires.sync.watch([bob], as: "d", at: wires.now)
    try answer(wires, [Wire.Presence(user: "bob", devices: [.web], order: 1)])
    #expect(wires.take().sent.isEmpty && wires.sync.presence.presence(of: bob).isOnline)
  }

  @Test func aRefusalThatPassesIsTriedAgainAndOneForGoodIsTold() throws {
    let wires = online()
    wires.sync.watch([bob], as: "a", at: wires.now)
    _ = wires.take()
    wires.receive(try asked(wires), .failure(Wire.Failure(.tooManyRequests, retryAfterMs: 3_000)))
    #expect(wires.take().sent.isEmpty && wires.sync.presence.refusal(of: [bob]) == nil)
    wires.now += 3_000_000_000
    wires.sync.tick(at: wires.now)
    #expect(wires.take().sent == [watch("bob")])
    wires.receive(try asked(wires), .failure(Wire.Failure(.watchedFull, limit: 1_000)))
    #expect(wires.sync.presence.refusal(of: [bob])?.limit == 1_000)
    wires.now += 1_000_000_000
    wires.sync.tick(at: wires.now)
    #expect(wires.take().sent.isEmpty)
  }

  @Test func theStatusIsToldAgainWithItsAge() throws {
    let wires = online()
    wires.sync.tookStatus("here", at: wires.now)
    wires.now += 5_000_000_000
    wires.sync.dropped(MartletError(.notConnected, ""), at: wires.now)
    wires.now += 60_000_000_000
    wires.sync.tick(at: wires.now)
    try greet(wires)
    #expect(wires.take().sent.contains(.setPresence(Wire.SetPresence(text: "here", ageMs: 65_000))))
  }

  /// A server may send anything.
  @Test(arguments: [UInt64(0), 1, .max]) func limitsAreClamped(longest: UInt64) throws {
    let wires = Wirework()
    wires.open()
    wires.welcome(limits: Wire.Limits(presenceUsers: .max, presenceLongestMs: longest))
    wires.sync.watch((0..<1_500).map { .of("u\($0)") }, as: "a", at: wires.now)
    guard case .watchPresence(let first)? = wires.take().sent.last else { return #expect(Bool(false)) }
    #expect(first.users.count == 1_000 && wires.sync.presence.renewAt > wires.now)
    let push = Wire.Presence(user: "u1", devices: [.web], lastSeen: .min, order: .max)
    wires.receive(0, .push(Wire.Push(presences: [push, Wire.Presence(user: "no user", lastSeen: .max)])))
    #expect(wires.sync.presence.presence(of: .of("u1")).isOnline)
  }
}
