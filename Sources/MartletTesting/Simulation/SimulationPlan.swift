import Martlet

/// The events of a simulation: user actions and faults, each with its time.
///
/// The seed determines all of them. Steps can be removed, to find those that a defect needs. The scheduler decides the order
/// between these times, with randomness of its own.
package struct SimulationPlan: Sendable {
  package let seed: UInt64
  /// About how much users do.
  package let operations: Int
  /// The number of servers.
  package var nodes: Int { world.nodes }
  let world: SimulatedWorld
  /// In the order of their times.
  package private(set) var steps: [Step]

  /// Something that is done or goes wrong.
  package struct Step: Sendable, CustomStringConvertible {
    /// Its place among all steps of the seed.
    package let number: Int
    /// The time, in milliseconds since the beginning.
    package let at: UInt64
    package let what: What
    /// The seed of the step's own decisions.
    let dice: UInt64

    package var description: String { "#\(number) at \(at) ms: \(what)" }
  }

  /// A kind of step; devices and users by number, times in milliseconds.
  package enum What: Sendable, Equatable {
    // User actions.
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
    /// Gives roles, or silences members or the group.
    case lead(device: Int)
    case readHistory(device: Int)
    case personalize(device: Int)
    case hide(device: Int)
    /// Blocks a user, or lifts a block.
    case block(device: Int)
    /// Changes the allow list, or whether only those on it may write.
    case allow(device: Int)
    /// Asks a user to become friends, accepts, declines, or ends it.
    case befriend(device: Int)
    case annotate(device: Int)
    case signal(device: Int)
    case schedule(device: Int)
    case cancelScheduled(device: Int)
    case connect(device: Int)
    case disconnect(device: Int)
    case reinstall(device: Int)
    case revoke(user: Int)
    /// The app's server tells a user something, or writes into a group.
    case tell(user: Int, inGroup: Bool)
    // Faults.
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
    // Faults of one of several nodes, or of what they share.
    case cutDatabase(mayArrive: Bool)
    case failOver(for: UInt64)
    case cutBus(for: UInt64)
  }

  /// The whole plan of a seed.
  ///
  /// - Parameters:
  ///   - seed: Decides everything.
  ///   - operations: About how much users do.
  ///   - nodes: The number of servers; several share a database.
  package init(seed: UInt64, operations: Int = 80, nodes: Int = 1) {
    self.seed = seed
    self.operations = operations
    var maker = PlanMaker(seed: seed, operations: operations, nodes: nodes)
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

/// The users and devices of a simulation, and its conditions.
struct SimulatedWorld: Sendable {
  struct Device: Sendable {
    var user: Int
    var isOnDisk: Bool
    /// True if other users are not told of its reading.
    var hidesReceipts = false
  }

  /// Servers; several share a database.
  var nodes = 1
  /// The longest time that a request to that database takes, or an answer, or a commit, in nanoseconds.
  var databaseLatency: UInt64 = 1_000_000
  /// Of the bus between them: the longest time of a message, in nanoseconds; the percentage that is lost; whether some overtake.
  var busLatency: UInt64 = 1_000_000
  var busLoss: UInt64 = 0
  var busReorders = false
  var users = 3
  var devices: [Device] = []
  var server = SimulatedServer.Settings()
  var bounds = SyncBounds()
  /// In seconds; 0 for the usual.
  var tokenLifetime: UInt32 = 0
  /// The latency of packets, in nanoseconds.
  var latency: ClosedRange<UInt64> = 0...1
  /// The longest time of a turn, in nanoseconds.
  var turn: UInt64 = 1
  /// The percentage of messages that carry more than text.
  var richness: UInt64 = 0
  /// True if some messages are in the log without being pushed to connected members.
  var sendsUntold = false
  /// Whether users hide some messages on one device alone.
  var hidesHere = false
  /// The longest time ahead of scheduled messages, in milliseconds; 0 for no scheduled messages.
  var schedulesAhead: UInt64 = 0
  /// The time when users and faults stop, in milliseconds.
  var end: UInt64 = 10_000
}
