import ClientModels
import MartletTesting
import Testing

@testable import Martlet
@testable import MartletCore

/// A client that its monitor tells of the network and the foreground.
///
/// No time passes unless a test says so.
@Suite(.timeLimit(.minutes(10))) struct ConditionMonitorTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let source = ConditionSource()

  init() throws { folder = try TemporaryDirectory() }

  private func online(suspends: Bool = false) async throws -> MartletClient {
    let client = try network.client("alice", directory: folder.path, monitor: source, suspendsInBackground: suspends)
    await client.connect()
    try await client.caughtUp()
    try await network.wait { source.listeners == 1 }
    return client
  }

  @Test func clientConnectsAtOnceWhenTheNetworkReturns() async throws {
    let client = try await online()
    network.goDown()
    source.networkChanged(isAvailable: false)
    try await network.wait { client.state == .waitingForNetwork }
    network.comeBack()
    source.networkChanged(isAvailable: true)
    try await network.wait { client.state == .online }
    await client.close()
  }

  @Test func connectionIsTestedWhenTheNetworkMovesAndWhenTheAppReturns() async throws {
    let client = try await online()
    let before = network.pings
    source.networkChanged(isAvailable: true)
    try await network.wait { network.pings == before + 1 }
    // The answer to the first test has to arrive before there is a second one.
    try await client.caughtUp()
    await network.takeTurns()
    source.enteredBackground()
    try await network.wait { await client.conditions?.isInForeground == false }
    #expect(network.pings == before + 1 && client.state == .online)
    source.enteredForeground()
    try await network.wait { network.pings == before + 2 }
    await client.close()
    try await network.wait { source.listeners == 0 }
  }

  @Test func clientIsSuspendedInTheBackgroundAndConnectedAgainInTheForeground() async throws {
    let client = try await online(suspends: true)
    source.enteredBackground()
    try await network.wait { await client.suspension != nil }
    #expect(try folder.openFiles() == [])
    network.say("meanwhile", as: "bob", to: "direct:alice")
    source.enteredForeground()
    try await network.wait { client.state == .online }
    try await client.caughtUp()
    #expect(try await client.chat(with: .of("bob")).history().map(\.text) == ["meanwhile"])
    await client.close()
  }

  @Test func clientWaitsForADirectoryThatAnExtensionStillUses() async throws {
    let client = try await online(suspends: true)
    source.enteredBackground()
    try await network.wait { await client.suspension != nil }
    let other = try await network.online("alice", directory: folder.path)
    source.enteredForeground()
    try await network.wait { await client.conditions?.isInForeground == true }
    #expect(await client.suspension != nil, "the other client has the directory")
    await other.close()
    try await network.pass { client.state == .online }
    await client.close()
  }

  @Test func suspensionOfTheAppIsEndedByTheAppOnly() async throws {
    let client = try await online(suspends: true)
    await client.suspend()
    source.enteredBackground()
    source.enteredForeground()
    source.networkChanged(isAvailable: false)
    try await network.wait { await client.conditions?.hasNetwork == false }
    #expect(await client.suspension?.hasNetwork == false)
    try await client.resume()
    try await network.wait { client.state == .waitingForNetwork }
    await client.close()
  }

  @Test func clientThatIsConnectedInTheBackgroundStaysConnected() async throws {
    source.enteredBackground()
    let client = try await online(suspends: true)
    try await network.wait { await client.conditions != nil }
    #expect(client.state == .online)
    await client.close()
  }

  @Test func slowReaderGetsTheNewestConditions() async throws {
    var all = source.conditions().makeAsyncIterator()
    source.enteredBackground()
    source.networkChanged(isAvailable: false)
    #expect(await all.next() == DeviceConditions(hasNetwork: false, isInForeground: false))
  }
}
