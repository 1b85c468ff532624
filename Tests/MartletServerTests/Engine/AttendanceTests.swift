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
