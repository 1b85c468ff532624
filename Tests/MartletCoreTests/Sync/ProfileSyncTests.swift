import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// Which profiles the client asks for, and what it takes.
@Suite struct ProfileSyncTests {
  private let bob = UserID.of("bob")

  private func look(_ wires: Wirework, revision: UInt64 = 0) throws -> UInt32 {
    wires.sync.look(at: [(bob, revision)], at: wires.now)
    _ = wires.take()
    return try asked(wires)
  }

  private func asked(_ wires: Wirework) throws -> UInt32 {
    try #require(wires.sync.requests.first { if case .profiles = $0.value { true } else { false } }?.key)
  }

  private func profile(_ revision: UInt64, _ name: String) -> Wire.Profile {
    Wire.Profile(user: "bob", revision: revision, fields: [Wire.ProfileField(key: "name", value: name)])
  }

  private func push(_ wires: Wirework, _ revision: UInt64, base: UInt64) {
    let change = Wire.ProfileChange(
      user: "bob", revision: revision, base: base, fields: [Wire.ProfileField(key: "name", value: "\(revision)")])
    wires.receive(0, .push(Wire.Push(profiles: [change])))
  }

  private func changes(_ actions: [Sync.Action]) -> [UInt64] {
    actions.compactMap { if case .write(.profileChanged(let change)) = $0 { change.revision } else { nil } }
  }

  @Test func aChangeAppliesToTheRevisionThatIsHeld() throws {
    let wires = Wirework()
    wires.online()
    wires.receive(try look(wires), .profiles(Wire.Profiles(profiles: [profile(5, "b")], covered: 1)))
    #expect(wires.sync.isCurrent(bob))
    _ = wires.take()
    push(wires, 6, base: 5)
    push(wires, 6, base: 5)
    push(wires, 4, base: 3)
    #expect(changes(wires.take()) == [6])
    // One was missed: the whole profile is fetched.
    push(wires, 9, base: 8)
    let actions = wires.take()
    #expect(changes(actions).isEmpty && !wires.sync.isCurrent(bob))
    #expect(
      actions.sent == [.fetchProfiles(Wire.FetchProfiles(users: [Wire.KnownProfile(user: "bob", revision: 6)]))])
  }

  /// It was stored after the server had read the answer, and told before.
  @Test func aChangeThatOvertakesTheAnswerIsNotLost() throws {
    let wires = Wirework()
    wires.online()
    let first = try look(wires)
    push(wires, 6, base: 5)
    wires.receive(first, .profiles(Wire.Profiles(profiles: [profile(5, "b")], covered: 1)))
    #expect(!wires.sync.isCurrent(bob))
    wires.receive(try asked(wires), .profiles(Wire.Profiles(profiles: [profile(6, "c")], covered: 1)))
    #expect(wires.sync.isCurrent(bob))
  }

  /// After a restore, revisions may be lower than those that are held.
  @Test func anAnswerIsTakenThoughItsRevisionIsLower() throws {
    let wires = Wirework()
    wires.online()
    wires.receive(try look(wires, revision: 50), .profiles(Wire.Profiles(profiles: [profile(5, "b")], covered: 1)))
    let isTaken = wires.take().contains { if case .write(.profile(let profile)) = $0 { profile.revision == 5 } else { false } }
    #expect(isTaken)
  }

  @Test func aRefusalThatPassesIsTriedAgainAndOneForGoodIsNot() throws {
    let wires = Wirework()
    wires.online()
    wires.receive(try look(wires), .failure(Wire.Failure(.tooManyRequests, retryAfterMs: 3_000)))
    #expect(wires.take().sent.isEmpty && !wires.sync.isCurrent(bob))
    wires.now += 3_000_000_000
    wires.sync.tick(at: wires.now)
    wires.receive(try asked(wires), .failure(Wire.Failure(.unknownRequest)))
    #expect(wires.sync.isCurrent(bob))
    _ = wires.take()
    wires.now += 1_000_000_000
    wires.sync.tick(at: wires.now)
    #expect(wires.take().sent.isEmpty)
  }

  @Test func anAnswerAboutNothingEndsTheConnection() throws {
    let wires = Wirework()
    wires.online()
    wires.receive(try look(wires), .profiles(Wire.Profiles()))
    #expect(wires.take().hangsUp)
  }

  @Test func theClientKeepsTheLastThousandUpToDate() throws {
    let wires = Wirework()
    wires.online()
    let users = (0..<1200).map { (user: UserID.of("u\($0)"), revision: UInt64(0)) }
    wires.sync.look(at: users, at: wires.now)
    var told: Set<String> = []
    while case .fetchProfiles(let fetch)? = wires.take().sent.first {
      #expect(fetch.users.count <= 100)
      told.formUnion(fetch.users.map(\.user))
      wires.receive(try asked(wires), .profiles(Wire.Profiles(covered: UInt32(fetch.users.count))))
    }
    #expect(told == Set(users.suffix(1000).map(\.user.text)))
  }
}
