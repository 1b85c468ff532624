import MartletWire
import Testing

@testable import MartletBench

@Suite struct SendTemplateTests {
  @Test func eachPacketIsTheSendItStandsFor() throws {
    var template = try SendTemplate(conversation: "direct:alice:bob", ordinal: 5, size: 128)
    for number in [UInt64(0), 1, 127, 1023, 1024, 5_000_000_000] {
      let mark = MessageMark(run: 9, lane: 3, number: number)
      var bytes: [UInt8] = []
      template.fill(mark, milliseconds: 1_763_650_000_000) { bytes = Array($0) }
      let packet = try Wire.ClientPacket(decoding: bytes)
      #expect(packet.id == template.id(of: number))
      #expect(packet.encoded() == bytes)
      guard case .send(let send) = packet.request else {
        Issue.record("not a Send")
        return
      }
      #expect(send.conversation == "direct:alice:bob")
      #expect(send.clientId == mark.clientID(milliseconds: 1_763_650_000_000))
      #expect(send.type == "text")
      #expect(send.content == #"{"text":""# + String(repeating: "m", count: 128) + #""}"#)
    }
  }

  @Test func idsTellTheLane() throws {
    for ordinal in [0, 1, 77, SendTemplate.ordinals - 1] {
      let template = try SendTemplate(conversation: "group:a", ordinal: ordinal, size: 1)
      for number in [UInt64(0), 1023, 99_999] { #expect(SendTemplate.ordinal(of: template.id(of: number)) == ordinal) }
    }
    #expect(SendTemplate.ordinal(of: SendTemplate.firstID - 1) == nil)
  }

  @Test func moreLanesThanIdsTellAreRefused() {
    #expect(throws: BenchError.self) { try SendTemplate(conversation: "group:a", ordinal: SendTemplate.ordinals, size: 1) }
  }
}
