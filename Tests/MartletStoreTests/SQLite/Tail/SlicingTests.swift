import Foundation
import MartletSQLite
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletStore

/// Conversations are folded by slices, in runs of neighbours.
@Suite struct SlicingTests {
  private static let groups = (1...4).map { ConversationID.sample("g\($0)") }

  private func options(runBits: Int) -> SQLiteStore.Options {
    var options = SQLiteStore.Options()
    options.runBits = runBits
    return options
  }

  private func runBits(_ directory: TemporaryDirectory) throws -> Int64? {
    let database = try SQLiteConnection(path: directory.file(SQLiteStore.fileName))
    defer { database.close() }
    return try database.statement("SELECT run_bits FROM newest").first { try $0.integer(0) }
  }

  /// The logs and the unread counts of all groups.
  private func contents(_ store: SQLiteStore) async throws -> [[LogEntry]] {
    var logs: [[LogEntry]] = []
    for group in Self.groups {
      logs.append(try await store.entries(of: group, app: .demo, range: 1...9, limit: 9, newest: false))
    }
    return logs
  }

  @Test func neighboursShareASlice() {
    let slicing = Slicing(runBits: 2)
    #expect((0..<8).map { slicing.slice(of: Int64($0)) } == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(slicing.slice(of: 64) == 0 && slicing.slice(of: 63) == 15)
    #expect((0..<20).map { Slicing(runBits: 0).slice(of: Int64($0)) } == Array(0..<16) + Array(0..<4))
  }

  @Test func aNewStoreUsesRuns() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    try await SQLiteStore.open(directory: directory.path, options: options(runBits: 3)).close()
    #expect(try runBits(directory) == 3)
  }

  /// A slice's position tells what the tables hold of its conversations, so slices change only where all positions are equal.
  @Test(arguments: [(0, 6), (6, 0)]) func slicesChangeOnceEverythingIsFolded(before: Int, after: Int) async throws {
    let (directory, copy) = (try TemporaryDirectory(inMemory: true), try TemporaryDirectory(inMemory: true))
    let copies = Mutex(0)
    var options = options(runBits: before)
    options.foldInterval = .milliseconds(1)
    options.reached = { point in
      // One slice is in the tables, and the others are in the journal alone.
      guard point == .afterFold else { return }
      let isFirst = copies.withLock { count in
        count += 1
        return count == 1
      }
      guard isFirst else { return }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [] {
        try? FileManager.default.copyItem(atPath: directory.file(name), toPath: copy.file(name))
      }
    }
    let made = try await SQLiteStore.open(directory: directory.path, options: options)
    // One commit, so that all of it is in the journal when the first slice is folded.
    _ = try await made.append(
      Self.groups.map { .group($0, members: [.alice, .bob]) } + Self.groups.flatMap { [.text("1", to: $0), .text("2", to: $0)] })
    let expected = try await contents(made)
    try await made.fold()
    await made.close()
    #expect(expected.allSatisfy { $0.map(\.seq) == [1, 2, 3] })
    for (opening, bits) in [before, after, after].enumerated() {
      let store = try await SQLiteStore.open(directory: copy.path, options: self.options(runBits: after))
      #expect(try runBits(copy) == Int64(bits), "opening \(opening)")
      #expect(try await contents(store) == expected, "opening \(opening)")
      let list = try await store.summaries(of: .bob, app: .demo, changed: 0...UInt64.max, only: nil, limit: 9)
      #expect(list.map(\.unread) == [2, 2, 2, 2], "opening \(opening)")
      await store.close()
    }
  }
}
