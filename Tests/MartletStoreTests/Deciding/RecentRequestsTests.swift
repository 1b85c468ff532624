import MartletWire
import Testing

@testable import MartletStore

@Suite struct RecentRequestsTests {
  private func name(_ milliseconds: Int64, of user: UserID = .alice) -> RequestName {
    var random = SystemRandomNumberGenerator()
    return RequestName(
      ClientID(milliseconds: milliseconds, random: &random), of: UserKey(app: .demo, user: user))
  }

  private let append = RememberedAppend(position: Position(conversation: .pair, seq: 1, time: 0), fingerprint: [1])

  @Test func onlyWhatWasMadeAfterAllInTheTablesIsKnownToBeNew() {
    let requests = RecentRequests(capacity: 10, newestMade: 500)
    #expect(requests.mayBeStored(name(500)))
    #expect(!requests.mayBeStored(name(501)))
    #expect(requests.mayBeStored(RequestName(.sample("no-time"), of: UserKey(app: .demo, user: .alice))))
    #expect(!RecentRequests(capacity: 10, newestMade: nil).mayBeStored(name(0)))
  }

  @Test func whatIsDroppedMayBeInTheTables() {
    var requests = RecentRequests(capacity: 2, newestMade: nil)
    let names = (1...6).map { name(Int64($0) * 100) }
    for (row, name) in names.enumerated() {
      requests.add(name, append)
      requests.trim(at: Int64(row + 1), foldedThrough: 100)
    }
    for name in names {
      let isHere = requests.find(name) != nil
      #expect(isHere || requests.mayBeStored(name))
    }
    #expect(names.count { requests.find($0) != nil } <= 4)
    #expect(requests.find(names[5]) == append)
    #expect(!requests.mayBeStored(name(601)))
  }

  @Test func whatIsNotFoldedIsNotDropped() {
    var requests = RecentRequests(capacity: 2, newestMade: nil)
    let names = (1...50).map { name(Int64($0) * 100) }
    for (row, name) in names.enumerated() {
      requests.add(name, append)
      requests.trim(at: Int64(row + 1), foldedThrough: 0)
    }
    #expect(names.allSatisfy { requests.find($0) != nil })
  }

  @Test func ofTwoUsersTheSameIDIsTwoRequests() {
    var requests = RecentRequests(capacity: 2, newestMade: nil)
    let id = ClientID.fresh()
    requests.add(RequestName(id, of: UserKey(app: .demo, user: .alice)), append)
    #expect(requests.find(RequestName(id, of: UserKey(app: .demo, user: .bob))) == nil)
    #expect(requests.find(RequestName(id, of: UserKey(app: .other, user: .alice))) == nil)
  }
}
