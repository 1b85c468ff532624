import Foundation
import Testing

@testable import MartletCheck

@Suite(.timeLimit(.minutes(1))) struct FailuresTests {
  @Test func endThatWasAskedForIsNoFailure() {
    let failures = Failures()
    failures.note("it", ended: 0, by: SIGTERM, expected: [0])
    failures.note("it", ended: -SIGKILL, by: SIGKILL, expected: [-SIGKILL])
    failures.note("it", ended: nil, by: SIGKILL, expected: [])
    #expect(failures.all == [])
  }

  @Test func anyOtherEndIsSaid() {
    let failures = Failures()
    failures.note("it", ended: 70, by: SIGTERM, expected: [0])
    failures.note("it", ended: -SIGSEGV, by: SIGKILL, expected: [-SIGKILL])
    failures.note("it", ended: -SIGKILL, by: SIGTERM, expected: [0])
    #expect(
      failures.all == [
        "it exited with 70 on SIGTERM",
        "it exited with -11 before it was killed",
        "it did not exit within 30 s on SIGTERM",
      ])
  }
}
