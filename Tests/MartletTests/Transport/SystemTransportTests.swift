import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import Martlet
@testable import MartletCore

/// The rules by which the WebSockets of an operating system are used, on ones that the test plays.
@Suite(.timeLimit(.minutes(10))) struct SystemTransportTests {
  private let session = PlayedSession()
  private let time = ManualTime()
  private let transport: SystemTransport
  private let ear = Ear()

  init() throws { transport = try SystemTransport(session: session, time: time) }

  /// A socket that was dialled, and its task.
  private func dial() async throws -> (socket: any TransportSocket, task: PlayedTask) {
    let address = try #require(ServerAddress("wss://chat.example.com/v1/connect"))
    let socket = await turn { transport.dial(address, handler: ear) }
    await turn {}
    return (socket, try #require(session.tasks.first))
  }

  private func open() async throws -> (socket: any TransportSocket, task: PlayedTask) {
    let (socket, task) = try await dial()
    task.observer.opened(subprotocol: "martlet.v1")
    await turn {}
    return (socket, task)
  }

  /// Runs on the transport's thread, after everything that is due there.
  @discardableResult
  private func turn<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      transport.atEndOfTurn { continuation.resume(returning: body()) }
    }
  }

  @Test func taskIsForTheServerAndTakesTheLargestPage() async throws {
    let (socket, task) = try await dial()
    #expect(task.address.url == "wss://chat.example.com:443/v1/connect" && task.subprotocol == "martlet.v1")
    #expect(task.maximumMessageSize == SocketBounds.messageBytes && task.isResumed)
    #expect(await turn { !socket.send([1]) }, "it is not open yet")
    task.observer.opened(subprotocol: "martlet.v1")
    await turn {}
    #expect(ear.heard == ["opened"])
    #expect(await turn { socket.send([1]) })
  }

  @Test(arguments: [nil, "martlet.v1.json"]) func serverThatSpeaksSomethingElseIsLeft(subprotocol: String?) async throws {
    let (_, task) = try await dial()
    task.observer.opened(subprotocol: subprotocol)
    await turn {}
    #expect(ear.heard == ["closed protocol_violation"] && task.closeCode == 1000)
  }

  @Test func messagesAreAskedForOneByOne() async throws {
    let (_, task) = try await open()
    #expect(task.receivers == 1)
    task.deliver(.success([1, 2]))
    task.observer.opened(subprotocol: "martlet.v1")
    await turn {}
    #expect(task.receivers == 1)
    task.deliver(.success(nil))
    await turn {}
    task.deliver(.success([3]))
    await turn {}
    #expect(ear.heard.filter { $0 != "opened" } == ["received [1, 2]", "received [3]"], "a text is no packet")
  }

  /// The server's last packet says why it closes.
  @Test func messagesBeforeTheEndAreHeardBeforeIt() async throws {
    let (_, task) = try await open()
    task.observer.ended(MartletError(.unreachable, "the server closed"))
    await turn {}
    #expect(ear.heard == ["opened"])
    task.deliver(.success([7]))
    await turn {}
    task.deliver(.failure(MartletError(.timedOut, "the socket is closed")))
    await turn {}
    #expect(ear.heard == ["opened", "received [7]", "closed unreachable"])
    task.observer.ended(.connectionClosed)
    await turn {}
    #expect(ear.heard.count == 3, "the end is told once")
  }

  @Test func connectionThatCannotBeOpenedIsTold() async throws {
    let (_, task) = try await dial()
    task.observer.ended(MartletError(.tlsFailed, "not trusted"))
    await turn {}
    #expect(ear.heard == ["closed tls_failed"])
  }

  /// URLSession keeps any number of bytes; the bound is ours.
  @Test func unsentBytesAreBoundedAndTheRestKeepsItsOrder() async throws {
    let (socket, task) = try await open()
    let large = [UInt8](repeating: 9, count: SocketBounds.queuedBytes / 2)
    for packet in [large, large, [1], [2]] { #expect(await turn { socket.send(packet) }) }
    #expect(task.unsent.map(\.count) == [large.count, large.count])
    task.finishSend()
    await turn {}
    #expect(task.unsent.map(\.count) == [large.count, 1, 1])
    #expect(task.unsent.dropFirst() == [[1], [2]])
  }

  @Test func packetAboveTheBoundGoesAlone() async throws {
    let (socket, task) = try await open()
    let huge = [UInt8](repeating: 9, count: SocketBounds.queuedBytes + 1)
    for packet in [[1], huge, [2]] { #expect(await turn { socket.send(packet) }) }
    #expect(task.unsent == [[1]])
    task.finishSend()
    await turn {}
    #expect(task.unsent.map(\.count) == [huge.count])
    task.finishSend()
    await turn {}
    #expect(task.unsent == [[2]])
  }

  @Test func sendThatFailsEndsTheConnection() async throws {
    let (socket, task) = try await open()
    #expect(await turn { socket.send([1]) })
    task.finishSend(MartletError(.unreachable, "the network is down"))
    await turn {}
    #expect(ear.heard == ["opened", "closed unreachable"])
    #expect(await turn { !socket.send([2]) })
  }

  @Test func closingWaitsForWhatWasSent() async throws {
    let (socket, task) = try await open()
    #expect(await turn { socket.send([1]) })
    await turn { socket.close() }
    #expect(task.closeCode == nil)
    task.finishSend()
    await turn {}
    #expect(task.closeCode == 1000 && ear.heard == ["opened"])
  }

  @Test func closingDoesNotWaitForADeadNetwork() async throws {
    let (socket, task) = try await open()
    #expect(await turn { socket.send([1]) })
    await turn { socket.close() }
    time.advance(by: .milliseconds(4_999))
    await turn {}
    #expect(task.closeCode == nil)
    time.advance(by: .milliseconds(1))
    await turn {}
    await turn {}
    #expect(task.closeCode == 1000)
  }

  @Test func stoppedTransportLetsItsSocketsGo() async throws {
    let (socket, task) = try await open()
    await turn { socket.close() }
    transport.stop()
    #expect(session.isFinished && task.closeCode == 1000)
  }

  @Test(arguments: ["ws://127.0.0.1:7777/v1/connect", "wss://[::1]:443/a?b=c", "ws://host:80/v1/connect"])
  func urlOfAnAddressIsReadBackAsTheSame(url: String) throws {
    #expect(try #require(ServerAddress(url)).url == url)
  }
}

/// Notes what a socket tells.
private final class Ear: TransportHandler {
  private let notes = Mutex<[String]>([])
  var heard: [String] { notes.withLock { $0 } }

  func opened() { notes.withLock { $0.append("opened") } }
  func received(_ packet: UnsafeRawBufferPointer) { notes.withLock { $0.append("received \(Array(packet))") } }
  func closed(_ reason: MartletError) { notes.withLock { $0.append("closed \(reason.code)") } }
}

private final class PlayedSession: WebSocketSession {
  private let state = Mutex<(tasks: [PlayedTask], isFinished: Bool)>(([], false))
  var tasks: [PlayedTask] { state.withLock { $0.tasks } }
  var isFinished: Bool { state.withLock { $0.isFinished } }

  func task(
    _ address: ServerAddress, subprotocol: String, observer: any WebSocketTaskObserver
  ) throws(MartletError) -> any WebSocketTask {
    let task = PlayedTask(address, subprotocol, observer)
    state.withLock { $0.tasks.append(task) }
    return task
  }

  func finish() { state.withLock { $0.isFinished = true } }
}

private final class PlayedTask: WebSocketTask {
  private struct State {
    var maximumMessageSize = 0
    var isResumed = false
    var closeCode: UInt16?
    var sends: [(message: [UInt8], done: @Sendable (MartletError?) -> Void)] = []
    var receivers: [@Sendable (Result<[UInt8]?, MartletError>) -> Void] = []
  }

  let address: ServerAddress
  let subprotocol: String
  let observer: any WebSocketTaskObserver
  private let state = Mutex(State())

  init(_ address: ServerAddress, _ subprotocol: String, _ observer: any WebSocketTaskObserver) {
    self.address = address
    self.subprotocol = subprotocol
    self.observer = observer
  }

  var isResumed: Bool { state.withLock { $0.isResumed } }
  var closeCode: UInt16? { state.withLock { $0.closeCode } }
  var unsent: [[UInt8]] { state.withLock { $0.sends.map(\.message) } }
  var receivers: Int { state.withLock { $0.receivers.count } }

  /// Ends the first send.
  func finishSend(_ error: MartletError? = nil) { state.withLock { $0.sends.removeFirst() }.done(error) }

  /// Answers the call that waits for a message.
  func deliver(_ result: Result<[UInt8]?, MartletError>) { state.withLock { $0.receivers.removeFirst() }(result) }

  var maximumMessageSize: Int {
    get { state.withLock { $0.maximumMessageSize } }
    set { state.withLock { $0.maximumMessageSize = newValue } }
  }
  func resume() { state.withLock { $0.isResumed = true } }
  func send(binary message: [UInt8], done: @escaping @Sendable (MartletError?) -> Void) {
    state.withLock { $0.sends.append((message, done)) }
  }
  func receive(done: @escaping @Sendable (Result<[UInt8]?, MartletError>) -> Void) {
    state.withLock { $0.receivers.append(done) }
  }
  func close(code: UInt16) { state.withLock { $0.closeCode = code } }
}
