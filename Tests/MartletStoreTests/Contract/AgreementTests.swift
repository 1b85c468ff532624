import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Random histories on an engine and on the plainest one: both run the same rules, so they must agree on everything, also
/// where `ModelStore` knows nothing: stamps, users, scheduled messages, times of reading, pages from any place.
@Suite struct AgreementTests {
  private static let engines = Engine.counting.filter { $0.testDescription != Engine.memory.testDescription }

  @Test(arguments: engines, SeededRandom.environmentSeeds(4))
  func anEngineAgreesWithThePlainestOne(engine: Engine, seed: UInt64) async throws {
    let (one, other) = (try await Fixture(engine), try await Fixture(.memory))
    let agreement = Agreement()
    var history = RandomHistory(seed: seed)
    for step in 0..<50 {
      let note: Comment = "seed \(seed), step \(step)"
      try await agreement.write(&history, one.store, other.store, note)
      if history.chance(12) {
        try await one.reopen()
        try await other.reopen()
      }
      if history.chance(8) || step == 49 { try await agreement.compare(one.store, other.store, &history, note) }
    }
  }
}
