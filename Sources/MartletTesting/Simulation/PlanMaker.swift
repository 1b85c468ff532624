import MartletPostgres
import MartletServer
import MartletStore
import MartletWire

/// Creates the plan of a seed.
///
/// Each seed has some kinds of faults and not others, and its own bounds: faults that always occur together would mask the
/// effects of a single one.
struct PlanMaker {
  private(set) var world = SimulatedWorld()
  private var random: SeededRandom
  private let operations: Int
  /// Whether users set and hide things, and whether they attach something to messages.
  private var isPersonal = false
  private var annotates = false
  private var steps: [(at: UInt64, what: SimulationPlan.What)] = []
  /// Decides features added later, so that seeds known to other tests keep their plans.
  private var later: SeededRandom

  init(seed: UInt64, operations: Int, nodes: Int = 1) {
    random = SeededRandom(seed: seed ^ 0x706C_616E)
    later = SeededRandom(seed: seed ^ 0x6C61_7465)
    self.operations = operations
    world.end = [2_000, 10_000, 10_000, 60_000].randomElement(using: &random) ?? 10_000
    makeDevices()
    makeServer()
    makeBounds()
    isPersonal = chance(60)
    annotates = chance(60)
    if chance(60) { world.richness = [20, 50, 90][number(0...2)] }
    if chance(40) { world.schedulesAhead = UInt64(number(1_000...20_000)) }
    world.server.limits.scheduledLeast = .milliseconds(200)
    world.server.limits.scheduledMost = .milliseconds(Int64(world.schedulesAhead))
    if chance(30) { world.server.limits.scheduledMessages = number(1...3) }
    if chance(30) { world.server.limits.deliveredMembers = number(0...3) }
    if chance(25) { for index in world.devices.indices where chance(50) { world.devices[index].hidesReceipts = true } }
    world.sendsUntold = chance(25)
    world.hidesHere = chance(30)
    world.nodes = max(1, nodes)
    if world.nodes > 1 { makeNodes(seed) }
  }

  mutating func make() -> [SimulationPlan.Step] {
    for device in world.devices.indices { steps.append((time(to: chance(70) ? 1 : world.end / 2), .connect(device: device))) }
    for _ in 0..<operations { steps.append((time(), operation())) }
    for _ in 0..<number(0...3) where chance(50) { steps.append((time(), .reinstall(device: device()))) }
    if chance(30) { for _ in 0..<number(1...3) { steps.append((time(), .revoke(user: number(0...world.users - 1)))) } }
    if chance(50) { for _ in 0..<number(1...4) { addAbsence() } }
    addTrouble()
    addRestores()
    // Few conversations, mostly in many slices.
    world.server.store.runBits = [0, 0, 1, 6].randomElement(using: &later) ?? 0
    if world.nodes > 1 { addTroubleOfNodes() }
    let sorted = steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    let known = sorted.map { (at: $0.element.at, what: $0.element.what, dice: random.next()) }
    let all = (known + blocks() + tales() + allowances() + friendships()).enumerated()
    return all.sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.enumerated()
      .map { number, step in
        SimulationPlan.Step(number: number, at: step.element.at, what: step.element.what, dice: step.element.dice)
      }
  }

  /// Blocks and the ends of blocks, close together, so that they meet messages.
  private mutating func blocks() -> [(at: UInt64, what: SimulationPlan.What, dice: UInt64)] {
    guard UInt64.random(in: 0..<100, using: &later) < 50 else { return [] }
    if UInt64.random(in: 0..<100, using: &later) < 20 { world.server.limits.blockedUsers = 1 }
    return (0..<Int.random(in: 1...max(1, operations / 6), using: &later)).map { _ in
      let device = Int.random(in: 0..<world.devices.count, using: &later)
      return (UInt64.random(in: 0...world.end, using: &later), .block(device: device), later.next())
    }
  }

  /// Changes of allow lists, close together.
  private mutating func allowances() -> [(at: UInt64, what: SimulationPlan.What, dice: UInt64)] {
    guard UInt64.random(in: 0..<100, using: &later) < 40 else { return [] }
    return (0..<Int.random(in: 1...max(1, operations / 6), using: &later)).map { _ in
      let device = Int.random(in: 0..<world.devices.count, using: &later)
      return (UInt64.random(in: 0...world.end, using: &later), .allow(device: device), later.next())
    }
  }

  /// Requests to become friends and their answers, close together.
  private mutating func friendships() -> [(at: UInt64, what: SimulationPlan.What, dice: UInt64)] {
    guard UInt64.random(in: 0..<100, using: &later) < 40 else { return [] }
    if UInt64.random(in: 0..<100, using: &later) < 20 { world.server.limits.friendsOfUser = 1 }
    return (0..<Int.random(in: 1...max(1, operations / 4), using: &later)).map { _ in
      let device = Int.random(in: 0..<world.devices.count, using: &later)
      return (UInt64.random(in: 0...world.end, using: &later), .befriend(device: device), later.next())
    }
  }

