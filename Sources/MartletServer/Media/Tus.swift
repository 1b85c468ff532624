import MartletMedia
import MartletNet
import MartletWire

/// The forms of the tus protocol, version 1.0.0.
enum Tus {
  static let version = "1.0.0"
  /// The extensions that the server has.
  static let extensions = "creation,creation-with-upload,termination,checksum,expiration"
  /// The type of the bytes of an upload.
  static let contentType = "application/offset+octet-stream"

  /// Says in a response that it is one of this protocol.
  static func mark(_ response: inout HTTPResponse) {
    response.headers.add(name: "Tus-Resumable", value: version)
    if response.status == 412 { response.headers.add(name: "Tus-Version", value: version) }
  }

  /// A whole number of at most 18 digits.
  static func number(_ name: String, in headers: HTTPHeaders) throws(Refusal) -> Int64 {
    let values = headers.all(name: name)
    guard values.count == 1, (1...18).contains(values[0].utf8.count), values[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(values[0])
    else { throw Refusal(.fieldInvalid, field: name.lowercased()) }
    return number
  }

  /// What a client says of an upload: words with values in base64.
  ///
  /// A word that comes twice, or a value that is no UTF-8, is refused.
  static func metadata(_ headers: HTTPHeaders) throws(Refusal) -> [String: String] {
    let malformed = Refusal(.fieldInvalid, field: "upload-metadata")
    var found: [String: String] = [:]
    for pair in headers.list(name: "Upload-Metadata") {
      let parts = pair.split(separator: " ", maxSplits: 1)
      let digits = parts.count > 1 ? Array(parts[1].utf8) : []
      guard let name = parts.first, let bytes = digits.withUnsafeBytes({ Base64.decode($0) }),
        let value = String(validating: bytes, as: UTF8.self), found.updateValue(value, forKey: String(name)) == nil
      else { throw malformed }
    }
    return found
  }

  /// A checksum that a client says.
  struct Checksum {
    let function: Digest.Function
    let bytes: [UInt8]
  }

  static func checksum(_ headers: HTTPHeaders) throws(Refusal) -> Checksum? {
    let values = headers.all(name: "Upload-Checksum")
    guard let value = values.first else { return nil }
    let parts = value.split(separator: " ")
    guard values.count == 1, parts.count == 2, let function = Digest.Function(rawValue: String(parts[0])),
      let bytes = Array(parts[1].utf8).withUnsafeBytes({ Base64.decode($0) })
    else { throw Refusal(.fieldInvalid, field: "upload-checksum") }
    return Checksum(function: function, bytes: bytes)
  }
}
