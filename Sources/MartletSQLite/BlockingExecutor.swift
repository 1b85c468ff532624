/// The executor and clock of an actor whose work blocks, such as the owner of a database connection.
///
/// Jobs run one at a time, in the order they arrive.
package protocol BlockingExecutor: SerialExecutor {
  /// The time since some fixed moment; never falls.
  var now: Duration { get }

  /// Runs `body` after all earlier jobs.
  ///
  /// Inside it, `assumeIsolated` of the executor's actors holds.
  func perform(_ body: @escaping @Sendable () -> Void)

  /// Runs `body` after a time, unless the executor is gone by then.
  func perform(after delay: Duration, _ body: @escaping @Sendable () -> Void)
}
