/// A picture.
public struct ImageContent: MediaContent {
  /// `image`.
  public static let type = "image"

  /// The file, its thumbnail and its caption.
  public var attachment: Attachment
  /// The size of the picture.
  public var pixels: PixelSize
  /// True if the picture has its original size and was not scaled down.
  public var isOriginal: Bool

  /// Creates a content.
  public init(_ attachment: Attachment, pixels: PixelSize = PixelSize(), isOriginal: Bool = false) {
    self.attachment = attachment
    self.pixels = pixels
    self.isOriginal = isOriginal
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
    pixels = try PixelSize(fields)
    isOriginal = try fields.flag("isOriginal") ?? false
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
    pixels.write(to: &fields)
    fields.set("isOriginal", isOriginal)
  }

  /// Validates the content: all parts within their limits.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try attachment.check()
    try pixels.check()
  }
}

/// An animated picture without sound.
public struct GIFContent: MediaContent {
  /// `gif`.
  public static let type = "gif"

  /// The file, its thumbnail and its caption.
  public var attachment: Attachment
  /// The size of the picture.
  public var pixels: PixelSize

  /// Creates a content.
  public init(_ attachment: Attachment, pixels: PixelSize = PixelSize()) {
    self.attachment = attachment
    self.pixels = pixels
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
    pixels = try PixelSize(fields)
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
    pixels.write(to: &fields)
  }

  /// Validates the content: all parts within their limits.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try attachment.check()
    try pixels.check()
  }
}

/// A voice recording.
public struct VoiceContent: MediaContent {
  /// `voice`.
  public static let type = "voice"

  /// The file, its thumbnail and its caption.
  public var attachment: Attachment
  /// The duration, in whole seconds.
  public var seconds: Int64

  /// Creates a content.
  public init(_ attachment: Attachment, seconds: Int64 = 0) {
    self.attachment = attachment
    self.seconds = seconds
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
    seconds = try fields.integer("seconds") ?? 0
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
    fields.set("seconds", seconds)
  }

  /// Validates the content: all parts within their limits.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try attachment.check()
    try ContentCheck.notNegative(seconds, "seconds")
  }
}

/// A video.
public struct VideoContent: MediaContent {
  /// `video`.
  public static let type = "video"

  /// The file, its thumbnail and its caption.
  public var attachment: Attachment
  /// The duration, in whole seconds.
  public var seconds: Int64
  /// The size of the picture.
  public var pixels: PixelSize

  /// Creates a content.
  public init(_ attachment: Attachment, seconds: Int64 = 0, pixels: PixelSize = PixelSize()) {
    self.attachment = attachment
    self.seconds = seconds
    self.pixels = pixels
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
    seconds = try fields.integer("seconds") ?? 0
    pixels = try PixelSize(fields)
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
    fields.set("seconds", seconds)
    pixels.write(to: &fields)
  }

  /// Validates the content: all parts within their limits.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try attachment.check()
    try ContentCheck.notNegative(seconds, "seconds")
    try pixels.check()
  }
}

/// A file of any kind.
public struct FileContent: MediaContent {
  /// `file`.
  public static let type = "file"

  /// The file, its thumbnail and its caption.
  public var attachment: Attachment

  /// Creates a content.
  public init(_ attachment: Attachment) {
    self.attachment = attachment
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
  }

  /// Validates the content: all parts within their limits.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try attachment.check()
  }

  /// The caption, or `[file]` and the file's name.
  public var summary: String { caption.isEmpty ? "[file] \(media.name ?? "")" : caption }

  /// The name and the caption.
  public var searchText: String { "\(media.name ?? "") \(caption)" }
}
