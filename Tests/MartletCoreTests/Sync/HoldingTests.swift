import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// Calls that wait for a conversation which the server knows of and this device does not.
@Suite struct HoldingTests {
  private let world = World(seed: 7)
  private let group = ConversationID.of("group:g")
  private let alice = UserID.of("alice")

  private func ask(_ request: Wire.ClientPacket.Request, as user: String = "bob") {
    _ = world.server.answer(request, of: UserID.of(user))
  }

  /// Alice's, connected, and told of nothing that happened since.
  private func device() throws -> Device {
    let device = try world.add("alice")
    world.settle()
    ask(.createGroup(Wire.CreateGroup(group: "g", clientId: "make", title: "G", members: ["alice"])))
    ask(.send(Wire.Send(conversation: group.text, clientId: "1", type: "text", content: MessageContent.text("hi").json)))
    return device
  }

  private func isUnknown(_ answer: Result<Wire.ServerPacket.Body, MartletError>?) -> Bool {
    guard case .failure(let error)? = answer else { return false }
    return error.code == .conversationUnknown
  }

  private func isDone(_ answer: Result<Wire.ServerPacket.Body, MartletError>?) -> Bool {
    if case .success(.done)? = answer { true } else { false }
  }

  /// Lets the server answer its requests, and nothing else happen.
  private func serveOnce(_ device: Device) {
    while !device.toServer.isEmpty { world.serve(device) }
    device.releaseLate()
    while !device.toDevice.isEmpty { device.receive() }
  }

  @Test func callIsAnsweredOnceTheLogIsHeldThoughNothingWasPushed() throws {
    let device = try device()
    _ = world.server.takeDeliveries()
    let call = device.call(.held(group))
    device.commit()
    #expect(device.answers[call] == nil)
    serveOnce(device)
    #expect(try device.core.store.stored(group) != nil)
    #expect(device.answers[call] == nil, "its log is still to come")
    serveOnce(device)
    #expect(isDone(device.answers[call]))
    #expect(try device.core.store.stored(group)?.last == 2)
    let again = device.call(.held(group))
    device.commit()
    #expect(isDone(device.answers[again]) && device.toServer.isEmpty, "it is here")
  }

  @Test func conversationOfOthersIsUnknown() throws {
    let device = try device()
    let call = device.call(.held(.of("group:none")))
    device.commit()
    world.settle()
    #expect(isUnknown(device.answers[call]))
  }

  @Test func callGoesOnAfterALostConnection() throws {
    let device = try device()
    _ = world.server.takeDeliveries()
    let call = device.call(.held(group))
    device.commit()
    device.breakConnection()
    #expect(device.answers[call] == nil)
    world.settle()
    #expect(isDone(device.answers[call]))
    #expect(try device.core.store.stored(group)?.last == 2)
  }

  @Test func callEndsWithTheMembership() throws {
    let device = try device()
    _ = world.server.takeDeliveries()
    let call = device.call(.held(group))
    device.commit()
    serveOnce(device)
    #expect(device.answers[call] == nil)
    // The page is asked for, and never comes; the user is put out.
    device.toServer.removeAll()
    ask(.removeMembers(Wire.RemoveMembers(conversation: group.text, clientId: "out", users: ["alice"])))
    world.deliver()
    while !device.toDevice.isEmpty { device.receive() }
    serveOnce(device)
    #expect(isUnknown(device.answers[call]))
    #expect(try device.core.store.conversations().isEmpty)
  }

  @Test func callThatIsGivenUpIsAnsweredToNobody() throws {
    let device = try device()
    _ = world.server.takeDeliveries()
    let call = device.call(.held(group))
    device.commit()
    device.play(.cancelCall(call.number))
    world.settle()
    #expect(device.answers[call] == nil)
    #expect(try device.core.store.stored(group)?.last == 2)
  }

  @Test func callEndsWhereNoConnectionIsWanted() throws {
    let device = try device()
    let call = device.call(.held(group))
    device.commit()
    device.play(.stop(at: world.now))
    device.commit()
    guard case .failure(let error)? = device.answers[call] else { return #expect(Bool(false), "no answer") }
    #expect(error.code == .notConnected)
  }
}
