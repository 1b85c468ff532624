import COpenSSL

/// What OpenSSL does when the process ends.
package enum OpenSSLCleanup {
  /// Turns OpenSSL's cleanup off, and is true if that succeeded.
  ///
  /// Otherwise `exit` frees its locks while loops still run, and a loop that hashes at that moment crashes the process. The
  /// first use of OpenSSL in a process decides, so this has to be evaluated before: each loop does so when it is made, and a
  /// program that uses keys before it has a loop does so at its start.
  package static let isOff = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
}
