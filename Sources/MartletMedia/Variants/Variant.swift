/// A smaller picture that the server makes of a picture, or of the beginning of a video.
///
/// It is WebP, turned as it is to be shown, and has nothing of the metadata, such as the place where it was taken. A moving
/// picture moves as `small`, `medium` and `large` too. None is larger than the file's own picture.
package enum Variant: String, Sendable, CaseIterable {
  /// To show before anything else: at most 240 pixels wide and high, coarse.
  case preview
  /// For a list: the shorter side has 198 pixels.
  case small
  /// For a conversation: the shorter side has 720 pixels.
  case medium
  /// For a screen: at most 1080 pixels wide and high.
  case large

  /// The type of all variants.
  package static let type = "image/webp"
  /// The most bytes that a variant has.
  package static let bytesAtMost = 4 << 20
  /// The most pixels of its longer side.
  static let longestSide = 4096

  /// The quality of the encoding, from 0 to 100.
  var quality: Int {
    switch self {
    case .preview: 30
    case .small, .medium: 80
    case .large: 85
    }
  }

  /// Its size, made from a picture of a size.
  func size(of whole: PictureSize) -> PictureSize {
    let (longer, shorter) = (max(whole.width, whole.height), min(whole.width, whole.height))
    let wanted =
      switch self {
      case .preview: 240.0 / Double(longer)
      case .small: 198.0 / Double(shorter)
      case .medium: 720.0 / Double(shorter)
      case .large: 1080.0 / Double(longer)
      }
    let scale = min(1, wanted, Double(Self.longestSide) / Double(longer))
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
    return PictureSize(width: scaled(whole.width), height: scaled(whole.height))
  }
}

/// The width and height of a picture in pixels, at least 1 each.
struct PictureSize: Sendable, Equatable {
  let width: Int
  let height: Int
}
