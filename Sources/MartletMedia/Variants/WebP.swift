/// A picture in WebP: a RIFF file of chunks.
enum WebP {
  /// The chunks that are picture; all others, such as EXIF, are about it.
  private static let picture: Set<[UInt8]> = Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"].map { Array($0.utf8) })
  /// The flags of `VP8X` for an alpha channel and for a moving picture; the others announce chunks about it.
  private static let kept: UInt8 = 0x10 | 0x02

  /// The same picture without anything that is about it; nil for other bytes.
  ///
  /// libvips 8.14 writes metadata into WebP whatever it is told.
  static func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]? {
    guard MediaType(of: bytes) == .webp else { return nil }
    var output = Array(bytes[..<12])
    var rest = bytes[12...]
    while !rest.isEmpty {
      guard rest.count >= 8 else { return nil }
      let size = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      // Chunks begin at even places.
      let whole = 8 + size + size % 2
      guard whole <= rest.count else { return nil }
      if picture.contains(Array(rest.prefix(4))) {
        let start = output.count
        output += rest.prefix(whole)
        if rest.starts(with: Array("VP8X".utf8)), size > 0 { output[start + 8] &= kept }
      }
      rest = rest.dropFirst(whole)
    }
    let length = UInt32(clamping: output.count - 8)
    for index in 0..<4 { output[4 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    return output
  }
}
