import MartletTesting
import MartletWire
import Testing

@testable import MartletCheck

@Suite struct RollingRestartTests {
  private let window = RollingRestart.Window(begin: 100, end: 200)

  private func records(_ events: [(at: UInt64, device: String, HistoryEvent)]) -> [HistoryRecord] {
    events.enumerated().map { HistoryRecord(number: $0, at: $1.at, device: $1.device, user: "u", event: $1.2) }
  }

  private func judged(_ events: [(at: UInt64, device: String, HistoryEvent)]) -> RollingRestart {
    RollingRestart(records(events), during: [window]) { $0 != "raw" }
  }

  private let send = Operation(.send, conversation: "group:g", clientID: "1")

  @Test func whatAppsSendMeanwhileIsCounted() {
    let found = judged([
      (50, "app", .invoke(call: 1, send)), (110, "app", .unknown(call: 1)),
      (120, "app", .invoke(call: 2, send)), (130, "app", .ok(call: 2, seq: 1)),
      (140, "raw", .invoke(call: 3, send)), (150, "raw", .unknown(call: 3)),
      (160, "app", .invoke(call: 4, Operation(.edit, conversation: "group:g", clientID: "4"))), (170, "app", .unknown(call: 4)),
    ])
    #expect(found.sends == 1 && found.failed.isEmpty, "others began before, speak packets, or are no messages")
  }

  @Test func aSendWithoutOutcomeFails() {
    let found = judged([(120, "app", .invoke(call: 1, send)), (900, "app", .unknown(call: 1))])
    #expect(found.sends == 1 && found.failed.count == 1)
  }

  @Test func onlyRefusalsThatMayPassFail() {
    let refused = judged([
      (120, "app", .invoke(call: 1, send)),
      (130, "app", .refused(call: 1, code: ErrorCode.conversationUnknown.rawValue)),
      (140, "app", .invoke(call: 2, send)), (150, "app", .refused(call: 2, code: ErrorCode.unavailable.rawValue)),
    ])
    #expect(refused.sends == 2 && refused.failed.count == 1)
    #expect(refused.failed.first?.contains("unavailable") == true)
  }

  @Test func aDeviceThatWasKilledCannotKnow() {
    let found = judged([
      (120, "app", .invoke(call: 1, send)), (210, "app", .restarted(how: "kill -9")), (211, "app", .unknown(call: 1)),
    ])
    #expect(found.sends == 0 && found.failed.isEmpty)
  }
}
