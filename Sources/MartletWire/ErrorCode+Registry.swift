extension ErrorCode: CustomStringConvertible {
  /// Whether sending the same request again can make sense.
  public enum Retry: Sendable {
    /// It would be refused again.
    case never
    /// It may succeed later; with the same client id nothing is stored twice.
    case safe
  }

  /// The name in the registry, or `error_NUMBER` for a code that it does not list.
  public var name: String { entry?.name ?? "error_\(rawValue)" }

  /// The status of an HTTP answer that carries this error; 500 for a code that the registry does not list.
  public var httpStatus: Int { entry?.httpStatus ?? 500 }

  /// Whether to try again.
  ///
  /// A code that the registry does not list says `.safe`, which never loses a message.
  public var retry: Retry { entry?.retry ?? .safe }

  /// What it means, in English and for developers; empty for a code that the registry does not list.
  public var text: String { entry?.text ?? "" }

  /// The name.
  public var description: String { name }
}

extension Wire.Failure {
  /// A failure of the registry, with the details that the registry says it carries.
  ///
  /// Without a message of its own it has the text of the registry.
  package init(
    _ code: ErrorCode, field: String = "", limit: UInt64 = 0, actual: UInt64 = 0, retryAfterMs: UInt32 = 0, message: String? = nil
  ) {
    self.init(
      code: code.rawValue, name: code.name, message: message ?? code.text, field: field, limit: limit, actual: actual,
      retryAfterMs: retryAfterMs)
  }

  /// The code as one of the registry.
  package var errorCode: ErrorCode { ErrorCode(rawValue: code) }
}
