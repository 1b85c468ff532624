/// Where a server listens: the parts of a `ws` or `wss` URL.
package struct ServerAddress: Hashable, Sendable {
  package var isSecure: Bool
  /// A name or an address; an IPv6 address without its brackets.
  package var host: String
  package var port: UInt16
  /// With a leading slash.
  package var path: String

  /// The whole URL.
  var url: String {
    let authority = host.contains(":") ? "[\(host)]" : host
    return "\(isSecure ? "wss" : "ws")://\(authority):\(port)\(path)"
  }

  /// The beginning of the URLs of files: `http` with the same host and port.
  var origin: String {
    let authority = host.contains(":") ? "[\(host)]" : host
    return "\(isSecure ? "https" : "http")://\(authority):\(port)"
  }

  /// The part of the path before the one at which servers open WebSockets, if a proxy needs one.
  var prefix: String { path.hasSuffix(Self.usualPath) ? String(path.dropLast(Self.usualPath.utf8.count)) : "" }

  /// The path at which a Martlet server opens WebSockets.
  static let usualPath = "/v1/connect"

  /// Reads `ws://HOST[:PORT][/PATH]` or `wss://…`; nil for anything else, such as a URL with a user name, or with
  /// characters that cannot stand in a request line.
  package init?(_ url: String) {
    let rest: Substring
    if url.hasPrefix("ws://") {
      isSecure = false
      rest = url.dropFirst(5)
    } else if url.hasPrefix("wss://") {
      isSecure = true
      rest = url.dropFirst(6)
    } else {
      return nil
    }
    guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !rest.contains("@"), !rest.contains("#") else { return nil }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let target = rest[authority.endIndex...]
    path = target.isEmpty || target == "/" ? Self.usualPath : target.hasPrefix("/") ? String(target) : "/" + target
    var portText: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = String(authority[authority.index(after: authority.startIndex)..<end])
      let after = authority[authority.index(after: end)...]
      guard after.isEmpty || after.hasPrefix(":") else { return nil }
      portText = after.isEmpty ? nil : after.dropFirst()
    } else {
      let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2 else { return nil }
      host = parts.first.map(String.init) ?? ""
      portText = parts.count == 2 ? parts[1] : nil
    }
    guard !host.isEmpty else { return nil }
    if let portText {
      guard let number = UInt16(portText), number > 0, !portText.hasPrefix("+") else { return nil }
      port = number
    } else {
      port = isSecure ? 443 : 80
    }
  }
}
