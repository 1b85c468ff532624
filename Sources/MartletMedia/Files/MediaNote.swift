import MartletWire

/// What lies beside a file's bytes: what its sender said of it, and for a complete file what was found.
///
/// One JSON object. The owner and the id are in its path.
struct MediaNote: Equatable {
  let upload: MediaUpload
  /// Nil while bytes arrive.
  let record: MediaRecord?

  /// The most bytes that one has.
  static let bytesAtMost = 16 << 10

  init(_ upload: MediaUpload) { (self.upload, record) = (upload, nil) }

  init(_ record: MediaRecord) { (upload, self.record) = (record.upload, record) }

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    write(into: &json)
    json.endObject()
    return json.output.bytes
  }

  /// Adds its members to an object.
  func write(into json: inout JSONWriter) {
    json.field("conversation")
    json.string(upload.conversation.text)
    json.field("message")
    json.string(upload.message.text)
    json.field("size")
    json.integer(upload.size)
    json.field("name")
    json.string(upload.name)
    json.field("announced")
    json.bytes(upload.sha256 ?? [])
    json.field("expires")
    json.integer(upload.expires)
    if let record {
      json.field("sha256")
      json.bytes(record.sha256)
      json.field("type")
      json.string(record.type.rawValue)
      json.field("until")
      json.integer(record.until)
      json.field("seq")
      json.integer(record.seq)
    }
  }

  /// Decodes what `bytes` made; nil for anything else.
  init?(_ bytes: [UInt8], of key: MediaKey) {
    guard case .object(let json)? = try? JSONValue(json: bytes, limits: DecodingLimits(bytes: Self.bytesAtMost)) else {
      return nil
    }
    self.init(json, of: key)
  }

  /// Decodes the members that `write` added; nil for anything else.
  init?(_ json: JSONObject, of key: MediaKey) {
    guard let conversation = json.text("conversation").flatMap({ ConversationID($0) }),
      let message = json.text("message").flatMap({ ClientID($0) }), let size = json.integer("size"), size >= 0,
      let name = json.text("name"), let announced = json.data("announced"), let expires = json.integer("expires")
    else { return nil }
    upload = MediaUpload(
      key, conversation: conversation, message: message, size: size, name: name, sha256: announced.isEmpty ? nil : announced,
      expires: expires)
    guard json["sha256"] != nil else {
      record = nil
      return
    }
    guard let sha256 = json.data("sha256"), let type = json.text("type").flatMap({ MediaType(rawValue: $0) }),
      let until = json.integer("until"), let seq = json.integer("seq").flatMap({ UInt64(exactly: $0) })
    else { return nil }
    record = MediaRecord(upload, sha256: sha256, type: type, until: until, seq: seq)
  }
}

extension JSONObject {
  func text(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }

  func integer(_ name: String) -> Int64? {
    if case .number(let number)? = self[name] { number.integer } else { nil }
  }

  func data(_ name: String) -> [UInt8]? {
    text(name).flatMap { text in Array(text.utf8).withUnsafeBytes { Base64.decode($0) } }
  }
}
