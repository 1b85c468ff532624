import MartletWire
import Synchronization

/// Loads the file of apps, and closes sessions whose key was removed.
package final class AppReload: Sendable {
  private let registry: AppRegistry
  private let read: @Sendable () throws -> Apps
  private let sessions: any SessionControl
  /// One at a time, so that the file read last is the one in force.
  private let turn = Mutex<Void>(())

  /// - Parameters:
  ///   - registry: The apps in force.
  ///   - sessions: Told when keys are removed.
  ///   - read: Reads the file of apps.
  package init(_ registry: AppRegistry, sessions: any SessionControl, read: @escaping @Sendable () throws -> Apps) {
    self.registry = registry
    self.sessions = sessions
    self.read = read
  }

  /// Reads the file of apps; from now on it decides which tokens and signatures are good.
  ///
  /// Sessions that were opened with a token whose key is not listed any more end before this returns.
  ///
  /// - Throws: `ServerError` if the file cannot be used; the apps in force stay.
  package func run() async throws {
    let removesKeys = try turn.withLock { _ in
      let (old, new) = (registry.current, try read())
      registry.replace(with: new)
      return old.all.contains { app in app.tokenKeys.contains { !new.accepts($0.fingerprint, of: app.id) } }
    }
    if removesKeys { await sessions.keysRemoved { [registry] app, key in registry.current.accepts(key, of: app) } }
  }
}

extension Apps {
  /// Whether an app's tokens may be signed with the key of this fingerprint.
  func accepts(_ fingerprint: String, of app: AppID) -> Bool {
    self[app]?.tokenKeys.contains { $0.fingerprint == fingerprint } ?? false
  }
}
