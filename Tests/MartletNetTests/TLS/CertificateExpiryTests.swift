import Glibc
import MartletNet
import Testing

@Suite struct CertificateExpiryTests {
  @Test(arguments: [1, 30, -1])
  func theMomentIsRead(days: Int) throws {
    let scratch = try Scratch()
    try Certificate(names: "DNS:localhost", days: days).write(certificateFile: scratch.file("server.pem"))
    let left = try CertificateExpiry.ofFile(scratch.file("server.pem")) - Int64(time(nil))
    // The certificate was made a moment ago.
    #expect((Int64(days) * 86400 - 60...Int64(days) * 86400).contains(left), "\(left)")
  }

  @Test func whatIsNoCertificateIsSaid() throws {
    #expect(throws: NetError.self) { try CertificateExpiry.ofFile("/dev/null") }
    #expect(throws: NetError.self) { try CertificateExpiry.ofFile("/no/such/file") }
  }

  @Test func thePeersCertificateIsSeen() async throws {
    let scratch = try Scratch()
    try Certificate(names: "DNS:localhost", days: 7)
      .write(certificateFile: scratch.file("server.pem"), keyFile: scratch.file("server.key"))
    let server = try TLSServerConfiguration(
      certificateFile: scratch.file("server.pem"), keyFile: scratch.file("server.key"))
    let loop = try EventLoop(name: "expiry")
    let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: [loop], tls: server) { StreamEcho($0) }
    let stream = try await TCP.connect(
      host: "127.0.0.1", port: listener.address.port, loop: loop, tls: try TLSClientConfiguration(trust: .nobodyChecked)
    ) { _ in StreamWitness() }
    let seen = await loop.run { stream.peerCertificateExpiry }
    let written = try CertificateExpiry.ofFile(scratch.file("server.pem"))
    #expect(seen == written)
    await loop.run { stream.abort() }
    await loop.stop()
  }
}
