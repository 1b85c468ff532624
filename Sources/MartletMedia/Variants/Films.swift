import MartletNet
import MartletWire

/// Reads videos and recordings by FFmpeg, and makes pictures of videos.
struct Films: Sendable {
  let sandbox: Sandbox

  /// A video with larger pictures is not decoded.
  static let pixelsAtMost = 40_000_000
  /// The variants show one of so many first pictures, the one that is most like the others: the first is often black.
  static let picturesLookedAt = 25
  /// Of a longer recording only so much is heard for its waveform, in seconds.
  static let secondsHeard = 3600
  /// Samples of a second.
  static let rate = 8000

  /// A video or a recording as its container describes it.
  struct Header: Equatable {
    /// As it is to be shown; nil for a recording.
    var size: PictureSize?
    var hasSound = false
    /// 0 if the container does not say.
    var milliseconds: UInt64 = 0
  }

  /// The arguments that open the file.
  ///
  /// The container is named, since a file of some others names further files to be read.
  private func opening(_ type: MediaType) -> [String]? {
    guard let container = type.container else { return nil }
    return ["-v", "error", "-threads", "1", "-f", container, "-protocol_whitelist", "file,pipe", "-i", Sandbox.input]
  }

  func header(of input: String, type: MediaType) throws -> Header? {
    guard let opening = opening(type) else { return nil }
    let shown = [
      "-of", "json", "-show_entries",
      "format=duration:stream=codec_type,width,height:stream_disposition=attached_pic:stream_side_data=rotation",
    ]
    return try sandbox.output(of: .ffprobe, opening + shown, input: input, atMost: 1 << 20).flatMap { Header(output: $0) }
  }

  /// Makes a variant of a video; nil for one that cannot be read.
  func make(_ variant: Variant, of input: String, type: MediaType) throws -> SharedBytes? {
    guard let opening = opening(type), let whole = try header(of: input, type: type)?.size,
      whole.width <= Self.pixelsAtMost / whole.height
    else { return nil }
    let size = variant.size(of: whole)
    let arguments =
      ["-nostdin"] + opening + [
        "-map", "0:V:0", "-vf", "thumbnail=\(Self.picturesLookedAt),scale=\(size.width):\(size.height)", "-frames:v", "1",
        "-map_metadata", "-1", "-c:v", "libwebp", "-q:v", "\(variant.quality)", "-f", "image2pipe", "-",
      ]
    return try sandbox.variant(by: .ffmpeg, arguments, input: input)
  }

  func facts(of input: String, type: MediaType) throws -> Wire.MediaFacts? {
    guard let header = try header(of: input, type: type) else { return nil }
    var facts = Wire.MediaFacts(type: type.rawValue, durationMs: header.milliseconds)
    if let size = header.size {
      (facts.width, facts.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
    } else if header.hasSound, let waveform = try waveform(of: input, type: type) {
      facts.waveform = waveform.bars
      // Recordings of browsers do not say how long they are.
      if facts.durationMs == 0 { facts.durationMs = UInt64(waveform.samples) * 1000 / UInt64(Self.rate) }
    } else {
      return nil
    }
    return facts
  }

  private func waveform(of input: String, type: MediaType) throws -> Waveform? {
    guard let opening = opening(type) else { return nil }
    let arguments =
      ["-nostdin"] + opening + [
        "-map", "0:a:0", "-ac", "1", "-ar", "\(Self.rate)", "-t", "\(Self.secondsHeard)", "-f", "s16le", "-",
      ]
    var waveform = Waveform()
    let most = Self.secondsHeard * Self.rate * 2 + 65_536
    let ending = try sandbox.run(.ffmpeg, arguments, input: input, atMost: most) { waveform.add($0) }
    return ending == .done && waveform.samples > 0 ? waveform : nil
  }
}

extension Films.Header {
  /// Reads what `ffprobe` says; nil if there is nothing to see or hear.
  init?(output: [UInt8]) {
    guard case .object(let json)? = try? JSONValue(json: output, limits: DecodingLimits(bytes: 1 << 20)),
      case .array(let streams)? = json["streams"]
    else { return nil }
    for case .object(let stream) in streams {
      guard case .string(let kind)? = stream["codec_type"] else { continue }
      if kind == "audio" { hasSound = true }
      if kind == "video", size == nil { size = Self.size(of: stream) }
    }
    guard size != nil || hasSound else { return nil }
    if case .object(let format)? = json["format"], case .string(let text)? = format["duration"], let seconds = Double(text),
      seconds > 0, seconds < 1e9
    {
      milliseconds = UInt64((seconds * 1000).rounded())
    }
  }

  /// The size of a video's pictures as they are to be shown; nil for the picture on the cover of a recording.
  private static func size(of stream: JSONObject) -> PictureSize? {
    if case .object(let disposition)? = stream["disposition"], disposition.integer("attached_pic") == 1 { return nil }
    guard let width = stream.integer("width").flatMap({ Int(exactly: $0) }), width > 0, width < 1 << 20,
      let height = stream.integer("height").flatMap({ Int(exactly: $0) }), height > 0, height < 1 << 20
    else { return nil }
    var turn: Int64 = 0
    if case .array(let data)? = stream["side_data_list"] {
      for case .object(let one) in data { turn = one.integer("rotation") ?? turn }
    }
    return turn % 180 == 0 ? PictureSize(width: width, height: height) : PictureSize(width: height, height: width)
  }
}

extension MediaType {
  /// FFmpeg's name for what holds the sound and the pictures; nil for other files.
  fileprivate var container: String? {
    switch self {
    case .mp4, .m4a: "mov"
    case .webm: "matroska"
    case .mp3: "mp3"
    case .ogg: "ogg"
    case .wav: "wav"
    case .amr: "amr"
    case .aac: "aac"
    case .jpeg, .png, .gif, .webp, .other: nil
    }
  }
}
