import MartletNet
import MartletServer
import MartletStore
import MartletWire

extension CommandDescription {
  static let token = CommandDescription(
    name: "token",
    summary: "create a user's token",
    about: [
      """
      Prints a token that the user signs in with, and nothing else. Creates the user if
      need be. The server may be running or stopped; before its first start, token
      creates the data directory.
      """
    ],
    options: [
      CommandOption(
        "data", "DIR", .directory, required: true, says: "The server's data directory. Created if it does not exist."),
      CommandOption("user", "NAME", .user, required: true, says: "The user id: 1 to 64 letters, digits and _ . @ + = -"),
      CommandOption(
        "valid", "TIME", .duration(1...31_622_400), standard: "7d",
        says: "How long the token is valid, such as 3600, 12h or 30d."),
      CommandOption("app", "ID", .app, standard: "the first app of the server", says: "The app the user belongs to."),
    ],
    examples: [
      ("martlet token --data /srv/martlet --user alice", "a token for a week"),
      (
        "martlet token --data /srv/martlet --user bot --valid 365d > bot.token",
        "kept in a file; run umask 077 before, so that others cannot read it"
      ),
    ],
    run: { arguments, surroundings in try await TokenMaking(arguments, surroundings).run() })
}

/// Creates a token: asks the server that uses the data directory, or signs it here if no server runs.
struct TokenMaking: Sendable {
  private let directory: String
  private let user: UserID
  private let app: AppID?
  private let lifetime: UInt32
  private let surroundings: Surroundings

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    directory = try arguments.required("data")
    guard let user = UserID(try arguments.required("user")) else { throw CommandFailure(.usage, "--user takes a user id") }
    self.user = user
    app = arguments.text("app").flatMap { AppID($0) }
    lifetime = UInt32(clamping: arguments.duration("valid") ?? 0)
    self.surroundings = surroundings
  }

  func run() async throws -> ExitCode {
    do {
      try surroundings.output.write(try await token() + "\n")
      return .success
    } catch let refusal as Refusal where refusal.code == .notSupportedHere {
      throw CommandFailure(
        .refused,
        "the app has public token keys only: its own server signs its tokens. 'martlet app rotate token-key' adds a key "
          + "with which this command can sign")
    } catch {
      throw error is OutputClosed ? error : CommandFailure(server: error)
    }
  }

  private func token() async throws -> String {
    try await Administrator.of(directory) { server in
      do {
        _ = try await server.call("POST", "/v1/users", Wire.CreateUser(user: user.text), app: app)
        let request = Wire.CreateToken(user: user.text, validSeconds: lifetime)
        return try Wire.Token(json: try await server.call("POST", "/v1/tokens", request, app: app)).token
      } catch let refusal as Refusal where app != nil && refusal.field == RequestSignature.Header.app {
        throw TokenMaking.noApp(app)
      }
    } alone: {
      try await made()
    }
  }

  /// Signs the token here, while no server uses the directory.
  private func made() async throws -> String {
    let data = try DataDirectory.open(directory, random: SystemRandomBytes(), attempts: 1)
    defer { data.close() }
    try data.check(.files)
    let apps = try data.apps()
    guard let keys = app.map({ apps[$0] }) ?? apps.all.first else { throw TokenMaking.noApp(app) }
    let configuration = try ServeConfiguration(Arguments(values: ["data": directory])).values
    var options = SQLiteStore.Options()
    // The server's own retention may be set in a configuration file elsewhere.
    options.rememberedMilliseconds = .max
    let store = try await SQLiteStore.open(directory: data.path, options: options)
    do {
      let now = surroundings.time.wallMilliseconds
      let record = try await store.createUser(user, app: keys.id, at: now).record
      let token = try TokenIssuer(configuration.limits.of(keys.id)).issue(for: record, keys: keys, lifetime: lifetime, now: now)
        .token
      await store.close()
      return token
    } catch {
      await store.close()
      throw error
    }
  }

  private static func noApp(_ app: AppID?) -> CommandFailure {
    CommandFailure(.missing, "the server has no app \(app?.text ?? "at all"). 'martlet app list' shows its apps.")
  }
}
