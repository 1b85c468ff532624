import MartletNet
import MartletWire

/// Runs the body with a certificate for `names` signed by an authority in `ca.pem`, and two loops that are stopped at the end.
func withAuthority(
  names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 1, time: any TimeSource = SystemTimeSource(),
  _ body: (borrowing Scratch, TLSServerConfiguration, Certificate, [EventLoop]) async throws -> Void
) async throws {
  let scratch = try Scratch()
  let authority = try Certificate(names: nil)
  try authority.write(certificateFile: scratch.file("ca.pem"))
  try Certificate(names: names, issuer: authority, days: days)
    .write(certificateFile: scratch.file("server.pem"), keyFile: scratch.file("server.key"))
  let server = try TLSServerConfiguration(
    certificateFile: scratch.file("server.pem"), keyFile: scratch.file("server.key"))
  let loops = try (0..<2).map { try EventLoop(name: "tls-\($0)", time: time) }
  let result: Result<Void, any Error>
  do { result = .success(try await body(scratch, server, authority, loops)) } catch { result = .failure(error) }
  for loop in loops { await loop.stop() }
  try result.get()
}
