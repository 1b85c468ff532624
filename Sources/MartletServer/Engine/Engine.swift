import MartletMedia
import MartletNet
import MartletStore
import MartletWire

/// The shards, and which of them is whose home.
package final class Engine: Sendable {
  package let shards: [Shard]
  package let store: any Store
  package let limits: Limits
  /// The files that messages name; nil if the server takes none.
  package let media: (any MediaStore)?
  let homes: Homes

  /// Creates one shard per loop; `homeKey` decides which shard is whose home.
  ///
  /// `failed` is called when the store can no longer be trusted, possibly more than once and from any loop: the server must stop.
  /// `media` has the files that messages name; nil if the server takes none.
  /// `link` tells the other nodes that use the same store; nil if there are none.
  /// `reached` is called on each loop before each push; for tests.
  package init(
    loops: [EventLoop], store: any Store, limits: Limits, metrics: Metrics, log: Log, homeKey: UInt64,
    media: (any MediaStore)? = nil, link: NodeLink? = nil, reached: (@Sendable (WorkPoint) -> Void)? = nil,
    failed: @escaping @Sendable (StoreError) -> Void
  ) {
    self.store = store
    self.media = media
    self.limits = limits
    let limitsOfApps = AppLimits(limits)
    shards = loops.map {
      Shard(
        ShardEnvironment(
          loop: $0, store: store, limits: limits, limitsOfApps: limitsOfApps, metrics: metrics, log: log, media: media,
          link: link, reached: reached, failed: failed))
    }
    homes = Homes(among: shards.count, key: homeKey)
    for shard in shards { shard.perform { [shards, homes] in $0.join(shards, homes) } }
  }

  /// Milliseconds since 1970.
  var now: Int64 { shards.first?.loop.time.wallMilliseconds ?? 0 }

  /// Hands a request to the conversation's home, from any thread; a session asks its own shard instead.
  func submit(_ work: any Work) {
    shards[homes.index(of: work.place)].perform { $0.submit(work) }
  }

  func home(of user: UserKey) -> Shard { shards[homes.index(of: user)] }

  /// A message was scheduled for this time, in milliseconds since 1970.
  func noteDue(at milliseconds: Int64) { shards.first?.perform { $0.noteDue(at: milliseconds) } }

  /// Tells a user's sessions about a change of a scheduled message.
  func tell(_ change: Wire.ScheduleChange, to user: UserKey) { shards.first?.perform { $0.tell(change, to: user) } }

  /// The shard of a loop of this engine.
  func shard(on loop: EventLoop) -> Shard? { shards.first { $0.loop === loop } }

  /// Waits until everything that was submitted is answered and pushed, at most as long as `Limits.drain`.
  package func drain() async {
    guard let clock = shards.first?.loop.time else { return }
    let start = clock.monotonicNanoseconds
    while clock.monotonicNanoseconds &- start < limits.drain.nanoseconds {
      var isQuiet = true
      for shard in shards where await !shard.isQuiet { isQuiet = false }
      if isQuiet { return }
      await shards.first?.pause()
    }
  }

  /// Releases the shards, which reference each other.
  package func close() async {
    for shard in shards { await shard.join([], homes) }
  }

  /// Tells every client that the server ends and when to come back.
  package func endAll(_ random: any RandomBytes) async {
    var sessions = 0
    for shard in shards { sessions &+= await shard.connectionCount }
    let spread = ReconnectSpread(sessions: sessions, within: limits.reconnectSpread)
    for shard in shards { await shard.endAll(spread, random) }
  }
}

extension Engine: SessionControl {
  /// Closes the sessions opened with a token that is no longer valid.
  package func tokensRevoked(app: AppID, user: UserID, issuedUntil: Int64) async {
    let key = UserKey(app: app, user: user)
    await home(of: key).revoke(key, issuedUntil: issuedUntil)
    await catchUp()
  }

  /// Closes the sessions opened with a token whose key was removed.
  package func keysRemoved(isAccepted: @escaping @Sendable (AppID, String) -> Bool) async {
    for shard in shards { await shard.revokeKeys(isAccepted: isAccepted) }
    await catchUp()
  }

  /// Closes a user's sessions.
  package func suspended(_ user: UserID, app: AppID, until: Int64) async {
    let key = UserKey(app: app, user: user)
    await home(of: key).suspend(key, until: until)
    await catchUp()
  }

  /// Tells the sessions that show a profile.
  package func profileChanged(_ user: UserID, app: AppID, from before: ProfileRecord, to after: ProfileRecord) async {
    let key = UserKey(app: app, user: user)
    await home(of: key).tell(ChangedProfile(user: key, before: before, after: after))
  }

  /// Returns when every loop did what was posted to it before; until then, a session that was told to end serves requests.
  private func catchUp() async { for shard in shards { await shard.catchUp() } }
}

extension Shard {
  /// Lets pending work continue for a moment.
  fileprivate func pause() async { await loop.pause(.milliseconds(5)) }
}
