import MartletTesting
import MartletWire
import Testing

@testable import MartletCheck

/// Records of devices on the JavaScript SDK say what records of devices in Swift say.
@Suite struct ScriptRecordTests {
  private func event(_ fields: String) -> HistoryEvent? {
    HistoryRecord(script: #"{"script":"1","at":"5","device":"d","user":"bob",\#(fields)}"#)?.event
  }

  private func shown(_ message: String) -> EntryFact? {
    let text = message.replacing("\"", with: "\\\"")
    guard case .entry(let fact, .shown)? = event(#""event":"shown","message":"\#(text)""#) else { return nil }
    return fact
  }

  @Test func requestsAreThoseOfPackets() {
    let action = #"{\"send\":{\"type\":\"text\",\"content\":\"{}\"}}"#
    let submit = #"{\"to\":\"group:g\",\"action\":\#(action),\"details\":{\"mentions\":[\"bob\"]},\"id\":\"i\"}"#
    var send = Wire.Send(conversation: "group:g", clientId: "i", type: "text", content: "{}")
    send.details = Wire.Details(mentions: Wire.Mentions(users: ["bob"]))
    #expect(event(#""event":"invoke","call":"7","submit":"\#(submit)""#) == .invoke(call: 7, Operation(send, in: "group:g")))
    let recall = #"{\"to\":\"group:g\",\"action\":{\"recall\":{\"position\":3}},\"id\":\"i\"}"#
    let expected = Operation(.recall, conversation: "group:g", clientID: "i", target: 3)
    #expect(event(#""event":"invoke","call":"8","submit":"\#(recall)""#) == .invoke(call: 8, expected))
    #expect(event(#""event":"ok","call":"7","seq":"4""#) == .ok(call: 7, seq: 4))
    #expect(
      event(#""event":"refused","call":"7","name":"not_permitted""#) == .refused(call: 7, code: ErrorCode.notPermitted.rawValue))
    #expect(event(#""event":"refused","call":"7","name":"storage_failed_here""#) == .refused(call: 7, code: 0))
  }

  @Test func messagesAreWhatWasStored() throws {
    let text = #"{"conversation":"group:g","position":4,"sender":"bob","clientId":"c","time":9,"type":"text","content":"{}","#
    let fact = try #require(shown(text + #""details":{"mentions":["alice"]}}"#))
    let details = Wire.Details(mentions: Wire.Mentions(users: ["alice"]))
    #expect(fact.kind == .message && fact.seq == 4 && fact.sender == "bob" && fact.clientID == "c" && fact.time == 9)
    #expect(fact.payload == PayloadHash.of(type: "text", content: "{}") && fact.details == DetailsFact(details))
    let recalled = try #require(shown(#"{"conversation":"group:g","position":4,"sender":"bob","recalled":true,"revision":6}"#))
    #expect(recalled.kind == .message && recalled.isRecalled && recalled.payload == 0 && recalled.revision == 6)
    let changed = #"{"conversation":"group:g","position":5,"sender":"bob","notice":{"kind":"conversation_changed","title":"T"}}"#
    let notice = try #require(shown(changed))
    #expect(notice.kind == .conversationChanged && notice.title == "T" && notice.isTitled)
  }

  @Test func malformedLinesAreNone() {
    for fields in [#""event":"shown","message":"{""#, #""event":"invoke","submit":"{}""#, #""event":"other""#] {
      #expect(event(fields) == nil, "\(fields)")
    }
    #expect(HistoryRecord(script: #"{"at":"5","event":"unknown"}"#) == nil)
  }
}
