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
