// Suspending: an app in the background holds no lock and no open file.
extension MartletClient {
  /// What a suspended client continues with.
  struct Suspension {
    /// True to connect again.
    var connects: Bool
    /// True if the device has a network, as the app said last.
    var hasNetwork: Bool
    /// True if the monitor suspended the client, and resumes it.
    var endsInForeground = false
  }

  /// Stores what is in progress, disconnects, and closes the local data until `resume()`.
  ///
  /// When the call returns, the client holds neither the lock of its directory nor an open file in it. Another client may open
  /// the directory meanwhile, such as one in an extension of the app. An app on Apple's platforms whose directory lies in an app
  /// group calls this when it goes to the background: the system ends a suspended app that holds a lock there.
  ///
  /// Calls in progress end as after `disconnect()`: requests fail with `.notConnected`, and waiting sends return `.unknown` and
  /// stay in the outbox. New calls fail with `.suspended`, and nothing is written; `user`, `deviceID`, `onlineSince` and
  /// `lastConnectionError` are nil. `MartletReader` still reads the directory. Listeners of `events` and `states` stay, and open
  /// timelines and lists wait for `resume()`. `connect()` and `disconnect()` decide whether it connects.
  ///
  /// A client without a directory only disconnects, because closing would lose its data.
  public func suspend() {
    guard suspension == nil, let core else { return }
    suspension = Suspension(connects: core.sync.isActive, hasNetwork: core.sync.hasNetwork)
    if opening.configuration.directory == nil {
      engine.sync { $0.stop(at: now) }
      commit()
    } else {
      layDown(because: .suspended)
    }
  }

  /// Opens the local data again after `suspend()`, and connects if the client was connected or connecting.
  ///
  /// If another client has used the directory meanwhile, listeners of `events` get `.missed`: read the list and the open history
  /// again. The token closure is called again. Does nothing if the client is not suspended.
  ///
  /// - Throws: As `init(configuration:)`, after which the client is still suspended; `.directoryInUse` while another client has
  ///   the directory open.
  public func resume() throws(MartletError) {
    guard let suspension else {
      if let closure = engine.closure { throw closure }
      return
    }
    if engine.isClosed { try reopen() }
    self.suspension = nil
    if !suspension.hasNetwork { networkChanged(isAvailable: false, isExpensive: isNetworkExpensive) }
    if suspension.connects { connect() }
    commitAtEndOfTurn()
  }

  private func reopen() throws(MartletError) {
    let opened = try opening.open(at: transport.time.wallMilliseconds) { engine.draw() }
    let wasAlone = holder != 0 && opened.holder == holder + 1
    holder = opened.holder
    let event: Event? =
      if let reset = opened.reset {
        .localDataReset(keptAt: reset.keptAt, outboxKept: reset.outboxKept)
      } else if !wasAlone { .missed } else { nil }
    engine.reopen(opened.core, event)
    holdUploads()
    reader?.reopen()
    if let event { board.publish(event) }
  }

  /// Stores what is in progress, disconnects, and closes the local data; later calls fail with the reason.
  func layDown(because reason: MartletError) {
    engine.sync { $0.stop(at: now) }
    commit()
    hangUp()
    stopTimer()
    end(wakers: nil)
    reader?.close()
    engine.close(reason)
    tokenTask?.cancel()
  }
}
