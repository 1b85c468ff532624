import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletBench

@Suite(.timeLimit(.minutes(10))) struct StoreCheckTests {
  @Test func whatTheStoreLacksIsSaid() async throws {
    try await TestServer.with { server in
      let loop = try EventLoop(name: "check")
      let alice = try #require(UserID("alice"))
      let account = Account(user: alice, token: try await server.token(for: "alice"))
      let address = BenchServer(endpoint: .tcp(host: server.host, port: server.port), controlSocket: "", processID: nil)
      let conversation = ConversationID.direct(alice, alice).text
      // Number 1 is never stored, 2 and 3 are in the wrong order.
      let client = BenchClient(index: 0, user: alice, loop: loop)
      try await client.open(at: address, token: account.token)
      for number in [UInt64(0), 3, 2, 4] {
        let id = MessageMark(run: 7, lane: 0, number: number).clientID(milliseconds: UInt64(SystemTimeSource().wallMilliseconds))
        let send = Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"x"}"#)
        _ = try await client.request(.send(send))
      }
      await loop.run { client.abort() }
      let check = StoreCheck(server: address, loop: loop, run: 7) { _ in }
      let tally = try await check.tally(of: [KeptLane(index: 0, conversation: conversation, sent: 6, reader: account)])
      #expect(tally.received == 4)
      #expect(tally.lost == 2)
      #expect(tally.outOfOrder > 0)
      let other = StoreCheck(server: address, loop: loop, run: 8) { _ in }
      let none = try await other.tally(of: [KeptLane(index: 0, conversation: conversation, sent: 6, reader: account)])
      #expect(none.lost == 6)
      await loop.stop()
    }
  }
}
