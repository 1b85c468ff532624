import MartletTesting
import Testing

@testable import MartletWire

@Suite struct MessageEntryTests {
  /// Random numbers of all sizes, so that each field is left out now and then and has each length.
  private static func number(_ random: inout SeededRandom) -> UInt64 {
    UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0...64, using: &random)
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let count = [0, 1, 15, 16, 127, 128, 20_000].randomElement(using: &random) ?? 0
    return String((0..<count).map { _ in ["a", "ö", "\u{1F40B}"].randomElement(using: &random) ?? "b" })
  }

  @Test(arguments: SeededRandom.environmentSeeds(4)) func hasTheBinaryFormOfTheGeneratedTypes(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let message = Wire.Message(
        type: Self.text(&random), content: Self.text(&random), revision: Self.number(&random), recalled: .random(using: &random),
        replyTo: Self.number(&random),
        details: Bool.random(using: &random) ? Wire.Details(extra: Self.text(&random) + "{}", directed: ["a"]) : nil)
      let entry = Wire.Entry(
        conversation: Self.text(&random), seq: Self.number(&random), time: Int64(bitPattern: Self.number(&random)),
        sender: Self.text(&random), clientId: Self.text(&random), countable: Self.number(&random), event: .message(message))
      var (page, push) = (ByteWriter(), [UInt8]())
      let lent = [entry.conversation, entry.sender, entry.clientId, message.type, message.content].map { Array($0.utf8) }
      lent[0].withUnsafeBytes { conversation in
        lent[1].withUnsafeBytes { sender in
          lent[2].withUnsafeBytes { client in
            lent[3].withUnsafeBytes { type in
              lent[4].withUnsafeBytes { content in
                (message.details?.encoded() ?? []).withUnsafeBytes { details in
                  let lent = Wire.MessageEntry(
                    conversation: conversation, seq: entry.seq, time: entry.time, sender: sender, clientID: client,
                    countable: entry.countable, type: type, content: content, revision: message.revision,
                    isRecalled: message.recalled, replyTo: message.replyTo, details: details)
                  lent.encode(into: &page)
                  push = [UInt8](repeating: 0, count: Wire.MessageEntry.pushSize(ofEntries: 2 * lent.encodedSize))
                  push.withUnsafeMutableBytes {
                    Wire.MessageEntry.encodePush(into: $0) { writer in
                      for _ in 1...2 { lent.encode(in: .push, into: &writer) }
                    }
                  }
                }
              }
            }
          }
        }
      }
      #expect(page.bytes == Wire.Entries(entries: [entry]).encoded(), "seed \(seed)")
      let packet = Wire.ServerPacket(id: 0, body: .push(Wire.Push(entries: [entry, entry])))
      #expect(push == packet.encoded(), "seed \(seed)")
    }
  }
}
