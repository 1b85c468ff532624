/// A place.
public struct LocationContent: TypedContent {
  /// `location`.
  public static let type = "location"

  /// In degrees north, -90 to 90.
  public var latitude: Double
  /// In degrees east, -180 to 180.
  public var longitude: Double
  /// What the place is called; may be empty.
  public var name: String
  /// Where it is, in words; may be empty.
  public var address: String
  /// A picture of the map.
  public var thumbnail: Thumbnail?
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
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

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`, also for a place that is not on earth.
  public init(_ fields: ContentFields) throws(MartletError) {
    latitude = try fields.require(try fields.number("latitude"), "latitude")
    longitude = try fields.require(try fields.number("longitude"), "longitude")
    name = try fields.text("name") ?? ""
    address = try fields.text("address") ?? ""
    thumbnail = try fields.thumbnail()
    extra = try fields.extra()
    guard isOnEarth else { throw MartletError(.contentMalformed, "the place is not on earth", field: "latitude") }
  }

  private var isOnEarth: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    fields.set("latitude", latitude)
    fields.set("longitude", longitude)
    fields.set("name", name.isEmpty ? nil : name)
    fields.set("address", address.isEmpty ? nil : address)
    fields.set("thumbnail", thumbnail?.fields)
    fields.set("extra", extra)
  }

  /// Throws where the place is not on earth, or a text is too long.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    guard isOnEarth else {
      throw MartletError(
        .argumentInvalid, "latitude is -90 to 90 and longitude -180 to 180, both in degrees", field: "latitude")
    }
    try ContentCheck.bytes(name, "name", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(address, "address", atMost: ContentCheck.addressBytes)
    try thumbnail?.check()
  }

  /// What the place is called.
  public var summary: String { name.isEmpty ? "[location] \(address)" : name }

  /// Name and address.
  public var searchText: String { "\(name) \(address)" }
}

/// Somebody's card: a user, or a person outside.
public struct ContactContent: TypedContent {
  /// `contact`.
  public static let type = "contact"

  /// What the person is called; 1 to 512 bytes.
  public var name: String
  /// The user, where the person is one.
  public var user: UserID?
  /// Where the person's picture is.
  public var picture: String?
  /// All of the card as a vCard (RFC 6350); at most 16 KiB.
  public var vCard: String?
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(
    name: String, user: UserID? = nil, picture: String? = nil, vCard: String? = nil, extra: ContentFields = ContentFields()
  ) {
    self.name = name
    self.user = user
    self.picture = picture
    self.vCard = vCard
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    name = try fields.require(try fields.text("name"), "name")
    user = try fields.text("user").flatMap { UserID($0) }
    picture = try fields.text("picture")
    vCard = try fields.text("vcard")
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    fields.set("name", name)
    fields.set("user", user?.text)
    fields.set("picture", picture)
    fields.set("vcard", vCard)
    fields.set("extra", extra)
  }

  /// Throws where the name is missing, or a part too long.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.notEmpty(name, "name")
    try ContentCheck.bytes(name, "name", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(picture ?? "", "picture", atMost: ContentCheck.addressBytes)
    try ContentCheck.bytes(vCard ?? "", "vCard", atMost: 16 << 10)
  }

  /// The name.
  public var summary: String { "[contact] \(name)" }

  /// The name.
  public var searchText: String { name }
}

/// A sticker: one of a pack that clients know, or a picture.
public struct StickerContent: TypedContent {
  /// `sticker`.
  public static let type = "sticker"

  /// The pack's name; may be empty where `url` says where the picture is.
  public var pack: String
  /// The sticker's name in the pack.
  public var sticker: String
  /// Where the picture is; nil where clients have the pack.
  public var url: String?
  /// What it says, for those who do not see it; may be empty.
  public var text: String
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(
    pack: String, sticker: String, url: String? = nil, text: String = "", extra: ContentFields = ContentFields()
  ) {
    self.pack = pack
    self.sticker = sticker
    self.url = url
    self.text = text
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    pack = try fields.text("pack") ?? ""
    sticker = try fields.require(try fields.text("sticker"), "sticker")
    url = try fields.text("url")
    text = try fields.text("text") ?? ""
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    fields.set("pack", pack.isEmpty ? nil : pack)
    fields.set("sticker", sticker)
    fields.set("url", url)
    fields.set("text", text.isEmpty ? nil : text)
    fields.set("extra", extra)
  }

  /// Throws where the sticker has no name, or a part is too long.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.notEmpty(sticker, "sticker")
    try ContentCheck.bytes(pack, "pack", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(sticker, "sticker", atMost: ContentCheck.nameBytes)
    try ContentCheck.bytes(url ?? "", "url", atMost: ContentCheck.addressBytes)
    try ContentCheck.bytes(text, "text", atMost: ContentCheck.nameBytes)
  }

  /// What it says.
  public var summary: String { text.isEmpty ? "[sticker]" : text }
}
