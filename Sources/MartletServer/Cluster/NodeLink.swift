import MartletBus
import MartletNet
import MartletStore
import MartletWire
import Synchronization

/// What a loop tells the other nodes, from any thread.
///
/// Commits are told by the store; this is for what is not stored.
package final class NodeLink: Sendable {
  private let bus: any Bus
  private let metrics: Metrics
  /// The nodes that write, sorted, and this one.
  private let nodes = Mutex<(live: [Int64], own: Int64)>(([], 0))
  /// The users who have a session here that is pushed to, and how many.
  private let present = Mutex<[UserKey: Int]>([:])
  /// Reads the feed, and calls back.
  private let feed = Mutex<(@Sendable (@escaping @Sendable () -> Void) -> Void)?>(nil)
  /// The number of readings of the feed that have begun.
  private let readings = Atomic<UInt64>(0)

  package init(bus: any Bus, metrics: Metrics) {
    self.bus = bus
    self.metrics = metrics
  }

  // MARK: - To other nodes

  private func publish(_ packet: Nodes.Packet) {
    metrics.nodePackets[.sent].add()
    bus.publish(packet.encoded())
  }

  /// Tells of a commit.
  func publish(_ row: FeedRow) {
    var packet = Nodes.Packet(node: row.node, seq: row.seq)
    packet.changes = row.changes
    publish(packet)
  }

  /// Tells a conversation's members at other nodes what is not stored.
  func signal(_ delivery: Delivery, to key: ConversationKey) {
    var packet = Nodes.Packet()
    packet.signals = [
      Nodes.Signal(
        app: key.app.text, conversation: key.id.text, except: delivery.except?.text ?? "", packet: delivery.packet)
    ]
    publish(packet)
  }

  /// Tells a user's sessions at other nodes what is in no log.
  func push(_ delivery: Delivery, to user: UserKey) {
    var packet = Nodes.Packet()
    packet.pushes = [Nodes.UserPush(app: user.app.text, user: user.user.text, packet: delivery.packet)]
    publish(packet)
  }

  /// Tells the sessions at other nodes that fetched a user's profile.
  func pushProfile(_ delivery: Delivery, of user: UserKey) {
    var packet = Nodes.Packet()
    packet.profiles = [Nodes.ProfilePush(app: user.app.text, user: user.user.text, packet: delivery.packet)]
    publish(packet)
  }

  /// Tells which devices of users are connected here.
  func tell(_ presence: Nodes.PresenceTold) {
    guard let own = named else { return }
    var packet = Nodes.Packet(node: own)
    packet.presence = presence
    publish(packet)
  }

  /// Asks the other nodes which devices of users are connected there.
  func ask(_ asked: Nodes.PresenceAsked) {
    guard let own = named else { return }
    var packet = Nodes.Packet(node: own)
    packet.presenceAsked = asked
    publish(packet)
  }

  /// Tells that a session was found good.
  func tell(signIn: SignIn, of user: UserKey) {
    var packet = Nodes.Packet()
    packet.signIns = [
      Nodes.SignIn(
        app: user.app.text, user: user.user.text, device: signIn.device, deviceClass: signIn.deviceClass.rawValue)
    ]
    publish(packet)
  }

  // MARK: - From other nodes

  /// Sets how the feed is read.
  func set(feed read: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { feed.withLock { $0 = read } }

  /// Calls back when all commits of other nodes that took place before this call have been taken in; never if the server ends
  /// before.
  func readFeed(then done: @escaping @Sendable () -> Void) { feed.withLock { $0 }?(done) }

  /// The newest reading of the feed that has begun; they are numbered from 1 on.
  var reading: UInt64 { readings.load(ordering: .sequentiallyConsistent) }

  /// Begins the next reading, and returns its number.
  func beginReading() -> UInt64 { readings.add(1, ordering: .sequentiallyConsistent).newValue }

  // MARK: - Who is here

  func add(_ user: UserKey) { present.withLock { $0[user, default: 0] += 1 } }

  func remove(_ user: UserKey) {
    present.withLock { present in
      let left = (present[user] ?? 1) - 1
      present[user] = left > 0 ? left : nil
    }
  }

  /// Whether a user has a session here.
  func has(_ user: UserKey) -> Bool { present.withLock { $0[user] != nil } }

  // MARK: - Nodes

  /// Notes the nodes that write; returns which they were before.
  @discardableResult
  func set(live: [Int64], own: Int64) -> (live: [Int64], own: Int64) {
    nodes.withLock { nodes in
      defer { nodes = (live.sorted(), own) }
      return nodes
    }
  }

  /// The other nodes that write.
  var others: [Int64] { nodes.withLock { nodes in nodes.live.filter { $0 != nodes.own } } }

  var hasOthers: Bool { nodes.withLock { nodes in nodes.live.contains { $0 != nodes.own } } }

  /// The id of this node, once it is known.
  var named: Int64? { nodes.withLock { $0.live.isEmpty ? nil : $0.own } }

  /// Whether this node is the one of all that sends a scheduled message.
  ///
  /// Nodes may disagree for a while. Then it is sent by several, and stored once.
  func sends(_ message: ScheduledMessage, now: Int64) -> Bool {
    let (live, own) = nodes.withLock { $0 }
    // Late messages are sent by whoever sees them.
    guard live.count > 1, live.contains(own), now &- message.time < Self.patience else { return true }
    return Rendezvous.home(of: "\(message.app.text) \(message.user.text) \(message.clientID.text)", among: live) == own
  }

  private static let patience: Int64 = 15_000
}

/// Finds the node that is responsible for a name, in the same way at all nodes.
enum Rendezvous {
  /// The node with the highest hash; nil if there are no nodes.
  ///
  /// If a node comes or goes, only the names that it has move.
  static func home(of name: String, among nodes: [Int64]) -> Int64? {
    nodes.max { (hash(name, $0), $0) < (hash(name, $1), $1) }
  }

  /// FNV-1a, and a last mixing step.
  private static func hash(_ name: String, _ node: Int64) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= UInt64(bitPattern: node) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return hash ^ hash >> 32
  }
}

extension Delivery {
  /// The packet in the frame.
  var packet: [UInt8] { WebSocket.withPayload(ofServerFrame: frame) { Array($0) } }
}
