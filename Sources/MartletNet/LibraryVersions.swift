import CHTTPParser
import COpenSSL
import CUV

/// The versions of the C libraries in this process, which are looked up at start.
package enum LibraryVersions {
  /// libuv, as `1.44.2`.
  package static var libuv: String { String(cString: uv_version_string()) }

  /// OpenSSL with its date, as `OpenSSL 3.0.17 1 Jul 2025`.
  package static var openSSL: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

  /// http-parser, as `2.9.4`.
  package static var httpParser: String {
    let version = http_parser_version()
    return "\(version >> 16 & 255).\(version >> 8 & 255).\(version & 255)"
  }
}
