// The network and the foreground, as the configuration's monitor reports them.
extension MartletClient {
  /// How long to wait before a resumption that failed is tried again: another client may have the directory for a moment.
  private static let resumeDelay = Duration.milliseconds(500)

  /// Starts to follow the monitor; does nothing the second time.
  func watchConditions() {
    guard conditionTask == nil, let monitor = configuration.monitor else { return }
    let all = monitor.conditions()
    conditionTask = transport.follow { [weak self] in
      for await new in all {
        guard let self else { return }
        await take(new)
      }
    }
  }

  private func take(_ new: DeviceConditions) {
    guard engine.closure?.code != .closed else { return }
    // An app that connects in the background wants to be connected there.
    let old = conditions ?? DeviceConditions(isInForeground: new.isInForeground)
    conditions = new
    guard old.isInForeground != new.isInForeground else { return take(networkOf: new) }
    if (old.hasNetwork, old.isNetworkExpensive) != (new.hasNetwork, new.isNetworkExpensive) { take(networkOf: new) }
    if new.isInForeground { enterForeground() } else { enterBackground() }
  }

  private func take(networkOf conditions: DeviceConditions) {
    networkChanged(isAvailable: conditions.hasNetwork, isExpensive: conditions.isNetworkExpensive)
  }

  private func enterBackground() {
    guard configuration.suspendsInBackground, suspension == nil else { return }
    suspend()
    suspension?.endsInForeground = true
  }

  private func enterForeground() {
    guard suspension?.endsInForeground == true else { return reconnectNow() }
    do throws(MartletError) {
      try resume()
    } catch {
      _ = transport.schedule(after: Self.resumeDelay) { [weak self] in self?.assumeIsolated { $0.resumeLate() } }
    }
  }

  private func resumeLate() {
    guard conditions?.isInForeground == true, suspension?.endsInForeground == true else { return }
    enterForeground()
  }
}
