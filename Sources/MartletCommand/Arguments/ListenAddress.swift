/// Where a server listens: HOST:PORT, with brackets around an IPv6 host.
struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
  let host: String
  let port: UInt16

  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else { return nil }
    self.host = String(host)
    self.port = port
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A server's address as clients take it.
struct ServerURL: Sendable, Equatable, CustomStringConvertible {
  let isSecure: Bool
  let host: String
  let port: UInt16
  /// Empty, or from the first slash on.
  let path: String

  init?(_ text: String) {
    let rest: Substring
    if text.hasPrefix("ws://") {
      (isSecure, rest) = (false, text.dropFirst(5))
    } else if text.hasPrefix("wss://") {
      (isSecure, rest) = (true, text.dropFirst(6))
    } else {
      return nil
    }
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    var authority = String(rest[..<end])
    let hostEnd = authority.lastIndex(of: "]") ?? authority.startIndex
    if !authority[hostEnd...].contains(":") { authority += isSecure ? ":443" : ":80" }
    guard let address = ListenAddress(authority), address.port != 0, !authority.contains("@") else { return nil }
    (host, port) = (address.host, address.port)
    path = String(rest[end...])
    guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else { return nil }
  }

  /// Host and port, with brackets around an IPv6 host.
  var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  var description: String { (isSecure ? "wss://" : "ws://") + authority + path }
}
