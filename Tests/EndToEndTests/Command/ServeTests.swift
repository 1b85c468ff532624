import Foundation
import MartletTesting
import Testing

/// The behaviour of `martlet serve` when it cannot serve, or not well.
@Suite(.timeLimit(.minutes(10))) struct ServeTests {
  private func serve(_ data: String, listen: String = "127.0.0.1:0") throws -> Program {
    try Program(Place.martlet, ["serve", "--data", data, "--listen", listen])
  }

  @Test func portInUseIsSaidAndEndsTheStart() async throws {
    try await Installation.with { installation in
      let second = try serve(installation.directory + "/other", listen: installation.address)
      #expect(try await second.exit() == 80)
      #expect(second.errors.contains { $0.contains(installation.address) })
      #expect(second.lines.isEmpty)
      // Nothing is made for a server that never ran.
      #expect(!FileManager.default.fileExists(atPath: installation.directory + "/other"))
    }
  }

  @Test func secondServerOnADirectoryIsSaidAndEndsTheStart() async throws {
    try await Installation.with { installation in
      let second = try serve(installation.data)
      #expect(try await second.exit() == 81)
      #expect(!second.errors.isEmpty)
    }
  }

  @Test func secretOthersCanReadEndsTheStart() async throws {
    try await TemporaryDirectory.with { directory in
      let data = directory + "/data"
      let (first, _) = try await Installation.serve(data: data, listen: "127.0.0.1:0")
      first.signal(SIGTERM)
      #expect(try await first.exit() == 0)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: data + "/apps.json")
      let second = try serve(data)
      #expect(try await second.exit() == 78)
      #expect(second.errors.contains { $0.contains("chmod") })
    }
  }

  @Test func nothingItKeepsIsOpenToOthers() async throws {
    try await TemporaryDirectory.with { directory in
      let data = directory + "/data"
      // As lax as a shell can be.
      let server = try Program(
        "/bin/sh", ["-c", "umask 0 && exec \"$0\" serve --data '\(data)' --listen 127.0.0.1:0", Place.martlet])
      _ = try await server.line { $0.hasPrefix("listening") }
      let names = try FileManager.default.subpathsOfDirectory(atPath: data)
      #expect(names.contains("store.db") && names.contains("journal.db"))
      for name in [""] + names.map({ "/" + $0 }) {
        let mode = try FileManager.default.attributesOfItem(atPath: data + name)[.posixPermissions] as? Int ?? 0o777
        #expect(mode & 0o077 == 0, "\(name) has mode \(String(mode, radix: 8))")
      }
      server.signal(SIGTERM)
      #expect(try await server.exit() == 0)
    }
  }

  @Test func readOnlyDataDirectoryEndsTheStart() async throws {
    try await TemporaryDirectory.with { directory in
      let data = directory + "/data"
      let (first, _) = try await Installation.serve(data: data, listen: "127.0.0.1:0")
      first.signal(SIGTERM)
      try await first.exit()
      let script =
        "mount --bind '\(data)' '\(data)' && mount -o remount,ro,bind '\(data)' && "
        + "exec \"$0\" serve --data '\(data)' --listen 127.0.0.1:0"
      let second = try Sandbox.run(script, [Place.martlet])
      #expect(try await second.exit() == 73)
      #expect(second.errors.contains { $0.contains(data) })
    }
  }

  @Test func fullDiskRefusesSendsAndRecoversWhenThereIsSpace() async throws {
    try await TemporaryDirectory.with { directory in
      let disk = directory + "/disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      let script =
        "mount -t tmpfs -o size=24m,mode=0700 tmpfs '\(disk)' && exec \"$0\" serve --data '\(disk)/data' --listen 127.0.0.1:0"
      let server = try Sandbox.run(script, [Place.martlet])
      defer { server.signal(SIGKILL) }
      let ready = "listening on "
      let url = "ws://" + (try await server.line { $0.hasPrefix(ready) }).dropFirst(ready.count)
      // The disk is only there for the server; /proc shows it to us.
      let inside = "/proc/\(server.processIdentifier)/root\(disk)"
      let alice = try await token("alice", data: inside + "/data")
      _ = try await token("bob", data: inside + "/data")
      #expect(try await send("before", url, alice) == 0)
      // A copy would not leave enough of so small a disk, so none is begun.
      let backup = try Program(Place.martlet, ["backup", "--data", inside + "/data"])
      #expect(try await backup.exit() == 74)
      #expect(backup.errors.contains { $0.contains("storage_full") })

      _ = FileManager.default.createFile(atPath: inside + "/filler", contents: nil)
      let filler = try #require(FileHandle(forWritingAtPath: inside + "/filler"))
      let block = Data(count: 64 << 10)
      while (try? filler.write(contentsOf: block)) != nil {}
      try filler.close()
      // Messages may be stored while the log has space. With a disk filled by other data that ends soon.
      var status: Int32 = 0
      for _ in 0..<200 where status == 0 { status = try await send(String(repeating: "x", count: 50_000), url, alice) }
      #expect(status == 75)
      #expect(server.status == nil)
      let seen = try await tail(url, alice)
      #expect(seen.first?.text == "before")

      try FileManager.default.removeItem(atPath: inside + "/filler")
      #expect(try await send("after", url, alice) == 0)
      let end = try await tail(url, alice)
      #expect(end.last?.text == "after")
      #expect(end.map(\.seq) == (1...UInt64(end.count)).map { $0 })
    }
  }

  @Test func terminationDrains() async throws {
    try await Installation.with { installation in
      installation.server.signal(SIGTERM)
      let status = try await installation.server.exit()
      #expect(status == 0)
      #expect(!FileManager.default.fileExists(atPath: installation.data + "/server.json"))
    }
  }

  @Test func hangingUpTakesOverWhatMayChangeAndTellsWhatMayNot() async throws {
    try await TemporaryDirectory.with { directory in
      let data = directory + "/data"
      let configuration = data + "/martlet.conf"
      try FileManager.default.createDirectory(
        atPath: data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try "log.level = error\n".write(toFile: configuration, atomically: true, encoding: .utf8)
      let (server, _) = try await Installation.serve(data: data, listen: "127.0.0.1:0")
      try "log.level = info\nlimits.hello = 5s\n".write(toFile: configuration, atomically: true, encoding: .utf8)
      server.signal(SIGHUP)
      let told = try await server.error { $0.contains("takes effect at the next start") }
      #expect(told.contains("key=limits.hello"))
      #expect(server.errors.contains { $0.contains("configuration read again") })
      // Nothing below `error` was logged before.
      #expect(!server.errors.contains { $0.contains("message=listening") })

      try "limits.hello = soon\n".write(toFile: configuration, atomically: true, encoding: .utf8)
      server.signal(SIGHUP)
      let refused = try await server.error { $0.contains("configuration is invalid") }
      #expect(refused.contains("martlet.conf:1: limits.hello must be"))
      server.signal(SIGTERM)
      #expect(try await server.exit() == 0)
    }
  }

  private func token(_ user: String, data: String) async throws -> String {
    let program = try Program(Place.martlet, ["token", "--data", data, "--user", user])
    guard try await program.exit() == 0, let token = program.lines.first else {
      throw Program.Failure(description: "martlet token: \(program.errors)")
    }
    return token
  }

  private func send(_ text: String, _ url: String, _ token: String) async throws -> Int32 {
    let arguments = ["send", "--server", url, "--to", "direct:bob", "--text", text, "--json", "--timeout", "5"]
    return try await Program(Place.martlet, arguments, environment: ["MARTLET_TOKEN": token]).exit()
  }

  private func tail(_ url: String, _ token: String) async throws -> [TailLine] {
    let arguments = ["tail", "--server", url, "--json", "--from-start", "--idle-exit", "2"]
    let program = try Program(Place.martlet, arguments, environment: ["MARTLET_TOKEN": token])
    try await program.exit()
    return try program.lines.map { try JSONDecoder().decode(TailLine.self, from: Data($0.utf8)) }
  }
}

/// Runs shell scripts that may mount, without a trace outside: as root in a mount namespace of their own, else in a
/// user namespace too.
enum Sandbox {
  static func run(_ script: String, _ arguments: [String]) throws -> Program {
    let isRoot = geteuid() == 0
    return try Program(
      "/usr/bin/unshare", (isRoot ? [] : ["--user", "--map-root-user"]) + ["--mount", "sh", "-c", script] + arguments)
  }
}
