import Martlet
import MartletTesting
import Testing

/// Who is online, through the JavaScript SDK.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ScriptPresenceTests {
  @Test(arguments: ScriptHost.allCases)
  func presencesAreAskedForAndFollowed(host: ScriptHost) async throws {
    try await host.meet { peer, alice, _ in
      let asked = "bob.presence('alice').then(({ state, devices }) => [state, devices])"
      #expect(try await peer.json(asked) == #"["online",["tool"]]"#)
      #expect(try await peer.json("bob.presence('nobody').then(({ user, state }) => [user, state])") == #"["nobody",""]"#)
      try await peer.run("void (globalThis.watch = bob.watchPresence(['alice']))")
      let follow = "for await (const { state } of watch) globalThis.seen = state; globalThis.over = 1;"
      try await peer.run("void (async () => { \(follow) })()")
      try await peer.wait(until: "globalThis.seen?.isCurrent && seen.rows[0].state === 'online'")
      try await alice.setStatus("at the sea")
      try await peer.wait(until: "seen.rows[0].status === 'at the sea'")
      try await alice.setPresenceVisibility(.nobody)
      try await peer.wait(until: "seen.rows[0].state === '' && seen.rows[0].status === ''")
      try await peer.run("watch.close()")
      try await peer.wait(until: "globalThis.over")
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func theOwnPresenceIsSet(host: ScriptHost) async throws {
    try await host.meet { peer, alice, _ in
      let bob = try #require(UserID("bob"))
      func shows(_ status: String, _ isOnline: Bool) async throws {
        for try await update in alice.watchPresence(of: [bob]) {
          if update.presences.first?.status == status, update.presences.first?.isOnline == isOnline { break }
        }
      }
      try await peer.run("bob.setStatus('busy')")
      try await shows("busy", true)
      try await peer.run("bob.setDeviceStatus('in a call')")
      try await shows("in a call", true)
      try await peer.run("bob.setPresenceVisibility('nobody')")
      try await shows("", false)
      #expect(try await peer.json("bob.setDeviceStatus('x'.repeat(200)).catch(({ code }) => code)") == #""field_invalid""#)
    }
  }
}
