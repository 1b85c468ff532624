import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// Effects reported when the database does not accept a turn's results.
@Suite struct ClientCoreTests {
  private let world = World(seed: 21)
  private let direct = ConversationID.of("direct:alice:bob")
  private let bob = UserID.of("bob")
  private let device: Device

  /// Alice's device is connected, and its disk is full.
  init() throws {
    device = try world.add("alice")
    let other = try world.add("bob")
    world.settle()
    other.send("hello", to: .user(.of("alice")))
    world.settle()
    try fill()
    device.events = []
    device.states = []
  }

  private func fill() throws {
    device.endTape()
    let database = device.core.store.database
    try database.setPragma("max_page_count", to: database.pragma("page_count"))
  }

  private func makeRoom() throws { try device.core.store.database.setPragma("max_page_count", to: 1_000_000) }

  /// An entry arrives, which cannot be stored when the turn ends.
  private func receiveEntry() {
    let content = MessageContent.text(String(repeating: "x", count: 50_000)).json
    let send = Wire.Send(conversation: direct.text, clientId: "1", type: "text", content: content)
    _ = world.server.answer(.send(send), of: bob)
    world.deliver()
    while !device.toDevice.isEmpty { device.receive(commits: false) }
  }

  private func close(_ failure: Wire.Failure, reconnect: Bool) {
    let closing = Wire.Closing(failure: failure, reconnect: reconnect)
    device.toDevice.append(Wire.ServerPacket(id: 0, body: .closing(closing)))
    device.receive(commits: false)
  }

  private func signal(_ type: String, _ content: String, by sender: String) {
    let signalled = Wire.Signalled(conversation: direct.text, sender: sender, type: type, content: content)
    device.toDevice.append(Wire.ServerPacket(id: 0, body: .signalled(signalled)))
  }

  @Test func endForGoodIsToldThoughItsTurnIsNotStored() {
    receiveEntry()
    close(Wire.Failure(.tokenRevoked), reconnect: false)
    device.commit()
    #expect(device.states == [.ended(MartletError(Wire.Failure(.tokenRevoked)))])
    #expect(!device.isConnected)
    #expect(device.core.sync.lastFailure == MartletError(Wire.Failure(.tokenRevoked)))
  }

  @Test func disconnectingIsToldThoughItsTurnIsNotStored() {
    let call = device.call(.request(.listMembers(Wire.ListMembers(conversation: direct.text))))
    device.commit()
    receiveEntry()
    device.play(.stop(at: world.now))
    device.commit()
    #expect(device.states == [.offline])
    #expect(!device.isConnected && device.core.sync.deadline == nil)
    #expect(error(of: call)?.code == .notConnected)
  }

  @Test func connectionThatEndsInTheSameTurnIsHungUp() throws {
    receiveEntry()
    close(Wire.Failure(.draining), reconnect: true)
    device.commit()
    #expect(!device.isConnected && device.core.sync.deadline != nil)
    guard case .connecting? = device.states.last else { return #expect(Bool(false), "online for ever") }
    #expect(device.core.sync.lastFailure?.code == .storageFull)
    try makeRoom()
    world.settle()
    #expect(try device.core.store.conversation(direct)?.head == 2)
  }

  @Test func databaseThatCannotBeReadEitherEndsTheConnection() throws {
    receiveEntry()
    close(Wire.Failure(.draining), reconnect: true)
    try makeRoom()
    device.endTape()
    try device.core.store.database.execute("ALTER TABLE outbox RENAME TO gone")
    try fill()
    device.commit()
    guard case .ended(let error)? = device.states.last else { return #expect(Bool(false), "it goes on") }
    #expect(error.code == .storageFailed)
    #expect(!device.isConnected)
  }

  @Test func callOfThisConnectionOnlyIsAnsweredThoughTheTurnIsNotStored() {
    let call = device.call(.once(.signal(Wire.Signal(conversation: direct.text, type: "x", content: "{}"))))
    device.commit()
    #expect(device.answers[call] == nil)
    receiveEntry()
    device.commit()
    #expect(error(of: call)?.code == .notConnected)
  }

  @Test func whoWritesIsNotShownForEverWhereATurnIsNotStored() {
    for user in ["bob", "carol"] { signal(TypingStates.type, TypingStates.content("text"), by: user) }
    while !device.toDevice.isEmpty { device.receive() }
    #expect(device.events.contains(.typing(direct, by: bob, "text")))
    // One has written, the other is lost with the connection; and of signals nothing is stored.
    signal("custom", "{}", by: "bob")
    receiveEntry()
    device.commit()
    #expect(device.events.contains(.typing(direct, by: bob, nil)))
    #expect(device.events.contains(.typing(direct, by: .of("carol"), nil)))
    #expect(device.events.contains { if case .signal = $0 { true } else { false } })
    #expect(!device.events.contains { if case .message = $0 { true } else { false } }, "it was not stored")
  }

  private func error(of call: Sync.CallID) -> MartletError? {
    guard case .failure(let error)? = device.answers[call] else { return nil }
    return error
  }
}