  /// Messages of the app's server.
  private mutating func tales() -> [(at: UInt64, what: SimulationPlan.What, dice: UInt64)] {
    guard UInt64.random(in: 0..<100, using: &later) < 40 else { return [] }
    return (0..<Int.random(in: 1...max(1, operations / 8), using: &later)).map { _ in
      let user = Int.random(in: 0..<world.users, using: &later)
      let what = SimulationPlan.What.tell(user: user, inGroup: Bool.random(using: &later))
      return (UInt64.random(in: 0...world.end, using: &later), what, later.next())
    }
  }

  // MARK: - The world

  private mutating func makeDevices() {
    world.users = number(2...4)
    for user in 0..<world.users {
      for _ in 0..<number(1...2) { world.devices.append(.init(user: user, isOnDisk: chance(70))) }
    }
  }

  private mutating func makeServer() {
    var limits = Limits()
    world.server.loops = number(1...3)
    world.server.users = (0..<world.users).compactMap { UserID("user\($0)") }
    if chance(50) { limits.pageEntries = number(1...8) }
    if chance(40) { limits.requestsInFlight = number(Limits.firstRequests...8) }
    if chance(30) { limits.queuedBytes = number(24...96) << 10 }
    if chance(30) { limits.batchRows = number(1...4) }
    if chance(30) { limits.requestsWaiting = number(1...6) }
    if chance(30) { limits.conversationIdle = .milliseconds(number(1...2_000)) }
    if chance(30) { limits.conversationsInMemory = number(0...2) }
    if chance(30) { (limits.heartbeat, limits.idle) = (.seconds(2), .seconds(5)) }
    if chance(30) { limits.markersPushed = number(0...2) }
    if chance(20) { (limits.settingsOfUser, limits.settingsOfConversation) = (number(1...12), number(1...4)) }
    if chance(20) { (limits.reactionsEach, limits.reactionKinds, limits.properties) = (number(1...2), number(1...2), 1) }
    if chance(20) { (limits.pins, limits.attributes, limits.changeConversationBy) = (number(1...2), 1, .owner) }
    if chance(20) { limits.groupAdmins = number(0...1) }
    world.server.limits = limits
    var store = SQLiteStore.Options()
    store.readers = number(1...3)
    store.cacheKiB = 512
    if chance(50) { store.batchLimit = number(1...8) }
    if chance(50) { store.foldInterval = .milliseconds(number(0...50)) }
    if chance(50) { store.foldRound = .milliseconds(number(0...500)) }
    if chance(40) { store.foldWeight = number(1...24) }
    if chance(30) { store.waitingWeight = number(4...32) }
    if chance(50) { store.checkpointPages = number(1...40) }
    if chance(50) { store.cachedConversations = number(1...3) }
    if chance(30) { store.commitGap = .milliseconds(number(0...20)) }
    world.server.store = store
    world.latency = [0...1_000, 100_000...2_000_000, 0...200_000_000][number(0...2)]
    world.turn = [1_000, 50_000, 5_000_000][number(0...2)]
    if chance(20) { world.tokenLifetime = UInt32(number(5...60)) }
  }

  private mutating func makeBounds() {
    guard chance(70) else { return }
    world.bounds.forward = UInt64(number(1...12))
    world.bounds.prefetched = number(1...4)
    world.bounds.prefetchPage = number(1...4)
    world.bounds.ahead = number(1...4)
    world.bounds.asked = number(1...3)
  }

  // MARK: - User actions

  private mutating func operation() -> SimulationPlan.What {
    let device = device()
    if isPersonal, chance(20) { return chance(70) ? .personalize(device: device) : .hide(device: device) }
    if world.hidesHere, chance(6) { return .hide(device: device) }
    if annotates, chance(20) { return .annotate(device: device) }
    if world.schedulesAhead > 0, chance(8) {
      return chance(65) ? .schedule(device: device) : .cancelScheduled(device: device)
    }
    if chance(2) { return .signal(device: device) }
    return switch number(0...99) {
    case ..<42: .send(device: device, bytes: chance(90) ? number(1...60) : number(200...4_000))
    case ..<47: .retry(device: device)
    case ..<55: .edit(device: device)
    case ..<60: .recall(device: device)
    case ..<70: .mark(device: device)
    case ..<75: .createGroup(device: device)
    case ..<80: .changeConversation(device: device)
    case ..<84: .lead(device: device)
    case ..<89: .addMember(device: device)
    case ..<94: .removeMember(device: device)
    case ..<97: .leave(device: device)
    default: .readHistory(device: device)
    }
  }

  private mutating func addAbsence() {
    let device = device()
    let begin = time()
    steps.append((begin, .disconnect(device: device)))
    steps.append((begin + UInt64(number(0...Int(world.end / 2))), .connect(device: device)))
  }

  // MARK: - Faults

