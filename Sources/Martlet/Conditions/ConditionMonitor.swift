import Synchronization

/// The conditions of the device that matter to a connection.
public struct DeviceConditions: Hashable, Sendable {
  /// True if there is a network.
  public var hasNetwork: Bool
  /// True if the network costs money, such as a mobile network.
  public var isNetworkExpensive: Bool
  /// True if the app is in the foreground, or has no such state.
  public var isInForeground: Bool

  /// Creates conditions; by default those that a client assumes.
  public init(hasNetwork: Bool = true, isNetworkExpensive: Bool = false, isInForeground: Bool = true) {
    self.hasNetwork = hasNetwork
    self.isNetworkExpensive = isNetworkExpensive
    self.isInForeground = isInForeground
  }
}

/// Watches the conditions of the device for clients (`MartletClient.Configuration.monitor`).
public protocol ConditionMonitor: Sendable {
  /// Returns the current conditions, and then the conditions after each change.
  ///
  /// A move from one network to another repeats the same conditions. A client that is slow needs the newest conditions only.
  func conditions() -> AsyncStream<DeviceConditions>
}

/// A monitor that the app tells of each change, for one or several clients.
///
/// Suits platforms whose changes the SDK cannot watch itself.
public final class ConditionSource: ConditionMonitor {
  private struct State {
    var current = DeviceConditions()
    var listeners: [Int: AsyncStream<DeviceConditions>.Continuation] = [:]
    var lastListener = 0
  }

  private let state = Mutex(State())

  /// Creates a source with a network and in the foreground.
  public init() {}

  /// Takes a change of the network, or a move from one network to another.
  public func networkChanged(isAvailable: Bool, isExpensive: Bool = false) {
    change { ($0.hasNetwork, $0.isNetworkExpensive) = (isAvailable, isExpensive) }
  }

  /// Takes that the app came to the foreground.
  public func enteredForeground() { change { $0.isInForeground = true } }

  /// Takes that the app went to the background.
  public func enteredBackground() { change { $0.isInForeground = false } }

  private func change(_ body: (inout DeviceConditions) -> Void) {
    state.withLock { state in
      body(&state.current)
      for listener in state.listeners.values { listener.yield(state.current) }
    }
  }

  /// Returns the current conditions, and then the conditions after each change.
  public func conditions() -> AsyncStream<DeviceConditions> {
    let (stream, listener) = AsyncStream.makeStream(of: DeviceConditions.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      listener.yield(state.current)
      return state.lastListener
    }
    listener.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  private func forget(_ number: Int) { _ = state.withLock { $0.listeners.removeValue(forKey: number) } }

  /// Listeners that are still there.
  var listeners: Int { state.withLock { $0.listeners.count } }
}
