import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Markers that move at the same time are told together.
@Suite(.timeLimit(.minutes(10))) struct MovedMarkersTests {
  @Test func markersAreGatheredByConversationInOrder() {
    func marker(_ user: Int, _ conversation: String) -> Wire.Marker {
      Wire.Marker(conversation: conversation, user: "u\(user)", read: 1)
    }
    let (a, b) = (
      ConversationKey(app: Names.app("main"), id: Names.group("a")), ConversationKey(app: Names.app("main"), id: Names.group("b"))
    )
    var moved = MovedMarkers()
    for user in 0..<100 {
      moved.add(marker(user, "a"), of: a)
      if user < 3 { moved.add(marker(user, "b"), of: b) }
    }
    #expect(moved.pages.map(\.key) == [a, b, a])
    #expect(moved.pages.map(\.markers.count) == [64, 3, 36])
    #expect(moved.pages.filter { $0.key == a }.flatMap(\.markers).map(\.user) == (0..<100).map { "u\($0)" })
  }

  @Test func manyReadersAtOnceAreOnePush() async throws {
    try await TestServer.gated { server, store in
      let names = (0..<20).map { "reader\($0)" }
      let owner = try await server.client(user: "owner")
      var readers: [WireClient] = []
      for name in names { readers.append(try await server.client(user: name)) }
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "", members: names)
      _ = try await owner.request(.createGroup(create))
      let mark = Wire.ClientPacket(id: 1_000, request: .markRead(Wire.MarkRead(conversation: "group:g", seq: 1)))
      store.hold(.mark)
      await readers[0].post([mark])
      await store.arrived(.mark)
      for (number, reader) in readers.enumerated().dropFirst() {
        await reader.post([mark])
        // Answered by the same home, which then has the mark before it as well.
        let send = Wire.Send(conversation: "group:g", clientId: "\(number)", type: "text", content: #"{"text":"a"}"#)
        guard case .appended = try await reader.request(.send(send)) else { throw TestError("not sent") }
      }
      store.release(.mark)
      await owner.until { $0.pushes.flatMap(\.markers).count >= 20 }
      let told = await owner.pushes.map(\.markers).filter { !$0.isEmpty }
      #expect(told.map(\.count) == [1, 19])
      #expect(Set(told.joined().map(\.user)) == Set(names))
      #expect(told.joined().allSatisfy { $0.read == 1 })
    }
  }
}
