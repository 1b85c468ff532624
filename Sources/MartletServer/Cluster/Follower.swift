import MartletBus
import MartletNet
import MartletStore
import MartletWire

/// Follows what other nodes commit, and has the loops tell the sessions here.
///
/// The commits of each node are numbered without gaps. A packet that does not come next shows that one was lost; then the rows
/// of the feed are read from the store. They are also read now and then in case nothing arrives at all.
package actor Follower: LoopActor {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let engine: Engine
  private let store: any SharedStore
  private let bus: any Bus
  private let link: NodeLink
  private let log: Log
  private let metrics: Metrics
  /// The newest commit that was taken in of each node.
  private var known: [Int64: Int64]
  /// The packets that told of presence.
  private var lanes = PresenceLanes()
  private var isConnected = false
  private var isReading = false
  private var readsAgain = false
  /// Called after the next reading of the feed.
  private var waiting: [@Sendable () -> Void] = []
  private var isClosed = false
  private var ended: [CheckedContinuation<Void, Never>] = []

  /// How often the feed is read whatever the bus says: a connection may be silent for seconds before anybody notices, and after
  /// a second nobody may be told any more what a removal or a revocation forbids.
  private static let pause = Duration.milliseconds(800)
  private static let rowsAtOnce = 1000

  /// What ties a server to other nodes.
  package struct Ties {
    let store: any SharedStore
    let bus: any Bus
    let link: NodeLink

    package init(store: any SharedStore, bus: any Bus, link: NodeLink) {
      (self.store, self.bus, self.link) = (store, bus, link)
    }
  }

  /// Nil if there is no loop.
  package init?(_ ties: Ties, _ engine: Engine, loops: [EventLoop], metrics: Metrics, log: Log) {
    guard let loop = loops.first else { return nil }
    self.engine = engine
    self.loop = loop
    store = ties.store
    bus = ties.bus
    link = ties.link
    self.metrics = metrics
    self.log = log
    known = store.entered
  }

  /// Begins to follow.
  package func start() async throws {
    link.set { [weak self] done in
      self?.post { follower in
        follower.waiting.append(done)
        follower.read()
      }
    }
    await store.follow { [link] in link.publish($0) }
    try bus.start(topic: "martlet.\(store.generation)") { [weak self, log] bytes in
      guard let packet = try? Nodes.Packet(decoding: bytes, limits: .node) else {
        return log.error("a message on the bus is malformed", ["bytes": .number(bytes.count)])
      }
      self?.post { $0.take(packet) }
    } connected: { [weak self] isConnected in
      self?.post { $0.connected(isConnected) }
    }
    await look()
    lookLater()
  }

  private nonisolated func post(_ body: @escaping @Sendable (isolated Follower) -> Void) {
    loop.post { self.onLoop(body) }
  }

  private func connected(_ isConnected: Bool) {
    guard !isClosed else { return }
    if isConnected != self.isConnected {
      metrics.busConnected.add(isConnected ? 1 : -1)
      if isConnected { log.info("bus connected") } else { log.warning("bus lost: the store is polled until it is back") }
    }
    if isConnected { engine.doubtPresence() }
    self.isConnected = isConnected
    // What was published meanwhile is in the feed.
    read()
  }

  // MARK: - Packets

  private func take(_ packet: Nodes.Packet) {
    guard !isClosed else { return }
    metrics.nodePackets[.received].add()
    engine.take(packet)
    if let told = packet.presence, lanes.isHole(node: packet.node, lane: told.lane, number: told.number) {
      engine.doubtPresence()
    }
    guard packet.seq > 0 else { return }
    let last = known[packet.node] ?? 0
    guard packet.seq > last else { return }
    guard packet.seq == last + 1, let changes = packet.changes else {
      // The rows that are being read may bring what is missing.
      if !isReading { metrics.nodeHoles.add() }
      return read()
    }
    known[packet.node] = packet.seq
    take(changes)
  }

  private func take(_ changes: Nodes.Changes) {
    store.note(changes)
    engine.take(changes)
  }

  // MARK: - The feed

  /// Reads the feed, or does so again if it is being read.
  private func read() {
    guard !isReading else {
      readsAgain = true
      return
    }
    isReading = true
    Task(executorPreference: loop) { await self.readAll() }
  }

  private func readAll() async {
    repeat {
      readsAgain = false
      let served = waiting
      waiting = []
      do {
        let reading = link.beginReading()
        let rows = try await store.feed(after: known, limit: Self.rowsAtOnce)
        for row in rows { take(row) }
        if rows.count == Self.rowsAtOnce {
          waiting += served
          readsAgain = true
        } else {
          engine.feedIsRead(reading)
          for done in served { done() }
        }
      } catch {
        // The next look tries again.
        log.error("the feed of the other nodes cannot be read", ["error": .of("\(error)")])
        waiting += served
        readsAgain = false
      }
    } while readsAgain && !isClosed
    isReading = false
    for one in ended { one.resume() }
    ended = []
  }

  private func take(_ row: FeedRow) {
    let last = known[row.node] ?? 0
    guard row.seq > last else { return }
    if row.seq != last + 1 {
      // Rows were deleted before they were read. What they changed is not known, so clients read it from the store.
      log.error("changes of another node were missed: all sessions begin anew", ["node": .number(Int(clamping: row.node))])
      engine.beginAnew()
    }
    known[row.node] = row.seq
    metrics.nodeRowsRead.add()
    take(row.changes)
  }

  private func lookLater() {
    guard !isClosed else { return }
    _ = loop.schedule(after: Self.pause) { [weak self] in
      self?.onLoop { follower in
        _ = Task(executorPreference: follower.loop) {
          await follower.look()
          await follower.lookLater()
        }
      }
    }
  }

  /// Reads the feed and the list of nodes.
  private func look() async {
    guard !isClosed else { return }
    read()
    guard let live = try? await store.liveNodes() else { return }
    let own = await store.nodeID()
    let before = link.set(live: live, own: own)
    if before.live != live.sorted() {
      lanes.keep(nodes: Set(live))
      engine.presence(of: live)
    }
    if before.own != own, !before.live.isEmpty { engine.announcePresence() }
    metrics.nodesLive.add(live.count - shownNodes)
    shownNodes = live.count
  }

  /// The number of nodes that the gauge shows.
  private var shownNodes = 0

  /// Ends following; nothing is told when this has returned.
  package func close() async {
    isClosed = true
    bus.close()
    await withCheckedContinuation { continuation in
      // Looked at in here: the actor may do other work before the body of a continuation runs.
      if isReading { ended.append(continuation) } else { continuation.resume() }
    }
  }
}

extension DecodingLimits {
  /// NATS accepts messages of up to a MiB, unless it is told otherwise.
  static let node = DecodingLimits(bytes: 64 << 20, elements: 1 << 20)
}
