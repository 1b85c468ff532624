import COpenSSL
import Synchronization

/// The basis of TLS sessions: versions, keys and trust.
///
/// `@unchecked Sendable`: it is not changed after `init`, and libssl lets any thread create sessions from an unchanged context.
final class TLSContext: @unchecked Sendable {
  let context: OpaquePointer

  // SSL_OP_NO_COMPRESSION and others, which are macros with a cast that Swift does not see.
  private static let noCompression: UInt64 = 1 << 17
  private static let serverChooses: UInt64 = 1 << 22
  private static let noRenegotiation: UInt64 = 1 << 30

  /// TLS 1.2 and 1.3, with forward secrecy and authenticated encryption only.
  init(isServer: Bool) throws {
    guard let context = SSL_CTX_new(isServer ? TLS_server_method() : TLS_client_method()) else {
      throw NetError.tls("no context")
    }
    self.context = context
    SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
    SSL_CTX_set_options(context, Self.noCompression | Self.noRenegotiation | Self.serverChooses)
    // An idle session holds no buffers.
    SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS) | Int(SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER), nil)
    guard SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1 else { throw NetError.tls("no ciphers") }
    SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
  }

  deinit { SSL_CTX_free(context) }
}

extension NetError {
  /// An error with libssl's reason, which is removed from its queue.
  static func tls(_ doing: String) -> NetError {
    let code = ERR_get_error()
    ERR_clear_error()
    guard code != 0, let reason = ERR_reason_error_string(code) else { return NetError(.tls, doing) }
    return NetError(.tls, "\(doing): \(String(cString: reason))")
  }
}

/// A server's certificate and key.
package final class TLSServerConfiguration: Sendable {
  private let certificateFile: String
  private let keyFile: String
  private let present: Mutex<TLSContext>

  /// Reads both.
  ///
  /// - Parameters:
  ///   - certificateFile: PEM: the server's certificate, then those that lead to a root.
  ///   - keyFile: PEM, without a passphrase.
  /// - Throws: `.tls` if they cannot be read or do not belong together.
  package init(certificateFile: String, keyFile: String) throws {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
    present = Mutex(try Self.load(certificateFile, keyFile))
  }

  /// Reads both again: handshakes from now on use them, connections that are open stay.
  ///
  /// Throws as `init` does, and then the old ones stay in use.
  package func reload() throws {
    let context = try Self.load(certificateFile, keyFile)
    present.withLock { $0 = context }
  }

  var context: TLSContext { present.withLock { $0 } }

  private static func load(_ certificateFile: String, _ keyFile: String) throws -> TLSContext {
    let made = try TLSContext(isServer: true)
    ERR_clear_error()
    guard SSL_CTX_use_certificate_chain_file(made.context, certificateFile) == 1 else {
      throw NetError.tls("reading the certificate \(certificateFile)")
    }
    guard SSL_CTX_use_PrivateKey_file(made.context, keyFile, SSL_FILETYPE_PEM) == 1 else {
      throw NetError.tls("reading the key \(keyFile)")
    }
    guard SSL_CTX_check_private_key(made.context) == 1 else {
      throw NetError.tls("the key \(keyFile) does not belong to the certificate")
    }
    return made
  }
}

/// The certificates that a client trusts.
package final class TLSClientConfiguration: Sendable {
  package enum Trust: Sendable {
    /// The machine's certificate authorities.
    case system
    /// Those of a PEM file, which may be the server's own certificate.
    case file(String)
    /// Any certificate.
    ///
    /// For inspection only: an attacker in between can read and change everything.
    case nobodyChecked
  }

  let context: TLSContext
  let serverName: String?
  let isChecked: Bool

  /// Reads the trusted certificates.
  ///
  /// - Parameters:
  ///   - trust: The trusted authorities.
  ///   - serverName: The name or address that the certificate must be for; default: the host of the connection.
  /// - Throws: `.tls` if the file cannot be read.
  package init(trust: Trust = .system, serverName: String? = nil) throws {
    context = try TLSContext(isServer: false)
    self.serverName = serverName
    ERR_clear_error()
    switch trust {
    case .system:
      isChecked = true
      guard SSL_CTX_set_default_verify_paths(context.context) == 1 else {
        throw NetError.tls("reading the system's trusted certificates")
      }
    case .file(let path):
      isChecked = true
      guard SSL_CTX_load_verify_locations(context.context, path, nil) == 1 else { throw NetError.tls("reading \(path)") }
      // So that a certificate in the file is trusted though its issuer is not there.
      X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context.context), UInt(X509_V_FLAG_PARTIAL_CHAIN))
    case .nobodyChecked: isChecked = false
    }
    SSL_CTX_set_verify(context.context, isChecked ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
  }
}
