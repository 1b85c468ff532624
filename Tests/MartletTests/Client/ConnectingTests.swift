import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import Martlet

/// Connecting as long as somebody waits for it.
@Suite(.timeLimit(.minutes(10))) struct ConnectingTests {
  private let network = MemoryNetwork()

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
    // What was connected once is connected again, however long that takes.
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

  @Test func connectingThatIsRefusedSaysWhy() async throws {
    let client = try network.client("alice")
    network.refuse(with: Wire.Failure(.tokenRevoked))
    await #expect(throws: MartletError(Wire.Failure(.tokenRevoked))) { try await client.connect(within: .seconds(3)) }
    #expect(client.state == .ended(MartletError(Wire.Failure(.tokenRevoked))))
    await client.close()
  }
}
