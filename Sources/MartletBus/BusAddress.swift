/// The form in which an operator names a bus.
package enum BusAddress {
  /// Whether a text is `nats://HOST:PORT` or `tls://HOST:PORT`, or several of them separated by commas, without a password.
  package static func isValid(_ text: String) -> Bool {
    let servers = text.split(separator: ",", omittingEmptySubsequences: false)
    return servers.allSatisfy { server in
      guard let scheme = ["nats://", "tls://"].first(where: server.hasPrefix) else { return false }
      let authority = server.dropFirst(scheme.utf8.count)
      guard !authority.isEmpty, authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
        return false
      }
      // A user name may stand there, with which a server knows nodes by their certificates; a password may not.
      guard !authority.contains("@") else { return false }
      guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else { return true }
      return UInt16(authority[authority.index(after: colon)...]) != nil
    }
  }
}
