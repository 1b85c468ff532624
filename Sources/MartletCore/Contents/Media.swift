import MartletWire

/// The location and properties of a stored file, such as a picture or a recording.
public struct Media: Hashable, Sendable {
  /// The id of a file that was uploaded to the server for this message; nil for one that lies elsewhere.
  public var id: String?
  /// The URL of a file elsewhere, `https://…` or any form that the app's clients can load; up to 2,048 bytes.
  ///
  /// Empty for an uploaded file.
  public var url: String
  /// The size in bytes, if known.
  public var size: Int64?
  /// The media type, such as `image/jpeg`, if known.
  public var format: String?
  /// The file's name for display, if it has one.
  public var name: String?
  /// The SHA-256 of the bytes in hexadecimal digits, if known.
  public var sha256: String?
  /// The key of bytes that are end-to-end encrypted, in a form of the app's choice; up to 512 bytes.
  public var key: String?
  /// The nonce for the key; up to 512 bytes.
  public var nonce: String?
  /// True for a file that is yet to be uploaded, of a message in the outbox: it has neither id nor URL.
  public private(set) var isAwaited = false

  /// Creates a reference to a file that was uploaded to the server.
  ///
  /// The server stores a message that names the file only if its bytes are there.
  public init(
    id: String, size: Int64? = nil, format: String? = nil, name: String? = nil, sha256: String? = nil, key: String? = nil,
    nonce: String? = nil
  ) {
    self.init(url: "", size: size, format: format, name: name, sha256: sha256)
    (self.id, self.key, self.nonce) = (id, key, nonce)
  }

  /// Creates a reference to bytes that are stored elsewhere.
  public init(url: String, size: Int64? = nil, format: String? = nil, name: String? = nil, sha256: String? = nil) {
    self.url = url
    self.size = size
    self.format = format
    self.name = name
    self.sha256 = sha256
  }

  /// Creates the place for a file that is yet to be uploaded.
  package init(awaited name: String?, size: Int64?) {
    self.init(url: "", size: size, name: name)
    isAwaited = true
  }

  init(_ fields: ContentFields) throws(MartletError) {
    id = try fields.text("id")
    isAwaited = try fields.flag(MessageContent.awaited) ?? false
    url = id == nil && !isAwaited ? try fields.require(try fields.text("url"), "url") : try fields.text("url") ?? ""
    size = try fields.integer("size")
    format = try fields.text("format")
    name = try fields.text("name")
    sha256 = try fields.text("sha256")
    key = try fields.text("key")
    nonce = try fields.text("nonce")
  }

  var fields: ContentFields {
    var fields = ContentFields()
    fields.set("id", id)
    fields.set("url", url.isEmpty ? nil : url)
    fields.set("size", size)
    fields.set("format", format)
    fields.set("name", name)
    fields.set("sha256", sha256)
    fields.set("key", key)
    fields.set("nonce", nonce)
    if isAwaited { fields.set(MessageContent.awaited, true) }
    return fields
  }

  func check() throws(MartletError) {
    if let id {
      try ContentCheck.notEmpty(id, "media.id")
    } else if !isAwaited {
      try ContentCheck.notEmpty(url, "media.url")
    }
    try ContentCheck.bytes(id ?? "", "media.id", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(url, "media.url", atMost: ContentCheck.addressBytes)
    try ContentCheck.notNegative(size, "media.size")
    try ContentCheck.bytes(format ?? "", "media.format", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(name ?? "", "media.name", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(sha256 ?? "", "media.sha256", atMost: 64)
    try ContentCheck.bytes(key ?? "", "media.key", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(nonce ?? "", "media.nonce", atMost: ContentCheck.nameBytes)
  }
}

/// A small picture to show while the media itself loads.
public struct Thumbnail: Hashable, Sendable {
  /// JPEG or other picture bytes, at most `Thumbnail.bytesAtMost`; empty if `url` is set.
  public var data: [UInt8]
  /// The URL of the picture; nil if `data` holds it.
  public var url: String?
  /// The media type; by default `image/jpeg`.
  public var format: String
  /// The size of the picture.
  public var pixels: PixelSize

  /// The largest size of `data`: 20 KiB.
  public static let bytesAtMost = 20 << 10

  /// Creates a thumbnail from inline data or a URL.
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
        .argumentInvalid, "the thumbnail has \(data.count) bytes; make it smaller or send its URL",
        field: "thumbnail.data", limit: UInt64(Self.bytesAtMost), actual: UInt64(data.count))
    }
    try ContentCheck.bytes(url ?? "", "thumbnail.url", atMost: ContentCheck.addressBytes)
    try ContentCheck.bytes(format, "thumbnail.format", atMost: ContentCheck.nameBytes)
    try pixels.check("thumbnail.")
  }
}

/// The parts that all media contents share: a file, a thumbnail and a caption.
public struct Attachment: Hashable, Sendable {
  /// The file.
  public var media: Media
  /// The picture to show while the file loads.
  public var thumbnail: Thumbnail?
  /// The caption; may be empty.
  public var caption: String
  /// The app's own members.
  public var extra: ContentFields

  /// Creates an attachment.
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

/// The size of a picture in pixels.
public struct PixelSize: Hashable, Sendable {
  /// The width in pixels; 0 if unknown.
  public var width: Int64
  /// The height in pixels; 0 if unknown.
  public var height: Int64

  /// Creates a size.
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

  /// Throws if a side is negative.
  ///
  /// The error's field begins with `place`.
  func check(_ place: String = "") throws(MartletError) {
    try ContentCheck.notNegative(width, place + "width")
    try ContentCheck.notNegative(height, place + "height")
  }
}

/// A content that consists of a stored file.
public protocol MediaContent: TypedContent {
  /// The file, its thumbnail and its caption.
  var attachment: Attachment { get set }
}

extension MediaContent {
  /// The file.
  public var media: Media {
    get { attachment.media }
    set { attachment.media = newValue }
  }

  /// The caption; may be empty.
  public var caption: String {
    get { attachment.caption }
    set { attachment.caption = newValue }
  }

  /// The caption, or the kind of media in brackets.
  public var summary: String { caption.isEmpty ? "[\(Self.type)]" : caption }

  /// The caption.
  public var searchText: String { caption }
}

extension ContentFields {
  func thumbnail() throws(MartletError) -> Thumbnail? {
    guard let fields = try fields("thumbnail") else { return nil }
    return try Thumbnail(fields)
  }

  func extra() throws(MartletError) -> ContentFields { try fields("extra") ?? ContentFields() }
}
