// Any bytes, after a first one that says which form, as a message with fields of every type and shape.
//
// Compiled with Tests/MartletWireTests/TestWire.swift
// Compiled with Tests/MartletWireTests/Generated/EverythingTypes.swift
// Compiled with Tests/MartletWireTests/Generated/EverythingBinary.swift
// Compiled with Tests/MartletWireTests/Generated/EverythingJSON.swift

import MartletWire

/// Called by libFuzzer with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  guard let form = input.first else { return -1 }
  let rest = UnsafeRawBufferPointer(rebasing: input.dropFirst())
  let isBinary = form & 1 == 0
  guard let value = isBinary ? try? TestWire.Everything(decoding: rest) : try? TestWire.Everything(json: rest) else { return 0 }
  // Maps come in any order and NaN equals nothing, so that only the lengths can be compared.
  let bytes = value.encoded()
  guard let again = try? TestWire.Everything(decoding: bytes), again.encodedSize == bytes.count else {
    fatalError("changed by encoding: \(value)")
  }
  let json = value.json()
  guard let fromJSON = try? TestWire.Everything(json: json), fromJSON.json().count == json.count else {
    fatalError("changed by JSON: \(value)")
  }
  return 0
}
