import MartletTesting
import Testing

@testable import MartletNet

/// A recorded event of a decoder.
enum Reported: Equatable {
  case text(String)
  case binary([UInt8])
  case ping([UInt8])
  case pong([UInt8])
  case close(UInt16, String)
  case failure(UInt16)

  init(_ event: WebSocketDecoder.Event) {
    self =
      switch event {
      case .message(.text(let bytes)): .text(String(decoding: bytes, as: UTF8.self))
      case .message(.binary(let bytes)): .binary(Array(bytes))
      case .ping(let bytes): .ping(Array(bytes))
      case .pong(let bytes): .pong(Array(bytes))
      case .close(let code, let reason): .close(code, reason)
      case .failure(let code, _): .failure(code)
      }
  }
}

/// One frame as it goes over the wire, with every part free to be wrong.
struct WireFrame {
  var first: UInt8
  var payload: [UInt8] = []
  var mask: [UInt8]? = [1, 2, 3, 4]
  /// How many bytes the length takes: 0, 2 or 8; nil takes the shortest.
  var lengthBytes: Int?

  var bytes: [UInt8] {
    let extra = lengthBytes ?? (payload.count < 126 ? 0 : payload.count < 65_536 ? 2 : 8)
    let marker = extra == 0 ? UInt8(payload.count) : extra == 2 ? 126 : 127
    var bytes = [first, marker | (mask == nil ? 0 : 0x80)]
    for index in 0..<extra { bytes.append(UInt8(truncatingIfNeeded: payload.count >> (8 * (extra - 1 - index)))) }
    guard let mask else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }
}

@Suite struct WebSocketDecoderTests {
  private func decode(
    _ pieces: [[UInt8]], limits: WebSocketLimits = WebSocketLimits(), expectsMask: Bool = true
  ) -> [Reported] {
    var decoder = WebSocketDecoder(expectsMask: expectsMask, limits: limits)
    var reported: [Reported] = []
    for piece in pieces {
      piece.withUnsafeBytes { bytes in
        decoder.receive(bytes) { event in
          reported.append(Reported(event))
          return true
        }
      }
    }
    return reported
  }

  private func decode(_ frames: [WireFrame], limits: WebSocketLimits = WebSocketLimits()) -> [Reported] {
    let bytes = frames.flatMap(\.bytes)
    let whole = decode([bytes], limits: limits)
    #expect(decode(bytes.map { [$0] }, limits: limits) == whole, "cut at every byte")
    return whole
  }

