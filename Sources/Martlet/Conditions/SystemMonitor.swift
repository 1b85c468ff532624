#if canImport(Darwin)
  // Nobody has compiled this part: no check on Linux has these modules.
  import Foundation
  import Network

  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #endif

  /// Watches the network with NWPathMonitor, and on iOS the foreground with UIKit's notifications.
  ///
  /// Elsewhere the app counts as in the foreground.
  public struct SystemMonitor: ConditionMonitor {
    /// Creates a monitor, which starts with the first listener.
    public init() {}

    /// Returns the current conditions, and then the conditions after each change.
    public func conditions() -> AsyncStream<DeviceConditions> {
      let source = ConditionSource()
      let path = NWPathMonitor()
      path.pathUpdateHandler = { source.networkChanged(isAvailable: $0.status != .unsatisfied, isExpensive: $0.isExpensive) }
      path.start(queue: DispatchQueue(label: "martlet-network"))
      let application = Task {
        #if canImport(UIKit) && !os(watchOS)
          await withDiscardingTaskGroup { group in
            group.addTask {
              let name = await UIApplication.didEnterBackgroundNotification
              for await _ in NotificationCenter.default.notifications(named: name) { source.enteredBackground() }
            }
            group.addTask {
              let name = await UIApplication.willEnterForegroundNotification
              for await _ in NotificationCenter.default.notifications(named: name) { source.enteredForeground() }
            }
          }
        #endif
      }
      // The source lives as long as this sequence is read.
      let (stream, listener) = AsyncStream.makeStream(of: DeviceConditions.self, bufferingPolicy: .bufferingNewest(1))
      let forwarding = Task {
        for await conditions in source.conditions() { listener.yield(conditions) }
      }
      listener.onTermination = { _ in
        path.cancel()
        application.cancel()
        forwarding.cancel()
      }
      return stream
    }
  }

  /// The monitor of this platform.
  func platformMonitor() -> (any ConditionMonitor)? { SystemMonitor() }
#else
  /// The monitor of this platform.
  func platformMonitor() -> (any ConditionMonitor)? { nil }
#endif
