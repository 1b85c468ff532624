import MartletNet
import MartletWire

/// Reads pictures by libvips, and makes variants of them.
struct Pictures: Sendable {
  let sandbox: Sandbox

  /// A picture of more pixels, all that move together, is not decoded.
  static let pixelsAtMost = 120_000_000
  /// A moving picture of more pictures stands in its variants.
  static let framesAtMost = 500

  /// A picture as its first bytes describe it.
  struct Header: Equatable {
    /// As it is to be shown.
    let size: PictureSize
    let frames: Int

    /// Whether all its pictures can be decoded.
    var moves: Bool {
      frames > 1 && frames <= framesAtMost && size.width * size.height <= pixelsAtMost / frames
    }
  }

  /// Reads the header; nil for a file that is no picture, or one that is too large to be decoded.
  func header(of input: String) throws -> Header? {
    try sandbox.output(of: .vipsheader, ["-a", Sandbox.input], input: input, atMost: 1 << 20)
      .flatMap { Header(output: String(decoding: $0, as: UTF8.self)) }
  }

  /// Makes a variant; nil for a picture that cannot be read.
  func make(_ variant: Variant, of input: String, type: MediaType) throws -> SharedBytes? {
    guard let header = try header(of: input) else { return nil }
    let size = variant.size(of: header.size)
    let moves = header.moves && variant != .preview && (type == .gif || type == .webp)
    let arguments = [
      Sandbox.input + (moves ? "[n=-1]" : ""), "--size", "\(size.width)x\(size.height)!", "--export-profile", "srgb",
      "-o", ".webp[Q=\(variant.quality)]",
    ]
    return try sandbox.variant(by: .vipsthumbnail, arguments, input: input)
  }

  func facts(of input: String, type: MediaType) throws -> Wire.MediaFacts? {
    guard let header = try header(of: input) else { return nil }
    return Wire.MediaFacts(
      type: type.rawValue, width: UInt32(clamping: header.size.width), height: UInt32(clamping: header.size.height),
      frames: UInt32(clamping: header.frames))
  }
}

extension Pictures.Header {
  /// Reads `NAME: VALUE` lines; nil if the size is missing or too large.
  ///
  /// The first line with a name counts: later ones may be a text that somebody put into the file.
  init?(output: String) {
    var values: [Substring: Int] = [:]
    for line in output.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":"),
        let value = Int(line[line.index(after: colon)...].drop { $0 == " " }.prefix { $0.isNumber })
      else { continue }
      values[line[..<colon]] = values[line[..<colon]] ?? value
    }
    guard let width = values["width"], let height = values["height"], width > 0, height > 0,
      width <= Pictures.pixelsAtMost, height <= Pictures.pixelsAtMost / width
    else { return nil }
    let isOnItsSide = (5...8).contains(values["orientation"] ?? 1)
    size = isOnItsSide ? PictureSize(width: height, height: width) : PictureSize(width: width, height: height)
    frames = max(1, values["n-pages"] ?? 1)
  }
}
