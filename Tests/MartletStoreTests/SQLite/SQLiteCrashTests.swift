import Foundation
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

/// Processes killed at any moment, and what the next one finds.
@Suite struct SQLiteCrashTests {
  private static let writers = 6

  /// Kills itself: when so many appends are acknowledged, or within so many commits before their callers know.
  private final class Fuse: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    func burn() {
      if left.wrappingSubtract(1, ordering: .relaxed).newValue == 0 { kill(getpid(), SIGKILL) }
    }
  }

  /// Appends until killed, and writes each acknowledgement to a file, which keeps it whatever becomes of the process.
  private static func appendUntilKilled(_ path: String, round: Int, acknowledgements: Int?, commits: Int?) async throws {
    let file = open(path + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let fuse = Fuse(acknowledgements ?? .max)
    let commitFuse = Fuse(commits ?? .max)
    var options = SQLiteStore.Options()
    // Often enough to be hit in the middle.
    options.checkpointPages = 20
    options.onCommit = { _ in commitFuse.burn() }
    let store = try await SQLiteStore.open(directory: path, options: options)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          for number in 0... {
            let text = "\(round) \(writer) \(number)"
            let peer = UserID.sample("u\((writer + number) % 9)")
            guard let stored = try await store.append([.direct(text, to: peer)]).first?.stored else { continue }
            let line = "\(text)\t\(stored.position.conversation)\t\(stored.position.seq)\t\(stored.position.time)\n"
            _ = line.withCString { write(file, $0, strlen($0)) }
            fuse.burn()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func whatWasAcknowledgedOutlivesKill() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let seed = SeededRandom.seed()
    var random = SeededRandom(seed: seed)
    for round in 0..<20 {
      let count = Int.random(in: 1...300, using: &random)
      let beforeCallersKnow = Bool.random(using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, round = round as Int, count = count as Int, before = beforeCallersKnow as Bool] in
        try await Self.appendUntilKilled(
          path, round: round, acknowledgements: before ? nil : count, commits: before ? 1 + count / 10 : nil)
      }
      var acknowledged = AcknowledgedAppends()
      let lines = try? String(contentsOfFile: directory.file("acknowledged"), encoding: .utf8)
      for line in (lines ?? "").split(separator: "\n") {
        let parts = line.split(separator: "\t").map(String.init)
        let position = Position(
          conversation: try #require(ConversationID(parts[1])), seq: try #require(UInt64(parts[2])),
          time: try #require(Int64(parts[3])))
        acknowledged.acknowledge(parts[0], .repeated(position))
      }
      let store = try await SQLiteStore.open(directory: path)
      try await acknowledged.check(store, in: directory, "seed \(seed), round \(round)")
      await store.close()
      if round == 19 { #expect(acknowledged.count > 100) }
    }
  }
}
