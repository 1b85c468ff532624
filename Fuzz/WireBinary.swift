// Any bytes as packets in the binary form.

import MartletWire

/// Called by libFuzzer with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  roundTrip(Wire.ClientPacket.self, input)
  roundTrip(Wire.ServerPacket.self, input)
  return 0
}

/// What decodes must encode to something that decodes to the same, in both forms.
private func roundTrip<M: WireMessage>(_ type: M.Type, _ input: UnsafeRawBufferPointer) {
  guard let value = try? M(decoding: input) else { return }
  let bytes = value.encoded()
  guard let again = try? M(decoding: bytes), again.encoded() == bytes, again == value else {
    fatalError("\(M.messageName) changed by encoding: \(value)")
  }
  let json = value.json()
  guard let fromJSON = try? M(json: json), fromJSON.json() == json else {
    fatalError("\(M.messageName) changed by JSON: \(value)")
  }
}
