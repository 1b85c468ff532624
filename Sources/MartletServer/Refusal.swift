import MartletStore
import MartletWire

/// The error for a client or an app's server whose request cannot be met.
package struct Refusal: Error, Sendable, Equatable {
  package let code: ErrorCode
  /// The field of the request at fault, if the registry's code carries one.
  package let field: String
  package let limit: UInt64
  package let actual: UInt64
  package let retryAfterMilliseconds: UInt32
  /// The time at which it ends, in milliseconds since 1970; 0 if the code has none.
  package let until: Int64

  package init(
    _ code: ErrorCode, field: String = "", limit: UInt64 = 0, actual: UInt64 = 0, retryAfterMilliseconds: UInt32 = 0,
    until: Int64 = 0
  ) {
    self.code = code
    self.field = field
    self.limit = limit
    self.actual = actual
    self.retryAfterMilliseconds = retryAfterMilliseconds
    self.until = until
  }
}

extension Wire.Failure {
  /// The form that is sent.
  package init(_ refusal: Refusal) {
    self.init(
      refusal.code, field: refusal.field, limit: refusal.limit, actual: refusal.actual,
      retryAfterMs: refusal.retryAfterMilliseconds, until: refusal.until)
  }
}

extension Refusal {
  /// The refusal for a client when a call of the store failed with this error.
  package init(storeFailure error: any Error) {
    switch (error as? StoreError)?.code {
    case .full: self.init(.storageFull, retryAfterMilliseconds: 5000)
    case .overloaded: self.init(.overloaded, retryAfterMilliseconds: 1000)
    // This code says that the write may or may not have taken effect.
    case .unknown, nil: self.init(.internal)
    default: self.init(.unavailable, retryAfterMilliseconds: 1000)
    }
  }
}
