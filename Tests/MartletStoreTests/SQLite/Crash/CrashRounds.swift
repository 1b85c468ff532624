import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Rounds of one kind of trouble: `./dev check crash` runs many of them, the tests a few.
struct CrashRounds {
  static let count = getenv("MARTLET_CRASH_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 20

  private let kind: String
  private let seed = SeededRandom.environmentSeed

  init(_ kind: String) { self.kind = kind }

  /// Runs `body` so many times, each with a seed of its own, and says now and then how far it is.
  func run(_ body: (_ round: Round) async throws -> Void) async throws {
    for number in 0..<Self.count {
      try await body(Round(kind: kind, number: number, base: seed))
      if Self.count > 20, (number + 1) % 20 == 0 { say("\(kind): \(number + 1) of \(Self.count) rounds, seed \(seed)") }
    }
  }

  /// Seen at once, also through a pipe.
  private func say(_ text: String) {
    let line = "crash: \(text)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  /// One round.
  struct Round {
    let kind: String
    let number: Int
    let base: UInt64

    var seed: UInt64 { base &+ UInt64(number) }
    var note: Comment { "\(kind): MARTLET_SEED=\(base), round \(number)" }
    var pace: Pace { Pace.allCases[number % Pace.allCases.count] }

    /// Of `operations` that may be hit in a life of this pace, the one for this round: all in turn, or with too few rounds
    /// for that one somewhere in each equal part.
    func place(among operations: Int) -> Int {
      let (turn, turns) = (number / Pace.allCases.count, max(1, CrashRounds.count / Pace.allCases.count))
      if turns >= operations { return turn % max(1, operations) }
      var random = SeededRandom(seed: seed)
      return min(operations - 1, (turn * operations + Int.random(in: 0..<operations, using: &random)) / turns)
    }
  }

  /// How the stages of a store follow one another.
  enum Pace: Codable, CaseIterable {
    /// All is folded and copied at once.
    case hasty
    /// Folding goes on all the time, some way behind.
    case steady
    /// Much is in the journal alone.
    case lazy

    func options(_ disk: FaultDisk? = nil) -> SQLiteStore.Options {
      var options = SQLiteStore.Options()
      options.vfs = disk?.name
      options.readers = 1
      // Few conversations in many slices.
      options.runBits = 0
      options.batchLimit = 12
      options.foldRound = .zero
      options.commitGap = self == .lazy ? .milliseconds(1) : .zero
      switch self {
      case .hasty: (options.checkpointPages, options.foldInterval, options.foldWeight) = (4, .microseconds(20), 6)
      case .steady: (options.checkpointPages, options.foldInterval, options.foldWeight) = (10, .microseconds(100), 60)
      case .lazy: (options.checkpointPages, options.foldInterval, options.foldWeight) = (30, .milliseconds(5), 10_000)
      }
      return options
    }
  }

  /// Lets several callers ask at once until each has asked enough, or nothing is written any more.
  ///
  /// - Returns: The errors of all of them.
  @discardableResult
  static func load(
    _ store: SQLiteStore, _ witness: Witness, seed: UInt64, life: Int,
    onError: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) async -> [StoreError] {
    await withTaskGroup(of: [StoreError].self) { group in
      for caller in 0..<3 {
        group.addTask {
          var traffic = CrashTraffic("\(life).\(caller)", seed: seed)
          var errors: [StoreError] = []
          for _ in 0..<30 {
            guard let error = await witness.ask(traffic.next(), of: store) else { continue }
            errors.append(error)
            onError(error)
            if error.endsWriting || error.code == .closed { break }
          }
          return errors
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Opens the files on a disk without faults, checks them against the promises, and continues.
  static func check(_ directory: TemporaryDirectory, _ witness: Witness, _ round: Round) async throws {
    var random = SeededRandom(seed: round.seed)
    for life in 0..<2 {
      let store = try await SQLiteStore.open(directory: directory.path, options: round.pace.options())
      try await witness.check(store, round.note)
      await witness.retry(12, of: store, &random, round.note)
      if life > 0 { try await witness.check(store, round.note) }
      await store.close()
      try Witness.checkFiles(in: directory, round.note)
    }
  }
}
