import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Per-user data reaches all devices of the user and nobody else.
@Suite struct PersonalTests {
  private func send(_ conversation: String, _ id: String) -> Wire.ClientPacket.Request {
    .send(Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"x"}"#))
  }

  private func change(_ settings: Wire.Setting...) -> Wire.ClientPacket.Request {
    .changeSetting(Wire.ChangeSetting(settings: settings))
  }

  private func settings(_ client: WireClient) async throws -> [Wire.Setting] {
    guard case .settings(let page) = try await client.request(.fetchSettings(Wire.FetchSettings())) else { return [] }
    return page.settings
  }

  @Test func aChangedSettingIsPushedToAllDevicesOfTheUserOnly() async throws {
    try await TestServer.with { server in
      let one = try await server.client(user: "alice", device: "one")
      let two = try await server.client(user: "alice", device: "two")
      let bob = try await server.client(user: "bob")
      _ = try await one.request(send("direct:bob", "1"))
      let pinned = Wire.Setting(conversation: "direct:bob", key: "pin", value: #"{"at":1}"#)
      let answer = try await one.request(change(pinned, Wire.Setting(key: "level", value: "2")))
      #expect(answer == .changed(Wire.Changed(revision: 1)))
      let expected = [
        Wire.Setting(conversation: "direct:alice:bob", key: "pin", value: #"{"at":1}"#, revision: 1),
        Wire.Setting(key: "level", value: "2", revision: 1),
      ]
      for client in [one, two] {
        await client.until { $0.pushes.contains { !$0.userEntries.isEmpty } }
        let entry = await client.pushes.flatMap(\.userEntries).first
        #expect(entry?.event == .settingChanged(Wire.SettingChanged(settings: expected)))
        #expect(entry?.conversation == "")
      }
      let again = try await two.request(change(pinned))
      #expect(again == .changed(Wire.Changed(revision: 1)), "what is so already is not told again")
      #expect(try await settings(two) == expected.reversed())
      #expect(try await settings(bob).isEmpty)
      _ = try await bob.request(send("direct:alice", "2"))
      #expect(await bob.pushes.allSatisfy { $0.userEntries.isEmpty })
    }
  }

  @Test func hiddenEntriesArePushedAndShownAsHiddenInBothForms() async throws {
    try await TestServer.with { server in
      let one = try await server.client(user: "alice", device: "one")
      let two = try await server.client(user: "alice", device: "two", subprotocol: Gateway.jsonProtocol)
      let bob = try await server.client(user: "bob")
      for id in ["1", "2", "3"] { _ = try await bob.request(send("direct:alice", id)) }
      let hide = Wire.Hide(conversation: "direct:bob", targets: [3, 2])
      #expect(try await one.request(.hide(hide)) == .changed(Wire.Changed(revision: 1)))
      await two.until { $0.pushes.contains { !$0.userEntries.isEmpty } }
      let entry = await two.pushes.flatMap(\.userEntries).first
      #expect(entry?.event == .hidden(Wire.Hidden(targets: [2, 3])))
      for client in [one, two] {
        let answer = try await client.request(.fetchEntries(Wire.FetchEntries(conversation: "direct:bob")))
        guard case .entries(let page) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(page.entries.map(\.seq) == [1, 2, 3])
        #expect(page.entries.map(\.isHidden) == [false, true, true])
        #expect(page.entries[1].clientId.isEmpty)
        #expect(page.entries[1].sender == "bob")
      }
      let list = try await one.request(.listConversations(Wire.ListConversations()))
      guard case .conversations(let page) = list else { return #expect(Bool(false), "\(list)") }
      #expect(page.conversations.first?.lastMessage?.seq == 1)
      #expect(page.conversations.first?.unread == 1)
      #expect(page.conversations.first?.hidden == 1)
      let all = try await two.request(.hide(Wire.Hide(conversation: "direct:bob", until: .max)))
      #expect(all == .changed(Wire.Changed(revision: 2)))
      let rest = try await one.request(.fetchEntries(Wire.FetchEntries(conversation: "direct:bob", newest: true)))
      #expect(rest == .entries(Wire.Entries(conversation: "direct:alice:bob", head: 3, first: 4)))
      // Bob still sees everything.
      let others = try await bob.request(.fetchEntries(Wire.FetchEntries(conversation: "direct:alice")))
      guard case .entries(let page) = others else { return #expect(Bool(false), "\(others)") }
      #expect(page.entries.allSatisfy { $0.isMessage })
    }
  }

  @Test func badSettingsAreRefusedAsAWhole() async throws {
    var limits = Limits()
    (limits.settingBytes, limits.settingsPerRequest, limits.settingsOfUser, limits.settingsOfConversation) = (64, 3, 4, 2)
    limits.tags = 1
    try await TestServer.with(limits: limits) { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.client(user: "bob")
      _ = try await alice.request(send("direct:bob", "1"))
      let good = Wire.Setting(key: "good", value: "1")
      let cases: [([Wire.Setting], ErrorCode)] = [
        ([], .fieldInvalid), ([good, good], .fieldInvalid),
        ((0..<4).map { Wire.Setting(key: "k\($0)", value: "1") }, .fieldInvalid),
        ([good, Wire.Setting(key: "", value: "1")], .fieldInvalid),
        ([good, Wire.Setting(key: "ä", value: "1")], .fieldInvalid),
        ([good, Wire.Setting(key: String(repeating: "k", count: 65), value: "1")], .fieldInvalid),
        ([good, Wire.Setting(key: "k", value: "{")], .fieldInvalid),
        ([good, Wire.Setting(key: "k", value: #"{"a":1,"a":2}"#)], .fieldInvalid),
        ([good, Wire.Setting(key: "k", value: "1 2")], .fieldInvalid),
        ([good, Wire.Setting(conversation: "nonsense", key: "k", value: "1")], .fieldInvalid),
        ([good, Wire.Setting(conversation: "direct:nobody", key: "k", value: "1")], .conversationUnknown),
        ([good, Wire.Setting(conversation: "group:none", key: "k", value: "1")], .conversationUnknown),
        ([good, Wire.Setting(key: "k", value: "\"" + String(repeating: "x", count: 63) + "\"")], .settingTooLarge),
        ((0..<3).map { Wire.Setting(conversation: "direct:bob", key: "k\($0)", value: "1") }, .settingsFull),
        ((0..<2).map { Wire.Setting(key: "tag.\($0)", value: "1") }, .settingsFull),
      ]
      for (settings, code) in cases {
        let answer = try await alice.request(.changeSetting(Wire.ChangeSetting(settings: settings)))
        guard case .failure(let failure) = answer else { return #expect(Bool(false), "\(settings)") }
        #expect(failure.code == UInt32(code.rawValue), "\(settings)")
      }
      #expect(try await settings(alice).isEmpty)
      let unknown = try await alice.request(.fetchSettings(Wire.FetchSettings(afterConversation: "nonsense", afterKey: "k")))
      guard case .failure = unknown else { return #expect(Bool(false), "\(unknown)") }
    }
  }

  @Test func badHidesAreRefused() async throws {
    var limits = Limits()
    (limits.hiddenPerRequest, limits.hiddenOfConversation) = (3, 4)
    try await TestServer.with(limits: limits) { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.client(user: "bob")
      for id in 0..<9 { _ = try await alice.request(send("direct:bob", "\(id)")) }
      let cases: [(Wire.Hide, ErrorCode?)] = [
        (Wire.Hide(conversation: "direct:bob"), .fieldInvalid),
        (Wire.Hide(conversation: "", until: 1), .fieldInvalid),
        (Wire.Hide(conversation: "direct:bob", targets: [1, 2, 3, 4]), .fieldInvalid),
        (Wire.Hide(conversation: "group:none", until: 1), .conversationUnknown),
        (Wire.Hide(conversation: "direct:bob", targets: [0, .max]), nil),
        (Wire.Hide(conversation: "direct:bob", targets: [1, 2, 3]), nil),
        (Wire.Hide(conversation: "direct:bob", targets: [4, 5]), .hiddenFull),
      ]
      for (hide, code) in cases {
        switch (try await alice.request(.hide(hide)), code) {
        case (.failure(let failure), let code?): #expect(failure.code == UInt32(code.rawValue), "\(hide)")
        case (.changed, nil): break
        case (let answer, _): Issue.record("\(hide): \(answer)")
        }
      }
    }
  }
}
