import MartletNet
import MartletWire
import Testing

@testable import MartletServer

@Suite struct ConnectionsTests {
  private static let second: UInt64 = 1_000_000_000

  private func same(_ one: [any LiveSession], _ other: [Witness]) -> Bool {
    Set(one.map { ObjectIdentifier($0) }) == Set(other.map { ObjectIdentifier($0) }) && one.count == other.count
  }

  @Test func eachIsLookedAtWhenItIsTimeAndOnce() async throws {
    let loop = try EventLoop(name: "connections")
    let sessions = (0..<4).map { _ in Witness(loop) }
    var connections = Connections()
    func due(at now: UInt64) -> [any LiveSession] { connections.takeDue(at: now) }
    #expect(connections.isEmpty)
    for (index, session) in sessions.enumerated() { connections.put(session, lookingAt: UInt64(index) * 10 * Self.second) }
    #expect(same(connections.sessions, sessions))
    #expect(same(due(at: 0), [sessions[0]]))
    #expect(due(at: 10 * Self.second - 1).isEmpty)
    #expect(same(due(at: 20 * Self.second), [sessions[1], sessions[2]]))
    #expect(due(at: 29 * Self.second).isEmpty)
    #expect(same(due(at: .max), [sessions[3]]))
    #expect(same(connections.sessions, sessions), "to be looked at is not to leave")
    await loop.stop()
  }

  @Test func whoIsPutBackIsLookedAtThenOnly() async throws {
    let loop = try EventLoop(name: "connections")
    let session = Witness(loop)
    var connections = Connections()
    func due(at now: UInt64) -> [any LiveSession] { connections.takeDue(at: now) }
    connections.put(session, lookingAt: 5 * Self.second)
    connections.put(session, lookingAt: 9 * Self.second)
    connections.put(session, lookingAt: 9 * Self.second)
    #expect(due(at: 6 * Self.second).isEmpty)
    #expect(same(due(at: 9 * Self.second), [session]))
    // A session that is still not over is checked with the next sweep.
    connections.put(session, lookingAt: 9 * Self.second + 1)
    #expect(same(due(at: 10 * Self.second), [session]))
    #expect(due(at: 11 * Self.second).isEmpty)
    await loop.stop()
  }

  @Test func whoLeftIsNotLookedAt() async throws {
    let loop = try EventLoop(name: "connections")
    let (one, other) = (Witness(loop), Witness(loop))
    var connections = Connections()
    func due(at now: UInt64) -> [any LiveSession] { connections.takeDue(at: now) }
    connections.put(one, lookingAt: Self.second)
    connections.put(other, lookingAt: Self.second)
    let (isRemoved, isRemovedAgain) = (connections.remove(one), connections.remove(one))
    #expect(isRemoved && !isRemovedAgain)
    #expect(same(due(at: 2 * Self.second), [other]))
    _ = connections.remove(other)
    #expect(connections.isEmpty)
    await loop.stop()
  }
}
