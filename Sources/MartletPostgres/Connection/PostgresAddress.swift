/// The form in which an operator names a database.
package enum PostgresAddress {
  /// Whether a text is `postgres://USER@HOST/DATABASE`, perhaps with parameters of libpq, but without a password.
  package static func isValid(_ text: String) -> Bool {
    let schemes = ["postgres://", "postgresql://"]
    guard let scheme = schemes.first(where: text.hasPrefix), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return false
    }
    let rest = text.dropFirst(scheme.utf8.count)
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let authority = parts[0].prefix { $0 != "/" }
    let user = authority.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard user.count < 2 || !user[0].contains(":") else { return false }
    return parts.count < 2 || !parts[1].split(separator: "&").contains { $0.lowercased().hasPrefix("password=") }
  }
}
