/// The type of a file as its first bytes show it, whatever its name says.
///
/// Only types that browsers show without running anything of the file's are told apart. HTML and SVG are not among them.
package enum MediaType: String, Sendable, CaseIterable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case gif = "image/gif"
  case webp = "image/webp"
  case mp4 = "video/mp4"
  case webm = "video/webm"
  case mp3 = "audio/mpeg"
  case m4a = "audio/mp4"
  case ogg = "audio/ogg"
  case wav = "audio/wav"
  case aac = "audio/aac"
  case amr = "audio/amr"
  case other = "application/octet-stream"

  /// The number of first bytes that are looked at.
  package static let bytesLookedAt = 16

  /// Whether a browser may show it in place; otherwise it saves the file.
  package var isInline: Bool { self != .other }

  /// The ways in which a reader uses a file.
  enum Kind { case picture, video, recording, other }

  var kind: Kind {
    switch self {
    case .jpeg, .png, .gif, .webp: .picture
    case .mp4, .webm: .video
    case .mp3, .m4a, .ogg, .wav, .aac, .amr: .recording
    case .other: .other
    }
  }

  /// Tells the type by the first bytes.
  package init(of bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(Self.bytesLookedAt))
    func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("RIFF"), has("WAVE", at: 8) {
      self = .wav
    } else if has("ftyp", at: 4) {
      self = has("M4A ", at: 8) || has("M4B ", at: 8) ? .m4a : .mp4
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .webm
    } else if has("#!AMR") {
      self = .amr
    } else if bytes.count > 1, bytes[0] == 0xFF, bytes[1] == 0xF1 || bytes[1] == 0xF9 {
      self = .aac
    } else if has("OggS") {
      self = .ogg
    } else if has("ID3") || bytes.count > 1 && bytes[0] == 0xFF && [0xFB, 0xF3, 0xF2].contains(bytes[1]) {
      self = .mp3
    } else {
      self = .other
    }
  }
}
