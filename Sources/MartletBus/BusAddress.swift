/// The form in which an operator names a bus.
package enum BusAddress {
  /// Whether a text is `nats://HOST:PORT` or `tls://HOST:PORT`, or several of them separated by commas, without a password.
  ///
  /// A user's name may stand before the host, as in `nats://USER@HOST:PORT`; it is the same in all of them.
  package static func isValid(_ text: String) -> Bool {
    let servers = text.split(separator: ",", omittingEmptySubsequences: false)
    return servers.allSatisfy(isServer) && Set(servers.map { user(of: $0) }).count == 1
  }

  private static func isServer(_ server: Substring) -> Bool {
    guard let scheme = ["nats://", "tls://"].first(where: server.hasPrefix) else { return false }
    let authority = server.dropFirst(scheme.utf8.count)
    guard authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else { return false }
    let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
    guard let host = parts.last, !host.isEmpty, parts.count < 3 else { return false }
    // A password would stand behind a colon, where whoever lists the processes reads it.
    if parts.count == 2, parts[0].isEmpty || parts[0].contains(":") { return false }
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return true }
    return UInt16(host[host.index(after: colon)...]) != nil
  }

  /// The name of the user in an address of one server.
  private static func user(of server: Substring) -> Substring? {
    guard let at = server.firstIndex(of: "@"), let slash = server.lastIndex(of: "/"), slash < at else { return nil }
    return server[server.index(after: slash)..<at]
  }

  /// The addresses of the servers without the user, and the user's name.
  static func parts(of text: String) -> (servers: [String], user: String?) {
    let servers = text.split(separator: ",")
    let bare = servers.map { server in
      user(of: server).map { String(server.prefix(upTo: $0.startIndex) + server.suffix(from: $0.endIndex).dropFirst()) }
        ?? String(server)
    }
    return (bare, servers.first.flatMap { user(of: $0) }.map { String($0) })
  }
}
