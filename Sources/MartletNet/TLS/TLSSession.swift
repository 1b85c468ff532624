import COpenSSL

/// One end of a TLS connection: takes bytes from the socket, and produces bytes for the socket.
///
/// Lives on one loop.
final class TLSSession {
  private let session: OpaquePointer
  /// Buffers of bytes from the socket and for the socket; both belong to the session.
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  /// Bytes waiting to be encrypted.
  var plain = WriteQueue()
  private(set) var isEstablished = false

  /// A server's end.
  convenience init(server: TLSServerConfiguration) throws {
    try self.init(context: server.context)
    SSL_set_accept_state(session)
  }

  /// A client's end, for a server of that name or numeric address.
  convenience init(client: TLSClientConfiguration, host: String) throws {
    try self.init(context: client.context)
    SSL_set_connect_state(session)
    let name = client.serverName ?? host
    let isAddress = SocketAddress(numeric: name, port: 0) != nil
    if !isAddress {
      guard name.withCString({ SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, 0, UnsafeMutableRawPointer(mutating: $0)) }) == 1
      else { throw NetError.tls("the server's name is malformed") }
    }
    guard client.isChecked else { return }
    SSL_set_hostflags(session, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    let isSet = isAddress ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), name) : SSL_set1_host(session, name)
    guard isSet == 1 else { throw NetError.tls("the server's name is malformed") }
  }

  private init(context: TLSContext) throws {
    ERR_clear_error()
    guard let session = SSL_new(context.context) else { throw NetError.tls("no session") }
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
      SSL_free(session)
      throw NetError.tls("no session")
    }
    SSL_set_bio(session, incoming, outgoing)
    self.session = session
    self.incoming = incoming
    self.outgoing = outgoing
  }

  deinit { SSL_free(session) }

  var peerCertificateExpiry: Int64? { SSL_get0_peer_certificate(session).flatMap { CertificateExpiry.of($0) } }

  /// Takes bytes from the socket, or none to begin.
  ///
  /// - Parameters:
  ///   - bytes: As they arrived.
  ///   - buffer: Space for decrypted bytes.
  ///   - established: Called when the handshake is done, before anything is delivered.
  ///   - deliver: Called with decrypted bytes; returns false to stop.
  /// - Returns: `.ended` if the peer has ended its side.
  /// - Throws: `.tls`.
  func receive(
    _ bytes: UnsafeRawBufferPointer, buffer: UnsafeMutableRawBufferPointer, established: () -> Void,
    deliver: (UnsafeRawBufferPointer) -> Bool
  ) throws -> Bool {
    ERR_clear_error()
    if !bytes.isEmpty, BIO_write(incoming, bytes.baseAddress, Int32(truncatingIfNeeded: bytes.count)) != bytes.count {
      throw NetError.tls("no memory")
    }
    if !isEstablished {
      let status = SSL_do_handshake(session)
      guard status == 1 else {
        if SSL_get_error(session, status) == SSL_ERROR_WANT_READ { return false }
        throw handshakeFailure()
      }
      isEstablished = true
      established()
    }
    while true {
      ERR_clear_error()
      let count = SSL_read(session, buffer.baseAddress, Int32(truncatingIfNeeded: buffer.count))
      if count > 0 {
        guard deliver(UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)])) else { return false }
        continue
      }
      switch SSL_get_error(session, count) {
      case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return false
      case SSL_ERROR_ZERO_RETURN: return true
      default: throw NetError.tls("decrypting")
      }
    }
  }

  private func handshakeFailure() -> NetError {
    let verdict = SSL_get_verify_result(session)
    guard verdict != Int(X509_V_OK), let reason = X509_verify_cert_error_string(verdict) else {
      guard SSL_is_server(session) == 0, ERR_GET_REASON(ERR_peek_error()) == SSL_R_WRONG_VERSION_NUMBER else {
        return NetError.tls("the TLS handshake failed")
      }
      // The answer is no TLS record.
      ERR_clear_error()
      return NetError(.tls, "the server does not speak TLS")
    }
    ERR_clear_error()
    return NetError(.tls, "the certificate is not trusted: \(String(cString: reason))")
  }

  /// Encrypts waiting bytes, as long as the queue holds less than the kernel may take at once.
  func encrypt(into queue: inout WriteQueue) throws {
    guard isEstablished, !plain.isEmpty else { return drain(into: &queue) }
    ERR_clear_error()
    // Gathered, because every record costs a header, a tag and a call.
    try withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { record in
      while !plain.isEmpty, queue.count + pending < 131_072 {
        let count = plain.copyFirst(into: record)
        guard SSL_write(session, record.baseAddress, Int32(truncatingIfNeeded: count)) == count else {
          throw NetError.tls("encrypting")
        }
        plain.remove(count)
      }
    }
    drain(into: &queue)
  }

  private var pending: Int { BIO_ctrl_pending(outgoing) }

  /// Adds the session's output for the socket.
  func drain(into queue: inout WriteQueue) {
    guard pending > 0 else { return }
    queue.append(
      SharedBytes(capacity: pending) { Int(BIO_read(outgoing, $0.baseAddress, Int32(truncatingIfNeeded: $0.count))) })
  }

  /// Says to the peer that nothing more will come.
  func end(into queue: inout WriteQueue) {
    guard isEstablished else { return }
    ERR_clear_error()
    SSL_shutdown(session)
    ERR_clear_error()
    drain(into: &queue)
  }
}
