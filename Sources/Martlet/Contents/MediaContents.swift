/// A picture.
public struct ImageContent: MediaContent {
  /// `image`.
  public static let type = "image"

  /// The file.
  public var media: Media

  /// In pixels; 0 where that is not known.
  public var width: Int64

  /// In pixels; 0 where that is not known.
  public var height: Int64

  /// Whether it is the picture as it was taken, not made smaller.
  public var isOriginal: Bool

  /// What is shown before the file is loaded.
  public var thumbnail: Thumbnail?

  /// A text shown with it; may be empty.
  public var caption: String
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(
    media: Media, width: Int64 = 0, height: Int64 = 0, isOriginal: Bool = false, thumbnail: Thumbnail? = nil,
    caption: String = "", extra: ContentFields = ContentFields()
  ) {
    self.media = media
    self.width = width
    self.height = height
    self.isOriginal = isOriginal
    self.thumbnail = thumbnail
    self.caption = caption
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    media = try fields.media()

    width = try fields.integer("width") ?? 0

    height = try fields.integer("height") ?? 0

    isOriginal = try fields.flag("isOriginal") ?? false

    thumbnail = try fields.thumbnail()

    caption = try fields.text("text") ?? ""
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    writeMedia(to: &fields)
    fields.set("width", width)
    fields.set("height", height)
    fields.set("isOriginal", isOriginal)
  }

  /// Throws where a part is too large.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try checkMedia()
    try ContentCheck.notNegative(width, "width")
    try ContentCheck.notNegative(height, "height")
  }

  /// The caption, or what it is.
  public var summary: String { caption.isEmpty ? "[image]" : caption }

  /// What local search looks in.
  public var searchText: String { caption }
}

/// A moving picture without sound.
public struct GIFContent: MediaContent {
  /// `gif`.
  public static let type = "gif"

  /// The file.
  public var media: Media

  /// In pixels; 0 where that is not known.
  public var width: Int64

  /// In pixels; 0 where that is not known.
  public var height: Int64

  /// What is shown before the file is loaded.
  public var thumbnail: Thumbnail?

  /// A text shown with it; may be empty.
  public var caption: String
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(
    media: Media, width: Int64 = 0, height: Int64 = 0, thumbnail: Thumbnail? = nil, caption: String = "",
    extra: ContentFields = ContentFields()
  ) {
    self.media = media
    self.width = width
    self.height = height
    self.thumbnail = thumbnail
    self.caption = caption
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    media = try fields.media()

    width = try fields.integer("width") ?? 0

    height = try fields.integer("height") ?? 0

    thumbnail = try fields.thumbnail()

    caption = try fields.text("text") ?? ""
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    writeMedia(to: &fields)
    fields.set("width", width)
    fields.set("height", height)
  }

  /// Throws where a part is too large.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try checkMedia()
    try ContentCheck.notNegative(width, "width")
    try ContentCheck.notNegative(height, "height")
  }

  /// The caption, or what it is.
  public var summary: String { caption.isEmpty ? "[gif]" : caption }

  /// What local search looks in.
  public var searchText: String { caption }
}

/// Something said.
public struct VoiceContent: MediaContent {
  /// `voice`.
  public static let type = "voice"

  /// The file.
  public var media: Media

  /// How long it lasts, in whole seconds.
  public var seconds: Int64

  var thumbnail: Thumbnail? { nil }

  /// A text shown with it; may be empty.
  public var caption: String
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(
    media: Media, seconds: Int64 = 0, caption: String = "", extra: ContentFields = ContentFields()
  ) {
    self.media = media
    self.seconds = seconds
    self.caption = caption
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    media = try fields.media()

    seconds = try fields.integer("seconds") ?? 0

    caption = try fields.text("text") ?? ""
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    writeMedia(to: &fields)
    fields.set("seconds", seconds)
  }

  /// Throws where a part is too large.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try checkMedia()
    try ContentCheck.notNegative(seconds, "seconds")
  }

  /// The caption, or what it is.
  public var summary: String { caption.isEmpty ? "[voice]" : caption }

  /// What local search looks in.
  public var searchText: String { caption }
}

/// A film.
public struct VideoContent: MediaContent {
  /// `video`.
  public static let type = "video"

  /// The file.
  public var media: Media

  /// How long it lasts, in whole seconds.
  public var seconds: Int64

  /// In pixels; 0 where that is not known.
  public var width: Int64

  /// In pixels; 0 where that is not known.
  public var height: Int64

  /// What is shown before the file is loaded.
  public var thumbnail: Thumbnail?

  /// A text shown with it; may be empty.
  public var caption: String
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(
    media: Media, seconds: Int64 = 0, width: Int64 = 0, height: Int64 = 0, thumbnail: Thumbnail? = nil, caption: String = "",
    extra: ContentFields = ContentFields()
  ) {
    self.media = media
    self.seconds = seconds
    self.width = width
    self.height = height
    self.thumbnail = thumbnail
    self.caption = caption
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    media = try fields.media()

    seconds = try fields.integer("seconds") ?? 0

    width = try fields.integer("width") ?? 0

    height = try fields.integer("height") ?? 0

    thumbnail = try fields.thumbnail()

    caption = try fields.text("text") ?? ""
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    writeMedia(to: &fields)
    fields.set("seconds", seconds)
    fields.set("width", width)
    fields.set("height", height)
  }

  /// Throws where a part is too large.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try checkMedia()
    try ContentCheck.notNegative(seconds, "seconds")
    try ContentCheck.notNegative(width, "width")
    try ContentCheck.notNegative(height, "height")
  }

  /// The caption, or what it is.
  public var summary: String { caption.isEmpty ? "[video]" : caption }

  /// What local search looks in.
  public var searchText: String { caption }
}

/// A file of any kind.
public struct FileContent: MediaContent {
  /// `file`.
  public static let type = "file"

  /// The file.
  public var media: Media

  /// What is shown before the file is loaded.
  public var thumbnail: Thumbnail?

  /// A text shown with it; may be empty.
  public var caption: String
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(
    media: Media, thumbnail: Thumbnail? = nil, caption: String = "", extra: ContentFields = ContentFields()
  ) {
    self.media = media
    self.thumbnail = thumbnail
    self.caption = caption
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    media = try fields.media()

    thumbnail = try fields.thumbnail()

    caption = try fields.text("text") ?? ""
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    writeMedia(to: &fields)
  }

  /// Throws where a part is too large.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try checkMedia()
  }

  /// The caption, or what it is.
  public var summary: String { caption.isEmpty ? "[file] \(media.name ?? "")" : caption }

  /// What local search looks in.
  public var searchText: String { "\(media.name ?? "") \(caption)" }
}
