import Testing

@testable import MartletNet

@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("127.0.0.1", true), ("127.9.8.7", true), ("128.0.0.1", false), ("10.0.0.1", false), ("::1", true), ("::2", false),
    ("::ffff:127.0.0.1", true), ("::ffff:10.0.0.1", false), ("fe80::1", false), ("0.0.0.0", false),
  ])
  func knowsThisMachine(_ host: String, _ isLoopback: Bool) throws {
    let address = try #require(SocketAddress(numeric: host, port: 80))
    #expect(address.isLoopback == isLoopback)
    #expect(address.host == host)
    #expect(address.port == 80)
    #expect(!address.isLocalSocket)
  }

  @Test func isPrintedAsInAnAddressBar() throws {
    #expect(try #require(SocketAddress(numeric: "192.0.2.1", port: 8_080)).description == "192.0.2.1:8080")
    #expect(try #require(SocketAddress(numeric: "2001:db8::1", port: 443)).description == "[2001:db8::1]:443")
    #expect(SocketAddress.local.description == "local")
  }

  @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "::g", "127.0.0.1\0", "[::1]"])
  func namesAreNoAddresses(_ host: String) {
    #expect(SocketAddress(numeric: host, port: 1) == nil)
  }
}
