import MartletMedia
import MartletNet
import MartletTesting
import MartletWire
import Testing

/// Files for tests.
enum Sample {
  static let app = known(AppID("app"))
  static let alice = MediaOwner(app: app, user: known(UserID("alice")))
  static let most = MediaUsage(uploads: 100, bytes: 1 << 40)

  static func known<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("a sample is malformed") }
    return value
  }

  static func upload(_ number: Int = 1, of user: String = "alice", size: Int64, sha256: [UInt8]? = nil) -> MediaUpload {
    let digits = String(number)
    let id = known(MediaID(String(repeating: "0", count: 32 - digits.utf8.count) + digits))
    return MediaUpload(
      MediaKey(id, of: MediaOwner(app: app, user: known(UserID(user)))), conversation: known(ConversationID("group:team")),
      message: known(ClientID("m\(number)")), size: size, name: "a \"b\"\n.txt", sha256: sha256, expires: 1)
  }

  static func sha256(_ text: String) -> [UInt8] {
    let digest = Digest(.sha256)
    Array(text.utf8).withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }
}

extension MediaStore {
  /// Makes an upload with these bytes, all at once.
  func fill(_ upload: MediaUpload, _ text: String, most: MediaUsage = Sample.most) async throws {
    try await begin(upload, most: most)
    try await resume(upload.key, at: 0, isChecked: false)
    try await append(SharedBytes(text.utf8), to: upload.key, at: 0)
    _ = try await settle(upload.key, isSound: true)
  }

  func text(_ key: MediaKey, _ offset: Int64, _ count: Int) async throws -> String {
    try await read(key, at: offset, count: count).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  func keptText(_ name: String, of key: MediaKey) async throws -> String? {
    try await kept(as: name, of: key)?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}

/// The code of the error that `body` throws; nil if it throws none.
func code(_ body: () async throws -> Void) async -> MediaError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? MediaError)?.code
  }
}
