import MartletWire
import Synchronization

/// The apps in force, which can be replaced while the server runs.
package final class AppRegistry: Sendable {
  private let apps: Mutex<Apps>

  package init(_ apps: Apps) {
    self.apps = Mutex(apps)
  }

  /// The apps in force now.
  package var current: Apps { apps.withLock { $0 } }

  /// Replaces the apps; open sessions stay open.
  package func replace(with apps: Apps) { self.apps.withLock { $0 = apps } }
}

extension Apps {
  /// True if one of the app's secrets made the code of a request.
  ///
  /// An unknown app has no secrets. Takes the same time for an unknown app as for a wrong code, and for one secret as for two, so
  /// that timing does not reveal which apps exist.
  ///
  /// - Throws: `ServerError` with code `.cryptography`.
  func didMake(_ code: [UInt8], of message: some Collection<UInt8>, app: AppID?) throws -> Bool {
    let secrets = app.flatMap { self[$0] }?.secrets ?? []
    return try Self.index(of: code, message, among: secrets, trying: AppKeys.maximumSecretCount) != nil
  }

  /// The key that signed a token; nil if there is none, or if the app does not exist.
  ///
  /// Only keys for the token's algorithm are tried, so the token cannot choose how a key is used. With HS256 an unknown app
  /// takes as long as a wrong signature.
  ///
  /// - Parameters:
  ///   - signature: As in the token.
  ///   - message: The signed bytes.
  ///   - algorithm: As the token's header says.
  ///   - id: The key the header names; without one, each key for the algorithm is tried.
  ///   - app: As the token's claims say.
  /// - Returns: The key, which is for this algorithm.
  /// - Throws: `ServerError` with code `.cryptography`.
  func signer(
    of signature: [UInt8], _ message: [UInt8], _ algorithm: SigningAlgorithm, key id: String?, app: AppID?
  ) throws -> TokenKey? {
    let app = app.flatMap { self[$0] }
    var keys = app?.tokenKeys.filter { $0.algorithm == algorithm } ?? []
    // The secrets of an app without token keys never had names.
    if let id, app?.hasOwnTokenKeys == true { keys = keys.filter { $0.id == id } }
    guard algorithm == .hs256 else {
      return try keys.first { key in
        if case .publicKey(let key) = key.material { try key.isSignature(signature, of: message) } else { false }
      }
    }
    let attempts = id == nil ? AppKeys.maximumTokenKeyCount : AppKeys.maximumSecretCount
    return try Self.index(of: signature, message, among: keys.compactMap(\.secret), trying: attempts).map { keys[$0] }
  }

  /// The index of the secret that made the code.
  ///
  /// Always takes the same number of attempts.
  private static func index(
    of code: [UInt8], _ message: some Collection<UInt8>, among secrets: [Secret], trying attempts: Int
  ) throws -> Int? {
    let decoy = [UInt8](repeating: 0, count: Secret.minimumByteCount)
    var found: Int?
    for index in 0..<max(attempts, secrets.count) {
      let secret = index < secrets.count ? secrets[index].bytes : decoy
      let isEqual = isEqualInConstantTime(try HMACSHA256.code(key: secret, message: message), code)
      if isEqual && index < secrets.count { found = index }
    }
    return found
  }
}
