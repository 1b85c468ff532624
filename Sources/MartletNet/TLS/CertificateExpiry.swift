import COpenSSL

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Until when certificates are good.
package enum CertificateExpiry {
  /// When the first certificate in a PEM file expires; in seconds since 1970.
  ///
  /// - Parameter path: The file.
  /// - Returns: The moment.
  /// - Throws: `.tls` where the file holds no certificate that can be read.
  package static func ofFile(_ path: String) throws -> Int64 {
    ERR_clear_error()
    guard let file = BIO_new_file(path, "r") else { throw NetError.tls("reading \(path)") }
    defer { BIO_free(file) }
    guard let certificate = PEM_read_bio_X509(file, nil, nil, nil) else { throw NetError.tls("reading the certificate \(path)") }
    defer { X509_free(certificate) }
    guard let moment = of(certificate) else { throw NetError(.tls, "the certificate \(path) does not say when it expires") }
    return moment
  }

  static func of(_ certificate: OpaquePointer) -> Int64? {
    var parts = tm()
    guard let moment = X509_get0_notAfter(certificate), ASN1_TIME_to_tm(moment, &parts) == 1 else { return nil }
    return Int64(timegm(&parts))
  }
}

extension ByteStream {
  /// When the peer's certificate expires, in seconds since 1970; nil where there is none.
  ///
  /// To be asked on the stream's loop, after the handshake.
  package var peerCertificateExpiry: Int64? { tls?.peerCertificateExpiry }
}
