import MartletWire

/// What went wrong, on this device, on the way, or on the server.
public struct MartletError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure: one of the server's registry, or one of this device.
  ///
  /// Open, so that more may come.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Origin: Hashable {
      case server(ErrorCode)
      case device(String)
    }
    private let origin: Origin

    /// A code of the server's error registry, such as `.server(.groupFull)`.
    public static func server(_ code: ErrorCode) -> Code { Code(origin: .server(code)) }

    /// The server's code; nil where the failure is of this device.
    public var server: ErrorCode? { if case .server(let code) = origin { code } else { nil } }

    /// The name in the registry, or of the failure on this device.
    public var description: String {
      switch origin {
      case .server(let code): code.name
      case .device(let name): name
      }
    }

    private static func device(_ name: String) -> Code { Code(origin: .device(name)) }

    /// The waiting task was cancelled.
    public static let cancelled = device("cancelled")
    /// It did not happen in the time given.
    public static let timedOut = device("timed_out")
    /// The client is neither connected nor connecting.
    public static let notConnected = device("not_connected")
    /// The client was closed.
    public static let closed = device("closed")
    /// The configuration cannot work; the message says what to change.
    public static let configurationInvalid = device("configuration_invalid")
    /// Another client, of this process or another, uses the directory.
    public static let directoryInUse = device("directory_in_use")
    /// This device's disk is full.
    ///
    /// Nothing was stored or sent.
    public static let storageFull = device("local_storage_full")
    /// The local database cannot be read or written.
    ///
    /// Nothing was stored or sent.
    public static let storageFailed = device("local_storage_failed")
    /// The system has no thread or file descriptor left for the client; the message says which.
    public static let systemExhausted = device("system_exhausted")
    /// The local database was written by a newer version of this library.
    public static let storageNewer = device("local_storage_newer")
    /// The directory holds another user's data.
    public static let otherUser = device("other_user")
    /// The server could not be reached; the message says why.
    public static let unreachable = device("unreachable")
    /// TLS could not be established: the certificate is not trusted, or the server speaks something else.
    public static let tlsFailed = device("tls_failed")
    /// The server sent what is not a packet of the protocol.
    public static let protocolViolation = device("protocol_violation")
    /// The app's token closure threw, or did not return in 60 seconds.
    public static let tokenUnavailable = device("token_unavailable")
    /// Too much waits already: in the outbox, or among the requests.
    public static let tooManyWaiting = device("too_many_waiting")
    /// What was asked for has not the form it must have; `field` names it.
    public static let argumentInvalid = device("argument_invalid")
    /// A content's JSON is not what its type says.
    public static let contentMalformed = device("content_malformed")
    /// The app's `MartletClient.Configuration.sendInterceptor` would not have it sent.
    public static let refusedByApp = device("refused_by_app")
    /// The same client id is in the outbox for something else.
    public static let clientIDConflict = server(.clientIdConflict)
    /// There is no such conversation, or the user is not a member.
    public static let conversationUnknown = server(.conversationUnknown)
    /// The token has expired, and so has the one the app gave in its place.
    public static let tokenExpired = server(.tokenExpired)
    /// The content is larger than the server takes.
    public static let contentTooLarge = server(.contentTooLarge)
  }

  /// The kind of failure.
  public let code: Code
  /// For the developer's log, in English, not for users; holds no content and no token.
  public let message: String
  /// The field that is not as it must be, where the code is about one.
  public let field: String?
  /// The limit that was passed, where the code is about one.
  public let limit: UInt64?
  /// How much there was, where a limit was passed.
  public let actual: UInt64?
  /// After how long to try again, where the server said so.
  public let retryAfter: Duration?

  package init(_ code: Code, _ message: String, field: String? = nil, limit: UInt64? = nil, actual: UInt64? = nil) {
    self.code = code
    self.message = message
    self.field = field
    self.limit = limit
    self.actual = actual
    retryAfter = nil
  }

  /// What an app's content type or interceptor has to say: the content is not as it must be.
  ///
  /// - Parameters:
  ///   - message: What to change, in English; no content.
  ///   - field: Which part is meant.
  /// - Returns: An error with the code `.argumentInvalid`.
  public static func invalid(_ message: String, field: String? = nil) -> MartletError {
    MartletError(.argumentInvalid, message, field: field)
  }

  /// Takes over what a server says.
  init(_ failure: Wire.Failure) {
    code = .server(failure.errorCode)
    message = failure.message
    field = failure.field.isEmpty ? nil : failure.field
    limit = failure.limit == 0 ? nil : failure.limit
    actual = failure.actual == 0 ? nil : failure.actual
    retryAfter = failure.retryAfterMs == 0 ? nil : .milliseconds(Int64(failure.retryAfterMs))
  }

  /// Code, message and field.
  public var description: String {
    let place = field.map { " (\($0))" } ?? ""
    return message.isEmpty ? "\(code)\(place)" : "\(code)\(place): \(message)"
  }
}

extension MartletError {
  static let closed = MartletError(.closed, "the client was closed")
  static let cancelled = MartletError(.cancelled, "the task was cancelled")
  static let conversationUnknown = MartletError(.conversationUnknown, "the conversation is not in the list")
  static let unexpectedAnswer = MartletError(
    .protocolViolation, "the server answered with something else than was asked for")
}
