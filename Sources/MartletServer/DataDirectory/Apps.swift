import MartletWire

/// The apps of this server, strictly apart: no key belongs to two.
package struct Apps: Sendable {
  /// In the order of the file.
  ///
  /// Commands that name no app use the first.
  package let all: [AppKeys]
  private let byID: [AppID: AppKeys]

  /// Takes apps that share neither id nor key.
  ///
  /// - Throws: `ServerError` with code `.malformed`.
  package init(_ apps: [AppKeys]) throws {
    var byID: [AppID: AppKeys] = [:]
    var keys: Set<String> = []
    for app in apps {
      guard byID.updateValue(app, forKey: app.id) == nil else { throw ServerError(.malformed, "App \(app.id) is listed twice.") }
      for list in [app.secrets.map(\.id), app.tokenKeys.map(\.fingerprint)] {
        guard Set(list).count == list.count else {
          throw ServerError(.malformed, "App \(app.id) has a key that is listed twice.")
        }
      }
      // One that became a token key may still be a secret of the same app, until it is removed there.
      let own = Set(app.secrets.map(\.id) + app.tokenKeys.map(\.fingerprint))
      guard keys.isDisjoint(with: own) else { throw ServerError(.malformed, "App \(app.id) has a key of another app.") }
      keys.formUnion(own)
    }
    guard !apps.isEmpty else { throw ServerError(.malformed, "No app is listed.") }
    all = apps
    self.byID = byID
  }

  /// The keys of an app; nil if the app does not exist.
  package subscript(id: AppID) -> AppKeys? { byID[id] }

  /// Adds an app behind the others.
  ///
  /// - Throws: `ServerError` with code `.malformed`.
  package func adding(_ app: AppKeys) throws -> Apps {
    guard byID[app.id] == nil else { throw ServerError(.malformed, "App \(app.id) already exists.") }
    return try Apps(all + [app])
  }

  /// Replaces an app's keys.
  ///
  /// - Throws: The error of `change`; `ServerError` with code `.missing` or `.malformed`.
  package func changing(_ id: AppID, _ change: (AppKeys) throws -> AppKeys) throws -> Apps {
    guard byID[id] != nil else { throw ServerError(.missing, "App \(id) does not exist. List the apps with: martlet app list") }
    return try Apps(all.map { try $0.id == id ? change($0) : $0 })
  }
}
