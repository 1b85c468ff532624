import MartletNet
import MartletSQLite
import MartletTesting
import Synchronization
import Testing

@testable import Martlet
@testable import MartletCore

/// A client's thread that notes from where the local data is opened.
private final class WatchedTransport: TransportOnLoop {
  private final class NoSocket: TransportSocket {
    func send(_ packet: [UInt8]) -> Bool { false }
    func close() {}
  }

  let loop: EventLoop
  let openedOnLoop = Mutex<Bool?>(nil)

  init() throws { loop = try EventLoop(name: "watched") }

  func readingExecutor() throws -> any BlockingExecutor {
    openedOnLoop.withLock { $0 = loop.isCurrent }
    return try ThreadExecutor(name: "watched-read")
  }

  func dial(_ address: ServerAddress, handler: any TransportHandler) -> any TransportSocket { NoSocket() }

  func stop() { Task { [loop] in await loop.stop() } }
}

@Suite(.timeLimit(.minutes(10))) struct OpeningTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func configuration(_ server: String = "ws://nowhere") -> MartletClient.Configuration {
    MartletClient.Configuration(server: server, directory: folder.path, device: .init(class: .tool)) { "token" }
  }

  @Test func localDataIsOpenedOnTheClientsOwnThread() async throws {
    let transport = try WatchedTransport()
    let client = try await MartletClient.open(configuration(), transport: transport)
    let isOnLoop = transport.openedOnLoop.withLock { $0 }
    #expect(isOnLoop == true)
    #expect(try await client.conversations().isEmpty)
    let error = await #expect(throws: MartletError.self) { try await MartletClient.open(configuration()) }
    #expect(error?.code == .directoryInUse)
    await client.close()
    let again = try await MartletClient.open(configuration())
    #expect(again.state == .offline)
    await again.close()
  }

  @Test func configurationThatCannotWorkIsRefusedThereToo() async throws {
    let error = await #expect(throws: MartletError.self) { try await MartletClient.open(configuration("http://x")) }
    #expect(error?.code == .configurationInvalid && error?.field == "server")
  }
}
