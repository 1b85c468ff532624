import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Connecting as long as somebody waits for it.
@Suite(.timeLimit(.minutes(10))) struct ConnectingTests {
  private let network = MemoryNetwork()

  @Test func whoIsToldOfAConnectionFindsWhoseItIs() async throws {
    let client = try network.client("alice")
    #expect(try await client.userInTheTurnOfWelcome("alice")?.text == "alice")
    await client.close()
  }

  @Test func connectingCanBeGivenUpInTime() async throws {
    let client = try network.client("alice")
    network.goDown()
    let trying = Task { () -> MartletError? in
      do {
        try await client.connect(within: .seconds(3))
        return nil
      } catch {
        return error as? MartletError
      }
    }
    let done = Counter()
    let ending = Task {
      let error = await trying.value
      done.add()
      return error
    }
    try await network.pass { done.value == 1 }
    #expect(await ending.value?.code == .timedOut)
    try await network.pass { client.state == .offline }
    // Nobody tries any more.
    network.comeBack()
    let asked = network.hellos
    let end = network.time.monotonicNanoseconds + 200_000_000_000
    try await network.pass {
      await Task.yield()
      return network.time.monotonicNanoseconds > end
    }
    #expect(network.hellos == asked && client.state == .offline)
    // A client that was connected once reconnects, however long that takes.
    try await client.connect(within: .seconds(3_600))
    try await network.pass { client.state == .online }
    network.goDown()
    try await network.pass { client.state != .online }
    let later = network.time.monotonicNanoseconds + 60_000_000_000
    try await network.pass {
      await Task.yield()
      return network.time.monotonicNanoseconds > later
    }
    network.comeBack()
    try await network.pass { client.state == .online }
    await client.close()
  }

  /// The app's token closure never returns, not even when it is cancelled.
  @Test func tokenThatNeverComesIsAskedForAgain() async throws {
    let asked = Counter()
    let cancelled = Counter()
    let returned = Counter()
    let late = Promise<String>()
    let second = Promise<String>()
    let client = try network.client("alice") {
      asked.add()
      guard asked.value == 1 else { return await second.value() }
      defer { returned.add() }
      return await withTaskCancellationHandler {
        await late.value()
      } onCancel: {
        cancelled.add()
      }
    }
    await client.connect()
    try await network.wait { asked.value == 1 }
    // The next attempt.
    while client.state != .connecting(attempt: 2, retryIn: nil) {
      try Task.checkCancellation()
      network.time.advance(by: .milliseconds(100))
      await network.takeTurns()
    }
    try await network.wait { asked.value == 2 }
    #expect(cancelled.value == 1)
    // Its late result is ignored, although the client waits for a token again.
    late.resolve("mallory")
    try await network.wait { returned.value == 1 }
    second.resolve("alice")
    try await client.caughtUp()
    #expect(await client.user?.text == "alice" && network.hellos == 1)
    await client.close()
  }

  @Test func reconnectingNowWaitsForNoDelayAndBeginsThemAnew() async throws {
    func delay(_ client: MartletClient) -> Duration? {
      if case .connecting(_, let delay) = client.state { delay } else { nil }
    }
    let client = try await network.online("alice")
    network.goDown()
    try await network.pass { delay(client) ?? .zero > .seconds(30) }
    // From here on time passes only where the test says so.
    await client.reconnectNow()
    try await network.wait { delay(client) ?? .seconds(30) < .seconds(1) }
    try await network.pass { delay(client) ?? .zero > .seconds(30) }
    network.comeBack()
    await client.reconnectNow()
    try await network.wait { client.state == .online }
    await client.close()
  }

  @Test func connectionIsKeptWhileBytesComeHoweverSlowly() async throws {
    let client = try await network.online("alice")
    network.mute(true)
    network.trickle(true)
    let before = network.pings
    try await network.pass { network.pings >= before + 10 || client.state != .online }
    #expect(client.state == .online && network.hellos == 1)
    network.trickle(false)
    try await network.pass { client.state != .online }
    #expect(await client.lastConnectionError?.code == .timedOut)
    await client.close()
  }

  @Test func callersThatComeAfterADisconnectionOfTheSameTurnWaitForTheNextConnection() async throws {
    let client = try await network.online("alice")
    let (connected, sent) = try await client.outcomesInTheTurnOfReconnecting(.text("hi"), to: .user(UserID.of("bob")))
    #expect(throws: Never.self) { try connected.get() }
    guard case .sent = sent else { return #expect(Bool(false), "\(sent)") }
    await client.close()
  }

  @Test func connectingThatIsRefusedSaysWhy() async throws {
    let client = try network.client("alice")
    network.refuse(with: Wire.Failure(.tokenRevoked))
    await #expect(throws: MartletError(Wire.Failure(.tokenRevoked))) { try await client.connect(within: .seconds(3)) }
    #expect(client.state == .ended(MartletError(Wire.Failure(.tokenRevoked))))
    await client.close()
  }
}

extension MartletClient {
  /// The outcomes of a wait and of a send that begin in the turn in which the client disconnects and connects again.
  fileprivate func outcomesInTheTurnOfReconnecting(
    _ content: MessageContent, to destination: Destination
  ) async throws -> (connected: Result<Void, MartletError>, sent: SendResult) {
    let (connected, sent) = (Promise<Result<Void, MartletError>>(), Promise<SendResult>())
    input { engine in
      engine.sync { $0.stop(at: now) }
      engine.sync { $0.start(at: now) }
    }
    engine.wait(until: .connected, within: nil, for: ClientEngine.Operation()) { connected.resolve($0) }
    try engine.submit(
      .send(content), MessageDetails(), to: destination, id: newClientID(), written: { _ in }, ended: { sent.resolve($0) })
    commitAtEndOfTurn()
    return (await connected.value(), await sent.value())
  }

  /// The user when `connected()` returns, asked in the same turn in which the server accepts the client.
  fileprivate func userInTheTurnOfWelcome(_ user: String) async throws -> UserID? {
    input { engine in
      engine.sync { $0.start(at: now) }
      engine.sync { $0.tokenGiven(user, at: now) }
      engine.sync { $0.opened(at: now) }
      engine.sync { $0.received(Wire.ServerPacket(id: 1, body: .welcome(Wire.Welcome(version: 1, user: user))), at: now) }
    }
    try await connected()
    return self.user
  }
}
