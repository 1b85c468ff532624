import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Messages for later, as an app schedules them.
@Suite(.timeLimit(.minutes(10))) struct SchedulingTests {
  private let network = MemoryNetwork()
  private let bob = UserID.of("bob")

  @Test func whatIsScheduledIsListedAndTakenBack() async throws {
    let client = try await network.online("alice")
    let now = network.server { $0.time }
    let chat = client.chat(with: bob)
    let details = MessageDetails(mentions: .init(users: [bob]))
    var ids: [ClientID] = []
    for minutes in [9, 3, 6, 12, 5] {
      let time = Timestamp(milliseconds: now + Int64(minutes) * 60_000)
      ids.append(try await chat.schedule(.text("in \(minutes)"), details: details, at: time))
    }
    let scheduled = try await client.scheduled()
    #expect(scheduled.map(\.content.text) == ["in 3", "in 5", "in 6", "in 9", "in 12"])
    #expect(scheduled.allSatisfy { $0.details == details && $0.conversation == .of("direct:alice:bob") })
    for _ in 0..<2 { #expect(try await client.cancelScheduled(ids[1])) }
    #expect(try await !client.cancelScheduled(client.newClientID()))
    #expect(try await client.scheduled().map(\.id) == [ids[4], ids[2], ids[0], ids[3]])
    await client.close()
  }

  @Test func theUsersOtherDevicesAreToldOfWhatIsScheduled() async throws {
    let (one, two) = (try await network.online("alice"), try await network.online("alice"))
    let events = two.events()
    let time = Timestamp(milliseconds: network.server { $0.time } + 600_000)
    let details = MessageDetails(extra: "{}", replyTo: 3, properties: ["k": "1"])
    let id = try await one.chat(with: bob).schedule(.text("later"), details: details, at: time)
    #expect(try await one.cancelScheduled(id))
    let message = ScheduledMessage(
      id: id, conversation: .of("direct:alice:bob"), content: .text("later"), details: details, time: time)
    var told: [Event] = []
    for await event in events {
      switch event {
      case .scheduled, .scheduledEnded: told.append(event)
      default: continue
      }
      if case .scheduledEnded = event { break }
    }
    #expect(told == [.scheduled(message), .scheduledEnded(id, .cancelled)])
    for client in [one, two] { await client.close() }
  }

  @Test func theSameIsScheduledOnceAndSoonIsRefused() async throws {
    let client = try await network.online("alice")
    let (now, chat) = (network.server { $0.time }, client.chat(with: bob))
    let id = await client.newClientID()
    let time = Timestamp(milliseconds: now + 600_000)
    for _ in 0..<2 { #expect(try await chat.schedule(.text("a"), at: time, id: id) == id) }
    #expect(try await client.scheduled().count == 1)
    var error = await #expect(throws: MartletError.self) { try await chat.schedule(.text("b"), at: time, id: id) }
    #expect(error?.code == .clientIDConflict)
    error = await #expect(throws: MartletError.self) { try await chat.schedule(.text("a"), at: Timestamp(milliseconds: now)) }
    #expect(error?.code == .server(.fieldInvalid) && error?.field == "at")
    await client.close()
  }
}
