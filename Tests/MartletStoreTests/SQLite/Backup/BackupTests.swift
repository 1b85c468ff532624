import Foundation
import MartletSQLite
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletStore

@Suite(.timeLimit(.minutes(10))) struct BackupTests {
  /// Copies small pieces, so that much happens between them.
  private func options(_ pace: CrashRounds.Pace, pages: Int32 = 2) -> SQLiteStore.Options {
    var options = pace.options()
    options.backupPages = pages
    return options
  }

  /// The required contents of a copy: everything acknowledged before the request.
  ///
  /// Later requests may be included.
  private func expected(_ before: Witness.Seen, _ after: Witness.Seen) -> Witness {
    var seen = after
    for (name, known) in after.appends {
      let earlier = before.appends[name]
      if earlier?.position != nil {
        seen.appends[name] = earlier
      } else if known.position != nil || known.isOpen || earlier?.isOpen == true {
        seen.appends[name] = Witness.Known(append: known.append, isOpen: true)
      }
    }
    seen.userLogs = before.userLogs
    return Witness(seen)
  }

  @Test(arguments: SeededRandom.environmentSeeds(2), CrashRounds.Pace.allCases)
  func aCopyMadeUnderLoadHoldsWhatWasAcknowledgedBefore(seed: UInt64, pace: CrashRounds.Pace) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await SQLiteStore.open(directory: directory.path, options: options(pace))
    let witness = Witness()
    await CrashRounds.load(store, witness, seed: seed, life: 0)
    let copies = [try TemporaryDirectory(inMemory: true), try TemporaryDirectory(inMemory: true)]
    var promised: [Witness.Seen] = []
    var asked: [Witness.Seen] = []
    async let load = CrashRounds.load(store, witness, seed: seed, life: 1)
    for copy in copies {
      promised.append(witness.seen)
      let reports = Mutex<[BackupProgress]>([])
      try await store.backUp(into: copy.path) { report in reports.withLock { $0.append(report) } }
      asked.append(witness.seen)
      let last = try #require(reports.withLock { $0.last })
      #expect(last.copiedBytes == last.totalBytes && last.totalBytes > 0)
    }
    #expect(await load.isEmpty)
    await store.close()
    for (index, copy) in copies.enumerated() {
      let note: Comment = "MARTLET_SEED=\(seed), \(pace), copy \(index)"
      try Witness.checkFiles(in: copy, note)
      let opened = try await SQLiteStore.open(directory: copy.path, options: options(pace))
      try await expected(promised[index], asked[index]).check(opened, note)
      await opened.close()
      try Witness.checkFiles(in: copy, note)
    }
    // The store itself took no harm.
    try await CrashRounds.check(directory, witness, CrashRounds.Round(kind: "backup", number: 0, base: seed))
  }

  @Test func aCopyOfAStoreThatFoldsNothingHoldsItAll() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var options = SQLiteStore.Options()
    options.foldInterval = .seconds(3600)
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    _ = try await store.append([.group()])
    for number in 0..<50 { _ = try await store.append([.text("\(number)", to: .team)]) }
    let copy = try TemporaryDirectory(inMemory: true)
    try await store.backUp(into: copy.path) { _ in }
    let opened = try await SQLiteStore.open(directory: copy.path)
    let log = try await opened.entries(of: .team, app: .demo, range: 1...UInt64.max, limit: .max, newest: false)
    #expect(log.count == 51)
    let original = try await store.entries(of: .team, app: .demo, range: 1...UInt64.max, limit: .max, newest: false)
    #expect(log == original)
    await opened.close()
    await store.close()
  }

  @Test func eachStartOnACopyMakesAGenerationAndTheCopiedStoreKeepsItsOwn() async throws {
    let (directory, copy) = (try TemporaryDirectory(inMemory: true), try TemporaryDirectory(inMemory: true))
    var store = try await SQLiteStore.open(directory: directory.path)
    let first = store.generation
    #expect(first.utf8.count == 32)
    try await store.backUp(into: copy.path) { _ in }
    #expect(store.generation == first)
    await store.close()
    store = try await SQLiteStore.open(directory: directory.path)
    #expect(store.generation == first)
    await store.close()
    // A second copy of the copy, for a second restore.
    let again = try TemporaryDirectory(inMemory: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: copy.path) {
      try FileManager.default.copyItem(atPath: copy.file(name), toPath: again.file(name))
    }
    let restored = try await SQLiteStore.open(directory: copy.path)
    let second = restored.generation
    await restored.close()
    let restarted = try await SQLiteStore.open(directory: copy.path)
    #expect(restarted.generation == second)
    await restarted.close()
    let restoredAgain = try await SQLiteStore.open(directory: again.path)
    #expect(Set([first, second, restoredAgain.generation]).count == 3)
    await restoredAgain.close()
  }

  @Test func anEmptyStoreCanBeCopied() async throws {
    let (directory, copy) = (try TemporaryDirectory(inMemory: true), try TemporaryDirectory(inMemory: true))
    let store = try await SQLiteStore.open(directory: directory.path)
    try await store.backUp(into: copy.path) { _ in }
    await store.close()
    let opened = try await SQLiteStore.open(directory: copy.path)
    let outcome = try await opened.append([.group()]).first
    let position: UInt64? = if case .stored(let stored) = outcome { stored.position.seq } else { nil }
    #expect(position == 1, "\(outcome as Any)")
    await opened.close()
  }

  @Test func onlyItsOwnerMayReadACopy() async throws {
    let (directory, copy) = (try TemporaryDirectory(inMemory: true), try TemporaryDirectory(inMemory: true))
    let store = try await SQLiteStore.open(directory: directory.path)
    try await store.backUp(into: copy.path) { _ in }
    let names = try FileManager.default.contentsOfDirectory(atPath: copy.path)
    #expect(Set(names) == ["store.db", "journal.db"])
    for name in names {
      let mode = try FileManager.default.attributesOfItem(atPath: copy.file(name))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    await store.close()
  }

  /// A store large enough that copying it page by page takes many pieces.
  private func largeStore(in directory: TemporaryDirectory) async throws -> SQLiteStore {
    let store = try await SQLiteStore.open(directory: directory.path, options: options(.hasty, pages: 1))
    _ = try await store.append([.group()])
    for number in 0..<40 { _ = try await store.append([.text(String(repeating: "\(number) ", count: 2000), to: .team)]) }
    try await store.fold()
    return store
  }

  @Test func aSecondCopyAtATimeIsRefused() async throws {
    let (directory, copy) = (try TemporaryDirectory(inMemory: true), try TemporaryDirectory(inMemory: true))
    let other = try TemporaryDirectory(inMemory: true)
    let store = try await largeStore(in: directory)
    let gate = Gate()
    let began = Mutex(false)
    let (moments, moment) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await store.backUp(into: copy.path) { _ in
        guard
          !began.withLock({ value in
            defer { value = true }; return value
          })
        else { return }
        moment.yield()
        gate.pass()
      }
    }
    for await _ in moments { break }
    let refusal = await #expect(throws: StoreError.self) { try await store.backUp(into: other.path) { _ in } }
    #expect(refusal?.code == .busy)
    gate.open()
    try await first.value
    await store.close()
  }

  @Test func closingTheStoreBreaksACopyOff() async throws {
    let (directory, copy) = (try TemporaryDirectory(inMemory: true), try TemporaryDirectory(inMemory: true))
    let store = try await largeStore(in: directory)
    let (moments, moment) = AsyncStream.makeStream(of: Void.self)
    let copying = Task { try await store.backUp(into: copy.path) { _ in moment.yield() } }
    for await _ in moments { break }
    await store.close()
    // It may just have been through.
    if case .failure(let error) = await copying.result { #expect((error as? StoreError)?.code == .closed) }
    let reopened = try await SQLiteStore.open(directory: directory.path)
    #expect(try await reopened.conversation(.team, app: .demo)?.head == 41)
    await reopened.close()
  }

  @Test func aCopyThatIsGivenUpLeavesTheStoreAsItWas() async throws {
    let (directory, copy) = (try TemporaryDirectory(inMemory: true), try TemporaryDirectory(inMemory: true))
    let store = try await largeStore(in: directory)
    let (moments, moment) = AsyncStream.makeStream(of: Void.self)
    let copying = Task { try await store.backUp(into: copy.path) { _ in moment.yield() } }
    for await _ in moments { break }
    copying.cancel()
    if case .failure(let error) = await copying.result { #expect(error is CancellationError) }
    let again = try TemporaryDirectory(inMemory: true)
    try await store.backUp(into: again.path) { _ in }
    await #expect(throws: StoreError.self) { try await store.backUp(into: "/nowhere/at/all") { _ in } }
    _ = try await store.append([.text("after", to: .team)])
    try await store.fold()
    await store.close()
    try Witness.checkFiles(in: again, "again")
  }
}
