import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

@Suite struct AttendanceTests {
  private static let users = (0..<20).map { Names.user("user\($0)") }
  private let audience = Audience(app: Names.app("app"), users: users)

  private func key(_ index: Int) -> UserKey { UserKey(app: Names.app("app"), user: Self.users[index]) }

  /// The sessions of an audience, each the number of times it would be told.
  private func told(_ attendance: inout Attendance, _ audience: Audience) -> [ObjectIdentifier: Int] {
    let sessions = attendance.present(of: audience).flatMap(\.sessions)
    return Dictionary(sessions.map { (ObjectIdentifier($0), 1) }, uniquingKeysWith: +)
  }

  @Test(arguments: [3, 20], SeededRandom.environmentSeeds(1))
  func whoeverIsThereIsToldOnceHoweverTheyCameAndWent(count: Int, seed: UInt64) async throws {
    let loop = try EventLoop(name: "attendance")
    var random = SeededRandom(seed: seed)
    let audience = Audience(app: Names.app("app"), users: Array(Self.users.prefix(count)))
    var attendance = Attendance()
    var there: [(index: Int, session: Witness)] = []
    for _ in 0..<500 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let index = Int.random(in: 0..<Self.users.count, using: &random)
        there.append((index, Witness(loop)))
        attendance.add(there[there.count - 1].session, of: key(index))
      case 2 where !there.isEmpty:
        let gone = there.remove(at: Int.random(in: 0..<there.count, using: &random))
        attendance.remove(gone.session, of: key(gone.index))
      case 3: attendance.forgetUnused()
      default: break
      }
      let expected = there.filter { $0.index < count }.map { (ObjectIdentifier($0.session), 1) }
      #expect(told(&attendance, audience) == Dictionary(uniqueKeysWithValues: expected), "MARTLET_SEED=\(seed)")
    }
    await loop.stop()
  }

  @Test(arguments: [6, 40], SeededRandom.environmentSeeds(1))
  func anAudienceFollowsThoseWhoJoinAndLeave(count: Int, seed: UInt64) async throws {
    let loop = try EventLoop(name: "attendance")
    var random = SeededRandom(seed: seed)
    let users = (0..<2 * count).map { Names.user("user\($0)") }
    var members = Set(users.prefix(count))
    var audience = Audience(app: Names.app("app"), users: Array(members))
    var attendance = Attendance()
    var there: [UserID: Witness] = [:]
    for _ in 0..<1000 {
      let user = users[Int.random(in: 0..<users.count, using: &random)]
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let isIn = members.remove(user) != nil
        if !isIn { members.insert(user) }
        audience = audience.changed(joining: isIn ? [] : [user], leaving: isIn ? [user] : [])
      case 1:
        let key = UserKey(app: audience.app, user: user)
        if let session = there.removeValue(forKey: user) {
          attendance.remove(session, of: key)
        } else {
          let session = Witness(loop)
          there[user] = session
          attendance.add(session, of: key)
        }
      default: break
      }
      #expect(audience.users.count == audience.count && Set(audience.users) == members, "MARTLET_SEED=\(seed)")
      let expected = there.filter { members.contains($0.key) }.map { (ObjectIdentifier($0.value), 1) }
      #expect(told(&attendance, audience) == Dictionary(uniqueKeysWithValues: expected), "MARTLET_SEED=\(seed)")
    }
    await loop.stop()
  }

  @Test func arrivalsAndChangesCostWhatTheyChange() async throws {
    let loop = try EventLoop(name: "attendance")
    let users = (0..<1000).map { Names.user("user\($0)") }
    var audience = Audience(app: Names.app("app"), users: users)
    var attendance = Attendance()
    #expect(told(&attendance, audience).isEmpty)
    let before = attendance.looked
    var sessions: [Witness] = []
    for number in 0..<100 {
      sessions.append(Witness(loop))
      // Every second one is a stranger.
      let name = number.isMultiple(of: 2) ? users[number] : Names.user("stranger\(number)")
      attendance.add(sessions[number], of: UserKey(app: audience.app, user: name))
      #expect(told(&attendance, audience).count == number / 2 + 1)
    }
    #expect(attendance.looked == before)
    for number in 0..<10 {
      audience = audience.changed(joining: [Names.user("stranger\(2 * number + 1)")], leaving: [users[2 * number]])
      #expect(told(&attendance, audience).count == 50)
    }
    #expect(attendance.looked - before == (1...10).reduce(0, +))
    await loop.stop()
  }

  @Test func everyoneIsAllOfTheApp() async throws {
    let loop = try EventLoop(name: "attendance")
    var attendance = Attendance()
    let (here, elsewhere) = (Witness(loop), Witness(loop))
    attendance.add(here, of: key(0))
    attendance.add(elsewhere, of: UserKey(app: Names.app("other"), user: Self.users[1]))
    let everyone = Audience(everyoneOf: audience.app)
    #expect(!everyone.isEmpty && everyone.changed(joining: [Self.users[3]], leaving: []) === everyone)
    #expect(told(&attendance, everyone) == [ObjectIdentifier(here): 1])
    attendance.remove(here, of: key(0))
    #expect(told(&attendance, everyone).isEmpty)
    await loop.stop()
  }

  @Test func anAudienceWithoutAUserDoesNotReachThem() async throws {
    let loop = try EventLoop(name: "attendance")
    var attendance = Attendance()
    let (stays, goes) = (Witness(loop), Witness(loop))
    attendance.add(stays, of: key(0))
    attendance.add(goes, of: key(1))
    #expect(told(&attendance, audience).count == 2)
    let after = Audience(app: audience.app, users: audience.users.filter { $0 != Self.users[1] })
    #expect(told(&attendance, after) == [ObjectIdentifier(stays): 1])
    #expect(told(&attendance, audience).count == 2)
    await loop.stop()
  }

  @Test func usersOfAnotherAppAreOthers() async throws {
    let loop = try EventLoop(name: "attendance")
    var attendance = Attendance()
    attendance.add(Witness(loop), of: UserKey(app: Names.app("other"), user: Self.users[0]))
    #expect(told(&attendance, audience).isEmpty)
    await loop.stop()
  }

  @Test func whoWentIsNotKept() async throws {
    let loop = try EventLoop(name: "attendance")
    var attendance = Attendance()
    weak var gone: Witness?
    do {
      let session = Witness(loop)
      gone = session
      attendance.add(session, of: key(0))
      #expect(told(&attendance, audience).count == 1)
      attendance.remove(session, of: key(0))
    }
    #expect(gone == nil)
    await loop.stop()
  }
}
