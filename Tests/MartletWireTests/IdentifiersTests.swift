import MartletWire
import Testing

struct IdentifiersTests {
  @Test(arguments: ["a", "A-Z_0.9", String(repeating: "x", count: 64)])
  func namesOfAppsAreTaken(_ text: String) throws {
    #expect(try #require(AppID(text)).text == text)
  }

  @Test(arguments: ["", "a b", "a/b", "é", "a@b", "a:b", String(repeating: "x", count: 65)])
  func otherNamesOfAppsAreRefused(_ text: String) {
    #expect(AppID(text) == nil)
  }

  @Test(arguments: ["alice", "alice@example.org", "a+b=c", "0"])
  func namesOfUsersAreTaken(_ text: String) {
    #expect(UserID(text)?.description == text)
  }

  @Test(arguments: ["", "a:b", "a#b", "a b", "\u{0}", "ä", String(repeating: "x", count: 65)])
  func otherNamesOfUsersAreRefused(_ text: String) {
    #expect(UserID(text) == nil)
  }

  @Test func usersAreOrderedByBytes() throws {
    let (upper, lower, long) = (try #require(UserID("Z")), try #require(UserID("a")), try #require(UserID("ab")))
    #expect(upper < lower && lower < long && !(long < lower) && !(lower < lower))
  }

  @Test func twoUsersHaveOneDirectConversation() throws {
    let (alice, bob) = (try #require(UserID("alice")), try #require(UserID("bob")))
    #expect(ConversationID.direct(alice, bob) == ConversationID.direct(bob, alice))
    #expect(ConversationID.direct(bob, alice).text == "direct:alice:bob")
    let users = try #require(ConversationID.direct(bob, alice).pair)
    #expect(users == (alice, bob))
    let notes = try #require(ConversationID.direct(bob, bob).pair)
    #expect(notes == (bob, bob))
  }

  @Test func conversationsAreReadFromText() throws {
    let bob = try #require(UserID("bob"))
    #expect(ConversationID("direct:alice:bob")?.kind == .direct)
    #expect(ConversationID("direct:alice", caller: bob)?.text == "direct:alice:bob")
    #expect(ConversationID("direct:bob", caller: bob)?.text == "direct:bob:bob")
    #expect(ConversationID("group:team-1")?.kind == .group)
    #expect(ConversationID("group:team-1")?.pair == nil)
    #expect(ConversationID("group:team-1") == .group("team-1"))
  }

  @Test(arguments: ["board:news", "channel:town:news", "x:1", "abcdefghijklmnop:x", "directs:a:b", "groups:a"])
  func conversationsOfOtherKindsAreReadFromText(_ text: String) throws {
    let id = try #require(ConversationID(text))
    #expect(id.text == text && "\(id.kind)" == text.prefix { $0 != ":" })
    #expect(id.kind == ConversationID.Kind(rawValue: id.kind.rawValue))
    #expect(id.kind != .group && id.kind != .direct && id.pair == nil)
    #expect(ConversationID(text, caller: UserID("bob")) == id)
  }

  @Test(arguments: ["", "Group", "a1", "a-b", "é", " a", String(repeating: "x", count: 17)])
  func otherKindsAreRefused(_ text: String) {
    #expect(ConversationID.Kind(rawValue: text) == nil)
    #expect(ConversationID("\(text):x") == nil)
  }

  @Test func directConversationsNameThePeer() throws {
    let (alice, bob) = (try #require(UserID("alice")), try #require(UserID("bob")))
    #expect(ConversationID.direct(bob, alice).peer(of: alice) == bob)
    #expect(ConversationID.direct(bob, alice).peer(of: bob) == alice)
    #expect(ConversationID.direct(bob, bob).peer(of: bob) == bob)
    #expect(ConversationID.direct(bob, bob).peer(of: alice) == nil)
    #expect(ConversationID.group("g")?.peer(of: alice) == nil)
  }

  @Test(arguments: [
    "", ":", "direct", "direct:", "direct:alice", "direct:bob:alice", "direct::bob", "direct:a:b:c", "group:", "group:a:b",
    "group:é", "board:", "board", "board:a:b:c", "board::a", "board:a:", "board:a@b", "board:é", "Direct:a:b", "direct:a:b ",
  ])
  func otherConversationsAreRefused(_ text: String) {
    #expect(ConversationID(text) == nil)
  }

  @Test func entriesAreReadAsTheyArePrinted() throws {
    let id = MessageID(conversation: try #require(ConversationID("group:g")), seq: .max)
    #expect(id.description == "group:g#18446744073709551615")
    #expect(MessageID(id.description) == id)
  }

  @Test(arguments: [
    "", "#1", "group:g", "group:g#", "group:g#0", "group:g#-1", "group:g#18446744073709551616", "group:g#1#2", "group:g#1 ",
  ])
  func otherEntriesAreRefused(_ text: String) {
    #expect(MessageID(text) == nil)
  }

  @Test(arguments: ["", " ", "a b", "é", "\u{7F}", String(repeating: "x", count: 65)])
  func otherClientIDsAreRefused(_ text: String) {
    #expect(ClientID(text) == nil)
  }

  @Test(arguments: [0, 1, 1_700_000_000_000, 0xFFFF_FFFF_FFFF] as [Int64])
  func newClientIDsAreUUIDsThatSayWhenTheyWereMade(_ time: Int64) throws {
    var random = SeededGenerator(seed: 1)
    let id = ClientID(milliseconds: time, random: &random)
    #expect(id.madeAt == time)
    #expect(id.text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(ClientID(id.text)?.madeAt == time)
    #expect(ClientID(id.text.uppercased())?.madeAt == time)
    #expect(ClientID(milliseconds: time, random: &random) != id)
  }

  @Test func newerClientIDsSortAfterOlderOnes() {
    var random = SeededGenerator(seed: 2)
    let ids = [5, 6, 0x1_0000, 0x1_0001_0000].map { ClientID(milliseconds: $0, random: &random).text }
    #expect(ids == ids.sorted())
  }

  @Test(arguments: [
    "x", "0190163d-8694-4f2a-9d3a-1f3f5b1c0d7e", "0190163d-8694-7f2a-cd3a-1f3f5b1c0d7e", "0190163d86947f2a9d3a1f3f5b1c0d7e0000",
    "0190163g-8694-7f2a-9d3a-1f3f5b1c0d7e", "0190163d-8694-7f2a-9d3a-1f3f5b1c0d7", "------------------------------------",
  ])
  func otherClientIDsDoNotSayWhenTheyWereMade(_ text: String) throws {
    #expect(try #require(ClientID(text)).madeAt == nil)
  }
}
