import MartletStore
import MartletWire

/// What a client or an app's server is told when it asks for something it cannot have.
package struct Refusal: Error, Sendable, Equatable {
  package let code: ErrorCode
  /// What of the request is at fault, where the registry says the code carries it.
  package let field: String
  package let limit: UInt64
  package let actual: UInt64
  package let retryAfterMilliseconds: UInt32

  package init(
    _ code: ErrorCode, field: String = "", limit: UInt64 = 0, actual: UInt64 = 0, retryAfterMilliseconds: UInt32 = 0
  ) {
    self.code = code
    self.field = field
    self.limit = limit
    self.actual = actual
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }
}

extension Wire.Failure {
  /// The form that is sent.
  package init(_ refusal: Refusal) {
    self.init(
      refusal.code, field: refusal.field, limit: refusal.limit, actual: refusal.actual,
      retryAfterMs: refusal.retryAfterMilliseconds)
  }
}

extension Refusal {
  /// What a client is told when a call of the store failed with this error.
  package init(storeFailure error: any Error) {
    switch (error as? StoreError)?.code {
    case .full: self.init(.storageFull, retryAfterMilliseconds: 5000)
    case .overloaded: self.init(.overloaded, retryAfterMilliseconds: 1000)
    // Whether a write took effect is not known, which is what this code says.
    case .unknown, nil: self.init(.internal)
    default: self.init(.unavailable, retryAfterMilliseconds: 1000)
    }
  }
}
