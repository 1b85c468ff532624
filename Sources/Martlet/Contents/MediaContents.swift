/// A picture.
public struct ImageContent: MediaContent {
  /// `image`.
  public static let type = "image"

  /// The file, and what stands beside it.
  public var attachment: Attachment
  /// How large the picture is.
  public var pixels: PixelSize
  /// Whether it is the picture as it was taken, not made smaller.
  public var isOriginal: Bool

  /// Puts the parts together.
  public init(_ attachment: Attachment, pixels: PixelSize = PixelSize(), isOriginal: Bool = false) {
    self.attachment = attachment
    self.pixels = pixels
    self.isOriginal = isOriginal
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
    pixels = try PixelSize(fields)
    isOriginal = try fields.flag("isOriginal") ?? false
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
    pixels.write(to: &fields)
    fields.set("isOriginal", isOriginal)
  }

  /// Throws where a part is too large.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try attachment.check()
    try pixels.check()
  }
}

/// A moving picture without sound.
public struct GIFContent: MediaContent {
  /// `gif`.
  public static let type = "gif"

  /// The file, and what stands beside it.
  public var attachment: Attachment
  /// How large the picture is.
  public var pixels: PixelSize

  /// Puts the parts together.
  public init(_ attachment: Attachment, pixels: PixelSize = PixelSize()) {
    self.attachment = attachment
    self.pixels = pixels
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
    pixels = try PixelSize(fields)
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
    pixels.write(to: &fields)
  }

  /// Throws where a part is too large.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try attachment.check()
    try pixels.check()
  }
}

/// Something said.
public struct VoiceContent: MediaContent {
  /// `voice`.
  public static let type = "voice"

  /// The file, and what stands beside it.
  public var attachment: Attachment
  /// How long it lasts, in whole seconds.
  public var seconds: Int64

  /// Puts the parts together.
  public init(_ attachment: Attachment, seconds: Int64 = 0) {
    self.attachment = attachment
    self.seconds = seconds
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
    seconds = try fields.integer("seconds") ?? 0
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
    fields.set("seconds", seconds)
  }

  /// Throws where a part is too large.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try attachment.check()
    try ContentCheck.notNegative(seconds, "seconds")
  }
}

/// A film.
public struct VideoContent: MediaContent {
  /// `video`.
  public static let type = "video"

  /// The file, and what stands beside it.
  public var attachment: Attachment
  /// How long it lasts, in whole seconds.
  public var seconds: Int64
  /// How large the picture is.
  public var pixels: PixelSize

  /// Puts the parts together.
  public init(_ attachment: Attachment, seconds: Int64 = 0, pixels: PixelSize = PixelSize()) {
    self.attachment = attachment
    self.seconds = seconds
    self.pixels = pixels
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
    seconds = try fields.integer("seconds") ?? 0
    pixels = try PixelSize(fields)
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
    fields.set("seconds", seconds)
    pixels.write(to: &fields)
  }

  /// Throws where a part is too large.
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

  /// The file, and what stands beside it.
  public var attachment: Attachment

  /// Puts the parts together.
  public init(_ attachment: Attachment) {
    self.attachment = attachment
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    attachment = try Attachment(fields)
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    attachment.write(to: &fields)
  }

  /// Throws where a part is too large.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try attachment.check()
  }

  /// The caption, or the file's name.
  public var summary: String { caption.isEmpty ? "[file] \(media.name ?? "")" : caption }

  /// Name and caption.
  public var searchText: String { "\(media.name ?? "") \(caption)" }
}
