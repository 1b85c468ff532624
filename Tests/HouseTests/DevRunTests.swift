import Foundation
import Processes
import Testing

/// `./dev run` where another program has the port.
@Suite(.timeLimit(.minutes(1))) struct DevRunTests {
  @Test func aPortInUseIsSaidAndTheOtherDemoIsLeftAlone() throws {
    let socket = try ListeningSocket()
    defer { socket.end() }
    let folder = Repository.root.appendingPathComponent(".local/demo-\(socket.port)")
    let log = folder.appendingPathComponent("server.log")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "the first one's log\n".write(to: log, atomically: true, encoding: .utf8)

    let process = TestProcess()
    process.executableURL = Repository.root.appendingPathComponent("dev")
    process.arguments = ["run", "--port", "\(socket.port)"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = .pipe(output)
    process.standardError = .pipe(errors)
    try process.run()
    process.waitUntilExit()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.terminationStatus == 1)
    #expect(said.contains("Port \(socket.port) is in use by pid \(getpid()) ("))
    #expect(said.contains("Stop it, or pass --port N"))
    #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
    #expect(try String(contentsOf: log, encoding: .utf8) == "the first one's log\n")
  }
}

/// A socket of this process that listens on a free port.
private struct ListeningSocket {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let made = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bare in
        bind(made, bare, length) == 0 && listen(made, 4) == 0 && getsockname(made, bare, &length) == 0
      }
    }
    try #require(isBound)
    port = UInt16(bigEndian: address.sin_port)
  }

  func end() { close(descriptor) }
}
