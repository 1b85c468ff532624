import MartletMedia
import MartletNet
import MartletStore

/// The loop of a shard, and the objects that all shards share.
struct ShardEnvironment: Sendable {
  let loop: EventLoop
  let store: any Store
  let limits: Limits
  let limitsOfApps: AppLimits
  let metrics: Metrics
  let log: Log
  /// The files that messages name; nil if the server takes none.
  let media: (any MediaStore)?
  /// Tells other nodes; nil if there are none.
  let link: NodeLink?
  /// Called before each push; for tests.
  let reached: (@Sendable (WorkPoint) -> Void)?
  /// Called when the store can no longer be trusted; the server stops.
  let failed: @Sendable (StoreError) -> Void

  /// Reports an error of the store; if it says that nothing is written any more, the server stops.
  func report(_ error: any Error) {
    guard let error = error as? StoreError else { return log.error("store failed", ["error": .of("\(error)")]) }
    log.error("store refused a batch", ["code": .of(error.code), "error": .of(error.message)])
    if error.endsWriting { failed(error) }
  }
}
