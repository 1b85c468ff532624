import Foundation
import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletServer

/// Backups of a server that runs, over the administrator's socket.
@Suite(.timeLimit(.minutes(10))) struct BackupsTests {
  private func call(_ server: TestServer, _ method: String, _ body: String = "") async throws -> HTTPResponse {
    let loop = try EventLoop(name: "administrator")
    let response = try await HTTPClient.request(
      method: method, at: .local(path: DataDirectory.controlSocketPath(at: server.directory)), path: "/v1/backup",
      body: Array(body.utf8), loop: loop)
    await loop.stop()
    return response
  }

  /// Makes one and waits for its end.
  private func backup(_ server: TestServer, to path: String = "") async throws -> Wire.Backup {
    var state = try Wire.Backup(
      json: try await call(server, "POST", path.isEmpty ? "{}" : #"{"directory":"\#(path)"}"#).body)
    while state.state == "running" { state = try Wire.Backup(json: try await call(server, "GET").body) }
    return state
  }

  private static func send(_ id: String, as client: WireClient) async throws -> UInt64 {
    let content = #"{"text":""# + id + String(repeating: " padding", count: 200) + #""}"#
    let send = Wire.Send(conversation: "direct:bob", clientId: id, type: "text", content: content)
    guard case .appended(let appended) = try await client.request(.send(send)) else { throw TestError("not appended") }
    return appended.seq
  }

  /// Positions and client ids of a server's messages.
  private func log(of server: TestServer) async throws -> [UInt64: String] {
    let client = try await server.client(user: "alice", device: "reader")
    var log: [UInt64: String] = [:]
    while true {
      let fetch = Wire.FetchEntries(conversation: "direct:bob", from: UInt64(log.count + 1), limit: 200)
      guard case .entries(let page) = try await client.request(.fetchEntries(fetch)) else { throw TestError("no entries") }
      for entry in page.entries { log[entry.seq] = entry.clientId }
      if page.entries.isEmpty || UInt64(log.count) >= page.head { return log }
    }
  }

  @Test func whatWasAcknowledgedBeforeIsInABackupMadeUnderLoad() async throws {
    let parent = try TemporaryDirectory()
    try await TestServer.with { server in
      _ = try await server.token(for: "bob")
      let tally = Tally()
      let senders = try await (0..<3).asyncMap { try await server.client(user: "alice", device: "sender\($0)") }
      try "limits.hello = 5s\n".write(toFile: server.directory + "/martlet.conf", atomically: true, encoding: .utf8)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, sender) in senders.enumerated() {
          group.addTask {
            for count in 0... {
              guard !tally.isOver else { return }
              let id = "\(number)-\(count)"
              tally.note(try await Self.send(id, as: sender), id)
            }
          }
        }
        var copies: [(path: String, promised: [UInt64: String])] = []
        for round in 0..<3 {
          while tally.acknowledged.count < 40 * (round + 1) { await Task.yield() }
          let promised = tally.acknowledged
          let made = try await backup(server, to: parent.file("copy\(round)"))
          #expect(made.state == "done", "\(made.problem)")
          copies.append((made.directory, promised))
        }
        tally.end()
        try await group.waitForAll()
        for copy in copies {
          let restored = try await TestServer.start(directory: copy.path)
          let log = try await log(of: restored)
          #expect(copy.promised.allSatisfy { log[$0.key] == $0.value })
          #expect(Set(log.values).count == log.count && Set(log.keys) == Set(1...UInt64(log.count)))
          await restored.stop()
          #expect(FileManager.default.fileExists(atPath: copy.path + "/martlet.conf"))
        }
      }
    }
  }

  private func welcome(_ server: TestServer) async throws -> Wire.Welcome {
    let answer = try await server.connection().hello(token: try await server.token(for: "alice"), device: "greeted")
    guard case .welcome(let welcome) = answer else { throw TestError("not welcome: \(answer)") }
    return welcome
  }

  @Test func clientsOfARestoredBackupAreToldOfANewGeneration() async throws {
    let parent = try TemporaryDirectory()
    let data = parent.file("data")
    var server = try await TestServer.start(directory: data)
    _ = try await server.token(for: "bob")
    let alice = try await server.client(user: "alice", device: "sender")
    #expect(try await Self.send("before", as: alice) == 1)
    let first = try await welcome(server)
    #expect(!first.generation.isEmpty)
    let made = try await backup(server, to: parent.file("copy"))
    #expect(made.state == "done", "\(made.problem)")
    #expect(try await Self.send("lost", as: alice) == 2)
    #expect(try await welcome(server).generation == first.generation)
    await server.stop()
    server = try await TestServer.start(directory: data)
    #expect(try await welcome(server).generation == first.generation)
    await server.stop()
    // Restored: the position that "lost" had is given again.
    server = try await TestServer.start(directory: parent.file("copy"))
    let restored = try await welcome(server)
    #expect(restored.generation != first.generation && !restored.generation.isEmpty)
    #expect(try await Self.send("instead", as: try await server.client(user: "alice", device: "sender")) == 2)
    #expect(try await log(of: server) == [1: "before", 2: "instead"])
    await server.stop()
    server = try await TestServer.start(directory: parent.file("copy"))
    #expect(try await welcome(server).generation == restored.generation)
    await server.stop()
  }

  @Test func aPlaceIsChosenWhereNoneIsNamed() async throws {
    try await TestServer.with { server in
      #expect(try Wire.Backup(json: try await call(server, "GET").body).state == "none")
      let made = try await backup(server)
      #expect(made.state == "done" && made.directory.contains("/backups/2"))
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: made.directory))
      #expect(names == ["apps.json", "store.db", "journal.db"])
      for name in [""] + names.map({ "/" + $0 }) {
        let mode = try FileManager.default.attributesOfItem(atPath: made.directory + name)[.posixPermissions] as? Int ?? 0
        #expect(mode & 0o077 == 0, "\(name)")
      }
      #expect(try Wire.Backup(json: try await call(server, "GET").body) == made)
    }
  }

  @Test(arguments: ["relative", "/nowhere/at/all", "/tmp/"])
  func aPlaceThatCannotBeIsRefused(path: String) async throws {
    try await TestServer.with { server in
      let response = try await call(server, "POST", #"{"directory":"\#(path)"}"#)
      if response.status == 200 {
        let state = try Wire.Backup(json: response.body)
        #expect(state.state == "failed" && state.problem.contains(path))
      } else {
        #expect(try Wire.Failure(json: response.body).errorCode == .fieldInvalid)
      }
      // Nothing is in the way of the next.
      #expect(try await backup(server).state == "done")
    }
  }

  @Test func whatExistsIsNotOverwritten() async throws {
    let parent = try TemporaryDirectory()
    try await TestServer.with { server in
      #expect(try await backup(server, to: parent.file("copy")).state == "done")
      let again = try await backup(server, to: parent.file("copy"))
      #expect(again.state == "failed" && again.problem.contains("exists"))
    }
  }
}

/// The acknowledged messages, and whether to send more.
private final class Tally: Sendable {
  private let state = Mutex((acknowledged: [UInt64: String](), isOver: false))

  var acknowledged: [UInt64: String] { state.withLock { $0.acknowledged } }
  var isOver: Bool { state.withLock { $0.isOver } }

  func note(_ seq: UInt64, _ id: String) { state.withLock { $0.acknowledged[seq] = id } }

  func end() { state.withLock { $0.isOver = true } }
}

extension Sequence {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
