import Testing

@testable import MartletBench

@Suite struct MeshTests {
  @Test(arguments: [1, 3, 4, 20, 1000, 4950])
  func conversationsAreOfTwoUsersAndOfNoTwoTwice(count: Int) {
    let users = Mesh.usersNeeded(count)
    var seen: Set<[Int]> = []
    for index in 0..<count {
      let (from, to) = Mesh.members(of: index, users: users)
      #expect(from != to)
      #expect((0..<users).contains(from) && (0..<users).contains(to))
      #expect(seen.insert([from, to].sorted()).inserted, "\(index)")
    }
  }

  @Test func millionConversationsNeedFewUsers() {
    #expect(Mesh.usersNeeded(1_000_000) < 1500)
  }
}

@Suite struct GrowthTests {
  @Test func stepsAreDecadesAndEndWhereWanted() {
    #expect(BenchRun.decades(from: 1000, to: 1_000_000) == [1000, 10_000, 100_000, 1_000_000])
    #expect(BenchRun.decades(from: 1000, to: 5000) == [1000, 5000])
    #expect(BenchRun.decades(from: 1000, to: 7) == [7])
  }
}
