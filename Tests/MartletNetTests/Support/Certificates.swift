import COpenSSL
import Glibc
import Testing

/// A certificate and its key, made for a test.
final class Certificate {
  fileprivate let certificate: OpaquePointer
  fileprivate let key: OpaquePointer

  /// Makes one.
  ///
  /// - Parameters:
  ///   - names: Its names in OpenSSL's notation: `DNS:localhost,IP:127.0.0.1`; nil for an authority.
  ///   - issuer: The signing authority; nil for a self-signed certificate.
  ///   - days: The days for which it is valid; may be negative.
  /// - Throws: If OpenSSL fails.
  init(names: String?, issuer: Certificate? = nil, days: Int = 1) throws {
    let context = EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    try #require(EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_keygen(context, &key) == 1)
    self.key = try #require(key)
    certificate = try #require(X509_new())
    X509_set_version(certificate, 2)
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1...1_000_000))
    X509_gmtime_adj(X509_getm_notBefore(certificate), -200_000)
    X509_gmtime_adj(X509_getm_notAfter(certificate), days * 86_400)
    X509_set_pubkey(certificate, self.key)
    let name = X509_get_subject_name(certificate)
    let text = names == nil ? "Test Authority" : "Test Server"
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, text, -1, -1, 0)
    X509_set_issuer_name(certificate, issuer.map { X509_get_subject_name($0.certificate) } ?? name)
    if let names { try add(NID_subject_alt_name, names) } else { try add(NID_basic_constraints, "critical,CA:TRUE") }
    try #require(X509_sign(certificate, issuer?.key ?? self.key, nil) > 0)
  }

  private func add(_ extensionID: Int32, _ value: String) throws {
    let made = try #require(X509V3_EXT_conf_nid(nil, nil, extensionID, value))
    X509_add_ext(certificate, made, -1)
    X509_EXTENSION_free(made)
  }

  deinit {
    X509_free(certificate)
    EVP_PKEY_free(key)
  }

  func write(certificateFile: String, keyFile: String? = nil) throws {
    let file = try #require(fopen(certificateFile, "w"))
    PEM_write_X509(file, certificate)
    fclose(file)
    guard let keyFile, let file = fopen(keyFile, "w") else { return }
    PEM_write_PrivateKey(file, key, nil, nil, 0, nil, nil)
    fclose(file)
  }
}

/// Files for one test, removed at its end.
struct Scratch: ~Copyable {
  let path: String

  init() throws {
    var template = Array("/tmp/martlet-net-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  deinit {
    for name in ["ca.pem", "server.pem", "server.key", "socket"] { unlink(file(name)) }
    rmdir(path)
  }
}
