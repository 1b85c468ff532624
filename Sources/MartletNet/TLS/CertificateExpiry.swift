import COpenSSL

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Until when certificates are good.
package enum CertificateExpiry {
  /// The expiry of the first certificate in a PEM file, in seconds since 1970.
  ///
  /// - Parameter path: The file.
  /// - Returns: The moment.
  /// - Throws: `.tls` if the file holds no valid certificate.
  package static func ofFile(_ path: String) throws -> Int64 {
    ERR_clear_error()
    guard let file = BIO_new_file(path, "r") else { throw NetError.tls("reading \(path)") }
    defer { BIO_free(file) }
    guard let certificate = PEM_read_bio_X509(file, nil, nil, nil) else { throw NetError.tls("reading the certificate \(path)") }
    defer { X509_free(certificate) }
    guard let moment = of(certificate) else { throw NetError(.tls, "the certificate \(path) has no readable expiry date") }
    return moment
  }

  static func of(_ certificate: OpaquePointer) -> Int64? {
    var parts = tm()
    guard let moment = X509_get0_notAfter(certificate), ASN1_TIME_to_tm(moment, &parts) == 1 else { return nil }
    return Int64(timegm(&parts))
  }
}

extension ByteStream {
  /// The expiry of the peer's certificate, in seconds since 1970; nil if there is none.
  ///
  /// Call it on the stream's loop, after the handshake.
  package var peerCertificateExpiry: Int64? { tls?.peerCertificateExpiry }
}
