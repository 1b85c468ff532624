import Foundation
import MartletStore
import MartletTesting
import MartletWire
import Processes
import Testing

/// Disks that are full, fail, or lose power.
@Suite struct SQLiteDiskTests {
  /// With a small weight all waits for folding, which meets the full disk first.
  @Test(arguments: [1, 64_000]) func aFullDiskRefusesUntilThereIsSpace(foldWeight: Int) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let disk = FaultDisk()
    var options = CrashRounds.Pace.steady.options(disk)
    options.foldWeight = foldWeight
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    let witness = Witness()
    let padding = String(repeating: "x", count: 2000)
    var number = 0
    func append() async -> StoreError? {
      number += 1
      return await witness.append([.direct("\(number) \(padding)", to: .sample("u\(number % 9)"))], to: store)
    }
    for _ in 0..<10 { #expect(await append() == nil) }
    for _ in 0..<5 {
      disk.limit(to: disk.used + 100_000)
      var refusals = 0
      while refusals < 20 {
        guard let error = await append() else { continue }
        #expect(error.code == .full)
        refusals += 1
        #expect(try await store.conversation(.direct(.alice, .sample("u1")), app: .demo) != nil, "reads go on")
      }
      disk.heal()
      // A fold that began before may still fail and refuse.
      try await store.fold()
      for _ in 0..<5 {
        let refusal = await append()?.description
        #expect(refusal == nil)
      }
    }
    try await witness.check(store, "before closing")
    await store.close()
    let again = try await SQLiteStore.open(directory: directory.path)
    try await witness.check(again, "after opening")
    await again.close()
    try Witness.checkFiles(in: directory, "after closing")
  }

  /// The real thing, where this process may mount a file system.
  @Test(.enabled(if: SmallFileSystem.isPossible, "mounting needs root")) func aFullFileSystemRefusesUntilThereIsSpace()
    async throws
  {
    let disk = try SmallFileSystem(mebibytes: 16)
    let ballast = disk.directory.file("ballast")
    let store = try await SQLiteStore.open(directory: disk.directory.path)
    let text = String(repeating: "x", count: 3000)
    var stored: UInt64 = 0
    for _ in 0..<3 {
      // As much as there is room for.
      try? Data(count: 12 << 20).write(to: URL(filePath: ballast))
      var refusals = 0
      while refusals < 10 {
        do {
          _ = try await store.append([.direct(text)])
          stored += 1
        } catch let error as StoreError {
          #expect(error.code == .full)
          refusals += 1
        }
      }
      #expect(try await store.conversation(.pair, app: .demo)?.head == stored)
      try FileManager.default.removeItem(atPath: ballast)
      // A fold that began before may still fail and refuse; the next one has room.
      try? await store.fold()
      try await store.fold()
      #expect(try await store.append([.direct(text)]).first?.seq == stored + 1)
      stored += 1
    }
    await store.close()
    let again = try await SQLiteStore.open(directory: disk.directory.path)
    #expect(try await again.conversation(.pair, app: .demo)?.head == stored)
    await again.close()
  }

  /// The system refuses a commit for a reason that SQLite does not report: a limit on the size of files.
  ///
  /// The outcome of the write is unknown, so nothing more is written. After reopening, everything acknowledged is there.
  @Test func afterACommitThatMayHaveFailedNothingIsWritten() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    await #expect(processExitsWith: .exitCode(42)) { [path = directory.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let store = try await SQLiteStore.open(directory: path)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = 1 << 20
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var stored: UInt64 = 0
      var codes: [StoreError.Code] = []
      while codes.count < 3 {
        do {
          _ = try await store.append([.direct(String(repeating: "x", count: 2000))])
          stored += 1
        } catch let error as StoreError {
          codes.append(error.code)
        }
      }
      guard codes == [.unknown, .stopped, .stopped] else { exit(1) }
      guard try await store.conversation(.pair, app: .demo)?.head == stored else { exit(2) }
      try "\(stored)".write(toFile: path + "/stored", atomically: false, encoding: .utf8)
      exit(42)
    }
    let stored = try #require(UInt64(String(contentsOfFile: directory.file("stored"), encoding: .utf8)))
    let store = try await SQLiteStore.open(directory: directory.path)
    let log = try await store.entries(of: .pair, app: .demo, range: 1...UInt64.max, limit: .max, newest: false)
    #expect(stored > 10)
    #expect(log.map(\.seq) == Array(1...stored) || log.map(\.seq) == Array(1...stored + 1))
    #expect(try await store.append([.direct("goes on")]).first?.seq == UInt64(log.count + 1))
  }

  /// The whole life of a store with one caller.
  private func live(_ directory: TemporaryDirectory, _ disk: FaultDisk, _ witness: Witness) async -> [StoreError] {
    var errors: [StoreError] = []
    do {
      let store = try await SQLiteStore.open(directory: directory.path, options: CrashRounds.Pace.steady.options(disk))
      var traffic = CrashTraffic("one", seed: 7)
      for _ in 0..<14 {
        if let error = await witness.ask(traffic.next(), of: store) { errors.append(error) }
      }
      await store.close()
    } catch {
      #expect(error is StoreError)
    }
    return errors
  }

  /// Each operation of the whole life of a store fails in turn, once or from then on.
  @Test(arguments: FaultDisk.Operation.allCases, [false, true])
  func noFailedOperationLosesWhatWasAcknowledged(operation: FaultDisk.Operation, lasts: Bool) async throws {
    // More than one life needs; a schema with more steps needs more.
    let most = 1_000
    var failures = 0
    for step in 0..<most {
      let directory = try TemporaryDirectory(inMemory: true)
      let disk = FaultDisk()
      let witness = Witness()
      disk.fail(operation, after: step, lasts: lasts)
      let errors = await live(directory, disk, witness)
      if disk.count(operation) <= step { break }
      failures += 1
      let note: Comment = "\(operation) \(step) fails: \(errors)"
      let firstUnknown = errors.firstIndex { $0.code == .unknown }
      #expect(errors.filter { $0.code == .unknown }.count <= 1, note)
      if let firstUnknown { #expect(errors[firstUnknown...].dropFirst().allSatisfy { $0.code == .stopped }, note) }
      let store = try await SQLiteStore.open(directory: directory.path)
      try await witness.check(store, note)
      await store.close()
      try Witness.checkFiles(in: directory, note)
    }
    #expect(failures > (operation == .truncate ? 0 : 20))
    #expect(failures < most)
  }

  /// The power goes while the very first page is written: the file is there, its content is not.
  @Test func aFileWhoseFirstPageWasLostBeginsAnew() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    try Data(count: 4096).write(to: URL(filePath: directory.file("store.db")))
    let store = try await SQLiteStore.open(directory: directory.path)
    #expect(try await store.append([.direct("first", to: .sample("bob"))]).count == 1)
    await store.close()
  }
}

/// A file system of a few megabytes in a directory.
private final class SmallFileSystem {
  let directory: TemporaryDirectory

  static let isPossible = (try? SmallFileSystem(mebibytes: 1)) != nil

  init(mebibytes: Int) throws {
    directory = try TemporaryDirectory(inMemory: true)
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(mebibytes)m", "none", directory.path)
  }

  deinit { try? Self.run("umount", "--lazy", directory.path) }

  private static func run(_ arguments: String...) throws {
    let process = TestProcess()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = .file(.nullDevice)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
