import MartletWire

/// A geographic location.
public struct LocationContent: TypedContent {
  /// `location`.
  public static let type = "location"

  /// The latitude in degrees north, -90 to 90.
  public var latitude: Double
  /// The longitude in degrees east, -180 to 180.
  public var longitude: Double
  /// The name of the place; may be empty.
  public var name: String
  /// The address; may be empty.
  public var address: String
  /// A picture of the map.
  public var thumbnail: Thumbnail?
  /// The app's own members.
  public var extra: ContentFields

  /// Creates a content.
  public init(
    latitude: Double, longitude: Double, name: String = "", address: String = "", thumbnail: Thumbnail? = nil,
    extra: ContentFields = ContentFields()
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.name = name
    self.address = address
    self.thumbnail = thumbnail
    self.extra = extra
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`, also if the coordinates are out of range.
  public init(_ fields: ContentFields) throws(MartletError) {
    latitude = try fields.require(try fields.number("latitude"), "latitude")
    longitude = try fields.require(try fields.number("longitude"), "longitude")
    name = try fields.text("name") ?? ""
    address = try fields.text("address") ?? ""
    thumbnail = try fields.thumbnail()
    extra = try fields.extra()
    guard isOnEarth else { throw MartletError(.contentMalformed, "the coordinates are out of range", field: "latitude") }
  }

  private var isOnEarth: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("latitude", latitude)
    fields.set("longitude", longitude)
    fields.set("name", name.isEmpty ? nil : name)
    fields.set("address", address.isEmpty ? nil : address)
    fields.set("thumbnail", thumbnail?.fields)
    fields.set("extra", extra)
  }

  /// Validates the content: coordinates in range, texts within their limits.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    guard isOnEarth else {
      throw MartletError(
        .argumentInvalid, "latitude must be -90 to 90 and longitude -180 to 180 degrees", field: "latitude")
    }
    try ContentCheck.bytes(name, "name", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(address, "address", atMost: ContentCheck.addressBytes)
    try thumbnail?.check()
  }

  /// The name of the place, or `[location]` and its address.
  public var summary: String { name.isEmpty ? "[location] \(address)" : name }

  /// The name and the address.
  public var searchText: String { "\(name) \(address)" }
}

/// A contact card of a user or of a person outside the app.
public struct ContactContent: TypedContent {
  /// `contact`.
  public static let type = "contact"

  /// The person's name; 1 to 512 bytes.
  public var name: String
  /// The person's user id, if the person is a user.
  public var user: UserID?
  /// The URL of the person's picture.
  public var picture: String?
  /// The complete card as a vCard (RFC 6350); at most 16 KiB.
  public var vCard: String?
  /// The app's own members.
  public var extra: ContentFields

  /// Creates a content.
  public init(
    name: String, user: UserID? = nil, picture: String? = nil, vCard: String? = nil, extra: ContentFields = ContentFields()
  ) {
    self.name = name
    self.user = user
    self.picture = picture
    self.vCard = vCard
    self.extra = extra
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    name = try fields.require(try fields.text("name"), "name")
    user = try fields.text("user").flatMap { UserID($0) }
    picture = try fields.text("picture")
    vCard = try fields.text("vcard")
    extra = try fields.extra()
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("name", name)
    fields.set("user", user?.text)
    fields.set("picture", picture)
    fields.set("vcard", vCard)
    fields.set("extra", extra)
  }

  /// Validates the content: a name, and all parts within their limits.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.notEmpty(name, "name")
    try ContentCheck.bytes(name, "name", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(picture ?? "", "picture", atMost: ContentCheck.addressBytes)
    try ContentCheck.bytes(vCard ?? "", "vCard", atMost: 16 << 10)
  }

  /// `[contact]` and the name.
  public var summary: String { "[contact] \(name)" }

  /// The name.
  public var searchText: String { name }
}

/// A sticker: one of a pack that clients have, or a picture.
public struct StickerContent: TypedContent {
  /// `sticker`.
  public static let type = "sticker"

  /// The pack's name; may be empty if `url` is set.
  public var pack: String
  /// The sticker's name in the pack.
  public var sticker: String
  /// The URL of the picture; nil if clients have the pack.
  public var url: String?
  /// A text alternative; may be empty.
  public var text: String
  /// The app's own members.
  public var extra: ContentFields

  /// Creates a content.
  public init(
    pack: String, sticker: String, url: String? = nil, text: String = "", extra: ContentFields = ContentFields()
  ) {
    self.pack = pack
    self.sticker = sticker
    self.url = url
    self.text = text
    self.extra = extra
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    pack = try fields.text("pack") ?? ""
    sticker = try fields.require(try fields.text("sticker"), "sticker")
    url = try fields.text("url")
    text = try fields.text("text") ?? ""
    extra = try fields.extra()
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("pack", pack.isEmpty ? nil : pack)
    fields.set("sticker", sticker)
    fields.set("url", url)
    fields.set("text", text.isEmpty ? nil : text)
    fields.set("extra", extra)
  }

  /// Validates the content: a sticker name, and all parts within their limits.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.notEmpty(sticker, "sticker")
    try ContentCheck.bytes(pack, "pack", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(sticker, "sticker", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(url ?? "", "url", atMost: ContentCheck.addressBytes)
    try ContentCheck.bytes(text, "text", atMost: ContentCheck.nameBytes)
  }

  /// The text alternative, or `[sticker]`.
  public var summary: String { text.isEmpty ? "[sticker]" : text }
}
