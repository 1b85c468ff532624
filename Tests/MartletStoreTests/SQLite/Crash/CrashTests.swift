import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

/// Disks that fail, are full or lose power under the load of several callers, at every operation in turn.
@Suite struct CrashTests {
  /// How often an operation is asked for in a life without trouble, all kinds together for nil; by pace.
  private func operations(_ kind: FaultDisk.Operation?) async throws -> [CrashRounds.Pace: Int] {
    var operations: [CrashRounds.Pace: Int] = [:]
    for pace in CrashRounds.Pace.allCases {
      let directory = try TemporaryDirectory(inMemory: true)
      let disk = FaultDisk()
      let store = try await SQLiteStore.open(directory: directory.path, options: pace.options(disk))
      await CrashRounds.load(store, Witness(), seed: 1, life: 0)
      await store.close()
      operations[pace] = kind.map { disk.count($0) } ?? FaultDisk.Operation.allCases.reduce(0) { $0 + disk.count($1) }
    }
    return operations
  }

  @Test func whatWasAcknowledgedOutlivesLossOfPower() async throws {
    let operations = try await operations(nil)
    try await CrashRounds("power").run { round in
      let most = operations[round.pace] ?? 1
      var random = SeededRandom(seed: round.seed)
      let directory = try TemporaryDirectory(inMemory: true)
      let witness = Witness()
      for life in 0..<3 {
        let disk = FaultDisk()
        disk.cutPower(
          afterOperations: life == 0 ? round.place(among: most) : Int.random(in: 0..<most, using: &random))
        let store = try? await SQLiteStore.open(directory: directory.path, options: round.pace.options(disk))
        if let store { await CrashRounds.load(store, witness, seed: round.seed, life: life) }
        disk.cutPower()
        await store?.close()
        disk.losePower(&random, kept: [0, 20, 50, 80, 100].randomElement(using: &random) ?? 0)
      }
      try await CrashRounds.check(directory, witness, round)
    }
  }

  @Test(arguments: [FaultDisk.Operation.write, .sync]) func whatWasAcknowledgedOutlivesAnErrorOfTheDisk(
    operation: FaultDisk.Operation
  )
    async throws
  {
    let operations = try await operations(operation)
    try await CrashRounds("\(operation) error").run { round in
      let most = operations[round.pace] ?? 1
      let directory = try TemporaryDirectory(inMemory: true)
      let witness = Witness()
      let disk = FaultDisk()
      let lasts = round.seed % 2 == 0
      disk.fail(operation, after: round.place(among: most), lasts: lasts)
      if let store = try? await SQLiteStore.open(directory: directory.path, options: round.pace.options(disk)) {
        let errors = await CrashRounds.load(store, witness, seed: round.seed, life: 0)
        #expect(errors.allSatisfy { $0.code != .corrupt && $0.code != .closed }, "\(errors), \(round.note)")
        if !lasts { try await witness.check(store, round.note) }
        await store.close()
      }
      try await CrashRounds.check(directory, witness, round)
    }
  }

  @Test func whatWasAcknowledgedOutlivesAFullDisk() async throws {
    let operations = try await operations(.write)
    try await CrashRounds("full disk").run { round in
      let most = operations[round.pace] ?? 1
      let directory = try TemporaryDirectory(inMemory: true)
      let witness = Witness()
      let disk = FaultDisk()
      disk.fill(afterWrites: round.place(among: most))
      let refusals = Atomic<Int>(0)
      if let store = try? await SQLiteStore.open(directory: directory.path, options: round.pace.options(disk)) {
        let errors = await CrashRounds.load(store, witness, seed: round.seed, life: 0) { _ in
          if refusals.wrappingAdd(1, ordering: .relaxed).newValue == 6 { disk.heal() }
        }
        #expect(errors.allSatisfy { $0.code == .full }, "\(errors), \(round.note)")
        try await witness.check(store, round.note)
        disk.heal()
        // A fold that began before may still fail and refuse.
        try await store.fold()
        let later = await CrashRounds.load(store, witness, seed: round.seed, life: 1)
        #expect(later.isEmpty, "there is space again, but \(later), \(round.note)")
        await store.close()
      }
      try await CrashRounds.check(directory, witness, round)
    }
  }
}
