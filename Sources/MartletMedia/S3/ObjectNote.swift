import MartletWire

/// A note in S3: what a `MediaNote` says, and which objects have the bytes.
///
/// It changes only from the version that its writer read, so of two nodes that add to an upload one stops.
struct ObjectNote: Equatable {
  var note: MediaNote
  /// The end of the name of the object that has all bytes, or will have them.
  var whole = ""
  /// S3's id of the upload of that object in parts; empty if it has none.
  var uploadID = ""
  /// The parts that count, all of `partBytes` but the last.
  var parts: [S3Client.Part] = []
  /// The first number that no part has, not even one that does not count.
  var next = 1
  /// The bytes in the parts, or in the whole object.
  var stored: Int64 = 0
  /// The state of the hash after these; empty for none, and at the end.
  var hash: [UInt8] = []
  /// The type of the first bytes, once they are stored.
  var type: MediaType?
  /// The end of the name of the object with the bytes behind these; empty if there are none.
  var rest = ""
  var restBytes: Int64 = 0
  /// The hash of all bytes, once all are stored.
  var found: [UInt8]?
  /// Differs in every version, so that a writer knows its own.
  var turn = ""

  /// The most bytes that one has.
  static let bytesAtMost = 2 << 20
  /// S3 takes as many parts.
  private static let partsAtMost = 10_000

  init(_ upload: MediaUpload) { note = MediaNote(upload) }

  var upload: MediaUpload { note.upload }
  var offset: Int64 { stored + restBytes }

  /// The size of the parts of a file, which is the same on every node.
  ///
  /// S3 takes no smaller ones. Numbers that do not count are used up too, so some are left over.
  static func partBytes(of size: Int64) -> Int64 {
    let least: Int64 = 5 << 20
    let unit: Int64 = 1 << 20
    return max(least, (size / 9000 / unit + 1) * unit)
  }

  /// Whether bytes may still get a part.
  var hasNumbers: Bool { next <= Self.partsAtMost }

  /// Equal but for who wrote it.
  func says(the other: ObjectNote) -> Bool {
    var copy = other
    copy.turn = turn
    return self == copy
  }

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    note.write(into: &json)
    json.field("objects")
    json.beginObject()
    for (name, value) in [("whole", whole), ("upload", uploadID), ("rest", rest), ("kind", type?.rawValue ?? ""), ("turn", turn)]
    {
      json.key(name)
      json.string(value)
    }
    for (name, value) in [("next", Int64(next)), ("stored", stored), ("restBytes", restBytes)] {
      json.key(name)
      json.integer(value)
    }
    json.field("hash")
    json.bytes(hash)
    json.field("found")
    json.bytes(found ?? [])
    json.field("parts")
    json.beginList()
    for part in parts {
      json.element()
      json.beginList()
      json.element()
      json.integer(Int64(part.number))
      json.element()
      json.string(part.tag)
      json.endList()
    }
    json.endList()
    json.endObject()
    json.endObject()
    return json.output.bytes
  }

  /// Decodes what `bytes` made; nil for anything else.
  init?(_ bytes: [UInt8], of key: MediaKey) {
    guard case .object(let json)? = try? JSONValue(json: bytes, limits: DecodingLimits(bytes: Self.bytesAtMost)),
      let note = MediaNote(json, of: key), case .object(let objects)? = json["objects"],
      case .array(let list)? = objects["parts"],
      let whole = objects.text("whole"), let uploadID = objects.text("upload"), let rest = objects.text("rest"),
      let turn = objects.text("turn"), let kind = objects.text("kind"), let hash = objects.data("hash"),
      let found = objects.data("found"), let next = objects.integer("next"), let stored = objects.integer("stored"),
      let restBytes = objects.integer("restBytes")
    else { return nil }
    let parts = list.compactMap { S3Client.Part($0) }
    guard parts.count == list.count, (1...Int64(Self.partsAtMost) + 1).contains(next), stored >= 0, restBytes >= 0,
      stored <= note.upload.size, restBytes <= note.upload.size - stored
    else { return nil }
    self.note = note
    (self.whole, self.uploadID, self.parts, self.next) = (whole, uploadID, parts, Int(next))
    (self.stored, self.hash, self.type, self.rest, self.restBytes) = (stored, hash, MediaType(rawValue: kind), rest, restBytes)
    (self.found, self.turn) = (found.isEmpty ? nil : found, turn)
  }
}

extension S3Client.Part {
  fileprivate init?(_ json: JSONValue) {
    guard case .array(let pair) = json, pair.count == 2, case .number(let number) = pair[0], case .string(let tag) = pair[1],
      let number = number.integer, (1...10_000).contains(number)
    else { return nil }
    self.init(number: Int(number), tag: tag)
  }
}

/// The names of the objects of one app.
///
/// `_APP/_USER/ID.note` says all of a file. `ID.WHOLE` has its bytes, `ID.REST.rest` those of an upload that are too few for a
/// part, and `ID.WHOLE.NAME.kept` what was made from it. Underscores are there because `.` and `..` are names of users too.
struct ObjectNames {
  let app: String

  init(_ app: AppID, prefix: String) { self.app = "\(prefix)_\(app.text)/" }

  func folder(_ user: UserID) -> String { "\(app)_\(user.text)/" }

  /// The beginning of the names of all objects of a file.
  func file(_ key: MediaKey) -> String { "\(folder(key.owner.user))\(key.id.text)." }
  func note(_ key: MediaKey) -> String { file(key) + "note" }
  func whole(_ key: MediaKey, _ token: String) -> String { file(key) + token }
  func rest(_ key: MediaKey, _ token: String) -> String { "\(file(key))\(token).rest" }

  func kept(_ key: MediaKey, _ token: String, _ name: String) -> String { "\(file(key))\(token).\(name).kept" }

  /// A name that nobody else has.
  static func token() -> String { Hexadecimal.encode((0..<8).map { _ in UInt8.random(in: 0...255) }) }

  /// The kinds of object of a file, told by the ends of their names.
  enum Kind { case note, whole, rest, kept }

  /// The user, file and kind that a name is of; nil if it is another's.
  func parse(_ name: String) -> (user: UserID, id: MediaID, kind: Kind)? {
    let parts = name.dropFirst(app.count).split(separator: "/", omittingEmptySubsequences: false)
    guard name.hasPrefix(app), parts.count == 2, parts[0].first == "_", let user = UserID(String(parts[0].dropFirst())),
      let id = MediaID(String(parts[1].prefix(32)))
    else { return nil }
    let end = parts[1].dropFirst(32)
    let kind: Kind =
      if end == ".note" { .note } else if end.hasSuffix(".rest") { .rest } else if end.hasSuffix(".kept") { .kept } else {
        .whole
      }
    return (user, id, kind)
  }
}
