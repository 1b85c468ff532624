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

  /// Puts other apps in force; sessions that are open stay open.
  package func replace(with apps: Apps) { self.apps.withLock { $0 = apps } }
}

extension Apps {
  /// Whether one of the app's secrets made the code; an app that does not exist has none.
  ///
  /// Takes as long for an unknown app as for a wrong code, and for an app with one secret as for one with two,
  /// so that who has no secret cannot learn which apps there are.
  ///
  /// - Throws: `ServerError` with code `.cryptography`.
  func didMake(_ code: [UInt8], of message: some Collection<UInt8>, app: AppID?) throws -> Bool {
    let secrets = app.flatMap { self[$0] }?.secrets ?? []
    let decoy = [UInt8](repeating: 0, count: Secret.minimumByteCount)
    var isMade = false
    for index in 0..<AppKeys.maximumSecretCount {
      let secret = index < secrets.count ? secrets[index].bytes : decoy
      let isEqual = isEqualInConstantTime(try HMACSHA256.code(key: secret, message: message), code)
      if isEqual && index < secrets.count { isMade = true }
    }
    return isMade
  }
}
