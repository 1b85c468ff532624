import Martlet

/// What happens in a simulation: what users do, and what goes wrong, each at its time.
///
/// All of it follows from the seed, but some of the steps may be left out, to find those without which a defect does not
/// show. What order things get between these times decides the scheduler, with randomness of its own.
package struct SimulationPlan: Sendable {
  package let seed: UInt64
  /// About how much users do.
  package let operations: Int
  let world: SimulatedWorld
  /// In the order of their times.
  package private(set) var steps: [Step]

  /// Something that is done or goes wrong.
  package struct Step: Sendable, CustomStringConvertible {
    /// Its place among all steps of the seed.
    package let number: Int
    /// When, in milliseconds since the beginning.
    package let at: UInt64
    package let what: What
    /// Decides what the step leaves open.
    let dice: UInt64

    package var description: String { "#\(number) at \(at) ms: \(what)" }
  }

  /// What may happen; devices and users by number, times in milliseconds.
  package enum What: Sendable, Equatable {
    // What users do.
    case send(device: Int, bytes: Int)
    case retry(device: Int)
    case edit(device: Int)
    case recall(device: Int)
    case mark(device: Int)
    case createGroup(device: Int)
    case addMember(device: Int)
    case removeMember(device: Int)
    case leave(device: Int)
    case changeConversation(device: Int)
    case readHistory(device: Int)
    case personalize(device: Int)
    case hide(device: Int)
    case annotate(device: Int)
    case signal(device: Int)
    case schedule(device: Int)
    case cancelScheduled(device: Int)
    case connect(device: Int)
    case disconnect(device: Int)
    case reinstall(device: Int)
    case revoke(user: Int)
    // What goes wrong.
    case killDevice(device: Int, sectorsKept: Int?, isNoticed: Bool)
    case failDeviceDisk(device: Int, FaultDisk.Operation, after: Int, lasts: Bool)
    case fillDeviceDisk(device: Int)
    case healDeviceDisk(device: Int)
    case setDeviceClock(device: Int, by: Int64)
    case cut(device: Int)
    case hold(device: Int, toServer: Bool, toClient: Bool, for: UInt64)
    case stopServer
    case killServer(sectorsKept: Int?, isNoticed: Bool)
    case failServerDisk(FaultDisk.Operation, after: Int, lasts: Bool)
    case fillServerDisk
    case healServerDisk
    case setServerClock(by: Int64)
    case backUpServer
    case restoreServer
    case stall(for: UInt64)
  }

  /// The whole plan of a seed.
  ///
  /// - Parameters:
  ///   - seed: Decides everything.
  ///   - operations: About how much users do.
  package init(seed: UInt64, operations: Int = 80) {
    self.seed = seed
    self.operations = operations
    var maker = PlanMaker(seed: seed, operations: operations)
    world = maker.world
    steps = maker.make()
  }

  /// The same with these steps only.
  package func keeping(_ numbers: Set<Int>) -> SimulationPlan {
    var plan = self
    plan.steps = steps.filter { numbers.contains($0.number) }
    return plan
  }
}

/// Who and what there is in a simulation.
struct SimulatedWorld: Sendable {
  struct Device: Sendable {
    var user: Int
    var isOnDisk: Bool
    /// Whether others are not told what is read on it.
    var isQuiet = false
  }

  var users = 3
  var devices: [Device] = []
  var server = SimulatedServer.Settings()
  var bounds = SyncBounds()
  /// In seconds; 0 for the usual.
  var tokenLifetime: UInt32 = 0
  /// How long packets are under way, in nanoseconds.
  var latency: ClosedRange<UInt64> = 0...1
  /// How long a turn of anything takes at most, in nanoseconds.
  var turn: UInt64 = 1
  /// How many of a hundred messages carry more than their text.
  var richness: UInt64 = 0
  /// Whether some messages are in the log without those who are connected being told.
  var sendsUntold = false
  /// Whether users hide some messages on one device alone.
  var hidesHere = false
  /// How far ahead messages are scheduled at most, in milliseconds; 0 where none are.
  var schedulesAhead: UInt64 = 0
  /// When users stop and nothing goes wrong any more, in milliseconds.
  var end: UInt64 = 10_000
}
