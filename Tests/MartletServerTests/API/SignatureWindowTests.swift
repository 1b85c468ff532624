import MartletTesting
import Testing

@testable import MartletServer

struct SignatureWindowTests {
  private func signature(_ number: Int) -> [UInt8] { SHA256.digest(Array("\(number)".utf8)) }

  @Test func signatureIsAdmittedOnceAsLongAsItsTimeIsAcceptable() {
    for offset in [-300, 0, 300] as [Int64] {
      var window = SignatureWindow(capacity: 10, earliest: 0)
      #expect(window.admit(signature(1), time: 1000 + offset, now: 1000) == .admitted)
      for now in 1000..<(1301 + offset) {
        #expect(window.admit(signature(1), time: 1000 + offset, now: now) == .replayed)
      }
      #expect(window.admit(signature(1), time: 1000 + offset, now: 1301 + offset) == .outOfTime)
    }
  }

  @Test func timesTooFarFromTheClockAreRefused() {
    var window = SignatureWindow(capacity: 10, earliest: 0)
    #expect(window.admit(signature(1), time: 699, now: 1000) == .outOfTime)
    #expect(window.admit(signature(1), time: 1301, now: 1000) == .outOfTime)
    #expect(window.count == 0)
  }

  @Test func fullWindowRefusesUntilTimesPass() {
    var window = SignatureWindow(capacity: 3, earliest: 0)
    for number in 0..<3 { #expect(window.admit(signature(number), time: 1000 + Int64(number), now: 1000) == .admitted) }
    #expect(window.admit(signature(9), time: 1000, now: 1000) == .full)
    #expect(window.admit(signature(0), time: 1000, now: 1000) == .replayed)
    #expect(window.admit(signature(9), time: 1300, now: 1300) == .full)
    #expect(window.admit(signature(9), time: 1301, now: 1301) == .admitted)
    #expect(window.count == 3)
  }

  @Test func clockThatJumpsAndReturnsBringsNothingBack() {
    var window = SignatureWindow(capacity: 10, earliest: 0)
    #expect(window.admit(signature(1), time: 1000, now: 1000) == .admitted)
    #expect(window.admit(signature(2), time: 90_000, now: 90_000) == .admitted)
    #expect(window.count == 1)
    #expect(window.admit(signature(1), time: 1000, now: 1000) == .outOfTime)
    #expect(window.admit(signature(2), time: 90_000, now: 89_800) == .replayed)
  }

  @Test func whatAnEarlierProcessMayHaveAdmittedIsRefused() {
    var window = SignatureWindow(capacity: 10, earliest: 1000)
    #expect(window.admit(signature(1), time: 999, now: 1001) == .outOfTime)
    #expect(window.admit(signature(1), time: 1000, now: 1001) == .admitted)
  }

  /// Against a list of everything ever admitted.
  @Test func nothingIsAdmittedTwiceWhateverTheClockDoes() {
    var random = SeededRandom.fromEnvironment()
    for _ in 0..<50 {
      var window = SignatureWindow(capacity: 40, earliest: 0)
      var admitted: Set<[UInt8]> = []
      var now: Int64 = 10_000
      for _ in 0..<400 {
        now = max(1000, now + Int64.random(in: -400...500, using: &random))
        let time = now + Int64.random(in: -310...310, using: &random)
        // A signature is over its time, so equal ones have equal times.
        let signature = signature(Int(time) * 4 + Int.random(in: 0..<4, using: &random))
        if window.admit(signature, time: time, now: now) == .admitted {
          #expect(admitted.insert(signature).inserted, "\(random)")
        }
        #expect(window.count <= 40, "\(random)")
      }
      #expect(admitted.count > 20, "\(random)")
    }
  }
}
