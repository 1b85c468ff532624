import Foundation
import Martlet
import MartletTesting
import Testing

/// The JavaScript SDK in Node and in Chromium, against a real server and the Swift SDK.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ScriptClientTests {
  private static let texts = "Grüße, 你好, שלום, 👩‍👩‍👧‍👦, \"quoted\\\" and\nbroken\tlines"

  /// A directory for a client: a folder in Node, a name in a browser.
  private func directory(_ host: ScriptHost, _ folder: TemporaryDirectory) -> String {
    host == .node ? folder.path + "/client" : "client"
  }

  @Test(arguments: ScriptHost.allCases)
  func conversationsGoBothWays(host: ScriptHost) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let chat = alice.chat(with: try #require(UserID("bob")))
      let peer = try await host.start(server)
      try await peer.open("bob", server.url, token: try await server.token(for: "bob"))
      try await peer.run("bob.connect()")
      try await peer.run("bob.caughtUp()")
      #expect(try await peer.text("bob.user") == "bob")

      _ = await chat.send(.text(Self.texts))
      try await peer.wait(until: "bob.seen.length === 1")
      #expect(try await peer.text("bob.seen[0].text") == Self.texts)
      let sent = try await peer.json("bob.chat('direct:alice').send('back', { replyTo: 1 }).then(({ sent }) => sent.position)")
      #expect(sent == "2")
      let reply = try await chat.entry { $0.seq == 2 }
      #expect(reply.text == "back")
      #expect(try await chat.history().last?.replyTo == 1)

      try await peer.run("bob.chat('direct:alice').edit(2, 'changed')")
      try await peer.run("bob.chat('direct:alice').react(1, '+1')")
      try await peer.run("bob.chat('direct:alice').markRead()")
      let shown = """
        bob.chat('direct:alice').history().then((all) =>
          all.map(({ position, sender, edited, reactions }) => [position, sender, edited, reactions.map(({ key }) => key)]))
        """
      #expect(try await peer.json(shown) == #"[[1,"alice",false,["+1"]],[2,"bob",true,[]]]"#)
      #expect(try await chat.entry { $0.seq == 3 }.kind == "edited")
      let list = "bob.conversations().then((all) => all.map(({ id, unread, lastMessage }) => [id, unread, lastMessage.text]))"
      #expect(try await peer.json(list) == #"[["direct:alice:bob",0,"changed"]]"#)
      #expect(try await peer.json("bob.search('changed').then(({ hits }) => hits.map(({ count }) => count))") == "[1]")
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func timelineAndListFollowWhatChanges(host: ScriptHost) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let chat = alice.chat(with: try #require(UserID("bob")))
      let token = try await server.token(for: "bob")
      for number in 1...30 { _ = await chat.send(.text("m\(number)")) }
      let peer = try await host.start(server)
      try await peer.open("bob", server.url, token: token)
      try await peer.run("bob.connect()")
      try await peer.run("bob.caughtUp()")
      // Each keeps the rows that its changes give.
      try await peer.run(
        """
        void (globalThis.follow = async (live, shown) => {
          for await (const { state, change } of live) {
            for (const index of change.removed) shown.rows.splice(index, 1);
            for (const { index, row } of change.inserted) shown.rows.splice(index, 0, row);
            for (const { index, row } of change.updated) shown.rows[index] = row;
            shown.agrees = JSON.stringify(shown.rows) === JSON.stringify(state.rows) && shown.agrees;
            shown.state = state;
          }
          shown.ended = true;
        })
        """)
      try await peer.run("void (globalThis.timeline = bob.chat('direct:alice').timeline({ window: 10 }))")
      try await peer.run("void follow(timeline, (globalThis.shown = { rows: [], agrees: true }))")
      try await peer.run("void follow(globalThis.list = bob.list(), (globalThis.listed = { rows: [], agrees: true }))")
      try await peer.wait(until: "shown.rows.length === 10 && shown.rows[9].message.text === 'm30'")
      try await peer.wait(until: "listed.rows.length === 1 && listed.rows[0].unread === 30")
      #expect(try await peer.json("[shown.state.firstUnread, shown.state.atEnd, listed.rows[0].unread]") == "[1,true,30]")
      try await peer.run("bob.chat('direct:alice').send('mine', { id: 'own-1' })")
      try await peer.wait(until: "shown.rows.at(-1).message?.text === 'mine'")
      #expect(try await peer.text("shown.rows.at(-1).key") == "own-1")
      _ = try await chat.edit(chat.messageID(at: 30), to: .text("changed"))
      try await peer.wait(until: "shown.rows.at(-2).message.text === 'changed'")
      try await peer.run("timeline.jump({ position: 5 })")
      try await peer.wait(until: "shown.rows.some(({ message }) => message?.text === 'm5')")
      try await peer.run("timeline.older()")
      try await peer.wait(until: "shown.state.atBeginning && shown.rows[0].message.text === 'm1'")
      try await peer.wait(until: "listed.rows[0].lastMessage.text === 'mine'")
      #expect(try await peer.json("[shown.agrees, listed.agrees, listed.state.isComplete]") == "[true,true,true]")
      try await peer.run("void timeline.close()")
      try await peer.wait(until: "shown.ended")
      try await peer.run("void bob.close()")
      try await peer.wait(until: "listed.ended")
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func messagesOfOtherConversationsAreRefused(host: ScriptHost) async throws {
    try await TestServer.with { server in
      for user in ["alice", "carol"] { _ = try await server.token(for: user) }
      let peer = try await host.start(server)
      try await peer.open("bob", server.url, token: try await server.token(for: "bob"))
      try await peer.run("bob.connect()")
      try await peer.run("bob.chat('direct:carol').send('to carol')")
      try await peer.run("bob.chat('direct:alice').send('to alice')")
      try await peer.run("bob.chat('direct:alice').history().then(([sent]) => void (globalThis.sent = sent))")
      // The message itself stands for its position, in the chat however it is named.
      for chat in ["direct:alice", "direct:alice:bob"] {
        try await peer.run("bob.chat('\(chat)').edit(sent, 'changed in \(chat)')")
        try await peer.run("bob.chat('\(chat)').markRead(sent)")
      }
      try await peer.run("void (globalThis.other = bob.chat('direct:carol'))")
      try await peer.run(
        """
        void (globalThis.calls = {
          edit: () => other.edit(sent, 'no'), recall: () => other.recall(sent), react: () => other.react(sent, '+1'),
          vote: () => other.vote(sent, [0]), pin: () => other.pinMessage(sent), reply: () => other.send('no', { replyTo: sent }),
          read: () => other.markRead(sent), before: () => other.history({ before: sent }),
          after: () => other.history({ after: sent }), hide: () => other.hide({ messages: [sent] }),
          clear: () => other.hide({ upTo: sent }), receipts: () => other.receipts([sent]),
        })
        """)
      try await peer.run(
        """
        (async () => {
          globalThis.codes = [];
          for (const call of Object.values(calls)) codes.push(await call().then(() => 'accepted', (error) => error.code));
        })()
        """)
      #expect(try await peer.json("[...new Set(codes)]") == #"["argument_invalid"]"#)
      let history = try await peer.json("other.history().then((all) => all.map(({ text, edited }) => [text, edited]))")
      #expect(history == #"[["to carol",false]]"#)
      await peer.stop()
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func groupsAreMadeChangedAndLeft(host: ScriptHost) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      for user in ["carol", "dan"] { _ = try await server.token(for: user) }
      let peer = try await host.start(server)
      try await peer.open("bob", server.url, token: try await server.token(for: "bob"))
      try await peer.run("bob.connect()")
      let made = """
        bob.createGroup({ title: 'Team', members: ['alice', 'carol'], id: 'team', attributes: { colour: 'red' } })
          .then((group) => (globalThis.group = group).to)
        """
      #expect(try await peer.text(made) == "group:team")
      try await peer.run("group.add('dan')")
      try await peer.run("group.remove('carol', { reason: 'moved' })")
      let members = "group.members().then((all) => all.map(({ user, role }) => [user, role]))"
      #expect(try await peer.json(members) == #"[["alice","member"],["bob","owner"],["dan","member"]]"#)
      try await peer.run("void bob.on('conversation', (one) => (globalThis.known = one))")
      try await peer.run("group.change({ title: 'Crew', attributes: { colour: null, size: 3 } })")
      try await peer.wait(until: "globalThis.known?.title === 'Crew'")
      #expect(try await peer.json("known.attributes") == #"{"size":3}"#)
      try await peer.run("group.pinToTop()")
      try await peer.run("group.saveDraft('half', { replyTo: 1 })")
      let own = "bob.conversation('group:team').then(({ settings }) => [settings.pinnedAt > 0, settings.draft.text])"
      #expect(try await peer.json(own) == #"[true,"half"]"#)
      try await peer.run("group.leave()")
      let group = try #require(ConversationID("group:team"))
      #expect(try await alice.chat(group).members().map(\.id.text) == ["alice", "dan"])
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func unsentMessagesSurviveTheClientAndAreSentOnce(host: ScriptHost) async throws {
    try await TestServer.with { server in
      let folder = try TemporaryDirectory()
      let place = directory(host, folder)
      let alice = try await server.swiftClient("alice")
      let chat = alice.chat(with: try #require(UserID("bob")))
      let token = try await server.token(for: "bob")
      let peer = try await host.start(server)
      try await peer.open("bob", server.url, token: token, directory: place)
      #expect(try await peer.text("bob.isPersistent") == "true")
      try await peer.run("bob.connect()")
      try await peer.run("bob.caughtUp()")
      _ = await chat.send(.text("first"))
      try await peer.wait(until: "bob.seen.length === 1")
      try await peer.run("bob.disconnect()")
      try await peer.run("bob.chat('direct:alice').send('waits', { id: 'own-1', enqueue: true })")
      try await peer.run("void bob.close()")

      // A new client on the same data: offline, it shows what was there.
      try await peer.open("again", server.url, token: token, directory: place)
      #expect(try await peer.text("again.user") == "bob")
      let held = "again.chat('direct:alice').history({ cached: true }).then((all) => all.map(({ text }) => text))"
      #expect(try await peer.json(held) == #"["first"]"#)
      let waiting = "again.pending().then((all) => all.map(({ id, text }) => [id, text]))"
      #expect(try await peer.json(waiting) == #"[["own-1","waits"]]"#)
      try await peer.run("again.connect()")
      let repeated = "again.chat('direct:alice').send('waits', { id: 'own-1' }).then(({ sent }) => sent.position)"
      #expect(try await peer.json(repeated) == "2")
      try await peer.wait(until: "again.seen.length === 1")
      #expect(try await peer.json("again.pending()") == "[]")
      #expect(try await chat.entries(upTo: 2).map(\.text) == ["first", "waits"])
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func errorsSayWhatIsWrong(host: ScriptHost) async throws {
    try await TestServer.with { server in
      let peer = try await host.start(server)
      let token = try await server.token(for: "bob")
      try await peer.open("bob", server.url, token: token)
      func failure(_ script: String) async throws -> String? {
        try await peer.text("\(script).then(() => 'none', ({ code, field }) => [code, field].filter(Boolean).join(' '))")
      }
      #expect(try await failure("bob.chat('direct:alice').members()") == "not_connected")
      #expect(try await failure("bob.connected()") == "not_connected")
      #expect(try await failure("bob.chat('nobody').send('x')") == "argument_invalid to")
      #expect(try await failure("bob.chat('direct:alice').react(1, 'x', { id: 'no good' })") == "argument_invalid id")
      #expect(
        try await failure("bob.chat('direct:alice').messages([{ conversation: 'direct:alice' }])") == "argument_invalid message")
      #expect(try await failure("bob.conversations({ kinds: ['No Kind'] })") == "argument_invalid filter.kinds")
      let wrongServer = "open({ server: 'http://x', token: '', device: { class: 'web' } })"
      #expect(try await failure(wrongServer) == "configuration_invalid server")
      #expect(try await failure("open({ server: '\(server.url)', token: '' })") == "configuration_invalid device.class")
      try await peer.run("bob.connect()")
      try await peer.run("bob.connected()")
      #expect(try await failure("bob.chat('group:none').send('x')") == "conversation_unknown")
      #expect(try await failure("bob.chat('direct:nobody').send('x')") == "peer_unknown nobody")
      let stop = "AbortSignal.abort(new Error('given up'))"
      let given = "bob.chat('group:none').members({ signal: \(stop) }).catch(({ message }) => message)"
      #expect(try await peer.text(given) == "given up")
      try await peer.open("wrong", server.url, token: "nonsense")
      try await peer.run("wrong.connect()")
      let said = try await failure("wrong.connected()")
      #expect(said == "token_malformed")
      try await peer.run("void bob.close()")
      #expect(try await failure("bob.conversations()") == "closed")
      await peer.stop()
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func cutConnectionsLoseAndDoubleNothing(host: ScriptHost) async throws {
    let count = 30
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let alice = try await server.swiftClient("alice")
      let chat = alice.chat(with: try #require(UserID("bob")))
      let peer = try await host.start(server)
      // The page may connect to its own server only, and so it does not go through the proxy.
      let url = host == .node ? "ws://\(server.host):\(proxy.port)" : server.url
      try await peer.open("bob", url, token: try await server.token(for: "bob"))
      try await peer.run("bob.connect()")
      try await peer.run("bob.caughtUp()")
      for number in 0..<count {
        async let cut: Void = number % 7 == 3 ? interrupt(peer, proxy, host) : ()
        async let own = chat.send(.text("a\(number)"))
        try await peer.run("bob.chat('direct:alice').send('b\(number)')")
        _ = try await (cut, own)
      }
      let head = UInt64(2 * count)
      let log = try await chat.entries(upTo: head)
      #expect(log.filter { $0.sender == "bob" }.map(\.text) == (0..<count).map { "b\($0)" })
      try await peer.wait(until: "bob.seen.length === \(head)")
      let seen = try await peer.json("bob.seen.map(({ position }) => position)")
      #expect(seen == "[" + (1...head).map(String.init).joined(separator: ",") + "]")
      await peer.stop()
      await alice.close()
      await proxy.close()
    }
  }

  private func interrupt(_ peer: Peer, _ proxy: FaultProxy, _ host: ScriptHost) async throws {
    if host == .node { return await proxy.cut() }
    try await peer.run("bob.disconnect().then(() => bob.connect())")
  }

  @Test func oneFolderHasOneClientInNode() async throws {
    try await TestServer.with { server in
      let folder = try TemporaryDirectory()
      let peer = try await ScriptHost.node.start(server)
      let token = try await server.token(for: "bob")
      try await peer.open("bob", server.url, token: token, directory: folder.path)
      let second = "open({ server: '\(server.url)', token: 'x', device: { class: 'tool' }, directory: '\(folder.path)' })"
      #expect(try await peer.text("\(second).catch(({ code }) => code)") == "directory_in_use")
      try await peer.run("void bob.close()")
      try await peer.open("again", server.url, token: token, directory: folder.path)
      await peer.stop()
    }
  }
}
