import MartletWire

/// An error on this device, on the connection, or from the server.
public struct MartletError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error: a code of the server's registry, or one of this device.
  ///
  /// The set is open: later versions may add codes.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Origin: Hashable {
      case server(ErrorCode)
      case device(String)
    }
    private let origin: Origin

    /// Returns a code of the server's error registry, such as `.server(.groupFull)`.
    public static func server(_ code: ErrorCode) -> Code { Code(origin: .server(code)) }

    /// The server's code; nil for an error of this device.
    public var server: ErrorCode? { if case .server(let code) = origin { code } else { nil } }

    /// The code's name, in the registry or on this device.
    public var description: String {
      switch origin {
      case .server(let code): code.name
      case .device(let name): name
      }
    }

    private static func device(_ name: String) -> Code { Code(origin: .device(name)) }

    /// The waiting task was cancelled.
    public static let cancelled = device("cancelled")
    /// The operation did not complete in the given time.
    public static let timedOut = device("timed_out")
    /// The client is neither connected nor connecting.
    public static let notConnected = device("not_connected")
    /// The client was closed.
    public static let closed = device("closed")
    /// The client is suspended; `MartletClient.resume()` opens its local data again.
    public static let suspended = device("suspended")
    /// The configuration is invalid; the message says what to change.
    public static let configurationInvalid = device("configuration_invalid")
    /// Another client, in this process or another, uses the directory.
    public static let directoryInUse = device("directory_in_use")
    /// The device's disk is full; nothing was stored or sent.
    public static let storageFull = device("local_storage_full")
    /// The local database cannot be read or written; nothing was stored or sent.
    public static let storageFailed = device("local_storage_failed")
    /// No thread or file descriptor is available for the client; the message says which.
    public static let systemExhausted = device("system_exhausted")
    /// A newer version of this library wrote the local database.
    public static let storageNewer = device("local_storage_newer")
    /// The directory holds another user's data.
    public static let otherUser = device("other_user")
    /// The server could not be reached; the message says why.
    public static let unreachable = device("unreachable")
    /// TLS could not be established: the certificate is not trusted, or the server does not speak TLS.
    public static let tlsFailed = device("tls_failed")
    /// The server sent bytes that are not a valid packet.
    public static let protocolViolation = device("protocol_violation")
    /// The app's token closure threw an error, or did not return within 60 seconds.
    public static let tokenUnavailable = device("token_unavailable")
    /// Too many operations are pending, in the outbox or among the requests.
    public static let tooManyWaiting = device("too_many_waiting")
    /// An argument is malformed or out of range; `field` names it.
    public static let argumentInvalid = device("argument_invalid")
    /// The JSON of a content does not match its type.
    public static let contentMalformed = device("content_malformed")
    /// The app's `MartletClient.Configuration.sendInterceptor` rejected the message.
    public static let refusedByApp = device("refused_by_app")
    /// The outbox already has a different operation under this client id.
    public static let clientIDConflict = server(.clientIdConflict)
    /// The conversation does not exist, or the user is not a member.
    public static let conversationUnknown = server(.conversationUnknown)
    /// The token has expired, and so has its replacement from the app.
    public static let tokenExpired = server(.tokenExpired)
    /// The content is larger than the server accepts.
    public static let contentTooLarge = server(.contentTooLarge)
  }

  /// The kind of error.
  public let code: Code
  /// A description in English for the developer's log, not for users; contains no content and no token.
  public let message: String
  /// The invalid field, if the code is about one.
  public let field: String?
  /// The exceeded limit, if the code is about one; the unit depends on the code.
  public let limit: UInt64?
  /// The actual amount, if a limit was exceeded.
  public let actual: UInt64?
  /// The time to wait before a retry, if the server gave one.
  public let retryAfter: Duration?
  /// The time at which the refusal ends, such as a suspension; nil if the code has none.
  public let until: Timestamp?

  package init(_ code: Code, _ message: String, field: String? = nil, limit: UInt64? = nil, actual: UInt64? = nil) {
    self.code = code
    self.message = message
    self.field = field
    self.limit = limit
    self.actual = actual
    (retryAfter, until) = (nil, nil)
  }

  /// Returns the error that an app's content type or interceptor throws for an invalid content.
  ///
  /// - Parameters:
  ///   - message: What to change, in English, without any content.
  ///   - field: The invalid part.
  /// - Returns: An error with the code `.argumentInvalid`.
  public static func invalid(_ message: String, field: String? = nil) -> MartletError {
    MartletError(.argumentInvalid, message, field: field)
  }

  /// Converts an error from the server.
  package init(_ failure: Wire.Failure) {
    code = .server(failure.errorCode)
    message = failure.message
    field = failure.field.isEmpty ? nil : failure.field
    limit = failure.limit == 0 ? nil : failure.limit
    actual = failure.actual == 0 ? nil : failure.actual
    retryAfter = failure.retryAfterMs == 0 ? nil : .milliseconds(Int64(failure.retryAfterMs))
    until = failure.until == 0 ? nil : Timestamp(milliseconds: failure.until)
  }

  /// The code, message and field.
  public var description: String {
    let place = field.map { " (\($0))" } ?? ""
    return message.isEmpty ? "\(code)\(place)" : "\(code)\(place): \(message)"
  }
}

extension MartletError {
  package static let closed = MartletError(.closed, "the client was closed")
  package static let suspended = MartletError(.suspended, "the client is suspended; call resume()")
  package static let cancelled = MartletError(.cancelled, "the task was cancelled")
  package static let conversationUnknown = MartletError(.conversationUnknown, "the conversation is not in the list")
  package static let unexpectedAnswer = MartletError(
    .protocolViolation, "the server's answer does not match the request")
}
