// Any bytes as packets in proto3 JSON, and as JSON without a schema.

import MartletWire

/// Called by libFuzzer with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  roundTrip(Wire.ClientPacket.self, input)
  roundTrip(Wire.ServerPacket.self, input)
  _ = try? JSONValue(json: Array(input), limits: DecodingLimits())
  return 0
}

/// What decodes must encode to something that decodes to the same, in both forms.
private func roundTrip<M: WireMessage>(_ type: M.Type, _ input: UnsafeRawBufferPointer) {
  guard let value = try? M(json: input) else { return }
  let json = value.json()
  guard let again = try? M(json: json), again.json() == json, again == value else {
    fatalError("\(M.messageName) changed by JSON: \(value)")
  }
  let bytes = value.encoded()
  guard let fromBinary = try? M(decoding: bytes), fromBinary.encoded() == bytes, fromBinary == value else {
    fatalError("\(M.messageName) changed by encoding: \(value)")
  }
}
