import Testing

@testable import MartletServer

@Suite struct ListenAddressTests {
  @Test(arguments: [
    ("127.0.0.1:7777", "127.0.0.1", 7777), ("localhost:0", "localhost", 0), ("[::]:80", "::", 80), ("[::1]:65535", "::1", 65535),
  ])
  func hostAndPortAreTakenApart(text: String, host: String, port: UInt16) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.description == text)
  }

  @Test(arguments: [
    "", "7777", ":7777", "host", "host:", "host:65536", "host:-1", "::1:80", "[host]:80", "a b:1", "a/b:1", "[::1]80",
  ])
  func anythingElseIsRefused(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
