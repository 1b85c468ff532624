extension ErrorCode: CustomStringConvertible {
  /// Whether the same request can succeed if it is sent again.
  @nonexhaustive
  public enum Retry: Sendable {
    /// It would be refused again.
    case never
    /// It may succeed later; with the same client id nothing is stored twice.
    case safe
  }

  /// The name in the registry, or `error_NUMBER` for an unlisted code.
  public var name: String { entry?.name ?? "error_\(rawValue)" }

  /// The HTTP status of an answer with this error; 500 for an unlisted code.
  public var httpStatus: Int { entry?.httpStatus ?? 500 }

  /// Whether to retry.
  ///
  /// An unlisted code is `.safe`, so that no message is lost.
  public var retry: Retry { entry?.retry ?? .safe }

  /// The meaning, in English, for developers; empty for an unlisted code.
  public var text: String { entry?.text ?? "" }

  /// The name.
  public var description: String { name }
}

extension Wire.Failure {
  /// A failure of the registry, with the details that the registry says it carries.
  ///
  /// Without a message of its own it has the text of the registry.
  package init(
    _ code: ErrorCode, field: String = "", limit: UInt64 = 0, actual: UInt64 = 0, retryAfterMs: UInt32 = 0, until: Int64 = 0,
    message: String? = nil
  ) {
    self.init(
      code: code.rawValue, name: code.name, message: message ?? code.text, field: field, limit: limit, actual: actual,
      retryAfterMs: retryAfterMs, until: until)
  }

  /// The code as one of the registry.
  package var errorCode: ErrorCode { ErrorCode(rawValue: code) }
}
