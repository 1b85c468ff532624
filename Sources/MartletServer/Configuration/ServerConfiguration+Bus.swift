import MartletBus

/// What a bus answers to a server that connects for a moment.
package typealias BusAnswer = BusProbe

extension ServerConfiguration {
  private static let secretLimit = 4096

  /// The password or token for the bus, without the end of its line; nil if no file is named.
  ///
  /// - Throws: `ServerError` if the file is missing, open to others, empty or no text; the message does not hold the secret.
  func busSecret() throws -> String? {
    guard let busSecretFile else { return nil }
    let directory = try Directory.openAny(Directory.parent(of: busSecretFile))
    defer { closeFile(directory.descriptor) }
    let name = busSecretFile.split(separator: "/").last.map { String($0) } ?? busSecretFile
    guard let bytes = try directory.read(name, limit: Self.secretLimit) else {
      throw ServerError(.missing, "\(busSecretFile), the secret of the bus, does not exist.")
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      let line = text.split(whereSeparator: \.isNewline).first, !line.contains("\0")
    else { throw ServerError(.malformed, "\(busSecretFile) must hold the password or token of the bus as one line of text.") }
    return String(line)
  }

  /// Asks the bus whether it lets this server in.
  package func probeBus() throws -> BusProbe? { try busAddress.map { BusProbe.of($0, secret: try busSecret()) } }
}
