import MartletNet
import MartletServer
import MartletWire

extension CommandDescription {
  static let app = CommandDescription(
    name: "app",
    summary: "add apps, and list and rotate their keys",
    about: [
      """
      An app has one or two secrets, with which its own server signs REST calls, and
      one to eight token keys, which verify its users' tokens. This command changes
      apps.json in the data directory and tells a running server to read it.
      """,
      """
      ACTION is one of
        add       makes an app with a secret and a token key
        list      prints a line for each key: app, kind, id, algorithm
        rotate    makes a new key of this KIND; the old ones stay good
        remove    withdraws a key; a removed token key closes its sessions
      """,
      """
      To rotate without a gap: 'rotate', give the new key to whoever signs, wait until
      the last token of the old key has run out, then 'remove' the old one.
      """,
    ],
    options: [
      CommandOption(operand: "action", "ACTION", .choice(AppAction.allCases.map(\.rawValue)), says: "What to do."),
      CommandOption(
        operand: "kind", "KIND", .choice(KeyKind.allCases.map(\.rawValue)),
        says: "Which kind of key, for 'rotate' and 'remove': secret or token-key.", required: false),
      CommandOption(
        "data", "DIR", .text, required: true, says: "The server's data directory; 'add' makes it if it does not exist."),
      CommandOption("app", "ID", .app, says: "The app. Needed for all but 'list', which lists all apps without it."),
      CommandOption("key", "ID", .app, says: "The key to remove, as 'list' shows it."),
      CommandOption(
        "public-key", "FILE", .text,
        says:
          """
          The new token key is the public key in this PEM file: RSA of
          2048 bits or more (RS256), P-256 (ES256) or Ed25519 (EdDSA).
          """
      ),
      CommandOption(
        "kid", "NAME", .app, standard: "a hash of the key", says: "What tokens call the new token key in their header's kid."),
      CommandOption("show-secrets", says: "Also print the secrets that are made now."),
    ],
    examples: [
      ("martlet app add --data /srv/martlet --app shop --show-secrets", "an app, and what its server needs"),
      ("martlet app list --data /srv/martlet", "all keys of all apps, without secrets"),
      ("martlet app rotate secret --data /srv/martlet --app shop --show-secrets", "a second secret beside the first"),
      (
        "martlet app rotate token-key --data /srv/martlet --app shop --public-key login.pem --kid login-2",
        "tokens that a login service signs with its own private key"
      ),
      ("martlet app remove token-key --data /srv/martlet --app shop --key login-1", "its tokens are refused from now on"),
    ],
    run: { arguments, surroundings in try await AppChanging(arguments, surroundings).run() })
}

enum AppAction: String, CaseIterable { case add, list, rotate, remove }

enum KeyKind: String, CaseIterable {
  case secret
  case tokenKey = "token-key"
}

/// Changes the file of apps, and has the server that uses the directory read it.
struct AppChanging: Sendable {
  private let action: AppAction
  private let kind: KeyKind?
  private let directory: String
  private let app: AppID?
  /// The key to remove.
  private let key: String?
  private let publicKey: PublicKey?
  private let keyName: String?
  private let showsSecrets: Bool
  private let surroundings: Surroundings

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    guard let action = AppAction(rawValue: try arguments.required("action")) else {
      throw CommandFailure(.usage, "ACTION is missing")
    }
    self.action = action
    kind = arguments.text("kind").flatMap { KeyKind(rawValue: $0) }
    directory = try arguments.required("data")
    app = arguments.text("app").flatMap { AppID($0) }
    key = arguments.text("key")
    publicKey = try arguments.text("public-key").map { try AppChanging.publicKey(file: $0) }
    keyName = arguments.text("kid")
    showsSecrets = arguments.has("show-secrets")
    self.surroundings = surroundings

