import Foundation
import MartletTesting
import Testing

/// Files in the outbox of `martlet chat`, whatever dies meanwhile.
@Suite(.timeLimit(.minutes(10))) struct FilesInTheOutboxTests {
  private func chat(_ port: some CustomStringConvertible, _ directory: String, to peer: String, token: String) throws -> Program {
    try Program(
      Place.martlet, ["chat", "--server", "ws://127.0.0.1:\(port)", "--to", "direct:\(peer)", "--data", directory],
      environment: ["MARTLET_TOKEN": token])
  }

  private func write(_ count: Int, to path: String, seed: UInt64) throws -> Data {
    var random = SeededRandom(seed: seed)
    let bytes = Data((0..<count / 8).flatMap { _ in withUnsafeBytes(of: random.next() as UInt64) { Array($0) } })
    try bytes.write(to: URL(fileURLWithPath: path))
    return bytes
  }

  /// The bytes of uploads that are not complete, and of complete files, on the server's disk.
  private func received(_ installation: Installation) -> (partial: Int, complete: Int) {
    let files = FileManager.default.enumerator(atPath: installation.data + "/media")
    var found = (partial: 0, complete: 0)
    while let name = files?.nextObject() as? String {
      guard name.contains("/users/"), let size = files?.fileAttributes?[.size] as? Int else { continue }
      if name.hasSuffix(".new") { found.partial += size }
      if !name.contains("."), files?.fileAttributes?[.type] as? FileAttributeType == .typeRegular { found.complete += size }
    }
    return found
  }

  @Test func aFileSurvivesKillsOfTheClientAndTheServerAtAnyByte() async throws {
    try await Installation.with { installation in
      let (alice, bob) = (try await installation.token(for: "alice"), try await installation.token(for: "bob"))
      let port = try #require(installation.address.split(separator: ":").last.flatMap { UInt16($0) })
      let proxy = try await FaultProxy(port: port, seed: 5)
      let (file, data) = (installation.directory + "/photo.bin", installation.directory + "/alice")
      let bytes = try write(2_500_000, to: file, seed: 7)
      // Offline: the file, the message and one after it are stored, and all is killed.
      await proxy.refuse()
      var program = try chat(proxy.port, data, to: "bob", token: alice)
      program.write("/file \(file)")
      program.write("after it")
      program.write("/help")
      try await program.untilErrors { $0.contains { $0.contains("/history [N]") } }
      try await program.killAndWait()
      try FileManager.default.removeItem(atPath: file)
      try await proxy.accept()
      // Online, on a network that dies within each piece, with clients that die then.
      var faults = FaultProxy.Faults()
      faults.silentAfter = 100_000...600_000
      proxy.faults = faults
      var last = 0
      for round in 0..<4 {
        program = try chat(proxy.port, data, to: "bob", token: alice)
        while received(installation).partial <= last { try await Task.sleep(for: .milliseconds(10)) }
        last = received(installation).partial
        #expect(last < bytes.count)
        try await program.killAndWait()
        if round == 2 { try await installation.killAndRestart() }
      }
      #expect(last > 100_000 && received(installation).complete == 0)
      proxy.faults = FaultProxy.Faults()
      program = try chat(proxy.port, data, to: "bob", token: alice)
      program.closeInput()
      #expect(try await program.exit() == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: data + "/martlet.uploads").isEmpty)
      let lines = try await installation.tail(token: bob).filter { $0.conversation == "direct:alice:bob" }
      #expect(lines.map(\.type) == ["file", "text"])
      // Bob saves it.
      let reader = try chat(port, installation.directory + "/bob", to: "alice", token: bob)
      try await reader.until { $0.contains { $0.contains("[file] photo.bin, 2.5 MB") } }
      let copy = installation.directory + "/copy"
      reader.write("/save 1 \(copy)")
      try await reader.untilErrors { $0.contains { $0.hasSuffix("saved #1 photo.bin, 2.5 MB as \(copy)") } }
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == bytes)
      reader.write("/save 1 \(copy)")
      try await reader.untilErrors { $0.contains { $0.contains("there is a file") } }
      reader.write("/save 2 \(copy)")
      try await reader.untilErrors { $0.contains { $0.contains("has no file") } }
      reader.closeInput()
      #expect(try await reader.exit() == 0)
      await proxy.close()
    }
  }

  /// The shell's limit stands for a full disk: no file may become larger.
  @Test func aFullDiskAtTheCopyLeavesNothing() async throws {
    try await Installation.with { installation in
      let (alice, bob) = (try await installation.token(for: "alice"), try await installation.token(for: "bob"))
      let (file, data) = (installation.directory + "/large", installation.directory + "/alice")
      _ = try write(2_000_000, to: file, seed: 8)
      let arguments = ["chat", "--server", installation.url, "--to", "direct:bob", "--data", data]
      let program = try Program(
        "/bin/bash", ["-c", #"trap '' XFSZ; ulimit -f 1500; exec "$0" "$@""#, Place.martlet] + arguments,
        environment: ["MARTLET_TOKEN": alice])
      program.write("before")
      program.write("/file \(file)")
      program.closeInput()
      #expect(try await program.exit() == 74)
      #expect(program.errors.contains { $0.contains("disk is full") })
      #expect(try FileManager.default.contentsOfDirectory(atPath: data + "/martlet.uploads").isEmpty)
      let again = try Program(Place.martlet, arguments, environment: ["MARTLET_TOKEN": alice])
      again.closeInput()
      #expect(try await again.exit() == 0)
      let lines = try await installation.tail(token: bob).filter { $0.conversation == "direct:alice:bob" }
      #expect(lines.map(\.text) == ["before"])
    }
  }

  @Test func sendWaitsForAFileAsLongAsItMoves() async throws {
    try await Installation.with { installation in
      let alice = try await installation.token(for: "alice")
      _ = try await installation.token(for: "bob")
      let port = try #require(installation.address.split(separator: ":").last.flatMap { UInt16($0) })
      let proxy = try await FaultProxy(port: port, seed: 6)
      let file = installation.directory + "/a"
      _ = try write(1_500_000, to: file, seed: 9)
      let arguments = ["send", "--server", "ws://127.0.0.1:\(proxy.port)", "--to", "direct:bob", "--file", file, "--id", "one"]
      var faults = FaultProxy.Faults()
      faults.silentAfter = 200_000...300_000
      proxy.faults = faults
      let stuck = try Program(Place.martlet, arguments + ["--timeout", "2"], environment: ["MARTLET_TOKEN": alice])
      #expect(try await stuck.exit() == 75)
      proxy.faults = FaultProxy.Faults()
      let program = try Program(Place.martlet, arguments, environment: ["MARTLET_TOKEN": alice])
      #expect(try await program.exit() == 0)
      #expect(program.lines == ["direct:alice:bob#1"])
      await proxy.close()
    }
  }
}
