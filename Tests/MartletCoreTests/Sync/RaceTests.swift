import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// Answers and pushes that cross, one case each: cases that the random schedules reach too rarely.
@Suite struct RaceTests {
  private let world = World(seed: 1)
  private let alice = UserID.of("alice")
  private let group = ConversationID.of("group:g")

  private func say(_ text: String, in conversation: String = "group:g", as user: String = "bob") {
    let send = Wire.Send(
      conversation: conversation, clientId: "\(user)-\(text)", type: "text", content: MessageContent.text(text).json)
    _ = world.server.answer(.send(send), of: UserID.of(user))
    world.deliver()
  }

  private func makeGroup(_ name: String = "g") {
    let create = Wire.CreateGroup(group: name, clientId: "make-\(name)", title: name, members: ["alice"])
    _ = world.server.answer(.createGroup(create), of: UserID.of("bob"))
    world.deliver()
  }

  private func change(_ request: Wire.ClientPacket.Request) {
    _ = world.server.answer(request, of: UserID.of("bob"))
    world.deliver()
  }

  /// The device shows the same as a fresh login.
  private func expectFresh(_ device: Device) throws {
    let fresh = try world.add(device.user.text)
    world.settle([fresh])
    world.devices.removeLast()
    #expect(try device.core.store.conversations() == fresh.core.store.conversations())
  }

  /// A device of alice, who is moving her marker to 3 in a group with five messages.
  private func deviceThatRead() throws -> Device {
    let device = try world.add("alice")
    makeGroup()
    for number in 0..<5 { say("\(number)") }
    world.settle()
    try device.markRead(group, upTo: 3)
    device.commit()
    return device
  }

  /// Two users without a common conversation: one writes, the other reads it at once.
  @Test func markerThatOvertakesTheSummaryOfANewConversationIsTold() throws {
    let device = try world.add("alice")
    world.settle()
    device.send("hello", to: .user(.of("bob")))
    device.commit()
    world.serve(device)
    world.deliver()
    // The own entry, then the reader's marker; the question for the summary is answered after both.
    while !device.toDevice.isEmpty { device.receive() }
    let marker = Wire.Marker(conversation: "direct:alice:bob", user: "bob", read: 1)
    device.toDevice.append(Wire.ServerPacket(id: 0, body: .push(Wire.Push(markers: [marker]))))
    device.receive()
    #expect(!device.events.contains(.read(.of("direct:alice:bob"), by: .of("bob"), upTo: 1)))
    world.settle()
    #expect(device.events.filter { $0 == .read(.of("direct:alice:bob"), by: .of("bob"), upTo: 1) }.count == 1)
  }

  /// Put out of the group and taken in again while away; the list says so before the user log does.
  @Test func joiningAgainWhileAwayBeginsTheLogAnew() throws {
    let device = try deviceThatRead()
    world.settle()
    device.breakConnection()
    change(.removeMembers(Wire.RemoveMembers(conversation: group.text, clientId: "out", users: ["alice"])))
    say("not for alice")
    change(.addMembers(Wire.AddMembers(conversation: group.text, clientId: "in", users: ["alice"])))
    say("welcome back")
    world.advance()
    device.open()
    while !device.toServer.isEmpty { world.serve(device) }
    device.releaseLate()
    // Hello, then the listing, then the user log.
    let answers = [device.toDevice.removeFirst(), device.toDevice.removeFirst(), device.toDevice.removeFirst()].compactMap { $0 }
    let isListing = { (packet: Wire.ServerPacket) in if case .conversations? = packet.body { true } else { false } }
    for packet in answers.filter({ !isListing($0) }).prefix(1) + answers.filter(isListing)
      + answers.filter({ !isListing($0) }).dropFirst()
    {
      device.toDevice.append(packet)
    }
    world.settle()
    let row = try #require(try device.core.store.stored(group))
    #expect(row.first == 9 && row.last == 10 && row.readUpTo == 0)
    #expect(try device.core.store.messages(of: row, before: .max, limit: 99).compactMap(\.text) == ["welcome back"])
    try expectFresh(device)
  }

  /// Messages that a device was told of, in order.
  private func told(_ device: Device) -> [String] {
    device.events.compactMap { if case .message(let message) = $0 { message.text } else { nil } }
  }

