import Martlet

/// The server and the token that every client command needs.
struct ClientAccess: Sendable {
  let server: String
  let tokens: TokenSource
  let trustedCertificates: String?

  static let options = [
    CommandOption(
      "server", "URL", .server, required: true, variable: "MARTLET_SERVER", says: "The server: ws://HOST:PORT or wss://HOST:PORT."
    ),
    CommandOption(
      "token", "TOKEN", .text, variable: "MARTLET_TOKEN",
      says:
        """
        The user's token, as `martlet token` prints it. Other users of this
        machine can see command lines: use a file or the variable instead.
        """
    ),
    CommandOption("token-file", "FILE", .file, says: "Read the token from this file, and again when it has expired."),
    CommandOption(
      "trust", "FILE", .file, says: "For wss: trust the certificates in this PEM file instead of the system's."),
  ]

  init(_ arguments: Arguments) throws {
    server = try arguments.required("server")
    tokens = try TokenSource(arguments)
    trustedCertificates = arguments.text("trust")
  }

  /// Runs `body` with a client whose data is in `directory` (nil keeps it in memory), and closes it after that.
  func withClient<Value: Sendable>(
    directory: String?, _ body: @Sendable (MartletClient) async throws -> Value
  ) async throws -> Value {
    let client = try client(directory: directory)
    do {
      let value = try await body(client)
      await client.close()
      return value
    } catch {
      await client.close()
      throw error
    }
  }

  private func client(directory: String?) throws -> MartletClient {
    let tokens = tokens
    _ = try tokens.read()
    var configuration = MartletClient.Configuration(
      server: server, directory: directory,
      device: Device(class: .tool, name: "martlet \(CommandLineInterface.version)"),
      token: { try tokens.read() })
    configuration.trustedCertificates = trustedCertificates
    do {
      return try MartletClient(configuration: configuration)
    } catch {
      throw CommandFailure(error, directory: directory)
    }
  }
}

extension CommandFailure {
  /// The failure of a command, from an error of the client.
  init(_ error: MartletError, directory: String? = nil) {
    if error.code == .server(.userSuspended) {
      self.init(.signedOut, "signed out: \(error.ending)")
      return
    }
    if let code = error.code.server {
      let isAboutToken = (1200...1299).contains(code.rawValue)
      self.init(isAboutToken ? .signedOut : .refused, "\(isAboutToken ? "signed out" : "refused"): \(code.rawValue) \(error)")
      return
    }
    let place = directory ?? "the local data"
    switch error.code {
    case .directoryInUse:
      self.init(
        .directoryInUse, "another martlet chat of this user uses \(place). End it, or name another place with --data DIR.")
    case .otherUser: self.init(.usage, "\(place) holds another user's data. Name another place with --data DIR.")
    case .storageNewer: self.init(.storage, "\(place) was written by a newer version of martlet. Use that version.")
    case .storageFull, .storageFailed: self.init(.storage, "\(place) cannot be used: \(error)")
    case .unreachable, .tlsFailed, .timedOut: self.init(.unavailable, error.connectionAdvice)
    case .notConnected: self.init(.unavailable, "\(error)")
    case .configurationInvalid, .argumentInvalid: self.init(.usage, "\(error)")
    case .tokenUnavailable: self.init(.missing, "\(error)")
    default: self.init(.internalFailure, "\(error)")
    }
  }
}