  @Test(arguments: [0, 1, 124, 125, 126, 127, 128, 65_535, 65_536, 70_000])
  func messagesOfEveryLengthForm(_ count: Int) {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 95 + 32) }
    #expect(decode([WireFrame(first: 0x82, payload: payload)]) == [.binary(payload)])
    #expect(decode([WireFrame(first: 0x81, payload: payload)]) == [.text(String(decoding: payload, as: UTF8.self))])
    let unmasked = WireFrame(first: 0x82, payload: payload, mask: nil).bytes
    #expect(decode([unmasked], expectsMask: false) == [.binary(payload)])
  }

  @Test func fragmentsMakeOneMessageAndControlFramesMayComeBetween() {
    let reported = decode([
      WireFrame(first: 0x01, payload: Array("He".utf8)), WireFrame(first: 0x89, payload: [7]), WireFrame(first: 0x00),
      WireFrame(first: 0x8A, payload: [8]), WireFrame(first: 0x80, payload: Array("llo".utf8)),
      WireFrame(first: 0x82, payload: [1]),
    ])
    #expect(reported == [.ping([7]), .pong([8]), .text("Hello"), .binary([1])])
  }

  @Test func anEmptyMessageMayBeFragmented() {
    #expect(decode([WireFrame(first: 0x01), WireFrame(first: 0x00), WireFrame(first: 0x80)]) == [.text("")])
  }

  @Test func aCharacterMayBeCutByFragments() {
    let balloon = Array("🎈".utf8)
    let frames = [
      WireFrame(first: 0x01, payload: Array(balloon[..<1])), WireFrame(first: 0x00, payload: Array(balloon[1..<3])),
      WireFrame(first: 0x80, payload: Array(balloon[3...])),
    ]
    #expect(decode(frames) == [.text("🎈")])
    #expect(decode([frames[0], WireFrame(first: 0x80)]) == [.failure(1_007)])
  }

  @Test func theFirstMessageMayHaveALimitOfItsOwn() {
    let limits = WebSocketLimits(message: 1_000, frame: 1_000, firstMessage: 10)
    let small = WireFrame(first: 0x82, payload: [UInt8](repeating: 1, count: 10))
    let large = WireFrame(first: 0x82, payload: [UInt8](repeating: 1, count: 1_000))
    #expect(decode([large], limits: limits) == [.failure(1_009)])
    #expect(
      decode([WireFrame(first: 0x89), small, large], limits: limits) == [
        .ping([]), .binary(small.payload), .binary(large.payload),
      ])
    let fragments = [WireFrame(first: 0x02, payload: small.payload), WireFrame(first: 0x80, payload: [1])]
    #expect(decode(fragments, limits: limits) == [.failure(1_009)])
  }

  @Test func invalidTextFailsBeforeItsFrameIsWhole() {
    let frame = WireFrame(first: 0x81, payload: [0x41, 0xFF] + [UInt8](repeating: 0x41, count: 100)).bytes
    #expect(decode([Array(frame[..<8])]) == [.failure(1_007)])
  }

  @Test(arguments: [0xC1, 0xA1, 0x91, 0x83, 0x87, 0x8B, 0x8F, 0x09, 0x08, 0x0A, 0x80, 0x00] as [UInt8])
  func firstBytesThatBreakTheRules(_ first: UInt8) {
    #expect(decode([WireFrame(first: first)]) == [.failure(1_002)])
  }

  @Test func aMessageMayNotBeginWithinAnother() {
    #expect(decode([WireFrame(first: 0x01, payload: [65]), WireFrame(first: 0x81)]) == [.failure(1_002)])
    #expect(decode([WireFrame(first: 0x02), WireFrame(first: 0x02)]) == [.failure(1_002)])
    #expect(decode([WireFrame(first: 0x81), WireFrame(first: 0x80)]) == [.text(""), .failure(1_002)])
  }

  @Test func masksAreHeldToTheDirection() {
    #expect(decode([WireFrame(first: 0x81, mask: nil)]) == [.failure(1_002)])
    #expect(decode([WireFrame(first: 0x81).bytes], expectsMask: false) == [.failure(1_002)])
  }

  @Test func lengthsMustBeShortestAndPositive() {
    #expect(decode([WireFrame(first: 0x82, payload: [1], lengthBytes: 2)]) == [.failure(1_002)])
    #expect(decode([WireFrame(first: 0x82, payload: [1], lengthBytes: 8)]) == [.failure(1_002)])
    #expect(
      decode([WireFrame(first: 0x82, payload: [UInt8](repeating: 0, count: 65_535), lengthBytes: 8)]) == [.failure(1_002)])
    #expect(decode([[0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 1]]) == [.failure(1_002)])
    #expect(decode([[UInt8](repeating: 0xFF, count: 10)]) == [.failure(1_002)])
    #expect(decode([[0x82] + [UInt8](repeating: 0xFF, count: 9)]) == [.failure(1_002)])
  }

  @Test func controlFramesHoldAtMost125Bytes() {
    let most = [UInt8](repeating: 9, count: 125)
    #expect(decode([WireFrame(first: 0x89, payload: most)]) == [.ping(most)])
    #expect(decode([WireFrame(first: 0x89, payload: most + [9])]) == [.failure(1_002)])
    #expect(decode([WireFrame(first: 0x88, payload: [3, 232] + most)]) == [.failure(1_002)])
  }

  @Test func tooBigIsSaidByTheHeaderAlone() {
    let limits = WebSocketLimits(message: 10, frame: 6)
    #expect(decode([[0x82, 0x80 | 7]], limits: limits) == [.failure(1_009)])
    #expect(decode([[0x82, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], limits: limits) == [.failure(1_009)])
    let six = [UInt8](repeating: 1, count: 6)
    #expect(decode([WireFrame(first: 0x82, payload: six)], limits: limits) == [.binary(six)])
    let fragments = [WireFrame(first: 0x02, payload: six), WireFrame(first: 0x80, payload: [1, 1, 1, 1])]
    #expect(decode(fragments, limits: limits) == [.binary(six + [1, 1, 1, 1])])
    #expect(decode([fragments[0], WireFrame(first: 0x80, payload: [1, 1, 1, 1, 1])], limits: limits) == [.failure(1_009)])
    #expect(decode([WireFrame(first: 0x89, payload: six + six)], limits: limits) == [.ping(six + six)])
  }

  @Test func nothingIsReadAfterACloseFrame() {
    let close = WireFrame(first: 0x88, payload: [3, 232] + Array("bye".utf8))
    #expect(decode([close, WireFrame(first: 0x81), close]) == [.close(1_000, "bye")])
    #expect(decode([WireFrame(first: 0x88)]) == [.close(1_005, "")])
  }

  @Test(arguments: [1_000, 1_001, 1_002, 1_003, 1_007, 1_011, 1_014, 3_000, 3_999, 4_000, 4_999])
  func codesThatMayBeSent(_ code: Int) {
    #expect(decode([close(code)]) == [.close(UInt16(code), "")])
  }

  @Test(arguments: [0, 999, 1_004, 1_005, 1_006, 1_015, 1_016, 1_100, 2_000, 2_999, 5_000, 65_535])
  func codesThatMayNot(_ code: Int) {
    #expect(decode([close(code)]) == [.failure(1_002)])
  }

  private func close(_ code: Int) -> WireFrame {
    WireFrame(first: 0x88, payload: [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)])
  }

  @Test func closeFramesAreCheckedThroughout() {
    #expect(decode([WireFrame(first: 0x88, payload: [3])]) == [.failure(1_002)])
    #expect(decode([WireFrame(first: 0x88, payload: [3, 232, 0xFF])]) == [.failure(1_007)])
    #expect(decode([WireFrame(first: 0x88, payload: [3, 232, 0xE2, 0x82])]) == [.failure(1_007)])
  }

  @Test func aSinkMayStopTheReading() {
    var decoder = WebSocketDecoder(expectsMask: true, limits: WebSocketLimits())
    var count = 0
    let two = WireFrame(first: 0x82, payload: [1]).bytes + WireFrame(first: 0x82, payload: [2]).bytes
    two.withUnsafeBytes { bytes in
      decoder.receive(bytes) { _ in
        count += 1
        return false
      }
    }
    #expect(count == 1)
  }

  @Test func cutsDoNotMatter() {
    var random = SeededRandom.fromEnvironment()
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let first = ([0x81, 0x82, 0x01, 0x02, 0x00, 0x80, 0x89, 0x8A] as [UInt8]).randomElement(using: &random) ?? 0x81
        let size = [0, 1, 5, 125, 126, 300, 66_000].randomElement(using: &random) ?? 0
        let fill = UInt8.random(in: 0x20...0x7E, using: &random)
        let payload = [UInt8](repeating: fill, count: first >= 0x88 ? min(size, 125) : size)
        let mask = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes += WireFrame(first: first, payload: payload, mask: mask).bytes
      }
      #expect(decode([bytes]) == decode(random.pieces(of: bytes)), random.comment)
    }
  }

  @Test func whatIsEncodedIsDecoded() {
    var random = SeededRandom.fromEnvironment()
    for count in [0, 1, 3, 125, 126, 65_535, 65_536] {
      let payload = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      for mask in [nil, UInt32.random(in: 0 ... .max, using: &random)] {
        let frame = payload.withUnsafeBytes { WebSocketFrame.encode(.binary, $0, mask: mask) }
        let bytes = frame.withUnsafeBytes { Array($0) }
        #expect(decode([bytes], expectsMask: mask != nil) == [.binary(payload)], random.comment)
      }
    }
  }

  @Test func aCloseReasonIsCutBetweenCharacters() {
    let payload = WebSocketFrame.closePayload(code: 1_000, reason: String(repeating: "é", count: 100))
    #expect(payload.count == 124)
    #expect(String(validating: payload[2...], as: UTF8.self) != nil)
  }
}
