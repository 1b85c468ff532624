import MartletMedia
import MartletNet
import MartletStore
import MartletWire

/// A file of a message, or something that is made of it.
struct MediaPlace: Equatable {
  let message: MessageID
  let id: MediaID
  /// Nil for the file itself.
  let product: VariantMaker.Product?

  /// The path without what is before it: `CONVERSATION/SEQ/ID`, or that and `/PRODUCT`.
  init?(_ path: some StringProtocol, caller: UserID?, kinds: Kinds) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let product = parts.count == 4 ? VariantMaker.Product(parts[3]) : nil
    guard parts.count == (product == nil ? 3 : 4), let name = PercentEncoding.decode(parts[0]),
      let conversation = kinds.id(name, caller: caller),
      let seq = UInt64(parts[1]), seq > 0, seq <= UInt64(UInt32.max), let id = MediaID(String(parts[2]))
    else { return nil }
    message = conversation.message(at: seq)
    self.id = id
    self.product = product
  }

  var path: String {
    "\(MediaService.path)\(message.conversation.text)/\(message.seq)/\(id.text)" + (product.map { "/\($0.name)" } ?? "")
  }
}

/// A link to a file of a message for one user, which anybody may use until it expires.
///
/// It is signed with the app's secret, so it holds for one app and one file, at all nodes, and dies with the secret. It lets its
/// user see nothing that the user may not see when it is used.
struct MediaLink {
  let place: MediaPlace
  let reader: MediaOwner
  /// Seconds since 1970.
  let expires: Int64

  private var signed: String {
    ["martlet-media-1", reader.app.text, reader.user.text, place.path, "\(expires)"].joined(separator: "\n")
  }

  /// The path and the query; throws `ServerError`.
  func target(_ keys: AppKeys) throws -> String {
    guard let secret = keys.secrets.first else { throw Refusal(.internal) }
    let code = try HMACSHA256.code(key: secret.bytes, message: signed.utf8)
    return "\(place.path)?app=\(reader.app)&user=\(PercentEncoding.encode(reader.user.text))&expires=\(expires)"
      + "&signature=\(Hexadecimal.encode(code))"
  }

  /// Reads a link that holds at a time in milliseconds since 1970.
  init(path: some StringProtocol, query: String, apps: Apps, kinds: Kinds, now: Int64) throws(Refusal) {
    let invalid = Refusal(.mediaLinkInvalid)
    var values: [Substring: String] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = PercentEncoding.decode(parts[1]), values.updateValue(value, forKey: parts[0]) == nil
      else {
        throw invalid
      }
    }
    guard values.count == 4, let app = values["app"].flatMap({ AppID($0) }), let user = values["user"].flatMap({ UserID($0) }),
      let expires = values["expires"].flatMap({ Int64($0) }), let code = Hexadecimal.decode((values["signature"] ?? "").utf8),
      let place = MediaPlace(path, caller: user, kinds: kinds)
    else { throw invalid }
    self.place = place
    reader = MediaOwner(app: app, user: user)
    self.expires = expires
    let isSigned: Bool
    do { isSigned = try apps.didMake(code, of: signed.utf8, app: app) } catch { throw Refusal(.internal) }
    guard isSigned, expires > now / 1000 else { throw invalid }
  }

  init(_ place: MediaPlace, for reader: MediaOwner, expires: Int64) {
    self.place = place
    self.reader = reader
    self.expires = expires
  }
}
