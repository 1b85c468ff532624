import Martlet
import MartletTesting
import Testing

/// Members of groups, through the JavaScript SDK.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ScriptMembersTests {
  @Test(arguments: ScriptHost.allCases)
  func silencedMembersAreTold(host: ScriptHost) async throws {
    try await host.meet { peer, _, _ in
      try await peer.run("bob.createGroup({ members: ['alice'], id: 'team' }).then((group) => void (globalThis.group = group))")
      let silenced = "group.members().then((all) => all.map(({ user, silencedUntil }) => [user, silencedUntil]))"
      try await peer.run("bob.status().then(({ serverTime }) => void (globalThis.end = serverTime + 3_600_000))")
      try await peer.run("group.silence('alice', { until: end })")
      #expect(try await peer.json("\(silenced).then(([[, until], [, own]]) => [until === end, own])") == "[true,0]")
      try await peer.run("group.endSilence('alice')")
      #expect(try await peer.json(silenced) == #"[["alice",0],["bob",0]]"#)
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func bansAreMadeListedAndLifted(host: ScriptHost) async throws {
    try await host.meet { peer, alice, _ in
      try await peer.run("bob.createGroup({ members: ['alice'], id: 'team' }).then((group) => void (globalThis.group = group))")
      try await peer.run("bob.status().then(({ serverTime }) => void (globalThis.end = serverTime + 3_600_000))")
      try await peer.run(
        "void bob.on('message', ({ notice }) => notice?.kind === 'users_banned' && (globalThis.told ??= notice))")
      try await peer.run("group.ban('alice', { until: end, reason: 'noise' })")
      let listed =
        "group.bans().then((all) => all.map((ban) => [ban.user, ban.by, ban.until === end, ban.since < end, ban.reason]))"
      #expect(try await peer.json(listed) == #"[["alice","bob",true,true,"noise"]]"#)
      let refused = "group.add('alice').catch(({ code, field, until }) => [code, field, until === end])"
      #expect(try await peer.json(refused) == #"["banned","alice",true]"#)
      try await peer.wait(until: "globalThis.told")
      #expect(
        try await peer.json("[told.users, told.removed, told.until === end, told.owner, told.reason]")
          == #"[["alice"],["alice"],true,"bob","noise"]"#)
      try await peer.run("group.ban('alice')")
      #expect(try await peer.json("group.bans().then(([{ until }]) => until)") == "0")
      try await peer.run("group.unban(['alice'])")
      #expect(try await peer.json("group.bans()") == "[]")
      try await peer.run("group.add('alice')")
      // Who is banned learns it by the event.
      let group = try #require(ConversationID("group:team"))
      try await peer.run("group.setRole('owner', 'alice')")
      try await peer.run("void (globalThis.gone = new Promise((done) => bob.on('conversationRemoved', done)))")
      try await alice.chat(group).ban([try #require(UserID("bob"))], reason: "no")
      let removal = "gone.then(({ conversation, by, reason, bannedUntil }) => [conversation, by, reason, bannedUntil > end])"
      #expect(try await peer.json(removal) == #"["group:team","alice","no",true]"#)
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func membersAreKeptAndFiltered(host: ScriptHost) async throws {
    try await host.meet { peer, _, _ in
      try await peer.run("bob.createGroup({ members: ['alice'], id: 'team' }).then((group) => void (globalThis.group = group))")
      #expect(try await peer.json("group.cachedMembers().then((all) => all === undefined)") == "true")
      let users = ".then((all) => all.map(({ user, role }) => [user, role]))"
      #expect(try await peer.json("group.members({ roles: ['owner'] })\(users)") == #"[["bob","owner"]]"#)
      #expect(try await peer.json("group.members({ text: 'LI' })\(users)") == #"[["alice","member"]]"#)
      try await peer.run("void (globalThis.changed = new Promise((done) => bob.on('members', done)))")
      try await peer.run("group.setRole('admin', 'alice')")
      #expect(try await peer.json("changed") == #"{"conversation":"group:team"}"#)
      #expect(try await peer.json("group.cachedMembers()\(users)") == #"[["alice","admin"],["bob","owner"]]"#)
      let may = ".then(({ operations, manages }) => [operations.has('dismiss'), [...manages].sort()])"
      #expect(try await peer.json("group.permissions()\(may)") == #"[true,["admin","member"]]"#)
      let refused = "bob.chat('group:other').permissions().catch(({ code }) => code)"
      #expect(try await peer.json(refused) == #""conversation_unknown""#)
    }
  }
}
