/// The place of a server: one process after another runs there.
final class ServerSeat {
  let number: Int
  /// Nil while none runs.
  var server: SimulatedServer?
  /// How far the server's clock differs from the simulation's, in ms.
  var skew: Int64 = 0
  /// The largest value that ``skew`` has had.
  var mostSkew: Int64 = 0
  var lives = 0
  /// The time at which a server that is gone is started again.
  var comesBackAt: UInt64 = 0

  init(number: Int) { self.number = number }
}

/// What several nodes share.
struct SharedParts {
  let database: SimulatedDatabase
  let bus: SimulatedBusHub

  var driven: [any Driven] { [database.executor, bus.executor] }
}

extension SharedParts {
  init(_ plan: SimulationPlan, _ time: ManualTime) {
    database = SimulatedDatabase(time: time, seed: plan.seed ^ 0x6462)
    database.slowest = plan.world.databaseLatency
    bus = SimulatedBusHub(time: time, seed: plan.seed ^ 0x6275_73)
    (bus.slowest, bus.loss, bus.isReordering) = (plan.world.busLatency, plan.world.busLoss, plan.world.busReorders)
  }
}
