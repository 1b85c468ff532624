import Glibc
import MartletNet
import Testing

@Suite struct LocalSocketTests {
  @Test func onlyThisUserMayConnect() async throws {
    let scratch = try Scratch()
    let path = scratch.file("socket")
    try await withLoops { loops in
      let listener = try await LocalSocket.listen(path: path, loops: loops) { StreamEcho($0) }
      var status = stat()
      try #require(lstat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      #expect(listener.address.isLocalSocket)
      let witness = StreamWitness()
      let stream = try await LocalSocket.connect(path: path, loop: loops[0]) { _ in witness }
      #expect(stream.remoteAddress.isLocalSocket && stream.remoteAddress.isLoopback)
      await loops[0].run { _ = stream.write(SharedBytes([1, 2])) }
      #expect(try await witness.bytes(2) == [1, 2])
      await listener.close()
      #expect(access(path, F_OK) != 0)
    }
  }

  @Test func aSocketInUseIsLeftAlone() async throws {
    let scratch = try Scratch()
    let path = scratch.file("socket")
    try await withLoops { loops in
      let listener = try await LocalSocket.listen(path: path, loops: loops) { StreamEcho($0) }
      #expect(await code { _ = try await LocalSocket.listen(path: path, loops: loops) { StreamEcho($0) } } == .addressInUse)
      _ = try await LocalSocket.connect(path: path, loop: loops[0]) { StreamEcho($0) }
      await listener.close()
    }
  }

  @Test func whatAKilledServerLeftIsReplaced() async throws {
    let scratch = try Scratch()
    let path = scratch.file("socket")
    try await withLoops { loops in
      // A bound socket whose process is gone leaves its file.
      let left = socket(AF_UNIX, Int32(1), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
      }
      try #require(status == 0)
      close(left)
      #expect(await code { _ = try await LocalSocket.connect(path: path, loop: loops[0]) { StreamEcho($0) } } == .refused)
      let listener = try await LocalSocket.listen(path: path, loops: loops) { StreamEcho($0) }
      _ = try await LocalSocket.connect(path: path, loop: loops[0]) { StreamEcho($0) }
      await listener.close()
    }
  }

  @Test func anotherFileIsNeverReplaced() async throws {
    let scratch = try Scratch()
    let path = scratch.file("socket")
    close(creat(path, 0o600))
    try await withLoops { loops in
      #expect(await code { _ = try await LocalSocket.listen(path: path, loops: loops) { StreamEcho($0) } } == .addressInUse)
      #expect(access(path, F_OK) == 0)
    }
  }

  @Test(arguments: ["", "/tmp/\(String(repeating: "x", count: 200))", "/tmp/a\0b"])
  func whatIsNoPathIsRefused(_ path: String) async throws {
    try await withLoops { loops in
      #expect(await code { _ = try await LocalSocket.listen(path: path, loops: loops) { StreamEcho($0) } } == .invalid)
      #expect(await code { _ = try await LocalSocket.connect(path: path, loop: loops[0]) { StreamEcho($0) } } == .invalid)
    }
  }
}
