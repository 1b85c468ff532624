import COpenSSL

/// The opening handshake (RFC 6455, section 4).
enum WebSocketHandshake {
  /// Whether the request asks for a WebSocket, well or badly.
  ///
  /// Only a GET can; the Upgrade field of any other method is ignored (RFC 9110, 7.8).
  static func isAsked(for request: HTTPRequest) -> Bool {
    request.method == "GET" && request.headers.contains("websocket", name: "Upgrade")
      && request.headers.contains("upgrade", name: "Connection")
  }

  /// The key of a valid request; throws the refusal of an invalid one.
  static func key(of request: HTTPRequest, _ head: HTTPHead) throws -> String {
    guard head.minorVersion == 1, head.isBodyless else {
      throw HTTPRefusal.bad("a WebSocket needs a GET request in HTTP/1.1 without a body")
    }
    guard request.headers.all(name: "Sec-WebSocket-Version") == ["13"] else {
      throw HTTPRefusal(status: 426, reason: "only WebSocket version 13 is supported")
    }
    let keys = request.headers.all(name: "Sec-WebSocket-Key")
    guard keys.count == 1, let key = keys.first, isKey(key) else { throw HTTPRefusal.bad("malformed key") }
    return key
  }

  /// Base64 of 16 bytes.
  private static func isKey(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    guard bytes.count == 24, bytes.suffix(2) == [0x3D, 0x3D] else { return false }
    return bytes.dropLast(2).allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
      default: false
      }
    }
  }

  static func newKey(_ random: inout some RandomNumberGenerator) -> String {
    base64((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// The server's proof that it understood the key.
  static func proof(key: String) -> String {
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    var digest = [UInt8](repeating: 0, count: 20)
    EVP_Digest(text, text.count, &digest, nil, EVP_sha1(), nil)
    return base64(digest)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let count = EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
    return String(decoding: text.prefix(Int(max(0, count))), as: UTF8.self)
  }

  static func acceptance(key: String, subprotocol: String?) -> SharedBytes {
    var head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += "Sec-WebSocket-Accept: \(proof(key: key))\r\n"
    if let subprotocol { head += "Sec-WebSocket-Protocol: \(subprotocol)\r\n" }
    return SharedBytes((head + "\r\n").utf8)
  }

  /// The subprotocol that the server chose; throws if its answer does not accept the request.
  static func agreement(_ response: HTTPResponse, key: String, offered: [String]) throws -> String? {
    let headers = response.headers
    guard response.status == 101 else {
      throw NetError(.refused, "the server answered with HTTP status \(response.status) instead of opening a WebSocket")
    }
    guard headers.contains("websocket", name: "Upgrade"), headers.contains("upgrade", name: "Connection"),
      headers.all(name: "Sec-WebSocket-Accept") == [proof(key: key)]
    else { throw NetError(.protocolViolation, "the server's handshake is malformed") }
    guard headers.all(name: "Sec-WebSocket-Extensions").isEmpty else {
      throw NetError(.protocolViolation, "the server chose an extension that was not offered")
    }
    let chosen = headers.all(name: "Sec-WebSocket-Protocol")
    guard chosen.count <= 1, chosen.allSatisfy({ offered.contains($0) }) else {
      throw NetError(.protocolViolation, "the server chose a subprotocol that was not offered")
    }
    return chosen.first
  }
}
