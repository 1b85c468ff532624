/// Where an actor lives whose work blocks, such as one that owns a database connection; and its clock.
///
/// Jobs run one at a time, in the order they arrive.
package protocol BlockingExecutor: SerialExecutor {
  /// The time since some fixed moment; never falls.
  var now: Duration { get }

  /// Runs `body` after what was handed over before; there `assumeIsolated` of the executor's actors holds.
  func perform(_ body: @escaping @Sendable () -> Void)

  /// Runs `body` after a time, unless the executor is gone by then.
  func perform(after delay: Duration, _ body: @escaping @Sendable () -> Void)
}
