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
  func speakersAreMadeAndTold(host: ScriptHost) async throws {
    try await host.meet { peer, alice, _ in
      let bob = try #require(UserID("bob"))
      let group = alice.chat(try await alice.createGroup(title: "Team", members: [bob], id: "team"))
      try await peer.run("void (globalThis.group = bob.chat('group:team'))")
      try await peer.run("void bob.on('message', ({ notice }) => notice?.kind === 'speakers_set' && (globalThis.told = notice))")
      try await group.setSilenced(true)
      try await group.makeSpeakers([bob])
      try await peer.wait(until: "globalThis.told")
      #expect(try await peer.json("told.users") == #"["bob"]"#)
      #expect(try await peer.json("group.summary().then(({ silenced, speaker }) => [silenced, speaker])") == "[true,true]")
      #expect(try await peer.json("group.permissions().then(({ operations }) => operations.has('send'))") == "true")
      try await group.setRole(.owner, of: [bob])
      let speakers = "group.members().then((all) => all.map(({ user, speaker }) => [user, speaker]))"
      try await peer.run("group.makeSpeakers('alice')")
      #expect(try await peer.json(speakers) == #"[["alice",true],["bob",true]]"#)
      try await peer.run("group.endSilence('alice')")
      #expect(try await peer.json(speakers) == #"[["alice",false],["bob",true]]"#)
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

  /// Turns the end of a call into `done`, or the error's code, field and limit.
  private static let code = ".then(() => 'done', ({ code, field, limit }) => [code, field, limit].filter(Boolean).join(' '))"

  /// A group of bob's with alice, open to applications, and carol beside bob in the same process.
  private func withApplicant(
    _ host: ScriptHost, _ body: (_ peer: Peer, _ alice: MartletClient) async throws -> Void
  ) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await host.start(server)
      for user in ["bob", "carol"] {
        try await peer.open(user, server.url, token: try await server.token(for: user))
        try await peer.run("\(user).connect()")
        try await peer.run("\(user).caughtUp()")
      }
      try await peer.run("bob.createGroup({ members: ['alice'], id: 'team' }).then((group) => void (globalThis.group = group))")
      try await peer.run("void (globalThis.team = { group: 'group:team' })")
      try await body(peer, alice)
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func applicationsAreMadeListedAndAnswered(host: ScriptHost) async throws {
    try await withApplicant(host) { peer, _ in
      #expect(try await peer.text("carol.apply(team)\(Self.code)") == "conversation_unknown")
      try await peer.run("void ((globalThis.told = {}), bob.on('message', ({ notice }) => (told[notice.kind] = notice)))")
      try await peer.run("void ((globalThis.states = []), carol.on('application', (state) => states.push(state)))")
      try await peer.run("group.setTakesApplications(true)")
      try await peer.run("carol.apply({ ...team, text: 'please', way: 'map' })")
      try await peer.run("carol.describe(team).then((card) => void (globalThis.card = card))")
      #expect(
        try await peer.json("[card.applications, card.open, card.member, card.appliedUntil > 0]") == "[true,false,false,true]")
      let listed = """
        group.applications().then((all) =>
          all.map(({ user, text, since, until }) => [user, text, since < until, until === card.appliedUntil]))
        """
      #expect(try await peer.json(listed) == #"[["carol","please",true,true]]"#)
      try await peer.wait(until: "told.applied && states.length === 1")
      let notices = "[told.conversation_changed.applications, told.applied.text, told.applied.until === card.appliedUntil]"
      #expect(try await peer.json(notices) == #"[true,"please",true]"#)
      try await peer.run("group.refuse('carol', { reason: 'full' })")
      #expect(try await peer.json("group.applications()") == "[]")
      try await peer.run("carol.apply(team)")
      try await peer.run("carol.withdrawApplication(team)")
      try await peer.wait(until: "states.length === 4")
      #expect(
        try await peer.json("states.map(({ state, by, reason, until }) => [state, by, reason, until > 0])")
          == #"[["pending","","",true],["refused","bob","full",false],["pending","","",true],["withdrawn","","",false]]"#)
      #expect(try await peer.text("group.accept('carol')\(Self.code)") == "application_unknown carol")
      #expect(try await peer.text("carol.chat('group:team').applications()\(Self.code)") == "conversation_unknown")
      #expect(try await peer.text("carol.apply({ ...team, text: 'x'.repeat(2049) })\(Self.code)") == "field_invalid text 2048")
      #expect(try await peer.text("carol.apply({ group: 'team' })\(Self.code)") == "argument_invalid group")
      try await peer.run("carol.apply(team)")
      try await peer.run("void (globalThis.joined = new Promise((done) => carol.on('conversation', done)))")
      try await peer.run("group.accept(['carol'])")
      #expect(try await peer.json("joined.then(({ id, applications }) => [id, applications])") == #"["group:team",true]"#)
      try await peer.wait(until: "told.members_added?.arrival.accepted")
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func nicknamesAndAnnouncementsAreSeenByAllMembers(host: ScriptHost) async throws {
    try await withApplicant(host) { peer, alice in
      let group = alice.chat(try #require(ConversationID("group:team")))
      try await peer.run("group.setNickname('Bobby')")
      try await peer.run("group.setNickname('Al', { of: 'alice' })")
      let names = "group.members().then((all) => all.map(({ user, nickname }) => [user, nickname]))"
      #expect(try await peer.json(names) == #"[["alice","Al"],["bob","Bobby"]]"#)
      #expect(try await group.members().map(\.nickname) == ["Al", "Bobby"])
      try await peer.run("group.setNickname('', { of: 'alice' })")
      #expect(try await peer.json(names) == #"[["alice",""],["bob","Bobby"]]"#)
      #expect(try await peer.text("group.setNickname('x', { of: 'carol' })\(Self.code)") == "member_unknown")
      #expect(try await peer.text("group.setNickname('x'.repeat(257))\(Self.code)") == "field_invalid name 256")
      #expect(try await peer.json("group.announcements()") == #"{"items":[],"complete":true}"#)
      for text in ["one", "two", ""] { try await peer.run("group.announce('\(text)')") }
      try await peer.run("group.setRole('admin', 'alice')")
      try await peer.run("void bob.on('conversation', ({ announcement }) => (globalThis.shown = announcement))")
      try await group.announce("four")
      try await peer.wait(until: "globalThis.shown?.text === 'four'")
      #expect(
        try await peer.json("group.summary().then(({ announcement }) => [announcement.by, announcement.text])")
          == #"["alice","four"]"#)
      try await peer.run("group.announcements({ limit: 2 }).then((page) => void (globalThis.page = page))")
      let texts = "({ items, next }) => [items.map(({ text, by }) => [text, by]), typeof next]"
      #expect(try await peer.json("(\(texts))(page)") == #"[[["four","alice"],["","bob"]],"string"]"#)
      let rest = "group.announcements({ after: page.next }).then(\(texts))"
      #expect(try await peer.json(rest) == #"[[["two","bob"],["one","bob"]],"undefined"]"#)
      #expect(try await peer.text("group.announce('x'.repeat(2049))\(Self.code)") == "field_invalid text 2048")
      #expect(try await peer.text("carol.chat('group:team').announce('mine')\(Self.code)") == "conversation_unknown")
      let may = ".then(({ operations }) => ['nickname', 'name_members', 'announce'].every((one) => operations.has(one)))"
      #expect(try await peer.json("group.permissions()\(may)") == "true")
    }
  }
}