    let needsKind = action == .rotate || action == .remove
    guard needsKind == (kind != nil) else {
      throw CommandFailure(
        .usage,
        needsKind
          ? "say which kind of key: martlet app \(action.rawValue) secret, or martlet app \(action.rawValue) token-key"
          : "'\(action.rawValue)' takes no KIND")
    }
    guard action == .list || app != nil else { throw CommandFailure(.usage, "--app is missing: --app ID") }
    guard (action == .remove) == (key != nil) else {
      throw CommandFailure(.usage, action == .remove ? "--key is missing: --key ID" : "--key is for 'remove' only")
    }
    let makesTokenKey = action == .add || (action == .rotate && kind == .tokenKey)
    guard makesTokenKey || (publicKey == nil && keyName == nil) else {
      throw CommandFailure(.usage, "--public-key and --kid are for 'add' and 'rotate token-key' only")
    }
  }

  private static func publicKey(file: String) throws -> PublicKey {
    guard let text = fileText(file, limit: PublicKey.maximumTextBytes) else {
      throw CommandFailure(.missing, "\(file) cannot be read, or has more than \(PublicKey.maximumTextBytes) bytes")
    }
    do {
      return try PublicKey(pem: text)
    } catch let error as ServerError {
      throw CommandFailure(.malformed, "\(file): \(error.message)")
    }
  }

  func run() async throws -> ExitCode {
    do {
      switch action {
      case .list: try list()
      case .add, .rotate, .remove: try await change()
      }
      return .success
    } catch {
      throw error is OutputClosed ? error : CommandFailure(server: error)
    }
  }

  private func list() throws {
    let apps = try DataDirectory.apps(at: directory).all.filter { app == nil || $0.id == app }
    guard !apps.isEmpty else { throw CommandFailure(.missing, "there is no app \(app?.text ?? "")") }
    for app in apps { try write(app.lines(showingSecrets: false)) }
    for app in apps where !app.hasOwnTokenKeys {
      surroundings.say(
        "-- app \(app.id): its secrets also sign tokens; 'martlet app rotate token-key' makes a key for that alone")
    }
  }

  private func change() async throws {
    guard let app else { return }
    // The first command on a new directory makes it, as the first start of a server does.
    if action == .add, try DataDirectory.isNew(at: directory) {
      try DataDirectory.open(directory, random: SystemRandomBytes()).close()
    }
    var made: Set<String> = []
    var result: AppKeys?
    try DataDirectory.changeApps(at: directory) { apps in
      let old = Set(apps[app]?.keyIDs ?? [])
      let changed =
        action == .add
        ? try apps.adding(AppKeys(id: app, tokenKey: try newTokenKey(), random: SystemRandomBytes()))
        : try apps.changing(app) { try changedKeys(of: $0) }
      result = changed[app]
      made = Set(result?.keyIDs ?? []).subtracting(old)
      return changed
    }
    try await tellServer()
    // A key that is removed leaves nothing to show.
    guard action != .remove, let result else { return }
    try write(result.lines(only: made, showingSecrets: showsSecrets))
  }

  private func changedKeys(of app: AppKeys) throws -> AppKeys {
    switch (action, kind) {
    case (.rotate, .secret): return try app.adding(Secret(random: SystemRandomBytes()))
    case (.rotate, .tokenKey): return try app.adding(newTokenKey())
    case (.remove, .secret): return try app.removing(secret: key ?? "")
    case (.remove, .tokenKey): return try app.removing(tokenKey: key ?? "")
    default: return app
    }
  }

  private func newTokenKey() throws -> TokenKey {
    let material: TokenKey.Material =
      if let publicKey { .publicKey(publicKey) } else { .secret(try Secret(random: SystemRandomBytes())) }
    guard let key = TokenKey(material, id: keyName) else { throw CommandFailure(.usage, "--kid is not a key's name") }
    return key
  }

  /// Makes a running server reload the file; does nothing if none runs.
  private func tellServer() async throws {
    do {
      try await Administrator.of(directory) {
        _ = try await $0.call("POST", "/v1/apps/reload", Wire.Done?.none)
      } alone: {
        // One that is just starting may have read the old file: it holds the directory until it can be asked.
        try DataDirectory.open(directory, random: SystemRandomBytes(), attempts: 1).close()
      }
    } catch {
      let reason = CommandFailure(server: error)
      throw CommandFailure(
        reason.code, "apps.json was changed, but the running server did not read it: \(reason.message). Send it SIGHUP.")
    }
  }

  private func write(_ lines: [String]) throws {
    for line in lines { try surroundings.output.write(line + "\n") }
  }
}

extension AppKeys {
  /// All keys, each with its kind, so that a secret that became a token key is told apart.
  fileprivate var keyIDs: [String] {
    secrets.map { "\(KeyKind.secret.rawValue) \($0.id)" } + tokenKeys.map { "\(KeyKind.tokenKey.rawValue) \($0.id)" }
  }

  /// A line for each key: app, kind, id, algorithm, and the secret where it is to be shown.
  fileprivate func lines(only: Set<String>? = nil, showingSecrets: Bool) -> [String] {
    let rows =
      secrets.map { (kind: KeyKind.secret, id: $0.id, algorithm: SigningAlgorithm.hs256, secret: Optional($0)) }
      + tokenKeys.map { (kind: KeyKind.tokenKey, id: $0.id, algorithm: $0.algorithm, secret: $0.secret) }
    return rows.filter { only?.contains("\($0.kind.rawValue) \($0.id)") ?? true }.map { row in
      let words = [id.text, row.kind.rawValue, row.id, row.algorithm.rawValue]
      let shown = row.secret.flatMap { showingSecrets ? Base64URL.encode($0.bytes) : nil }
      return (words + [shown].compactMap { $0 }).joined(separator: " ")
    }
  }
}
