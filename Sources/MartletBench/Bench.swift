import MartletNet
import MartletWire

/// Measures servers, and the SDK.
package enum Bench {
  /// Whether this program, and with it the server it starts, was built for debugging.
  package static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Runs a plan.
  ///
  /// The server belongs to this program and is stopped and removed before this returns, unless the plan names another.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - progress: Receives the progress, a line at a time.
  /// - Returns: The report; its tally says whether messages went missing.
  /// - Throws: `BenchError`; the errors of connecting; `CancellationError`.
  package static func run(
    _ plan: BenchPlan, progress: @escaping @Sendable (String) -> Void
  ) async throws -> BenchReport {
    let loop = try EventLoop(name: "bench")
    do {
      let report = try await run(plan, on: loop, progress)
      await loop.stop()
      return report
    } catch {
      await loop.stop()
      throw error
    }
  }

  private static func run(
    _ plan: BenchPlan, on loop: EventLoop, _ progress: @escaping @Sendable (String) -> Void
  ) async throws -> BenchReport {
    switch plan.target {
    case .given(let server):
      return try await measure(BenchRun(plan: plan, server: server, own: nil, loop: loop, progress: progress))
    case .own(let settings):
      var settings = settings
      settings.groupMembers = plan.members + 1
      let own = try await OwnServer.start(settings)
      defer { own.remove() }
      return try await measure(BenchRun(plan: plan, server: try own.address(), own: own, loop: loop, progress: progress))
    case .device(let place):
      var report = try await DeviceRun(plan: plan, place: place, progress: progress).run()
      report.addMachine()
      return report
    }
  }

  private static func measure(_ run: BenchRun) async throws -> BenchReport {
    var report =
      switch run.plan.workload {
      case .pairs: try await run.pairs()
      case .fanout: try await run.fanout()
      case .idle: try await run.idle()
      case .login: try await run.login()
      case .history: try await run.history()
      case .lists: try await run.lists()
      case .members: try await run.members()
      case .growth: try await run.growth()
      case .soak: try await run.soak()
      case .client: throw BenchError(.invalid, "'client' measures a device's local data and no server")
      }
    report.addMachine()
    return report
  }
}