  private mutating func addTrouble() {
    if chance(15) { return }
    if chance(40) { addSome(1...3) { .killServer(sectorsKept: nil, isNoticed: $0.chance(70)) } }
    if chance(40) {
      addSome(1...3) { .killServer(sectorsKept: [0, 0, 50, 90, 100][$0.number(0...4)], isNoticed: $0.chance(30)) }
    }
    if chance(25) { addSome(1...2) { _ in .stopServer } }
    if chance(30) { addSome(1...2) { .failServerDisk($0.diskOperation(), after: $0.number(0...30), lasts: $0.chance(20)) } }
    if chance(25) { addFull(.fillServerDisk, .healServerDisk) }
    if chance(25) { addSome(1...3) { .setServerClock(by: Int64($0.number(-20_000...20_000)) * ($0.chance(50) ? 1 : 300)) } }
    if chance(40) { addSome(1...6) { .stall(for: UInt64($0.number(1...3_000))) } }
    addTroubleOfDevices()
  }

  private mutating func addTroubleOfDevices() {
    if chance(40) {
      addSome(1...6) {
        .killDevice(device: $0.device(), sectorsKept: $0.chance(50) ? $0.number(0...100) : nil, isNoticed: $0.chance(70))
      }
    }
    if chance(20) {
      addSome(1...2) {
        .failDeviceDisk(device: $0.device(), $0.diskOperation(), after: $0.number(0...20), lasts: $0.chance(10))
      }
    }
    if chance(15) {
      let device = device()
      addFull(.fillDeviceDisk(device: device), .healDeviceDisk(device: device))
    }
    if chance(20) { addSome(1...2) { .setDeviceClock(device: $0.device(), by: Int64($0.number(-20_000...20_000)) * 300) } }
    if chance(50) { addSome(1...10) { .cut(device: $0.device()) } }
    if chance(40) {
      addSome(1...6) {
        let way = $0.number(0...2)
        return .hold(device: $0.device(), toServer: way != 1, toClient: way != 0, for: UInt64($0.number(1...30_000)))
      }
    }
  }

  /// Goes back to a backup, more often than once now and then.
  private mutating func addRestores() {
    guard Int.random(in: 0..<100, using: &later) < 15 else { return }
    let made = UInt64.random(in: 0...world.end / 2, using: &later)
    steps.append((made, .backUpServer))
    for _ in 0..<Int.random(in: 1...2, using: &later) {
      steps.append((UInt64.random(in: made...world.end, using: &later), .restoreServer))
    }
  }

  // MARK: - Several nodes

  /// What nodes share, and the bounds of their stores.
  private mutating func makeNodes(_ seed: UInt64) {
    later = SeededRandom(seed: seed ^ 0x6E6F_6465)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &later) }
    func chance(_ percent: Int) -> Bool { number(0...99) < percent }
    world.databaseLatency = [100_000, 5_000_000, 50_000_000, 400_000_000][number(0...3)]
    world.busLatency = [100_000, 10_000_000, 2_000_000_000][number(0...2)]
    if chance(50) { world.busLoss = UInt64([5, 30, 70, 100][number(0...3)]) }
    world.busReorders = chance(30)
    var store = PostgresStore.Options()
    store.isShared = true
    store.nodeTimeout = .seconds(number(2...10))
    if chance(50) { store.batchLimit = number(1...8) }
    if chance(30) { store.waitingWeight = number(4...32) }
    if chance(50) { store.cachedConversations = number(1...3) }
    world.server.database = store
  }

  /// Faults of single nodes, of the database, and of the bus, in place of those of disks and backups.
  private mutating func addTroubleOfNodes() {
    steps.removeAll { step in
      switch step.what {
      case .failServerDisk, .fillServerDisk, .healServerDisk, .backUpServer, .restoreServer: true
      default: false
      }
    }
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &later) }
    func chance(_ percent: Int) -> Bool { number(0...99) < percent }
    func add(_ range: ClosedRange<Int>, _ what: () -> SimulationPlan.What) {
      for _ in 0..<number(range) { steps.append((UInt64(number(0...Int(world.end))), what())) }
    }
    if chance(15) { return }
    if chance(60) { add(1...8) { .cutDatabase(mayArrive: chance(70)) } }
    if chance(30) { add(1...2) { .failOver(for: UInt64(chance(70) ? number(0...2_000) : number(2_000...15_000))) } }
    if chance(50) { add(1...3) { .cutBus(for: UInt64(number(1...10_000))) } }
    if chance(40) { add(1...3) { .killServer(sectorsKept: nil, isNoticed: chance(70)) } }
  }

  private mutating func addSome(_ range: ClosedRange<Int>, _ what: (inout PlanMaker) -> SimulationPlan.What) {
    for _ in 0..<number(range) {
      let at = time()
      steps.append((at, what(&self)))
    }
  }

  private mutating func addFull(_ begin: SimulationPlan.What, _ end: SimulationPlan.What) {
    let at = time()
    steps.append((at, begin))
    steps.append((at + UInt64(number(0...5_000)), end))
  }

  private mutating func diskOperation() -> FaultDisk.Operation {
    chance(50) ? .write : chance(80) ? .sync : .truncate
  }

  // MARK: - Dice

  private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func device() -> Int { number(0...world.devices.count - 1) }

  private mutating func time(to end: UInt64? = nil) -> UInt64 { UInt64(number(0...Int(max(1, end ?? world.end)))) }
}