  /// The user is removed from the group and added again while offline.
  ///
  /// A message sent then is pushed and fetched before the list and the user log mention it.
  @Test(arguments: [true, false]) func joiningAgainIsOvertakenByWhatIsSaidThen(listingFirst: Bool) throws {
    let device = try deviceThatRead()
    world.settle()
    device.breakConnection()
    change(.removeMembers(Wire.RemoveMembers(conversation: group.text, clientId: "out", users: ["alice"])))
    say("not for alice")
    change(.addMembers(Wire.AddMembers(conversation: group.text, clientId: "in", users: ["alice"])))
    world.advance()
    device.open()
    device.events = []
    while !device.toServer.isEmpty { world.serve(device) }
    device.releaseLate()
    // Welcome arrives; the listing and the user log are held back.
    device.receive()
    var held: [Wire.ServerPacket] = []
    while let packet = device.toDevice.removeFirst() { held.append(packet) }
    #expect(held.count == 2)
    say("welcome back")
    device.receive()
    say("how are you")
    // The page between the old range and the new entries is fetched.
    while !device.toDevice.isEmpty || !device.toServer.isEmpty || !device.late.isEmpty {
      while !device.toServer.isEmpty { world.serve(device) }
      device.releaseLate()
      while !device.toDevice.isEmpty { device.receive() }
    }
    #expect(told(device) == ["welcome back", "how are you"])
    let isListing = { (packet: Wire.ServerPacket) in if case .conversations? = packet.body { true } else { false } }
    for packet in held.filter({ isListing($0) == listingFirst }) + held.filter({ isListing($0) != listingFirst }) {
      device.toDevice.append(packet)
    }
    world.settle()
    #expect(told(device) == ["welcome back", "how are you"], "each once")
    let row = try #require(try device.core.store.stored(group))
    #expect(row.first == 9 && row.last == 11 && row.start == 9 && row.joined == 9 && row.readUpTo == 0)
    try expectFresh(device)
  }

  /// Put out of the group and taken in again while the server is being told of a marker, which comes too late.
  @Test func markerThatIsOvertakenByJoiningAgainCountsForNothing() throws {
    let device = try deviceThatRead()
    change(.removeMembers(Wire.RemoveMembers(conversation: group.text, clientId: "out", users: ["alice"])))
    change(.addMembers(Wire.AddMembers(conversation: group.text, clientId: "in", users: ["alice"])))
    say("welcome back")
    world.settle()
    #expect(world.server.logs[group]?.members[alice]?.read == 0)
    #expect(try device.core.store.conversation(group)?.readUpTo == 0)
    try device.markRead(group, upTo: 4)
    #expect(try device.core.store.stored(group)?.pendingRead == 0, "what lies before joining cannot be read")
    try device.markRead(group, upTo: 8)
    device.commit()
    world.settle()
    #expect(world.server.logs[group]?.members[alice]?.read == 8)
    try expectFresh(device)
  }

