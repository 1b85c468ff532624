import MartletServer
import MartletTesting
import MartletWire
import Testing

/// A new member learns nothing of messages from before the joining, even if they are edited afterwards.
@Suite(.timeLimit(.minutes(10))) struct EarlierEditsTests {
  private static let group = "group:g"

  private func appended(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> UInt64 {
    guard case .appended(let appended) = try await client.request(request) else { throw TestError("\(request)") }
    return appended.seq
  }

  private func edit(_ target: UInt64, _ text: String) -> Wire.ClientPacket.Request {
    .edit(
      Wire.Edit(
        conversation: Self.group, clientId: text, target: target, type: "text", content: #"{"text":"\#(text)"}"#))
  }

  private func entries(_ client: WireClient, newest: Bool) async throws -> [Wire.Entry] {
    let fetch = Wire.FetchEntries(conversation: Self.group, newest: newest)
    guard case .entries(let page) = try await client.request(.fetchEntries(fetch)) else { throw TestError("no entries") }
    return page.entries
  }

  private func messages(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> [Wire.Entry] {
    guard case .messages(let page) = try await client.request(request) else { throw TestError("no messages") }
    return page.entries
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func editOfAMessageFromBeforeJoiningIsWithheld(subprotocol: String) async throws {
    let directory = try MartletTesting.TemporaryDirectory()
    var edited: [UInt64] = []
    for life in 0..<2 {
      let server = try await TestServer.start(directory: directory.path)
      let alice = try await server.client(user: "alice")
      var clients: [String: WireClient] = [:]
      for user in ["bob", "carol", "dave"] { clients[user] = try await server.client(user: user, subprotocol: subprotocol) }
      let (bob, carol, dave) = (
        try #require(clients["bob"]), try #require(clients["carol"]), try #require(clients["dave"])
      )
      if life == 0 {
        let make = Wire.CreateGroup(group: "g", clientId: "make", title: "", members: ["bob", "dave"])
        _ = try await appended(alice, .createGroup(make))
        let send = Wire.Send(conversation: Self.group, clientId: "1", type: "text", content: #"{"text":"first"}"#)
        #expect(try await appended(alice, .send(send)) == 2)
        _ = try await appended(
          alice, .removeMembers(Wire.RemoveMembers(conversation: Self.group, clientId: "r", users: ["dave"])))
        _ = try await appended(
          alice, .addMembers(Wire.AddMembers(conversation: Self.group, clientId: "a", users: ["carol", "dave"])))
      }
      edited.append(try await appended(alice, edit(2, "secret\(life)")))
      // One that all may see comes after it.
      let last = Wire.Send(conversation: Self.group, clientId: "last\(life)", type: "text", content: #"{"text":"last"}"#)
      let end = try await appended(alice, .send(last))
      for client in [bob, carol, dave] { await client.until { $0.entries(of: Self.group).contains { $0.seq == end } } }
      #expect("\(await bob.pushes)".contains("secret\(life)"))
      for newcomer in [carol, dave] {
        #expect(!"\(await newcomer.pushes)".contains("secret"))
        let pushed = await newcomer.entries(of: Self.group).first { $0.seq == edited.last }
        #expect(pushed?.event == .withheld(Wire.Withheld()) && pushed?.sender == "" && pushed?.clientId == "")
        for newest in [false, true] {
          let log = try await entries(newcomer, newest: newest)
          #expect(log.first?.seq == 4 && log.map(\.seq) == Array(4...end), "without a gap")
          #expect(log.filter { $0.event == .withheld(Wire.Withheld()) }.map(\.seq) == edited)
          #expect(!"\(log)".contains("secret"))
        }
        let versions = Wire.ListVersions(conversation: Self.group, target: 2)
        #expect(try await messages(newcomer, .listVersions(versions)).isEmpty)
        let list = try await newcomer.request(.listConversations(Wire.ListConversations()))
        #expect(!"\(list)".contains("secret") && "\(list)".contains("last"))
      }
      #expect(try await entries(bob, newest: false).compactMap(\.editedText) == (0...life).map { #"{"text":"secret\#($0)"}"# })
      await server.stop()
    }
  }
}

extension Wire.Entry {
  fileprivate var editedText: String? { if case .edited(let edited)? = event { edited.content } else { nil } }
}
