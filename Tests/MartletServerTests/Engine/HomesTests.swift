import MartletStore
import MartletWire
import Testing

@testable import MartletServer

@Suite struct HomesTests {
  private static func groups(_ count: Int) throws -> [ConversationKey] {
    let app = try #require(AppID("main"))
    return try (0..<count).map { ConversationKey(app: app, id: try #require(ConversationID.group("group-\($0)"))) }
  }

  @Test(arguments: [1, 2, 3, 8]) func namesAreSpreadEvenly(count: Int) throws {
    var found = [Int](repeating: 0, count: count)
    let homes = Homes(among: count, key: 7)
    for key in try Self.groups(4_000) { found[homes.index(of: key)] += 1 }
    for share in found { #expect(abs(share - 4_000 / count) < 4_000 / count / 3, "\(found)") }
  }

  @Test func sameKeyGivesTheSameHomes() throws {
    for key in try Self.groups(100) {
      #expect(Homes(among: 8, key: 7).index(of: key) == Homes(among: 8, key: 7).index(of: key))
    }
  }

  @Test func otherKeyGivesOtherHomes() throws {
    let keys = try Self.groups(100)
    let same = keys.count { Homes(among: 8, key: 1).index(of: $0) == Homes(among: 8, key: 2).index(of: $0) }
    #expect(same < 40)
  }

  @Test func appsAndUsersHaveHomesOfTheirOwn() throws {
    let homes = Homes(among: 1_000_000, key: 7)
    let user = try #require(UserID("alice"))
    let (one, other) = (try #require(AppID("one")), try #require(AppID("other")))
    #expect(homes.index(of: UserKey(app: one, user: user)) != homes.index(of: UserKey(app: other, user: user)))
  }
}