  /// The page before the cached range is requested, and answered after the user was removed and added again.
  ///
  /// It is empty, and the device may hold the end of the new log by then.
  @Test func emptyPageOfAnEarlierMembershipLimitsNothing() throws {
    makeGroup()
    for number in 0..<8 { say("\(number)") }
    var bounds = Sync.Bounds()
    (bounds.forward, bounds.prefetchPage) = (2, 2)
    let device = try world.add("alice", bounds: bounds)
    world.settle()
    #expect(device.core.sync.shelves[group]?.first == 8)
    let call = device.call(.older(group, limit: 5))
    device.commit()
    let next = device.toServer.removeFirst()
    let (id, request) = try (#require(next?.id), #require(next?.request))
    change(.removeMembers(Wire.RemoveMembers(conversation: group.text, clientId: "out", users: ["alice"])))
    change(.addMembers(Wire.AddMembers(conversation: group.text, clientId: "in", users: ["alice"])))
    for number in 8..<16 { say("\(number)") }
    let late = world.server.answer(request, of: alice)
    while device.core.sync.shelves[group]?.start != 11 {
      while !device.toDevice.isEmpty { device.receive() }
      while !device.toServer.isEmpty { world.serve(device) }
      device.releaseLate()
    }
    device.toDevice.append(Wire.ServerPacket(id: id, body: late))
    world.settle()
    #expect(device.answers[call] != nil)
    try expectFresh(device)
    device.call(.older(group, limit: 99))
    device.commit()
    world.settle()
    #expect(device.core.sync.shelves[group]?.first == 11)
  }

  /// Conversations change while the pages of a snapshot are read, and so are on none of them; where they are asked about
  /// by name, one answer does not hold all.
  @Test(arguments: [1, 4]) func conversationsThatSlipBetweenThePagesOfASnapshotStay(count: Int) throws {
    world.server.limits.pageEntries = 2
    let device = try world.add("alice")
    for number in 0..<7 { makeGroup("g\(number)") }
    world.settle()
    device.breakConnection()
    // The user log was cut, so that a snapshot is needed.
    world.server.userLogs[alice]?.append(Wire.UserEntry(seq: 8, conversation: "group:g0"))
    world.server.userLogCuts[alice] = 8
    world.server.userLogs[alice]?.append(Wire.UserEntry(seq: 9, conversation: "group:g0"))
    world.advance()
    device.open()
    for _ in 0..<3 { world.serve(device) }
    device.releaseLate()
    while !device.toDevice.isEmpty { device.receive() }
    // The snapshot's first page is read; then the oldest conversations become the newest.
    world.serve(device)
    device.releaseLate()
    for number in 0..<count { say("moved \(number)", in: "group:g\(number)") }
    world.settle()
    #expect(try device.core.store.conversations().count == 7)
    for number in 0..<count { #expect(try device.core.store.conversation(.of("group:g\(number)"))?.unread == 1) }
    #expect(!device.events.contains { if case .conversationRemoved = $0 { true } else { false } })
    try expectFresh(device)
  }

  @Test func conversationThatASnapshotDoesNotNameAtAllIsDropped() throws {
    let device = try world.add("alice")
    makeGroup("stays")
    makeGroup("goes")
    world.settle()
    device.breakConnection()
    change(.removeMembers(Wire.RemoveMembers(conversation: "group:goes", clientId: "out", users: ["alice"])))
    // The user-log entry about leaving is cut off.
    world.server.userLogCuts[alice] = UInt64(world.server.userLogs[alice]?.count ?? 0)
    world.settle()
    #expect(try device.core.store.conversations().map(\.id.text) == ["group:stays"])
    #expect(device.events.contains(.conversationRemoved(.of("group:goes"))))
  }

  /// The marker moves on while the server is told of an earlier one.
  @Test func markerThatMovedMeanwhileIsToldToo() throws {
    let device = try deviceThatRead()
    try device.markRead(group, upTo: 5)
    device.commit()
    #expect(device.toServer.count == 1, "one at a time")
    world.settle()
    #expect(world.server.logs[group]?.members[alice]?.read == 5)
    #expect(device.core.sync.marks.isEmpty)
    #expect(try device.core.store.stored(group)?.pendingRead == 0)
  }

  /// The page was read before the pushed entry was stored, so it holds nothing new.
  @Test func pageOlderThanThePushIsAskedForAgain() throws {
    let device = try world.add("alice")
    makeGroup()
    world.settle()
    say("lost on the way")
    device.toDevice.removeFirst()
    say("arrives")
    device.receive()
    #expect(device.toServer.count == 1, "the gap is asked about")
    let next = device.toServer.removeFirst()
    let asked = try #require(next)
    let stale = Wire.Entries(conversation: group.text, head: 1, first: 1)
    device.toDevice.append(Wire.ServerPacket(id: asked.id, body: .entries(stale)))
    device.receive()
    #expect(device.core.sync.isOpen)
    world.settle()
    #expect(try device.core.store.stored(group)?.last == 3)
  }

  /// A head the server does not stand by is given up in the end.
  @Test func headThatNeverComesIsGivenUp() throws {
    let device = try world.add("alice")
    makeGroup()
    world.settle()
    device.toDevice.append(
      Wire.ServerPacket(body: .push(Wire.Push(entries: [Wire.Entry(conversation: group.text, seq: 9, sender: "bob")]))))
    device.receive()
    world.settle()
    #expect(device.core.sync.shelves[group]?.head == 1)
  }

  /// Packets under way when the user was removed have no effect any more.
  @Test func summaryOlderThanTheLeavingIsNotTakenOver() throws {
    let device = try world.add("alice")
    makeGroup()
    world.settle()
    device.endTape()
    device.core.input { $0.want(group) }
    device.play(.tick(at: world.now))
    device.commit()
    let next = device.toServer.removeFirst()
    let asked = try #require(next)
    let old = try #require(world.server.summary(group, alice))
    change(.removeMembers(Wire.RemoveMembers(conversation: group.text, clientId: "out", users: ["alice"])))
    while !device.toDevice.isEmpty { device.receive() }
    device.toDevice.append(Wire.ServerPacket(id: asked.id, body: .conversations(Wire.Conversations(conversations: [old]))))
    device.receive()
    #expect(try device.core.store.conversations().isEmpty)
    world.settle()
    try expectFresh(device)
  }

  /// The server keeps its promise of the entry only after a while: then it is fetched.
  @Test func ownEntryThatIsNotPushedIsFetched() throws {
    let device = try world.add("alice")
    makeGroup()
    world.settle()
    let id = device.send("mine", to: .conversation(group))
    device.commit()
    world.serve(device)
    device.receive()
    device.toDevice.removeFirst()
    #expect(device.toServer.isEmpty, "the push is given a moment")
    world.settle()
    #expect(try device.core.store.stored(group)?.last == 2)
    #expect(try device.core.store.pending().isEmpty)
    #expect(device.results[id] != nil)
  }
}
