import COpenSSL

/// The cleanup that OpenSSL does in `exit`.
package enum OpenSSLCleanup {
  /// Keeps OpenSSL from cleaning up.
  ///
  /// Otherwise `exit` frees OpenSSL's locks while loops still run, and a loop that hashes at that moment crashes the process.
  /// Only OpenSSL's first use in a process can change this. So each loop calls this when it is made, and a program that uses keys
  /// before it has a loop calls this at its start.
  package static func turnOff() { _ = isOff }

  private static let isOff = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
}
