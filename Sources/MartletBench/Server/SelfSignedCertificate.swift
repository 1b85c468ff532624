import COpenSSL

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A certificate for a server that lives as long as a benchmark.
enum SelfSignedCertificate {
  /// Makes an ECDSA key on P-256, as most servers have, and a certificate valid for a day, and writes both.
  static func write(certificate certificatePath: String, key keyPath: String, address: String) throws {
    guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil), let certificate = X509_new() else { throw failure }
    defer {
      EVP_PKEY_CTX_free(context)
      X509_free(certificate)
    }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
      EVP_PKEY_keygen(context, &made) == 1, let key = made
    else { throw failure }
    defer { EVP_PKEY_free(key) }
    X509_set_version(certificate, 2)
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1)
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600)
    X509_gmtime_adj(X509_getm_notAfter(certificate), 86_400)
    X509_set_pubkey(certificate, key)
    let name = X509_get_subject_name(certificate)
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, "Martlet benchmark", -1, -1, 0)
    X509_set_issuer_name(certificate, name)
    guard let address = X509V3_EXT_conf_nid(nil, nil, NID_subject_alt_name, "IP:\(address)") else { throw failure }
    X509_add_ext(certificate, address, -1)
    X509_EXTENSION_free(address)
    guard X509_sign(certificate, key, EVP_sha256()) > 0 else { throw failure }
    try write(certificatePath) { PEM_write_X509($0, certificate) }
    try write(keyPath) { PEM_write_PrivateKey($0, key, nil, nil, 0, nil, nil) }
  }

  private static var failure: BenchError { BenchError(.server, "cannot create a certificate") }

  /// Writes a file that only its owner may read.
  private static func write(_ path: String, _ body: (UnsafeMutablePointer<FILE>) -> Int32) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else { throw failure }
    let written = body(file)
    guard fclose(file) == 0, written == 1 else { throw failure }
  }
}
