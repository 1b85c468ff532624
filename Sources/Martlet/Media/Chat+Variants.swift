import MartletCore
import MartletWire

/// A smaller picture that the server makes of a picture, or of the beginning of a video.
///
/// It is WebP, without what a camera wrote into the file. None is larger than the file's own picture. A moving picture moves in
/// all but the `preview`.
///
/// Closed: an app chooses among them, and never receives one.
public enum MediaVariant: String, Sendable, CaseIterable {
  /// To show before anything else: at most 240 pixels wide and high, coarse.
  case preview
  /// For a list: the shorter side has 198 pixels.
  case small
  /// For a conversation: the shorter side has 720 pixels.
  case medium
  /// For a screen: at most 1080 pixels wide and high.
  case large
}

/// A picture, a video or a recording, as the server finds it.
public struct MediaFacts: Hashable, Sendable {
  /// The type by its content, such as `image/jpeg`.
  public let type: String
  /// Its size, as it is to be shown; 0 for a recording.
  public let pixels: PixelSize
  /// How long it plays; zero for a picture, and if nobody knows.
  public let duration: Duration
  /// The number of pictures of a moving picture; 1 for one that stands, 0 for videos and recordings.
  public let frames: Int
  /// The loudness of a recording from its beginning to its end: up to 64 bytes, 255 for the loudest; empty for other files.
  public let waveform: [UInt8]
}

/// A link to a file of a message.
public struct MediaLink: Hashable, Sendable {
  /// The whole URL; keep it as secret as the file.
  public let url: String
  /// When it can be used no more, by the server's clock.
  public let expires: Timestamp
}

extension Chat {
  /// Loads a smaller picture of a picture or a video that a message names.
  ///
  /// The server makes it when it is asked for the first time, which may take some seconds, and keeps it. Nothing is kept on
  /// this device.
  ///
  /// - Parameters:
  ///   - variant: How large.
  ///   - media: The file, as the message's content names it.
  ///   - message: The message.
  /// - Returns: The bytes of the picture, in WebP; at most 4 MiB.
  /// - Throws: `.server(.mediaNoVariant)` if there is none and will be none; `.server(.mediaUnknown)` if the message was
  ///   recalled, or this user may not read it; `.argumentInvalid` with the field `media.id` for a file that lies elsewhere;
  ///   `.unreachable`; `.tokenUnavailable`; `.cancelled`.
  public func variant(
    _ variant: MediaVariant, of media: Media, in message: MessageID
  ) async throws(MartletError) -> [UInt8] {
    try await product(variant.rawValue, of: media, in: message)
  }

  /// Asks for the facts of a picture, a video or a recording that a message names.
  ///
  /// - Parameters:
  ///   - media: The file, as the message's content names it.
  ///   - message: The message.
  /// - Returns: The facts.
  /// - Throws: As `variant(_:of:in:)`; `.protocolViolation` for an answer that is none.
  public func facts(of media: Media, in message: MessageID) async throws(MartletError) -> MediaFacts {
    let json = try await product("facts", of: media, in: message)
    guard let facts = try? Wire.MediaFacts(json: json, limits: DecodingLimits()) else {
      throw MartletError(.protocolViolation, "the server's answer does not say what the file is")
    }
    return MediaFacts(
      type: facts.type, pixels: PixelSize(width: Int64(facts.width), height: Int64(facts.height)),
      duration: .milliseconds(facts.durationMs), frames: Int(facts.frames), waveform: facts.waveform)
  }

  /// Asks for a link to a file that a message names, by which anybody has it until the link expires.
  ///
  /// For players that load the file themselves. The link ends early if the message is recalled, or this user may not read it any
  /// more.
  ///
  /// - Parameters:
  ///   - media: The file, as the message's content names it.
  ///   - message: The message.
  ///   - variant: A smaller picture in place of the file; there may be none, which only following the link shows.
  /// - Returns: The link, and when it ends.
  /// - Throws: As `variant(_:of:in:)`, but never `.server(.mediaNoVariant)`.
  public func link(
    to media: Media, in message: MessageID, variant: MediaVariant? = nil
  ) async throws(MartletError) -> MediaLink {
    let json = try await product((variant.map { "\($0.rawValue)/" } ?? "") + "link", of: media, in: message)
    guard let link = try? Wire.MediaLink(json: json, limits: DecodingLimits()), link.path.hasPrefix("/") else {
      throw MartletError(.protocolViolation, "the server's answer has no link")
    }
    let address = client.address
    let (expires, isLate) = link.expires.multipliedReportingOverflow(by: 1000)
    return MediaLink(
      url: address.origin + address.prefix + link.path, expires: Timestamp(milliseconds: isLate ? .max : expires))
  }

  private func product(_ name: String, of media: Media, in message: MessageID) async throws(MartletError) -> [UInt8] {
    guard let id = media.id else {
      throw MartletError(.argumentInvalid, "the file lies elsewhere, and nothing is made of it", field: "media.id")
    }
    let path = "/v1/media/\(message.conversation.text)/\(message.seq)/\(id)/\(name)"
    return try await MediaTransfer(over: MediaConnection(of: client)).ask("GET", path).body
  }
}
