import MartletWire

/// The bytes of a Send packet, encoded once; for each message only the request id and the client id are written anew.
struct SendTemplate {
  private var bytes: [UInt8]
  private let clientIDStart: Int
  /// All request ids of the lane, but for their last bits.
  private let baseID: UInt32

  /// Ids of Send requests begin here, because from here on they all take five bytes; other requests use lower ones.
  static let firstID: UInt32 = 1 << 28
  /// The low bits of a request id, which count the messages of a lane.
  ///
  /// Fewer than they can count are pending at once.
  private static let numberBits: UInt32 = 10
  /// The maximum number of lanes of one sender.
  static let ordinals = 1 << 18

  /// Encodes the packet.
  ///
  /// - Parameters:
  ///   - conversation: The conversation.
  ///   - ordinal: The lane's index among its sender's lanes.
  ///   - size: The bytes of the text.
  /// - Throws: `BenchError` if there are too many lanes.
  init(conversation: String, ordinal: Int, size: Int) throws {
    guard (0..<Self.ordinals).contains(ordinal) else { throw BenchError(.invalid, "too many conversations for one connection") }
    baseID = Self.firstID | UInt32(ordinal) << Self.numberBits
    let clientID = String(repeating: "?", count: MessageMark.length)
    let send = Wire.Send(
      conversation: conversation, clientId: clientID, type: "text",
      content: "{\"text\":\"\(String(repeating: "m", count: max(0, size)))\"}")
    let packet = Wire.ClientPacket(id: Self.firstID, request: .send(send)).encoded()
    let wanted = Array(clientID.utf8)
    // No conversation has a question mark, and the content comes behind.
    guard packet.count > 6 + wanted.count, packet[0] == 1 << 3,
      let start = (6...packet.count - wanted.count).first(where: { packet[$0..<$0 + wanted.count].elementsEqual(wanted) })
    else { throw BenchError(.invalid, "the benchmark's template does not match the encoding of a Send packet") }
    bytes = packet
    clientIDStart = start
  }

  /// Fills in the ids and hands out the packet, for the time of the call.
  mutating func fill(_ mark: MessageMark, milliseconds: UInt64, _ pass: (UnsafeRawBufferPointer) -> Void) {
    let id = id(of: mark.number)
    let start = clientIDStart
    bytes.withUnsafeMutableBytes { packet in
      for index in 0..<4 { packet[1 + index] = UInt8(truncatingIfNeeded: id >> UInt32(7 * index)) | 0x80 }
      packet[5] = UInt8(truncatingIfNeeded: id >> 28)
      mark.write(to: UnsafeMutableRawBufferPointer(rebasing: packet[start...]), milliseconds: milliseconds)
      pass(UnsafeRawBufferPointer(packet))
    }
  }

  /// The request id of a message.
  func id(of number: UInt64) -> UInt32 { baseID | UInt32(truncatingIfNeeded: number) & (1 << Self.numberBits - 1) }

  /// The index of the sender's lane to which a request id belongs; nil if it is not the id of a Send.
  static func ordinal(of id: UInt32) -> Int? {
    guard id >= firstID else { return nil }
    return Int(id >> numberBits) & (ordinals - 1)
  }
}
