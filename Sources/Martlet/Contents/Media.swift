import MartletWire

/// Where the bytes of a picture, a recording or a file are, and what they are.
public struct Media: Hashable, Sendable {
  /// The address, `https://…` or whatever the app's clients can load; 1 to 2,048 bytes.
  public var url: String
  /// How many bytes; nil where that is not known.
  public var size: Int64?
  /// The media type, such as `image/jpeg`; nil where that is not known.
  public var format: String?
  /// The file's name for people; nil where it has none.
  public var name: String?
  /// The SHA-256 of the bytes in hexadecimal digits; nil where that is not known.
  public var sha256: String?

  /// Names the bytes.
  public init(url: String, size: Int64? = nil, format: String? = nil, name: String? = nil, sha256: String? = nil) {
    self.url = url
    self.size = size
    self.format = format
    self.name = name
    self.sha256 = sha256
  }

  init(_ fields: ContentFields) throws(MartletError) {
    url = try fields.require(try fields.text("url"), "url")
    size = try fields.integer("size")
    format = try fields.text("format")
    name = try fields.text("name")
    sha256 = try fields.text("sha256")
  }

  var fields: ContentFields {
    var fields = ContentFields()
    fields.set("url", url)
    fields.set("size", size)
    fields.set("format", format)
    fields.set("name", name)
    fields.set("sha256", sha256)
    return fields
  }

  func check() throws(MartletError) {
    try ContentCheck.notEmpty(url, "media.url")
    try ContentCheck.bytes(url, "media.url", atMost: ContentCheck.addressBytes)
    try ContentCheck.notNegative(size, "media.size")
    try ContentCheck.bytes(format ?? "", "media.format", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(name ?? "", "media.name", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(sha256 ?? "", "media.sha256", atMost: 64)
  }
}

/// A small picture that is shown before the media itself is loaded.
public struct Thumbnail: Hashable, Sendable {
  /// The bytes of a picture, at most `Thumbnail.bytesAtMost`; empty where `url` says where they are.
  public var data: [UInt8]
  /// Where the picture is; nil where `data` holds it.
  public var url: String?
  /// The media type; `image/jpeg` by default.
  public var format: String
  /// How large the picture is.
  public var pixels: PixelSize

  /// How large `data` may be: 20 KiB.
  public static let bytesAtMost = 20 << 10

  /// A picture inside the message, or elsewhere.
  public init(data: [UInt8] = [], url: String? = nil, format: String = "image/jpeg", pixels: PixelSize) {
    self.data = data
    self.url = url
    self.format = format
    self.pixels = pixels
  }

  init(_ fields: ContentFields) throws(MartletError) {
    let digits = try fields.text("data") ?? ""
    guard let bytes = [UInt8](digits.utf8).withUnsafeBytes({ Base64.decode($0) }) else {
      throw MartletError(.contentMalformed, "a thumbnail is not base64", field: "thumbnail.data")
    }
    data = bytes
    url = try fields.text("url")
    format = try fields.text("format") ?? "image/jpeg"
    pixels = try PixelSize(fields)
  }

  var fields: ContentFields {
    var fields = ContentFields()
    fields.set("data", data.isEmpty ? nil : String(decoding: Base64.encode(data), as: UTF8.self))
    fields.set("url", url)
    fields.set("format", format)
    pixels.write(to: &fields)
    return fields
  }

  func check() throws(MartletError) {
    guard data.count <= Self.bytesAtMost else {
      throw MartletError(
        .argumentInvalid, "the thumbnail has \(data.count) bytes: make it smaller or send its address",
        field: "thumbnail.data", limit: UInt64(Self.bytesAtMost), actual: UInt64(data.count))
    }
    try ContentCheck.bytes(url ?? "", "thumbnail.url", atMost: ContentCheck.addressBytes)
    try ContentCheck.bytes(format, "thumbnail.format", atMost: ContentCheck.nameBytes)
    try pixels.check("thumbnail.")
  }
}

/// A file with what may stand beside it: what all media contents have.
public struct Attachment: Hashable, Sendable {
  /// The file.
  public var media: Media
  /// What is shown before the file is loaded.
  public var thumbnail: Thumbnail?
  /// A text shown with it; may be empty.
  public var caption: String
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(media: Media, thumbnail: Thumbnail? = nil, caption: String = "", extra: ContentFields = ContentFields()) {
    self.media = media
    self.thumbnail = thumbnail
    self.caption = caption
    self.extra = extra
  }

  init(_ fields: ContentFields) throws(MartletError) {
    media = try Media(try fields.require(try fields.fields("media"), "media"))
    thumbnail = try fields.thumbnail()
    caption = try fields.text("text") ?? ""
    extra = try fields.extra()
  }

  func write(to fields: inout ContentFields) {
    fields.set("media", media.fields)
    fields.set("thumbnail", thumbnail?.fields)
    fields.set("text", caption.isEmpty ? nil : caption)
    fields.set("extra", extra)
  }

  func check() throws(MartletError) {
    try media.check()
    try thumbnail?.check()
    try ContentCheck.bytes(caption, "caption", atMost: ContentCheck.captionBytes)
  }
}

/// How large a picture is.
public struct PixelSize: Hashable, Sendable {
  /// In pixels; 0 where that is not known.
  public var width: Int64
  /// In pixels; 0 where that is not known.
  public var height: Int64

  /// Names both sides.
  public init(width: Int64 = 0, height: Int64 = 0) {
    self.width = width
    self.height = height
  }

  init(_ fields: ContentFields) throws(MartletError) {
    width = try fields.integer("width") ?? 0
    height = try fields.integer("height") ?? 0
  }

  func write(to fields: inout ContentFields) {
    fields.set("width", width)
    fields.set("height", height)
  }

  /// Throws where a side is negative; `place` is what the error's field begins with.
  func check(_ place: String = "") throws(MartletError) {
    try ContentCheck.notNegative(width, place + "width")
    try ContentCheck.notNegative(height, place + "height")
  }
}

/// A content that is a file somewhere.
public protocol MediaContent: TypedContent {
  /// The file, and what stands beside it.
  var attachment: Attachment { get set }
}

extension MediaContent {
  /// The file.
  public var media: Media {
    get { attachment.media }
    set { attachment.media = newValue }
  }

  /// A text shown with it; may be empty.
  public var caption: String {
    get { attachment.caption }
    set { attachment.caption = newValue }
  }

  /// The caption, or what it is.
  public var summary: String { caption.isEmpty ? "[\(Self.type)]" : caption }

  /// What local search looks in.
  public var searchText: String { caption }
}

extension ContentFields {
  func thumbnail() throws(MartletError) -> Thumbnail? {
    guard let fields = try fields("thumbnail") else { return nil }
    return try Thumbnail(fields)
  }

  func extra() throws(MartletError) -> ContentFields { try fields("extra") ?? ContentFields() }
}
