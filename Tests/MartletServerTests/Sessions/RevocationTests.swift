import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletServer

/// A revocation is answered after the sessions of every loop have ended.
@Suite(.timeLimit(.minutes(10))) struct RevocationTests {
  enum Cause: CaseIterable { case tokens, key }

  /// An engine on two driven loops, and a session on the first of a user whose home is the second.
  private struct Parts {
    let loops: [EventLoop]
    let engine: Engine
    let session: Witness
    let user: UserKey

    init() throws {
      let time = ManualTime()
      let loops = ["first", "second"].map { EventLoop(driven: $0, time: time) }
      let engine = Engine(
        loops: loops, store: MemoryStore(MemoryDisk(generation: "g")), limits: Limits(),
        metrics: Metrics(version: "test", time: time), log: Log(time: time) { _ in }, homeKey: 0, failed: { _ in })
      let users = (0..<100).map { UserKey(app: TestEngine.app, user: Names.user("user\($0)")) }
      let user = try #require(users.first { engine.home(of: $0).loop === loops[1] })
      let session = Witness(loops[0])
      let signIn = SignIn(session: session, device: "d", deviceClass: .tool, issuedAt: 1, key: "old", isConfirmed: true)
      engine.home(of: user).perform { $0.register(signIn, of: user) }
      for loop in loops { loop.turn() }
      (self.loops, self.engine, self.session, self.user) = (loops, engine, session, user)
    }

    func revoke(_ cause: Cause) async {
      switch cause {
      case .tokens: await engine.tokensRevoked(app: user.app, user: user.user, issuedUntil: 1)
      case .key: await engine.keysRemoved { _, key in key != "old" }
      }
    }
  }

  @Test(arguments: Cause.allCases) func revocationReturnsAfterItsSessionsEnded(cause: Cause) throws {
    let parts = try Parts()
    let caller = EventLoop(driven: "caller", time: ManualTime())
    let answered = Mutex<[[ErrorCode?]]>([])
    Task(executorPreference: caller) {
      await parts.revoke(cause)
      answered.withLock { $0.append(parts.session.ends.map(\.failure.errorCode)) }
    }
    // The session's loop is the slowest: it has a turn only when nothing else has work.
    while let due = [caller, parts.loops[1], parts.loops[0]].first(where: \.isDue) { due.turn() }
    #expect(answered.withLock(\.self) == [[ErrorCode.tokenRevoked]])
  }
}
