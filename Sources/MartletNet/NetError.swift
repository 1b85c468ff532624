import CUV

/// A network error.
package struct NetError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  ///
  /// Open: more may come.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String {
      case refused, timedOut, reset, unreachable, unknownHost, addressInUse, permission, exhausted, tls, protocolViolation, limit,
        closed, invalid, failed
    }
    private let name: Name

    /// The peer takes no connections there.
    package static let refused = Code(name: .refused)
    /// The peer did not act in time.
    package static let timedOut = Code(name: .timedOut)
    /// The peer broke the connection off.
    package static let reset = Code(name: .reset)
    /// No way leads to the peer.
    package static let unreachable = Code(name: .unreachable)
    /// The host's name has no address.
    package static let unknownHost = Code(name: .unknownHost)
    /// Someone listens at that address already, or the machine does not have it.
    package static let addressInUse = Code(name: .addressInUse)
    /// The system forbids it: a low port, a foreign file.
    package static let permission = Code(name: .permission)
    /// The process or the machine is out of descriptors or memory.
    package static let exhausted = Code(name: .exhausted)
    /// The handshake failed, the certificate is not trusted, or a key cannot be read.
    package static let tls = Code(name: .tls)
    /// The peer broke the rules of HTTP or WebSocket.
    package static let protocolViolation = Code(name: .protocolViolation)
    /// The peer passed a limit.
    package static let limit = Code(name: .limit)
    /// It was closed on this side, or the loop was stopped.
    package static let closed = Code(name: .closed)
    /// The caller's argument makes no sense: a path too long, a name with a NUL.
    package static let invalid = Code(name: .invalid)
    /// Anything else.
    package static let failed = Code(name: .failed)

    package var description: String { name.rawValue }
  }

  package let code: Code
  /// For an operator's log; holds nothing that a peer sent.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "net \(code): \(message)" }
}

extension NetError {
  /// Converts a status of libuv, which is a negated errno.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - doing: The operation that failed; nil for a message with the system's reason only.
  init(status: Int32, _ doing: String? = nil) {
    let code: Code =
      switch status {
      case UV_ECONNREFUSED.rawValue, UV_ENOENT.rawValue: .refused
      case UV_ETIMEDOUT.rawValue: .timedOut
      case UV_ECONNRESET.rawValue, UV_EPIPE.rawValue, UV_ECONNABORTED.rawValue: .reset
      case UV_EHOSTUNREACH.rawValue, UV_ENETUNREACH.rawValue, UV_ENETDOWN.rawValue: .unreachable
      case UV_EAI_NONAME.rawValue, UV_EAI_NODATA.rawValue, UV_EAI_AGAIN.rawValue, UV_EAI_FAIL.rawValue: .unknownHost
      case UV_EADDRINUSE.rawValue, UV_EADDRNOTAVAIL.rawValue: .addressInUse
      case UV_EACCES.rawValue, UV_EPERM.rawValue: .permission
      case UV_EMFILE.rawValue, UV_ENFILE.rawValue, UV_ENOMEM.rawValue, UV_ENOBUFS.rawValue: .exhausted
      case UV_ECANCELED.rawValue: .closed
      case UV_EINVAL.rawValue, UV_ENAMETOOLONG.rawValue: .invalid
      default: .failed
      }
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      text.initialize(repeating: 0)
      guard let base = text.baseAddress else { return "" }
      uv_strerror_r(status, base, text.count - 1)
      return String(cString: base)
    }
    self.init(code, doing.map { "\($0): \(reason)" } ?? reason)
  }
}
