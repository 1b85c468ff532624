import Foundation
import MartletNet
import MartletProcess
import MartletTesting
import Processes
import Testing

@testable import MartletBench

/// Runs `Benchmarks/Peers/load`, which also drives other systems, against Martlet.
@Suite(.timeLimit(.minutes(10))) struct LoadGeneratorTests {
  private struct Window: Decodable {
    var messages: UInt64
    var usPerMessage: Double
    var p50Ms: Double
    var rssBefore: Double
    var rssLoggedIn: Double
    var lost: Int64
    var duplicated: UInt64
    var outOfOrder: UInt64
    var offered: Double
    var serverCpuByProcess: [Double]
  }

  /// One run of the generator with `users` users against a server of its own, and the ports of `others`.
  private func windows(users: Int, others: String = "", _ words: [String]) async throws -> [Window] {
    try await TemporaryDirectory.with { directory in
      let load = directory + "/load"
      let folder = Repository.root.appendingPathComponent("Benchmarks/Peers/load").path
      let sources = Folder.names(in: folder).filter { $0.hasSuffix(".c") }.map { "\(folder)/\($0)" }
      _ = try Self.output(of: ["clang", "-O1", "-Wall", "-Wextra", "-Werror", "-o", load] + sources)
      let own = try await OwnServer.start(
        OwnServer.Settings(program: Self.martlet, parent: directory, options: ["--loops", "2"]))
      defer { own.remove() }
      let server = try own.address()
      guard case .tcp(_, let port) = server.endpoint, let process = server.processID else { throw BenchError(.server, "no port") }
      let tokens = directory + "/tokens"
      try await tokenLines(users, server).write(toFile: tokens, atomically: true, encoding: .utf8)
      let text = try Self.output(
        of: [load, "martlet"] + words + ["-p", "\(port)\(others)", "-P", "\(process)", "-T", tokens, "-a"])
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try text.split(separator: "\n").map { try decoder.decode(Window.self, from: Data($0.utf8)) }
    }
  }

  private func tokenLines(_ users: Int, _ server: BenchServer) async throws -> String {
    let loop = try EventLoop(name: "test")
    let accounts = try await Account.make(users, prefix: "u", socket: server.controlSocket, loop: loop) { _ in }
    await loop.stop()
    return accounts.map(\.token).joined(separator: "\n") + "\n"
  }

  /// The output of a program; throws if it fails.
  private static func output(of words: [String]) throws -> String {
    let process = TestProcess()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = .pipe(output)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError(.refused, "\(words[0]) ended with \(process.terminationStatus ?? 0)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  private static var martlet: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("martlet").path
  }

  private func expectSound(_ window: Window) {
    #expect(window.lost == 0 && window.duplicated == 0 && window.outOfOrder == 0)
    #expect(window.messages > 0)
    #expect(window.p50Ms > 0)
  }

  @Test func pairsGetEverythingOnceAndInOrder() async throws {
    let found = try await windows(users: 12, ["pairs", "-n", "6", "-w", "8", "-r", "0.1", "-d", "0.5", "-R", "2"])
    #expect(found.count == 2)
    for window in found { expectSound(window) }
    #expect(found.contains { $0.usPerMessage > 0 && $0.serverCpuByProcess.count == 1 && $0.serverCpuByProcess[0] > 0 })
  }

  @Test func connectionsTakeTheServersInTurn() async throws {
    // Nobody listens at the second one.
    await #expect(throws: BenchError.self) {
      try await windows(users: 2, others: ",1", ["pairs", "-n", "1", "-r", "0", "-d", "0.1"])
    }
  }

  @Test func membersOfAGroupGetEverything() async throws {
    // More than one request may name.
    let found = try await windows(users: 451, ["fanout", "-n", "450", "-w", "4", "-r", "0.1", "-d", "0.5"])
    expectSound(try #require(found.first))
  }

  @Test func offeredRateIsKept() async throws {
    let found = try await windows(users: 8, ["pairs", "-n", "4", "-w", "64", "-o", "300", "-r", "0.5", "-d", "1"])
    let window = try #require(found.first)
    expectSound(window)
    #expect(window.offered == 300)
    // Without a rate it would be thousands.
    #expect(window.messages <= 900)
  }

  @Test func idleConnectionsAreWeighed() async throws {
    let found = try await windows(users: 50, ["idle", "-n", "50", "-s", "0.2", "-d", "0.2"])
    let window = try #require(found.first)
    #expect(window.messages == 0)
    #expect(window.rssLoggedIn >= window.rssBefore && window.rssBefore > 1_000_000)
  }
}
